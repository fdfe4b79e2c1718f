import Hummingbird
import ServiceLifecycle
import TesseraRuntime
import TesseraValues

/// Server-sent events: how updates reach a client.
///
/// https://html.spec.whatwg.org/multipage/server-sent-events.html
struct EventStream: Sendable {
  let session: PresentationSession
  /// The revision that the client has; nil if it has none.
  let revision: Int?
  let configuration: ServerConfiguration

  private enum Item: Sendable {
    case update(PresentationUpdate)
    case heartbeat
  }

  /// Writes updates until the client is gone, the server stops, or the client is too slow.
  ///
  /// What waits for the client is bounded: a laptop that sleeps must not fill the memory. It comes back with the
  /// revision it had, and gets the rest, or everything if that is too much.
  func write(to writer: inout any ResponseBodyWriter) async throws {
    let (items, continuation) = AsyncStream.makeStream(
      of: Item.self, bufferingPolicy: .bufferingOldest(configuration.maximumPendingUpdates))
    let updates = await session.updates(after: revision)
    let id = await session.streamOpened { continuation.finish() }
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          for await update in updates {
            if case .dropped = continuation.yield(.update(update)) { break }
          }
          continuation.finish()
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
        for await item in items { try await writer.write(ByteBuffer(string: Self.text(of: item))) }
        group.cancelAll()
      }
    } catch is CancellationError {
      // The sleeping tasks end with this error; so does a client that went away.
    } catch {
      await session.streamClosed(id)
      throw error
    }
    await session.streamClosed(id)
  }

  private static func text(of item: Item) -> String {
    switch item {
    case .update(let update): "id: \(update.revision)\ndata: \(WireFormat.text(of: update))\n\n"
    case .heartbeat: ": alive\n\n"
    }
  }
}
