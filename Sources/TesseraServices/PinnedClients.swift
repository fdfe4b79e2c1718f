import AsyncHTTPClient
import NIOCore
import NIOHTTPCompression
import Synchronization
import TesseraValues

/// HTTP clients that each connect one host name to one address.
///
/// An address is checked before the request; if the client looked the name up again, a name server could answer
/// differently the second time. So the client is told the address, while the `Host` field, the server name in the TLS
/// handshake and the certificate are still those of the name.
final class PinnedClients: Sendable {
  struct Pin: Hashable {
    var host: String
    var address: NetworkAddress
  }

  private struct Entry {
    let client: HTTPClient
    var users = 0
    var lastUse = 0
  }

  private struct State {
    var entries: [Pin: Entry] = [:]
    var uses = 0
  }

  private let state = Mutex(State())
  private let maximumIdle: Int
  private let maximumDecompressedBytes: Int

  /// - Parameters:
  ///   - maximumIdle: how many clients keep their connections while nobody uses them.
  ///   - maximumDecompressedBytes: the largest body that any client inflates.
  init(maximumIdle: Int = 32, maximumDecompressedBytes: Int) {
    self.maximumIdle = maximumIdle
    self.maximumDecompressedBytes = maximumDecompressedBytes
  }

  deinit {
    for entry in state.withLock({ $0.entries.values }) { Self.shutDown(entry.client) }
  }

  /// Runs a body with the client of a pin, which stays alive for as long.
  func withClient<Result: Sendable>(
    for pin: Pin, _ body: (HTTPClient) async throws -> Result
  ) async throws -> Result {
    let client = acquire(pin)
    defer { release(pin) }
    return try await body(client)
  }

  private func acquire(_ pin: Pin) -> HTTPClient {
    state.withLock { state in
      var entry = state.entries[pin] ?? Entry(client: makeClient(for: pin))
      state.uses += 1
      entry.users += 1
      entry.lastUse = state.uses
      state.entries[pin] = entry
      return entry.client
    }
  }

  private func release(_ pin: Pin) {
    let surplus: [HTTPClient] = state.withLock { state in
      state.entries[pin]?.users -= 1
      let idle = state.entries.filter { $0.value.users == 0 }.sorted { $0.value.lastUse < $1.value.lastUse }
      return idle.dropLast(maximumIdle).compactMap { state.entries.removeValue(forKey: $0.key)?.client }
    }
    for client in surplus { Self.shutDown(client) }
  }

  private static func shutDown(_ client: HTTPClient) {
    client.shutdown { _ in }
  }

  private func makeClient(for pin: Pin) -> HTTPClient {
    var configuration = HTTPClient.Configuration(
      // Redirects are followed by the transport, which checks each target first.
      redirectConfiguration: .disallow,
      timeout: .init(connect: .seconds(10)),
      decompression: .enabled(limit: .size(maximumDecompressedBytes)))
    // A refused connection is an answer for people; it is theirs, or the update's, to try again.
    configuration.connectionPool.retryConnectionEstablishment = false
    // An IPv6 host is known to the client with its brackets.
    configuration.dnsOverride = [pin.host.contains(":") ? "[\(pin.host)]" : pin.host: pin.address.description]
    return HTTPClient(configuration: configuration)
  }
}
