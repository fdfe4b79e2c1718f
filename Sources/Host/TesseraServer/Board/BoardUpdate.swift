import TesseraBoard

/// A board as it is shown on a grid.
struct BoardUpdate: Sendable {
  var board: Board
  var arrangement: Arrangement
  /// Counts the changes since the server started.
  var revision: Int
  var canUndo: Bool
  var canRedo: Bool
  /// What the widgets are, by their tiles.
  var kinds: [TileID: Kind]
  /// Why nothing on the board can be changed, in words for people; nil where it can.
  var problem: String?

  /// What a widget is.
  struct Kind: Sendable {
    var name: String
    var sizes: TileSizes
    /// Whether there is something to set.
    var hasOptions: Bool
    /// Whether it is not there: it cannot be shown, and stays until somebody takes it away.
    var isMissing: Bool
    /// Whether it decides itself about its buttons, so that it has to know which sizes fit.
    var decidesSize = false
  }
}

/// Grids that a board is placed on before anybody looks.
package struct BoardGrid: Sendable, Hashable {
  let size: GridSize

  /// That of a desktop: 6 rows of 8 columns.
  package static let standard = BoardGrid(size: GridSize(rows: 6, columns: 8))
}

/// Names for what is new on a board.
enum BoardNames {
  /// 60 random bits as 12 letters and digits.
  static func make() -> String {
    let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
    return String((0..<12).map { _ in letters[Int.random(in: 0..<letters.count)] })
  }
}
