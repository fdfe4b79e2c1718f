package import TesseraData
import TesseraExpressions
package import TesseraValues

/// Provides rows of the store and follows their changes.
package final class ManagedObjectsProvider: ContentProvider {
  /// The entity of the objects, including its subentities.
  var entityName: String?
  /// The key by which rows are grouped; it precedes ``sortFields`` in sorting.
  var groupByField: String?
  /// Has no effect: fetches need no named cache. Schemes may set it.
  var cacheName: String?

  private var fetched: FetchResult?
  private var reachable: Set<String>?

  private var result: FetchResult? {
    fetchIfNeeded()
    return fetched
  }

  override var count: Int { result?.count ?? 0 }

  override var sections: [(title: Value, range: Range<Int>)] {
    (result?.sections ?? []).map { ($0.value, $0.range) }
  }

  override func item(at index: Int) -> Value { result?.object(at: index).map { .object($0) } ?? .null }

  override func key(at index: Int) -> Int64 {
    guard let result, result.indices.contains(index) else { return Int64(index) }
    return result.identity(at: index).key
  }

  override func fetch() {
    guard let store = screen?.store, let entityName else { return fetched = nil }
    var request = FetchRequest(entityName)
    request.predicates = [predicate].compactMap(\.self)
    if let input = searchString, !input.isEmpty, let filter {
      request.predicates.append(filter)
      request.variables = ["input": .string(input)]
    }
    request.context = context
    request.sortFields = sortFields
    request.groupByField = groupByField
    if let masterKeyPath {
      request.masterKeyPath = masterKeyPath
      request.masterObject = masterValue
    }
    do {
      fetched = try store.fetch(request)
    } catch {
      fetched = nil
      report("\(error)")
    }
  }

  /// A predicate that contains the time is another one each minute, and mostly selects the same.
  override func predicateDidChange() {
    guard !isNotifying else { return }
    let earlier = fetched
    guard refetchedKeys()?.isEmpty == true else { return fetchedAnew() }
    // Its objects are those that bindings know.
    fetched = earlier
    propertiesDidChange()
  }

  /// Fetches the items again, and returns the keys of those that changed; nil if there are others, or in another order.
  private func refetchedKeys() -> Set<Int64>? {
    let earlier = fetched
    refetch()
    guard let earlier else { return nil }
    return fetched?.changedKeys(since: earlier)
  }

  package override func storeDidChange(_ change: StoreChange) {
    guard let screen, let entityName else { return }
    // Changes of other entities can affect the selection or display through relationships, such as a post's author.
    let entities = reachable ?? screen.store.model.entities(reachableFrom: entityName)
    reachable = entities
    guard change.touches(entities) else { return }
    guard var changed = refetchedKeys(), let fetched else { return fetchedAnew() }
    let own = Set(screen.store.model.hierarchy(of: entityName).flatMap { [$0.name] + $0.ancestors })
    if change.touches(entities.subtracting(own)) { changed = Set(fetched.identities.map(\.key)) }
    if !changed.isEmpty { notify(changed: changed) }
  }

  package override class var requirements: [[String]] { [["entityName"]] }

  package override class var properties: PropertyTable<Mediator> { table }

  private static let table =
    PropertyTable<Mediator>(
      "ManagedObjectsProvider", inheriting: providerProperties,
      [
        .text(
          ManagedObjectsProvider.self, "entityName", "The entity whose objects are provided.", \.entityName,
          .reference(.entity)),
        .text(ManagedObjectsProvider.self, "groupByField", "A key by which the rows are grouped.", \.groupByField),
        .text(ManagedObjectsProvider.self, "cacheName", "Has no effect.", \.cacheName),
      ])
}
