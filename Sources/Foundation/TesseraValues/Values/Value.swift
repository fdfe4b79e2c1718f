public import Foundation

/// A dynamic value: any JSON value, a date or a live object.
///
/// A widget's data has no static types: service responses, model attributes, options and expression results are all
/// values. Integers and floating-point numbers are distinct cases, so that `5` prints as `5` and large identifiers stay
/// exact. They compare equal if they represent the same number.
public enum Value: Sendable {
  /// JSON `null`, a missing key or `nil`.
  case null
  /// A Boolean value. In predicates, it equals the numbers 0 and 1.
  case bool(Bool)
  /// An integer that fits into 64 bits.
  case integer(Int64)
  /// Any other number. It is never NaN or infinite if it comes from JSON.
  case double(Double)
  /// A string.
  case string(String)
  /// A point in time.
  case date(Date)
  /// An ordered list.
  case array([Value])
  /// A dictionary with string keys.
  case dictionary([String: Value])
  /// An object whose values are read by key, such as a row of the store. Its relationships load on demand.
  case object(any ValueObject)
}

/// An object with an identity whose values are read by key, similar to a managed object.
///
/// Values are copied and sent across isolation domains, so an object in a value must be immutable or synchronized.
public protocol ValueObject: AnyObject, Sendable, ValueReading {
  /// The identity of the object. Two objects with equal identities, such as the same entity and row, represent the same
  /// thing even if they were read at different times.
  var identity: ValueObjectIdentity { get }
  /// The keys of the object, for diagnostics.
  var keys: [String] { get }
}

/// The identity of a ``ValueObject``. It is equal for two instances that represent the same thing.
public struct ValueObjectIdentity: Hashable, Sendable, CustomStringConvertible {
  /// The kind of object, such as the name of the root entity.
  public var kind: String
  /// The key within the kind, such as a row number.
  public var key: Int64

  /// Creates an identity from its kind and key.
  public init(kind: String, key: Int64) {
    self.kind = kind
    self.key = key
  }

  /// The identity in the form `kind/key`.
  public var description: String { "\(kind)/\(key)" }
}

// MARK: - Literals

extension Value: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates ``null``.
  public init(nilLiteral: ()) { self = .null }
  /// Creates a Boolean value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates an integer value.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Creates a floating-point value.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// Creates a string value.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates a list.
  public init(arrayLiteral elements: Value...) { self = .array(elements) }
  /// Creates a dictionary; the last of several equal keys wins.
  public init(dictionaryLiteral elements: (String, Value)...) {
    self = .dictionary(Dictionary(elements, uniquingKeysWith: { $1 }))
  }
}

// MARK: - Reading values

extension Value {
  /// Whether this is ``null``.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The string if this is a string, otherwise nil.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The Boolean value if this is one, otherwise nil.
  public var bool: Bool? {
    if case .bool(let flag) = self { flag } else { nil }
  }

  /// The number as a floating-point value. Boolean values count as 0 and 1; strings are not converted.
  public var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .double(let number): number
    case .bool(let flag): flag ? 1 : 0
    default: nil
    }
  }

  /// The number as an integer if it is exactly representable. Boolean values count as 0 and 1.
  public var integer: Int64? {
    switch self {
    case .integer(let number): number
    case .double(let number): Int64(exactly: number)
    case .bool(let flag): flag ? 1 : 0
    default: nil
    }
  }

  /// Whether the value counts as true: `true` or a number other than 0. Null, strings and lists count as false.
  public var isTrue: Bool { (number ?? 0) != 0 }

  /// The date if this is one, otherwise nil.
  public var date: Date? {
    if case .date(let date) = self { date } else { nil }
  }

  /// The list if this is one, otherwise nil.
  public var array: [Value]? {
    if case .array(let values) = self { values } else { nil }
  }

  /// The dictionary if this is one, otherwise nil.
  public var dictionary: [String: Value]? {
    if case .dictionary(let members) = self { members } else { nil }
  }

  /// The object if this is one, otherwise nil.
  public var object: (any ValueObject)? {
    if case .object(let object) = self { object } else { nil }
  }

  /// The name of the value's type for messages: `text`, `number`, `true or false`, `list`, …
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
  /// Returns whether two values represent the same data. Numbers and Boolean values are compared numerically, objects
  /// by identity.
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

  /// Hashes the value. Equal values have equal hashes, including numbers with different representations.
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
  /// The value as it appears in text templates: numbers in plain notation (`5`, `0.5`), Boolean values as `1` and `0`,
  /// null as an empty string, dates as `2018-06-20 18:00:00 +0000`, lists and dictionaries as JSON.
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

/// Formats numbers as text.
enum NumberText {
  /// Returns the shortest text that parses back to the same number; integers have no fraction.
  static func text(of number: Double) -> String {
    if let whole = Int64(exactly: number), abs(number) < 1e15 { return String(whole) }
    return "\(number)"
  }
}

/// Formats dates as text.
enum DateText {
  /// Returns a date in the form `2018-06-20 18:00:00 +0000`, always in UTC, as Foundation prints it.
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
