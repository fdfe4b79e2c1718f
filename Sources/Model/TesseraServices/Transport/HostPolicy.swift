import TesseraText
package import TesseraValues

/// The hosts that a widget may contact: those of its manifest, those of addresses that a person typed into its options,
/// and no private addresses unless a person allowed them.
package struct HostPolicy: Sendable, Hashable {
  /// The allowed hosts.
  package var hosts: [HostPattern]
  /// The hosts of addresses that a person typed into the widget's options. They may redirect to any host with a public
  /// address, because people do not know where an address leads.
  package var grantedHosts: [HostPattern] = []
  /// Whether hosts may resolve to addresses of this machine and of local networks.
  package var allowsPrivateAddresses: Bool
  /// The listed hosts that may resolve to such addresses, because a person allowed it.
  package var privateHosts: [HostPattern]
  /// The public keys of servers that a person trusts in place of what authorities vouch for: see ``HostGrants``.
  package var serverKeys: [HostPattern: String] = [:]
  /// The names of the sources of this machine that may be read: those that the manifest names, one by one.
  package var sources: Set<String> = []
  /// Whether any host may be contacted. Intended for URLs that the user enters.
  package var allowsAnyHost = false

  /// Creates a policy with the `hosts` of a manifest.
  package init(hosts: [HostPattern], allowsPrivateAddresses: Bool = false, privateHosts: [HostPattern] = []) {
    self.hosts = hosts
    self.privateHosts = privateHosts
    sources = Set(hosts.compactMap { $0.hostName.flatMap(LocalSourceHost.name) })
    self.allowsPrivateAddresses = allowsPrivateAddresses
  }

  /// Creates a policy for an address that a person typed: its host, and any other with a public address, which it may
  /// redirect or link to.
  package init(typedHost host: HostAuthority, allowsPrivateAddresses: Bool) {
    let named = HostAuthority.inBrackets(host.host) + (host.port.map { ":\($0)" } ?? "")
    self.init(
      hosts: (try? HostPattern(parsing: named)).map { [$0] } ?? [], allowsPrivateAddresses: allowsPrivateAddresses)
    // Sources are granted to manifests, not to people.
    sources = []
    allowsAnyHost = true
  }

  /// Creates a policy for an address that the owner of the machine typed: as for any typed address, and also private
  /// addresses if its host is obviously a near one. Nil if the text is not an `http` or `https` URL.
  package init?(ofOwner address: String) {
    guard let host = HostAuthority(ofAddress: DomainName.inASCII(address: address)) else { return nil }
    self.init(typedHost: host, allowsPrivateAddresses: Self.isNear(host.host))
  }

  /// Returns whether a name refers to this machine or to a host in a local network: by its address, by a name without
  /// dots, or by a suffix that only local networks use (RFC 6762, RFC 8375, and what routers use).
  private static func isNear(_ host: String) -> Bool {
    if let address = NetworkAddress(host) { return address.scope == .private }
    return !host.contains(".") || [".local", ".lan", ".home.arpa", ".internal"].contains { host.hasSuffix($0) }
  }

  /// A policy that allows no host.
  package static let none = HostPolicy(hosts: [])

  /// Returns whether the policy allows the host of a URL.
  /// - Returns: False for a text that is not an `http` or `https` URL.
  package func allows(url text: String) -> Bool {
    guard let url = try? HTTPURL(text) else { return false }
    return allows(url)
  }

  /// Returns whether a person typed an address with the host of a URL.
  package func grants(url text: String) -> Bool {
    guard let url = try? HTTPURL(text) else { return false }
    return Self.match(grantedHosts, url)
  }

  /// Returns whether the policy allows the host of a URL.
  func allows(_ url: HTTPURL) -> Bool { allowsAnyHost || names(url) }

  /// Returns whether the host of a URL is listed.
  private func names(_ url: HTTPURL) -> Bool { Self.match(hosts, url) || Self.match(grantedHosts, url) }

  /// Returns the public key by which a person trusts the server of a URL; nil for the usual authorities.
  func serverKey(for url: HTTPURL) -> String? { serverKeys.first { $0.key.matches(url) }?.value }

  /// Returns the policy for the rest of an exchange that a URL's host redirects.
  func afterRedirect(from url: HTTPURL) -> HostPolicy {
    guard Self.match(grantedHosts, url) else { return self }
    var policy = self
    policy.allowsAnyHost = true
    return policy
  }

  private static func match(_ hosts: [HostPattern], _ url: HTTPURL) -> Bool {
    hosts.contains { $0.matches(url) }
  }

  /// Returns whether a connection to an address of the URL's host is allowed. A private address requires that the host
  /// is listed, even if any host may be contacted, so that a redirect cannot lead to another private host.
  func allows(_ address: NetworkAddress, of url: HTTPURL) -> Bool {
    switch address.scope {
    case .global: true
    case .private: names(url) && (allowsPrivateAddresses || Self.match(privateHosts, url))
    case .reserved: false
    }
  }
}

extension HostPattern {
  /// Returns whether the pattern matches the host and the port of a URL.
  func matches(_ url: HTTPURL) -> Bool {
    matches(host: url.host, port: url.port, standardPort: url.scheme.defaultPort)
  }
}
