/// The flow of icons around tiles.
extension GridPage {
  /// The number of icons for which there are cells.
  package var iconCapacity: Int { free.count }

  /// The cells of the icons, in order.
  package var iconCells: [GridPosition] { Array(free.positions.prefix(iconCount)) }

  /// The cells without tiles and icons.
  package var vacant: CellSet { free.subtracting(free.prefix(iconCount)) }
}
