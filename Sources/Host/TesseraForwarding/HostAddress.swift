import TesseraValues

/// Where another host of the cluster accepts requests of its peers: plain HTTP in a private network.
package struct HostAddress: Sendable, Hashable, CustomStringConvertible {
  /// A name or an IP address; IPv6 addresses have no brackets.
  package let host: String
  /// The port, from 1 to 65535.
  package let port: Int

  /// Parses `http://10.0.0.1:8080`, `10.0.0.1:8080` or `[::1]:80`. Without a port, it is 80. A slash may follow, but no
  /// path. Returns nil for any other text, such as an address with `https`.
  package init?(_ text: String) {
    var rest = text[...]
    if rest.lowercased().hasPrefix("http://") { rest = rest.dropFirst("http://".count) }
    if rest.hasSuffix("/") { rest = rest.dropLast() }
    guard let authority = HostAuthority(String(rest)) else { return nil }
    host = authority.host
    port = authority.port ?? 80
  }

  /// The address as in a `Host` field.
  package var description: String { "\(HostAuthority.inBrackets(host)):\(port)" }
}
