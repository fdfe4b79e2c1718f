import Hummingbird
import Synchronization
import TesseraBoardService
import TesseraData
import TesseraLayout
import TesseraRuntime
import TesseraViews
import Testing

@testable import TesseraProtocol
@testable import TesseraServer

@Suite("Sessions")
struct PresentationSessionTests {
  private func batch(_ number: Int, page: String = "p", press: Int) -> EventBatch {
    EventBatch(page: page, number: number, events: [.press(ViewID(press))])
  }

  private func stream(of session: PresentationSession, _ configuration: ServerConfiguration) -> EventStream {
    EventStream(
      presentations: [WatchedPresentation(token: "0", session: session, revision: nil)], configuration: configuration)
  }

  @Test func `a batch waits for the one before it`() async throws {
    let presentation = ScriptedPresentation()
    let session = PresentationSession(presentation, maximumStreams: 4)
    presentation.hold()
    async let first = try session.receive(batch(1, press: 1))
    await presentation.waitUntilHolding()
    // Both stand before the session when the tasks have been made, and have been taken when it answers after them.
    let second = Task.immediate { try await session.receive(batch(2, press: 2)) }
    let repeated = Task.immediate { try await session.receive(batch(1, press: 1)) }
    #expect(!session.isWatched)
    #expect(presentation.received.isEmpty)
    presentation.letGo()
    let taken = try await [first, second.value, repeated.value]
    #expect(taken == [true, true, false])
    #expect(presentation.received == [[.press(ViewID(1))], [.press(ViewID(2))]])
  }

  @Test func `an accepted batch is run even if its request is cancelled`() async throws {
    let presentation = ScriptedPresentation()
    let session = PresentationSession(presentation, maximumStreams: 4)
    presentation.hold()
    let request = Task { try await session.receive(batch(1, press: 1)) }
    await presentation.waitUntilHolding()
    request.cancel()
    presentation.letGo()
    _ = try await request.value
    #expect(presentation.received == [[.press(ViewID(1))]])
  }

