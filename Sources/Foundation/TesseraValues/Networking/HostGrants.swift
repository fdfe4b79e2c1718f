/// What a person let one widget do with single hosts, which its manifest cannot allow itself.
package struct HostGrants: Sendable, Hashable {
  /// The hosts that may have private addresses, as the manifest writes them or as an address names them.
  package var privateHosts: Set<String> = []
  /// The public keys of servers that are trusted although no authority vouches for their certificates, by hosts. A key is
  /// written as `sha256//` and the digest of its `SubjectPublicKeyInfo` in Base64, as in curl's `--pinnedpubkey`.
  package var serverKeys: [String: String] = [:]

  package init() {}

  /// The maximum number of hosts of each kind. Further ones of a document are left out.
  package static let maximumHosts = 500

  /// Whether a text is a public key in the form of ``serverKeys``.
  package static func isServerKey(_ text: String) -> Bool {
    text.wholeMatch(of: /sha256\/\/[A-Za-z0-9+\/]{43}=/) != nil
  }

  /// Keeps the grants for some hosts, and removes all others.
  package mutating func keep(_ hosts: Set<String>) {
    privateHosts.formIntersection(hosts)
    serverKeys = serverKeys.filter { hosts.contains($0.key) }
  }
}
