package import TesseraBoard
package import TesseraValues

/// A board as arranged on a grid.
package struct BoardUpdate: Sendable {
  package var board: Board
  package var arrangement: Arrangement
  /// The number of changes since the server started.
  package var revision: Int
  package var canUndo: Bool
  package var canRedo: Bool
  /// The widgets, by their tiles.
  package var kinds: [TileID: Kind]
  /// The reason why the board cannot be changed, in words for the user; nil if it can.
  package var problem: String?

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

  /// A description of a tile's widget.
  package struct Kind: Sendable {
    package var name: String
    package var sizes: TileSizes
    /// Whether the widget has options.
    package var hasOptions: Bool
    /// Whether the widget is not installed. The tile cannot be shown, and stays until the user removes it.
    package var isMissing: Bool
    /// Whether the widget chooses its own buttons, which requires the list of sizes that fit.
    package var decidesSize = false

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

/// A grid on which a board is arranged before any client has reported its own.
package struct BoardGrid: Sendable, Hashable {
  package let size: GridSize

  /// The grid of a desktop: 6 rows of 8 columns.
  package static let standard = BoardGrid(size: GridSize(columns: 8, rows: 6))
}

/// Names for new tiles, icons and pages.
package enum BoardNames {
  /// Returns 60 random bits as 12 letters and digits.
  package static func make() -> String {
    let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
    return String((0..<12).map { _ in letters[Int.random(in: 0..<letters.count)] })
  }
}
