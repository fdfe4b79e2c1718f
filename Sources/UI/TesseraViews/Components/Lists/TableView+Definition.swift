import TesseraLayout
import TesseraValues

extension Property<View> {
  static let multipleSelection = Property.flag(
    TableView.self, "allowsMultipleSelection",
    "Whether several rows can be chosen at once, if a controller lets users choose rows; false by default.",
    \.allowsMultipleSelection)
}

extension ViewKind {
  /// A scrolling list of rows; only rows near the visible range exist.
  package static let table = ViewKind(
    "table", defaults: ViewDefaults(clips: true),
    style: LayoutStyle {
      $0.overflow = .scroll
      $0.flexGrow = 1
      $0.flexShrink = 1
      $0.flexBasis = .points(0)
    },
    element: WebElement(behaviour: "table"))
}

extension ComponentDefinition {
  /// A scrolling list of rows.
  package static let table = ComponentDefinition(
    type: "table", documentation: "A list of rows that scrolls.", synonyms: ["tableView"],
    kind: .table,
    properties: [
      .of(
        TableView.self, "rowHeight", .number, "The estimated height of rows that do not exist yet, in points.",
        get: { .double($0.estimatedRowHeight) },
        set: { $0.estimatedRowHeight = min(max($1.number ?? 60, 1), 10_000) }),
      .flag(TableView.self, "refreshControl.value", "Whether a refresh is in progress.", \.isRefreshing),
      .of(TableView.self, "rowCount", .number, "The number of rows.", get: { .integer(Int64($0.rowCount)) }),
      .multipleSelection,
    ],
    events: EventDefinition.scrolling + [
      EventDefinition(EventName.refresh.rawValue, "The user requested new data by pulling or with the refresh button.")
    ],
    slots: [
      SlotDefinition("header", "The component before the first row.", .one) { ($0 as? TableView)?.header = $1.first },
      SlotDefinition("footer", "The component after the last row.", .one) { ($0 as? TableView)?.footer = $1.first },
      SlotDefinition("cells", "Prototypes of rows, by name.", .prototypes),
    ],
    makeView: { TableView(in: $0) })
}
