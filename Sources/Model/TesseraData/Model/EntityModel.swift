package import TesseraValues

/// The entities of a widget's data: what `model.json` describes.
///
/// A model is checked when it is read, so every name in it leads somewhere: parents exist and form no cycle,
/// relationships have destinations, inverses point back, identities name attributes.
package struct EntityModel: Sendable, Hashable {
  /// The entities by name.
  package let entities: [String: Entity]
  /// The names in order of the document; parents before their sub-entities.
  package let names: [String]

  /// A model without entities.
  package static let empty = EntityModel(entities: [])

  /// Creates a model from entities that are known to fit together.
  init(entities: [Entity]) {
    self.entities = Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    names = entities.map(\.name)
  }

  /// The entity with a name.
  package subscript(name: String) -> Entity? { entities[name] }

  /// Whether an entity is another one or inherits from it.
  package func entity(_ name: String, isKindOf ancestor: String) -> Bool {
    name == ancestor || entities[name]?.ancestors.contains(ancestor) == true
  }

  /// An entity and all that inherit from it, in order of the model.
  package func hierarchy(of name: String) -> [Entity] {
    names.compactMap { entities[$0] }.filter { $0.name == name || $0.ancestors.contains(name) }
  }
}

/// A kind of object: its attributes and relationships, and how JSON becomes one.
package struct Entity: Sendable, Hashable {
  /// The name, such as `Post`.
  package var name: String
  /// The entities it inherits from: the parent first, the root last.
  package var ancestors: [String]
  /// Whether objects of it exist only as sub-entities.
  package var isAbstract: Bool
  /// All attributes, inherited ones first.
  package var attributes: [Attribute]
  /// All relationships, inherited ones first.
  package var relationships: [Relationship]
  /// The attributes that tell two objects apart. Empty: every imported object is a new one.
  package var identityAttributes: [String]
  /// The to-one relationship that leads to an object's owner.
  package var ownerRelationship: String?
  /// Whether objects of this entity stand for the person who uses the widget.
  package var isOwnerEntity: Bool
  /// A transformer that each JSON object goes through before it is read.
  package var dictionaryTransformerName: String?
  /// A transformer that gives, for a JSON object, the name of the sub-entity to create.
  package var mapperName: String?
  /// What it was called in an earlier version of the model.
  package var formerName: String?

  /// The property that a key of key-value coding means: of a flag `isHidden` the key may be `hidden`.
  package func propertyName(forKey key: String) -> String {
    guard !propertyNames.contains(key), let first = key.first else { return key }
    let flag = "is\(first.uppercased())\(key.dropFirst())"
    return attribute(flag)?.type == .boolean ? flag : key
  }

  /// The parent entity.
  package var parent: String? { ancestors.first }
  /// The topmost ancestor, or the entity itself. Entities with one root share a table.
  package var root: String { ancestors.last ?? name }
  /// The attribute with a name.
  package func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }
  /// The relationship with a name.
  package func relationship(_ name: String) -> Relationship? { relationships.first { $0.name == name } }
  /// The names of all attributes and relationships.
  package var propertyNames: [String] { attributes.map(\.name) + relationships.map(\.name) }
}

/// What an attribute holds.
package enum AttributeType: String, Sendable, Hashable, CaseIterable {
  /// Text. Numbers are not converted; that takes a transformer.
  case string
  /// A whole number of 64 bits. True and false count as 1 and 0.
  case integer
  /// A floating-point number. True and false count as 1 and 0.
  case double
  /// True or false; the numbers 1 and 0 count.
  case boolean
  /// A moment in time. JSON has none: it takes a transformer.
  case date
  /// Anything that JSON can say, lists and objects included. Dates within it become texts.
  case any
  /// Bytes, as text in Base64.
  case binary
  /// A decimal number. Text that is one counts; it is kept with the 15 to 17 digits of a floating-point number.
  case decimal
  /// A UUID as text, kept in lower case.
  case uuid
  /// An address or another URI, as text.
  case uri
  /// The same as `any`: what a transformer makes of JSON.
  case transformable

  /// As what the store keeps it.
  package var kept: AttributeType {
    switch self {
    case .binary, .uuid, .uri: .string
    case .decimal: .double
    case .transformable: .any
    case .string, .integer, .double, .boolean, .date, .any: self
    }
  }
}

/// A value of an object, such as a post's text.
package struct Attribute: Sendable, Hashable {
  /// The name.
  package var name: String
  /// The entity that declares it.
  package var entity: String
  /// What it holds.
  package var type: AttributeType
  /// The value of a new object whose JSON does not mention it.
  package var defaultValue: Value
  /// Where it stands in the JSON object; nil where imports leave it alone.
  package var jsonKeyPath: ValuePath?
  /// The transformer for the JSON value.
  package var transformerName: String?
  /// What it was called in an earlier version of the model.
  package var formerName: String?
  /// The transformer for values of an earlier version of the model, where they had another type or meaning.
  package var migrationTransformerName: String?
}

/// What happens to the objects at the other end when an object is deleted.
package enum DeleteRule: String, Sendable, Hashable, CaseIterable {
  /// They forget it.
  case nullify
  /// They are deleted too.
  case cascade
  /// While there are any, the object cannot be deleted.
  case deny
}

/// A link from an object to one or many others.
package struct Relationship: Sendable, Hashable {
  /// The name.
  package var name: String
  /// The entity that declares it.
  package var entity: String
  /// The entity of the objects at the other end.
  package var destination: String
  /// Whether there may be more than one.
  package var isToMany: Bool
  /// The relationship of the destination that is the way back.
  package var inverse: String?
  /// What happens to the destinations when an object is deleted.
  package var deleteRule: DeleteRule
  /// Where it stands in the JSON object; nil where imports leave it alone.
  package var jsonKeyPath: ValuePath?
  /// What it was called in an earlier version of the model.
  package var formerName: String?
}
