import Foundation
import TesseraText
public import TesseraValues

/// The named operations that templates can call. This is a value type that is passed along.
///
/// An operation receives evaluated arguments, and returns null for arguments that it does not support; it never fails.
/// Names are case-sensitive.
public struct TemplateOperations: Sendable {
  /// An operation.
  public typealias Operation = @Sendable ([Value]) -> Value

  /// An operation with the information needed before it runs.
  struct Entry: Sendable {
    var body: Operation
    /// Returns the size of the resulting text in bytes, if it can be longer than the longest argument.
    var size: (@Sendable ([Value]) -> Int)?
    /// Replaces `body` for operations that depend on the environment. These are not part of Beagle's language.
    var ask: (@Sendable (EvaluationContext) -> Value)?
  }

  private var operations: [String: Entry]

  /// Creates an empty set of operations.
  public init() { operations = [:] }

  /// The built-in operations: `sum`, `subtract`, `multiply`, `divide`, `condition`, `not`, `and`, `or`, `gt`, `gte`,
  /// `lt`, `lte`, `eq`, `concat`, `capitalize`, `uppercase`, `lowercase`, `substr`, `insert`, `remove`, `removeIndex`,
  /// `contains`, `union`, `isNull`, `isEmpty`, `length`, `int`, `double`, `string`, `toDate` and `text`; and, in native
  /// templates, `now` and `today`.
  public static let standard: TemplateOperations = {
    var result = TemplateOperations()
    for table in [
      TemplateArithmetic.operations, TemplateTextOperations.operations, TemplateListOperations.operations,
    ] {
      for (name, operation) in table { result.operations[name] = Entry(body: operation) }
    }
    result.operations["now"] = Entry(body: { _ in .null }, ask: { .date($0.now()) })
    result.operations["today"] = Entry(body: { _ in .null }, ask: { .string(day(of: $0.now(), in: $0.timeZone)) })
    // Returns its argument; a presentation replaces this operation to look up its texts.
    result.operations["text"] = Entry(body: { $0.first ?? .null })
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

  /// Returns a day as text, such as `2026-11-21`.
  private static func day(of date: Date, in timeZone: TimeZone) -> String {
    let seconds = date.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: date))
    guard let number = Int(exactly: (seconds / 86_400).rounded(.down)) else { return "" }
    return GregorianDay(number: number).text
  }

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
    operations[name] = Entry(body: operation)
  }

  /// Replaces a built-in operation.
  package mutating func replace(_ name: String, _ operation: @escaping Operation) {
    operations[name] = Entry(body: operation)
  }

  /// The operation with the given name, or nil if there is none.
  public subscript(name: String) -> Operation? { operations[name]?.body }

  func entry(_ name: String) -> Entry? { operations[name] }

  /// The names of all operations in alphabetical order, for spelling suggestions.
  public var names: [String] { operations.keys.sorted() }
}

/// Operations on numbers and Boolean values.
private enum TemplateArithmetic {
  static let operations: [String: TemplateOperations.Operation] = [
    "sum": { $0.isEmpty ? .null : fold($0, from: .integer(0), Arithmetic.add) },
    "multiply": { $0.isEmpty ? .null : fold($0, from: .integer(1), Arithmetic.multiply) },
    "subtract": { arguments in
      guard let first = arguments.first else { return .null }
      return fold(arguments.dropFirst(), from: number(first), Arithmetic.subtract)
    },
    "divide": { arguments in
      guard let first = arguments.first, let start = number(first).number else { return .null }
      return fold(arguments.dropFirst(), from: .double(start), Arithmetic.divide)
    },
    "gt": { compare($0) { $0 > 0 } }, "gte": { compare($0) { $0 >= 0 } },
    "lt": { compare($0) { $0 < 0 } }, "lte": { compare($0) { $0 <= 0 } },
    "eq": { arguments in
      guard arguments.count == 2 else { return .null }
      let (a, b) = (number(arguments[0]), number(arguments[1]))
      if !a.isNull, !b.isNull { return .bool(a == b) }
      return .bool(TemplateEquality.same(arguments[0], arguments[1]))
    },
    "condition": { $0.count == 3 ? ($0[0].bool == true ? $0[1] : $0[2]) : .null },
    "not": { $0.count == 1 ? $0[0].bool.map { .bool(!$0) } ?? .null : .null },
    "and": { flags($0).map { .bool($0.allSatisfy { $0 }) } ?? .null },
    "or": { flags($0).map { .bool($0.contains(true)) } ?? .null },
    "int": { arguments in
      guard arguments.count == 1 else { return .null }
      switch number(arguments[0]) {
      case .double(let number): return Int64(exactly: number.rounded(.towardZero)).map(Value.integer) ?? .null
      case let other: return other
      }
    },
    "double": { $0.count == 1 ? number($0[0]).number.map(Value.double) ?? .null : .null },
  ]

  /// Returns a number, or the number represented by a string; null for any other value, including Boolean values.
  private static func number(_ value: Value) -> Value {
    switch value {
    case .integer, .double: value
    case .string(let text): CastType.number(text)
    default: .null
    }
  }

  private static func fold(_ arguments: some Collection<Value>, from start: Value, _ step: (Value, Value) -> Value)
    -> Value
  {
    var result = start
    if result.isNull { return .null }
    for argument in arguments {
      let next = number(argument)
      result = next.isNull ? .null : step(result, next)
      if result.isNull { return .null }
    }
    return result
  }