  @Test func `events that a page sends again keep the marks under which it sent them first`() async throws {
    let presentation = ScriptedPresentation()
    let session = PresentationSession(presentation, maximumStreams: 4)
    _ = try await session.receive(batch(4, press: 1))
    let events: [ViewEvent] = [.input(ViewID(2), text: "a"), .press(ViewID(1))]
    for (number, first) in [(5, 1), (6, 0)] {
      _ = try await session.receive(
        EventBatch(
          page: "p", number: number, events: events, repetition: EventBatch.Repetition(batch: 3, first: first)))
    }
    let repeated = EventMark(page: "p", batch: 3, isRepeated: true)
    #expect(
      presentation.marks == [EventMark(page: "p", batch: 4, isRepeated: false), nil, repeated, repeated])
    #expect(presentation.received == [[.press(ViewID(1))], [events[0]], [events[1]], events])
  }

  @Test func `a batch that a stopped widget did not handle stays refused, and the next one is handled`() async throws {
    let presentation = ScriptedPresentation()
    let session = PresentationSession(presentation, maximumStreams: 4)
    presentation.isUnavailable = true
    await #expect(throws: PresentationSession.ReceiveError.widgetUnavailable) {
      try await session.receive(batch(1, press: 1))
    }
    presentation.isUnavailable = false
    await #expect(throws: PresentationSession.ReceiveError.widgetUnavailable) {
      try await session.receive(batch(1, press: 1))
    }
    let isNew = try await session.receive(batch(2, press: 2))
    #expect(isNew && presentation.received == [[.press(ViewID(2))]])
  }

  @Test func `only the most recent pages are remembered`() async throws {
    let presentation = ScriptedPresentation()
    let session = PresentationSession(presentation, maximumStreams: 4)
    for page in 1...9 {
      let isNew = try await session.receive(batch(1, page: "\(page)", press: page))
      #expect(isNew)
    }
    let (known, forgotten) = (
      try await session.receive(batch(1, page: "2", press: 2)), try await session.receive(batch(1, page: "1", press: 1))
    )
    #expect(!known && forgotten)
  }

  @Test func `a batch during an overload is rejected, and accepted on retry`() async throws {
    let presentation = ScriptedPresentation()
    let session = PresentationSession(presentation, maximumStreams: 4)
    presentation.hold()
    let first = Task.immediate { try await session.receive(batch(1, press: 1)) }
    await presentation.waitUntilHolding()
    let waiting = (2...64).map { number in Task.immediate { try await session.receive(batch(number, press: number)) } }
    await #expect(throws: PresentationSession.ReceiveError.overload) { try await session.receive(batch(65, press: 65)) }
    await #expect(throws: PresentationSession.ReceiveError.overload) {
      try await session.receive(PickedFile(name: "a", type: "b", bytes: []), for: ViewID(1))
    }
    presentation.letGo()
    for task in [first] + waiting { #expect(try await task.value) }
    let isNew = try await session.receive(batch(65, press: 65))
    #expect(isNew && presentation.received.count == 65)
  }

  @Test func `the oldest stream is closed for a new one`() async {
    let ended = Mutex<[Int]>([])
    let session = PresentationSession(ScriptedPresentation(), maximumStreams: 2)
    var ids: [Int] = []
    for number in 1...3 {
      ids.append(await session.streamOpened { ended.withLock { $0.append(number) } })
    }
    #expect(ended.withLock { $0 } == [1])
    for id in ids { await session.streamClosed(id) }
    #expect(!session.isWatched)
  }

  @Test func `a client that does not read loses its stream instead of filling the memory`() async throws {
    var configuration = ServerConfiguration()
    configuration.maximumPendingUpdates = 10
    let script = (1...1000).map { PresentationUpdate.patches([], revision: $0) }
    let presentation = ScriptedPresentation(script: script, ends: false)
    let session = PresentationSession(presentation, maximumStreams: 4)
    let written = Mutex(0)
    var writer: any ResponseBodyWriter = BlockedWriter(until: presentation.abandoned) {
      written.withLock { $0 += 1 }
    }
    try await stream(of: session, configuration).write(to: &writer)
    #expect(written.withLock { $0 } < 100)
    #expect(!session.isWatched)
  }

  @Test func `a stream ends with the right to see it, before the next update`() async throws {
    let script = (1...3).map { PresentationUpdate.patches([], revision: $0) }
    let session = PresentationSession(ScriptedPresentation(script: script, ends: false), maximumStreams: 4)
    let isPermitted = Atomic(true)
    let written = Mutex<[String]>([])
    var writer: any ResponseBodyWriter = NotingWriter { text in
      written.withLock { $0.append(text) }
      if text.hasPrefix("event:") { isPermitted.store(false, ordering: .relaxed) }
    }
    var stream = stream(of: session, ServerConfiguration())
    stream.isPermitted = { isPermitted.load(ordering: .relaxed) }
    try await stream.write(to: &writer)
    #expect(written.withLock { $0.count { $0.hasPrefix("event:") } } == 1)
    #expect(!session.isWatched)
  }

  @Test func `a stream sends keep-alive messages`() async throws {
    var configuration = ServerConfiguration()
    configuration.heartbeat = .milliseconds(1)
    let session = PresentationSession(ScriptedPresentation(ends: false), maximumStreams: 4)
    let written = Mutex<[String]>([])
    var writer: any ResponseBodyWriter = NotingWriter { text in
      let count = written.withLock { texts in
        texts.append(text)
        return texts.count
      }
      if count == 3 { throw CancellationError() }
    }
    try await stream(of: session, configuration).write(to: &writer)
    #expect(written.withLock { $0 } == ["retry: 400\n\n", ": alive\n\n", ": alive\n\n"])
  }
}

/// Does not finish its first chunk before the producer has given up.
private struct BlockedWriter: ResponseBodyWriter {
  let end: AsyncStream<Void>
  let record: @Sendable () -> Void

  init(until end: AsyncStream<Void>, record: @escaping @Sendable () -> Void) {
    self.end = end
    self.record = record
  }

  mutating func write(_ buffer: ByteBuffer) async throws {
    record()
    for await _ in end {}
  }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

private struct NotingWriter: ResponseBodyWriter {
  let note: @Sendable (String) throws -> Void

  mutating func write(_ buffer: ByteBuffer) async throws { try note(String(buffer: buffer)) }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

@Suite("Registry of presentations")
struct PresentationRegistryTests {
  /// A clock that the test advances.
  private final class HandClock: Sendable {
    private let time = Mutex(ContinuousClock.now)
    var now: ContinuousClock.Instant { time.withLock { $0 } }
    func advance(by duration: Duration) { time.withLock { $0 += duration } }
  }

  private let clock = HandClock()
  private let widget = ScriptedWidget()

  private func makeRegistry(maximum: Int = 3) -> PresentationRegistry {
    var configuration = ServerConfiguration()
    configuration.maximumPresentations = maximum
    return PresentationRegistry(configuration: configuration, now: { [clock] in clock.now })
  }

