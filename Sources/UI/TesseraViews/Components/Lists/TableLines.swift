/// The arrangement of a table's rows in lines. A line has as many rows as there are columns. A full-width row has a
/// line of its own.
struct TableLines {
  /// The first rows of the lines; nil if each row is a line.
  private var starts: [Int]?
  private let rowCount: Int

  /// - Complexity: Linear in the number of rows if there are several columns, otherwise constant.
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
      // No row follows a full-width row on its line.
      count = isWhole ? columns : count + 1
    }
    self.starts = starts
  }

  /// The number of lines.
  var count: Int { starts?.count ?? rowCount }

  /// Returns the rows of a line.
  func rows(in line: Int) -> Range<Int> {
    guard let starts else { return line..<line + 1 }
    return starts[line]..<(line + 1 < starts.count ? starts[line + 1] : rowCount)
  }

  /// Returns the line of a row.
  ///
  /// - Complexity: Logarithmic in the number of lines.
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
