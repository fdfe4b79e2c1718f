import Logging
import ServiceLifecycle

/// Closes the connections of a server that was asked to stop, a while after that: bodies that never end and clients that
/// do not read must not keep it.
///
/// Services are asked to stop one after the other, the last of a group first, and each has to end before the next is
/// asked. So this one stands behind the server, and counts the time in a task of its own.
struct ShutdownDeadline: Service {
  let census: ConnectionRegistry
  let logger: Logger

  func run() async throws {
    try await gracefulShutdown()
    Task { [census, logger] in
      try await Task.sleep(for: census.limits.stopTime)
      let count = census.closeAll()
      if count > 0 { logger.warning("Closed \(count) connection(s) that were not done in time") }
    }
  }
}
