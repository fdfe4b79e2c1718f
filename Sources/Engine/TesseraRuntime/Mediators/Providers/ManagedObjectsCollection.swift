import TesseraData
import TesseraExpressions
package import TesseraValues
import TesseraViews

/// Provides the result of the result chain for rows of the store, as of the last fetch. Later changes appear after the
/// action `reset`, or when an attribute or the master object changes.
package final class ManagedObjectsCollection: ListContentProvider {
  private var entityName: String?
  /// The result of the chain. If it is a list, its elements are the items.
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

  /// The maximum number of rows in a fetch of a `ManagedObjectsCollection`. Further ones are left out.
  private static let maximumCount = 100_000

  /// The store has selected the rows, and the results of the chain are not selected again.
  override var isSelected: Bool { true }

  /// The result of the chain.
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
