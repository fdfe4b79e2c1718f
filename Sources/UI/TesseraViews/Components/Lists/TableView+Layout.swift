import TesseraLayout
import TesseraValues

// The layout of the rows near the visible range.
extension TableView {
  func layoutRows() {
    let room = measureRoom()
    guard room.breadth > 0 else { return }
    let isNewBreadth = room.breadth != metrics.breadth
    var anchor = requestedAnchor() ?? anchors().first
    if room != metrics {
      let needsLines =
        room.columns != metrics.columns || room.spacing != metrics.spacing || room.pageLength != metrics.pageLength
      metrics = room
      if needsLines {
        makeLines()
        anchor = anchor.flatMap { anchor in
          row(ofKey: anchor.key).map {
            ScrollAnchor(key: anchor.key, line: lines.line(of: $0), distance: 0, height: heights[lines.line(of: $0)])
          }
        }
      }
    }
    let headerBox = measure(header, breadth: room.breadth)
    let footerBox = measure(footer, breadth: room.breadth)
    headerHeight = headerBox.length + leadingInset
    footerHeight = footerBox.length + trailingInset
    let emptyBox = measureEmptyView(room)
    emptyHeight = axis == .vertical ? emptyBox?.height ?? 0 : 0
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
    var footerTop = headerHeight + heights.total
    if let emptyView, let emptyBox {
      // In the middle of the visible range, as far as header and footer leave room.
      let middle = (frame.height - emptyBox.height) / 2
      let top = max(headerHeight, min(middle, frame.height - footerHeight - emptyBox.height))
      emptyView.frame = Rect(x: room.insets.left + emptyBox.x, y: top, width: emptyBox.width, height: emptyBox.height)
      if axis == .vertical {
        footerTop = emptyView.frame.maxY
        // The content includes everything that a host shows.
        self[.contentHeight] = .double(max(contentHeight, footerTop + footerHeight))
      }
    }
    place(footer, footerBox.frame, at: footerTop, length: footerBox.length)
  }

  /// Returns the box of the view that is shown without rows; nil if there are rows, or no such view.
  private func measureEmptyView(_ room: TableMetrics) -> Rect? {
    guard let emptyView, !emptyView.isHidden else { return nil }
    return context.computeLayout(
      of: emptyView, width: .definite(max(0, frame.width - room.insets.left - room.insets.right)),
      height: .maxContent, direction: layoutDirection)
  }

  /// Returns the available space for rows.
  private func measureRoom() -> TableMetrics {
    var room = TableMetrics()
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
      ? metrics.insets.top : layoutDirection == .rtl ? metrics.insets.right : metrics.insets.left
  }

  private var trailingInset: Double {
    axis == .vertical
      ? metrics.insets.bottom : layoutDirection == .rtl ? metrics.insets.left : metrics.insets.right
  }

