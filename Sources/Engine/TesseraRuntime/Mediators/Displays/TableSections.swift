import TesseraValues
import TesseraViews

/// The rows of a table whose items are grouped: those of each group, and one above and one below them where there are
/// prototypes for these.
struct TableSections {
  /// A row.
  enum Row: Hashable {
    /// An item, by its place among all.
    case item(Int)
    /// The row above a group, by the group's place.
    case header(Int)
    /// The row below a group.
    case footer(Int)
  }

  /// What each group's items have in common, and where they stand.
  let groups: [(title: Value, range: Range<Int>)]
  /// The prototype of the rows above groups; nil for none.
  let header: String?
  /// The prototype of the rows below them.
  let footer: String?
  private let numbers: [Int64]

  /// No groups: each row is an item.
  init() {
    groups = []
    numbers = []
    header = nil
    footer = nil
  }

  /// - Parameter names: gives a group the same number as long as it is there.
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

  /// How many rows there are besides the items.
  var extraRowCount: Int { groups.count * rowsPerGroup }

  /// The rows above groups, in order.
  var headerRows: [Int] { header == nil ? [] : groups.indices.map(start) }

  private func start(of group: Int) -> Int { groups[group].range.lowerBound + group * rowsPerGroup }

  /// - Complexity: logarithmic in the number of groups.
  func row(at row: Int) -> Row {
    guard !groups.isEmpty else { return .item(row) }
    var (low, high) = (0, groups.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if start(of: middle) <= row { low = middle } else { high = middle - 1 }
    }
    var place = row - start(of: low)
    if header != nil {
      if place == 0 { return .header(low) }
      place -= 1
    }
    let range = groups[low].range
    return place >= range.count && footer != nil ? .footer(low) : .item(range.lowerBound + place)
  }

  /// The names of the rows above and below the groups whose first item fulfils a condition: they show it.
  func keys(aroundItems isMeant: (Int) -> Bool) -> Set<Int64> {
    var keys: Set<Int64> = []
    for (group, (_, range)) in groups.enumerated() where isMeant(range.lowerBound) {
      keys.insert(Int64.min + numbers[group] * 2)
      keys.insert(Int64.min + numbers[group] * 2 + 1)
    }
    return keys
  }

  /// What names a row above or below a group: far from the keys of objects.
  func key(of group: Int, at row: Int) -> Int64 {
    let number = numbers.indices.contains(group) ? numbers[group] : Int64(group)
    return Int64.min + number * 2 + (self.row(at: row) == .footer(group) ? 1 : 0)
  }
}
