#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// An IPv4 or IPv6 address.
package struct NetworkAddress: Sendable, Hashable, CustomStringConvertible {
  /// The four or sixteen bytes of the address in network byte order.
  package let bytes: [UInt8]

  private init(octets: (UInt8, UInt8, UInt8, UInt8)) { bytes = [octets.0, octets.1, octets.2, octets.3] }

  /// This machine, `127.0.0.1`.
  package static let loopback = NetworkAddress(octets: (127, 0, 0, 1))

  /// Creates an address from four or sixteen bytes in network byte order.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// Parses an address such as `192.0.2.1` or `2001:db8::1`. Ports, brackets, zones and abbreviated IPv4 forms are not
  /// accepted.
  package init?(_ text: String) {
    var v4 = [UInt8](repeating: 0, count: 4)
    if inet_pton(AF_INET, text, &v4) == 1 {
      bytes = v4
      return
    }
    var v6 = [UInt8](repeating: 0, count: 16)
    guard inet_pton(AF_INET6, text, &v6) == 1 else { return nil }
    bytes = v6
  }

  /// Whether this is an IPv6 address.
  package var isIPv6: Bool { bytes.count == 16 }

  /// The IPv4 address that an IPv6 address contains (RFC 4291, section 2.5.5.2), or else the address itself.
  package var unmapped: NetworkAddress {
    guard isIPv6, bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) else { return self }
    return NetworkAddress(bytes: Array(bytes.suffix(4))) ?? self
  }

  /// The canonical text form.
  package var description: String {
    if !isIPv6 { return bytes.map(String.init).joined(separator: ".") }
    var buffer = [CChar](repeating: 0, count: 64)
    let text = bytes.withUnsafeBytes { inet_ntop(AF_INET6, $0.baseAddress, &buffer, socklen_t(buffer.count)) }
    guard text != nil else { return "::" }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
