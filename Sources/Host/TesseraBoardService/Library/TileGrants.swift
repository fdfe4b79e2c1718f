import Synchronization
import TesseraBoard
import TesseraValues

/// What people let widgets do with hosts, by tiles. Widgets that begin to run ask for it.
final class TileGrants: Sendable {
  private let grants = Mutex<[TileID: HostGrants]>([:])

  /// The grants of a tile.
  subscript(tile: TileID) -> HostGrants {
    get { grants.withLock { $0[tile] ?? HostGrants() } }
    set { grants.withLock { $0[tile] = newValue == HostGrants() ? nil : newValue } }
  }
}
