package import TesseraLayout
package import TesseraValues

/// The axis along which a list extends and scrolls.
package enum ScrollAxis: String, Sendable, CaseIterable {
  /// Downwards.
  case vertical
  /// In the direction of text.
  case horizontal
}

/// A scrolling list of rows, with a header and a footer that scroll along.
///
/// Rows are created only within one length of the visible range. The lengths of rows that were never created are
/// estimated. When preceding rows have other lengths than estimated, or are inserted or removed, the offset is
/// adjusted, so that the visible content does not move. Only at the very start do new rows push the others down.
///
/// Lengths are heights or, in a horizontal table, widths. Rows can be side by side in lines of several columns.
package class TableView: View, ScrollingView {
  /// The maximum number of rows that exist at once, however low they are.
  package static let maximumCellCount = 1000
  /// The maximum number of rows side by side.
  package static let maximumColumnCount = 50

  /// The data source of the rows.
  package weak var dataSource: (any TableViewDataSource)?
  /// The estimated length of rows that have not been created yet, in points. A change takes effect at the next
  /// reload.
  package var estimatedRowHeight: Double = 60
  /// The view before the first row.
  package var header: View? { didSet { replace(oldValue, with: header) } }
  /// The view after the last row.
  package var footer: View? { didSet { replace(oldValue, with: footer) } }
  /// The view that is shown if there are no rows.
  package var emptyView: View? {
    didSet {
      replace(oldValue, with: emptyView)
      emptyView?.isHidden = !keys.isEmpty
    }
  }
  /// The number of columns.
  package var columnCount = 1 { didSet { if columnCount != oldValue { context.markChanged(self) } } }
  /// The minimum width of a column, in points. The number of columns is as many as fit. Nil to use ``columnCount``.
  package var minimumColumnWidth: Double? { didSet { if minimumColumnWidth != oldValue { context.markChanged(self) } } }
  /// The spacing between rows and between columns, in points.
  package var spacing = 0.0 { didSet { if spacing != oldValue { context.markChanged(self) } } }
  /// Whether there are thin lines between rows.
  package var hasSeparators = false { didSet { if hasSeparators != oldValue { context.markChanged(self) } } }
  /// Whether full-width rows remain visible until the next one arrives.
  package var hasStickyHeaders = true

  /// The length of each row along the table: points, or a percentage of the visible length. Nil for the length of its
  /// content.
  package var rowLength: Dimension? { didSet { if rowLength != oldValue { context.markChanged(self) } } }
  /// Whether rows that do not fill the table are centred in it.
  package var centersRows = false { didSet { if centersRows != oldValue { context.markChanged(self) } } }
  /// Whether inserting, removing and moving rows is animated.
  package var animatesRows = false
  /// Whether several rows can be selected at once, if rows can be selected.
  package var allowsMultipleSelection = false
  /// Called after the rows were laid out.
  package var didLayOut: (() -> Void)?
  /// Called when the user scrolled, with the old and the new offset.
  package var didScroll: ((_ old: Double, _ new: Double) -> Void)?

  /// Whether each row has the visible length, unless ``rowLength`` specifies another one, and scrolling stops at
  /// rows.
  package var hasPages: Bool {
    get { self[.paging] == true }
    set { self[.paging] = newValue ? true : .null }
  }

  private var keys: [Int64] = []
  /// The full-width rows, in order.
  private var wholeRows: [Int] = []
  private var lines = TableLines(rowCount: 0)
  private var heights = RowHeights()
  /// Data of rows that have been created once, by key.
  private var known: [Int64: KnownRow] = [:]
  /// The space for which the rows were measured.
  private var measured = Measure()
  /// The row that must be visible after the next layout.
  private var requestedKey: Int64?
  private var isLayingOut = false
  /// Whether the rows changed while they were being laid out.
  private var needsReload = false

  private struct KnownRow {
    /// The height when it was last measured.
    var height: Double
    /// The view of the row while it is near the visible range.
    var cell: TableViewCell?
  }

  /// The space for rows.
  private struct Measure: Equatable {
    /// The extent perpendicular to the scrolling axis, in points.
    var breadth = 0.0
    var columns = 1
    var spacing = 0.0
    var insets = EdgeInsets.zero
    /// The length of each row if it is fixed; otherwise 0.
    var pageLength = 0.0
  }

  /// Creates a table without rows.
  package convenience init(in context: ViewContext) { self.init(.table, in: context) }

  package override var laysOutChildren: Bool { false }

  package override var arrangesContent: Bool { true }

  /// Whether layout uses the length of the rows instead of the available space.
  package var fitsContent = false {
    didSet {
      guard fitsContent != oldValue else { return }
      var style = style
      if fitsContent {
        // The default style of the kind reserves space for unknown rows.
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

  /// The length of the rows when they were last measured.
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

  /// The known height of rows side by side, at least 1 if there are rows.
  private var breadthOfRows: Double { keys.isEmpty ? 0 : max(fittedBreadth, 1) }
  private var fittedBreadth = 0.0

  /// Remeasures the table if its rows turned out to have other lengths.
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
    context.host?.afterLayout { [weak self] in
      guard let self else { return }
      self.context.remeasure(self)
      self.context.markChanged(self)
    }
  }

  /// The table becomes refreshable when a refresh handler is added.
  package override func handledEventsDidChange() {
    super.handledEventsDidChange()
    if handles(.refresh) { self[.refreshable] = true }
  }

  // MARK: Rows

  /// The number of rows as of the last reload.
  package var rowCount: Int { keys.count }

  /// The views of the currently existing rows in order, as of the last layout.
  package var visibleCells: [TableViewCell] { children.compactMap { $0 as? TableViewCell } }

  /// Returns the index of the row with a key.
  /// - Complexity: Linear in the number of rows.
  package func row(ofKey key: Int64) -> Int? { keys.firstIndex(of: key) }

  /// Reloads the rows from the data source. Rows that still exist keep their views, so that only differences are
  /// updated.
  ///
  /// - Complexity: Linear in the number of rows. A row without a view costs only its key.
  package func reloadData() {
    // Creating a row can trigger a reload. The keys must not change while rows are being laid out.
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

  /// Whether inserting, removing and moving rows is animated.
  package var isAnimated: Bool { animatesRows }

  /// Reads all keys.
  /// - Returns: The rows of existing cells by key.
  private func readKeys() -> [Int64: Int] {
    let count = max(0, dataSource?.numberOfRows(in: self) ?? 0)
    var rows: [Int64: Int] = [:]
    // Data about removed rows is kept, because they may come back, but only up to a limit.
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

  /// Arranges rows in lines with the current number of columns.
  private func makeLines() {
    lines = TableLines(rowCount: keys.count, columns: measured.columns, wholeRows: wholeRows)
    var heights = [Double](repeating: estimatedRowHeight, count: lines.count)
    for line in heights.indices {
      var height: Double?
      for row in lines.rows(in: line) {
        if let entry = known[keys[row]] { height = max(height ?? 0, entry.height) }
      }
      // The length of a page is the visible length, regardless of earlier measurements.
      heights[line] = (fixedLength ?? height ?? estimatedRowHeight) + gap(behind: line)
    }
    self.heights = RowHeights(heights)
  }

  /// Returns the spacing between a line and the next.
  private func gap(behind line: Int) -> Double { line + 1 < lines.count ? measured.spacing : 0 }

  // MARK: Scrolling

  /// Records the offset that the user scrolled to.
  package func scroll(to newOffset: Double) {
    guard newOffset.isFinite else { return }
    requestedKey = nil
    let old = offset
    acknowledge(.scrollOffset, newOffset > 0 ? .double(newOffset) : .null)
    didScroll?(old, newOffset)
  }

  /// The row nearest to the start of the visible range; 0 if there is none.
  package var rowAtStart: Int {
    guard lines.count > 0 else { return 0 }
    let line = heights.row(at: max(0, offset - headerHeight))
    let isPast = offset - headerHeight - heights.top(of: line) > heights[line] / 2
    return lines.rows(in: isPast && line + 1 < lines.count ? line + 1 : line).lowerBound
  }

  /// Restores the offset that was shown before the view was recreated.
  package func restore(offset newOffset: Double) {
    requestedKey = nil
    offset = newOffset
    context.markChanged(self)
  }

  /// Scrolls so that a row is at the start, or as far as the content allows. Rows out of range have no effect.
  package func scrollToRow(_ row: Int) {
    guard keys.indices.contains(row) else { return }
    requestedKey = keys[row]
    offset = headerHeight + heights.top(of: lines.line(of: row))
    context.markChanged(self)
  }

  /// The length of header, rows and footer in points, including estimates.
  package var contentHeight: Double { headerHeight + heights.total + footerHeight }

  /// The visible length.
  package var visibleLength: Double { axis == .vertical ? frame.height : frame.width }

  /// The common length of all rows; nil if each row has its own.
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
    if let didLayOut { context.host?.afterLayout(didLayOut) }
    if revision > 0 { notifyEndInSight(of: contentHeight, visible: visibleLength) }
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

    // Rows that turn out to be lower may leave less content than the offset requires; then another row is the first.
    // Each round measures rows further up, so that a few rounds are enough.
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
      // Centre the view in the visible range.
      emptyView.frame = Rect(
        x: room.insets.left + box.x, y: max(headerHeight, (frame.height - box.height) / 2), width: box.width,
        height: box.height)
      // The content includes everything that a host shows.
      if axis == .vertical { self[.contentHeight] = .double(max(contentHeight, emptyView.frame.maxY)) }
    }
  }

  /// Returns the available space for rows.
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

  /// Creates and measures the rows within one length of the visible range, from the anchor forwards and backwards,
  /// and adjusts the offset so that the anchor keeps its position.
  /// - Returns: The range of these lines.
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

  /// Creates the rows of a line if they do not exist, and updates the height of the line.
  private func measureLine(_ line: Int) {
    var height = 0.0
    let rows = lines.rows(in: line)
    for row in rows { height = max(height, measureRow(row)) }
    height += gap(behind: line)
    if heights[line] != height { heights[line] = height }
  }

  private func isWhole(_ row: Int) -> Bool { !wholeRows.isEmpty && lastWholeRow(upTo: row) == row }

  /// Returns the last full-width row up to a row.
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

  /// Places the rows of lines and removes all others.
  private func place(_ shown: Range<Int>) {
    var order = [header].compactMap { $0 }
    var placed: Set<Int64> = []
    // A sticky row is created even if its own position is far away.
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
    // Cells are ordered like their rows, between header and footer, so that a host reads them in order.
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
      // A row keeps its own border.
      if cell.hasSeparator || (hasSeparators && cell[.borderWidth].isNull) {
        let isLast = row + 1 >= keys.count || isWhole(row) || isWhole(row + 1)
        cell.hasSeparator = hasSeparators && !isLast
        cell[.borderWidth] = cell.hasSeparator ? [0, 0, 1, 0] : .null
      }
      order.append(cell)
    }
  }

  /// Returns the position of the next full-width row or of the end of the rows.
  private func endOfSection(of row: Int) -> Double {
    let next = numberOfWholeRows(upTo: row)
    let end = wholeRows.indices.contains(next) ? heights.top(of: lines.line(of: wholeRows[next])) : heights.total
    return headerHeight + end
  }

  /// Places a view along the table.
  /// - Parameter breadth: The breadth in which it was laid out; nil for the whole breadth.
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
      // The width of the content is its length; it starts where text starts.
      frame.x += isRightToLeft ? contentHeight - start - length : start
    }
    view.frame = frame
  }

  private func drop(_ cell: TableViewCell) {
    cell.removeFromParent()
    known[cell.key]?.cell = nil
    dataSource?.tableView(self, didDrop: cell)
  }

  /// Lays out a row, the header or the footer. Returns its frame in a box with the table's breadth, and the length of
  /// that box.
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

  /// A line, with the distance of its top above the top of the visible range.
  private struct Anchor {
    /// The key of the line's first row.
    var key: Int64
    var line: Int
    var distance: Double
    var height: Double
  }

  /// Returns the scroll position as anchors: the first visible line, then the other existing lines, those below
  /// before those above. Empty at the very start.
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

  /// Returns the distance of the anchor's top above the visible range, adjusted to its current height.
  private func distance(of anchor: Anchor, isNewBreadth: Bool) -> Double {
    let height = heights[anchor.line]
    // The position is after the last row, in the footer.
    if anchor.distance >= anchor.height { return anchor.distance + height - anchor.height }
    // In a row that wraps differently or became too low, the relative position is preserved.
    if anchor.distance > 0, isNewBreadth || anchor.distance >= height {
      return anchor.distance * height / anchor.height
    }
    return anchor.distance
  }

  /// Clamps the offset to the content.
  /// - Returns: Whether the offset was changed.
  @discardableResult
  private func clampOffset() -> Bool {
    let most = max(0, contentHeight - visibleLength)
    // Browsers round, so half a point does not need a correction.
    guard offset > most + 1 else { return false }
    offset = most
    return true
  }
}

