import Logging
import Metrics
import NIOCore
import Synchronization

/// Counts the connections of a server and the bytes that they buffer, and enforces the common limits.
final class ConnectionRegistry: Sendable {
  private struct State {
    var channels: [ObjectIdentifier: any Channel] = [:]
    var bodyBytes = 0
    var refused = 0
    var lastReport: ContinuousClock.Instant?
  }

  let limits: ConnectionLimits
  /// The maximum number of connections, given the limit of open files.
  let maximumCount: Int
  private let logger: Logger
  private let state = Mutex(State())

  init(limits: ConnectionLimits, openFiles: Int, logger: Logger) {
    self.limits = limits
    // Stores, fonts and images need file descriptors as well.
    maximumCount = max(8, min(limits.maximumCount, openFiles - 64))
    self.logger = logger
  }

  var count: Int { state.withLock { $0.channels.count } }

  /// Registers a connection.
  /// - Returns: Whether there is room for it. If not, it must not be unregistered.
  func enter(_ channel: any Channel) -> Bool {
    let isIn = state.withLock { state in
      guard state.channels.count < maximumCount else { return false }
      state.channels[ObjectIdentifier(channel)] = channel
      return true
    }
    if !isIn { reportRefusal("\(maximumCount) connections are open") }
    return isIn
  }

  /// Unregisters a connection.
  func leave(_ channel: any Channel) {
    state.withLock { _ = $0.channels.removeValue(forKey: ObjectIdentifier(channel)) }
  }

  /// Reserves bytes for a part of a request body.
  /// - Returns: Whether there is room.
  func reserve(_ bytes: Int) -> Bool {
    let hasRoom = state.withLock { state in
      guard state.bodyBytes + bytes <= limits.maximumBodyBytes else { return false }
      state.bodyBytes += bytes
      return true
    }
    if !hasRoom { reportRefusal("the bodies of pending requests exceed \(limits.maximumBodyBytes) bytes") }
    return hasRoom
  }

  /// Releases reserved bytes.
  func release(_ bytes: Int) { state.withLock { $0.bodyBytes -= bytes } }

  /// Closes all connections.
  /// - Returns: The number of connections.
  @discardableResult
  func closeAll() -> Int {
    let channels = state.withLock { Array($0.channels.values) }
    for channel in channels { channel.close(mode: .all, promise: nil) }
    return channels.count
  }

  /// Logs the reason of refusals, at most every ten seconds.
  private func reportRefusal(_ reason: String) {
    Counter(label: "tessera.refusals").increment()
    let refused: Int? = state.withLock { state in
      state.refused += 1
      let now = ContinuousClock.now
      if let last = state.lastReport, now - last < .seconds(10) { return nil }
      state.lastReport = now
      defer { state.refused = 0 }
      return state.refused
    }
    if let refused {
      logger.warning("Refused \(refused) request(s): \(reason)")
    }
  }
}
