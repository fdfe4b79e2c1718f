import TesseraLayout
import TesseraTestSupport
import TesseraValues

@testable import TesseraViews

/// Returns a hierarchy of 320 × 480 points in which text is measured by counting characters.
func makeHierarchy(width: Double = 320, height: Double = 480) -> ViewHierarchy {
  ViewHierarchy(size: Size(width: width, height: height), textMeasuring: FixedWidthTextMeasuring())
}

extension ViewContext {
  func label(_ text: String) -> Label {
    let label = Label(in: self)
    label.text = text
    return label
  }

  func box(width: Double? = nil, height: Double? = nil) -> View {
    let view = View(.container, in: self)
    view.style = LayoutStyle {
      if let width { $0.width = .points(width) }
      if let height { $0.height = .points(height) }
    }
    return view
  }
}

/// A data source with rows of given heights that counts its calls.
final class RowSource: TableViewDataSource {
  struct Row {
    var key: Int64
    /// The height in points.
    var height: Double
    /// The width at which the row has its height. At other widths, the row keeps the aspect ratio. 0 for rows of
    /// constant height.
    var wrapWidth = 0.0
  }

  var rows: [Row]
  private(set) var madeCells = 0
  private(set) var updatedCells = 0

  init(_ rows: [Row]) { self.rows = rows }

  convenience init(count: Int, height: (Int) -> Double = { _ in 50 }) {
    self.init((0..<count).map { Row(key: Int64($0), height: height($0)) })
  }

  func numberOfRows(in table: TableView) -> Int { rows.count }

  func tableView(_ table: TableView, keyOfRow row: Int) -> Int64 { rows[row].key }

  func tableView(_ table: TableView, makeCellForRow row: Int) -> TableViewCell {
    madeCells += 1
    let cell = TableViewCell(prototype: "Cell", in: table.context)
    let content = View(.container, in: table.context)
    cell.addChild(content)
    self.tableView(table, update: cell, forRow: row)
    return cell
  }

  func tableView(_ table: TableView, update cell: TableViewCell, forRow row: Int) {
    updatedCells += 1
    let row = rows[row]
    cell.children[0].style = LayoutStyle {
      if row.wrapWidth > 0 {
        $0.aspectRatio = row.wrapWidth / row.height
      } else {
        $0.height = .points(row.height)
      }
    }
  }
}

/// A table that fills a window, with its rows.
struct TableFixture {
  let hierarchy: ViewHierarchy
  let table: TableView
  let source: RowSource

  init(_ source: RowSource, width: Double = 320, height: Double = 480) {
    hierarchy = makeHierarchy(width: width, height: height)
    table = TableView(in: hierarchy.context)
    self.source = source
    hierarchy.window.addChild(table)
    table.dataSource = source
    table.reloadData()
    _ = hierarchy.commit()
  }

  /// Returns the distance of a row's top below the top of the visible range, in points; nil for rows without a view.
  func position(ofKey key: Int64) -> Double? {
    table.visibleCells.first { $0.key == key }.map { $0.frame.y - table.offset }
  }

  /// The key of the first visible row.
  var firstVisibleKey: Int64? {
    table.visibleCells.first { $0.frame.maxY > table.offset }?.key
  }
}
