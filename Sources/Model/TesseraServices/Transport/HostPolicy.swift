package import TesseraValues

/// Which hosts a widget may talk to: those of its manifest, and no private addresses unless the person who installed it
/// allowed them.
package struct HostPolicy: Sendable, Hashable {
  /// The allowed hosts.
  package var hosts: [HostPattern]
  /// Whether hosts may stand for addresses of this machine and the networks around it.
  package var allowsPrivateAddresses: Bool
  /// Whether any host may be asked, for what a person asks for by its address.
  package var allowsAnyHost = false

  /// Creates a policy, with the `hosts` of a manifest.
  package init(hosts: [HostPattern], allowsPrivateAddresses: Bool = false) {
    self.hosts = hosts
    self.allowsPrivateAddresses = allowsPrivateAddresses
  }

  /// No host at all.
  package static let none = HostPolicy(hosts: [])

  /// Whether the manifest names the host of a URL.
  /// - Returns: false for anything that is no `http` or `https` URL.
  package func allows(url text: String) -> Bool {
    guard let url = try? HTTPURL(text) else { return false }
    return allows(url)
  }

  /// Whether the manifest names the host of a URL.
  func allows(_ url: HTTPURL) -> Bool { allowsAnyHost || names(url) }

  /// Whether the host of a URL is one of those that are named.
  private func names(_ url: HTTPURL) -> Bool {
    hosts.contains { $0.matches(host: url.host, port: url.port, standardPort: url.scheme.defaultPort) }
  }

  /// Whether an address that the host of a URL stands for may be connected to. A private one is for hosts that are named, as they are
  /// written there, even where any host may be asked: a redirect leads to no other.
  func allows(_ address: NetworkAddress, of url: HTTPURL) -> Bool {
    switch address.scope {
    case .global: true
    case .private: allowsPrivateAddresses && names(url)
    case .reserved: false
    }
  }
}
