import Foundation
import TesseraValues

/// The translation of attributes and relationships.
extension ModelTranslator {
  /// Returns nil, with a problem, if Tessera has no such attribute.
  mutating func translated(_ attribute: ManagedObjectModel.Attribute, of entity: String) -> JSONNode? {
    guard let type = Self.typeName(of: attribute.type) else {
      warn(
        .error, "model-type", "is left out: Tessera has no attributes of the type '\(attribute.type)'", entity,
        attribute.name)
      return nil
    }
    var members: [(String, JSONNode)] = [("type", .text(type))]
    if let value = attribute.defaultValue {
      if Self.accepts(value, as: attribute.type) {
        members.append(("default", value.date.map { .text($0.formatted(.iso8601)) } ?? JSONNode(value)))
      } else {
        warn(.warning, "model-default", "has a default that is not of its type", entity, attribute.name)
      }
    }
    members += annotations(attribute.userInfo, known: Self.attributeKeys, entity: entity, property: attribute.name)
    if let former = attribute.renamingIdentifier, former != attribute.name {
      members.append(("renamingIdentifier", .text(former)))
    }
    if !attribute.isOptional {
      warn(.warning, "model-required", "is not optional, but Tessera accepts null", entity, attribute.name)
    }
    if attribute.isTransient {
      warn(.warning, "model-transient", "is transient, but Tessera stores it", entity, attribute.name)
    }
    if let transformer = attribute.valueTransformerName, !transformer.isEmpty {
      warn(
        .warning, "model-transformer", "is stored as JSON, without the transformer '\(transformer)'", entity,
        attribute.name)
    }
    return .object(members)
  }

  /// Returns nil, with a problem, if the relationship leads nowhere.
  mutating func translated(_ relationship: ManagedObjectModel.Relationship, of entity: String) -> JSONNode? {
    guard let name = relationship.destinationName, let destination = entities[name] else {
      warn(
        .error, "model-destination",
        "is left out: the entity '\(relationship.destinationName ?? "")' does not exist", entity, relationship.name)
      return nil
    }
    var members: [(String, JSONNode)] = [("destination", .text(name))]
    if relationship.isToMany { members.append(("toMany", .flag(true))) }
    if let inverse = relationship.inverseName {
      if isInverse(inverse, in: destination, of: relationship.name, in: entity) {
        members.append(("inverse", .text(inverse)))
      } else {
        warn(
          .error, "model-inverse", "has no inverse '\(inverse)' in '\(name)'", entity, relationship.name)
      }
    }
    switch relationship.deleteRule {
    case .nullify: break
    case .cascade: members.append(("deleteRule", .text("cascade")))
    case .deny: members.append(("deleteRule", .text("deny")))
    case .noAction:
      warn(.warning, "model-delete-rule", "has no delete rule: 'nullify' applies", entity, relationship.name)
    }
    members += annotations(
      relationship.userInfo, known: Self.relationshipKeys, entity: entity, property: relationship.name)
    if let former = relationship.renamingIdentifier, former != relationship.name {
      members.append(("renamingIdentifier", .text(former)))
    }
    warnOfLimits(relationship, of: entity)
    return .object(members)
  }

  private mutating func warnOfLimits(_ relationship: ManagedObjectModel.Relationship, of entity: String) {
    if relationship.isOrdered {
      warn(.warning, "model-ordered", "is ordered, but Tessera keeps no order of its own", entity, relationship.name)
    }
    if !relationship.isOptional || relationship.minimumCount > 0 {
      warn(.warning, "model-required", "is not optional, but Tessera accepts none", entity, relationship.name)
    }
    if relationship.isToMany, relationship.maximumCount > 0 {
      warn(
        .warning, "model-count", "has at most \(relationship.maximumCount) objects, but Tessera has no limit", entity,
        relationship.name)
    }
    if relationship.isTransient {
      warn(.warning, "model-transient", "is transient, but Tessera stores it", entity, relationship.name)
    }
  }

  /// Returns whether a relationship of the destination leads back.
  private func isInverse(
    _ inverse: String, in destination: ManagedObjectModel.Entity, of name: String, in entity: String
  ) -> Bool {
    guard Self.isUsable(inverse), let back = destination.relationships.first(where: { $0.name == inverse }) else {
      return false
    }
    return back.destinationName == entity && (back.inverseName ?? name) == name
      && !(destination.name == entity && inverse == name)
  }

  private mutating func warn(
    _ severity: Diagnostic.Severity, _ rule: String, _ predicate: String, _ entity: String, _ property: String
  ) {
    add(Diagnostic(severity, rule: rule, message: "'\(entity).\(property)' \(predicate)"))
  }

  private static func typeName(of type: ManagedObjectModel.AttributeType) -> String? {
    switch type {
    case .undefined: "any"
    case .integer16, .integer32, .integer64: "integer"
    case .decimal: "decimal"
    case .double, .float: "double"
    case .string: "string"
    case .boolean: "boolean"
    case .date: "date"
    case .binary: "binary"
    case .uuid: "uuid"
    case .uri: "uri"
    case .transformable: "transformable"
    case .objectID, .composite: nil
    }
  }

  private static func accepts(_ value: Value, as type: ManagedObjectModel.AttributeType) -> Bool {
    switch type {
    case .integer16, .integer32, .integer64: value.integer != nil
    case .decimal, .double, .float: value.number?.isFinite == true
    case .boolean: value.bool != nil
    case .date: value.date.map { datesOfCalendar.contains($0.timeIntervalSinceReferenceDate) } ?? false
    case .string, .binary, .uuid, .uri: value.string != nil
    case .undefined: value.date == nil
    case .transformable, .objectID, .composite: false
    }
  }

  /// The years 1 to 9999, which have a text in ISO 8601. Other dates can stop the formatter.
  private static let datesOfCalendar = -63_000_000_000.0...252_000_000_000.0
}
