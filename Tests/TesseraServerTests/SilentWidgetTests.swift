import HTTPTypes
import HummingbirdTesting
import Synchronization
import TesseraLayout
import TesseraRuntime
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraServer

/// A widget whose code never returns keeps nobody but itself.
@Suite struct SilentWidgetTests {
  @Test func `who asks a widget that does not answer is told so in time`() async throws {
    let silent = SilentWidget(id: "silent")
    let other = ScriptedWidget(id: "other", script: [.tree(smallTree, revision: 1)])
    try await withWidgets(silent, other) { client in
      let refused = try await client.post("/widgets/silent/presentations", #"{"width":320,"height":240}"#)
      #expect(refused.status == .serviceUnavailable && refused.rule == "no-answer")
      #expect(try await client.makePresentation(of: "other").hasPrefix("/widgets/other/"))
    }
    silent.answer()
  }

  @Test func `the others on a page go on, and events are kept until there is an answer`() async throws {
    let silent = SilentWidget(id: "silent", makesPresentations: true)
    let other = ScriptedWidget(id: "other", script: [.tree(smallTree, revision: 1)])
    try await withWidgets(silent, other) { client in
      let first = try await client.makePresentation(of: "silent")
      let second = try await client.makePresentation(of: "other")
      let tokens = [first, second].map { $0.split(separator: "/").last.map(String.init) ?? "" }
      // The widget answers while the stream is open, which ends then.
      async let stream = client.get("/events?watch=silent/\(tokens[0])&watch=other/\(tokens[1])")
      let refused = try await client.post(first + "/events", #"{"page":"p","batch":1,"events":[["back"]]}"#)
      #expect(refused.status == .serviceUnavailable && refused.rule == "no-answer")
      let taken = try await client.post(second + "/events", #"{"page":"p","batch":1,"events":[["back"]]}"#)
      #expect(taken.status == .noContent)
      silent.answer()
      let text = try await stream.text
      #expect(text.contains("event: \(tokens[1])"))
      // The same batch again is not taken twice.
      let again = try await client.post(first + "/events", #"{"page":"p","batch":1,"events":[["back"]]}"#)
      #expect(again.status == .noContent)
      #expect(silent.received == [[.back]])
    }
  }

  @Test func `a presentation that does not answer is let go all the same`() async throws {
    let silent = SilentWidget(id: "silent", makesPresentations: true)
    let registry = PresentationRegistry(configuration: Self.configuration)
    let token = try #require(try await registry.makePresentation(of: silent, size: .zero))
    await registry.removeAll(ofWidget: "silent")
    #expect(await registry.session(token, ofWidget: "silent") == nil)
    silent.answer()
  }

  private static var configuration: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.answerTime = .milliseconds(30)
    return configuration
  }

  private func withWidgets(
    _ widgets: any ServedWidget..., test: @escaping @Sendable (any TestClientProtocol) async throws -> Void
  ) async throws {
    let server = try WidgetServer(widgets: widgets, fonts: .find(), configuration: Self.configuration)
    try await server.application().test(.router, test)
  }
}

/// Answers nothing until it is let.
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

  private func wait() async {
    await withCheckedContinuation { continuation in
      let isAnswering = state.withLock { state in
        if !state.isAnswering { state.waiting.append(continuation) }
        return state.isAnswering
      }
      if isAnswering { continuation.resume() }
    }
  }

  func makePresentation(size: Size, place: GridPlace?, languages: [String]) async throws -> any ServedPresentation {
    if !makesPresentations { await wait() }
    return SilentPresentation(widget: self)
  }

  func image(named name: String) async -> ServedImage? { nil }
  func remoteImage(url: String) async throws -> ServedImage { throw ScriptedWidget.Failure() }

  private struct SilentPresentation: ServedPresentation {
    let widget: SilentWidget

    func updates(after revision: Int?) async -> AsyncStream<PresentationUpdate> {
      await widget.wait()
      return AsyncStream { $0.finish() }
    }

    func send(_ events: [ViewEvent]) async {
      await widget.wait()
      widget.state.withLock { $0.received.append(events) }
    }

    func rest() async -> Bool {
      await widget.wait()
      return true
    }

    func close() async { await widget.wait() }
  }
}
