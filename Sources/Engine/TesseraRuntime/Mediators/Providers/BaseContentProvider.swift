import TesseraExpressions
package import TesseraValues
import TesseraViews

/// Provides items that its document gives it, and those that are added while the screen is open.
package final class BaseContentProvider: ListContentProvider {
  /// What the document says.
  private var given: [Value] = []
  /// What was added since.
  private var inserted: [Value] = []

  /// The most items that can be added.
  private static let maximumCount = 10_000

  override var source: [Value] { given + inserted }

  /// What was added goes; what the document says stays.
  override func reset() {
    inserted = []
    super.reset()
  }

  package override class var selectors: [String] { super.selectors + ["insertItem"] }

  package override func perform(selector: String, with object: Value) {
    guard selector == "insertItem" else { return super.perform(selector: selector, with: object) }
    guard inserted.count < Self.maximumCount else { return report("there is no room for more items") }
    inserted.append(object)
    fetchAndNotify()
  }

  package override var retainedState: Value {
    get { inserted.isEmpty ? .null : .array(inserted) }
    set { inserted = newValue.array ?? [] }
  }

  package override class var properties: PropertyTable<Mediator> { table }

  private static let table = PropertyTable<Mediator>(
    "BaseContentProvider", inheriting: providerProperties,
    [
      .of(
        BaseContentProvider.self, "items", .any, "The items: a list.", get: { .array($0.given) },
        set: { $0.given = $1.elements })
    ])
}
