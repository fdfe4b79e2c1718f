import TesseraComponents
import TesseraExpressions
import TesseraValues
import TesseraViews

/// The data source of a table's rows.
protocol RowSource: AnyObject {
  /// The number of rows.
  var count: Int { get }
  /// Returns the key of a row, which is stable while the row exists.
  func key(at row: Int) -> Int64
  /// Returns the item of a row.
  func item(at row: Int) -> Value
  /// Returns the value that a row reads as `content`; nil for its item.
  func content(at row: Int) -> Value?
  /// Returns the name of the prototype of a row; nil if none is chosen.
  /// - Parameter scope: The scope of the row's expressions.
  func prototype(for item: Value, at row: Int, in scope: Scope) -> String?
  /// The rows that span the whole width, in order.
  var wholeRows: [Int] { get }
  /// The names of prototypes that are not for items.
  var reservedPrototypes: Set<String> { get }
  /// Returns the index that a row's expressions read as `index`.
  func index(at row: Int) -> Int
  /// Returns a closure that writes to the item of a row; nil if the item is read-only.
  func writer(at row: Int) -> ((ContextPath, Value) -> Void)?
  /// Called after a row was created or its item changed.
  func didUpdate(_ cell: TableViewCell, at row: Int)
}

extension RowSource {
  func content(at row: Int) -> Value? { nil }
  var wholeRows: [Int] { [] }
  var reservedPrototypes: Set<String> { [] }
  func index(at row: Int) -> Int { row }
  func writer(at row: Int) -> ((ContextPath, Value) -> Void)? { nil }
  func didUpdate(_ cell: TableViewCell, at row: Int) {}
}

/// Creates and updates the rows of a table from its prototypes, and stores the state of rows that are not visible.
final class RowFactory: TableViewDataSource {
  /// The maximum number of invisible rows whose state is stored. The least recently used ones return in their initial
  /// state.
  private static let maximumStates = 1000

  /// A row that exists as views.
  private struct Row {
    let subtree: DynamicChildren
    let item: Context
    let content: Context?
    let index: Context
    let isSelected: Context?
  }

  private struct State {
    var prototype: String
    var values: [Value]
  }

  private weak var table: TableView?
  private unowned let screen: ScreenController
  private weak var source: (any RowSource)?
  private let prototypes: DynamicChildren.Prototypes
  private var rows: [ViewID: Row] = [:]
  private var states = LRUCache<Int64, State>(maximumCost: maximumStates)

  init(table: TableView, prototypes: DynamicChildren.Prototypes, source: any RowSource, screen: ScreenController) {
    self.table = table
    self.prototypes = prototypes
    self.source = source
    self.screen = screen
    table.dataSource = self
  }

  /// Returns the scope of a view's expressions in a row.
  func scope(of view: View, in cell: View?) -> Scope? { cell.flatMap { rows[$0.id]?.subtree.scopes[view.id] } }

  /// Whether data was written that only the rows store.
  var hasData: Bool { hasDroppedData || rows.values.contains { $0.subtree.isWritten } }
  private var hasDroppedData = false

  /// Closes all rows.
  func close() {
    for row in rows.values { row.subtree.close() }
    rows = [:]
    if table?.dataSource === self { table?.dataSource = nil }
  }

  /// Updates the value `isSelected` of a row.
  func record(_ cell: TableViewCell, isSelected: Bool) {
    rows[cell.id]?.isSelected?.replace(with: .bool(isSelected))
  }

  /// Updates the rows of changed items, and rows that may show other items through relationships.
  func update(_ keys: Set<Int64>) {
    guard let table else { return }
    for cell in table.visibleCells where keys.contains(cell.key) || rows[cell.id]?.subtree.readsFar == true {
      guard let row = table.row(ofKey: cell.key) else { continue }
      if tableView(table, keeps: cell, forRow: row) {
        tableView(table, update: cell, forRow: row)
      } else {
        return table.reloadData()
      }
    }
  }

  /// Returns the name if a prototype has it.
  func prototype(named name: String) -> String? { prototypes.components[name] == nil ? nil : name }

