package import TesseraValues
import TesseraViews

/// Shows items as pages that go on without end: behind the last one comes the first.
package final class CollectionCircleScrollController: CollectionPageScrollController {
  /// How often the items stand one behind the other.
  private var circleScrollFactor = 100.0
  /// Whether the middle of all rounds was gone to.
  private var hasBegun = false

  /// The most rows of all rounds together.
  private static let maximumCount = 100_000

  private var roundCount: Int {
    guard pageCount > 1 else { return 1 }
    return min(max(1, Int(min(max(circleScrollFactor, 1), 10_000))), max(1, Self.maximumCount / pageCount))
  }

  override var count: Int { pageCount * roundCount }

  override func itemIndex(at row: Int) -> Int? { page(ofRow: row) }

  /// Rounds have the same items, and rows of their own.
  override func key(at row: Int) -> Int64 { Int64(row) }

  override func item(at row: Int) -> Value { super.item(at: page(ofRow: row)) }

  override func index(at row: Int) -> Int { page(ofRow: row) }

  override func page(ofRow row: Int) -> Int { pageCount > 0 ? row % pageCount : 0 }

  /// The nearest one to where the person is.
  override func row(ofPage page: Int) -> Int {
    guard let rowsView, pageCount > 0 else { return page }
    let start = rowsView.rowAtStart
    let candidates = [-1, 0, 1].map { (start / pageCount + $0) * pageCount + page }.filter { (0..<count).contains($0) }
    return candidates.min { abs($0 - start) < abs($1 - start) } ?? page
  }

  override func render() {
    // Before the page that is wanted is looked for near to where the person is.
    if !hasBegun, pageCount > 1 {
      hasBegun = true
      rowsView?.reloadData()
      rowsView?.scrollToRow(roundCount / 2 * pageCount)
    }
    super.render()
  }

  /// Rows are known by their places, and not by what they show.
  override func render(changed keys: Set<Int64>) { render() }

  private static let table = PropertyTable<Mediator>(
    "CollectionCircleScrollController", inheriting: pageProperties,
    [
      .number(
        CollectionCircleScrollController.self, "circleScrollFactor",
        "How often the items stand one behind the other; 100 by default.", \.circleScrollFactor, default: 100)
    ])
  package override class var properties: PropertyTable<Mediator> { table }
}
