package import TesseraBoard
package import TesseraValues

/// A board that a configuration declares.
package struct BoardDeclaration: Sendable, Hashable {
  /// The identity in the board's address.
  package var id: String
  package var name: String
  /// Whether the declaration only begins the board, and people may change it afterwards.
  package var isStart = false
  /// The name of a background, or a colour.
  package var background: String?
  /// The colour of controls.
  package var accent: String?
  package var pages: [Page] = []
  /// Where the board is declared.
  package let file: String
  package let range: SourceRange

  package init(id: String, name: String, file: String, range: SourceRange) {
    self.id = id
    self.name = name
    self.file = file
    self.range = range
  }

  /// Whether a text can be the identity of a board: 1 to 40 letters from a to z, digits and hyphens.
  package static func isIdentifier(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: false
        }
      }
  }

  /// A page of a board. Columns come before widgets, which take the room that is left.
  package struct Page: Sendable, Hashable {
    package var columns: [Column] = []
    package var widgets: [Widget] = []
    package var icons: [BoardIcon] = []

    package init() {}
  }

  /// Widgets below each other.
  package struct Column: Sendable, Hashable {
    /// The number of cells.
    package var width: Int
    package var widgets: [Widget]

    package init(width: Int, widgets: [Widget]) {
      self.width = width
      self.widgets = widgets
    }
  }

  /// A widget on a board.
  package struct Widget: Sendable, Hashable {
    /// The identity of the widget, or the path or address of its bundle.
    package var source: String
    /// The identity of the tile, under which the widget's data is stored; nil for one from the board, the widget and its
    /// number among those of its kind.
    package var id: String?
    /// The size; nil for the widget's own.
    package var size: GridSize?
    /// The first cell; nil for the first place where the widget fits.
    package var position: GridPosition?
    package var options: [String: Value] = [:]
    package let file: String
    package let range: SourceRange

    package init(source: String, file: String, range: SourceRange) {
      self.source = source
      self.file = file
      self.range = range
    }
  }

  /// All widgets of the board, page by page.
  package var widgets: [Widget] { pages.flatMap { $0.columns.flatMap(\.widgets) + $0.widgets } }
}
