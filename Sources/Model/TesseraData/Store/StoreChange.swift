package import TesseraValues

/// The changes of one commit.
package struct StoreChange: Sendable, Hashable {
  /// The entities of the changed objects and all their ancestors: a changed `Account` is also a changed `User`.
  package internal(set) var entities: Set<String> = []
  /// The row IDs of inserted objects, by root entity.
  package internal(set) var insertedRows: [String: Set<Int64>] = [:]
  /// The row IDs of updated objects, by root entity. A change of a relationship updates the objects on both sides,
  /// whichever side was written.
  package internal(set) var updatedRows: [String: Set<Int64>] = [:]
  /// The row IDs of deleted objects, by root entity.
  package internal(set) var deletedRows: [String: Set<Int64>] = [:]

  /// The inserted objects.
  package var inserted: Set<ValueObjectIdentity> { Self.identities(insertedRows) }
  /// The updated objects.
  package var updated: Set<ValueObjectIdentity> { Self.identities(updatedRows) }
  /// The deleted objects.
  package var deleted: Set<ValueObjectIdentity> { Self.identities(deletedRows) }

  /// Whether nothing has changed.
  package var isEmpty: Bool { insertedRows.isEmpty && updatedRows.isEmpty && deletedRows.isEmpty }

  /// Returns whether objects of one of the entities changed.
  package func touches(_ names: Set<String>) -> Bool { !entities.isDisjoint(with: names) }

  private static func identities(_ rows: [String: Set<Int64>]) -> Set<ValueObjectIdentity> {
    Set(rows.flatMap { kind, keys in keys.map { ValueObjectIdentity(kind: kind, key: $0) } })
  }
}

/// A subscription to the changes of a store. It ends with ``cancel()`` or when it is released.
package final class StoreObservation: Sendable {
  private let onCancel: @Sendable () -> Void

  init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

  /// Cancels the subscription. A call in progress on another thread finishes.
  package func cancel() { onCancel() }

  deinit { onCancel() }
}
