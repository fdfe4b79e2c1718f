import Foundation
import TesseraValues

/// Arithmetic on values. Operations on two integers have an integer result, including division. A result that does not
/// fit into 64 bits becomes floating-point. Operands that are not numbers, results that are not finite, and division by
/// zero yield null.
enum Arithmetic {
  /// Returns a floating-point result, or null if it is not finite.
  static func finite(_ number: Double) -> Value { number.isFinite ? .double(number) : .null }

  /// Adds two values. A date plus a number of seconds is a date.
  static func add(_ a: Value, _ b: Value) -> Value {
    switch (a, b) {
    case (.date(let date), _): b.number.map { .date(date.addingTimeInterval($0)) } ?? .null
    case (_, .date(let date)): a.number.map { .date(date.addingTimeInterval($0)) } ?? .null
    default: whole(a, b, { $0.addingReportingOverflow($1) }, floating: +)
    }
  }

  /// Subtracts two values. The difference of two dates is a number of seconds.
  static func subtract(_ a: Value, _ b: Value) -> Value {
    switch (a, b) {
    case (.date(let later), .date(let earlier)): finite(later.timeIntervalSince(earlier))
    case (.date(let date), _): b.number.map { .date(date.addingTimeInterval(-$0)) } ?? .null
    default: whole(a, b, { $0.subtractingReportingOverflow($1) }, floating: -)
    }
  }

  static func multiply(_ a: Value, _ b: Value) -> Value {
    whole(a, b, { $0.multipliedReportingOverflow(by: $1) }, floating: *)
  }

  static func divide(_ a: Value, _ b: Value) -> Value {
    guard let divisor = b.number, divisor != 0 else { return .null }
    return whole(a, b, { $0.dividedReportingOverflow(by: $1) }, floating: /)
  }

  /// Divides without truncation: 7 / 2 is 3.5. If there is no remainder, the result is an integer.
  static func quotient(_ a: Value, _ b: Value) -> Value {
    guard let x = a.number, let y = b.number, y != 0 else { return .null }
    if let x = wholeNumber(a), let y = wholeNumber(b) {
      let (rest, _) = x.remainderReportingOverflow(dividingBy: y)
      let (result, isOverflowing) = x.dividedReportingOverflow(by: y)
      if rest == 0, !isOverflowing { return .integer(result) }
    }
    return finite(x / y)
  }

  /// Returns the remainder, which has the sign of the dividend.
  static func modulus(_ a: Value, _ b: Value) -> Value {
    guard let divisor = b.number, divisor != 0 else { return .null }
    if a.integer != nil, divisor == -1 { return .integer(0) }
    return whole(a, b, { $0.remainderReportingOverflow(dividingBy: $1) }) { $0.truncatingRemainder(dividingBy: $1) }
  }

  /// Returns the power, as an integer if both operands are integers and the result is exact.
  static func power(_ a: Value, _ b: Value) -> Value {
    guard let base = a.number, let exponent = b.number else { return .null }
    let result = pow(base, exponent)
    guard case .some = wholeNumber(a), case .some = wholeNumber(b), exponent >= 0, abs(result) < 0x1p53 else {
      return finite(result)
    }
    return .integer(Int64(result))
  }

  static func negate(_ a: Value) -> Value {
    switch a {
    case .integer(.min): .double(0x1p63)
    case .integer(let number): .integer(-number)
    case .bool(let flag): .integer(flag ? -1 : 0)
    case .double(let number): .double(-number)
    default: .null
    }
  }

  static func absolute(_ a: Value) -> Value {
    guard let number = a.number else { return .null }
    return number < 0 ? negate(a) : a
  }

  /// Rounds a number; integers are unchanged.
  static func rounded(_ a: Value, _ rule: FloatingPointRoundingRule) -> Value {
    switch a {
    case .integer: return a
    case .bool(let flag): return .integer(flag ? 1 : 0)
    case .double(let number):
      let rounded = number.rounded(rule)
      return Int64(exactly: rounded).map(Value.integer) ?? finite(rounded)
    default: return .null
    }
  }

  static func apply(_ a: Value, _ function: (Double) -> Double) -> Value {
    a.number.map { finite(function($0)) } ?? .null
  }

  static func bits(_ a: Value, _ b: Value, _ function: (Int64, Int64) -> Int64) -> Value {
    guard let a = a.integer, let b = b.integer else { return .null }
    return .integer(function(a, b))
  }

  private static func wholeNumber(_ value: Value) -> Int64? {
    switch value {
    case .integer(let number): number
    case .bool(let flag): flag ? 1 : 0
    default: nil
    }
  }

  private static func whole(
    _ a: Value, _ b: Value, _ function: (Int64, Int64) -> (partialValue: Int64, overflow: Bool),
    floating: (Double, Double) -> Double
  ) -> Value {
    if let x = wholeNumber(a), let y = wholeNumber(b) {
      let (result, overflow) = function(x, y)
      if !overflow { return .integer(result) }
    }
    guard let x = a.number, let y = b.number else { return .null }
    return finite(floating(x, y))
  }
}
