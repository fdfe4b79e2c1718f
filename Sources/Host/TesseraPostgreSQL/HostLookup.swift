import Dispatch
import Glibc
import Synchronization

/// Looks up host names with a deadline. libpq would wait for the resolver without one.
enum HostLookup {
  /// Returns the addresses of a host in the resolver's order, at least one, or why there are none; nil if the deadline
  /// passed first.
  ///
  /// The look-up itself cannot be stopped, and ends on a thread of its own.
  static func addresses(of host: String, before deadline: ContinuousClock.Instant) -> Answer? {
    let result = Shared()
    // A serial queue has a thread of its own, however many look-ups are waiting.
    DispatchQueue(label: "tessera.postgresql.resolver").async {
      let answer = lookUp(host)
      result.answer.withLock { $0 = answer }
      result.isReady.signal()
    }
    return result.isReady.take(before: deadline) ? result.answer.withLock { $0 } : nil
  }

  /// The addresses of a host, or the resolver's message.
  enum Answer: Sendable {
    case found([String])
    case failed(String)
  }

  private final class Shared: Sendable {
    let answer = Mutex<Answer?>(nil)
    let isReady = DispatchSemaphore(value: 0)
  }

  private static func lookUp(_ host: String) -> Answer {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let problem = getaddrinfo(host, nil, &hints, &list)
    guard problem == 0 else { return .failed(String(cString: gai_strerror(problem))) }
    defer { freeaddrinfo(list) }
    var found: [String] = []
    var entry = list
    while let info = entry?.pointee {
      if let address = text(of: info), !found.contains(address) { found.append(address) }
      entry = info.ai_next
    }
    return found.isEmpty ? .failed("No address is known") : .found(found)
  }

  private static func text(of info: addrinfo) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(NI_MAXHOST)) { buffer in
      guard let start = buffer.baseAddress,
        getnameinfo(info.ai_addr, info.ai_addrlen, start, socklen_t(buffer.count), nil, 0, NI_NUMERICHOST) == 0
      else { return nil }
      return String(cString: start)
    }
  }
}
