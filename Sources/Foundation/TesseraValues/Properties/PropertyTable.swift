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
        fix: SpellingSuggestion.fix(for: name, in: known))
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
  /// A value that was read once and can be written into any number of owners.
  public typealias Write = @Sendable (Owner) -> Void

  /// The key.
  public let name: String
  /// What it accepts.
  public let type: PropertyType
  /// One sentence for the reference.
  public let documentation: String
  /// Whether the owner drops the value by itself: a rule writes it anew whenever what the rule reads changes, the same value too.
  package private(set) var isTransient = false
  /// Reads the property.
  public let get: @Sendable (Owner) -> Value
  /// Reads a value into the write that it stands for, or nil where the property can only be read. A predicate is parsed
  /// here, once, and not at each write. Null asks for the default.
  public let prepare: (@Sendable (Value) throws(PropertyMismatch) -> Write)?

  /// Creates a property that can only be read.
  public init(
    _ name: String, _ type: PropertyType, _ documentation: String, get: @escaping @Sendable (Owner) -> Value
  ) {
    self.name = name
    self.type = type
    self.documentation = documentation
    self.get = get
    prepare = nil
  }

  /// Creates a property that can be written.
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

  /// The same property, which its owner drops by itself.
  package var transient: Property {
    var copy = self
    copy.isTransient = true
    return copy
  }

  /// Writes a value, or says why not.
  /// - Parameter owner: what messages call the object.
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

  /// Writes a value that is known only now. Lists and objects become text where one is wanted; what does not fit leaves the
  /// property as it was.
  /// - Returns: whether it was written.
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

/// A value that a property does not take: what it wants instead. The table adds the names.
public struct PropertyMismatch: Error, Sendable, Hashable {
  /// What is expected, in words.
  public var expected: String
  /// What is wrong inside a text that has a grammar of its own, with a range in that text.
  public var problem: Diagnostic?
  /// Creates a mismatch.
  public init(expected: String, problem: Diagnostic? = nil) {
    self.expected = expected
    self.problem = problem
  }
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
    try property.set(value, of: object, called: owner)
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
    return Property(name, valueType, documentation, get: read) { value throws(PropertyMismatch) in
      if let expected = valueType.mismatch(with: value) { throw PropertyMismatch(expected: expected) }
      return { owner in if let object = owner as? Subclass { set(object, value) } }
    }
  }

  /// A property of a subclass whose values are read into a type of their own before they are written: what was parsed is
  /// kept, and not parsed again.
  ///
  /// Values of another type than `valueType` are refused, and do not reach `parse`.
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
