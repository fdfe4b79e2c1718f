import Synchronization
package import TesseraValues

/// The fetched objects, in order.
///
/// A result contains row IDs and reads objects in batches on first access, so the cost of a long list depends on its
/// visible part. It does not track the store: after a change, fetch again and call ``changedKeys(since:)``. An object
/// that was deleted before its first access has no values.
package final class FetchResult: Sendable {
  /// A run of objects with equal values of the group field.
  package struct Section: Sendable, Hashable {
    /// The common value.
    package var value: Value
    /// The range of positions in the result.
    package var range: Range<Int>
    /// The common value as text.
    package var name: String { value.description }
  }

  /// The store from which the objects were fetched.
  package let store: Store
  /// The fetched entity.
  package let entity: Entity
  /// The sections. A request without grouping has one section with all objects and a null value. Without objects, there
  /// are no sections.
  package let sections: [Section]
  let ids: [Int64]
  let versions: [Int64]
  private let layout: EntityLayout
  /// The batches read so far, by batch number.
  private let batches = Mutex<[Int: [ManagedObject]]>([:])

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

  /// Returns the identity of the object at a position, without reading the object.
  package func identity(at index: Int) -> ValueObjectIdentity {
    ValueObjectIdentity(kind: layout.table.name, key: ids[index])
  }

  /// The identities of all objects. Accessing them reads no objects.
  package var identities: [ValueObjectIdentity] {
    ids.map { ValueObjectIdentity(kind: layout.table.name, key: $0) }
  }

  /// Returns the object at a position, or nil if the position is out of bounds.
  package func object(at index: Int) -> ManagedObject? { ids.indices.contains(index) ? self[index] : nil }

  /// The objects as a list value. Accessing it reads all objects.
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
      // The first batch stored wins, so a position always returns the same object.
      if let known = batches[number] { return known }
      batches[number] = objects
      return objects
    }
  }
}

extension FetchResult: RandomAccessCollection {
  /// Always 0.
  package var startIndex: Int { 0 }
  /// The number of objects.
  package var endIndex: Int { ids.count }
  /// The object at a position. Its whole batch is read on first access.
  package subscript(position: Int) -> ManagedObject {
    batch(position / Store.batchSize)[position % Store.batchSize]
  }
}
