import TesseraValues

/// A literal. Unlike a value, it distinguishes types when compared.
enum Literal: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int64)
  case double(Double)
  case text(String)

  /// Creates a number from digits, with an optional sign and fraction.
  init?(digits: String) {
    if !digits.contains("."), let whole = Int64(digits) {
      self = .integer(whole)
    } else if let number = Double(digits), number.isFinite {
      self = .double(number)
    } else {
      return nil
    }
  }

  var value: Value {
    switch self {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .integer(let number): .integer(number)
    case .double(let number): .double(number)
    case .text(let text): .string(text)
    }
  }

  /// Creates the literal of a value; nil for a value that has none.
  init?(_ value: Value) {
    switch value {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .integer(let number): self = .integer(number)
    case .double(let number): self = .double(number)
    case .string(let text): self = .text(text)
    default: return nil
    }
  }
}
