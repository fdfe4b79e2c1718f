import TesseraLayout
package import TesseraValues

/// A list of rows that scrolls, with a header and a footer that scroll along.
///
/// Rows are made only within one height of the visible range. Heights of rows that were never made are estimated. When
/// rows above turn out to have other heights, come or go, the offset moves along, so that what the person reads stays
/// where it is; only at the very top new rows push the others down.
package final class TableView: View {
  /// The most rows that exist at once, however low they are.
  package static let maximumCellCount = 1000

  /// Where the rows come from.
  package weak var dataSource: (any TableViewDataSource)?
  /// The height of rows that were not made yet, in points. Counts from the next reload on.
  package var estimatedRowHeight: Double = 60
  /// Stands before the first row.
  package var header: View? { didSet { replace(oldValue, with: header) } }
  /// Stands behind the last row.
  package var footer: View? { didSet { replace(oldValue, with: footer) } }

  private var keys: [Int64] = []
  private var heights = RowHeights()
  /// What is known about rows that were made once, by key.
  private var known: [Int64: KnownRow] = [:]
  private var cellCount = 0
  /// The width that the rows were measured for.
  private var measuredWidth = 0.0
  /// The row that has to be visible after the next layout.
  private var requestedKey: Int64?
  private var isLayingOut = false
  /// Whether the rows changed while they were laid out.
  private var needsReload = false

  private struct KnownRow {
    /// As it was measured last.
    var height: Double
    /// While the row is near the visible range.
    var cell: TableViewCell?
  }

  /// Creates a table without rows.
  package convenience init(in context: ViewContext) { self.init(.table, in: context) }

  package override var laysOutChildren: Bool { false }

  package override var arrangesContent: Bool { true }

  /// A table can be pulled once somebody waits for it.
  package override func handledEventsDidChange() {
    super.handledEventsDidChange()
    if handles(.refresh) { self[.refreshable] = true }
  }

  // MARK: Rows

  /// The number of rows as of the last reload.
  package var rowCount: Int { keys.count }

  /// The views of the rows that exist now, from the top down as of the last layout.
  package var visibleCells: [TableViewCell] { children.compactMap { $0 as? TableViewCell } }

  /// The place of the row with a key.
  /// - Complexity: linear in the number of rows.
  package func row(ofKey key: Int64) -> Int? { keys.firstIndex(of: key) }

  /// Asks the data source again. Rows that are still there keep their views, so that only what differs changes.
  ///
  /// - Complexity: linear in the number of rows; rows that do not exist as views cost no more than their key.
  package func reloadData() {
    // Rows that are being made may lead to this; their keys must not go away under them.
    guard !isLayingOut else { return needsReload = true }
    let anchors = self.anchors()
    let rows = readKeys()
    let cells = visibleCells
    for cell in cells {
      if let row = rows[cell.key], dataSource?.tableView(self, keeps: cell, forRow: row) != false {
        dataSource?.tableView(self, update: cell, forRow: row)
      } else {
        drop(cell)
      }
    }
    if let anchor = anchors.first(where: { rows[$0.key] != nil }), let row = rows[anchor.key] {
      offset = headerHeight + heights.top(of: row) + anchor.distance
    }
    self[.rowCount] = .integer(Int64(keys.count))
    context.markChanged(self)
  }

  /// Reads all keys.
  /// - Returns: the rows of existing cells by key.
  private func readKeys() -> [Int64: Int] {
    let count = max(0, dataSource?.numberOfRows(in: self) ?? 0)
    var heights = [Double](repeating: estimatedRowHeight, count: dataSource == nil ? 0 : count)
    var rows: [Int64: Int] = [:]
    // What is remembered about rows that are gone is worth keeping, as they may come back, but not for ever.
    var remembered: [Int64: KnownRow]? = known.count > 2 * count + 10_000 ? [:] : nil
    keys.removeAll(keepingCapacity: true)
    if let dataSource {
      keys.reserveCapacity(count)
      for row in 0..<count {
        let key = dataSource.tableView(self, keyOfRow: row)
        keys.append(key)
        guard let entry = known[key] else { continue }
        heights[row] = entry.height
        remembered?[key] = entry
        if entry.cell != nil, rows[key] == nil { rows[key] = row }
      }
    }
    self.heights = RowHeights(heights)
    if let remembered { known = remembered }
    return rows
  }

  // MARK: Scrolling

  /// How far the content is scrolled, in points from its top.
  package var offset: Double {
    get { self[.scrollOffset].number ?? 0 }
    set { self[.scrollOffset] = newValue > 0 ? .double(newValue) : .null }
  }

  /// Takes the offset that the person scrolled to.
  package func scroll(to newOffset: Double) {
    guard newOffset.isFinite else { return }
    requestedKey = nil
    acknowledge(.scrollOffset, newOffset > 0 ? .double(newOffset) : .null)
  }

  /// Scrolls so that a row stands at the top, or as far up as the content reaches. Rows out of range have no effect.
  package func scrollToRow(_ row: Int) {
    guard keys.indices.contains(row) else { return }
    requestedKey = keys[row]
    offset = headerHeight + heights.top(of: row)
    context.markChanged(self)
  }

  /// Whether refreshing is under way.
  package var isRefreshing: Bool {
    get { self[.refreshing] == true }
    set { self[.refreshing] = newValue ? true : .null }
  }

  /// Asks for new data, unless that is under way or the table does not react.
  package func refresh() {
    guard !isRefreshing, isInteractive else { return }
    emit(.refresh)
  }

  /// The height of header, rows and footer in points, estimates included.
  package var contentHeight: Double { headerHeight + heights.total + footerHeight }

  // MARK: Layout

  package override func layoutContent() {
    isLayingOut = true
    layoutRows()
    isLayingOut = false
    guard needsReload else { return }
    needsReload = false
    reloadData()
  }

  private func layoutRows() {
    let width = frame.width
    guard width > 0 else { return }
    let isNewWidth = width != measuredWidth
    measuredWidth = width
    var anchor = requestedAnchor() ?? anchors().first
    let headerBox = measure(header, width: width)
    let footerBox = measure(footer, width: width)
    headerHeight = headerBox.height
    footerHeight = footerBox.height
    if let anchor { offset = headerHeight + heights.top(of: anchor.row) + anchor.distance }

    // Rows that turn out lower may leave less content than the offset needs: then there is another first row. Each
    // round measures rows further up, so that a few rounds are enough.
    var rows = 0..<0
    for _ in 0..<4 {
      if clampOffset() { anchor = requestedAnchor() ?? anchors().first }
      rows = fill(around: anchor, width: width, isNewWidth: isNewWidth)
      if !clampOffset() { break }
      anchor = anchors().first
    }
    requestedKey = nil

    header?.frame = headerBox.frame
    place(rows)
    footer?.frame = footerBox.frame.offsetBy(x: 0, y: headerHeight + heights.total)
    self[.contentHeight] = .double(contentHeight)
  }

  /// The heights of header and footer with margins, as of the last layout.
  private var headerHeight = 0.0
  private var footerHeight = 0.0

  /// Makes and measures the rows within one height of the visible range, from the anchor down and up, and moves the
  /// offset so that the anchor stands where it stood.
  /// - Returns: these rows.
  private func fill(around anchor: Anchor?, width: Double, isNewWidth: Bool) -> Range<Int> {
    guard !keys.isEmpty, dataSource != nil else { return 0..<0 }
    let height = max(frame.height, 1)
    let start = anchor?.row ?? 0
    measureRow(start, width: width)
    if let anchor {
      offset = headerHeight + heights.top(of: start) + distance(of: anchor, isNewWidth: isNewWidth)
    }
    let startTop = headerHeight + heights.top(of: start) - offset
    var end = start + 1
    var bottom = startTop + heights[start]
    while end < keys.count, bottom < 2 * height, end - start < Self.maximumCellCount * 3 / 4 {
      measureRow(end, width: width)
      bottom += heights[end]
      end += 1
    }
    var first = start
    var top = startTop
    while first > 0, top > -height, start - first < Self.maximumCellCount / 4 {
      first -= 1
      measureRow(first, width: width)
      top -= heights[first]
    }
    if anchor != nil { offset = headerHeight + heights.top(of: start) - startTop }
    return first..<end
  }

  /// Makes a row unless it exists, and takes its height.
  private func measureRow(_ row: Int, width: Double) {
    let key = keys[row]
    let cell: TableViewCell
    if let existing = known[key]?.cell {
      cell = existing
    } else {
      guard let dataSource else { return }
      cell = dataSource.tableView(self, makeCellForRow: row)
      cell.key = key
      addChild(cell)
    }
    let height = measure(cell, width: width).height
    known[key] = KnownRow(height: height, cell: cell)
    if heights[row] != height { heights[row] = height }
  }

  /// Puts rows where they belong and drops the others.
  private func place(_ rows: Range<Int>) {
    var order = [header].compactMap { $0 }
    var top = headerHeight + heights.top(of: rows.lowerBound)
    var placed: Set<Int64> = []
    for row in rows {
      defer { top += heights[row] }
      guard let cell = known[keys[row]]?.cell, placed.insert(keys[row]).inserted else { continue }
      var frame = context.layout.frame(of: cell.node)
      frame.y += top
      cell.frame = frame
      cell[.rowIndex] = .integer(Int64(row))
      order.append(cell)
    }
    if let footer { order.append(footer) }
    for cell in visibleCells where !placed.contains(cell.key) { drop(cell) }
    // Cells stand in the order of their rows, between header and footer, so that a host reads them in order.
    setChildren(order)
  }

  private func drop(_ cell: TableViewCell) {
    cell.removeFromParent()
    known[cell.key]?.cell = nil
    dataSource?.tableView(self, didDrop: cell)
  }

  /// Lays out a row, the header or the footer: its frame in a box of the table's width, and the height of that box.
  private func measure(_ view: View?, width: Double) -> (frame: Rect, height: Double) {
    guard let view else { return (.zero, 0) }
    let frame = context.computeLayout(
      of: view, width: .definite(width), height: .maxContent, direction: layoutDirection)
    let margin = context.layout.style(of: view.node).margin.bottom.resolved(against: width)
    return (frame, max(0, frame.maxY + margin))
  }

  private func replace(_ old: View?, with new: View?) {
    guard old !== new else { return }
    if old?.parent === self { old?.removeFromParent() }
    if let new { insertChild(new, at: new === header ? 0 : children.count) }
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.table.properties }

  // MARK: The reader's place

  /// A row, and how far its top lies above the top of the visible range.
  private struct Anchor {
    var key: Int64
    var row: Int
    var distance: Double
    var height: Double
  }

  /// Where the reader is: the first visible row, then the other rows that exist, those below before those above. None
  /// at the very top.
  private func anchors() -> [Anchor] {
    guard !keys.isEmpty, offset > headerHeight else { return [] }
    let top = offset - headerHeight
    let first = heights.row(at: top)
    var rows = [first]
    rows += (first + 1..<keys.count).prefix { known[keys[$0]]?.cell != nil }
    rows += (0..<first).reversed().prefix { known[keys[$0]]?.cell != nil }
    return rows.map { row in
      Anchor(key: keys[row], row: row, distance: top - heights.top(of: row), height: heights[row])
    }
  }

  private func requestedAnchor() -> Anchor? {
    guard let requestedKey, let row = row(ofKey: requestedKey) else { return nil }
    return Anchor(key: requestedKey, row: row, distance: 0, height: heights[row])
  }

  /// How far the anchor's top shall lie above the visible range, its height being another one by now.
  private func distance(of anchor: Anchor, isNewWidth: Bool) -> Double {
    let height = heights[anchor.row]
    // Behind the last row, in the footer.
    if anchor.distance >= anchor.height { return anchor.distance + height - anchor.height }
    // Within a row that wraps differently, or that became too low, the reader is at the same part of it.
    if anchor.distance > 0, isNewWidth || anchor.distance >= height { return anchor.distance * height / anchor.height }
    return anchor.distance
  }

  /// Keeps the offset within the content.
  /// - Returns: whether the offset was moved.
  @discardableResult
  private func clampOffset() -> Bool {
    let most = max(0, contentHeight - frame.height)
    // Browsers round; half a point is not worth a correction.
    guard offset > most + 1 else { return false }
    offset = most
    return true
  }
}

