/// A host with an optional port, as in URLs and the `Host` header field: `localhost:8080`, `192.0.2.1`, `[::1]:8080`.
package struct HostAuthority: Sendable, Hashable {
  /// The host in the form of ``normalizedHost(_:)``; IPv6 addresses have no brackets.
  package var host: String
  /// The port, from 1 to 65535; nil if there is none.
  package var port: Int?

  /// Parses an authority. Returns nil if the text is invalid. User names are not accepted.
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

  /// Returns the host as written before a port: IPv6 addresses are in brackets (RFC 3986, section 3.2.2).
  package static func inBrackets(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }

  /// Parses the authority of a URL that begins with `http://` or `https://`; returns nil for any other text.
  package init?(ofAddress address: String) {
    guard let text = address.prefixMatch(of: /https?:\/\/([^\/?#\s]+)/)?.1 else { return nil }
    self.init(String(text))
  }

  /// Returns the normalized spelling used to compare hosts: lower case, with addresses in their canonical text form.
  /// - Parameter host: A name, or an address without brackets.
  package static func normalizedHost(_ host: some StringProtocol) -> String {
    NetworkAddress(String(host))?.description ?? host.lowercased()
  }

  /// Returns whether a name can have a byte: a small letter, a digit, a hyphen, an underscore, or the dot between labels.
  package static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// The names of the local machine that cannot be redirected to another host.
  package static let loopbackHosts: Set<String> = ["localhost", "127.0.0.1", "::1"]
}

// MARK: - Parts shared with host patterns

extension HostAuthority {
  /// Splits a text at its last colon. A colon inside a bracketed address is ignored.
  static func split(_ text: Substring) -> (host: Substring, port: Substring?) {
    guard let colon = text.lastIndex(of: ":"), !text[colon...].contains("]") else { return (text, nil) }
    return (text[..<colon], text[text.index(after: colon)...])
  }

  /// Parses a port from 1 to 65535 in decimal digits.
  static func port(_ digits: Substring) -> Int? {
    let isNumber = digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard isNumber, let number = Int(digits), (1...65535).contains(number) else { return nil }
    return number
  }

  /// Parses an IPv6 address in brackets; returns nil for any other text.
  static func bracketedAddress(_ text: Substring) -> NetworkAddress? {
    guard text.hasPrefix("["), text.hasSuffix("]"), let address = NetworkAddress(String(text.dropFirst().dropLast()))
    else { return nil }
    return address.isIPv6 ? address : nil
  }
}
