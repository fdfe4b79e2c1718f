import Synchronization
import TesseraBoardService
import TesseraData
import TesseraProtocol
import TesseraRuntime
import TesseraViews

/// The server's state for a presentation: its open streams, and the batches of events received so far.
actor PresentationSession {
  /// Ends a stream from outside.
  typealias StreamEnding = @Sendable () -> Void

  private let presentation: any ServedPresentation
  private let maximumStreams: Int
  /// The open streams, oldest first.
  private var streams: [(id: Int, end: StreamEnding)] = [] {
    didSet { activity.withLock { [now] in $0 = Activity(isWatched: !streams.isEmpty, last: now()) } }
  }
  /// The use of the presentation, readable without waiting for the actor.
  private nonisolated let activity: Mutex<Activity>
  private let now: @Sendable () -> ContinuousClock.Instant
  private var nextStream = 1
  /// The number of the last batch of each page, the most recent page last, and the task that handles it.
  private var lastBatches: [(page: String, number: Int, handling: Task<Result, Never>?)] = []
  /// Handles the events received so far.
  private var handling: Task<Result, Never>?
  /// The number of batches and files that have been received but not handled.
  private var waiting = 0

  /// Whether the widget has handled events.
  typealias Result = Swift.Result<Void, ReceiveError>

  /// The reason why events or a file were not handled.
  enum ReceiveError: Error {
    /// Too many are pending. These were not recorded, so the client can send them again.
    case overload
    /// The widget was stopped before it had handled them.
    case widgetUnavailable
  }

  /// The maximum number of batches and files that wait for a presentation. Further ones are answered with 429. A page
  /// sends them one at a time.
  private static let maximumWaiting = 64

  /// The maximum number of pages of a presentation whose last batch is recorded. A further one takes the place of the
  /// oldest. Each reload creates a new page.
  private static let maximumPages = 8

  private struct Activity {
    var isWatched: Bool
    /// The time of the last request, or of the end of the last stream.
    var last: ContinuousClock.Instant
  }

  init(
    _ presentation: any ServedPresentation, maximumStreams: Int,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.presentation = presentation
    self.maximumStreams = maximumStreams
    self.now = now
    activity = Mutex(Activity(isWatched: false, last: now()))
  }

  /// Whether a client has an open stream.
  nonisolated var isWatched: Bool { activity.withLock { $0.isWatched } }

  /// The time since which the presentation is unwatched; nil while it is watched.
  nonisolated var idleSince: ContinuousClock.Instant? { activity.withLock { $0.isWatched ? nil : $0.last } }

  /// Records a use of the presentation.
  nonisolated func touch() { activity.withLock { $0.last = now() } }

  /// Returns the updates for a client.
  func updates(after revision: Int?) async -> AsyncStream<PresentationUpdate> {
    await presentation.updates(after: revision)
  }

  /// Registers an open stream. If there are too many, the oldest is closed.
  ///
  /// A presentation has few streams: one for each page that shows it, and those whose connections were lost without
  /// notice.
  func streamOpened(ending: @escaping StreamEnding) -> Int {
    while streams.count >= max(1, maximumStreams) { streams.removeFirst().end() }
    defer { nextStream += 1 }
    streams.append((nextStream, ending))
    return nextStream
  }

  /// Unregisters a stream.
  func streamClosed(_ id: Int) { streams.removeAll { $0.id == id } }

  /// Forwards events in the order of the batches. Each batch is handled once, because clients that receive no response
  /// send it again.
  /// - Returns: Whether the batch was new.
  /// - Throws: ``ReceiveError``. If the widget was stopped before it had handled the batch, it is thrown each time that
  ///   the batch is sent again.
  func receive(_ batch: EventBatch) async throws(ReceiveError) -> Bool {
    guard waiting < Self.maximumWaiting else { throw .overload }
    let index = lastBatches.firstIndex { $0.page == batch.page }
    let last = index.map { lastBatches.remove(at: $0) } ?? (page: batch.page, number: 0, handling: nil)
    guard batch.number > last.number else {
      record(last)
      try await last.handling?.value.get()
      return false
    }
    let mark = EventMark(
      page: batch.page, batch: batch.repetition?.batch ?? batch.number, isRepeated: batch.repetition != nil)
    let first = batch.repetition?.first ?? 0
    let task = handle([(nil, Array(batch.events[..<first])), (mark, Array(batch.events[first...]))])
    record((batch.page, batch.number, task))
    try await finish(task)
    return true
  }

  private func record(_ batch: (page: String, number: Int, handling: Task<Result, Never>?)) {
    lastBatches.append(batch)
    if lastBatches.count > Self.maximumPages { lastBatches.removeFirst() }
  }

  /// Forwards a file that the user chose in a view, after earlier events.
  func receive(_ file: PickedFile, for view: ViewID) async throws(ReceiveError) {
    guard waiting < Self.maximumWaiting else { throw .overload }
    try await finish(handle([(nil, [.change(view, value: file.value)])]))
  }

  /// Sends events to the presentation after all earlier ones.
  /// - Parameter parts: Events with the mark by which the widget's data knows them; nil if they cannot come a second time.
  private func handle(_ parts: [(mark: EventMark?, events: [ViewEvent])]) -> Task<Result, Never> {
    // An unstructured task, because received events are handled even if their request is cancelled.
    let task = Task { [presentation, previous = handling] in
      _ = await previous?.value
      for (mark, events) in parts where !events.isEmpty {
        let result = await EventMark.$current.withValue(mark) { await presentation.result(of: events) }
        if case .failure = result { return result }
      }
      return .success(())
    }
    handling = task
    waiting += 1
    return task
  }

  private func finish(_ task: Task<Result, Never>) async throws(ReceiveError) {
    let result = await task.value
    waiting -= 1
    try result.get()
  }

  /// Suspends the presentation, if no data is lost.
  /// - Returns: Whether memory was released.
  func suspend() async -> Bool { await presentation.suspend() }

  /// Ends all streams and closes the presentation.
  func close() async {
    for stream in streams { stream.end() }
    streams = []
    await presentation.close()
  }
}

extension ServedPresentation {
  /// Sends events, and returns whether the widget has handled them.
  fileprivate func result(of events: [ViewEvent]) async -> PresentationSession.Result {
    do throws(WidgetUnavailable) {
      return .success(try await send(events))
    } catch {
      return .failure(.widgetUnavailable)
    }
  }
}
