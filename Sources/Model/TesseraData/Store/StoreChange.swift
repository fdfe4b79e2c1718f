package import TesseraValues

/// What one commit changed.
package struct StoreChange: Sendable, Hashable {
  /// The entities whose objects changed, with all their ancestors: a changed `Account` is a changed `User` too.
  package internal(set) var entities: Set<String> = []
  /// The row numbers of new objects, by root entity.
  package internal(set) var insertedRows: [String: Set<Int64>] = [:]
  /// The row numbers of changed objects, by root entity. An object is changed too when a relationship of it is,
  /// whichever side was written.
  package internal(set) var updatedRows: [String: Set<Int64>] = [:]
  /// The row numbers of deleted objects, by root entity.
  package internal(set) var deletedRows: [String: Set<Int64>] = [:]

  /// The new objects.
  package var inserted: Set<ValueObjectIdentity> { Self.identities(insertedRows) }
  /// The changed objects.
  package var updated: Set<ValueObjectIdentity> { Self.identities(updatedRows) }
  /// The deleted objects.
  package var deleted: Set<ValueObjectIdentity> { Self.identities(deletedRows) }

  /// Whether nothing changed.
  package var isEmpty: Bool { insertedRows.isEmpty && updatedRows.isEmpty && deletedRows.isEmpty }

  /// Whether one of some entities changed.
  package func touches(_ names: Set<String>) -> Bool { !entities.isDisjoint(with: names) }

  private static func identities(_ rows: [String: Set<Int64>]) -> Set<ValueObjectIdentity> {
    Set(rows.flatMap { kind, keys in keys.map { ValueObjectIdentity(kind: kind, key: $0) } })
  }
}

/// A subscription to the changes of a store. It ends with ``cancel()`` or with its last reference.
package final class StoreObservation: Sendable {
  private let onCancel: @Sendable () -> Void

  init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

  /// Ends the subscription. A call that is under way on another thread finishes.
  package func cancel() { onCancel() }

  deinit { onCancel() }
}
