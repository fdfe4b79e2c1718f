/// An entry of a manifest's `hosts`, similar to a host source of the Content Security Policy: `api.example.org`,
/// `*.example.org` (any subdomain, but not `example.org` itself), `localhost:8080`, `[::1]:*`. Without a port, only the
/// scheme's default port (80 or 443) matches; `*` matches any port.
package struct HostPattern: Sendable, Hashable, CustomStringConvertible {
  /// The reason why a text is not a valid pattern.
  package enum Problem: Error, Sendable, Hashable {
    /// The text begins with a scheme. The associated value is the part between the scheme and the path.
    case hasScheme(host: String)
    /// The text contains a path, a query or a user name.
    case isMoreThanHost
    /// The port is invalid.
    case isNoPort(String)
    /// The text in brackets is not an IPv6 address.
    case isNoAddress
    /// A `*` is not at the start of a whole name.
    case hasWildcard
    /// The name is not a valid host name.
    case isNoName
    /// A `*.` precedes a single label or an address.
    case isTooWide
  }

  private enum Port: Hashable {
    case standard
    case any
    case number(Int)
  }

  private let name: String
  private let includesSubdomains: Bool
  private let port: Port

  /// Parses a pattern.
  package init(parsing text: String) throws(Problem) {
    var rest = text.lowercased()[...]
    if let end = rest.firstRange(of: "://")?.upperBound {
      throw .hasScheme(host: String(rest[end...].prefix { !"/?#".contains($0) }))
    }
    guard !rest.contains(where: { "/?#@\\".contains($0) }) else { throw .isMoreThanHost }
    let parts = HostAuthority.split(rest)
    port = try parts.port.map(Self.port) ?? .standard
    rest = parts.host
    if rest.hasPrefix("[") {
      guard let address = HostAuthority.bracketedAddress(rest) else { throw .isNoAddress }
      name = address.description
      includesSubdomains = false
      return
    }
    includesSubdomains = rest.hasPrefix("*.")
    if includesSubdomains { rest = rest.dropFirst(2) }
    if rest.hasSuffix(".") { rest = rest.dropLast() }
    guard !rest.contains("*") else { throw .hasWildcard }
    let labels = rest.split(separator: ".", omittingEmptySubsequences: false)
    guard rest.utf8.count <= 253, labels.allSatisfy(Self.isLabel) else { throw .isNoName }
    guard !includesSubdomains || (labels.count > 1 && NetworkAddress(String(rest)) == nil) else { throw .isTooWide }
    name = String(rest)
  }

  /// The name or address of the one host that the pattern matches; nil if it matches several.
  package var hostName: String? { includesSubdomains ? nil : name }

  private static func port(_ digits: Substring) throws(Problem) -> Port {
    if digits == "*" { return .any }
    guard let number = HostAuthority.port(digits) else { throw .isNoPort(String(digits)) }
    return .number(number)
  }

  /// Returns whether a text is a domain label: letters, digits and hyphens, without a hyphen at either end (RFC 1123, section
  /// 2.1), and underscores, which services of Docker Compose and entries of the DNS have in their names (RFC 2181, section 11).
  package static func isLabel(_ text: some StringProtocol) -> Bool {
    guard !text.isEmpty, text.utf8.count <= 63, !text.hasPrefix("-"), !text.hasSuffix("-") else { return false }
    return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
  }

  /// The pattern in its canonical spelling: lower case, with addresses in their shortest form.
  package var description: String {
    let host = (includesSubdomains ? "*." : "") + HostAuthority.inBrackets(name)
    return switch port {
    case .standard: host
    case .any: "\(host):*"
    case .number(let number): "\(host):\(number)"
    }
  }

  /// Returns whether the pattern matches a host and port.
  /// - Parameters:
  ///   - host: The host in lower case, without a trailing dot. An IPv6 address has no brackets and the form of
  ///     `NetworkAddress.description`.
  ///   - standardPort: The default port of the scheme.
  package func matches(host: String, port: Int, standardPort: Int) -> Bool {
    let isPort =
      switch self.port {
      case .standard: port == standardPort
      case .any: true
      case .number(let number): port == number
      }
    return isPort && (includesSubdomains ? host.hasSuffix("." + name) : host == name)
  }
}

extension HostPattern {
  /// Parses a pattern.
  /// - Throws: A diagnostic of rule `host-pattern`, without a range.
  package init(_ text: String) throws(Diagnostic) {
    do throws(Problem) {
      self = try HostPattern(parsing: text)
    } catch {
      throw Diagnostic(rule: "host-pattern", message: "Host '\(text)' \(error.words)", fix: error.fix)
    }
  }
}

extension HostPattern.Problem {
  fileprivate var words: String {
    switch self {
    case .hasScheme: "has a scheme"
    case .isMoreThanHost: "is more than a host"
    case .isNoPort(let digits): "has the port '\(digits)'; a port is a number from 1 to 65535 or '*'"
    case .isNoAddress: "is not an IPv6 address"
    case .hasWildcard: "has a '*' where none is allowed"
    case .isNoName: "is not a host name; use ASCII letters, digits, '-' and '.'"
    case .isTooWide: "would allow a whole top-level domain"
    }
  }

  fileprivate var fix: String? {
    switch self {
    case .hasScheme(let host): "Write '\(host)'"
    case .isMoreThanHost: "Write the host only, such as 'api.example.org'"
    case .hasWildcard: "Write '*.' in front of a whole name, such as '*.example.org'"
    case .isTooWide: "Name a domain, such as '*.example.org'"
    case .isNoPort, .isNoAddress, .isNoName: nil
    }
  }
}
