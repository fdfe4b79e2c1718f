import Hummingbird
import Metrics
import ServiceLifecycle
import Synchronization
import TesseraBoard
import TesseraBoardService
import TesseraProtocol
import TesseraRuntime
import TesseraValues

/// A presentation that a client watches.
struct WatchedPresentation: Sendable {
  /// The widget's identity.
  var widget = ""
  /// The presentation's token.
  let token: String
  /// The presentation; nil if there is none with that token.
  let session: PresentationSession?
  /// The last revision that the client received; nil if there is none.
  let revision: Int?
  /// The record of the image URLs that the client receives.
  var addresses: ShownAddresses?
}

/// A board that a client watches.
struct WatchedBoard: Sendable {
  let host: BoardHost
  let id: String
  /// The grid on which the client shows the board.
  let grid: GridSize
}

/// The latest state for a slow client, which skips earlier ones.
private final class Latest<State: Sendable>: Sendable {
  private let state = Mutex<State?>(nil)

  /// Replaces the state.
  /// - Returns: Whether the previous state had not been read yet.
  func put(_ next: State) -> Bool {
    state.withLock { state in
      defer { state = next }
      return state != nil
    }
  }

  func next() -> State? { state.withLock { $0.take() } }
}

/// Sends updates to a client as server-sent events.
///
/// The type of an event is the token of its presentation. The event ID lists the last revisions of all presentations,
/// in order, with `-` for none. Browsers send it as `Last-Event-ID` when they reconnect. With each change, a board is
/// sent as a whole, as the event `board` without an ID.
///
/// https://html.spec.whatwg.org/multipage/server-sent-events.html
struct EventStream: Sendable {
  let presentations: [WatchedPresentation]
  var board: WatchedBoard?
  /// Provides the freshness of the board's widgets.
  var updates: UpdateCoordinator?
  let configuration: ServerConfiguration
  /// Whether the visitor still has the rights with which the stream began. It is checked before each event and each
  /// heartbeat; if not, the stream ends, and the client's next request finds out what is left.
  var isPermitted: @Sendable () -> Bool = { true }

  private enum Item: Sendable {
    case update(PresentationUpdate, of: Int)
    /// The board has changed.
    case board
    /// The freshness of widgets has changed.
    case freshness
    case ended
    case heartbeat
  }

  /// Writes updates until the client disconnects, the server stops, or the client is too slow.
  ///
  /// The number of pending updates is limited, so that a sleeping client does not fill the memory. When it reconnects
  /// with its last revision, it receives the missed updates, or the whole tree if there are too many.
  func write(to writer: inout any ResponseBodyWriter) async throws {
    let (items, continuation) = AsyncStream.makeStream(
      of: Item.self,
      bufferingPolicy: .bufferingOldest(configuration.maximumPendingUpdates * max(1, presentations.count)))
    let openStreams = Meter(label: "tessera.streams")
    openStreams.increment()
    defer { openStreams.decrement() }
    let latest = Latest<BoardUpdate>()
    let freshness = Latest<Value>()
    var sources: [(session: PresentationSession, id: Int, task: Task<Void, Never>)] = []
    for (index, presentation) in presentations.enumerated() {
      guard let session = presentation.session else { continue }
      let id = await session.streamOpened { continuation.finish() }
      // An unstructured task, because an unresponsive widget must not block the other widgets or the connection.
      let task = Task {
        for await update in await session.updates(after: presentation.revision) {
          if case .dropped = continuation.yield(.update(update, of: index)) { return continuation.finish() }
        }
        continuation.yield(.ended)
      }
      sources.append((session, id, task))
    }
    defer { for source in sources { source.task.cancel() } }
    let seen = presentations.filter { $0.session != nil }.map(\.widget)
    await updates?.setViewed(seen, true)
    defer { if let updates { Task { await updates.setViewed(seen, false) } } }
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        if let board {
          let changes = await board.host.updates(of: board.id, on: board.grid)
          group.addTask {
            for await update in changes {
              // Only the latest state is sent, however slow the client is.
              if !latest.put(update) { continuation.yield(.board) }
            }
            continuation.yield(.ended)
          }
          if let updates {
            let states = await updates.freshness()
            group.addTask {
              for await state in states where !freshness.put(state) { continuation.yield(.freshness) }
            }
          }
        }
        group.addTask {
          while !Task.isCancelled {
            try await Task.sleep(for: configuration.heartbeat)
            continuation.yield(.heartbeat)
          }
        }
        group.addTask {
          try await gracefulShutdown()
          continuation.finish()
        }
        // A short reconnection time. The first bytes also confirm that the stream is open.
        try await writer.write(ByteBuffer(string: "retry: 400\n\n"))
        try await write(items, latest, freshness, from: sources.count + (board == nil ? 0 : 1), to: &writer)
        group.cancelAll()
      }
    } catch is CancellationError {
      // Cancelled sleeps and disconnected clients both end with this error.
    } catch {
      for source in sources { await source.session.streamClosed(source.id) }
      throw error
    }
    for source in sources { await source.session.streamClosed(source.id) }
  }

  /// Writes items until they end or no source remains.
  private func write(
    _ items: AsyncStream<Item>, _ latest: Latest<BoardUpdate>, _ freshness: Latest<Value>, from sources: Int,
    to writer: inout any ResponseBodyWriter
  ) async throws {
    for presentation in presentations where presentation.session == nil {
      try await writer.write(ByteBuffer(string: "event: \(presentation.token)\ndata: null\n\n"))
    }
    var open = sources
    if open == 0 { return }
    var revisions = presentations.map(\.revision)
    for await item in items {
      guard isPermitted() else { return }
      switch item {
      case .update(let update, let index):
        revisions[index] = update.revision
        presentations[index].addresses?.record(update)
        try await writer.write(ByteBuffer(string: text(of: update, at: index, revisions: revisions)))
      case .board:
        guard let update = latest.next() else { continue }
        try await writer.write(
          ByteBuffer(string: "event: board\ndata: \(update.text)\n\n"))
      case .freshness:
        guard let board, let states = freshness.next()?.dictionary else { continue }
        // The states of all widgets are published, but a visitor may not see all boards.
        let tiles = await board.host.tiles(of: board.id)
        let value = Value.dictionary(states.filter { tiles.contains($0.key) })
        guard isPermitted() else { return }
        try await writer.write(ByteBuffer(string: "event: freshness\ndata: \(JSONText.text(of: value))\n\n"))
      case .ended:
        open -= 1
        if open == 0 { return }
      case .heartbeat: try await writer.write(ByteBuffer(string: ": alive\n\n"))
      }
    }
  }

  private func text(of update: PresentationUpdate, at index: Int, revisions: [Int?]) -> String {
    let id = revisions.map { $0.map { "\($0)" } ?? "-" }.joined(separator: ",")
    return "event: \(presentations[index].token)\nid: \(id)\ndata: \(WireFormat.text(of: update))\n\n"
  }
}
