import TesseraValues

/// Operations on numbers and Boolean values.
enum NumberOperations {
  static let beagle: [String: TemplateOperations.Operation] = [
    "sum": { arguments in
      if arguments.count == 1, let list = arguments[0].array {
        return fold(list.filter { !$0.isNull }, from: .integer(0), Arithmetic.add)
      }
      return arguments.isEmpty ? .null : fold(arguments, from: .integer(0), Arithmetic.add)
    },
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
      return .bool(StrictEquality.same(arguments[0], arguments[1]))
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

  static let native: [String: TemplateOperations.NativeOperation] = [
    "min": { arguments, _ in Statistics.extreme(elements(arguments), wanted: -1) },
    "max": { arguments, _ in Statistics.extreme(elements(arguments), wanted: 1) },
    "average": { arguments, _ in
      Statistics.average(elements(arguments).filter { !$0.isNull }.map(number))
    },
    "abs": { arguments, _ in
      let number = arguments.count == 1 ? number(arguments[0]) : .null
      return ValueComparison.order(number, 0, .plain).map { $0 < 0 ? Arithmetic.negate(number) : number } ?? .null
    },
    "round": { arguments, _ in rounded(arguments, .toNearestOrAwayFromZero) },
    "floor": { arguments, _ in rounded(arguments, .down) },
    "ceil": { arguments, _ in rounded(arguments, .up) },
    "hash": { arguments, state in
      guard arguments.count == 1 || arguments.count == 2, state.make(textOf: arguments[0]) else { return .null }
      let sum = Checksum(of: Array(TemplateText.text(of: arguments[0], dialect: .native).utf8)).sum
      guard arguments.count == 2 else { return .integer(Int64(sum >> 33)) }
      guard let count = arguments[1].integer, count > 0 else { return .null }
      return .integer(Int64(sum % UInt64(count)))
    },
  ]

  /// Returns the elements of the only argument if it is a list, and all arguments otherwise.
  private static func elements(_ arguments: [Value]) -> [Value] {
    arguments.count == 1 ? arguments[0].array ?? arguments : arguments
  }

  /// `round(number, digits?)` and its like. Without digits, the result is an integer if it can be one.
  private static func rounded(_ arguments: [Value], _ rule: FloatingPointRoundingRule) -> Value {
    guard arguments.count == 1 || arguments.count == 2, let number = number(arguments[0]).number else { return .null }
    guard arguments.count == 2 else {
      let whole = number.rounded(rule)
      return Int64(exactly: whole).map(Value.integer) ?? Arithmetic.finite(whole)
    }
    guard let digits = arguments[1].integer, (0...15).contains(digits) else { return .null }
    let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
    // Zero has no minus sign.
    return Arithmetic.finite((number * scale).rounded(rule) / scale + 0)
  }

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
