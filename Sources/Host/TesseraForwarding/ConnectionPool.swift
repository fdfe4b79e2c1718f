import NIOCore
import Synchronization

/// Keeps connections to other hosts between requests.
final class ConnectionPool: Sendable {
  private let group: any EventLoopGroup
  private let connectTime: Duration
  private let idle = Mutex<[HostAddress: [UpstreamConnection]]>([:])

  /// The maximum number of idle connections to each host. Further ones are closed.
  private static let maximumIdle = 16
  /// The time for which an idle connection is kept. It is shorter than the time after which servers close idle
  /// connections, so that no request is sent while the other host does so.
  private static let idleTime = Duration.seconds(30)

  init(group: any EventLoopGroup, connectTime: Duration) {
    self.group = group
    self.connectTime = connectTime
  }

  deinit {
    for connection in idle.withLock({ $0.values.flatMap(\.self) }) { connection.closeIfIdle() }
  }

  /// Returns a lease on an idle connection; nil if there is none.
  func idleLease(to host: HostAddress) async -> UpstreamLease? {
    while let connection = idle.withLock({ $0[host]?.popLast() }) {
      if let lease = await connection.begin() { return lease }
    }
    return nil
  }

  /// Opens a connection, and returns a lease on it.
  /// - Throws: ``ForwardingFailure/unreachable(_:)``.
  func newLease(to host: HostAddress) async throws(ForwardingFailure) -> UpstreamLease {
    let connection = try await UpstreamConnection.open(to: host, on: group, within: connectTime)
    connection.onClose { [weak self, weak connection] in
      guard let connection else { return }
      self?.forget(connection)
    }
    guard let lease = await connection.begin() else { throw .unreachable("the host closed the connection at once") }
    return lease
  }

  /// Takes back a connection whose response was read completely.
  func keep(_ connection: UpstreamConnection) {
    connection.rest(Self.idleTime)
    let isKept = idle.withLock { idle in
      guard idle[connection.host, default: []].count < Self.maximumIdle else { return false }
      idle[connection.host, default: []].append(connection)
      return true
    }
    if !isKept { connection.closeIfIdle() }
  }

  private func forget(_ connection: UpstreamConnection) {
    idle.withLock { idle in
      idle[connection.host]?.removeAll { $0 === connection }
      if idle[connection.host]?.isEmpty == true { idle[connection.host] = nil }
    }
  }
}
