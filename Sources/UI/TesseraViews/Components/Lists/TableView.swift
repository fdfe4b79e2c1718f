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
  /// The maximum number of rows of a list that exist at once, however low they are. Further ones appear when a user
  /// scrolls.
  package static let maximumCellCount = 1000
  /// The maximum number of rows of a list side by side. A greater number is reduced to it.
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

  var rows = RowIndex()
  var heights = RowHeights()
  /// The rows that have been created once.
  var known = KnownRows()
  /// The space for which the rows were measured.
  var metrics = TableMetrics()
  /// The lengths of header and footer with margins and padding, as of the last layout.
  var headerHeight = 0.0
  var footerHeight = 0.0
  /// The height of the view that is shown without rows; 0 with rows, and for rows side by side.
  var emptyHeight = 0.0
  /// The row that must be visible after the next layout.
  var requestedKey: Int64?
  private var isLayingOut = false
  /// Whether the rows changed while they were being laid out.
  private var needsReload = false

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
    let insets = metrics.insets
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

  var keys: [Int64] { rows.keys }
  var lines: TableLines { rows.lines }

  /// The number of rows as of the last reload.
  package var rowCount: Int { keys.count }

  /// The views of the currently existing rows in order, as of the last layout.
  package var visibleCells: [TableViewCell] { children.compactMap { $0 as? TableViewCell } }

  /// Returns the index of the row with a key.
  /// - Complexity: Linear in the number of rows.
  package func row(ofKey key: Int64) -> Int? { rows.row(ofKey: key) }

  /// Reloads the rows from the data source. Rows that still exist keep their views, so that only differences are
  /// updated.
  ///
  /// - Complexity: Linear in the number of rows. A row without a view costs only its key.
  package func reloadData() {
    // Creating a row can trigger a reload. The keys must not change while rows are being laid out.
    guard !isLayingOut else { return needsReload = true }
    let anchors = self.anchors()
    let old = keys
    let rowsOfCells = readKeys()
    if old != keys || revision == 0 {
      revision += 1
      fittedBreadth = 0
    }
    let cells = visibleCells
    if isAnimated, !cells.isEmpty, old != keys { perform(.animateRows) }
    for cell in cells {
      if let row = rowsOfCells[cell.key], dataSource?.tableView(self, keeps: cell, forRow: row) != false {
        dataSource?.tableView(self, update: cell, forRow: row)
      } else {
        drop(cell)
      }
    }
    if let anchor = anchors.first(where: { rowsOfCells[$0.key] != nil }), let row = rowsOfCells[anchor.key] {
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
    known.beginReading(count: count)
    defer { known.endReading() }
    var rowsOfCells: [Int64: Int] = [:]
    var keys: [Int64] = []
    if let dataSource {
      keys.reserveCapacity(count)
      for row in 0..<count {
        let key = dataSource.tableView(self, keyOfRow: row)
        keys.append(key)
        if known.read(key) != nil, rowsOfCells[key] == nil { rowsOfCells[key] = row }
      }
    }
    rows.update(keys: keys, wholeRows: dataSource?.wholeRows(in: self))
    makeLines()
    return rowsOfCells
  }

  /// Arranges rows in lines with the current number of columns.
  func makeLines() {
    rows.makeLines(columns: metrics.columns)
    let (keys, lines) = (rows.keys, rows.lines)
    var heights = [Double](repeating: estimatedRowHeight, count: lines.count)
    for line in heights.indices {
      var height: Double?
      for row in lines.rows(in: line) {
        if let known = known.height(of: keys[row]) { height = max(height ?? 0, known) }
      }
      // The length of a page is the visible length, regardless of earlier measurements.
      heights[line] = (fixedLength ?? height ?? estimatedRowHeight) + gap(behind: line)
    }
    self.heights = RowHeights(heights)
  }

  /// Returns the spacing between a line and the next.
  func gap(behind line: Int) -> Double { line + 1 < lines.count ? metrics.spacing : 0 }

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
  package var contentHeight: Double { headerHeight + max(heights.total, emptyHeight) + footerHeight }

  /// The visible length.
  package var visibleLength: Double { axis == .vertical ? frame.height : frame.width }

  /// The common length of all rows; nil if each row has its own.
  var fixedLength: Double? {
    guard let rowLength else { return hasPages ? visibleLength : nil }
    return max(1, rowLength.resolved(against: visibleLength))
  }

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

  private func replace(_ old: View?, with new: View?) {
    guard old !== new else { return }
    if old?.parent === self { old?.removeFromParent() }
    if let new { insertChild(new, at: new === header ? 0 : children.count) }
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.table.properties }
}
