package import TesseraLayout
package import TesseraValues

/// Which way a list goes on and scrolls.
package enum ScrollAxis: String, Sendable, CaseIterable {
  /// Down.
  case vertical
  /// In the direction of text.
  case horizontal
}

/// A list of rows that scrolls, with a header and a footer that scroll along.
///
/// Rows are made only within one length of the visible range. Lengths of rows that were never made are estimated. When
/// rows before turn out to have other lengths, come or go, the offset moves along, so that what the person reads stays
/// where it is; only at the very start new rows push the others on.
///
/// Lengths are heights, or, where the table goes on horizontally, widths. Rows may stand beside each other in lines of
/// several columns.
package class TableView: View, ScrollingView {
  /// The most rows that exist at once, however low they are.
  package static let maximumCellCount = 1000
  /// The most rows beside each other.
  package static let maximumColumnCount = 50

  /// Where the rows come from.
  package weak var dataSource: (any TableViewDataSource)?
  /// The length of rows that were not made yet, in points. Counts from the next reload on.
  package var estimatedRowHeight: Double = 60
  /// Stands before the first row.
  package var header: View? { didSet { replace(oldValue, with: header) } }
  /// Stands behind the last row.
  package var footer: View? { didSet { replace(oldValue, with: footer) } }
  /// Stands in place of rows where there are none.
  package var emptyView: View? {
    didSet {
      replace(oldValue, with: emptyView)
      emptyView?.isHidden = !keys.isEmpty
    }
  }
  /// How many rows stand beside each other.
  package var columnCount = 1 { didSet { if columnCount != oldValue { context.markChanged(self) } } }
  /// The least width of a column, in points: there are as many columns as fit. Nil for ``columnCount``.
  package var minimumColumnWidth: Double? { didSet { if minimumColumnWidth != oldValue { context.markChanged(self) } } }
  /// Between rows, and between columns, in points.
  package var spacing = 0.0 { didSet { if spacing != oldValue { context.markChanged(self) } } }
  /// Whether thin lines stand between rows.
  package var hasSeparators = false { didSet { if hasSeparators != oldValue { context.markChanged(self) } } }
  /// Whether rows that take a whole line stay in sight until the next one comes.
  package var hasStickyHeaders = true

  /// The length of each row along the table: points, or percent of what is visible. Nil for what its content needs.
  package var rowLength: Dimension? { didSet { if rowLength != oldValue { context.markChanged(self) } } }
  /// Whether rows that do not fill the table stand in its middle.
  package var centersRows = false { didSet { if centersRows != oldValue { context.markChanged(self) } } }
  /// Whether rows that come, go or move do so smoothly.
  package var animatesRows = false
  /// Whether several rows can be chosen at once, where somebody lets rows be chosen.
  package var allowsMultipleSelection = false
  /// Called when the rows were laid out.
  package var didLayOut: (() -> Void)?
  /// Called when the person scrolled, with the offsets before and now.
  package var didScroll: ((_ old: Double, _ new: Double) -> Void)?

  /// Whether each row is as long as what is visible, unless ``rowLength`` says otherwise, and scrolling stops at rows.
  package var hasPages: Bool {
    get { self[.paging] == true }
    set { self[.paging] = newValue ? true : .null }
  }

  private var keys: [Int64] = []
  /// The rows that take a whole line, in order.
  private var wholeRows: [Int] = []
  private var lines = TableLines(rowCount: 0)
  private var heights = RowHeights()
  /// What is known about rows that were made once, by key.
  private var known: [Int64: KnownRow] = [:]
  /// What the rows were measured for.
  private var measured = Measure()
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

  /// The room for rows.
  private struct Measure: Equatable {
    /// Across the direction of scrolling, in points.
    var breadth = 0.0
    var columns = 1
    var spacing = 0.0
    var insets = EdgeInsets.zero
    /// Of each row, where rows are pages; else 0.
    var pageLength = 0.0
  }

  /// Creates a table without rows.
  package convenience init(in context: ViewContext) { self.init(.table, in: context) }

  package override var laysOutChildren: Bool { false }

  package override var arrangesContent: Bool { true }

  /// Whether the layout asks for the length of the rows, instead of giving the table what room there is.
  package var fitsContent = false {
    didSet {
      guard fitsContent != oldValue else { return }
      var style = style
      if fitsContent {
        // What its kind has by default makes room for rows that are not known.
        if style.flexGrow == 1, style.flexBasis == .points(0) {
          style.flexGrow = 0
          style.flexBasis = .auto
        }
        style.flexShrink = max(style.flexShrink, 1)
      }
      self.style = style
      context.layout.setMeasured(fitsContent, for: node)
      context.markChanged(self)
    }
  }

  private var revision = 0
  override var contentRevision: Int? { scrollEndThreshold == nil ? nil : revision }

  /// The length of the rows when they were measured last.
  private var fittedLength = 0.0

  package override var measuresContent: Bool { fitsContent }

  package override func measureContent(width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    let insets = measured.insets
    let padding = axis == .vertical ? insets.top + insets.bottom : insets.left + insets.right
    let length = max(fittedLength - padding, keys.isEmpty ? 0 : 1)
    return axis == .vertical
      ? MeasuredSize(width: width.points ?? 0, height: length)
      : MeasuredSize(width: length, height: height.points ?? breadthOfRows)
  }

  /// How high rows beside each other are, as far as they are known; something, before any is.
  private var breadthOfRows: Double { keys.isEmpty ? 0 : max(fittedBreadth, 1) }
  private var fittedBreadth = 0.0

  /// Has the layout ask once more where rows turned out to have another length.
  private func fit() {
    guard fitsContent else { return }
    var breadth = 0.0
    if axis == .horizontal {
      for cell in visibleCells {
        let box = context.computeLayout(
          of: cell, width: .definite(cell.frame.width), height: .maxContent, direction: layoutDirection)
        breadth = max(breadth, box.height)
        _ = context.computeLayout(
          of: cell, width: .definite(cell.frame.width), height: .definite(cell.frame.height), direction: layoutDirection
        )
      }
    }
    guard abs(contentHeight - fittedLength) > 0.01 || breadth > fittedBreadth + 0.01 else { return }
    fittedLength = contentHeight
    fittedBreadth = max(fittedBreadth, breadth)
    context.afterLayout? { [weak self] in
      guard let self else { return }
      self.context.remeasure(self)
      self.context.markChanged(self)
    }
  }

  /// A table can be pulled once somebody waits for it.
  package override func handledEventsDidChange() {
    super.handledEventsDidChange()
    if handles(.refresh) { self[.refreshable] = true }
  }

  // MARK: Rows

  /// The number of rows as of the last reload.
  package var rowCount: Int { keys.count }

  /// The views of the rows that exist now, from the start as of the last layout.
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
    let old = keys
    let rows = readKeys()
    if old != keys || revision == 0 {
      revision += 1
      fittedBreadth = 0
    }
    let cells = visibleCells
    if isAnimated, !cells.isEmpty, old != keys { perform(.animateRows) }
    for cell in cells {
      if let row = rows[cell.key], dataSource?.tableView(self, keeps: cell, forRow: row) != false {
        dataSource?.tableView(self, update: cell, forRow: row)
      } else {
        drop(cell)
      }
    }
    if let anchor = anchors.first(where: { rows[$0.key] != nil }), let row = rows[anchor.key] {
      offset = headerHeight + heights.top(of: lines.line(of: row)) + anchor.distance
    }
    self[.rowCount] = .integer(Int64(keys.count))
    emptyView?.isHidden = !keys.isEmpty
    context.markChanged(self)
  }

  /// Whether rows that come, go or move do so smoothly.
  package var isAnimated: Bool { animatesRows }

  /// Reads all keys.
  /// - Returns: the rows of existing cells by key.
  private func readKeys() -> [Int64: Int] {
    let count = max(0, dataSource?.numberOfRows(in: self) ?? 0)
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
        remembered?[key] = entry
        if entry.cell != nil, rows[key] == nil { rows[key] = row }
      }
      wholeRows = dataSource.wholeRows(in: self)
    }
    if let remembered { known = remembered }
    makeLines()
    return rows
  }

  /// Puts rows into lines of as many columns as there are.
  private func makeLines() {
    lines = TableLines(rowCount: keys.count, columns: measured.columns, wholeRows: wholeRows)
    var heights = [Double](repeating: estimatedRowHeight, count: lines.count)
    for line in heights.indices {
      var height: Double?
      for row in lines.rows(in: line) {
        if let entry = known[keys[row]] { height = max(height ?? 0, entry.height) }
      }
      // A page is as long as what is visible, whatever it was once.
      heights[line] = (fixedLength ?? height ?? estimatedRowHeight) + gap(behind: line)
    }
    self.heights = RowHeights(heights)
  }

  /// What stands between a line and the next.
  private func gap(behind line: Int) -> Double { line + 1 < lines.count ? measured.spacing : 0 }

  // MARK: Scrolling

  /// Takes the offset that the person scrolled to.
  package func scroll(to newOffset: Double) {
    guard newOffset.isFinite else { return }
    requestedKey = nil
    let old = offset
    acknowledge(.scrollOffset, newOffset > 0 ? .double(newOffset) : .null)
    didScroll?(old, newOffset)
  }

  /// The row that stands nearest to the start of what is visible; 0 where there is none.
  package var rowAtStart: Int {
    guard lines.count > 0 else { return 0 }
    let line = heights.row(at: max(0, offset - headerHeight))
    let isPast = offset - headerHeight - heights.top(of: line) > heights[line] / 2
    return lines.rows(in: isPast && line + 1 < lines.count ? line + 1 : line).lowerBound
  }

  /// Shows the place that was shown before the view was made anew.
  package func restore(offset newOffset: Double) {
    requestedKey = nil
    offset = newOffset
    context.markChanged(self)
  }

  /// Scrolls so that a row stands at the start, or as far as the content reaches. Rows out of range have no effect.
  package func scrollToRow(_ row: Int) {
    guard keys.indices.contains(row) else { return }
    requestedKey = keys[row]
    offset = headerHeight + heights.top(of: lines.line(of: row))
    context.markChanged(self)
  }

  /// The length of header, rows and footer in points, estimates included.
  package var contentHeight: Double { headerHeight + heights.total + footerHeight }

  /// The length of what is visible.
  package var visibleLength: Double { axis == .vertical ? frame.height : frame.width }

  /// The length that all rows have; nil where each has its own.
  private var fixedLength: Double? {
    guard let rowLength else { return hasPages ? visibleLength : nil }
    return max(1, rowLength.resolved(against: visibleLength))
  }

  // MARK: Layout

  package override func layoutContent() {
    isLayingOut = true
    layoutRows()
    isLayingOut = false
    fit()
    if let didLayOut { context.afterLayout?(didLayOut) }
    if revision > 0 { tellEndInSight(of: contentHeight, visible: visibleLength) }
    guard needsReload else { return }
    needsReload = false
    reloadData()
  }

  private func layoutRows() {
    let room = measureRoom()
    guard room.breadth > 0 else { return }
    let isNewBreadth = room.breadth != measured.breadth
    var anchor = requestedAnchor() ?? anchors().first
    if room != measured {
      let needsLines =
        room.columns != measured.columns || room.spacing != measured.spacing || room.pageLength != measured.pageLength
      measured = room
      if needsLines {
        makeLines()
        anchor = anchor.flatMap { anchor in
          row(ofKey: anchor.key).map {
            Anchor(key: anchor.key, line: lines.line(of: $0), distance: 0, height: heights[lines.line(of: $0)])
          }
        }
      }
    }
    let headerBox = measure(header, breadth: room.breadth)
    let footerBox = measure(footer, breadth: room.breadth)
    headerHeight = headerBox.length + leadingInset
    footerHeight = footerBox.length + trailingInset
    if let anchor { offset = headerHeight + heights.top(of: anchor.line) + anchor.distance }

    // Rows that turn out lower may leave less content than the offset needs: then there is another first row. Each
    // round measures rows further up, so that a few rounds are enough.
    var shown = 0..<0
    for _ in 0..<4 {
      if clampOffset() { anchor = requestedAnchor() ?? anchors().first }
      shown = fill(around: anchor, isNewBreadth: isNewBreadth)
      if !clampOffset() { break }
      anchor = anchors().first
    }
    requestedKey = nil
    if centersRows { headerHeight += max(0, (visibleLength - contentHeight) / 2) }

    self[.contentHeight] = .double(axis == .vertical ? contentHeight : frame.height)
    self[.contentWidth] = axis == .vertical ? .null : .double(contentHeight)
    place(header, headerBox.frame, at: leadingInset, length: headerBox.length)
    place(shown)
    place(footer, footerBox.frame, at: headerHeight + heights.total, length: footerBox.length)
    if let emptyView, !emptyView.isHidden {
      let box = context.computeLayout(
        of: emptyView, width: .definite(max(0, frame.width - room.insets.left - room.insets.right)),
        height: .maxContent, direction: layoutDirection)
      // In the middle of what is visible.
      emptyView.frame = Rect(
        x: room.insets.left + box.x, y: max(headerHeight, (frame.height - box.height) / 2), width: box.width,
        height: box.height)
      // The content is what a host shows.
      if axis == .vertical { self[.contentHeight] = .double(max(contentHeight, emptyView.frame.maxY)) }
    }
  }

  /// The room that there is for rows.
  private func measureRoom() -> Measure {
    var room = Measure()
    room.insets = paddingInsets
    room.breadth =
      axis == .vertical
      ? frame.width - room.insets.left - room.insets.right : frame.height - room.insets.top - room.insets.bottom
    room.spacing = min(max(spacing, 0), 1000)
    var columns = columnCount
    if let minimumColumnWidth {
      columns = Int(max(1, min((room.breadth + room.spacing) / (max(minimumColumnWidth, 1) + room.spacing), 1000)))
    }
    room.columns = min(max(columns, 1), Self.maximumColumnCount)
    room.pageLength = fixedLength ?? 0
    return room
  }

  private var leadingInset: Double {
    axis == .vertical
      ? measured.insets.top : layoutDirection == .rtl ? measured.insets.right : measured.insets.left
  }

  private var trailingInset: Double {
    axis == .vertical
      ? measured.insets.bottom : layoutDirection == .rtl ? measured.insets.left : measured.insets.right
  }

  /// The lengths of header and footer with margins and padding, as of the last layout.
  private var headerHeight = 0.0
  private var footerHeight = 0.0

  /// Makes and measures the rows within one length of the visible range, from the anchor on and back, and moves the
  /// offset so that the anchor stands where it stood.
  /// - Returns: these lines.
  private func fill(around anchor: Anchor?, isNewBreadth: Bool) -> Range<Int> {
    guard !keys.isEmpty, dataSource != nil else { return 0..<0 }
    let height = max(visibleLength, 1)
    let most = Self.maximumCellCount / measured.columns
    let start = anchor?.line ?? 0
    measureLine(start)
    if let anchor {
      offset = headerHeight + heights.top(of: start) + distance(of: anchor, isNewBreadth: isNewBreadth)
    }
    let startTop = headerHeight + heights.top(of: start) - offset
    var end = start + 1
    var bottom = startTop + heights[start]
    while end < lines.count, bottom < 2 * height, end - start < most * 3 / 4 {
      measureLine(end)
      bottom += heights[end]
      end += 1
    }
    var first = start
    var top = startTop
    while first > 0, top > -height, start - first < most / 4 {
      first -= 1
      measureLine(first)
      top -= heights[first]
    }
    if anchor != nil { offset = headerHeight + heights.top(of: start) - startTop }
    return first..<end
  }

  /// Makes the rows of a line unless they exist, and takes their heights.
  private func measureLine(_ line: Int) {
    var height = 0.0
    let rows = lines.rows(in: line)
    for row in rows { height = max(height, measureRow(row)) }
    height += gap(behind: line)
    if heights[line] != height { heights[line] = height }
  }

  private func isWhole(_ row: Int) -> Bool { !wholeRows.isEmpty && lastWholeRow(upTo: row) == row }

  /// The last row up to another that takes a whole line.
  private func lastWholeRow(upTo row: Int) -> Int? {
    let count = numberOfWholeRows(upTo: row)
    return count > 0 ? wholeRows[count - 1] : nil
  }

  private func numberOfWholeRows(upTo row: Int) -> Int {
    var (low, high) = (0, wholeRows.count)
    while low < high {
      let middle = (low + high) / 2
      if wholeRows[middle] <= row { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func breadth(of row: Int) -> Double {
    guard measured.columns > 1, !isWhole(row) else { return measured.breadth }
    return columnBreadth
  }

  private var columnBreadth: Double {
    max(0, (measured.breadth - Double(measured.columns - 1) * measured.spacing) / Double(measured.columns))
  }

  private func measureRow(_ row: Int) -> Double {
    let key = keys[row]
    let cell: TableViewCell
    if let existing = known[key]?.cell {
      cell = existing
    } else {
      guard let dataSource else { return 0 }
      cell = dataSource.tableView(self, makeCellForRow: row)
      cell.key = key
      addChild(cell)
    }
    let height = measure(cell, breadth: breadth(of: row)).length
    known[key] = KnownRow(height: height, cell: cell)
    return height
  }

  /// Puts the rows of lines where they belong and drops the others.
  private func place(_ shown: Range<Int>) {
    var order = [header].compactMap { $0 }
    var placed: Set<Int64> = []
    // What stays in sight is made though its own place may be far away.
    let above =
      hasStickyHeaders && !shown.isEmpty ? lastWholeRow(upTo: lines.rows(in: shown.lowerBound).lowerBound) : nil
    if let above, !shown.contains(lines.line(of: above)) {
      _ = measureRow(above)
      place(line: lines.line(of: above), at: headerHeight + heights.top(of: lines.line(of: above)), &placed, &order)
    }
    var top = headerHeight + heights.top(of: shown.lowerBound)
    for line in shown {
      place(line: line, at: top, &placed, &order)
      top += heights[line]
    }
    if let footer { order.append(footer) }
    if let emptyView { order.append(emptyView) }
    for cell in visibleCells where !placed.contains(cell.key) { drop(cell) }
    // Cells stand in the order of their rows, between header and footer, so that a host reads them in order.
    setChildren(order)
  }

  private func place(line: Int, at top: Double, _ placed: inout Set<Int64>, _ order: inout [View]) {
    for (column, row) in lines.rows(in: line).enumerated() {
      guard let cell = known[keys[row]]?.cell, placed.insert(keys[row]).inserted else { continue }
      place(
        cell, context.layout.frame(of: cell.node), at: top, column: column, breadth: breadth(of: row),
        length: heights[line] - gap(behind: line))
      cell[.rowIndex] = .integer(Int64(row))
      cell[.stickyUntil] = hasStickyHeaders && isWhole(row) ? .double(endOfSection(of: row)) : .null
      // A row that has a border of its own keeps it.
      if cell.hasSeparator || (hasSeparators && cell[.borderWidth].isNull) {
        let isLast = row + 1 >= keys.count || isWhole(row) || isWhole(row + 1)
        cell.hasSeparator = hasSeparators && !isLast
        cell[.borderWidth] = cell.hasSeparator ? [0, 0, 1, 0] : .null
      }
      order.append(cell)
    }
  }

  /// Where the next row that takes a whole line begins, or the rows end.
  private func endOfSection(of row: Int) -> Double {
    let next = numberOfWholeRows(upTo: row)
    let end = wholeRows.indices.contains(next) ? heights.top(of: lines.line(of: wholeRows[next])) : heights.total
    return headerHeight + end
  }

  /// Puts a view where it belongs along the table.
  /// - Parameter breadth: what it was laid out in; nil for all that there is.
  private func place(
    _ view: View?, _ box: Rect, at start: Double, column: Int = 0, breadth: Double? = nil, length: Double
  ) {
    guard let view else { return }
    let breadth = breadth ?? measured.breadth
    var frame = box
    let across = Double(column) * (columnBreadth + measured.spacing)
    let isRightToLeft = layoutDirection == .rtl
    if axis == .vertical {
      frame.y += start
      frame.x += measured.insets.left + (isRightToLeft ? measured.breadth - across - breadth : across)
    } else {
      frame.y += measured.insets.top + across
      // The content is as wide as it is long; it begins where text does.
      frame.x += isRightToLeft ? contentHeight - start - length : start
    }
    view.frame = frame
  }

  private func drop(_ cell: TableViewCell) {
    cell.removeFromParent()
    known[cell.key]?.cell = nil
    dataSource?.tableView(self, didDrop: cell)
  }

  /// Lays out a row, the header or the footer: its frame in a box of the table's breadth, and the length of that box.
  private func measure(_ view: View?, breadth: Double) -> (frame: Rect, length: Double) {
    guard let view else { return (.zero, 0) }
    let isVertical = axis == .vertical
    let along = fixedLength.map { AvailableSpace.definite($0) } ?? .maxContent
    let frame = context.computeLayout(
      of: view, width: isVertical ? .definite(breadth) : along, height: isVertical ? along : .definite(breadth),
      direction: layoutDirection)
    let margins = context.layout.style(of: view.node).margin
    if isVertical { return (frame, max(0, frame.maxY + margins.bottom.resolved(against: breadth))) }
    return (frame, max(0, frame.maxX + margins.right.resolved(against: breadth)))
  }

  private func replace(_ old: View?, with new: View?) {
    guard old !== new else { return }
    if old?.parent === self { old?.removeFromParent() }
    if let new { insertChild(new, at: new === header ? 0 : children.count) }
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.table.properties }

  // MARK: The reader's place

  /// A line, and how far its top lies above the top of the visible range.
  private struct Anchor {
    /// Of its first row.
    var key: Int64
    var line: Int
    var distance: Double
    var height: Double
  }

  /// Where the reader is: the first visible line, then the other lines that exist, those below before those above. None
  /// at the very start.
  private func anchors() -> [Anchor] {
    guard lines.count > 0, !keys.isEmpty, offset > headerHeight else { return [] }
    let top = offset - headerHeight
    let first = heights.row(at: top)
    func exists(_ line: Int) -> Bool { known[keys[lines.rows(in: line).lowerBound]]?.cell != nil }
    var shown = [first]
    shown += (first + 1..<lines.count).prefix { exists($0) }
    shown += (0..<first).reversed().prefix { exists($0) }
    return shown.map { line in
      Anchor(
        key: keys[lines.rows(in: line).lowerBound], line: line, distance: top - heights.top(of: line),
        height: heights[line])
    }
  }

  private func requestedAnchor() -> Anchor? {
    guard let requestedKey, let row = row(ofKey: requestedKey) else { return nil }
    let line = lines.line(of: row)
    return Anchor(key: requestedKey, line: line, distance: 0, height: heights[line])
  }

  /// How far the anchor's top shall lie above the visible range, its height being another one by now.
  private func distance(of anchor: Anchor, isNewBreadth: Bool) -> Double {
    let height = heights[anchor.line]
    // Behind the last row, in the footer.
    if anchor.distance >= anchor.height { return anchor.distance + height - anchor.height }
    // Within a row that wraps differently, or that became too low, the reader is at the same part of it.
    if anchor.distance > 0, isNewBreadth || anchor.distance >= height {
      return anchor.distance * height / anchor.height
    }
    return anchor.distance
  }

  /// Keeps the offset within the content.
  /// - Returns: whether the offset was moved.
  @discardableResult
  private func clampOffset() -> Bool {
    let most = max(0, contentHeight - visibleLength)
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

extension Property<View> {
  static let multipleSelection = Property.flag(
    TableView.self, "allowsMultipleSelection",
    "Whether several rows can be chosen at once, where a controller lets them be chosen; false by default.",
    \.allowsMultipleSelection)
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
    type: "table", documentation: "A list of rows that scrolls.", synonyms: ["tableView"],
    kind: .table,
    properties: [
      .of(
        TableView.self, "rowHeight", .number, "The height of rows that were not made yet, in points.",
        get: { .double($0.estimatedRowHeight) },
        set: { $0.estimatedRowHeight = min(max($1.number ?? 60, 1), 10_000) }),
      .flag(TableView.self, "refreshControl.value", "Whether refreshing is under way.", \.isRefreshing),
      .of(TableView.self, "rowCount", .number, "The number of rows.", get: { .integer(Int64($0.rowCount)) }),
      .multipleSelection,
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
