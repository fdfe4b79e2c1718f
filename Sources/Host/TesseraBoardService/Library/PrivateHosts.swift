import Synchronization
import TesseraBoard

/// The hosts with private addresses that people let widgets reach, by tiles. Widgets that begin to run ask for them.
final class PrivateHosts: Sendable {
  private let hosts = Mutex<[TileID: Set<String>]>([:])

  /// The hosts of a tile, as its widget's manifest writes them.
  subscript(tile: TileID) -> Set<String> {
    get { hosts.withLock { $0[tile] ?? [] } }
    set { hosts.withLock { $0[tile] = newValue.isEmpty ? nil : newValue } }
  }
}