  /// Creates and measures the rows within one length of the visible range, from the anchor forwards and backwards,
  /// and adjusts the offset so that the anchor keeps its position.
  /// - Returns: The range of these lines.
  private func fill(around anchor: ScrollAnchor?, isNewBreadth: Bool) -> Range<Int> {
    guard !keys.isEmpty, dataSource != nil else { return 0..<0 }
    let height = max(visibleLength, 1)
    let most = Self.maximumCellCount / metrics.columns
    let start = anchor?.line ?? 0
    measureLine(start)
    if let anchor {
      offset =
        headerHeight + heights.top(of: start) + anchor.distance(inLineOf: heights[start], isNewBreadth: isNewBreadth)
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
    for row in lines.rows(in: line) { height = max(height, measureRow(row)) }
    height += gap(behind: line)
    if heights[line] != height { heights[line] = height }
  }

  private func measureRow(_ row: Int) -> Double {
    let key = keys[row]
    let cell: TableViewCell
    if let existing = known.cell(of: key) {
      cell = existing
    } else {
      guard let dataSource else { return 0 }
      cell = dataSource.tableView(self, makeCellForRow: row)
      cell.key = key
      addChild(cell)
    }
    let height = measure(cell, breadth: metrics.breadth(isWhole: rows.isWhole(row))).length
    known.record(cell, height: height, key: key)
    return height
  }

  /// Places the rows of lines and removes all others.
  private func place(_ shown: Range<Int>) {
    var order = [header].compactMap { $0 }
    var placed: Set<Int64> = []
    // A sticky row is created even if its own position is far away.
    let above =
      hasStickyHeaders && !shown.isEmpty ? rows.lastWholeRow(upTo: lines.rows(in: shown.lowerBound).lowerBound) : nil
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
      guard let cell = known.cell(of: keys[row]), placed.insert(keys[row]).inserted else { continue }
      place(
        cell, context.layout.frame(of: cell.node), at: top, column: column,
        breadth: metrics.breadth(isWhole: rows.isWhole(row)),
        length: heights[line] - gap(behind: line))
      cell[.rowIndex] = .integer(Int64(row))
      cell[.stickyUntil] = hasStickyHeaders && rows.isWhole(row) ? .double(endOfSection(of: row)) : .null
      // A row keeps its own border.
      if cell.hasSeparator || (hasSeparators && cell[.borderWidth].isNull) {
        let isLast = row + 1 >= keys.count || rows.isWhole(row) || rows.isWhole(row + 1)
        cell.hasSeparator = hasSeparators && !isLast
        cell[.borderWidth] = cell.hasSeparator ? [0, 0, 1, 0] : .null
      }
      order.append(cell)
    }
  }

  /// Returns the position of the next full-width row or of the end of the rows.
  private func endOfSection(of row: Int) -> Double {
    let next = rows.numberOfWholeRows(upTo: row)
    let end =
      rows.wholeRows.indices.contains(next) ? heights.top(of: lines.line(of: rows.wholeRows[next])) : heights.total
    return headerHeight + end
  }

  /// Places a view along the table.
  /// - Parameter breadth: The breadth in which it was laid out; nil for the whole breadth.
  private func place(
    _ view: View?, _ box: Rect, at start: Double, column: Int = 0, breadth: Double? = nil, length: Double
  ) {
    guard let view else { return }
    let breadth = breadth ?? metrics.breadth
    var frame = box
    let across = Double(column) * (metrics.columnBreadth + metrics.spacing)
    let isRightToLeft = layoutDirection == .rtl
    if axis == .vertical {
      frame.y += start
      frame.x += metrics.insets.left + (isRightToLeft ? metrics.breadth - across - breadth : across)
    } else {
      frame.y += metrics.insets.top + across
      // The width of the content is its length; it starts where text starts.
      frame.x += isRightToLeft ? contentHeight - start - length : start
    }
    view.frame = frame
  }

  func drop(_ cell: TableViewCell) {
    cell.removeFromParent()
    known.removeCell(of: cell.key)
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

  // MARK: Scroll position

  /// Returns the scroll position as anchors: the first visible line, then the other existing lines, those below
  /// before those above. Empty at the very start.
  func anchors() -> [ScrollAnchor] {
    guard lines.count > 0, !keys.isEmpty, offset > headerHeight else { return [] }
    let top = offset - headerHeight
    let first = heights.row(at: top)
    func exists(_ line: Int) -> Bool { known.cell(of: keys[lines.rows(in: line).lowerBound]) != nil }
    var shown = [first]
    shown += (first + 1..<lines.count).prefix { exists($0) }
    shown += (0..<first).reversed().prefix { exists($0) }
    return shown.map { line in
      ScrollAnchor(
        key: keys[lines.rows(in: line).lowerBound], line: line, distance: top - heights.top(of: line),
        height: heights[line])
    }
  }

  private func requestedAnchor() -> ScrollAnchor? {
    guard let requestedKey, let row = row(ofKey: requestedKey) else { return nil }
    let line = lines.line(of: row)
    return ScrollAnchor(key: requestedKey, line: line, distance: 0, height: heights[line])
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
