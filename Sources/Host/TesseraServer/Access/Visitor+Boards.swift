import TesseraAccess
import TesseraBoardService

extension Visitor {
  /// Returns whether the visitor has a role, or a higher one, on the board that a tile is on.
  func has(_ role: Role, onBoardOf tile: String, of boards: BoardHost) async -> Bool {
    if kind == .anyone { return true }
    guard let board = await boards.board(ofTile: tile) else { return false }
    return has(role, on: board)
  }
}
