public import TesseraData
import TesseraExpressions
public import TesseraValues

/// Provides rows of the store and follows their changes.
public final class ManagedObjectsProvider: ContentProvider {
  /// The entity whose objects are provided, those of entities that inherit from it included.
  var entityName: String?
  /// A key by which the rows are grouped; it sorts before ``sortByFields``.
  var groupByField: String?
  /// Kept for schemes that set it; fetches need no cache with a name.
  var cacheName: String?

  private var result: FetchResult?

  override var count: Int { result?.count ?? 0 }

  override func item(at index: Int) -> Value {
    guard index >= 0, let object = result?.object(at: index) else { return .null }
    return .object(object)
  }

  override func key(at index: Int) -> Int64 { result?.identity(at: index).key ?? Int64(index) }

  public override func setUp() { fetch() }

  override func fetch() {
    guard let store = screen?.store, let entityName else { return result = nil }
    var request = FetchRequest(entityName)
    request.predicates = [predicate(predicateFormat)].compactMap { $0 }
    if let input = searchString, !input.isEmpty, let filter = predicate(filterFormat) {
      request.predicates.append(filter)
      request.variables = ["input": .string(input)]
    }
    request.context = screen?.core.instance.evaluationContext ?? .system
    request.sortByFields = sortByFields
    request.sortAscending = sortAscending
    request.groupByField = groupByField
    if let masterKeyPath {
      request.masterKeyPath = masterKeyPath
      request.masterObject = masterValue
    }
    do {
      result = try store.fetch(request)
    } catch {
      result = nil
      report("\(error)")
    }
  }

  public override func storeDidChange(_ change: StoreChange) {
    guard let entityName, change.touches([entityName]) || isAffectedThroughRelationship(change) else { return }
    fetchAndNotify()
  }

  /// A change of another entity can change what is selected or shown through a relationship: a post's author.
  private func isAffectedThroughRelationship(_ change: StoreChange) -> Bool {
    guard let entityName, let entity = screen?.store.model[entityName] else { return false }
    return entity.relationships.contains { change.touches([$0.destination]) }
  }

  public override class var properties: PropertyTable<Mediator> {
    PropertyTable(
      "ManagedObjectsProvider", inheriting: providerProperties,
      [
        .text(ManagedObjectsProvider.self, "entityName", "The entity whose objects are provided.", \.entityName),
        .text(ManagedObjectsProvider.self, "groupByField", "A key by which the rows are grouped.", \.groupByField),
        .text(ManagedObjectsProvider.self, "cacheName", "Has no effect.", \.cacheName),
      ])
  }
}