extension Dimension {
  /// Returns the length in points. Percentages are relative to `length`; other dimensions are 0.
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
    "Whether several rows can be chosen at once, if a controller lets users choose rows; false by default.",
    \.allowsMultipleSelection)
}

extension ViewKind {
  /// A scrolling list of rows; only rows near the visible range exist.
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
  /// A scrolling list of rows.
  package static let table = ComponentDefinition(
    type: "table", documentation: "A list of rows that scrolls.", synonyms: ["tableView"],
    kind: .table,
    properties: [
      .of(
        TableView.self, "rowHeight", .number, "The estimated height of rows that do not exist yet, in points.",
        get: { .double($0.estimatedRowHeight) },
        set: { $0.estimatedRowHeight = min(max($1.number ?? 60, 1), 10_000) }),
      .flag(TableView.self, "refreshControl.value", "Whether a refresh is in progress.", \.isRefreshing),
      .of(TableView.self, "rowCount", .number, "The number of rows.", get: { .integer(Int64($0.rowCount)) }),
      .multipleSelection,
    ],
    events: EventDefinition.scrolling + [
      EventDefinition(EventName.refresh.rawValue, "The user requested new data by pulling or with the refresh button.")
    ],
    slots: [
      SlotDefinition("header", "The component before the first row.", .one) { ($0 as? TableView)?.header = $1.first },
      SlotDefinition("footer", "The component after the last row.", .one) { ($0 as? TableView)?.footer = $1.first },
      SlotDefinition("cells", "Prototypes of rows, by name.", .prototypes),
    ],
    makeView: { TableView(in: $0) })
}
