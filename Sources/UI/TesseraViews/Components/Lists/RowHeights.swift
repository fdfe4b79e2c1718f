import TesseraValues

/// The heights of a table's rows, and where each row begins.
struct RowHeights {
  private var heights: [Double]
  private var sums: PrefixSums<Double>

  /// Creates the heights of rows, in points, from 0.
  ///
  /// - Complexity: linear.
  init(_ heights: [Double] = []) {
    self.heights = heights
    sums = PrefixSums(heights)
  }

  /// The number of rows.
  var count: Int { heights.count }

  /// The height of all rows.
  var total: Double { top(of: count) }

  /// The height of a row.
  ///
  /// - Complexity: writing is logarithmic in the number of rows.
  subscript(row: Int) -> Double {
    get { heights[row] }
    set {
      sums.add(newValue - heights[row], at: row)
      heights[row] = newValue
    }
  }

  /// The sum of the heights before a row; before the row behind the last, of all.
  ///
  /// - Complexity: logarithmic in the number of rows.
  func top(of row: Int) -> Double { sums.sum(before: row) }

  /// The row at a distance from the top of the first row: the last one that begins at or before it; the first or last
  /// row outside. There has to be a row.
  ///
  /// - Complexity: logarithmic in the number of rows.
  func row(at distance: Double) -> Int {
    guard distance > 0 else { return 0 }
    return min(sums.prefixLength(upTo: distance), count - 1)
  }
}
