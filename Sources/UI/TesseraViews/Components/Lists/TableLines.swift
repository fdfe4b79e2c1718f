/// Which rows of a table stand beside each other: the rows of a line are as many as there are columns, and a row that takes
/// a whole line stands alone.
struct TableLines {
  /// The first rows of the lines; nil where each row is a line.
  private var starts: [Int]?
  private let rowCount: Int

  /// - Complexity: linear in the number of rows where there are several columns, else constant.
  init(rowCount: Int, columns: Int = 1, wholeRows: [Int] = []) {
    self.rowCount = rowCount
    guard columns > 1 else { return }
    var starts: [Int] = []
    var whole = wholeRows[...]
    var count = 0
    for row in 0..<rowCount {
      let isWhole = whole.first == row
      if isWhole { whole.removeFirst() }
      if count == 0 || isWhole || count == columns {
        starts.append(row)
        count = 0
      }
      // Nothing stands beside a row that takes the line.
      count = isWhole ? columns : count + 1
    }
    self.starts = starts
  }

  /// The number of lines.
  var count: Int { starts?.count ?? rowCount }

  /// The rows of a line.
  func rows(in line: Int) -> Range<Int> {
    guard let starts else { return line..<line + 1 }
    return starts[line]..<(line + 1 < starts.count ? starts[line + 1] : rowCount)
  }

  /// The line of a row.
  ///
  /// - Complexity: logarithmic in the number of lines.
  func line(of row: Int) -> Int {
    guard let starts else { return row }
    var (low, high) = (0, starts.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if starts[middle] <= row { low = middle } else { high = middle }
    }
    return low
  }
}