  private static func compare(_ arguments: [Value], _ test: (Int) -> Bool) -> Value {
    guard arguments.count == 2,
      let order = ValueComparison.order(number(arguments[0]), number(arguments[1]), .plain)
    else { return false }
    return .bool(test(order))
  }

  private static func flags(_ arguments: [Value]) -> [Bool]? {
    let flags = arguments.compactMap(\.bool)
    return flags.count == arguments.count && !flags.isEmpty ? flags : nil
  }
}

/// Operations on strings.
private enum TemplateTextOperations {
  static let operations: [String: TemplateOperations.Operation] = [
    "concat": { arguments in
      let texts = arguments.compactMap(\.string)
      return texts.count == arguments.count && !texts.isEmpty ? .string(texts.joined()) : .null
    },
    "capitalize": { convert($0) { TextFunctions.capitalized($0) } },
    "uppercase": { convert($0) { $0.uppercased() } },
    "lowercase": { convert($0) { TextFunctions.lowercased($0) } },
    "substr": substring,
    "toDate": { arguments in
      guard arguments.count == 1 else { return .null }
      return arguments[0].date.map(Value.date) ?? arguments[0].string.flatMap(DateReading.date).map(Value.date) ?? .null
    },
    "string": { arguments in
      guard arguments.count == 1 else { return .null }
      switch arguments[0] {
      case .integer, .double, .bool, .string, .date: return .string(TemplateText.text(of: arguments[0]))
      default: return .null
      }
    },
  ]

  private static func convert(_ arguments: [Value], _ function: (String) -> String) -> Value {
    guard arguments.count == 1, let text = arguments[0].string else { return .null }
    return .string(function(text))
  }

  /// `substr(text, from, length?)`, which counts user-perceived characters. Like JavaScript's `substring`, it stops at
  /// the end of the text. Beagle returns null for a text that is too short.
  private static let substring: TemplateOperations.Operation = { arguments in
    guard arguments.count == 2 || arguments.count == 3, let text = arguments[0].string,
      case .integer(let from) = arguments[1]
    else { return .null }
    guard from >= 0 else { return .null }
    var rest = text.dropFirst(Int(clamping: from))
    if arguments.count == 3 {
      guard case .integer(let length) = arguments[2], length >= 0 else { return .null }
      rest = rest.prefix(Int(clamping: length))
    }
    return .string(String(rest))
  }
}

/// Operations on lists and other values with elements.
private enum TemplateListOperations {
  static let operations: [String: TemplateOperations.Operation] = [
    "insert": { arguments in
      guard arguments.count == 2 || arguments.count == 3, var list = arguments[0].array else { return .null }
      if arguments.count == 2 {
        list.append(arguments[1])
      } else {
        guard case .integer(let index) = arguments[2], index >= 0, index <= list.count else { return .null }
        list.insert(arguments[1], at: Int(index))
      }
      return .array(list)
    },
    "remove": { arguments in
      guard arguments.count == 2, let list = arguments[0].array else { return .null }
      return .array(list.filter { !TemplateEquality.same($0, arguments[1]) })
    },
    "removeIndex": { arguments in
      guard arguments.count == 1 || arguments.count == 2, var list = arguments[0].array else { return .null }
      var index = Int64(list.count) - 1
      if arguments.count == 2 {
        guard case .integer(let wanted) = arguments[1] else { return .null }
        index = wanted
      }
      guard index >= 0, index < list.count else { return .null }
      list.remove(at: Int(index))
      return .array(list)
    },
    "contains": { arguments in
      guard arguments.count == 2 else { return .null }
      if let text = arguments[0].string, let part = arguments[1].string { return .bool(found(part, in: text)) }
      guard let list = arguments[0].array else { return .null }
      return .bool(list.contains { TemplateEquality.same($0, arguments[1]) })
    },
    "union": { .array($0.flatMap { $0.array ?? [] }) },
    "isNull": { $0.count == 1 ? .bool($0[0].isNull) : .null },
    "isEmpty": { $0.count == 1 ? length($0[0]).map { .bool($0 == 0) } ?? .null : .null },
    "length": { $0.count == 1 ? length($0[0]).map { .integer(Int64($0)) } ?? .null : .null },
  ]

  /// Returns whether a text contains another one, ignoring case, diacritics and width, as users expect when searching.
  private static func found(_ part: String, in text: String) -> Bool {
    let options: TextFolding.Options = [.case, .diacritics, .width]
    // Longer search terms are not realistic, and the time of a search depends on both lengths.
    guard part.utf8.count <= 1000 else { return false }
    return part.isEmpty || TextFolding.fold(text, options: options).contains(TextFolding.fold(part, options: options))
  }

  private static func length(_ value: Value) -> Int? {
    switch value {
    case .string(let text): text.count
    case .array(let values): values.count
    case .dictionary(let members): members.count
    default: nil
    }
  }
}

/// Equality that distinguishes integers from floating-point numbers, and numbers from Boolean values.
private enum TemplateEquality {
  static func same(_ a: Value, _ b: Value) -> Bool {
    switch (a, b) {
    case (.integer, .integer), (.double, .double), (.bool, .bool): a == b
    case (.integer, _), (.double, _), (.bool, _), (_, .integer), (_, .double), (_, .bool): false
    case (.array(let x), .array(let y)): x.count == y.count && zip(x, y).allSatisfy { same($0, $1) }
    case (.dictionary(let x), .dictionary(let y)):
      x.count == y.count && x.allSatisfy { key, value in y[key].map { same(value, $0) } ?? false }
    default: a == b
    }
  }
}
