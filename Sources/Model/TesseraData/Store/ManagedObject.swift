import Synchronization
package import TesseraValues

/// An object of a store, as of the time when it was read.
///
/// Attributes never change; after a change of the store, fetch again. Related objects are read on first access.
///
/// In addition to the attributes and relationships of its entity, an object has the keys `objectId`, `entityName`,
/// `owner` and `isMine`, unless the entity has properties with these names.
package final class ManagedObject: ValueObject {
  /// The store from which the object was read.
  package let store: Store
  let row: StoredRow
  /// The row IDs of related objects, by relationship. Storing objects would create a retain cycle between two objects
  /// that refer to each other.
  private let related = Mutex<[String: [Int64]]>([:])

  init(store: Store, row: StoredRow) {
    self.store = store
    self.row = row
  }

  /// The entity. It can be a sub-entity of the fetched entity.
  package var entity: Entity { row.layout.entity }

  /// The identity: the root entity and the row ID.
  package var identity: ValueObjectIdentity { ValueObjectIdentity(kind: row.layout.table.name, key: row.id) }

  /// The number of the change that gave the object its values. It grows with each change.
  package var version: Int64 { row.version }

  /// All keys of the object.
  package var keys: [String] { entity.propertyNames + Self.specialKeys }

  /// The keys in addition to those of the entity.
  package static let specialKeys = ["objectId", "entityName", "owner", "isMine"]

  /// The identity as text: the value of the identity attribute, or several values separated by commas. For an object
  /// without one, the entity and the row ID, which are unique within a store.
  package var objectId: String {
    let values = entity.identityAttributes.compactMap { row.layout.attributeColumns[$0] }.map { row.values[$0] }
    let isKnown = !values.isEmpty && !values.contains(where: \.isNull)
    return isKnown ? values.map(\.description).joined(separator: ",") : identity.description
  }

  /// The object at the destination of the entity's owner relationship.
  package var owner: ManagedObject? {
    entity.ownerRelationship.flatMap { value(forKey: $0)?.object as? ManagedObject }
  }

  /// Whether the owner represents the person who uses the widget.
  package var isMine: Bool { owner?.entity.isOwnerEntity ?? false }

  /// Returns the value of an attribute, the object of a to-one relationship, or the list of objects of a to-many
  /// relationship.
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
    // If the read fails, for example because the file is gone, the result is empty: there is no way to report an error
    // during the evaluation of a key path.
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
  /// The entity and the identity, such as `Post 17`.
  package var description: String { "\(entity.name) \(objectId)" }
}
