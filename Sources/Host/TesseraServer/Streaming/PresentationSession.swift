import Synchronization
import TesseraBoardService
import TesseraProtocol
import TesseraRuntime
import TesseraViews

/// What the server remembers about a presentation: who watches it, and which batches of events it has taken.
actor PresentationSession {
  /// Ends a stream from outside.
  typealias StreamEnding = @Sendable () -> Void

  private let presentation: any ServedPresentation
  private let maximumStreams: Int
  /// The streams that are open, oldest first.
  private var streams: [(id: Int, end: StreamEnding)] = [] {
    didSet { use.withLock { [now] in $0 = Use(isWatched: !streams.isEmpty, last: now()) } }
  }
  /// How the presentation is used, for those who cannot wait for this actor.
  private nonisolated let use: Mutex<Use>
  private let now: @Sendable () -> ContinuousClock.Instant
  private var nextStream = 1
  /// The last batch of each page, the page that was heard last at the end.
  private var lastBatches: [(page: String, number: Int)] = []
  /// Handles the events that were taken so far.
  private var handling: Task<Void, Never>?
  /// How many batches and files were taken that are not handled yet.
  private var waiting = 0

  /// More waits for the presentation than it may be sent. Whoever sends it again later loses nothing.
  struct Overload: Error {}

  /// The most batches and files that wait: a page sends one after the other.
  private static let maximumWaiting = 64

  /// How many pages' batches are remembered: reloads make new pages.
  private static let maximumPages = 8

  private struct Use {
    var isWatched: Bool
    /// When somebody asked for the presentation last, or ended looking at it.
    var last: ContinuousClock.Instant
  }

  init(
    _ presentation: any ServedPresentation, maximumStreams: Int,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.presentation = presentation
    self.maximumStreams = maximumStreams
    self.now = now
    use = Mutex(Use(isWatched: false, last: now()))
  }

  /// Whether a client is connected.
  nonisolated var isWatched: Bool { use.withLock { $0.isWatched } }

  /// Since when nobody looks; nil while somebody does.
  nonisolated var idleSince: ContinuousClock.Instant? { use.withLock { $0.isWatched ? nil : $0.last } }

  /// Says that somebody asks for the presentation.
  nonisolated func touch() { use.withLock { $0.last = now() } }

  /// What a client is to be told.
  func updates(after revision: Int?) async -> AsyncStream<PresentationUpdate> {
    await presentation.updates(after: revision)
  }

  /// Counts a stream as open. A presentation has few streams: one per page that shows it, and ones whose connection is
  /// gone without a word. The oldest makes room for a new one.
  func streamOpened(ending: @escaping StreamEnding) -> Int {
    while streams.count >= max(1, maximumStreams) { streams.removeFirst().end() }
    defer { nextStream += 1 }
    streams.append((nextStream, ending))
    return nextStream
  }

  /// Counts a stream as closed.
  func streamClosed(_ id: Int) { streams.removeAll { $0.id == id } }

  /// Hands events on, in the order in which batches came, and each batch once: a client that does not hear back
  /// sends again.
  /// - Returns: whether the batch was new.
  func receive(_ batch: EventBatch) async throws(Overload) -> Bool {
    guard waiting < Self.maximumWaiting else { throw Overload() }
    let place = lastBatches.firstIndex { $0.page == batch.page }
    let last = place.map { lastBatches.remove(at: $0).number } ?? 0
    lastBatches.append((batch.page, max(last, batch.number)))
    if lastBatches.count > Self.maximumPages { lastBatches.removeFirst() }
    guard batch.number > last else {
      await handling?.value
      return false
    }
    await handle(batch.events)
    return true
  }

  /// Hands a file on that a person chose in a view, after the events that came before it.
  func receive(_ file: PickedFile, for view: ViewID) async throws(Overload) {
    guard waiting < Self.maximumWaiting else { throw Overload() }
    await handle([.change(view, value: file.value)])
  }

  /// Carries events out after those before them.
  private func handle(_ events: [ViewEvent]) async {
    // A task of its own: what was taken is carried out, even if the request that brought it is cancelled.
    let task = Task { [presentation, previous = handling] in
      await previous?.value
      await presentation.send(events)
    }
    handling = task
    waiting += 1
    await task.value
    waiting -= 1
  }

  /// Lets the presentation give memory back, if nothing is lost by that.
  /// - Returns: whether it did.
  func suspend() async -> Bool { await presentation.suspend() }

  /// Ends all streams and lets go of the presentation.
  func close() async {
    for stream in streams { stream.end() }
    streams = []
    await presentation.close()
  }
}
