package import TesseraValues

/// Resolves host names.
package protocol HostResolver: Sendable {
  /// Returns the addresses of a host, best first; empty if the name cannot be resolved.
  func addresses(of host: String) async -> [NetworkAddress]
}
