package import TesseraExpressions
package import TesseraValues

/// The entities of a widget's data, as described by `model.json`.
///
/// A model is validated when it is read, so all names in it resolve: parents exist and form no cycle, relationships
/// have destinations, inverses match, and identities name attributes.
package struct EntityModel: Sendable, Hashable {
  /// The entities by name.
  package let entities: [String: Entity]
  /// The entity names in document order, with parents before their sub-entities.
  package let names: [String]

  /// A model without entities.
  package static let empty = EntityModel(entities: [])

  /// Creates a model from entities that are known to be consistent.
  init(entities: [Entity]) {
    self.entities = Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    names = entities.map(\.name)
  }

  /// Returns the entity with a name.
  package subscript(name: String) -> Entity? { entities[name] }

  /// Returns whether an entity is the same as another one or inherits from it.
  package func entity(_ name: String, isKindOf ancestor: String) -> Bool {
    name == ancestor || entities[name]?.ancestors.contains(ancestor) == true
  }

  /// Returns an entity and all its sub-entities, in the order of the model.
  package func hierarchy(of name: String) -> [Entity] {
    names.compactMap { entities[$0] }.filter { $0.name == name || $0.ancestors.contains(name) }
  }
}

/// A kind of object: its attributes, its relationships, and its mapping from JSON.
package struct Entity: Sendable, Hashable {
  /// The name, such as `Post`.
  package var name: String
  /// The ancestors, from the parent to the root.
  package var ancestors: [String]
  /// Whether the entity is abstract: all its objects are of sub-entities.
  package var isAbstract: Bool
  /// All attributes, starting with inherited ones.
  package var attributes: [Attribute]
  /// All relationships, starting with inherited ones.
  package var relationships: [Relationship]
  /// The attributes that identify an object. If empty, every imported object is a new one.
  package var identityAttributes: [String]
  /// The to-one relationship to an object's owner.
  package var ownerRelationship: String?
  /// Whether objects of this entity represent the person who uses the widget.
  package var isOwnerEntity: Bool
  /// The name of the transformer for each JSON object, applied before the object is read.
  package var dictionaryTransformerName: String?
  /// The name of the transformer that returns the name of the sub-entity to create for a JSON object.
  package var mapperName: String?
  /// The entity's name in an earlier version of the model.
  package var formerName: String?
  /// How many objects are kept; nil for all.
  package var retention: Retention?

  /// Returns the property for a key of key-value coding. The key `hidden` refers to a flag `isHidden`.
  package func propertyName(forKey key: String) -> String {
    guard !propertyNames.contains(key), let first = key.first else { return key }
    let flag = "is\(first.uppercased())\(key.dropFirst())"
    return attribute(flag)?.type == .boolean ? flag : key
  }

  /// The parent entity.
  package var parent: String? { ancestors.first }
  /// The topmost ancestor, or the entity itself. Entities with the same root share a table.
  package var root: String { ancestors.last ?? name }
  /// Returns the attribute with a name.
  package func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }
  /// Returns the relationship with a name.
  package func relationship(_ name: String) -> Relationship? { relationships.first { $0.name == name } }
  /// The names of all attributes and relationships.
  package var propertyNames: [String] { attributes.map(\.name) + relationships.map(\.name) }
}

/// How many objects of an entity a store keeps. When more are stored, those that were stored first are deleted.
package struct Retention: Sendable, Hashable {
  /// The maximum number of objects that an entity can be told to keep. A model cannot say more.
  static let maximumCount = 10_000

  /// The number of objects.
  package var count: Int
  /// The attribute or to-one relationship for each value of which the number holds; nil for all objects together.
  package var property: String?
}

/// The type of an attribute.
package enum AttributeType: String, Sendable, Hashable, CaseIterable {
  /// Text. Numbers are not converted; use a transformer for that.
  case string
  /// A 64-bit integer. True and false are accepted as 1 and 0.
  case integer
  /// A floating-point number. True and false are accepted as 1 and 0.
  case double
  /// True or false. The numbers 1 and 0 are accepted as well.
  case boolean
  /// A point in time. JSON has no dates, so imports need a transformer.
  case date
  /// Any JSON value, including lists and objects. Dates within it become texts.
  case any
  /// Binary data, as Base64 text.
  case binary
  /// A decimal number. Numeric text is accepted. The stored value has the 15 to 17 significant digits of a
  /// floating-point number.
  case decimal
  /// A UUID as text, stored in lower case.
  case uuid
  /// A URL or another URI, as text.
  case uri
  /// The same as `any`, for values produced by transformers.
  case transformable

  /// The type in which values are stored.
  package var kept: AttributeType {
    switch self {
    case .binary, .uuid, .uri: .string
    case .decimal: .double
    case .transformable: .any
    case .string, .integer, .double, .boolean, .date, .any: self
    }
  }
}

/// A value of an object, such as the text of a post.
package struct Attribute: Sendable, Hashable {
  /// The name.
  package var name: String
  /// The entity that declares the attribute.
  package var entity: String
  /// The type of the value.
  package var type: AttributeType
  /// The value of a new object if its JSON does not contain the attribute.
  package var defaultValue: Value
  /// The key paths in the JSON object, of which the first that leads to a value is used. Empty if imports do not set the
  /// attribute.
  package var jsonKeyPaths: [ValuePath]
  /// The expression that computes the value from the JSON object, whose members it reads by their names; nil if a key
  /// path leads to the value.
  package var jsonExpression: Template?
  /// The name of the transformer for the JSON value.
  package var transformerName: String?
  /// The attribute's name in an earlier version of the model.
  package var formerName: String?
  /// The name of the transformer for values of an earlier version of the model, in which the attribute had another type
  /// or meaning.
  package var migrationTransformerName: String?
}

/// The effect of deleting an object on the objects at the other end of a relationship.
package enum DeleteRule: String, Sendable, Hashable, CaseIterable {
  /// Their references to the object are removed.
  case nullify
  /// They are deleted as well.
  case cascade
  /// The object cannot be deleted while there are any.
  case deny
}

/// A link from an object to one or more other objects.
package struct Relationship: Sendable, Hashable {
  /// The name.
  package var name: String
  /// The entity that declares the relationship.
  package var entity: String
  /// The destination entity.
  package var destination: String
  /// Whether the relationship is to-many.
  package var isToMany: Bool
  /// The inverse relationship of the destination.
  package var inverse: String?
  /// The rule for the destinations when an object is deleted.
  package var deleteRule: DeleteRule
  /// The key path in the JSON object, or nil if imports do not set the relationship.
  package var jsonKeyPath: ValuePath?
  /// The relationship's name in an earlier version of the model.
  package var formerName: String?
}
