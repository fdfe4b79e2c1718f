import TesseraLayout
import TesseraValues

extension ViewKind {
  /// Items in rows and columns, created from named prototypes.
  package static let collectionView = ViewKind(
    "collectionView", defaults: ViewKind.table.defaults, style: ViewKind.table.defaultStyle,
    element: ViewKind.table.element)
}

extension ComponentDefinition {
  /// Items in rows and columns for a `CollectionDisplayController`: a table with lines of several columns.
  package static let collectionView = ComponentDefinition(
    type: "collectionView",
    documentation: "Items in rows and columns, created from named prototypes, for a CollectionDisplayController.",
    synonyms: ["UICollectionView"], kind: .collectionView,
    properties: [
      .of(
        TableView.self, "columns", .number, "The number of items side by side; 2 by default.",
        get: { .integer(Int64($0.columnCount)) },
        set: { $0.columnCount = Int(min(max($1.number ?? 2, 1), Double(TableView.maximumColumnCount))) }),
      .of(
        TableView.self, "spacing", .number, "The spacing between items, in points; 10 by default, as in UIKit.",
        get: { .double($0.spacing) }, set: { $0.spacing = min(max($1.number ?? 10, 0), 1000) }),
      .of(
        TableView.self, "direction", .choice(ScrollAxis.allCases.map(\.rawValue)), "The scroll direction.",
        get: { .string($0.axis.rawValue) },
        set: { table, value in
          table.axis = value.string.flatMap(ScrollAxis.init) ?? .vertical
          // With horizontal scrolling, columns are stacked vertically, so the default is a single one.
          if table.axis == .horizontal, table.columnCount == 2 { table.columnCount = 1 }
        }),
      .of(
        TableView.self, "rowHeight", .number, "The estimated height of items that do not exist yet, in points.",
        get: { .double($0.estimatedRowHeight) },
        set: { $0.estimatedRowHeight = min(max($1.number ?? 60, 1), 10_000) }),
      .flag(TableView.self, "paging", "Whether scrolling stops at items; false by default.", \.hasPages),
      .flag(TableView.self, "refreshControl.value", "Whether a refresh is in progress.", \.isRefreshing),
      .of(TableView.self, "rowCount", .number, "The number of items.", get: { .integer(Int64($0.rowCount)) }),
      .multipleSelection,
    ],
    events: EventDefinition.scrolling + [.refreshing],
    slots: [
      SlotDefinition("header", "The component before the first item.", .one) { ($0 as? TableView)?.header = $1.first },
      SlotDefinition("footer", "The component after the last item.", .one) { ($0 as? TableView)?.footer = $1.first },
      SlotDefinition("cells", "Prototypes of items, by name.", .prototypes),
    ],
    makeView: { context in
      let view = TableView(.collectionView, in: context)
      view.columnCount = 2
      view.spacing = 10
      return view
    })
}
