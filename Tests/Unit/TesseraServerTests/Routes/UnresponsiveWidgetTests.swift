import HTTPTypes
import Synchronization
import TesseraLayout
import TesseraRuntime
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraBoardService
@testable import TesseraProtocol
@testable import TesseraServer

/// A widget whose code never returns must not delay others.
@Suite struct UnresponsiveWidgetTests {
  @Test func `a request to an unresponsive widget fails in time`() async throws {
    let silent = SilentWidget(id: "silent")
    try await withWidgets(silent, responseTimeout: .milliseconds(30)) { client in
      let refused = try await client.post("/widgets/silent/presentations", #"{"width":320,"height":240}"#)
      #expect(refused.status == .serviceUnavailable && refused.rule == "no-answer")
    }
    silent.answer()
  }

  @Test func `a batch without a timely answer is still accepted once`() async throws {
    let silent = SilentWidget(id: "silent")
    let session = PresentationSession(SilentWidget.SilentPresentation(widget: silent), maximumStreams: 1)
    let batch = EventBatch(page: "p", number: 1, events: [.back])
    #expect(try await withTimeout(.milliseconds(30)) { try await session.receive(batch) } == nil)
    await silent.waitUntilAsked()
    silent.answer()
    #expect(try await session.receive(batch) == false)
    #expect(silent.received == [[.back]])
  }

  @Test func `the other widgets on a page continue`() async throws {
    let silent = SilentWidget(id: "silent", makesPresentations: true)
    let other = ScriptedWidget(id: "other", script: [.tree(smallTree, revision: 1)])
    try await withWidgets(silent, other, responseTimeout: .seconds(600)) { client in
      let first = try await client.makePresentation(of: "silent")
      let second = try await client.makePresentation(of: "other")
      let tokens = [first, second].map { $0.split(separator: "/").last.map(String.init) ?? "" }
      // The stream ends when the silent widget responds.
      async let stream = client.get("/events?watch=silent/\(tokens[0])&watch=other/\(tokens[1])")
      await other.presentations.first?.waitUntilWatched()
      let taken = try await client.post(second + "/events", #"{"page":"p","batch":1,"events":[["back"]]}"#)
      #expect(taken.status == .noContent)
      silent.answer()
      #expect(try await stream.text.contains("event: \(tokens[1])"))
    }
  }

  @Test func `an unresponsive presentation is released nevertheless`() async throws {
    let silent = SilentWidget(id: "silent", makesPresentations: true)
    let registry = PresentationRegistry(configuration: ServerConfiguration())
    let token = try #require(try await registry.makePresentation(of: silent, in: DrawingWindow(size: .zero)))
    await registry.removeAll(ofWidget: "silent")
    #expect(await registry.session(token, ofWidget: "silent") == nil)
    silent.answer()
  }

  private func withWidgets(
    _ widgets: any ServedWidget..., responseTimeout: Duration,
    test: @escaping @Sendable (RouteClient) async throws -> Void
  ) async throws {
    var configuration = ServerConfiguration()
    configuration.responseTimeout = responseTimeout
    let server = try WidgetServer(widgets: widgets, fonts: .find(), configuration: configuration)
    try await server.listening { port in try await test(RouteClient(port: port)) }
  }
}

/// A widget that does not respond until it is told to.
private final class SilentWidget: ServedWidget {
  private struct State {
    var isAnswering = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var received: [[ViewEvent]] = []
  }

  let id: String
  let name = "Silent"
  private let makesPresentations: Bool
  private let state = Mutex(State())

  init(id: String, makesPresentations: Bool = false) {
    self.id = id
    self.makesPresentations = makesPresentations
  }

  var received: [[ViewEvent]] { state.withLock { $0.received } }

  func answer() {
    let waiting = state.withLock { state in
      state.isAnswering = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Returns once there is something that waits for the widget.
  func waitUntilAsked() async {
    while state.withLock({ $0.waiting.isEmpty }) { await Task.yield() }
  }

  private func wait() async {
    await withCheckedContinuation { continuation in
      let isAnswering = state.withLock { state in
        if !state.isAnswering { state.waiting.append(continuation) }
        return state.isAnswering
      }
      if isAnswering { continuation.resume() }
    }
  }

  func makePresentation(_ window: DrawingWindow) async throws -> any ServedPresentation {
    if !makesPresentations { await wait() }
    return SilentPresentation(widget: self)
  }

  func image(named name: String) async -> ServedImage? { nil }
  func remoteImage(url: String) async throws -> ServedImage { throw ScriptedWidget.Failure() }

  struct SilentPresentation: ServedPresentation {
    let widget: SilentWidget

    func updates(after revision: Int?) async -> AsyncStream<PresentationUpdate> {
      await widget.wait()
      return AsyncStream { $0.finish() }
    }

    func send(_ events: [ViewEvent]) async {
      await widget.wait()
      widget.state.withLock { $0.received.append(events) }
    }

    func suspend() async -> Bool {
      await widget.wait()
      return true
    }

    func close() async { await widget.wait() }
  }
}
