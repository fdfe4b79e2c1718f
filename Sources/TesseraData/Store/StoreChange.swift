public import TesseraValues

/// What one commit changed.
public struct StoreChange: Sendable, Hashable {
  /// The entities whose objects changed, with all their ancestors: a changed `Account` is a changed `User` too.
  public internal(set) var entities: Set<String> = []
  /// The row numbers of new objects, by root entity.
  public internal(set) var insertedRows: [String: Set<Int64>] = [:]
  /// The row numbers of changed objects, by root entity. An object is changed too when a relationship of it is,
  /// whichever side was written.
  public internal(set) var updatedRows: [String: Set<Int64>] = [:]
  /// The row numbers of deleted objects, by root entity.
  public internal(set) var deletedRows: [String: Set<Int64>] = [:]

  /// The new objects.
  public var inserted: Set<ValueObjectIdentity> { Self.identities(insertedRows) }
  /// The changed objects.
  public var updated: Set<ValueObjectIdentity> { Self.identities(updatedRows) }
  /// The deleted objects.
  public var deleted: Set<ValueObjectIdentity> { Self.identities(deletedRows) }

  /// Whether nothing changed.
  public var isEmpty: Bool { insertedRows.isEmpty && updatedRows.isEmpty && deletedRows.isEmpty }

  /// Whether one of some entities changed.
  public func touches(_ names: Set<String>) -> Bool { !entities.isDisjoint(with: names) }

  private static func identities(_ rows: [String: Set<Int64>]) -> Set<ValueObjectIdentity> {
    Set(rows.flatMap { kind, keys in keys.map { ValueObjectIdentity(kind: kind, key: $0) } })
  }
}

/// A subscription to the changes of a store. It ends with ``cancel()`` or with its last reference.
public final class StoreObservation: Sendable {
  private let onCancel: @Sendable () -> Void

  init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

  /// Ends the subscription. A call that is under way on another thread finishes.
  public func cancel() { onCancel() }

  deinit { onCancel() }
}
