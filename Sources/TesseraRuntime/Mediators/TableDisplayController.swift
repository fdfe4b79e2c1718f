import TesseraComponents
import TesseraExpressions
package import TesseraValues
import TesseraViews

/// Shows a provider's items as the rows of a table.
package final class TableDisplayController: DisplayController {
  /// The table.
  var tableView: TableView?
  /// Shown while there are no rows.
  var emptyDataView: View?
  /// The name of the prototype of rows; `Cell` by default.
  var cellIdentifier: String?
  /// The name of the prototype of rows while searching.
  var searchCellIdentifier: String?

  private var rows: RowFactory?

  package override func setUp() {
    super.setUp()
    guard let tableView, let screen else { return }
    rows = screen.makeRows(of: tableView, from: self)
  }

  package override func close() {
    rows?.close()
    rows = nil
  }

  override func render() {
    tableView?.reloadData()
    showWhetherEmpty()
  }

  override func render(changed keys: Set<Int64>) {
    rows?.update(keys)
    showWhetherEmpty()
  }

  package override func attributeDidChange(_ name: String) { render() }

  private func showWhetherEmpty() {
    emptyDataView?.isHidden = (currentProvider?.count ?? 0) > 0
    propertiesDidChange()
  }

  /// An evaluation on the item if the scheme has one, else the attribute.
  private func evaluate(_ name: String, in scope: Scope, on screen: ScreenController) -> String? {
    guard let evaluation = evaluations[name] else { return nil }
    let instance = screen.core.instance
    return evaluation.evaluate(
      input: nil, scope: scope, transformers: instance.transformers,
      context: screen.core.templateEnvironment.context
    ).string
  }

  package override class var evaluationNames: [String] { ["cellIdentifier", "searchCellIdentifier"] }

  package override class var outlets: [Outlet] {
    displayOutlets + [
      .view("tableView", "The table.", kinds: [.table], \TableDisplayController.tableView),
      .view("emptyDataView", "Shown while there are no rows.", \TableDisplayController.emptyDataView),
    ]
  }

  package override class var requirements: [[String]] {
    [["mainContentProvider", "searchController"], ["tableView", "elements"]]
  }

  package override class var properties: PropertyTable<Mediator> { table }

  private static let table =
    PropertyTable<Mediator>(
      "TableDisplayController",
      [
        .text(
          TableDisplayController.self, "cellIdentifier", "The prototype of rows.", \.cellIdentifier, .reference(.cell)),
        .text(
          TableDisplayController.self, "searchCellIdentifier", "The prototype of rows while searching.",
          \.searchCellIdentifier, .reference(.cell)),
      ])
}

extension TableDisplayController: RowSource {
  var count: Int { currentProvider?.count ?? 0 }

  func key(at row: Int) -> Int64 { currentProvider?.key(at: row) ?? Int64(row) }

  func item(at row: Int) -> Value { currentProvider?.item(at: row) ?? .null }

  func prototype(for item: Value, at row: Int, in scope: Scope) -> String? {
    guard let screen else { return nil }
    if searchController?.isSearching == true {
      if let name = evaluate("searchCellIdentifier", in: scope, on: screen) ?? searchCellIdentifier { return name }
    }
    return evaluate("cellIdentifier", in: scope, on: screen) ?? cellIdentifier
  }
}
