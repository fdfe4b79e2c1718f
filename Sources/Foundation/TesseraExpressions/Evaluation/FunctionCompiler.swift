import Foundation
import TesseraValues

/// Compiles calls of built-in functions.
enum FunctionCompiler {
  static func program(_ function: BuiltInFunction, _ arguments: [ValueBox]) -> ValueProgram {
    switch function {
    case .now: return { _, state in .date(state.context.now()) }
    case .random: return { _, state in .double(state.context.random()) }
    case .sum, .count, .min, .max, .average, .median, .mode, .standardDeviation:
      return { root, state in
        let values = arguments.map { $0.run(root, &state) }
        return statistics(function, values, &state)
      }
    case .replace where arguments.count == 3:
      return { root, state in
        TextFunctions.replace(
          arguments[0].run(root, &state), arguments[1].run(root, &state), arguments[2].run(root, &state), &state)
      }
    default: break
    }
    switch arguments.count {
    case 1:
      let a = arguments[0].run
      return { root, state in
        let value = a(root, &state)
        state.charge(value)
        guard !state.isExhausted, function != .stringValue || state.make(textOf: value) else { return .null }
        return function == .randomBelow ? random(value, state.context) : apply(function, to: value)
      }
    case 2:
      let a = arguments[0].run
      let b = arguments[1].run
      if let simple = simple(function) {
        return { root, state in
          let x = a(root, &state)
          let y = b(root, &state)
          state.charge(x)
          guard !state.isExhausted, !makesText(function, y) || state.make(textOf: x) else { return .null }
          return simple(x, y)
        }
      }
      return { root, state in
        let x = a(root, &state)
        let y = b(root, &state)
        state.charge(x)
        return state.isExhausted ? .null : apply(function, x, y, &state)
      }
    default: return { _, _ in .null }
    }
  }

  /// Returns whether a function converts a value to text, which may be an arbitrarily large list.
  private static func makesText(_ function: BuiltInFunction, _ type: Value) -> Bool {
    function == .cast && type.string.flatMap(CastType.init(name:)) == .text
  }

  /// Returns a random integer from 0 up to but not including the bound.
  private static func random(_ bound: Value, _ context: EvaluationContext) -> Value {
    guard let bound = bound.integer, bound > 0 else { return .null }
    return .integer(min(bound - 1, Int64(context.random() * Double(bound))))
  }

  private static func statistics(_ function: BuiltInFunction, _ arguments: [Value], _ state: inout EvaluationState)
    -> Value
  {
    var values = arguments
    if arguments.count == 1 {
      guard let elements = ListFunctions.elements(of: arguments[0]) else {
        // A single number counts as a list with one element. Counting a string or a number is meaningless.
        return function == .count ? .null : statistics(function, [.array(arguments)], &state)
      }
      values = elements
    }
    guard state.spend(values.count) else { return .null }
    return switch function {
    case .sum: Statistics.sum(values)
    case .count: .integer(Int64(values.count))
    case .min: Statistics.extreme(values, wanted: -1)
    case .max: Statistics.extreme(values, wanted: 1)
    case .average: Statistics.average(values)
    case .median: Statistics.median(values)
    case .mode: Statistics.mode(values)
    default: Statistics.standardDeviation(values)
    }
  }

  /// Evaluates functions of one argument.
  static func apply(_ function: BuiltInFunction, to a: Value) -> Value {
    switch function {
    case .negate: Arithmetic.negate(a)
    case .squareRoot: Arithmetic.apply(a) { $0.squareRoot() }
    case .logarithm: Arithmetic.apply(a, log10)
    case .naturalLogarithm: Arithmetic.apply(a) { log($0) }
    case .exponential: Arithmetic.apply(a, exp)
    case .ceiling: Arithmetic.rounded(a, .up)
    case .floor: Arithmetic.rounded(a, .down)
    case .truncate: Arithmetic.rounded(a, .towardZero)
    case .absolute: Arithmetic.absolute(a)
    case .onesComplement: a.integer.map { .integer(~$0) } ?? .null
    case .uppercase: a.string.map { .string($0.uppercased()) } ?? .null
    case .lowercase: a.string.map { .string(TextFunctions.lowercased($0)) } ?? .null
    case .capitalized: a.string.map { .string(TextFunctions.capitalized($0)) } ?? .null
    case .length: TextFunctions.length(a)
    case .noIndex: a
    case .integerValue: TextFunctions.integerValue(a)
    case .doubleValue: TextFunctions.doubleValue(a)
    case .boolValue: TextFunctions.boolValue(a)
    case .stringValue: a.isNull ? .null : .string(a.description)
    case .secondsSince1970: a.date.map { .double($0.timeIntervalSince1970) } ?? .null
    case .secondsSinceReferenceDate: a.date.map { .double($0.timeIntervalSinceReferenceDate) } ?? .null
    case .first: a.array?.first ?? .null
    case .last: a.array?.last ?? .null
    default: .null
    }
  }

  /// Returns functions of two arguments that do not need the state.
  private static func simple(_ function: BuiltInFunction) -> (@Sendable (Value, Value) -> Value)? {
    switch function {
    case .add: { Arithmetic.add($0, $1) }
    case .subtract: { Arithmetic.subtract($0, $1) }
    case .multiply: { Arithmetic.multiply($0, $1) }
    case .divide: { Arithmetic.divide($0, $1) }
    case .modulus: { Arithmetic.modulus($0, $1) }
    case .power: { Arithmetic.power($0, $1) }
    case .bitwiseAnd: { Arithmetic.bits($0, $1, &) }
    case .bitwiseOr: { Arithmetic.bits($0, $1, |) }
    case .bitwiseXor: { Arithmetic.bits($0, $1, ^) }
    case .leftShift: { Arithmetic.bits($0, $1) { $0 << $1 } }
    case .rightShift: { Arithmetic.bits($0, $1) { $0 >> $1 } }
    case .substringFrom: { TextFunctions.substring($0, from: $1) }
    case .substringTo: { TextFunctions.substring($0, to: $1) }
    case .hasPrefix: { TextFunctions.test($0, $1) { TextRule.plain.hasPrefix($0, $1) } }
    case .hasSuffix: { TextFunctions.test($0, $1) { TextRule.plain.hasSuffix($0, $1) } }
    case .containsString: { TextFunctions.test($0, $1) { TextRule.plain.contains($0, $1) } }
    case .cast: { $1.string.flatMap(CastType.init(name:))?.cast($0) ?? .null }
    case .secondsSince:
      { a, b in a.date.flatMap { a in b.date.map { Arithmetic.finite(a.timeIntervalSince($0)) } } ?? .null }
    case .addingSeconds: { $0.date == nil ? .null : Arithmetic.add($0, $1) }
    case .element: { ListFunctions.element($0, at: $1) }
    case .itemAt: { ListFunctions.item($0, at: $1) }
    case .takeFirst: { ListFunctions.prefix($0, $1) }
    case .takeLast: { ListFunctions.suffix($0, $1) }
    default: nil
    }
  }

  private static func apply(_ function: BuiltInFunction, _ a: Value, _ b: Value, _ state: inout EvaluationState)
    -> Value
  {
    switch function {
    case .append: TextFunctions.append(a, b, &state)
    case .split, .tokenize: TextFunctions.split(a, b, &state)
    case .joined: ListFunctions.joined(a, b, &state)
    case .map:
      b.string.flatMap(KeyPathReading.components).map { KeyPathReading.read($0, of: a, &state) } ?? .null
    default: .null
    }
  }
}
