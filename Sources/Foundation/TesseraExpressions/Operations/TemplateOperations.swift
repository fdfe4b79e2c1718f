public import TesseraValues

/// The named operations that templates can call. This is a value type that is passed along.
///
/// An operation receives evaluated arguments, and returns null for arguments that it does not support; it never fails.
/// Names are case-sensitive.
public struct TemplateOperations: Sendable {
  /// An operation.
  public typealias Operation = @Sendable ([Value]) -> Value

  /// An operation of native templates only, not of Beagle's language. It may depend on the surroundings, and spends
  /// steps for what it examines and makes.
  typealias NativeOperation = @Sendable ([Value], inout EvaluationState) -> Value

  /// An operation with the information needed before it runs.
  struct Entry: Sendable {
    enum Body: Sendable {
      case plain(Operation)
      case native(NativeOperation)
    }

    var body: Body
    /// Returns the size of the resulting text in bytes, if it can be longer than the longest argument.
    var size: (@Sendable ([Value]) -> Int)?

    init(_ operation: @escaping Operation) { body = .plain(operation) }

    init(native operation: @escaping NativeOperation) { body = .native(operation) }
  }

  private var operations: [String: Entry]

  /// Creates an empty set of operations.
  public init() { operations = [:] }

  /// The built-in operations, which `docs/reference/language.md` describes: those of Beagle's language, ``beagle``, and
  /// those of native templates only.
  public static let standard: TemplateOperations = {
    var result = TemplateOperations()
    for table in [NumberOperations.beagle, TextOperations.beagle, ListOperations.beagle] {
      for (name, operation) in table { result.operations[name] = Entry(operation) }
    }
    for table in [
      NumberOperations.native, TextOperations.native, ListOperations.native, RowOperations.native,
      DateOperations.native, SkyOperations.native,
    ] {
      for (name, operation) in table { result.operations[name] = Entry(native: operation) }
    }
    // Returns its argument; a presentation replaces this operation to look up its texts.
    result.operations["text"] = Entry { $0.first ?? .null }
    result.operations["concat"]?.size = { $0.reduce(0) { $0 + ($1.string?.utf8.count ?? 0) } }
    return result
  }()

  /// The operations whose values change over time.
  static let timed: Set<String> = ["now", "today"]

  /// The operations of the strict dialect.
  static let beagle: Set<String> = [
    "sum", "subtract", "multiply", "divide", "condition", "not", "and", "or", "gt", "gte", "lt", "lte", "eq", "concat",
    "capitalize", "uppercase", "lowercase", "substr", "insert", "remove", "removeIndex", "contains", "union", "isNull",
    "isEmpty", "length", "int", "double", "string",
  ]

  /// Adds an operation, replacing an existing one with the same name.
  /// - Throws: `template-operation-name` unless the name consists of letters, digits and underscores, including at
  ///   least one ASCII letter or underscore.
  public mutating func register(_ name: String, _ operation: @escaping Operation) throws(Diagnostic) {
    let isWord = name.unicodeScalars.allSatisfy {
      $0 == "_" || $0.properties.isAlphabetic || $0.properties.generalCategory == .decimalNumber
    }
    guard isWord, name.unicodeScalars.contains(where: { $0.isASCII && ($0 == "_" || $0.properties.isAlphabetic) })
    else {
      throw Diagnostic(
        rule: "template-operation-name", message: "'\(name.prefix(60))' cannot be the name of an operation",
        fix: "use letters, digits and underscores")
    }
    operations[name] = Entry(operation)
  }

  /// Replaces a built-in operation.
  package mutating func replace(_ name: String, _ operation: @escaping Operation) {
    operations[name] = Entry(operation)
  }

  /// The operation with the given name, or nil if there is none. Outside of a template, it has the system's clock and
  /// time zone.
  public subscript(name: String) -> Operation? {
    switch operations[name]?.body {
    case .plain(let operation): operation
    case .native(let operation):
      { arguments in
        var state = EvaluationState(scope: nil, surroundings: .system)
        return operation(arguments, &state)
      }
    case nil: nil
    }
  }

  func entry(_ name: String) -> Entry? { operations[name] }

  /// The names of all operations in alphabetical order, for spelling suggestions.
  public var names: [String] { operations.keys.sorted() }
}
