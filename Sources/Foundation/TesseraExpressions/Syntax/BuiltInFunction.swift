/// The functions that expressions can call. The list is fixed, so that no data can reach code. The raw value is the
/// name used by `NSExpression` if it has the function.
///
/// In calls, the colon of a name with a single argument may be omitted: `sqrt(2)` and `sqrt:(2)` are equivalent. The
/// statistics functions accept a list or several arguments.
package enum BuiltInFunction: String, Sendable, Hashable, CaseIterable {
  // Statistics
  case sum = "sum:"
  case count = "count:"
  case min = "min:"
  case max = "max:"
  case average = "average:"
  case median = "median:"
  case mode = "mode:"
  case standardDeviation = "stddev:"

  // Arithmetic
  case add = "add:to:"
  case subtract = "from:subtract:"
  case multiply = "multiply:by:"
  case divide = "divide:by:"
  case modulus = "modulus:by:"
  case power = "raise:toPower:"
  case negate = "chs:"
  case squareRoot = "sqrt:"
  case logarithm = "log:"
  case naturalLogarithm = "ln:"
  case exponential = "exp:"
  case ceiling = "ceiling:"
  case floor = "floor:"
  case absolute = "abs:"
  case truncate = "trunc:"

  // Bits
  case bitwiseAnd = "bitwiseAnd:with:"
  case bitwiseOr = "bitwiseOr:with:"
  case bitwiseXor = "bitwiseXor:with:"
  case leftShift = "leftshift:by:"
  case rightShift = "rightshift:by:"
  case onesComplement = "onesComplement:"

  // Randomness and time
  case random = "random"
  case randomBelow = "random:"
  case now = "now"

  // Text
  case uppercase = "uppercase:"
  case lowercase = "lowercase:"
  case capitalized = "capitalizedString:"
  case length = "length:"
  case append = "stringByAppendingString:"
  case replace = "stringByReplacingOccurrencesOfString:withString:"
  case substringFrom = "substringFromIndex:"
  case substringTo = "substringToIndex:"
  case split = "componentsSeparatedByString:"
  case tokenize = "tokenize:using:"
  case hasPrefix = "hasPrefix:"
  case hasSuffix = "hasSuffix:"
  case containsString = "containsString:"

  // Conversion
  case cast = "castObject:toType:"
  case noIndex = "noindex:"
  case integerValue = "integerValue:"
  case doubleValue = "doubleValue:"
  case boolValue = "boolValue:"
  case stringValue = "stringValue:"

  // Dates, in seconds
  case secondsSince1970 = "timeIntervalSince1970:"
  case secondsSinceReferenceDate = "timeIntervalSinceReferenceDate:"
  case secondsSince = "timeIntervalSinceDate:"
  case addingSeconds = "dateByAddingTimeInterval:"

  // Lists
  case first = "first:"
  case last = "last:"
  case element = "objectFrom:withIndex:"
  case itemAt = "wx_itemAt:"
  case takeFirst = "wx_takeFirst:"
  case takeLast = "wx_takeLast:"
  case joined = "componentsJoinedByString:"
  case map = "valueForKeyPath:"

  /// The number of arguments that the function accepts.
  var arity: ClosedRange<Int> {
    switch self {
    case .random, .now: 0...0
    case .sum, .count, .min, .max, .average, .median, .mode, .standardDeviation: 1...1000
    case .replace: 3...3
    case .add, .subtract, .multiply, .divide, .modulus, .power, .bitwiseAnd, .bitwiseOr, .bitwiseXor, .leftShift,
      .rightShift, .append, .substringFrom, .substringTo, .split, .tokenize, .hasPrefix, .hasSuffix, .containsString,
      .cast, .secondsSince, .addingSeconds, .element, .itemAt, .takeFirst, .takeLast, .joined, .map:
      2...2
    default: 1...1
    }
  }

  /// The operator symbol between the arguments in canonical text, with its precedence.
  var infix: (symbol: String, precedence: Int)? {
    switch self {
    case .add: ("+", 2)
    case .subtract: ("-", 2)
    case .multiply: ("*", 3)
    case .divide: ("/", 3)
    case .power: ("**", 4)
    default: nil
    }
  }

  /// The name in canonical calls: without the colon if the name has exactly one.
  var callName: String {
    let name = rawValue
    return name.hasSuffix(":") && name.filter({ $0 == ":" }).count == 1 ? String(name.dropLast()) : name
  }

  /// Returns the function for a call of the form `name(…)`, `name:(…)` or `first:second:(…)`.
  static func called(_ name: String) -> BuiltInFunction? { byCallName[name] ?? byMethodName[name] }

  /// Returns the function for `FUNCTION(operand, 'method:', …)`, which has the operand as its first argument.
  static func method(_ name: String) -> BuiltInFunction? { byMethodName[name] ?? byCallName[name] }

  /// All names supported by ``called(_:)`` and ``method(_:)``, for spelling suggestions.
  static let knownNames: [String] = Set(byCallName.keys).union(byMethodName.keys).sorted()

  private static let byCallName: [String: BuiltInFunction] = {
    var names: [String: BuiltInFunction] = [:]
    for function in allCases {
      names[function.rawValue] = function
      if function != .randomBelow { names[function.callName] = function }
    }
    names["now:"] = .now
    return names
  }()

  private static let byMethodName: [String: BuiltInFunction] = [
    "uppercaseString": .uppercase, "lowercaseString": .lowercase, "capitalizedString": .capitalized,
    "uppercased": .uppercase, "lowercased": .lowercase, "capitalized": .capitalized, "capitalize": .capitalized,
    "stringByAppendingString": .append, "stringByReplacingOccurrencesOfString": .replace,
    "intValue": .integerValue, "integerValue": .integerValue, "longLongValue": .integerValue,
    "floatValue": .doubleValue, "doubleValue": .doubleValue, "boolValue": .boolValue,
    "stringValue": .stringValue, "description": .stringValue, "toString": .stringValue,
    "timeIntervalSince1970": .secondsSince1970, "timeIntervalSinceReferenceDate": .secondsSinceReferenceDate,
    "firstObject": .first, "lastObject": .last, "objectAtIndex:": .element, "objectAtIndex": .element,
    "objectForKey:": .element, "objectFrom:withIndex:": .element,
    "valueForKey:": .map, "valueForKey": .map, "valueForKeyPath": .map,
    "wx_first": .first, "wx_last": .last, "wx_count": .count, "wx_joinedBy:": .joined, "wx_joinedBy": .joined,
    "wx_map:": .map, "wx_map": .map,
  ]
}
