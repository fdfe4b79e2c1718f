package import TesseraBoard

/// A board as it is shown on a grid.
package struct BoardUpdate: Sendable {
  package var board: Board
  package var arrangement: Arrangement
  /// Counts the changes since the server started.
  package var revision: Int
  package var canUndo: Bool
  package var canRedo: Bool
  /// What the widgets are, by their tiles.
  package var kinds: [TileID: Kind]
  /// Why nothing on the board can be changed, in words for people; nil where it can.
  package var problem: String?

  /// Creates the value.
  package init(
    board: Board, arrangement: Arrangement, revision: Int, canUndo: Bool, canRedo: Bool, kinds: [TileID: Kind],
    problem: String?
  ) {
    self.board = board
    self.arrangement = arrangement
    self.revision = revision
    self.canUndo = canUndo
    self.canRedo = canRedo
    self.kinds = kinds
    self.problem = problem
  }

  /// What a widget is.
  package struct Kind: Sendable {
    package var name: String
    package var sizes: TileSizes
    /// Whether there is something to set.
    package var hasOptions: Bool
    /// Whether it is not there: it cannot be shown, and stays until somebody takes it away.
    package var isMissing: Bool
    /// Whether it decides itself about its buttons, so that it has to know which sizes fit.
    package var decidesSize = false

    /// Creates the value.
    package init(
      name: String, sizes: TileSizes, hasOptions: Bool, isMissing: Bool, decidesSize: Bool = false
    ) {
      self.name = name
      self.sizes = sizes
      self.hasOptions = hasOptions
      self.isMissing = isMissing
      self.decidesSize = decidesSize
    }
  }
}

/// Grids that a board is placed on before anybody looks.
package struct BoardGrid: Sendable, Hashable {
  package let size: GridSize

  /// That of a desktop: 6 rows of 8 columns.
  package static let standard = BoardGrid(size: GridSize(rows: 6, columns: 8))
}

/// Names for what is new on a board.
package enum BoardNames {
  /// 60 random bits as 12 letters and digits.
  package static func make() -> String {
    let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
    return String((0..<12).map { _ in letters[Int.random(in: 0..<letters.count)] })
  }
}
