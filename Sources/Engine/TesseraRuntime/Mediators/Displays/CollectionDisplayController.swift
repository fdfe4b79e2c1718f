import TesseraLayout
package import TesseraValues
import TesseraViews

/// Displays a provider's items in the rows and columns of a collection.
package class CollectionDisplayController: RowsDisplayController {
  /// Whether items that do not fill the collection are centered.
  private var centersContent = false
  /// The width of items: up to 1 as a fraction of the collection's, above 1 in points; below 0 for the collection's
  /// own.
  private var cellWidthHint = -1.0
  /// The height of items, in the same way.
  private var cellHeightHint = -1.0

  /// The columns that the collection itself defines.
  private var own: (columns: Int, minimum: Double?) = (1, nil)

  package override func setUp() {
    super.setUp()
    rowsView.map { own = ($0.columnCount, $0.minimumColumnWidth) }
    arrange()
  }

  package override func attributeDidChange(_ name: String) {
    arrange()
    super.attributeDidChange(name)
  }

  /// Applies the size hints.
  private func arrange() {
    guard let rowsView else { return }
    rowsView.centersRows = centersContent
    let isVertical = rowsView.axis == .vertical
    let (along, across) = isVertical ? (cellHeightHint, cellWidthHint) : (cellWidthHint, cellHeightHint)
    rowsView.rowLength = Self.length(along)
    (rowsView.columnCount, rowsView.minimumColumnWidth) = own
    guard across > 0 else { return }
    if across <= 1 {
      rowsView.columnCount = Int(min(max(1, 1 / across), Double(TableView.maximumColumnCount)))
      rowsView.minimumColumnWidth = nil
    } else {
      rowsView.minimumColumnWidth = min(across, 10_000)
    }
  }

  /// Stretches a cell to the length of its row, regardless of its prototype.
  override func didUpdate(_ cell: TableViewCell, at row: Int) {
    super.didUpdate(cell, at: row)
    guard let rowsView, rowsView.rowLength != nil || rowsView.hasPages else { return }
    if rowsView.axis == .vertical { cell.style.height = .percent(100) } else { cell.style.width = .percent(100) }
  }

  private static func length(_ hint: Double) -> Dimension? {
    guard hint > 0 else { return nil }
    return hint <= 1 ? .percent(hint * 100) : .points(min(hint, 10_000))
  }

  static var collectionOutlets: [Outlet] {
    displayOutlets + [
      .view(
        "collectionView", "The collection.", kinds: [.collectionView], \CollectionDisplayController.rowsView),
      .view("emptyDataView", "Shown while there are no items.", \CollectionDisplayController.emptyDataView),
    ]
  }

  package override class var outlets: [Outlet] { collectionOutlets }

  package override class var requirements: [[String]] {
    [["mainContentProvider", "searchController"], ["collectionView", "elements"]]
  }

  static let collectionProperties: [Property<Mediator>] =
    rowsProperties + [
      .flag(
        CollectionDisplayController.self, "centerContent",
        "Whether items that do not fill the collection are centered; false by default.", \.centersContent),
      .number(
        CollectionDisplayController.self, "cellWidthHint",
        "The width of items: up to 1 as a fraction of the collection's, above 1 in points; -1, the default, for the collection's own.",
        \.cellWidthHint, default: -1),
      .number(
        CollectionDisplayController.self, "cellHeightHint", "The height of items, in the same way.", \.cellHeightHint,
        default: -1),
    ]

  private static let table = PropertyTable<Mediator>("CollectionDisplayController", collectionProperties)
  package override class var properties: PropertyTable<Mediator> { table }
}
