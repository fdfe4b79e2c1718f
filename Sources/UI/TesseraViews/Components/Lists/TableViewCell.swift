import TesseraLayout
package import TesseraValues

/// A row of a table.
package final class TableViewCell: View {
  /// The key of the row, as provided by the data source.
  package internal(set) var key: Int64 = 0
  /// The name of the prototype that the row was created from.
  package let prototype: String

  /// The item that the row of a list shows.
  package var item: Value = .null
  /// Whether the menu of the row has an item that deletes it.
  package var isDeletable = false
  /// Whether a press selects the row.
  package var isChosenByPress = false
  /// The checkmark at the trailing side, as in UIKit.
  private var checkmark: View?

  /// Whether the row is selected. If its content says how that looks, the row itself looks as always.
  package var isSelected: Bool {
    get { self[.selected] == true }
    set {
      self[.selected] = newValue ? true : .null
      let colored = children.filter { !$0[.selectedBackgroundColor].isNull }
      self[.selectedBackgroundColor] = colored.isEmpty ? .null : .string(SemanticColor.clear.rawValue)
      for child in colored { child[.selected] = self[.selected] }
    }
  }

  /// Whether a checkmark at the trailing side indicates that the row is selected.
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

  /// Whether the separator below the row was added by the table.
  var hasSeparator = false

  /// Creates a row from a named prototype.
  package init(prototype: String, in context: ViewContext) {
    self.prototype = prototype
    super.init(.cell, in: context)
  }
}

/// The data source of a table. A row is identified by a key that does not change when other rows are inserted or
/// removed.
package protocol TableViewDataSource: AnyObject {
  /// Returns the number of rows.
  func numberOfRows(in table: TableView) -> Int
  /// Returns the unique key of a row. Called for all rows at a reload, so it must be cheap.
  func tableView(_ table: TableView, keyOfRow row: Int) -> Int64
  /// Returns the full-width rows, in order; none by default.
  func wholeRows(in table: TableView) -> [Int]
  /// Creates the view of a row. Called only for rows near the visible range.
  func tableView(_ table: TableView, makeCellForRow row: Int) -> TableViewCell
  /// Updates the view of a row after a reload.
  func tableView(_ table: TableView, update cell: TableViewCell, forRow row: Int)
  /// Returns whether the view of a row can still show it after a reload; otherwise, a new view is created. True by
  /// default.
  func tableView(_ table: TableView, keeps cell: TableViewCell, forRow row: Int) -> Bool
  /// Called when the view of a row is no longer needed because the row was removed or is far from the visible range.
  func tableView(_ table: TableView, didDrop cell: TableViewCell)
}

extension TableViewDataSource {
  /// Returns true, because all rows have the same prototype.
  package func tableView(_ table: TableView, keeps cell: TableViewCell, forRow row: Int) -> Bool { true }
  /// Returns no rows, because all rows are in columns.
  package func wholeRows(in table: TableView) -> [Int] { [] }
  /// Does nothing.
  package func tableView(_ table: TableView, didDrop cell: TableViewCell) {}
}
