/// A number of columns and rows of a board's grid.
public struct GridCells: Sendable, Hashable {
  /// The number of columns, at least 1.
  public var columns: Int
  /// The number of rows, at least 1.
  public var rows: Int

  /// Creates a size.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

/// The place of a widget on the grid of a board.
public struct GridPlace: Sendable, Hashable {
  /// The cells that the widget occupies.
  public var cells: GridCells
  /// The sizes that the widget could have instead, at or near its current position, without displacing another
  /// widget.
  public var fitting: Set<GridCells>

  /// Creates a place.
  public init(cells: GridCells, fitting: Set<GridCells> = []) {
    self.cells = cells
    self.fitting = fitting
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
