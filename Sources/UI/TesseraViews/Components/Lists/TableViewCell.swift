import TesseraLayout
package import TesseraValues

/// A row of a table.
package final class TableViewCell: View {
  /// The key of the row, as the data source named it.
  package internal(set) var key: Int64 = 0
  /// The name of the prototype that the row was made from.
  package let prototype: String

  /// What the row of a list shows.
  package var item: Value = .null
  /// Whether its menu has something that deletes it.
  package var isDeletable = false
  /// Whether a press chooses the row.
  package var isChosenByPress = false
  /// A sign where text ends, as UIKit's rows have it.
  private var checkmark: View?

  /// Whether a sign at the end says that the row is chosen.
  package var isCheckmarked: Bool {
    get { checkmark != nil }
    set {
      guard newValue != isCheckmarked else { return }
      checkmark?.removeFromParent()
      checkmark = newValue ? makeCheckmark() : nil
      checkmark.map(addChild)
    }
  }

  private func makeCheckmark() -> View {
    let box = View(.container, in: context)
    box.style = LayoutStyle {
      $0.positionType = .absolute
      $0.position = Edges(left: .auto, top: 0, right: .auto, bottom: 0, end: 12)
      $0.justifyContent = .center
    }
    let sign = Label(in: context)
    sign.value = "✓"
    sign[.color] = .string(SemanticColor.accent.rawValue)
    sign[.fontWeight] = 600
    box.addChild(sign)
    return box
  }

  /// Whether the line below the row is the table's.
  var hasSeparator = false

  /// Creates a row from a prototype of some name.
  package init(prototype: String, in context: ViewContext) {
    self.prototype = prototype
    super.init(.cell, in: context)
  }
}

/// What a table asks for its rows. A row is named by a key that stays the same when rows around it come and go.
package protocol TableViewDataSource: AnyObject {
  /// The number of rows.
  func numberOfRows(in table: TableView) -> Int
  /// The key of a row; no other row has it. Asked for all rows after a reload, so it has to be cheap.
  func tableView(_ table: TableView, keyOfRow row: Int) -> Int64
  /// The rows that take a whole line, in order; none by default.
  func wholeRows(in table: TableView) -> [Int]
  /// Makes the view of a row. Asked only for rows near the visible range.
  func tableView(_ table: TableView, makeCellForRow row: Int) -> TableViewCell
  /// Brings the view of a row up to date after a reload.
  func tableView(_ table: TableView, update cell: TableViewCell, forRow row: Int)
  /// Whether the view of a row can still show it after a reload; if not, a new one is made. True by default.
  func tableView(_ table: TableView, keeps cell: TableViewCell, forRow row: Int) -> Bool
  /// The view of a row is not needed any more: the row is gone, or far from the visible range.
  func tableView(_ table: TableView, didDrop cell: TableViewCell)
}

extension TableViewDataSource {
  /// True: all rows have one prototype.
  package func tableView(_ table: TableView, keeps cell: TableViewCell, forRow row: Int) -> Bool { true }
  /// None: all rows stand in columns.
  package func wholeRows(in table: TableView) -> [Int] { [] }
  /// Does nothing.
  package func tableView(_ table: TableView, didDrop cell: TableViewCell) {}
}
