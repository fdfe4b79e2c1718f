import TesseraExpressions
public import TesseraValues
public import TesseraViews

/// Shows a provider's items as the rows of a table.
public final class TableDisplayController: DisplayController, TableViewDataSource {
  /// The table.
  var tableView: TableView?
  /// Shown while there are no rows.
  var emptyDataView: View?
  /// The name of the prototype of rows; `Cell` by default.
  var cellIdentifier: String?
  /// The name of the prototype of rows while searching.
  var searchCellIdentifier: String?

  public override func setUp() {
    super.setUp()
    tableView?.dataSource = self
  }

  override func render() {
    tableView?.reloadData()
    let isEmpty = (currentProvider?.count ?? 0) == 0
    emptyDataView?.isHidden = !isEmpty
    propertiesDidChange()
  }

  // MARK: Rows

  /// The number of the provider's items.
  public func numberOfRows(in table: TableView) -> Int { currentProvider?.count ?? 0 }

  /// What names the item of a row.
  public func tableView(_ table: TableView, keyOfRow row: Int) -> Int64 {
    currentProvider?.key(at: row) ?? Int64(row)
  }

  /// Makes a row from the prototype for its item.
  public func tableView(_ table: TableView, makeCellForRow row: Int) -> TableViewCell {
    let item = currentProvider?.item(at: row) ?? .null
    guard let screen else { return TableViewCell(reuseIdentifier: "", in: table.context) }
    return screen.makeCell(prototype(for: item, on: screen), of: table, content: item)
  }

  /// Shows a row's item anew.
  public func tableView(_ table: TableView, update cell: TableViewCell, forRow row: Int) {
    screen?.setContent(currentProvider?.item(at: row) ?? .null, of: cell)
  }

  /// Whether a row was made from the prototype that its item has now.
  public func tableView(_ table: TableView, keeps cell: TableViewCell, forRow row: Int) -> Bool {
    guard let screen else { return true }
    return prototype(for: currentProvider?.item(at: row) ?? .null, on: screen) == cell.reuseIdentifier
  }

  /// The name of the prototype for an item: an evaluation on the item if the scheme has one, else the attribute.
  private func prototype(for item: Value, on screen: ScreenController) -> String {
    let isSearching = searchController?.isSearching == true
    if isSearching {
      if let name = evaluate("searchCellIdentifier", item, on: screen) ?? searchCellIdentifier { return name }
    }
    return evaluate("cellIdentifier", item, on: screen) ?? cellIdentifier ?? "Cell"
  }

  private func evaluate(_ name: String, _ item: Value, on screen: ScreenController) -> String? {
    guard let evaluation = evaluations[name] else { return nil }
    let scope = Scope(parent: screen.scope)
    scope.content = item
    let instance = screen.core.instance
    return evaluation.evaluate(
      input: nil, scope: scope, transformers: instance.transformers, context: instance.evaluationContext
    ).string
  }

  public override class var outlets: [Outlet] {
    displayOutlets + [
      .view("tableView", "The table.", kinds: [.table], \TableDisplayController.tableView),
      .view("emptyDataView", "Shown while there are no rows.", \TableDisplayController.emptyDataView),
    ]
  }

  public override class var properties: PropertyTable<Mediator> { table }

  private static let table =
    PropertyTable<Mediator>(
      "TableDisplayController",
      [
        .text(TableDisplayController.self, "cellIdentifier", "The prototype of rows.", \.cellIdentifier),
        .text(
          TableDisplayController.self, "searchCellIdentifier", "The prototype of rows while searching.",
          \.searchCellIdentifier),
      ])
}
