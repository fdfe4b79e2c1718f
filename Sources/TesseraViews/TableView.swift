import TesseraLayout
public import TesseraValues

/// What a table asks for its rows. A row is named by a key that stays the same when rows around it come and go.
public protocol TableViewDataSource: AnyObject {
  /// The number of rows.
  func numberOfRows(in table: TableView) -> Int
  /// The key of a row. Asked for all rows after a reload, so it has to be cheap.
  func tableView(_ table: TableView, keyOfRow row: Int) -> Int64
  /// Makes the view of a row. Asked only for rows near the visible range.
  func tableView(_ table: TableView, makeCellForRow row: Int) -> TableViewCell
  /// Brings the view of a row up to date after a reload.
  func tableView(_ table: TableView, update cell: TableViewCell, forRow row: Int)
}

/// A row of a table.
public final class TableViewCell: View {
  /// The key of the row, as the data source named it.
  public internal(set) var key: Int64 = 0
  /// The name of the prototype that the row was made from.
  public let reuseIdentifier: String

  /// Creates a row from a prototype of some name.
  public init(reuseIdentifier: String, in context: ViewContext) {
    self.reuseIdentifier = reuseIdentifier
    super.init(.cell, in: context)
  }
}

/// A list of rows that scrolls, with a header and a footer that scroll along.
///
/// Rows are made only within one height of the visible range. Heights of rows that were never made are estimated; when
/// a row above the visible range turns out to have another height, the offset moves along, so that what the person
/// reads stays where it is.
public final class TableView: View {
  /// Where the rows come from.
  public weak var dataSource: (any TableViewDataSource)?
  /// The height of rows that were not made yet, in points.
  public var estimatedRowHeight: Double = 60
  /// Stands before the first row.
  public var header: View? { didSet { replace(oldValue, with: header) } }
  /// Stands behind the last row.
  public var footer: View? { didSet { replace(oldValue, with: footer) } }
  /// Called when the person asks for new data by pulling or by pressing the refresh button.
  public var refreshHandlers: [() -> Void] = [] {
    didSet { self[.refreshable] = refreshHandlers.isEmpty ? .null : true }
  }
  /// Called after the person scrolled.
  public var scrollHandlers: [() -> Void] = []

  private var keys: [Int64] = []
  private var heights: [Double] = []
  /// The top of each row relative to the first, and behind the last the height of all.
  private var tops: [Double] = [0]
  private var measuredHeights: [Int64: Double] = [:]
  private var cells: [Int64: TableViewCell] = [:]
  private var measuredWidth = 0.0

  /// Creates a table without rows.
  public convenience init(in context: ViewContext) { self.init(.table, in: context) }

  public override var laysOutChildren: Bool { false }

  // MARK: Rows

  /// The number of rows as of the last reload.
  public var rowCount: Int { keys.count }

  /// The views of the rows that exist now, from the top down.
  public var visibleCells: [TableViewCell] {
    cells.values.sorted { $0.frame.y < $1.frame.y }
  }

  /// The place of the row with a key.
  /// - Complexity: linear in the number of rows.
  public func row(ofKey key: Int64) -> Int? { keys.firstIndex(of: key) }

  /// Asks the data source again. Rows that are still there keep their views, so that only what differs changes.
  public func reloadData() {
    let count = dataSource?.numberOfRows(in: self) ?? 0
    let anchor = anchorRow()
    keys.removeAll(keepingCapacity: true)
    keys.reserveCapacity(count)
    if let dataSource {
      for row in 0..<count { keys.append(dataSource.tableView(self, keyOfRow: row)) }
    }
    rebuildHeights()
    var places: [Int64: Int] = [:]
    for (row, key) in keys.enumerated() where cells[key] != nil { places[key] = row }
    for (key, cell) in cells {
      if let row = places[key] {
        dataSource?.tableView(self, update: cell, forRow: row)
      } else {
        cell.removeFromParent()
        cells[key] = nil
      }
    }
    if let anchor, let row = places[anchor.key] ?? row(ofKey: anchor.key), offset > headerHeight {
      offset = headerHeight + tops[row] + anchor.distance
    }
    self[.rowCount] = .integer(Int64(count))
    context.markChanged(self)
  }

  // MARK: Scrolling

  /// How far the content is scrolled, in points from its top.
  public var offset: Double {
    get { self[.scrollOffset].number ?? 0 }
    set { self[.scrollOffset] = newValue <= 0 ? .null : .double(newValue) }
  }

  /// Takes the offset that the person scrolled to.
  public func scroll(to newOffset: Double) {
    guard newOffset.isFinite else { return }
    acknowledge(.scrollOffset, newOffset <= 0 ? .null : .double(newOffset))
    for handler in scrollHandlers { handler() }
  }

  /// Scrolls so that a row is visible.
  public func scrollToRow(_ row: Int) {
    guard keys.indices.contains(row) else { return }
    offset = min(headerHeight + tops[row], max(0, contentHeight - frame.height))
  }

  /// Whether refreshing is under way.
  public var isRefreshing: Bool {
    get { self[.refreshing] == true }
    set { self[.refreshing] = newValue ? true : .null }
  }

