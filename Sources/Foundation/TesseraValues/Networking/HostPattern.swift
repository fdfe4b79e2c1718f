/// One entry of a manifest's `hosts`, as in the host sources of the Content Security Policy: `api.example.org`,
/// `*.example.org` (any host below, not `example.org` itself), `localhost:8080`, `[::1]:*`. Without a port only the
/// scheme's own port is meant (80 or 443); `*` means any port.
package struct HostPattern: Sendable, Hashable, CustomStringConvertible {
  /// Why a text is no pattern.
  package enum Problem: Error, Sendable, Hashable {
    /// It begins with a scheme; what stands between that and the path.
    case hasScheme(host: String)
    /// A path, a query or a user name.
    case isMoreThanHost
    /// What stands for the port is none.
    case isNoPort(String)
    /// What stands in brackets is no IPv6 address.
    case isNoAddress
    /// A `*` that is not in front of a whole name.
    case hasWildcard
    /// The name breaks the rules of names.
    case isNoName
    /// A `*.` in front of a single label or of an address.
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

  /// Reads a pattern.
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

  private static func port(_ digits: Substring) throws(Problem) -> Port {
    if digits == "*" { return .any }
    guard let number = HostAuthority.port(digits) else { throw .isNoPort(String(digits)) }
    return .number(number)
  }

  /// Whether a text is a part of a domain name: letters, digits and hyphens, none at the ends (RFC 1123, section 2.1).
  package static func isLabel(_ text: some StringProtocol) -> Bool {
    guard !text.isEmpty, text.utf8.count <= 63, !text.hasPrefix("-"), !text.hasSuffix("-") else { return false }
    return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }

  /// The pattern in its usual spelling: lower case, addresses in their shortest form.
  package var description: String {
    let host = (includesSubdomains ? "*." : "") + HostAuthority.inBrackets(name)
    return switch port {
    case .standard: host
    case .any: "\(host):*"
    case .number(let number): "\(host):\(number)"
    }
  }

  /// Whether a host is meant.
  /// - Parameters:
  ///   - host: in lower case, without a final dot; an IPv6 address without brackets, as `NetworkAddress` prints it.
  ///   - standardPort: the port of the scheme.
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
  /// Reads a pattern.
  /// - Throws: a diagnostic without a place, of rule `host-pattern`.
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
    case .isNoAddress: "is no IPv6 address"
    case .hasWildcard: "has a '*' where none can be"
    case .isNoName: "is no host name; it is written with ASCII letters, digits, '-' and '.'"
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
