import TesseraData
import TesseraExpressions
package import TesseraValues
import TesseraViews

/// Provides what the result chain makes of rows of the store, as they were when they were read: later changes are seen after the
/// action `reset`, or when what it depends on changes.
package final class ManagedObjectsCollection: ListContentProvider {
  private var entityName: String?
  /// What the chain made of the rows: often a list, which the items are then.
  private var chainResult: Value = .array([])

  override var source: [Value] {
    guard let store = screen?.store, let entityName else { return [] }
    var request = FetchRequest(entityName)
    request.context = context
    request.predicates = [predicate].compactMap(\.self)
    if let input = searchString, !input.isEmpty, let filter {
      request.predicates.append(filter)
      request.variables = ["input": .string(input)]
    }
    request.sortFields = sortFields
    if let masterKeyPath {
      request.masterKeyPath = masterKeyPath
      request.masterObject = masterValue
    }
    do {
      let result = try store.fetch(request)
      let rows = (0..<min(result.count, Self.maximumCount)).compactMap {
        result.object(at: $0).map { Value.object($0) }
      }
      chainResult = chained(rows)
      return chainResult.elements
    } catch {
      report("\(error)")
      return []
    }
  }

  /// The most rows that are read at once.
  private static let maximumCount = 100_000

  /// The store selects, and what the chain makes of rows is something else.
  override var isSelected: Bool { true }

  /// The chain was applied to the rows.
  override var value: Value {
    if chainResult.array == nil { return chainResult }
    return .array((0..<count).map { item(at: $0) })
  }

  package override class var requirements: [[String]] { [["entityName"]] }

  package override class var properties: PropertyTable<Mediator> { table }

  private static let table = PropertyTable<Mediator>(
    "ManagedObjectsCollection", inheriting: providerProperties,
    [
      .text(
        ManagedObjectsCollection.self, "entityName", "The entity whose objects are read.", \.entityName,
        .reference(.entity))
    ])
}
