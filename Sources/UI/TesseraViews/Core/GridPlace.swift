public import TesseraLayout
public import TesseraValues

/// The place of a widget on the grid of a board.
public struct GridPlace: Sendable, Hashable {
  /// The cells that the widget occupies.
  public var cells: GridSize
  /// The sizes that the widget could have instead, at or near its current position, without displacing another
  /// widget.
  public var fitting: Set<GridSize>
  /// The board around the widget; nil if the host has not described it.
  public var board: BoardSurroundings?

  /// Creates a place.
  public init(cells: GridSize, fitting: Set<GridSize> = [], board: BoardSurroundings? = nil) {
    self.cells = cells
    self.fitting = fitting
    self.board = board
  }
}

/// The board around a widget, as its window shows it.
public struct BoardSurroundings: Sendable, Hashable {
  /// The columns and rows of a page.
  public var page: GridSize
  /// The size of a cell, in points.
  public var cell: Size
  /// The distance between columns and between rows, in points.
  public var gap: Size
  /// Whether the board is being edited.
  public var isEditing: Bool
  /// Whether all widgets of the board have their first places.
  public var isConfigured: Bool

  /// Creates a description of a board.
  public init(page: GridSize, cell: Size, gap: Size, isEditing: Bool = false, isConfigured: Bool = false) {
    self.page = page
    self.cell = cell
    self.gap = gap
    self.isEditing = isEditing
    self.isConfigured = isConfigured
  }

  /// Returns the size of a widget that occupies cells, in points.
  public func size(of cells: GridSize) -> Size {
    Size(
      width: Double(cells.columns) * (cell.width + gap.width) - gap.width,
      height: Double(cells.rows) * (cell.height + gap.height) - gap.height)
  }
}

/// A button of a widget while its board is being edited, besides the one that removes it.
public enum AccessoryType: String, Sendable, Hashable, CaseIterable {
  /// Enlarges the widget.
  case expand
  /// Shrinks the widget.
  case shrink
  /// Opens the settings of the widget.
  case settings
}
