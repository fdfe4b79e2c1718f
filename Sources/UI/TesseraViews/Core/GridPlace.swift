public import TesseraValues

/// The place of a widget on the grid of a board.
public struct GridPlace: Sendable, Hashable {
  /// The cells that the widget occupies.
  public var cells: GridSize
  /// The sizes that the widget could have instead, at or near its current position, without displacing another
  /// widget.
  public var fitting: Set<GridSize>

  /// Creates a place.
  public init(cells: GridSize, fitting: Set<GridSize> = []) {
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
