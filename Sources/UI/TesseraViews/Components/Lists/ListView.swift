import TesseraLayout
package import TesseraValues

/// A list or a grid with a row for each item.
package final class ListView: TableView {
  /// The selection mode of rows.
  package enum Selection: String, Sendable, CaseIterable {
    /// No selection.
    case none
    /// A single row.
    case single
    /// Several rows.
    case multiple
  }

  /// The items, or the name of a provider of items.
  package var items: Value = .null {
    didSet { if !items.isSame(as: oldValue) { itemsDidChange?() } }
  }
  /// Called when the items, or the way they are read, change.
  package var itemsDidChange: (() -> Void)?
  /// The path to the key of an item; see ``ListRows``.
  package private(set) var keyPath: ValuePath? { didSet { if keyPath != oldValue { itemsDidChange?() } } }
  /// The path to the section of an item.
  package private(set) var sectionPath: ValuePath? { didSet { if sectionPath != oldValue { itemsDidChange?() } } }
  /// The selection mode.
  package private(set) var selection: Selection = .none { didSet { handledEventsDidChange() } }
  /// Whether the user can move rows.
  package var isReorderable: Bool {
    get { self[.reorderable] == true }
    set { self[.reorderable] = newValue ? true : .null }
  }
  /// Whether rows are inserted, removed and moved without animation.
  private var skipsAnimations = false

  package override var isAnimated: Bool { !skipsAnimations }

  /// The keys of the selected items that were set last.
  private var chosen: [Value] = []

  /// The selection: the key of an item, or null; a list of keys if several can be selected.
  package override var value: Value {
    get { selection == .multiple ? .array(chosen) : chosen.first ?? .null }
    set {
      chosen = newValue.array ?? (newValue.isNull ? [] : [newValue])
      for cell in visibleCells { showChosen(cell) }
      self[.value] = value
    }
  }

  package override var fieldValue: Value { chosen.isEmpty ? .null : value }

  /// Returns the value that represents an item in the selection: its key, or the item itself.
  package func name(of item: Value) -> Value {
    if let keyPath { return item.value(at: keyPath) }
    if let object = item.object {
      return object.value(forKey: "objectId")?.unlessNull ?? .string("\(object.identity)")
    }
    return item.dictionary?["id"]?.unlessNull ?? item
  }

  /// Configures the selection of a row: its selected state, and its response to a press.
  package func adopt(_ cell: TableViewCell, item: Value) {
    cell.item = item
    if selection != .none, !cell.isChosenByPress {
      cell.isChosenByPress = true
      cell.on(.press) { [weak self, weak cell] _ in cell.map { self?.choose($0.item) } }
    }
    // A pressable row is reachable with the keyboard, which moves rows with the arrow keys.
    if isReorderable { cell[.pressable] = true }
    showChosen(cell)
  }

  private func showChosen(_ cell: TableViewCell) {
    let isSelected = selection != .none && chosen.contains(name(of: cell.item))
    cell.isSelected = isSelected
    didSelect?(cell, isSelected)
  }

  /// Called when a row is selected or deselected.
  package var didSelect: ((TableViewCell, Bool) -> Void)?

  private func choose(_ item: Value) {
    let name = name(of: item)
    let isChosen = chosen.contains(name)
    switch selection {
    case .none: return
    case .single: if isChosen { return } else { value = name }
    case .multiple: value = .array(isChosen ? chosen.filter { $0 != name } : chosen + [name])
    }
    emitChange()
  }

  /// Called when the user moved a row to the position of another one.
  package var didMoveRow: ((Int, Int) -> Void)?

  /// Handles the user's move of a row.
  package func moveRow(_ row: Int, to destination: Int) {
    guard isReorderable, isInteractive, (0..<rowCount).contains(row), (0..<rowCount).contains(destination),
      row != destination
    else { return }
    didMoveRow?(row, destination)
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.list.properties }

  fileprivate static let shared: [Property<View>] =
    [
      .of(
        ListView.self, "items", .itemSource, "The items: a list, or the name of a provider.",
        get: { $0.items },
        set: { $0.items = $1 }),
      .of(
        ListView.self, "key", .string,
        "The path to the key of an item, such as 'id', which identifies its row when items move.",
        get: { $0.keyPath.map { .string($0.description) } ?? .null },
        set: { $0.keyPath = $1.string.map { ValuePath($0) } }),
      .of(
        ListView.self, "sectionBy", .string, "The path to the section of an item, such as 'artist.name'.",
        get: { $0.sectionPath.map { .string($0.description) } ?? .null },
        set: { $0.sectionPath = $1.string.map { ValuePath($0) } }),
      .flag(
        ListView.self, "stickyHeaders", "Whether section headers remain visible while scrolling; true by default.",
        \.hasStickyHeaders),
      .of(
        ListView.self, "direction", .choice(ScrollAxis.allCases.map(\.rawValue)), "The scroll direction.",
        get: { .string($0.axis.rawValue) }, set: { $0.axis = $1.string.flatMap(ScrollAxis.init) ?? .vertical }),
      .of(
        ListView.self, "spacing", .number, "The spacing between rows, in points.", get: { .double($0.spacing) },
        set: { $0.spacing = min(max($1.number ?? $0.defaultSpacing, 0), 1000) }),
      .flag(
        ListView.self, "separators", "Whether thin lines are shown between rows; false by default.", \.hasSeparators),
      .of(
        ListView.self, "selection", .choice(Selection.allCases.map(\.rawValue)), "How many rows can be chosen.",
        get: { .string($0.selection.rawValue) }, set: { $0.selection = $1.string.flatMap(Selection.init) ?? .none }),
      .of(
        ListView.self, "value", .any, "The key of the chosen item; a list of keys if several can be chosen.",
        get: { $0.value }, set: { $0.value = $1 }),
      .flag(ListView.self, "reorderable", "Whether users can move rows; false by default.", \.isReorderable),
      .of(
        ListView.self, "reorderBy", .string,
        "The numeric attribute of store objects that determines their order; updated when the user moves a row.",
        get: { $0.orderKey.map(Value.string) ?? .null },
        set: {
          $0.orderKey = $1.string
          $0.isReorderable = $1.string != nil
        }),
      .of(
        ListView.self, "animates", .bool, "Whether inserting, removing and moving rows is animated; true by default.",
        get: { .bool(!$0.skipsAnimations) }, set: { $0.skipsAnimations = !($1.isNull || $1.isTrue) }),
      .of(
        ListView.self, "rowHeight", .number, "The estimated length of rows that do not exist yet, in points.",
        get: { .double($0.estimatedRowHeight) }, set: { $0.estimatedRowHeight = min(max($1.number ?? 60, 1), 10_000) }),
      .flag(ListView.self, "refreshControl.value", "Whether a refresh is in progress.", \.isRefreshing),
      .of(ListView.self, "rowCount", .number, "The number of rows.", get: { .integer(Int64($0.rowCount)) }),
      .of(
        ListView.self, "fitsContent", .bool,
        "Whether the list is only as long as its rows instead of filling the available space; false by default.",
        get: { .bool($0.fitsContent) }, set: { $0.fitsContent = $1.isTrue }),
    ] + Property.scrolling

  fileprivate static let columns: [Property<View>] = [
    .of(
      ListView.self, "columns", .number, "The number of items side by side; 2 by default.",
      get: { .integer(Int64($0.columnCount)) },
      set: { list, value in
        list.columnCount = Int(min(max(value.number ?? 2, 1), Double(TableView.maximumColumnCount)))
      }),
    .of(
      ListView.self, "minimumColumnWidth", .number,
      "The minimum width of an item, in points; the number of columns is as many as fit.",
      get: { $0.minimumColumnWidth.map(Value.double) ?? .null },
      set: { $0.minimumColumnWidth = $1.number.map { min(max($0, 1), 10_000) } }),
  ]

  private var defaultSpacing: Double { kind == .grid ? Self.gridSpacing : 0 }
  fileprivate static let gridSpacing = 12.0

  /// The attribute that determines the order of store objects.
  package private(set) var orderKey: String?
}

