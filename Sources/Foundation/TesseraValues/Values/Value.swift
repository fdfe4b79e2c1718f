public import Foundation

/// A piece of dynamic data: what JSON can hold, plus dates and live objects.
///
/// A widget's data has no static types: service answers, model attributes, options and the results of expressions are
/// all values. Integers and floating-point numbers are kept apart so that `5` prints as `5` and large identifiers stay
/// exact; they compare equal when they stand for the same number.
public enum Value: Sendable {
  /// JSON `null`, a missing key, `nil`.
  case null
  /// A truth value. In predicates it equals the numbers 0 and 1.
  case bool(Bool)
  /// A whole number that fits 64 bits.
  case integer(Int64)
  /// Any other number. Never NaN or infinite when it comes from JSON.
  case double(Double)
  /// Text.
  case string(String)
  /// A moment in time.
  case date(Date)
  /// An ordered list.
  case array([Value])
  /// A dictionary with text keys.
  case dictionary([String: Value])
  /// An object that is read by key, such as a row of the store; its relationships load on demand.
  case object(any ValueObject)
}

/// An object with identity that is read by key, as a managed object is.
///
/// Values are copied and sent between isolation domains, so an object in a value has to be immutable or locked.
public protocol ValueObject: AnyObject, Sendable, ValueReading {
  /// What makes two objects the same thing even if they were read at different times, such as an entity and a row.
  var identity: ValueObjectIdentity { get }
  /// The keys that the object knows, for diagnostics.
  var keys: [String] { get }
}

/// The identity of a ``ValueObject``: equal for two readings of the same thing.
public struct ValueObjectIdentity: Hashable, Sendable, CustomStringConvertible {
  /// The kind of thing, such as the root entity's name.
  public var kind: String
  /// Which one of its kind, such as a row number.
  public var key: Int64

  /// Creates an identity from its two parts.
  public init(kind: String, key: Int64) {
    self.kind = kind
    self.key = key
  }

  /// `kind/key`.
  public var description: String { "\(kind)/\(key)" }
}

// MARK: - Literals

extension Value: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// `nil` is ``null``.
  public init(nilLiteral: ()) { self = .null }
  /// `true` and `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A floating-point number.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// Text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A list.
  public init(arrayLiteral elements: Value...) { self = .array(elements) }
  /// A dictionary; of two equal keys the last wins.
  public init(dictionaryLiteral elements: (String, Value)...) {
    self = .dictionary(Dictionary(elements, uniquingKeysWith: { $1 }))
  }
}

// MARK: - Reading

extension Value {
  /// Whether this is ``null``.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The text, if this is text.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The truth value, if this is one.
  public var bool: Bool? {
    if case .bool(let flag) = self { flag } else { nil }
  }

  /// The number as floating point; booleans count as 0 and 1, text does not count.
  public var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .double(let number): number
    case .bool(let flag): flag ? 1 : 0
    default: nil
    }
  }

  /// The number as a whole number, if it is one exactly; booleans count as 0 and 1.
  public var integer: Int64? {
    switch self {
    case .integer(let number): number
    case .double(let number): Int64(exactly: number)
    case .bool(let flag): flag ? 1 : 0
    default: nil
    }
  }

  /// Whether the value counts as true: `true` or a number other than 0. Null, text and lists are false.
  public var isTrue: Bool { (number ?? 0) != 0 }

  /// The date, if this is one.
  public var date: Date? {
    if case .date(let date) = self { date } else { nil }
  }

  /// The list, if this is one.
  public var array: [Value]? {
    if case .array(let values) = self { values } else { nil }
  }

  /// The dictionary, if this is one.
  public var dictionary: [String: Value]? {
    if case .dictionary(let members) = self { members } else { nil }
  }

  /// The object, if this is one.
  public var object: (any ValueObject)? {
    if case .object(let object) = self { object } else { nil }
  }

  /// The name of the value's type in words for messages: `text`, `number`, `true or false`, `list`, …
  public var typeName: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .integer, .double: "number"
    case .string: "text"
    case .date: "date"
    case .array: "list"
    case .dictionary: "object"
    case .object(let object): object.identity.kind
    }
  }
}

// MARK: - Equality

extension Value: Hashable {
  /// Whether both are the same data. Numbers and truth values compare by their numeric value, objects by identity.
  public static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.string(let a), .string(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.bool(let a), .bool(let b)): a == b
    case (.date(let a), .date(let b)): a == b
    case (.array(let a), .array(let b)): a == b
    case (.dictionary(let a), .dictionary(let b)): a == b
    case (.object(let a), .object(let b)): a === b || a.identity == b.identity
    case (.integer(let a), .double(let b)), (.double(let b), .integer(let a)): Int64(exactly: b) == a
    case (.double(let a), .double(let b)): a == b
    case (.bool, .integer), (.bool, .double), (.integer, .bool), (.double, .bool): left.number == right.number
    default: false
    }
  }

  /// Hashes so that equal values have equal hashes, numbers of different representation included.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool, .integer, .double:
      hasher.combine(1)
      if let whole = integer {
        hasher.combine(whole)
      } else {
        hasher.combine(number)
      }
    case .string(let text):
      hasher.combine(2)
      hasher.combine(text)
    case .date(let date):
      hasher.combine(3)
      hasher.combine(date)
    case .array(let values):
      hasher.combine(4)
      hasher.combine(values)
    case .dictionary(let members):
      hasher.combine(5)
      hasher.combine(members)
    case .object(let object):
      hasher.combine(6)
      hasher.combine(object.identity)
    }
  }
}

// MARK: - Text

extension Value: CustomStringConvertible {
  /// The value as it appears in text templates: numbers plainly (`5`, `0.5`), truth values as `1` and `0`, null as
  /// nothing, dates as `2018-06-20 18:00:00 +0000`, lists and dictionaries as JSON.
  public var description: String {
    switch self {
    case .null: ""
    case .bool(let flag): flag ? "1" : "0"
    case .integer(let number): String(number)
    case .double(let number): NumberText.text(of: number)
    case .string(let text): text
    case .date(let date): DateText.text(of: date)
    case .array, .dictionary: JSONText.text(of: self)
    case .object(let object): object.identity.description
    }
  }
}

/// Numbers as text.
enum NumberText {
  /// The shortest text that reads back as the same number; whole numbers without a fraction.
  static func text(of number: Double) -> String {
    if let whole = Int64(exactly: number), abs(number) < 1e15 { return String(whole) }
    return "\(number)"
  }
}

/// Dates as text.
enum DateText {
  /// `2018-06-20 18:00:00 +0000`, always in UTC: the form that Foundation prints.
  static func text(of date: Date) -> String {
    let seconds = date.timeIntervalSince1970
    guard seconds.isFinite, abs(seconds) < 253_402_300_800 else { return "\(seconds)" }
    let whole = Int(seconds.rounded(.down))
    let days = Int((Double(whole) / 86_400).rounded(.down))
    let secondOfDay = whole - days * 86_400
    let day = GregorianDay(number: days)
    func pad(_ number: Int, _ width: Int = 2) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    return "\(pad(day.year, 4))-\(pad(day.month))-\(pad(day.day)) "
      + "\(pad(secondOfDay / 3600)):\(pad(secondOfDay / 60 % 60)):\(pad(secondOfDay % 60)) +0000"
  }
}
