import Synchronization
package import TesseraValues

/// An object of a store as it was when it was read.
///
/// The attributes never change: after a change of the store, fetch again. The objects that relationships lead to are
/// read when they are first asked for.
///
/// Beside the attributes and relationships of its entity an object answers to the keys `objectId`, `entityName`,
/// `owner` and `isMine`, unless the entity has properties of these names.
package final class ManagedObject: ValueObject {
  /// The store that it was read from.
  package let store: Store
  let row: StoredRow
  /// The numbers of related objects by relationship. Numbers rather than objects: two objects that lead to each other
  /// would never be released.
  private let related = Mutex<[String: [Int64]]>([:])

  init(store: Store, row: StoredRow) {
    self.store = store
    self.row = row
  }

  /// The entity, which may be a sub-entity of the one that was asked for.
  package var entity: Entity { row.layout.entity }

  /// The root entity and the row.
  package var identity: ValueObjectIdentity { ValueObjectIdentity(kind: row.layout.table.name, key: row.id) }

  /// The keys that the object answers to.
  package var keys: [String] { entity.propertyNames + Self.specialKeys }

  /// The keys besides those of the entity.
  package static let specialKeys = ["objectId", "entityName", "owner", "isMine"]

  /// The identity as text: the value of the identity attribute, several between commas. Where there is none the
  /// entity and the row, which tell objects apart within one store.
  package var objectId: String {
    let values = entity.identityAttributes.compactMap { row.layout.attributeColumns[$0] }.map { row.values[$0] }
    let isKnown = !values.isEmpty && !values.contains(where: \.isNull)
    return isKnown ? values.map(\.description).joined(separator: ",") : identity.description
  }

  /// The object at the end of the entity's owner relationship.
  package var owner: ManagedObject? {
    entity.ownerRelationship.flatMap { value(forKey: $0)?.object as? ManagedObject }
  }

  /// Whether the owner stands for the person who uses the widget.
  package var isMine: Bool { owner?.entity.isOwnerEntity ?? false }

  /// An attribute's value; the object of a to-one relationship; the list of those of a to-many relationship.
  package func value(forKey key: String) -> Value? {
    if let column = row.layout.attributeColumns[key] { return row.values[column] }
    if let relationship = row.layout.relationshipsByName[key] { return value(of: relationship) }
    return switch key {
    case "objectId": .string(objectId)
    case "entityName": .string(entity.name)
    case "owner": owner.map { .object($0) } ?? .null
    case "isMine": .bool(isMine)
    default: nil
    }
  }

  private func value(of relationship: RelationshipLayout) -> Value {
    // A read that fails, because the file is gone, reads as nothing: there is nobody to tell in the middle of a path.
    let objects =
      (try? store.objects(table: relationship.destinationTable, ids: ids(of: relationship))) ?? []
    if relationship.relationship.isToMany { return .array(objects.map { .object($0) }) }
    return objects.first.map { .object($0) } ?? .null
  }

  private func ids(of relationship: RelationshipLayout) throws -> [Int64] {
    if case .column(let column, _) = relationship.storage { return row.values[column].integer.map { [$0] } ?? [] }
    let name = relationship.relationship.name
    if let known = related.withLock({ $0[name] }) { return known }
    let ids = try store.relatedIDs(relationship, of: row.id)
    related.withLock { $0[name] = ids }
    return ids
  }
}

extension ManagedObject: CustomStringConvertible {
  /// The entity and the identity: `Post 17`.
  package var description: String { "\(entity.name) \(objectId)" }
}
