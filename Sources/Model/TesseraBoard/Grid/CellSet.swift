package import TesseraValues

/// A set of cells of a page, stored as a bit set.
package struct CellSet: Sendable, Hashable {
  /// The size of the page.
  package let page: GridSize
  private var words: [UInt64]
  /// The number of cells in the set.
  package private(set) var count = 0

  /// Creates an empty set.
  package init(page: GridSize) {
    self.page = page
    words = Array(repeating: 0, count: (page.cellCount + 63) / 64)
  }

  /// Creates a set of the given cells that are on the page.
  package init(_ positions: some Sequence<GridPosition>, page: GridSize) {
    self.init(page: page)
    for position in positions { insert(position) }
  }

  /// Returns the set of all cells of a page.
  package static func all(of page: GridSize) -> CellSet {
    CellSet(GridFrame(origin: GridPosition(row: 1, column: 1), size: page).positions, page: page)
  }

  /// The cells in reading order.
  package var positions: [GridPosition] {
    (0..<page.cellCount).compactMap { contains(index: $0) ? position(at: $0) : nil }
  }

  package func contains(_ position: GridPosition) -> Bool {
    page.contains(position) && contains(index: index(of: position))
  }

  /// Adds a cell. A cell outside the page is ignored.
  package mutating func insert(_ position: GridPosition) {
    guard page.contains(position), !contains(index: index(of: position)) else { return }
    flip(index(of: position))
    count += 1
  }

  /// Returns the union with another set of the same page.
  package func union(_ other: CellSet) -> CellSet { combined(with: other) { $0 | $1 } }

  /// Returns the cells that are not in another set of the same page.
  package func subtracting(_ other: CellSet) -> CellSet { combined(with: other) { $0 & ~$1 } }

  /// Returns whether the set contains all cells of another set of the same page.
  package func isSuperset(of other: CellSet) -> Bool { zip(words, other.words).allSatisfy { $1 & ~$0 == 0 } }

  /// Returns whether the set has no cells in common with another set of the same page.
  package func isDisjoint(with other: CellSet) -> Bool { zip(words, other.words).allSatisfy { $0 & $1 == 0 } }

  /// Returns the first cells in reading order.
  package func prefix(_ count: Int) -> CellSet { CellSet(positions.prefix(max(0, count)), page: page) }

  /// Returns the first position, in reading order, at which a rectangle covers only cells of the set, or nil if there
  /// is none.
  ///
  /// From the last row upward, the algorithm counts for each cell how many consecutive cells of the set start there and
  /// continue downward. A rectangle fits where enough adjacent counts are at least its height.
  ///
  /// - Complexity: O(*n*) in the number of cells of the page.
  package func firstOrigin(of size: GridSize) -> GridPosition? {
    guard !size.isEmpty, size.fits(in: page), size.cellCount <= count else { return nil }
    var depths = Array(repeating: 0, count: page.columns)
    var found: GridPosition?
    for row in stride(from: page.rows, through: 1, by: -1) {
      var width = 0
      var isFound = false
      for column in 1...page.columns {
        let index = (row - 1) * page.columns + column - 1
        depths[column - 1] = contains(index: index) ? depths[column - 1] + 1 : 0
        width = depths[column - 1] >= size.rows ? width + 1 : 0
        if width >= size.columns, !isFound {
          isFound = true
          found = GridPosition(row: row, column: column - size.columns + 1)
        }
      }
    }
    return found
  }

  // MARK: Bits

  private func index(of position: GridPosition) -> Int { (position.row - 1) * page.columns + position.column - 1 }

  private func position(at index: Int) -> GridPosition {
    GridPosition(row: index / page.columns + 1, column: index % page.columns + 1)
  }

  private func contains(index: Int) -> Bool { words[index >> 6] >> UInt64(index & 63) & 1 == 1 }

  private mutating func flip(_ index: Int) { words[index >> 6] ^= 1 << UInt64(index & 63) }

  private func combined(with other: CellSet, _ body: (UInt64, UInt64) -> UInt64) -> CellSet {
    var result = self
    result.words = zip(words, other.words).map(body)
    result.count = result.words.reduce(0) { $0 + $1.nonzeroBitCount }
    return result
  }
}
