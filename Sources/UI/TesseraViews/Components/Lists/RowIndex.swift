/// The rows of a table by index, by key and by line.
struct RowIndex {
  /// The keys of the rows, in order.
  private(set) var keys: [Int64] = []
  /// The full-width rows, in order.
  private(set) var wholeRows: [Int] = []
  private(set) var lines = TableLines(rowCount: 0)

  /// Replaces the rows.
  /// - Parameter wholeRows: The full-width rows; nil to keep the present ones.
  mutating func update(keys: [Int64], wholeRows: [Int]?) {
    self.keys = keys
    if let wholeRows { self.wholeRows = wholeRows }
  }

  /// Arranges the rows in lines of columns.
  mutating func makeLines(columns: Int) {
    lines = TableLines(rowCount: keys.count, columns: columns, wholeRows: wholeRows)
  }

  /// Returns the index of the row with a key.
  /// - Complexity: Linear in the number of rows.
  func row(ofKey key: Int64) -> Int? { keys.firstIndex(of: key) }

  /// Whether a row has the full width.
  func isWhole(_ row: Int) -> Bool { !wholeRows.isEmpty && lastWholeRow(upTo: row) == row }

  /// Returns the last full-width row up to a row.
  func lastWholeRow(upTo row: Int) -> Int? {
    let count = numberOfWholeRows(upTo: row)
    return count > 0 ? wholeRows[count - 1] : nil
  }

  /// - Complexity: Logarithmic in the number of full-width rows.
  func numberOfWholeRows(upTo row: Int) -> Int {
    var (low, high) = (0, wholeRows.count)
    while low < high {
      let middle = (low + high) / 2
      if wholeRows[middle] <= row { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// The rows of a table that have been created once, by key: their heights, and their views while those exist.
///
/// Heights of removed rows are kept, because the rows may come back, but only up to a limit.
struct KnownRows {
  private struct KnownRow {
    /// The height when it was last measured.
    var height: Double
    /// The view of the row while it is near the visible range.
    var cell: TableViewCell?
  }

  private var rows: [Int64: KnownRow] = [:]
  /// The rows that are read, if the others are to be removed.
  private var remaining: [Int64: KnownRow]?

  func height(of key: Int64) -> Double? { rows[key]?.height }

  func cell(of key: Int64) -> TableViewCell? { rows[key]?.cell }

  mutating func record(_ cell: TableViewCell, height: Double, key: Int64) {
    rows[key] = KnownRow(height: height, cell: cell)
  }

  mutating func removeCell(of key: Int64) { rows[key]?.cell = nil }

  /// Begins to read the keys of all rows of the data source.
  mutating func beginReading(count: Int) { remaining = rows.count > 2 * count + 10_000 ? [:] : nil }

  /// Reads one key, and returns the view of its row.
  mutating func read(_ key: Int64) -> TableViewCell? {
    guard let row = rows[key] else { return nil }
    remaining?[key] = row
    return row.cell
  }

  /// Removes the rows that were not read, if there are too many.
  mutating func endReading() {
    if let remaining { rows = remaining }
    remaining = nil
  }
}
