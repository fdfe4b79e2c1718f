import TesseraValues
import TesseraViews

/// The rows of a table with sections: items, and a header and footer for each section if there are prototypes for them.
struct TableSections {
  /// A row.
  enum Row: Hashable {
    /// An item, by its index among all items.
    case item(Int)
    /// The header of a section, by the section's index.
    case header(Int)
    /// The footer of a section, by the section's index.
    case footer(Int)
  }

  /// The title and the range of items of each section.
  let groups: [(title: Value, range: Range<Int>)]
  /// The prototype of headers; nil for none.
  let header: String?
  /// The prototype of footers; nil for none.
  let footer: String?
  private let numbers: [Int64]

  /// Creates a table without sections: each row is an item.
  init() {
    groups = []
    numbers = []
    header = nil
    footer = nil
  }

  /// - Parameter names: Assigns stable numbers to sections.
  init(
    _ groups: [(title: Value, range: Range<Int>)], header: String?, footer: String?, names: inout RowKeys
  ) {
    self.groups = header == nil && footer == nil ? [] : groups
    self.header = header
    self.footer = footer
    names.begin()
    numbers = self.groups.map { names.number(ofSection: $0.title) }
    names.end()
  }

  private var rowsPerGroup: Int { (header == nil ? 0 : 1) + (footer == nil ? 0 : 1) }

  /// The number of headers and footers.
  var extraRowCount: Int { groups.count * rowsPerGroup }

  /// The rows of headers, in order.
  var headerRows: [Int] { header == nil ? [] : groups.indices.map(start) }

  private func start(of group: Int) -> Int { groups[group].range.lowerBound + group * rowsPerGroup }

  /// - Complexity: Logarithmic in the number of sections.
  func row(at row: Int) -> Row {
    guard !groups.isEmpty else { return .item(row) }
    var (low, high) = (0, groups.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if start(of: middle) <= row { low = middle } else { high = middle - 1 }
    }
    var offset = row - start(of: low)
    if header != nil {
      if offset == 0 { return .header(low) }
      offset -= 1
    }
    let range = groups[low].range
    return offset >= range.count && footer != nil ? .footer(low) : .item(range.lowerBound + offset)
  }

  /// Returns the keys of the headers and footers of sections whose first item, which they show, fulfils a condition.
  func keys(aroundItems isMeant: (Int) -> Bool) -> Set<Int64> {
    var keys: Set<Int64> = []
    for (group, (_, range)) in groups.enumerated() where isMeant(range.lowerBound) {
      keys.insert(Int64.min + numbers[group] * 2)
      keys.insert(Int64.min + numbers[group] * 2 + 1)
    }
    return keys
  }

  /// Returns the key of a header or footer, which is outside of the range of object keys.
  func key(of group: Int, at row: Int) -> Int64 {
    let number = numbers.indices.contains(group) ? numbers[group] : Int64(group)
    return Int64.min + number * 2 + (self.row(at: row) == .footer(group) ? 1 : 0)
  }
}
