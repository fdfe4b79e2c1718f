public import TesseraValues

/// A Swift type for model properties and for arguments of events and methods.
public protocol ModelValue: Sendable, Equatable {
  /// The corresponding type in documents.
  static var propertyType: PropertyType { get }
  /// Creates an instance from a value; nil if the value has another type.
  init?(modelValue: Value)
  /// The value as represented in documents.
  var modelValue: Value { get }
}

extension Double: ModelValue {
  /// The type of numbers.
  public static var propertyType: PropertyType { .number }
  /// Creates a number from a finite number.
  public init?(modelValue: Value) {
    guard let number = modelValue.number, number.isFinite else { return nil }
    self = number
  }
  /// The number.
  public var modelValue: Value { .double(self) }
}

extension Int: ModelValue {
  /// The type of numbers.
  public static var propertyType: PropertyType { .number }
  /// Creates an integer from a number without a fraction.
  public init?(modelValue: Value) {
    guard let number = modelValue.integer else { return nil }
    self = Int(clamping: number)
  }
  /// The number.
  public var modelValue: Value { .integer(Int64(self)) }
}

extension Bool: ModelValue {
  /// The Boolean type.
  public static var propertyType: PropertyType { .bool }
  /// Creates a Boolean from true or false, or from 1 or 0.
  public init?(modelValue: Value) {
    guard PropertyType.bool.mismatch(with: modelValue) == nil, !modelValue.isNull else { return nil }
    self = modelValue.isTrue
  }
  /// The Boolean.
  public var modelValue: Value { .bool(self) }
}

extension String: ModelValue {
  /// The type of texts.
  public static var propertyType: PropertyType { .string }
  /// Creates a text from a text or a number.
  public init?(modelValue: Value) {
    guard PropertyType.string.mismatch(with: modelValue) == nil, !modelValue.isNull else { return nil }
    self = modelValue.description
  }
  /// The text.
  public var modelValue: Value { .string(self) }
}

extension [String]: ModelValue {
  /// The type of lists of texts.
  public static var propertyType: PropertyType { .strings }
  /// Creates a list from a list that contains only texts.
  public init?(modelValue: Value) {
    guard let list = modelValue.array, PropertyType.strings.mismatch(with: modelValue) == nil else { return nil }
    self = list.compactMap(\.string)
  }
  /// The list.
  public var modelValue: Value { .array(map(Value.string)) }
}

extension Value: ModelValue {
  /// The type of arbitrary values.
  public static var propertyType: PropertyType { .any }
  /// Creates an identical value.
  public init?(modelValue: Value) { self = modelValue }
  /// The value itself.
  public var modelValue: Value { self }
}
