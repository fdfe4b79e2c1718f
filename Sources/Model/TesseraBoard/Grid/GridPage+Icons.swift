/// The flow of icons around tiles.
extension GridPage {
  /// The number of icons for which there are cells.
  package var iconCapacity: Int { free.count }

  /// The cells of the icons, in order.
  package var iconCells: [GridPosition] { Array(free.positions.prefix(iconCount)) }

  /// The cells without tiles and icons.
  package var vacant: CellSet { free.subtracting(free.prefix(iconCount)) }

  /// Returns the cell of the icon at an index, or nil if the index exceeds the capacity. HSWidgets shows all excess
  /// icons in the last cell.
  package func position(ofIcon index: Int) -> GridPosition? {
    let cells = free.positions
    return cells.indices.contains(index) ? cells[index] : nil
  }

  /// Returns the index at which an icon dropped on a cell is inserted. A cell with a tile stands for the next free
  /// cell.
  package func iconIndex(at position: GridPosition) -> Int { free.positions.count { $0 < position } }

  /// A cell that is not occupied by a tile.
  package struct AvailableCell: Sendable, Hashable {
    package let position: GridPosition
    package let containsIcon: Bool
  }

  /// Returns the cells that are not occupied by a tile, in reading order, with a flag for those that contain an icon.
  ///
  /// - Parameter isIconLeaving: Whether one icon is being removed, so that the last one does not count.
  package func availableCells(isIconLeaving: Bool = false) -> [AvailableCell] {
    // If there are no icons, none can leave. HSWidgets counts below zero here.
    let icons = max(0, iconCount - (isIconLeaving ? 1 : 0))
    return free.positions.enumerated().map { AvailableCell(position: $1, containsIcon: $0 < icons) }
  }

  /// Returns the same cells as ``availableCells(isIconLeaving:)``, but without those that contain an icon.
  package func vacantCells(isIconLeaving: Bool = false) -> [GridPosition] {
    availableCells(isIconLeaving: isIconLeaving).filter { !$0.containsIcon }.map(\.position)
  }
}
