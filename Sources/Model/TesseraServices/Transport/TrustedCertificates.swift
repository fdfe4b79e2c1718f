package import TesseraValues

/// The certificates that the owner of the machine trusts for single hosts, besides the system's authorities for all
/// others: of servers that sign their own, or of an authority of one's own.
package struct TrustedCertificates: Sendable {
  /// A file with certificates in PEM format, and the hosts for which it replaces the system's authorities.
  package struct Entry: Sendable, Hashable {
    let host: HostPattern
    let file: String

    /// Creates an entry.
    package init(host: HostPattern, file: String) {
      self.host = host
      self.file = file
    }
  }

  private let entries: [Entry]

  /// Creates a set of certificates. If several entries match a host, the last one counts.
  package init(_ entries: [Entry] = []) { self.entries = entries }

  /// Returns the file whose certificates a connection trusts; nil for the system's authorities.
  func file(for url: HTTPURL) -> String? {
    entries.last { $0.host.matches(url) }?.file
  }
}
