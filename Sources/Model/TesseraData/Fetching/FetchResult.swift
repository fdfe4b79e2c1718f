import Synchronization
package import TesseraValues

/// The objects that a request found, in order.
///
/// A result knows the rows and reads the objects in batches when they are looked at, so a long list costs what is
/// visible. It does not follow the store: after a change fetch again and ask for ``changedKeys(since:)``. An
/// object that is deleted before it was looked at reads as one without values.
package final class FetchResult: Sendable {
  /// A run of objects with equal values of the group's field.
  package struct Section: Sendable, Hashable {
    /// The common value.
    package var value: Value
    /// The positions of its objects in the result.
    package var range: Range<Int>
    /// The common value as text.
    package var name: String { value.description }
  }

  /// The store that was asked.
  package let store: Store
  /// The entity that was asked for.
  package let entity: Entity
  /// The sections. One with all objects and a null value where the request does not group; none without objects.
  package let sections: [Section]
  let ids: [Int64]
  let versions: [Int64]
  private let layout: EntityLayout
  /// Batches that were read, by number.
  private let batches = Mutex<[Int: [ManagedObject]]>([:])
  private let positions = Mutex<[Int64: Int]?>(nil)

  init(store: Store, layout: EntityLayout, ids: [Int64], versions: [Int64], sections: [Section]?) {
    self.store = store
    self.layout = layout
    entity = layout.entity
    self.ids = ids
    self.versions = versions
    self.sections = sections ?? (ids.isEmpty ? [] : [Section(value: .null, range: 0..<ids.count)])
  }

  /// The number of objects.
  package var count: Int { ids.count }

  /// The identity of the object at a position. Reads nothing.
  package func identity(at index: Int) -> ValueObjectIdentity {
    ValueObjectIdentity(kind: layout.table.name, key: ids[index])
  }

  /// The identities of all objects. Reads nothing.
  package var identities: [ValueObjectIdentity] {
    ids.map { ValueObjectIdentity(kind: layout.table.name, key: $0) }
  }

  /// The position of the object with an identity.
  /// - Complexity: linear for the first call, constant after it.
  package func firstIndex(of identity: ValueObjectIdentity) -> Int? {
    guard identity.kind == layout.table.name else { return nil }
    return positions.withLock { positions in
      if positions == nil { positions = Dictionary(zip(ids, ids.indices), uniquingKeysWith: { first, _ in first }) }
      return positions?[identity.key]
    }
  }

  /// The object at a position, or nil beyond the ends.
  package func object(at index: Int) -> ManagedObject? { ids.indices.contains(index) ? self[index] : nil }

  /// The objects as a list value. Reads all of them.
  package var value: Value { .array(map { .object($0) }) }

  private func batch(_ number: Int) -> [ManagedObject] {
    if let known = batches.withLock({ $0[number] }) { return known }
    let start = number * Store.batchSize
    let wanted = Array(ids[start..<Swift.min(start + Store.batchSize, ids.count)])
    let rows =
      (try? store.read { try self.store.load(table: self.layout.table.index, ids: wanted, connection: $0) }) ?? []
    let byID = Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    let objects = wanted.map { id in
      ManagedObject(
        store: store,
        row: byID[id]
          ?? StoredRow(
            id: id, version: 0, layout: layout,
            values: Array(repeating: .null, count: layout.table.columns.count)))
    }
    return batches.withLock { batches in
      // Whoever was first wins, so that a position always gives the same object.
      if let known = batches[number] { return known }
      batches[number] = objects
      return objects
    }
  }
}

extension FetchResult: RandomAccessCollection {
  /// 0
  package var startIndex: Int { 0 }
  /// ``count``
  package var endIndex: Int { ids.count }
  /// The object at a position; it is read together with its neighbours.
  package subscript(position: Int) -> ManagedObject {
    batch(position / Store.batchSize)[position % Store.batchSize]
  }
}
