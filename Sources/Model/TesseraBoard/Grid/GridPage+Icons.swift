/// How icons flow around tiles.
extension GridPage {
  /// How many icons find a cell.
  package var iconCapacity: Int { free.count }

  /// The cells of the icons, in their order.
  package var iconCells: [GridPosition] { Array(free.positions.prefix(iconCount)) }

  /// The cells without a tile and without an icon.
  package var vacant: CellSet { free.subtracting(free.prefix(iconCount)) }

  /// The cell of an icon by its number from 0; nil beyond the capacity, where the original would show all on the last cell.
  package func position(ofIcon index: Int) -> GridPosition? {
    let cells = free.positions
    return cells.indices.contains(index) ? cells[index] : nil
  }

  /// Which place among the icons a cell stands for: where an icon goes that is dropped on it. A cell with a tile stands for the
  /// next free one.
  package func iconIndex(at position: GridPosition) -> Int { free.positions.count { $0 < position } }

  /// A cell that no tile occupies.
  package struct AvailableCell: Sendable, Hashable {
    package let position: GridPosition
    package let containsIcon: Bool
  }

  /// The cells that no tile occupies, in the order of reading; those of icons are among them, marked.
  /// - Parameter isIconLeaving: whether one icon is being taken away, so that the last one does not count.
  package func availableCells(isIconLeaving: Bool = false) -> [AvailableCell] {
    // Without icons none can leave: the original would count below zero.
    let icons = max(0, iconCount - (isIconLeaving ? 1 : 0))
    return free.positions.enumerated().map { AvailableCell(position: $1, containsIcon: $0 < icons) }
  }

  /// As ``availableCells(isIconLeaving:)``, without those of icons.
  package func vacantCells(isIconLeaving: Bool = false) -> [GridPosition] {
    availableCells(isIconLeaving: isIconLeaving).filter { !$0.containsIcon }.map(\.position)
  }
}
