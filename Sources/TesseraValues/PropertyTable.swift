/// What a property accepts.
public enum PropertyType: Sendable, Hashable {
  /// Text; numbers are written out.
  case string
  /// A number.
  case number
  /// True or false; the numbers 0 and 1 count.
  case bool
  /// One of a fixed set of texts.
  case choice([String])
  /// A list of texts.
  case strings
  /// A colour: `#rgb`, `#rrggbb`, `#rrggbbaa` or a semantic name.
  case color
  /// A predicate format.
  case predicate
  /// Anything that is written as one piece of text: text, a number, a date, a truth value.
  case scalar
  /// Any value.
  case any

  /// The type in words for messages and documentation.
  public var name: String {
    switch self {
    case .string: "text"
    case .number: "number"
    case .bool: "true or false"
    case .choice(let names): "one of " + names.map { "'\($0)'" }.joined(separator: ", ")
    case .strings: "list of texts"
    case .color: "colour"
    case .predicate: "predicate"
    case .scalar: "text"
    case .any: "any value"
    }
  }
}

/// What became wrong when a property was written.
public enum PropertyError: Error, Sendable, Hashable {
  /// The owner has no such property. The known names allow a suggestion.
  case unknown(name: String, owner: String, known: [String])
  /// The value cannot be used.
  case mismatch(name: String, owner: String, expected: String, found: String)
  /// The property can only be read.
  case readOnly(name: String, owner: String)

  /// The error as a diagnostic at a place.
  public func diagnostic(at range: SourceRange?) -> Diagnostic {
    switch self {
    case .unknown(let name, let owner, let known):
      Diagnostic(
        rule: "unknown-property", range: range, message: "Unknown property '\(name)' of '\(owner)'",
        fix: NearMiss.fix(for: name, in: known))
    case .mismatch(let name, let owner, let expected, let found):
      Diagnostic(
        rule: "property-type", range: range,
        message: "Property '\(name)' of '\(owner)' takes \(expected), found \(found)")
    case .readOnly(let name, let owner):
      Diagnostic(rule: "read-only-property", range: range, message: "Property '\(name)' of '\(owner)' can only be read")
    }
  }
}

/// One property of a class: its name, type and documentation, and how it is read and written.
///
/// The same entry drives bindings, attributes in documents, checks, the JSON Schema and the reference documentation.
public struct Property<Owner>: Sendable {
  /// The key.
  public let name: String
  /// What it accepts.
  public let type: PropertyType
  /// One sentence for the reference.
  public let documentation: String
  /// Reads the property.
  public let get: @Sendable (Owner) -> Value
  /// Writes the property, or nil where it can only be read. Null asks for the default.
  public let set: (@Sendable (Owner, Value) throws(PropertyMismatch) -> Void)?

  /// Creates a property.
  public init(
    _ name: String, _ type: PropertyType, _ documentation: String, get: @escaping @Sendable (Owner) -> Value,
    set: (@Sendable (Owner, Value) throws(PropertyMismatch) -> Void)? = nil
  ) {
    self.name = name
    self.type = type
    self.documentation = documentation
    self.get = get
    self.set = set
  }
}

/// A value that a property does not take: what it wants instead. The table adds the names.
public struct PropertyMismatch: Error, Sendable, Hashable {
  /// What is expected, in words.
  public var expected: String
  /// Creates a mismatch.
  public init(expected: String) { self.expected = expected }
}

/// The properties of a class, inherited ones included.
public struct PropertyTable<Owner>: Sendable {
  /// The class as documents name it.
  public let owner: String
  /// All properties, in order of declaration; inherited ones first.
  public let all: [Property<Owner>]
  private let byName: [String: Property<Owner>]

  /// Creates a table. A property of the same name as an inherited one replaces it.
  public init(_ owner: String, inheriting inherited: [Property<Owner>] = [], _ own: [Property<Owner>]) {
    self.owner = owner
    let ownNames = Set(own.map(\.name))
    all = inherited.filter { !ownNames.contains($0.name) } + own
    byName = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
  }

  /// The property with a name.
  public subscript(name: String) -> Property<Owner>? { byName[name] }

  /// The names of all properties.
  public var names: [String] { all.map(\.name) }

  /// Reads a property; nil where there is none of that name.
  public func value(forKey name: String, of object: Owner) -> Value? { byName[name]?.get(object) }

