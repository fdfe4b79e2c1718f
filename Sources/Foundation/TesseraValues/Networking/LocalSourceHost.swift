/// The hosts that stand for sources of data on this machine: `machine.tessera.internal` for the source `machine`. They are
/// never looked up, because the domain `internal` is reserved for private use.
package enum LocalSourceHost {
  /// The end of the names of all such hosts.
  package static let domain = "tessera.internal"

  /// Returns the name of the source for which a host stands; nil for any other host.
  package static func name(of host: String) -> String? {
    let suffix = ".\(domain)"
    guard host.hasSuffix(suffix), host.utf8.count > suffix.utf8.count else { return nil }
    return String(host.dropLast(suffix.count))
  }

  /// Returns the host that stands for a source.
  package static func host(of name: String) -> String { "\(name).\(domain)" }
}
