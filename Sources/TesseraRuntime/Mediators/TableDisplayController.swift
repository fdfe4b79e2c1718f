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

  /// The name of the prototype of the rows above sections; `Header` by default.
  var sectionHeaderIdentifier: String?
  /// The name of the prototype of the rows below sections; `Footer` by default.
  var sectionFooterIdentifier: String?

  private var rows: RowFactory?
  private var sections = TableSections()
  private var sectionKeys = RowKeys()

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
    readSections()
    tableView?.reloadData()
    showWhetherEmpty()
  }

  override func render(changed keys: Set<Int64>) {
    rows?.update(keys.union(sections.keys(aroundItems: { keys.contains(self.currentProvider?.key(at: $0) ?? 0) })))
    showWhetherEmpty()
  }

  package override func attributeDidChange(_ name: String) { render() }

  private func readSections() {
    let groups = currentProvider?.sections ?? []
    // What is not grouped is one section without a title.
    guard let rows, groups.contains(where: { !$0.title.isNull }) else { return sections = TableSections() }
    sections = TableSections(
      groups, header: rows.prototype(named: sectionHeaderIdentifier ?? "Header"),
      footer: rows.prototype(named: sectionFooterIdentifier ?? "Footer"), names: &sectionKeys)
  }

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
        .text(
          TableDisplayController.self, "sectionHeaderIdentifier",
          "The prototype of the rows above the groups of a provider with 'groupByField'; 'Header' by default. Their 'item' "
            + "has 'title', 'count' and 'first'.", \.sectionHeaderIdentifier, .reference(.cell)),
        .text(
          TableDisplayController.self, "sectionFooterIdentifier",
          "The prototype of the rows below them; 'Footer' by default.", \.sectionFooterIdentifier, .reference(.cell)),
      ])
}

extension TableDisplayController: RowSource {
  var count: Int { (currentProvider?.count ?? 0) + sections.extraRowCount }

  func key(at row: Int) -> Int64 {
    switch sections.row(at: row) {
    case .item(let index): currentProvider?.key(at: index) ?? Int64(index)
    case .header(let section), .footer(let section): sections.key(of: section, at: row)
    }
  }

  func item(at row: Int) -> Value {
    switch sections.row(at: row) {
    case .item(let index): return currentProvider?.item(at: index) ?? .null
    case .header(let section), .footer(let section):
      let (title, range) = sections.groups[section]
      let first = currentProvider?.item(at: range.lowerBound) ?? .null
      return ["title": title, "count": .integer(Int64(range.count)), "first": first]
    }
  }

  func index(at row: Int) -> Int {
    switch sections.row(at: row) {
    case .item(let index): index
    case .header(let section), .footer(let section): section
    }
  }

  var wholeRows: [Int] { sections.headerRows }

  func prototype(for item: Value, at row: Int, in scope: Scope) -> String? {
    guard let screen else { return nil }
    switch sections.row(at: row) {
    case .header: return sections.header
    case .footer: return sections.footer
    case .item: break
    }
    if searchController?.isSearching == true {
      if let name = evaluate("searchCellIdentifier", in: scope, on: screen) ?? searchCellIdentifier { return name }
    }
    return evaluate("cellIdentifier", in: scope, on: screen) ?? cellIdentifier
  }
}
