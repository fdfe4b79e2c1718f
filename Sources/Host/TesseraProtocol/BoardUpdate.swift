import Synchronization
package import TesseraBoard
package import TesseraBundles
package import TesseraValues

/// A board as arranged on a grid.
package struct BoardUpdate: Sendable {
  package let board: Board
  package let arrangement: Arrangement
  /// The number of changes since the server started.
  package let revision: Int
  package let canUndo: Bool
  package let canRedo: Bool
  /// The widgets, by their tiles.
  package let kinds: [TileID: Kind]
  /// The reason why the board cannot be changed, in words for the user; nil if it can.
  package let problem: String?
  private let encoding = Encoding()

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

  /// The update as JSON. It is made once for all who get the update.
  package var text: String { encoding.text { JSONText.text(of: WireFormat.value(of: self)) } }

  /// Text that is made when it is first asked for.
  private final class Encoding: Sendable {
    private let made = Mutex<String?>(nil)

    func text(_ make: () -> String) -> String {
      made.withLock { made in
        let text = made ?? make()
        made = text
        return text
      }
    }
  }

  /// A description of a tile's widget.
  package struct Kind: Sendable {
    package var name: String
    package var rules: TileRules
    /// Whether the widget has options.
    package var hasOptions: Bool
    /// Whether the widget is not installed. The tile cannot be shown, and stays until the user removes it.
    package var isMissing: Bool
    /// Whether the widget chooses its own buttons, which requires the list of sizes that fit.
    package var decidesSize = false
    /// Whether the widget is told about the edits of its board.
    package var isCustom = false
    /// The widget's manifest; nil if the widget is not installed.
    package var manifest: Manifest?

    package init(
      name: String, rules: TileRules, hasOptions: Bool, isMissing: Bool, decidesSize: Bool = false
    ) {
      self.name = name
      self.rules = rules
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
