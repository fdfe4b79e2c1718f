import TesseraExpressions
package import TesseraValues
import TesseraViews

/// Provides the items in its document, and those that are added while the screen is open.
package final class BaseContentProvider: ListContentProvider {
  /// The items in the document.
  private var given: [Value] = []
  /// The added items.
  private var inserted: [Value] = []

  /// The maximum number of items that `insertItem` adds. A further one is refused, and reported.
  private static let maximumCount = 10_000

  override var source: [Value] { given + inserted }

  /// Removes the added items.
  override func reset() {
    inserted = []
    super.reset()
  }

  package override class var selectors: [String] { super.selectors + ["insertItem"] }

  package override func perform(selector: String, with object: Value) {
    guard selector == "insertItem" else { return super.perform(selector: selector, with: object) }
    guard inserted.count < Self.maximumCount else { return report("the maximum number of items is reached") }
    inserted.append(object)
    fetchAndNotify()
  }

  package override var retainedState: Value {
    get { inserted.isEmpty ? .null : .array(inserted) }
    set { inserted = newValue.array ?? [] }
  }

  override class var dataProperties: Set<String> { ["items"] }

  package override class var properties: PropertyTable<Mediator> { table }

  private static let table = PropertyTable<Mediator>(
    "BaseContentProvider", inheriting: providerProperties,
    [
      .of(
        BaseContentProvider.self, "items", .any, "The items: a list.", get: { .array($0.given) },
        set: { $0.given = $1.elements })
    ])
}