  // MARK: Rows

  func numberOfRows(in table: TableView) -> Int { source?.count ?? 0 }

  func tableView(_ table: TableView, keyOfRow row: Int) -> Int64 { source?.key(at: row) ?? Int64(row) }

  func tableView(_ table: TableView, makeCellForRow row: Int) -> TableViewCell {
    // The widget is about to be stopped, so its rows will not be visible.
    guard !screen.core.budget.isSpent() else { return TableViewCell(prototype: "", in: table.context) }
    let value = source?.item(at: row) ?? .null
    let writer = source?.writer(at: row)
    let scope = rowScope(for: value, at: row, isWritable: writer != nil)
    let name = prototype(for: value, at: row, in: scope)
    guard let component = prototypes.components[name], let item = scope.context("item"),
      let index = scope.context("index")
    else {
      if name == ListRowSource.sectionHeader {
        let cell = TableViewCell(prototype: name, in: table.context)
        cell.addChild(ListRowSource.plainHead(value, in: table.context))
        return cell
      }
      screen.report("The table has no cell '\(name)'")
      let cell = TableViewCell(prototype: name, in: table.context)
      cell.addChild(PlaceholderView(reason: "The table has no cell '\(name)'", in: table.context))
      return cell
    }
    let key = source?.key(at: row) ?? Int64(row)
    let state = states.element(for: key).flatMap { $0.prototype == name ? $0.values : nil }
    states.remove(key)
    let (cell, subtree) = screen.builder.buildCell(component, prototype: name, in: scope, state: state)
    rows[cell.id] = Row(
      subtree: subtree, item: item, content: scope.context("content"), index: index,
      isSelected: scope.context("isSelected"))
    item.forward = writer
    source?.didUpdate(cell, at: row)
    screen.open(subtree)
    return cell
  }

  private func rowScope(for item: Value, at row: Int, isWritable: Bool = false) -> Scope {
    screen.rowScope(
      for: item, at: source?.index(at: row) ?? row, content: source?.content(at: row), in: prototypes.scope,
      names: prototypes.names, isWritable: isWritable)
  }

  func wholeRows(in table: TableView) -> [Int] { source?.wholeRows ?? [] }

  func tableView(_ table: TableView, update cell: TableViewCell, forRow row: Int) {
    guard let known = rows[cell.id] else { return }
    screen.core.graph.batch {
      known.index.replace(with: .integer(Int64(source?.index(at: row) ?? row)))
      known.item.replace(with: source?.item(at: row) ?? .null)
      known.item.forward = source?.writer(at: row)
      if let content = source?.content(at: row) { known.content?.replace(with: content) }
    }
    source?.didUpdate(cell, at: row)
  }

  func tableView(_ table: TableView, keeps cell: TableViewCell, forRow row: Int) -> Bool {
    guard let source else { return true }
    let value = source.item(at: row)
    return prototype(for: value, at: row, in: rowScope(for: value, at: row)) == cell.prototype
  }

  /// Returns the name of a row's prototype. By default, it is the only prototype, or `Cell` if there are several.
  private func prototype(for item: Value, at row: Int, in scope: Scope) -> String {
    if let name = source?.prototype(for: item, at: row, in: scope) { return name }
    for template in prototypes.cases {
      guard let condition = template.condition else { return template.prototype }
      if condition.value(in: scope, environment: screen.core.templateEnvironment).holds {
        return template.prototype
      }
    }
    if prototypes.components["template"] != nil { return "template" }
    let names = prototypes.components.keys.filter { source?.reservedPrototypes.contains($0) != true }
    return names.count == 1 ? names.first ?? "Cell" : "Cell"
  }

  func tableView(_ table: TableView, didDrop cell: TableViewCell) {
    guard let row = rows.removeValue(forKey: cell.id) else { return }
    if row.subtree.isWritten { hasDroppedData = true }
    if row.subtree.hasState {
      states.insert(State(prototype: cell.prototype, values: row.subtree.state), for: cell.key, cost: 1)
    }
    row.subtree.close()
    screen.closeSubtrees(below: cell)
  }
}
