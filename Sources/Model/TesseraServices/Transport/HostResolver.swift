package import TesseraValues

/// Finds the addresses of a host name.
package protocol HostResolver: Sendable {
  /// The addresses of a host, best first; empty where the name has none.
  func addresses(of host: String) async -> [NetworkAddress]
}
