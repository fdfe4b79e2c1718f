/// So many columns and rows of a board's grid.
public struct GridCells: Sendable, Hashable {
  /// From left to right, from 1.
  public var columns: Int
  /// From top to bottom, from 1.
  public var rows: Int

  /// Creates a size.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

/// How a widget stands on the grid of a board.
public struct GridPlace: Sendable, Hashable {
  /// What it takes.
  public var cells: GridCells
  /// What it could take instead, where it stands or near to it, without another widget giving way.
  public var fitting: Set<GridCells>

  /// Creates a place.
  public init(cells: GridCells, fitting: Set<GridCells> = []) {
    self.cells = cells
    self.fitting = fitting
  }
}

/// A button of a widget while its board is edited, besides the one that removes it.
public enum AccessoryType: String, Sendable, Hashable, CaseIterable {
  /// Makes it larger.
  case expand
  /// Makes it smaller.
  case shrink
  /// Opens its settings.
  case settings
}
