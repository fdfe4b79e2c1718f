import Logging
import ServiceLifecycle

/// Closes the remaining connections some time after a shutdown began. Endless bodies and clients that do not read must
/// not delay it.
///
/// Services shut down one after the other, the last of the group first, and each waits for the one before. This service
/// therefore follows the server in the group, and its timer runs in a separate task.
struct ShutdownDeadline: Service {
  let connections: ConnectionRegistry
  let logger: Logger

  func run() async throws {
    try await gracefulShutdown()
    Task { [connections, logger] in
      try await Task.sleep(for: connections.limits.stopTime)
      let count = connections.closeAll()
      if count > 0 { logger.warning("Closed \(count) connection(s) that did not finish in time") }
    }
  }
}
