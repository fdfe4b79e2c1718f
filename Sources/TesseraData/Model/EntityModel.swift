public import TesseraValues

/// The entities of a widget's data: what `model.json` describes.
///
/// A model is checked when it is read, so every name in it leads somewhere: parents exist and form no cycle,
/// relationships have destinations, inverses point back, identities name attributes.
public struct EntityModel: Sendable, Hashable {
  /// The entities by name.
  public let entities: [String: Entity]
  /// The names in order of the document; parents before their sub-entities.
  public let names: [String]

  /// A model without entities.
  public static let empty = EntityModel(entities: [])

  /// Creates a model from entities that are known to fit together.
  init(entities: [Entity]) {
    self.entities = Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    names = entities.map(\.name)
  }

  /// The entity with a name.
  public subscript(name: String) -> Entity? { entities[name] }

  /// Whether an entity is another one or inherits from it.
  public func entity(_ name: String, isKindOf ancestor: String) -> Bool {
    name == ancestor || entities[name]?.ancestors.contains(ancestor) == true
  }

  /// An entity and all that inherit from it, in order of the model.
  public func hierarchy(of name: String) -> [Entity] {
    names.compactMap { entities[$0] }.filter { $0.name == name || $0.ancestors.contains(name) }
  }
}

/// A kind of object: its attributes and relationships, and how JSON becomes one.
public struct Entity: Sendable, Hashable {
  /// The name, such as `Post`.
  public var name: String
  /// The entities it inherits from: the parent first, the root last.
  public var ancestors: [String]
  /// Whether objects of it exist only as sub-entities.
  public var isAbstract: Bool
  /// All attributes, inherited ones first.
  public var attributes: [Attribute]
  /// All relationships, inherited ones first.
  public var relationships: [Relationship]
  /// The attributes that tell two objects apart. Empty: every imported object is a new one.
  public var identityAttributes: [String]
  /// The to-one relationship that leads to an object's owner.
  public var ownerRelationship: String?
  /// Whether objects of this entity stand for the person who uses the widget.
  public var isOwnerEntity: Bool
  /// A transformer that each JSON object goes through before it is read.
  public var dictionaryTransformerName: String?
  /// A transformer that gives, for a JSON object, the name of the sub-entity to create.
  public var mapperName: String?

  /// The parent entity.
  public var parent: String? { ancestors.first }
  /// The topmost ancestor, or the entity itself. Entities with one root share a table.
  public var root: String { ancestors.last ?? name }
  /// The attribute with a name.
  public func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }
  /// The relationship with a name.
  public func relationship(_ name: String) -> Relationship? { relationships.first { $0.name == name } }
  /// The names of all attributes and relationships.
  public var propertyNames: [String] { attributes.map(\.name) + relationships.map(\.name) }
}

/// What an attribute holds.
public enum AttributeType: String, Sendable, Hashable, CaseIterable {
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
}

/// A value of an object, such as a post's text.
public struct Attribute: Sendable, Hashable {
  /// The name.
  public var name: String
  /// The entity that declares it.
  public var entity: String
  /// What it holds.
  public var type: AttributeType
  /// The value of a new object whose JSON does not mention it.
  public var defaultValue: Value
  /// Where it stands in the JSON object; nil where imports leave it alone.
  public var jsonKeyPath: ValuePath?
  /// The transformer for the JSON value.
  public var transformerName: String?
}

/// What happens to the objects at the other end when an object is deleted.
public enum DeleteRule: String, Sendable, Hashable, CaseIterable {
  /// They forget it.
  case nullify
  /// They are deleted too.
  case cascade
  /// While there are any, the object cannot be deleted.
  case deny
}

/// A link from an object to one or many others.
public struct Relationship: Sendable, Hashable {
  /// The name.
  public var name: String
  /// The entity that declares it.
  public var entity: String
  /// The entity of the objects at the other end.
  public var destination: String
  /// Whether there may be more than one.
  public var isToMany: Bool
  /// The relationship of the destination that is the way back.
  public var inverse: String?
  /// What happens to the destinations when an object is deleted.
  public var deleteRule: DeleteRule
  /// Where it stands in the JSON object; nil where imports leave it alone.
  public var jsonKeyPath: ValuePath?
}
