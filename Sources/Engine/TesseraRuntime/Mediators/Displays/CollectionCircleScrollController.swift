package import TesseraValues
import TesseraViews

/// Displays items as pages that repeat endlessly.
package final class CollectionCircleScrollController: CollectionPageScrollController {
  /// The number of repetitions.
  private var circleScrollFactor = 100.0
  /// Whether the collection has been scrolled to the middle.
  private var hasBegun = false

  /// The maximum number of rows in all repetitions of a circular list. There are fewer repetitions instead.
  private static let maximumCount = 100_000

  private var roundCount: Int {
    guard pageCount > 1 else { return 1 }
    return min(max(1, Int(min(max(circleScrollFactor, 1), 10_000))), max(1, Self.maximumCount / pageCount))
  }

  override var count: Int { pageCount * roundCount }

  override func itemIndex(at row: Int) -> Int? { page(ofRow: row) }

  /// Returns the row as the key, because the items repeat.
  override func key(at row: Int) -> Int64 { Int64(row) }

  override func item(at row: Int) -> Value { super.item(at: page(ofRow: row)) }

  override func index(at row: Int) -> Int { page(ofRow: row) }

  override func page(ofRow row: Int) -> Int { pageCount > 0 ? row % pageCount : 0 }

  /// Returns the row of a page that is nearest to the current position.
  override func row(ofPage page: Int) -> Int {
    guard let rowsView, pageCount > 0 else { return page }
    let start = rowsView.rowAtStart
    let candidates = [-1, 0, 1].map { (start / pageCount + $0) * pageCount + page }.filter { (0..<count).contains($0) }
    return candidates.min { abs($0 - start) < abs($1 - start) } ?? page
  }

  override func render() {
    // This precedes the search for the nearest row of the requested page.
    if !hasBegun, pageCount > 1 {
      hasBegun = true
      rowsView?.reloadData()
      rowsView?.scrollToRow(roundCount / 2 * pageCount)
    }
    super.render()
  }

  /// Renders all rows, because rows are identified by position rather than by item.
  override func render(changed keys: Set<Int64>) { render() }

  private static let table = PropertyTable<Mediator>(
    "CollectionCircleScrollController", inheriting: pageProperties,
    [
      .number(
        CollectionCircleScrollController.self, "circleScrollFactor",
        "The number of repetitions of the items; 100 by default.", \.circleScrollFactor, default: 100)
    ])
  package override class var properties: PropertyTable<Mediator> { table }
}
