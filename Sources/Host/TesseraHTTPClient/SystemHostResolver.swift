import Dispatch
import Synchronization
import TesseraServices
package import TesseraValues

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The system's resolver (`getaddrinfo`).
package struct SystemHostResolver: HostResolver {
  /// Creates a resolver.
  package init() {}

  /// Queries the system. A cancelled task receives an empty result at once, but the look-up itself cannot be cancelled.
  package func addresses(of host: String) async -> [NetworkAddress] {
    if let address = NetworkAddress(host) { return [address] }
    let answer = Answer()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        answer.wait(with: continuation)
        Self.queue.async { answer.resolve(Self.lookUp(host)) }
      }
    } onCancel: {
      answer.resolve([])
    }
  }

  private static let queue = DispatchQueue(label: "tessera.host-resolver", attributes: .concurrent)

  /// Delivers the first of two results, exactly once.
  private final class Answer: Sendable {
    private struct State {
      var continuation: CheckedContinuation<[NetworkAddress], Never>?
      var addresses: [NetworkAddress]?
    }

    private let state = Mutex(State())

    func wait(with continuation: CheckedContinuation<[NetworkAddress], Never>) {
      let early = state.withLock { state in
        if state.addresses == nil { state.continuation = continuation }
        return state.addresses
      }
      if let early { continuation.resume(returning: early) }
    }

    func resolve(_ addresses: [NetworkAddress]) {
      let waiting = state.withLock { state in
        guard state.addresses == nil else { return CheckedContinuation<[NetworkAddress], Never>?.none }
        state.addresses = addresses
        defer { state.continuation = nil }
        return state.continuation
      }
      waiting?.resume(returning: addresses)
    }
  }

  private static func lookUp(_ host: String) -> [NetworkAddress] {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    #if canImport(Glibc)
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      hints.ai_socktype = SOCK_STREAM
    #endif
    hints.ai_flags = AI_ADDRCONFIG
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    var found: [NetworkAddress] = []
    var entry = list
    while let info = entry?.pointee {
      if let address = info.ai_addr.flatMap({ address(at: $0) }), !found.contains(address) { found.append(address) }
      entry = info.ai_next
    }
    return found
  }

  private static func address(at pointer: UnsafeMutablePointer<sockaddr>) -> NetworkAddress? {
    let raw = UnsafeRawPointer(pointer)
    switch Int32(pointer.pointee.sa_family) {
    case AF_INET:
      let address = raw.loadUnaligned(as: sockaddr_in.self).sin_addr
      return withUnsafeBytes(of: address) { NetworkAddress(bytes: Array($0)) }
    case AF_INET6:
      let address = raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr
      return withUnsafeBytes(of: address) { NetworkAddress(bytes: Array($0)) }
    default: return nil
    }
  }
}
