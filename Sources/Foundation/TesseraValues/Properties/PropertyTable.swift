/// An error that occurs when a property is written.
public enum PropertyError: Error, Sendable, Hashable {
  /// The owner has no property with this name. The known names are used to suggest a correction.
  case unknown(name: String, owner: String, known: [String])
  /// The value does not fit the property.
  case mismatch(name: String, owner: String, expected: String, found: String)
  /// The property is read-only.
  case readOnly(name: String, owner: String)

  /// Returns the error as a diagnostic with the given range.
  public func diagnostic(at range: SourceRange?) -> Diagnostic {
    switch self {
    case .unknown(let name, let owner, let known):
      Diagnostic(
        rule: "unknown-property", range: range, message: "Unknown property '\(name)' of '\(owner)'",
        fix: SpellingSuggestion.fix(for: name, in: known))
    case .mismatch(let name, let owner, let expected, let found):
      Diagnostic(
        rule: "property-type", range: range,
        message: "Property '\(name)' of '\(owner)' takes \(expected), found \(found)")
    case .readOnly(let name, let owner):
      Diagnostic(rule: "read-only-property", range: range, message: "Property '\(name)' of '\(owner)' is read-only")
    }
  }
}

/// A property of a class: its name, type and documentation, and the functions that read and write it.
///
/// This single definition drives bindings, document attributes, validation, the JSON Schema and the reference
/// documentation.
public struct Property<Owner>: Sendable {
  /// A write of a converted value, which can be applied to any number of owners.
  public typealias Write = @Sendable (Owner) -> Void

  /// The key of the property.
  public let name: String
  /// The type of the values that the property accepts.
  public let type: PropertyType
  /// A one-sentence description for the reference documentation.
  public let documentation: String
  /// Whether the owner resets the value itself. A binding then writes its value again whenever its inputs change, even
  /// if the value is equal.
  package private(set) var isTransient = false
  /// Returns the value of the property.
  public let get: @Sendable (Owner) -> Value
  /// Converts a value into a write, or nil if the property is read-only. A predicate is parsed here, once, instead of
  /// at each write. Null stands for the default value.
  public let prepare: (@Sendable (Value) throws(PropertyMismatch) -> Write)?

  /// Creates a read-only property.
  public init(
    _ name: String, _ type: PropertyType, _ documentation: String, get: @escaping @Sendable (Owner) -> Value
  ) {
    self.name = name
    self.type = type
    self.documentation = documentation
    self.get = get
    prepare = nil
  }

  /// Creates a writable property.
  public init(
    _ name: String, _ type: PropertyType, _ documentation: String, get: @escaping @Sendable (Owner) -> Value,
    prepare: @escaping @Sendable (Value) throws(PropertyMismatch) -> Write
  ) {
    self.name = name
    self.type = type
    self.documentation = documentation
    self.get = get
    self.prepare = prepare
  }

  /// A copy of the property that is marked as reset by its owner.
  package var transient: Property {
    var copy = self
    copy.isTransient = true
    return copy
  }

  /// Writes a value.
  /// - Parameter owner: The name of the object in messages.
  /// - Throws: A ``PropertyError`` if the property is read-only or the value does not fit.
  package func set(_ value: Value, of object: Owner, called owner: String) throws(PropertyError) {
    guard let prepare else { throw .readOnly(name: name, owner: owner) }
    let write: Write
    do {
      write = try prepare(value)
    } catch {
      throw .mismatch(name: name, owner: owner, expected: error.expected, found: value.typeName)
    }
    write(object)
  }

  /// Whether the property can be written.
  public var isWritable: Bool { prepare != nil }

  /// Writes a value that is computed at run time. Lists and objects are converted to text if the property is a scalar.
  /// A value that does not fit leaves the property unchanged.
  /// - Returns: Whether the value was written.
  @discardableResult
  package func write(_ value: Value, to owner: Owner) -> Bool {
    guard let prepare else { return false }
    var value = value
    switch value {
    case .array, .dictionary: if type == .scalar { value = .string(value.description) }
    default: break
    }
    guard let write = try? prepare(value) else { return false }
    write(owner)
    return true
  }
}

/// The error for a value that a property does not accept. The table adds the names of the property and its owner.
public struct PropertyMismatch: Error, Sendable, Hashable {
  /// A description of the expected value.
  public var expected: String
  /// The problem within a text that has its own grammar, with a range in that text.
  public var problem: Diagnostic?
  /// Creates a mismatch.
  public init(expected: String, problem: Diagnostic? = nil) {
    self.expected = expected
    self.problem = problem
  }
}

/// The properties of a class, including inherited ones.
public struct PropertyTable<Owner>: Sendable {
  /// The name of the class in documents.
  public let owner: String
  /// All properties in order of declaration; inherited ones come first.
  public let all: [Property<Owner>]
  private let byName: [String: Property<Owner>]