  private func make(_ registry: PresentationRegistry) async throws -> String {
    try #require(try await registry.makePresentation(of: widget, in: DrawingWindow(size: Size(width: 1, height: 1))))
  }

  @Test func `a presentation without viewers is removed after an hour, and not before`() async throws {
    let registry = makeRegistry()
    let token = try await make(registry)
    clock.advance(by: .seconds(3600))
    await registry.evictIdle()
    #expect(await registry.session(token, ofWidget: "feed") != nil)
    clock.advance(by: .seconds(3601))
    await registry.evictIdle()
    #expect(await registry.session(token, ofWidget: "feed") == nil)
    #expect(widget.presentations[0].isClosed)
  }

  @Test func `a presentation with viewers stays`() async throws {
    let registry = makeRegistry()
    let token = try await make(registry)
    let session = try #require(await registry.session(token, ofWidget: "feed"))
    let stream = await session.streamOpened {}
    clock.advance(by: .seconds(48 * 3600))
    await registry.evictIdle()
    await session.streamClosed(stream)
    clock.advance(by: .seconds(3599))
    await registry.evictIdle()
    #expect(await registry.session(token, ofWidget: "feed") != nil)
  }

  @Test func `a presentation is suspended after a minute without a viewer`() async throws {
    let registry = makeRegistry()
    let token = try await make(registry)
    let presentation = widget.presentations[0]
    func suspensions(after seconds: Int) async -> Int {
      clock.advance(by: .seconds(seconds))
      await registry.evictIdle()
      return presentation.suspensions
    }
    #expect(await suspensions(after: 60) == 0)
    #expect(await suspensions(after: 1) == 1)
    #expect(await suspensions(after: 600) == 2)
    let session = try #require(await registry.session(token, ofWidget: "feed"))
    #expect(await suspensions(after: 60) == 2)
    let stream = await session.streamOpened {}
    #expect(await suspensions(after: 60) == 2, "it has a viewer")
    await session.streamClosed(stream)
    #expect(await suspensions(after: 60) == 2, "it had a viewer a minute ago")
    #expect(await suspensions(after: 1) == 3)
  }

  @Test func `memory was released when a presentation reports so`() async throws {
    let registry = makeRegistry()
    _ = try await make(registry)
    widget.presentations[0].canSuspend = false
    clock.advance(by: .seconds(61))
    #expect(await !registry.evictIdle())
    widget.presentations[0].canSuspend = true
    #expect(await registry.evictIdle())
  }

  @Test func `the least recently used one is evicted`() async throws {
    let registry = makeRegistry()
    var tokens: [String] = []
    for _ in 0..<3 {
      tokens.append(try await make(registry))
      clock.advance(by: .seconds(11))
    }
    _ = await registry.session(tokens[0], ofWidget: "feed")
    clock.advance(by: .seconds(1))
    tokens.append(try await make(registry))
    var present: [Bool] = []
    for token in tokens { present.append(await registry.session(token, ofWidget: "feed") != nil) }
    #expect(present == [true, false, true, true])
  }

  @Test func `of a hundred simultaneous ones none is evicted before its client has connected`() async throws {
    let registry = makeRegistry(maximum: 40)
    let made = await withTaskGroup(of: String?.self) { group in
      for _ in 0..<100 {
        group.addTask { [widget] in
          try? await registry.makePresentation(of: widget, in: DrawingWindow(size: Size(width: 1, height: 1)))
        }
      }
      return await group.reduce(into: [String]()) { tokens, token in token.map { tokens.append($0) } }
    }
    #expect(made.count == 40)
    for token in made {
      let session = await registry.session(token, ofWidget: "feed")
      #expect(session != nil)
    }
  }

  @Test func `presentations with viewers are not evicted`() async throws {
    let registry = makeRegistry(maximum: 1)
    let token = try await make(registry)
    _ = await registry.session(token, ofWidget: "feed")?.streamOpened {}
    #expect(try await registry.makePresentation(of: widget, in: DrawingWindow(size: .zero)) == nil)
    let other = ScriptedWidget(id: "other")
    #expect(try await registry.makePresentation(of: other, in: DrawingWindow(size: .zero)) != nil)
  }

  @Test func `a token opens only its own widget's presentation`() async throws {
    let registry = makeRegistry()
    let token = try await make(registry)
    #expect(await registry.session(token, ofWidget: "other") == nil)
  }
}