  /// Writes a property.
  public func set(_ name: String, of object: Owner, to value: Value) throws(PropertyError) {
    guard let property = byName[name] else { throw .unknown(name: name, owner: owner, known: names) }
    guard let set = property.set else { throw .readOnly(name: name, owner: owner) }
    do {
      try set(object, value)
    } catch {
      throw .mismatch(name: name, owner: owner, expected: error.expected, found: value.typeName)
    }
  }
}

extension PropertyType {
  /// Why a value does not fit, as what is expected in its place; nil when it fits. Null always fits: it asks for the
  /// default.
  public func mismatch(with value: Value) -> String? {
    switch (self, value) {
    case (_, .null), (.any, _): nil
    case (.string, .string), (.string, .integer), (.string, .double): nil
    case (.scalar, .string), (.scalar, .integer), (.scalar, .double), (.scalar, .bool), (.scalar, .date): nil
    case (.number, .integer), (.number, .double), (.number, .bool): nil
    case (.bool, .bool): nil
    case (.bool, .integer(0)), (.bool, .integer(1)): nil
    case (.choice(let names), .string(let text)) where names.contains(text): nil
    case (.strings, .array(let values)) where values.allSatisfy({ $0.string != nil }): nil
    case (.color, .string), (.predicate, .string): nil
    default: name
    }
  }
}

extension Property where Owner: AnyObject {
  /// A property of a subclass in the table of its base class; objects of other classes read it as null.
  ///
  /// Values of another type than `valueType` are refused, and do not reach `set`.
  public static func of<Subclass: AnyObject>(
    _ type: Subclass.Type, _ name: String, _ valueType: PropertyType, _ documentation: String,
    get: @escaping @Sendable (Subclass) -> Value, set: (@Sendable (Subclass, Value) -> Void)? = nil
  ) -> Property<Owner> {
    let read: @Sendable (Owner) -> Value = { owner in (owner as? Subclass).map(get) ?? .null }
    guard let set else { return Property(name, valueType, documentation, get: read) }
    let write: @Sendable (Owner, Value) throws(PropertyMismatch) -> Void = { owner, value throws(PropertyMismatch) in
      if let expected = valueType.mismatch(with: value) { throw PropertyMismatch(expected: expected) }
      if let object = owner as? Subclass { set(object, value) }
    }
    return Property(name, valueType, documentation, get: read, set: write)
  }

  /// A truth value of a subclass. Null counts as false.
  public static func flag<Subclass: AnyObject>(
    _ type: Subclass.Type, _ name: String, _ documentation: String,
    _ path: any (ReferenceWritableKeyPath<Subclass, Bool> & Sendable)
  ) -> Property<Owner> {
    of(type, name, .bool, documentation, get: { .bool($0[keyPath: path]) }, set: { $0[keyPath: path] = $1.isTrue })
  }

  /// A text of a subclass that may be absent. Numbers are written out.
  public static func text<Subclass: AnyObject>(
    _ type: Subclass.Type, _ name: String, _ documentation: String,
    _ path: any (ReferenceWritableKeyPath<Subclass, String?> & Sendable), _ valueType: PropertyType = .string
  ) -> Property<Owner> {
    of(
      type, name, valueType, documentation, get: { $0[keyPath: path].map(Value.string) ?? .null },
      set: { $0[keyPath: path] = $1.isNull ? nil : $1.description })
  }

  /// A number of a subclass. Null asks for `defaultValue`.
  public static func number<Subclass: AnyObject>(
    _ type: Subclass.Type, _ name: String, _ documentation: String,
    _ path: any (ReferenceWritableKeyPath<Subclass, Double> & Sendable), default defaultValue: Double
  ) -> Property<Owner> {
    of(
      type, name, .number, documentation, get: { .double($0[keyPath: path]) },
      set: { $0[keyPath: path] = $1.number ?? defaultValue })
  }

  /// A list of texts of a subclass.
  public static func texts<Subclass: AnyObject>(
    _ type: Subclass.Type, _ name: String, _ documentation: String,
    _ path: any (ReferenceWritableKeyPath<Subclass, [String]> & Sendable)
  ) -> Property<Owner> {
    of(
      type, name, .strings, documentation, get: { .array($0[keyPath: path].map(Value.string)) },
      set: { $0[keyPath: path] = ($1.array ?? []).compactMap(\.string) })
  }
}