  /// Creates a table. A property replaces an inherited one with the same name.
  public init(_ owner: String, inheriting inherited: [Property<Owner>] = [], _ own: [Property<Owner>]) {
    self.owner = owner
    let ownNames = Set(own.map(\.name))
    all = inherited.filter { !ownNames.contains($0.name) } + own
    byName = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
  }

  /// The property with the given name, or nil if there is none.
  public subscript(name: String) -> Property<Owner>? { byName[name] }

  /// The names of all properties.
  public var names: [String] { all.map(\.name) }

  /// Returns the value of a property, or nil if there is no property with that name.
  public func value(forKey name: String, of object: Owner) -> Value? { byName[name]?.get(object) }

  /// Writes a property.
  public func set(_ name: String, of object: Owner, to value: Value) throws(PropertyError) {
    guard let property = byName[name] else { throw .unknown(name: name, owner: owner, known: names) }
    try property.set(value, of: object, called: owner)
  }
}

extension Property where Owner: AnyObject {
  /// Creates a property of a subclass for the table of its base class. On objects of other classes, it reads as null.
  ///
  /// Values of a type other than `valueType` are rejected and never reach `set`.
  public static func of<Subclass: AnyObject>(
    _ type: Subclass.Type, _ name: String, _ valueType: PropertyType, _ documentation: String,
    get: @escaping @Sendable (Subclass) -> Value, set: (@Sendable (Subclass, Value) -> Void)? = nil
  ) -> Property<Owner> {
    let read: @Sendable (Owner) -> Value = { owner in (owner as? Subclass).map(get) ?? .null }
    guard let set else { return Property(name, valueType, documentation, get: read) }
    return Property(name, valueType, documentation, get: read) { value throws(PropertyMismatch) in
      if let expected = valueType.mismatch(with: value) { throw PropertyMismatch(expected: expected) }
      return { owner in if let object = owner as? Subclass { set(object, value) } }
    }
  }

  /// Creates a property of a subclass whose values are parsed into another type before they are written. The parsed
  /// value is reused for every write.
  ///
  /// Values of a type other than `valueType` are rejected and never reach `parse`.
  public static func parsed<Subclass: AnyObject, Parsed: Sendable>(
    _ type: Subclass.Type, _ name: String, _ valueType: PropertyType, _ documentation: String,
    get: @escaping @Sendable (Subclass) -> Value,
    parse: @escaping @Sendable (Value) throws(PropertyMismatch) -> Parsed,
    set: @escaping @Sendable (Subclass, Parsed) -> Void
  ) -> Property<Owner> {
    Property(name, valueType, documentation, get: { owner in (owner as? Subclass).map(get) ?? .null }) {
      value throws(PropertyMismatch) in
      if let expected = valueType.mismatch(with: value) { throw PropertyMismatch(expected: expected) }
      let parsed = try parse(value)
      return { owner in if let object = owner as? Subclass { set(object, parsed) } }
    }
  }

  /// Creates a Boolean property of a subclass. Null counts as false.
  public static func flag<Subclass: AnyObject>(
    _ type: Subclass.Type, _ name: String, _ documentation: String,
    _ path: any (ReferenceWritableKeyPath<Subclass, Bool> & Sendable)
  ) -> Property<Owner> {
    of(type, name, .bool, documentation, get: { .bool($0[keyPath: path]) }, set: { $0[keyPath: path] = $1.isTrue })
  }

  /// Creates an optional string property of a subclass. Numbers are converted to text.
  public static func text<Subclass: AnyObject>(
    _ type: Subclass.Type, _ name: String, _ documentation: String,
    _ path: any (ReferenceWritableKeyPath<Subclass, String?> & Sendable), _ valueType: PropertyType = .string
  ) -> Property<Owner> {
    of(
      type, name, valueType, documentation, get: { $0[keyPath: path].map(Value.string) ?? .null },
      set: { $0[keyPath: path] = $1.isNull ? nil : $1.description })
  }

  /// Creates a number property of a subclass. Null stands for `defaultValue`.
  public static func number<Subclass: AnyObject>(
    _ type: Subclass.Type, _ name: String, _ documentation: String,
    _ path: any (ReferenceWritableKeyPath<Subclass, Double> & Sendable), default defaultValue: Double
  ) -> Property<Owner> {
    of(
      type, name, .number, documentation, get: { .double($0[keyPath: path]) },
      set: { $0[keyPath: path] = $1.number ?? defaultValue })
  }

  /// Creates a string-array property of a subclass.
  public static func texts<Subclass: AnyObject>(
    _ type: Subclass.Type, _ name: String, _ documentation: String,
    _ path: any (ReferenceWritableKeyPath<Subclass, [String]> & Sendable)
  ) -> Property<Owner> {
    of(
      type, name, .strings, documentation, get: { .array($0[keyPath: path].map(Value.string)) },
      set: { $0[keyPath: path] = ($1.array ?? []).compactMap(\.string) })
  }
}
