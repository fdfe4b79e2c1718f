import TesseraData
import TesseraValues

/// The items of a provider at one time, to find what has changed later.
struct ItemSnapshot {
  /// What makes an item the same one after a change.
  private struct Identity: Hashable {
    /// An object of the store, the `id` of another one, or else the item itself.
    var value: Value
    /// The number of earlier items with the same value.
    var occurrence: Int
  }

  /// The object that the items belong to.
  let master: ValueObjectIdentity?
  private var identities: [Identity] = []
  private var items: [Identity: Value] = [:]

  /// The maximum number of items of a provider that are compared for `onDataChange`. Changes of later ones are not seen.
  private static let maximumCount = 10_000

  /// - Complexity: Reads all items.
  init(of provider: ContentProvider) {
    master = provider.masterIdentity
    var counts: [Value: Int] = [:]
    for index in 0..<min(provider.count, Self.maximumCount) {
      let item = provider.item(at: index)
      let value = Self.identity(of: item)
      let identity = Identity(value: value, occurrence: counts[value, default: 0])
      counts[value, default: 0] += 1
      identities.append(identity)
      items[identity] = item
    }
  }

  private static func identity(of item: Value) -> Value {
    guard case .dictionary(let members) = item, let id = members["id"], !id.isNull else { return item }
    return id
  }

  /// Returns the items that came, changed and went, in their order; empty if nothing changed.
  func changes(since former: ItemSnapshot) -> [String: Value] {
    let inserted = identities.filter { former.items[$0] == nil }
    let updated = identities.filter { identity in
      guard let earlier = former.items[identity], let item = items[identity] else { return false }
      return Self.differ(item, earlier)
    }
    let deleted = former.identities.filter { items[$0] == nil }
    guard !inserted.isEmpty || !updated.isEmpty || !deleted.isEmpty else { return [:] }
    return [
      "inserted": .array(inserted.compactMap { items[$0] }), "updated": .array(updated.compactMap { items[$0] }),
      "deleted": .array(deleted.compactMap { former.items[$0] }),
    ]
  }

  /// Whether an item has other values. An object that was read again is another instance, which says nothing.
  private static func differ(_ item: Value, _ earlier: Value) -> Bool {
    if let object = item.object as? ManagedObject, let former = earlier.object as? ManagedObject {
      return object.version != former.version
    }
    return !item.isSame(as: earlier)
  }
}