extension ViewKind {
  /// A list of items.
  package static let list = ViewKind(
    "list", defaults: ViewKind.table.defaults, style: ViewKind.table.defaultStyle, element: ViewKind.table.element)
  /// A grid of items.
  package static let grid = ViewKind(
    "grid", defaults: ViewKind.table.defaults, style: ViewKind.table.defaultStyle, element: ViewKind.table.element)
}

extension ComponentDefinition {
  /// A list of items.
  package static let list = list(
    .list, "Rows for the items of a list, or of a provider; only those near the visible range exist.",
    ["listView", "collection", "repeat", "forEach"], []
  ) { ListView(.list, in: $0) }

  /// A grid of items.
  package static let grid = list(
    .grid, "Items in rows and columns; only those near the visible range exist.",
    ["gridView", "collectionView", "tiles"], ListView.columns
  ) { context in
    let grid = ListView(.grid, in: context)
    grid.columnCount = 2
    grid.spacing = ListView.gridSpacing
    return grid
  }

  private static func list(
    _ kind: ViewKind, _ documentation: String, _ synonyms: [String], _ properties: [Property<View>],
    makeView: @escaping @Sendable (ViewContext) -> View
  ) -> ComponentDefinition {
    ComponentDefinition(
      type: kind.name, documentation: documentation, synonyms: synonyms, kind: kind,
      properties: ListView.shared + properties,
      events: EventDefinition.scrolling + [
        .refreshing,
        .change(.any, "the key of the chosen item, or a list of keys"),
        EventDefinition(
          EventName.move.rawValue, "The user moved an item.",
          carries: [
            EventDefinition.Member("from", .number, "its former index, from 0"),
            EventDefinition.Member("to", .number, "its new index"),
            EventDefinition.Member("item", .any, "the item"),
            EventDefinition.Member("items", .list, "all items in their new order"),
          ]),
      ],
      slots: [
        SlotDefinition("template", "The template of a row.", .template),
        SlotDefinition("templates", "The templates of rows, by conditions.", .templates),
        SlotDefinition("sectionHeader", "The template of a section header.", .template),
        SlotDefinition("header", "The component before the first row.", .one) { ($0 as? TableView)?.header = $1.first },
        SlotDefinition("footer", "The component after the last row.", .one) { ($0 as? TableView)?.footer = $1.first },
        SlotDefinition("empty", "The component shown if there are no rows.", .one) {
          ($0 as? TableView)?.emptyView = $1.first
        },
      ], makeView: makeView
    ).checked(by: checkTemplates)
  }

  /// A list without a template could not create rows.
  @Sendable private static func checkTemplates(_ node: JSONNode) -> [Diagnostic] {
    guard node["template"] == nil, node["templates"] == nil else { return [] }
    return [
      Diagnostic(
        rule: "missing-attribute", range: node.range, message: "A list needs a 'template' for its rows",
        fix: "Add 'template': a component whose expressions read 'item'")
    ]
  }
}
