import TesseraBoard
import TesseraBundles
import TesseraRuntime
package import TesseraServices
package import TesseraValues

extension BoardHost {
  /// A server whose address a person typed into an option of a widget.
  package struct TypedServer: Sendable {
    /// The host, with its port if the address has one.
    package let host: HostPattern
    /// The public key that the person trusts, in the form of ``HostGrants/serverKeys``; nil for none.
    package let trustedKey: String?
  }

  /// The servers whose addresses a person typed into the options of a tile, and what its widget may contact.
  package func typedServers(of id: String) -> (servers: [TypedServer], policy: HostPolicy) {
    guard let tile = repository.tile(TileID(rawValue: id)), let definition = library.definition(tile.widget) else {
      return ([], .none)
    }
    var environment = library.environment
    environment.grants = { tile.grants }
    let manifest = definition.bundle.manifest
    let servers = Set(manifest.hostsReachedByHTTPS(in: library.migrated(tile).options)).sorted {
      $0.description < $1.description
    }
    .map { TypedServer(host: $0, trustedKey: tile.grants.serverKeys[$0.description]) }
    return (servers, environment.hostPolicy(of: definition.bundle, granting: library.reachedHosts(of: tile)))
  }
}
