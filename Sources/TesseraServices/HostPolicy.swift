public import TesseraValues

/// Which hosts a widget may talk to: those of its manifest, and no private addresses unless the person who installed it
/// allowed them.
public struct HostPolicy: Sendable, Hashable {
  /// The allowed hosts.
  public var hosts: [HostPattern]
  /// Whether hosts may stand for addresses of this machine and the networks around it.
  public var allowsPrivateAddresses: Bool

  /// Creates a policy.
  public init(hosts: [HostPattern], allowsPrivateAddresses: Bool = false) {
    self.hosts = hosts
    self.allowsPrivateAddresses = allowsPrivateAddresses
  }

  /// Creates a policy from the `hosts` of a manifest. Entries that are no host patterns allow nothing; ``HostPattern``
  /// says what is wrong with them.
  public init(hosts: [String], allowsPrivateAddresses: Bool = false) {
    self.init(hosts: hosts.compactMap { try? HostPattern($0) }, allowsPrivateAddresses: allowsPrivateAddresses)
  }

  /// No host at all.
  public static let none = HostPolicy(hosts: [HostPattern]())

  /// Whether the manifest names the host of a URL.
  /// - Returns: false for anything that is no `http` or `https` URL.
  public func allows(url text: String) -> Bool {
    guard let url = try? HTTPURL(text) else { return false }
    return allows(url)
  }

  /// Whether the manifest names the host of a URL.
  func allows(_ url: HTTPURL) -> Bool { hosts.contains { $0.matches(url) } }

  /// Whether an address that a name stands for may be connected to.
  public func allows(_ address: NetworkAddress) -> Bool {
    switch address.scope {
    case .global: true
    case .private: allowsPrivateAddresses
    case .reserved: false
    }
  }
}

/// One entry of a manifest's `hosts`, as in the host sources of the Content Security Policy: `api.example.org`,
/// `*.example.org` (any host below, not `example.org` itself), `localhost:8080`, `[::1]:*`. Without a port only the
/// scheme's own port is meant (80 or 443); `*` means any port.
public struct HostPattern: Sendable, Hashable, CustomStringConvertible {
  private enum Port: Hashable {
    case standard
    case any
    case number(Int)
  }

  private let name: String
  private let includesSubdomains: Bool
  private let port: Port

  /// Reads a pattern.
  /// - Throws: a diagnostic without a place, of rule `host-pattern`.
  public init(_ text: String) throws(Diagnostic) {
    func problem(_ words: String, fix: String? = nil) -> Diagnostic {
      Diagnostic(rule: "host-pattern", message: "Host '\(text)' \(words)", fix: fix)
    }
    var rest = text.lowercased()[...]
    if let end = rest.firstRange(of: "://")?.upperBound {
      throw problem("has a scheme", fix: "Write '\(rest[end...].prefix { $0 != "/" })'")
    }
    guard !rest.contains(where: { "/?#@\\".contains($0) }) else {
      throw problem("is more than a host", fix: "Write the host only, such as 'api.example.org'")
    }
    // The port is behind the last colon; an address in brackets has colons of its own.
    if let colon = rest.lastIndex(of: ":"), !rest[colon...].contains("]") {
      let digits = rest[rest.index(after: colon)...]
      if digits == "*" {
        port = .any
      } else if let number = Int(digits), (1...65535).contains(number) {
        port = .number(number)
      } else {
        throw problem("has the port '\(digits)'; a port is a number from 1 to 65535 or '*'")
      }
      rest = rest[..<colon]
    } else {
      port = .standard
    }
    if rest.hasPrefix("[") {
      guard rest.hasSuffix("]"), let address = NetworkAddress(String(rest.dropFirst().dropLast())), address.isIPv6
      else { throw problem("is no IPv6 address") }
      name = address.description
      includesSubdomains = false
      return
    }
    includesSubdomains = rest.hasPrefix("*.")
    if includesSubdomains { rest = rest.dropFirst(2) }
    if rest.hasSuffix(".") { rest = rest.dropLast() }
    guard !rest.contains("*") else {
      throw problem("has a '*' where none can be", fix: "Write '*.' in front of a whole name, such as '*.example.org'")
    }
    guard HTTPURL.isHostName(rest) else {
      throw problem("is no host name; it is written with ASCII letters, digits, '-' and '.'")
    }
    guard !includesSubdomains || (rest.contains(".") && NetworkAddress(String(rest)) == nil) else {
      throw problem("would allow a whole top-level domain", fix: "Name a domain, such as '*.example.org'")
    }
    name = String(rest)
  }

  /// The pattern in its usual spelling.
  public var description: String {
    let host = (includesSubdomains ? "*." : "") + (name.contains(":") ? "[\(name)]" : name)
    return switch port {
    case .standard: host
    case .any: "\(host):*"
    case .number(let number): "\(host):\(number)"
    }
  }

  func matches(_ url: HTTPURL) -> Bool {
    let isPort =
      switch port {
      case .standard: url.port == url.scheme.defaultPort
      case .any: true
      case .number(let number): url.port == number
      }
    return isPort && (includesSubdomains ? url.host.hasSuffix("." + name) : url.host == name)
  }
}
