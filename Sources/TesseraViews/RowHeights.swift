/// The heights of a table's rows, and their sums: a binary indexed tree (Fenwick 1994), so that one row of a million
/// can change its height without all others being added up again.
struct RowHeights {
  private var heights: [Double]
  /// `sums[i]` is the sum of the `i & -i` heights that end before row `i`; the first entry is not used.
  private var sums: [Double]

  /// Creates the heights of rows, in points, from 0.
  ///
  /// - Complexity: linear.
  init(_ heights: [Double] = []) {
    self.heights = heights
    sums = [0] + heights
    for index in sums.indices.dropFirst() {
      let next = index + (index & -index)
      if next < sums.count { sums[next] += sums[index] }
    }
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
      let difference = newValue - heights[row]
      heights[row] = newValue
      var index = row + 1
      while index < sums.count {
        sums[index] += difference
        index += index & -index
      }
    }
  }

  /// The sum of the heights before a row; before the row behind the last, of all.
  ///
  /// - Complexity: logarithmic in the number of rows.
  func top(of row: Int) -> Double {
    var sum = 0.0
    var index = row
    while index > 0 {
      sum += sums[index]
      index &= index - 1
    }
    return sum
  }

  /// The row at a distance from the top of the first row: the last one that begins at or before it; the first or last
  /// row outside. There has to be a row.
  ///
  /// - Complexity: logarithmic in the number of rows.
  func row(at distance: Double) -> Int {
    guard distance > 0 else { return 0 }
    var row = 0
    var rest = distance
    var step = 1
    while step <= count / 2 { step *= 2 }
    while step > 0 {
      if row + step <= count, sums[row + step] <= rest {
        row += step
        rest -= sums[row]
      }
      step /= 2
    }
    return min(row, count - 1)
  }
}
