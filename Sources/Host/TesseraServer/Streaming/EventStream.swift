import Hummingbird
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
  /// The revision that the client has; nil if it has none.
  let revision: Int?
  /// Where the addresses are noted that the client is told.
  var addresses: ShownAddresses?
}

/// A board that a client watches.
struct WatchedBoard: Sendable {
  let host: BoardHost
  let id: String
  /// The grid that it is shown on.
  let grid: GridSize
}

/// What a client that reads slowly is told: the latest state, and none before.
private final class Latest<State: Sendable>: Sendable {
  private let state = Mutex<State?>(nil)

  /// Notes a state.
  /// - Returns: whether one before it was not taken yet.
  func put(_ next: State) -> Bool {
    state.withLock { state in
      defer { state = next }
      return state != nil
    }
  }

  func next() -> State? { state.withLock { $0.take() } }
}

/// Server-sent events: how updates reach a client.
///
/// Events are named by the token of their presentation. Their identity lists the revisions of all presentations, in order,
/// `-` where the client has none: what a browser gives back as `Last-Event-ID` when it reconnects. A board comes whole with each
/// change, as the event `board`, and has no part in that.
///
/// https://html.spec.whatwg.org/multipage/server-sent-events.html
struct EventStream: Sendable {
  let presentations: [WatchedPresentation]
  var board: WatchedBoard?
  /// Tells with a board how fresh its widgets are.
  var updates: UpdateCoordinator?
  let configuration: ServerConfiguration

  private enum Item: Sendable {
    case update(PresentationUpdate, of: Int)
    /// The board is another one now.
    case board
    /// How fresh widgets are.
    case freshness
    case ended
    case heartbeat
  }

  /// Writes updates until the client is gone, the server stops, or the client is too slow.
  ///
  /// What waits for the client is bounded: a laptop that sleeps must not fill the memory. It comes back with the
  /// revision it had, and gets the rest, or everything if that is too much.
  func write(to writer: inout any ResponseBodyWriter) async throws {
    let (items, continuation) = AsyncStream.makeStream(
      of: Item.self,
      bufferingPolicy: .bufferingOldest(configuration.maximumPendingUpdates * max(1, presentations.count)))
    let latest = Latest<BoardUpdate>()
    let freshness = Latest<Value>()
    var sources: [(session: PresentationSession, id: Int, task: Task<Void, Never>)] = []
    for (index, presentation) in presentations.enumerated() {
      guard let session = presentation.session else { continue }
      let id = await session.streamOpened { continuation.finish() }
      // A task that nobody waits for: a widget that does not answer keeps neither the others nor the connection.
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
              // Only the latest counts, however slow the client is.
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
        // Clients come back quickly, and see at once that the stream is there.
        try await writer.write(ByteBuffer(string: "retry: 400\n\n"))
        try await write(items, latest, freshness, from: sources.count + (board == nil ? 0 : 1), to: &writer)
        group.cancelAll()
      }
    } catch is CancellationError {
      // The sleeping tasks end with this error; so does a client that went away.
    } catch {
      for source in sources { await source.session.streamClosed(source.id) }
      throw error
    }
    for source in sources { await source.session.streamClosed(source.id) }
  }

  /// Writes items until they end, or until no source is left.
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
      switch item {
      case .update(let update, let index):
        revisions[index] = update.revision
        presentations[index].addresses?.record(update)
        try await writer.write(ByteBuffer(string: text(of: update, at: index, revisions: revisions)))
      case .board:
        guard let update = latest.next() else { continue }
        try await writer.write(
          ByteBuffer(string: "event: board\ndata: \(JSONText.text(of: WireFormat.value(of: update)))\n\n"))
      case .freshness:
        guard let value = freshness.next() else { continue }
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
