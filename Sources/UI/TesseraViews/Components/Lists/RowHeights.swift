import TesseraValues

/// The heights of a table's rows and the positions of their tops.
struct RowHeights {
  private var heights: [Double]
  private var sums: PrefixSums<Double>

  /// Creates the heights of rows, in points; each must be at least 0.
  ///
  /// - Complexity: Linear in the number of rows.
  init(_ heights: [Double] = []) {
    self.heights = heights
    sums = PrefixSums(heights)
  }

  /// The number of rows.
  var count: Int { heights.count }

  /// The total height of all rows.
  var total: Double { top(of: count) }

  /// Accesses the height of a row.
  ///
  /// - Complexity: Setting is logarithmic in the number of rows.
  subscript(row: Int) -> Double {
    get { heights[row] }
    set {
      sums.add(newValue - heights[row], at: row)
      heights[row] = newValue
    }
  }

  /// Returns the sum of the heights before a row. For the index after the last row, this is the total height.
  ///
  /// - Complexity: Logarithmic in the number of rows.
  func top(of row: Int) -> Double { sums.sum(before: row) }

  /// Returns the row at a distance from the top of the first row: the last one that begins at or before it. Outside
  /// the rows, it is the first or the last row. There must be at least one row.
  ///
  /// - Complexity: Logarithmic in the number of rows.
  func row(at distance: Double) -> Int {
    guard distance > 0 else { return 0 }
    return min(sums.prefixLength(upTo: distance), count - 1)
  }
}