  /// Asks for new data, unless that is under way.
  public func refresh() {
    guard !isRefreshing else { return }
    for handler in refreshHandlers { handler() }
  }

  /// The height of header, rows and footer in points, estimates included.
  public var contentHeight: Double { headerHeight + (tops.last ?? 0) + (footer?.frame.height ?? 0) }

  // MARK: Layout

  public override func layoutContent() {
    let width = frame.width
    guard width > 0 else { return }
    if width != measuredWidth {
      // Rows wrap differently now: what is known about their heights is a guess again, though the best there is.
      measuredWidth = width
      if let average = averageMeasuredHeight { estimatedRowHeight = average }
      measuredHeights = [:]
      rebuildHeights()
    }
    layOut(header, at: 0, width: width)
    layoutRows(width: width)
    layOut(footer, at: headerHeight + (tops.last ?? 0), width: width)
    self[.contentHeight] = .double(contentHeight)
  }

  private var headerHeight: Double { header?.frame.height ?? 0 }

  private func layoutRows(width: Double) {
    let anchor = anchorRow()
    // Making rows changes what is visible; each pass only adds rows, and the last one finds nothing to do.
    for _ in 0..<8 where !layoutVisibleRows(width: width) {
      rebuildTops()
      if let anchor, let row = row(ofKey: anchor.key), anchor.distance >= 0, offset > headerHeight {
        offset = headerHeight + tops[row] + anchor.distance
      }
    }
    rebuildTops()
    for (row, key) in rowsNearby() {
      guard let cell = cells[key] else { continue }
      cell.frame = Rect(x: 0, y: headerHeight + tops[row], width: width, height: heights[row])
      cell[.rowIndex] = .integer(Int64(row))
    }
  }

  /// Makes and measures the rows near the visible range, drops the others.
  /// - Returns: whether all heights were as expected.
  private func layoutVisibleRows(width: Double) -> Bool {
    var settled = true
    let nearby = rowsNearby()
    let staying = Set(nearby.map(\.key))
    for (key, cell) in cells where !staying.contains(key) {
      cell.removeFromParent()
      cells[key] = nil
    }
    for (row, key) in nearby {
      let cell: TableViewCell
      if let existing = cells[key] {
        cell = existing
      } else {
        guard let dataSource else { return true }
        cell = dataSource.tableView(self, makeCellForRow: row)
        cell.key = key
        cell[.rowIndex] = .integer(Int64(row))
        cells[key] = cell
        insertChild(cell, at: childIndex(forRow: row))
      }
      let height = context.computeLayout(of: cell, width: .definite(width), height: .maxContent).height
      measuredHeights[key] = height
      if heights[row] != height {
        heights[row] = height
        settled = false
      }
    }
    return settled
  }

  private func rowsNearby() -> [(row: Int, key: Int64)] {
    guard !keys.isEmpty else { return [] }
    let height = max(frame.height, 1)
    let first = row(at: offset - headerHeight - height)
    let last = row(at: offset - headerHeight + 2 * height)
    return (first...last).map { ($0, keys[$0]) }
  }

  /// The row at a distance from the top of the first row; the first or last one outside.
  private func row(at y: Double) -> Int {
    var low = 0
    var high = keys.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if tops[middle] <= y { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// The first row that is visible, and how far it is scrolled out at the top.
  private func anchorRow() -> (key: Int64, distance: Double)? {
    guard !keys.isEmpty, offset > headerHeight else { return nil }
    let row = row(at: offset - headerHeight)
    return (keys[row], offset - headerHeight - tops[row])
  }

  private func rebuildHeights() {
    heights = keys.map { measuredHeights[$0] ?? estimatedRowHeight }
    rebuildTops()
  }

  private func rebuildTops() {
    tops.removeAll(keepingCapacity: true)
    tops.reserveCapacity(heights.count + 1)
    var top = 0.0
    tops.append(0)
    for height in heights {
      top += height
      tops.append(top)
    }
  }

  private var averageMeasuredHeight: Double? {
    measuredHeights.isEmpty ? nil : measuredHeights.values.reduce(0, +) / Double(measuredHeights.count)
  }

  /// Cells stand in the order of their rows, between header and footer, so that a host reads them in order.
  private func childIndex(forRow row: Int) -> Int {
    var index = header == nil ? 0 : 1
    for child in children {
      guard let cell = child as? TableViewCell, let other = cell[.rowIndex].integer else { continue }
      if other < Int64(row) { index += 1 }
    }
    return min(index, children.count)
  }

  private func layOut(_ view: View?, at y: Double, width: Double) {
    guard let view else { return }
    let size = context.computeLayout(of: view, width: .definite(width), height: .maxContent)
    view.frame = Rect(x: 0, y: y, width: width, height: size.height)
  }

  private func replace(_ old: View?, with new: View?) {
    old?.removeFromParent()
    if let new { insertChild(new, at: new === header ? 0 : children.count) }
  }

  public override class var properties: PropertyTable<View> { ViewProperties.table }
}