extension Dimension {
  /// The length in points; percentages are of `length`, and anything else is 0.
  func resolved(against length: Double) -> Double {
    switch kind {
    case .points(let points): points
    case .percent(let percent): length * percent / 100
    default: 0
    }
  }
}

extension ViewKind {
  /// A list of rows that scrolls; only rows near the visible range exist.
  package static let table = ViewKind(
    "table", defaults: ViewDefaults(clips: true),
    style: LayoutStyle {
      $0.overflow = .scroll
      $0.flexGrow = 1
      $0.flexShrink = 1
      $0.flexBasis = .points(0)
    },
    element: WebElement(behaviour: "table"))
}

extension ComponentDefinition {
  /// A list of rows that scrolls.
  package static let table = ComponentDefinition(
    type: "table", documentation: "A list of rows that scrolls.", synonyms: ["list", "listView", "tableView"],
    kind: .table,
    properties: [
      .of(
        TableView.self, "rowHeight", .number, "The height of rows that were not made yet, in points.",
        get: { .double($0.estimatedRowHeight) },
        set: { $0.estimatedRowHeight = min(max($1.number ?? 60, 1), 10_000) }),
      .flag(TableView.self, "refreshControl.value", "Whether refreshing is under way.", \.isRefreshing),
      .of(TableView.self, "rowCount", .number, "The number of rows.", get: { .integer(Int64($0.rowCount)) }),
    ],
    events: EventDefinition.scrolling + [
      EventDefinition(EventName.refresh.rawValue, "The person asks for new data by pulling or by the refresh button.")
    ],
    slots: [
      SlotDefinition("header", "Stands before the first row.", .one) { ($0 as? TableView)?.header = $1.first },
      SlotDefinition("footer", "Stands behind the last row.", .one) { ($0 as? TableView)?.footer = $1.first },
      SlotDefinition("cells", "Prototypes of rows, by name.", .prototypes),
    ],
    makeView: { TableView(in: $0) })
}
