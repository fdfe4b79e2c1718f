import Synchronization

/// The boards of the tiles that this host has, also of those that undo or redo can bring back. It is known without
/// waiting for the host of the boards.
final class OwnedTiles: Sendable {
  private let boards = Mutex<[String: String]>([:])

  func board(of tile: String) -> String? { boards.withLock { $0[tile] } }

  func set(_ tiles: Set<String>, of board: String) {
    boards.withLock { boards in
      boards = boards.filter { $0.value != board }
      for tile in tiles { boards[tile] = board }
    }
  }
}
