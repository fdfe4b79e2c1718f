import Foundation
import NIOCore
import NIOPosix
package import TesseraValues

/// Tries to connect to servers, without sending anything.
package enum ConnectionTest {
  /// Opens a TCP connection, and closes it.
  /// - Parameter seconds: The time limit.
  /// - Returns: Why there is no connection; nil if there was one.
  package static func problem(connectingTo address: NetworkAddress, port: Int, within seconds: Int) async -> String? {
    do {
      let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .connectTimeout(.seconds(Int64(seconds)))
        .connect(to: SocketAddress(ipAddress: address.description, port: port)).get()
      try? await channel.close()
      return nil
    } catch let error as IOError {
      return String(cString: strerror(error.errnoCode))
    } catch {
      return "no answer within \(seconds) seconds"
    }
  }

  /// Whether a server could listen on a port.
  package enum PortState: Sendable, Hashable {
    /// No program listens on it.
    case free
    /// A program listens on it.
    case taken
    /// The system does not let this account listen on it.
    case refused
  }

  /// Listens on a port of the loopback address for a moment.
  package static func state(ofPort port: Int) async -> PortState {
    do {
      let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .bind(host: "127.0.0.1", port: port).get()
      try? await channel.close()
      return .free
    } catch let error as IOError where error.errnoCode == EACCES {
      return .refused
    } catch {
      return .taken
    }
  }
}
