import TesseraComponents
import TesseraData
import TesseraLayout
package import TesseraValues
import TesseraViews

/// Displays a provider's items as the rows of a table, in sections if the provider has any.
package class TableDisplayController: RowsDisplayController {
  /// The name of the prototype of section headers; `Header` by default.
  var sectionHeaderIdentifier: String?
  /// The name of the prototype of section footers; `Footer` by default.
  var sectionFooterIdentifier: String?
  /// Whether the user can delete rows whose objects are their own.
  var allowsDeletion = false
  /// The controller whose action deletes a row's object remotely, before it is deleted locally.
  var deleteController: ActionController?
  /// The maximum height of a table that fits its rows, in points; 0 for a table that does not.
  var maxHeight = 0.0 { didSet { fitHeight() } }
  /// The constraint for the table's height.
  var contentHeightConstraint: ConstraintElement?

  private var sections = TableSections()
  private var sectionKeys = RowKeys()

  package override func setUp() {
    super.setUp()
    rowsView?.animatesRows = animatesReload
    fitHeight()
  }

  package override func attributeDidChange(_ name: String) {
    rowsView?.animatesRows = animatesReload
    super.attributeDidChange(name)
  }

  /// Fits the table's height to its rows if there is a maximum height.
  private func fitHeight() {
    guard let rowsView else { return }
    guard maxHeight > 0 else {
      guard rowsView.didLayOut != nil || rowsView.fitsContent else { return }
      rowsView.didLayOut = nil
      rowsView.fitsContent = false
      return rowsView.style.maxHeight = .unset
    }
    rowsView.fitsContent = true
    rowsView.style.maxHeight = .points(min(maxHeight, 100_000))
    guard let contentHeightConstraint else { return }
    rowsView.didLayOut = { [weak self, weak rowsView] in
      guard let self, let rowsView else { return }
      contentHeightConstraint.change(to: min(rowsView.contentHeight, self.maxHeight))
    }
  }

  override func render() {
    readSections()
    super.render()
  }

  override func render(changed keys: Set<Int64>) {
    super.render(
      changed: keys.union(sections.keys(aroundItems: { keys.contains(self.currentProvider?.key(at: $0) ?? 0) })))
  }

  private func readSections() {
    let groups = currentProvider?.sections ?? []
    // Ungrouped items form one section without a title.
    guard let rows, groups.contains(where: { !$0.title.isNull }) else { return sections = TableSections() }
    sections = TableSections(
      groups, header: rows.prototype(named: sectionHeaderIdentifier ?? "Header"),
      footer: rows.prototype(named: sectionFooterIdentifier ?? "Footer"), names: &sectionKeys)
  }

  // MARK: Rows

  override var count: Int { super.count + sections.extraRowCount }

  override func itemIndex(at row: Int) -> Int? {
    if case .item(let index) = sections.row(at: row) { index } else { nil }
  }

  override func key(at row: Int) -> Int64 {
    switch sections.row(at: row) {
    case .item(let index): super.key(at: index)
    case .header(let section), .footer(let section): sections.key(of: section, at: row)
    }
  }

  override func item(at row: Int) -> Value {
    switch sections.row(at: row) {
    case .item(let index): return super.item(at: index)
    case .header(let section), .footer(let section):
      let (title, range) = sections.groups[section]
      return ["title": title, "count": .integer(Int64(range.count)), "first": super.item(at: range.lowerBound)]
    }
  }

  /// Returns the content of a row. For section headers and footers, it is the section's first object, as in WidgetKit;
  /// the section itself is their item.
  override func content(at row: Int) -> Value? {
    switch sections.row(at: row) {
    case .item: nil
    case .header(let section), .footer(let section): super.item(at: sections.groups[section].range.lowerBound)
    }
  }

  override func index(at row: Int) -> Int {
    switch sections.row(at: row) {
    case .item(let index): index
    case .header(let section), .footer(let section): section
    }
  }

  override var wholeRows: [Int] { sections.headerRows }

  override var reservedPrototypes: Set<String> {
    [sectionHeaderIdentifier ?? "Header", sectionFooterIdentifier ?? "Footer"]
  }

  override func prototype(for item: Value, at row: Int, in scope: Scope) -> String? {
    switch sections.row(at: row) {
    case .header: sections.header
    case .footer: sections.footer
    case .item: super.prototype(for: item, at: row, in: scope)
    }
  }

  // MARK: Deletion

  override func didUpdate(_ cell: TableViewCell, at row: Int) {
    super.didUpdate(cell, at: row)
    guard allowsDeletion, itemIndex(at: row) != nil, !cell.isDeletable,
      (cell.item.object as? ManagedObject)?.isMine == true
    else { return }
    cell.isDeletable = true
    cell.addDeletion { [weak self, weak cell] in cell.map { self?.delete($0) } }
  }

  /// Deletes a row's object. If there is a delete controller, its action must succeed first.
  private func delete(_ cell: TableViewCell) {
    guard allowsDeletion, let object = cell.item.object as? ManagedObject, object.isMine else { return }
    guard let deleteController else { return remove(object) }
    cell.isDisabled = true
    deleteController.performAction(deleting: cell.item) { [weak self, weak cell] hasSucceeded in
      cell?.isDisabled = false
      if hasSucceeded { self?.remove(object) }
    }
  }

  private func remove(_ object: ManagedObject) {
    guard let screen, !screen.core.instance.isDrawnOnly else { return }
    do {
      _ = try screen.store.delete([object])
    } catch {
      report("\(error)")
    }
  }

  private func report(_ message: String) { screen?.report("\(identifier): \(message)") }

  package override class var outlets: [Outlet] {
    displayOutlets + [
      .view("tableView", "The table.", kinds: [.table], \TableDisplayController.rowsView),
      .view("emptyDataView", "Shown while there are no rows.", \TableDisplayController.emptyDataView),
      .mediator(
        "deleteController",
        "The controller whose action deletes a row's object remotely, before it is deleted locally.",
        \TableDisplayController.deleteController),
      .constraint(
        "contentHeightConstraint",
        "The constraint for the table's height, which is that of its rows up to 'maxHeight'.",
        \TableDisplayController.contentHeightConstraint),
    ]
  }

  package override class var requirements: [[String]] {
    [["mainContentProvider", "searchController"], ["tableView", "elements"]]
  }

  package override class var properties: PropertyTable<Mediator> { table }

  private static let table = PropertyTable<Mediator>("TableDisplayController", tableProperties)

  static let tableProperties: [Property<Mediator>] =
    rowsProperties + [
      .text(
        TableDisplayController.self, "sectionHeaderIdentifier",
        "The prototype of the rows above the groups of a provider with 'groupByField'; 'Header' by default. Their 'item' "
          + "has 'title', 'count' and 'first', and their 'content' is the first item of the group.",
        \.sectionHeaderIdentifier, .reference(.cell)),
      .text(
        TableDisplayController.self, "sectionFooterIdentifier",
        "The prototype of the rows below them; 'Footer' by default.", \.sectionFooterIdentifier, .reference(.cell)),
      .texts(
        TableDisplayController.self, "cellNibNames", "The names of the files in 'cells' with prototypes.",
        \.cellNibNames),
      .of(
        TableDisplayController.self, "animateReload", .bool,
        "Whether insertions and removals of rows are animated; false by default.",
        get: { .bool($0.animatesReload) }, set: { $0.animatesReload = $1.isTrue }),
      .flag(
        TableDisplayController.self, "allowDeletion",
        "Whether a swipe or the menu of a row deletes its object, where 'isMine' is true; false by default.",
        \.allowsDeletion),
      .number(
        TableDisplayController.self, "maxHeight",
        "The maximum height of the table in points, if it fits its rows; 0, the default, for a table that fills the available space.",
        \.maxHeight, default: 0),
      .flag(
        TableDisplayController.self, "systemAutomaticDimensionEnabled",
        "Has no effect: rows always fit their content.", \.measuresRows),
    ]

  private var cellNibNames: [String] = []

  /// Whether a press of a row opens a screen. By default, rows of prototypes in separate files do if the screen exists,
  /// as in WidgetKit.
  override func opensScreen(_ cell: TableViewCell) -> Bool {
    if performSegueForCells >= 0 { return super.opensScreen(cell) }
    return cellNibNames.contains(cell.prototype) && screen?.core.instance.definition.screens[cell.prototype] != nil
  }
  private var measuresRows = true
  private var animatesReload = false
}
