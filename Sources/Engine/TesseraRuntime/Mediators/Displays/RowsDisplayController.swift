import TesseraComponents
package import TesseraData
import TesseraExpressions
package import TesseraValues
import TesseraViews

/// Displays a provider's items as rows created from prototypes. The base class of table and collection controllers.
///
/// Rows can be selected, and can open screens. The prototype of a row is chosen, in this order, by the evaluations
/// `searchCellIdentifier` (while searching) and `cellIdentifier`, and by the attributes of the same names.
package class RowsDisplayController: DisplayController {
  /// The table or collection.
  var rowsView: TableView?
  /// The view that is shown while there are no rows.
  var emptyDataView: View?
  /// The name of the prototype of rows; `Cell` by default.
  var cellIdentifier: String?
  /// The name of the prototype of rows while searching.
  var searchCellIdentifier: String?
  /// Above 0, a press of a row opens the screen with the name of the row's prototype.
  var performSegueForCells = -1.0
  /// Whether a press of a row opens the screen with the name of its prototype.
  func opensScreen(_ cell: TableViewCell) -> Bool { performSegueForCells > 0 }
  /// Whether presses select rows.
  var collectSelectedObjects = false
  /// Whether presses select rows and selected rows have a checkmark.
  var defaultSelectionBehavior = false

  private(set) var rows: RowFactory?
  /// The selected items and their identifiers, in the order of selection.
  private var selected: [(id: Value, item: Value)] = []

  package override func setUp() {
    super.setUp()
    rowsView = rowsView ?? elements.first as? TableView
    guard let rowsView, let screen else { return }
    rows = screen.makeRows(of: rowsView, from: self)
  }

  package override func close() {
    rows?.close()
    rows = nil
  }

  package override func storeDidChange(_ change: StoreChange) {
    super.storeDidChange(change)
    guard !selected.isEmpty, let store = screen?.store else { return }
    // Deleted objects are deselected, and changed ones replaced.
    selected = selected.compactMap { id, item in
      guard let object = item.object as? ManagedObject else { return (id, item) }
      return (try? store.object(object.identity)).map { (id, .object($0)) }
    }
    selectionDidChange()
  }

  override func render() {
    rowsView?.reloadData()
    showWhetherEmpty()
  }

  override func render(changed keys: Set<Int64>) {
    rows?.update(keys)
    showWhetherEmpty()
  }

  package override func attributeDidChange(_ name: String) { render() }

  func showWhetherEmpty() {
    emptyDataView?.isHidden = (currentProvider?.count ?? 0) > 0
    propertiesDidChange()
  }

  /// Returns the result of a named evaluation in a row's scope; nil if the scheme has none.
  private func evaluate(_ name: String, in scope: Scope, on screen: ScreenController) -> String? {
    guard let evaluation = evaluations[name] else { return nil }
    let instance = screen.core.instance
    return evaluation.evaluate(
      input: nil, scope: scope, transformers: instance.transformers,
      context: screen.core.templateEnvironment.context
    ).string
  }

  package override class var evaluationNames: [String] { ["cellIdentifier", "searchCellIdentifier"] }

  // MARK: Rows

  var count: Int { currentProvider?.count ?? 0 }

  /// Returns the index of a row's item; nil for a row without one.
  func itemIndex(at row: Int) -> Int? { row }

  func key(at row: Int) -> Int64 { currentProvider?.key(at: row) ?? Int64(row) }

  func item(at row: Int) -> Value { currentProvider?.item(at: row) ?? .null }

  func content(at row: Int) -> Value? { nil }

  func index(at row: Int) -> Int { row }

  var wholeRows: [Int] { [] }

  var reservedPrototypes: Set<String> { [] }

  func prototype(for item: Value, at row: Int, in scope: Scope) -> String? {
    guard let screen else { return nil }
    if searchController?.isSearching == true {
      if let name = evaluate("searchCellIdentifier", in: scope, on: screen) ?? searchCellIdentifier { return name }
    }
    return evaluate("cellIdentifier", in: scope, on: screen) ?? cellIdentifier
  }

  func didUpdate(_ cell: TableViewCell, at row: Int) {
    guard itemIndex(at: row) != nil else { return }
    cell.item = item(at: row)
    if !cell.isChosenByPress, opensScreen(cell) || collectSelectedObjects || defaultSelectionBehavior {
      cell.isChosenByPress = true
      cell.on(.press) { [weak self, weak cell] _ in cell.map { self?.press($0) } }
    }
    showWhetherSelected(cell)
  }

  // MARK: Selection

  private func press(_ cell: TableViewCell) {
    if opensScreen(cell) { return openScreen(of: cell) }
    if collectSelectedObjects || defaultSelectionBehavior { toggle(cell.item) }
  }

  /// Opens the screen with the name of a row's prototype, with the row's item as content.
  private func openScreen(of cell: TableViewCell) {
    guard let screen else { return }
    let definition = screen.core.instance.definition
    guard definition.screens[cell.prototype] != nil else {
      return screen.report("\(identifier): the bundle has no screen '\(cell.prototype)' for its rows to open")
    }
    let opened = definition.screen(named: cell.prototype)
    screen.core.navigation.push(
      opened, content: opened.scheme.derivesContent ? cell.item : .null, navigationResult: nil)
  }

  /// Selects or deselects an item.
  private func toggle(_ item: Value) {
    let id = Self.name(of: item)
    if let index = selected.firstIndex(where: { $0.id == id }) {
      selected.remove(at: index)
    } else {
      if rowsView?.allowsMultipleSelection != true { selected = [] }
      guard selected.count < Self.maximumSelection else { return }
      selected.append((id, item))
    }
    selectionDidChange()
  }

  /// The maximum number of selected rows. Further ones cannot be selected.
  private static let maximumSelection = 10_000

  private func selectionDidChange() {
    for cell in rowsView?.visibleCells ?? [] { showWhetherSelected(cell) }
    propertiesDidChange()
  }

  private func showWhetherSelected(_ cell: TableViewCell) {
    guard cell.isChosenByPress, !opensScreen(cell) else { return }
    let id = Self.name(of: cell.item)
    let isSelected = selected.contains { $0.id == id }
    cell.isSelected = isSelected
    if defaultSelectionBehavior { cell.isCheckmarked = isSelected }
    rows?.record(cell, isSelected: isSelected)
  }

  /// Returns the identifier of an item: that of an object, or the item itself.
  private static func name(of item: Value) -> Value {
    guard let object = item.object else { return item.dictionary?["id"]?.unlessNull ?? item }
    return object.value(forKey: "objectId")?.unlessNull ?? .string("\(object.identity)")
  }

  package override class var selectors: [String] { ["clearSelection"] }

  package override func perform(selector: String, with object: Value) {
    selected = []
    selectionDidChange()
  }

  package override var retainedState: Value {
    get { selected.isEmpty ? .null : .array(selected.map(\.id)) }
    set { retainedIDs = newValue.array ?? [] }
  }

  /// The identifiers selected before the suspension, until the rows exist.
  private var retainedIDs: [Value] = []

  package override func start() {
    if !retainedIDs.isEmpty, let provider = currentProvider {
      let wanted = Set(retainedIDs.map(\.description))
      for index in 0..<provider.count where selected.count < retainedIDs.count {
        let item = provider.item(at: index)
        let id = Self.name(of: item)
        if wanted.contains(id.description) { selected.append((id, item)) }
      }
      retainedIDs = []
    }
    super.start()
  }

  static let rowsProperties: [Property<Mediator>] =
    displayProperties + [
      .text(
        RowsDisplayController.self, "cellIdentifier", "The prototype of rows.", \.cellIdentifier, .reference(.cell)),
      .text(
        RowsDisplayController.self, "searchCellIdentifier", "The prototype of rows while searching.",
        \.searchCellIdentifier, .reference(.cell)),
      .number(
        RowsDisplayController.self, "performSegueForCells",
        "Above 0, a press of a row opens the screen with the name of the row's prototype; -1 by default.",
        \.performSegueForCells, default: -1),
      .flag(
        RowsDisplayController.self, "collectSelectedObjects",
        "Whether a press selects or deselects a row; false by default.", \.collectSelectedObjects),
      .flag(
        RowsDisplayController.self, "defaultSelectionBehavior",
        "The same, with a checkmark on selected rows; false by default.", \.defaultSelectionBehavior),
      .of(
        RowsDisplayController.self, "selectedObjects", .list, "The selected items.",
        get: { .array($0.selected.map(\.item)) }),
      .of(
        RowsDisplayController.self, "selectedObjectsIDs", .list, "The identifiers of the selected items.",
        get: { .array($0.selected.map(\.id)) }),
    ]
}

extension RowsDisplayController: RowSource {}
