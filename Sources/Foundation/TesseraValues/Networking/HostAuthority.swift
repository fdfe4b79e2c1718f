/// A host with a port, as it stands in URLs and in the field `Host`: `localhost:8080`, `192.0.2.1`, `[::1]:8080`.
package struct HostAuthority: Sendable, Hashable {
  /// The host as ``normalizedHost(_:)`` spells it: an IPv6 address without brackets.
  package var host: String
  /// The port, from 1 to 65535; nil where none is written.
  package var port: Int?

  /// Reads an authority; nil for what is none. User names are not accepted.
  package init?(_ text: String) {
    let parts = Self.split(text[...])
    if let digits = parts.port {
      guard let port = Self.port(digits) else { return nil }
      self.port = port
    }
    if let address = Self.bracketedAddress(parts.host) {
      host = address.description
    } else {
      guard !parts.host.isEmpty, !parts.host.contains(where: { "[]:@/?#\\".contains($0) }) else { return nil }
      host = Self.normalizedHost(parts.host)
    }
  }

  /// A host as it stands in front of a port: an IPv6 address in brackets (RFC 3986, section 3.2.2).
  package static func inBrackets(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }

  /// The authority of an address that begins with `http://` or `https://`; nil for anything else.
  package init?(ofAddress address: String) {
    guard let text = address.prefixMatch(of: /https?:\/\/([^\/?#\s]+)/)?.1 else { return nil }
    self.init(String(text))
  }

  /// A host in the one spelling by which hosts are compared: lower case, addresses in their usual text form.
  /// - Parameter host: a name, or an address without brackets.
  package static func normalizedHost(_ host: some StringProtocol) -> String {
    NetworkAddress(String(host))?.description ?? host.lowercased()
  }

  /// The names of this machine that nobody can make point elsewhere.
  package static let loopbackHosts: Set<String> = ["localhost", "127.0.0.1", "::1"]
}

// MARK: - Parts, which patterns of hosts have as well

extension HostAuthority {
  /// What stands before and behind the last colon; a colon of an address in brackets does not count.
  static func split(_ text: Substring) -> (host: Substring, port: Substring?) {
    guard let colon = text.lastIndex(of: ":"), !text[colon...].contains("]") else { return (text, nil) }
    return (text[..<colon], text[text.index(after: colon)...])
  }

  /// A port in decimal digits, from 1 to 65535.
  static func port(_ digits: Substring) -> Int? {
    let isNumber = digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard isNumber, let number = Int(digits), (1...65535).contains(number) else { return nil }
    return number
  }

  /// The IPv6 address that stands in brackets; nil for anything else.
  static func bracketedAddress(_ text: Substring) -> NetworkAddress? {
    guard text.hasPrefix("["), text.hasSuffix("]"), let address = NetworkAddress(String(text.dropFirst().dropLast()))
    else { return nil }
    return address.isIPv6 ? address : nil
  }
}
