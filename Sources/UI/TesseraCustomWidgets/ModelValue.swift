public import TesseraValues

/// A Swift type that properties of models, arguments of events and methods can have.
public protocol ModelValue: Sendable, Equatable {
  /// What documents can give for it.
  static var propertyType: PropertyType { get }
  /// Reads a value; nil where it is none of this type.
  init?(modelValue: Value)
  /// The value as documents have it.
  var modelValue: Value { get }
}

extension Double: ModelValue {
  /// A number.
  public static var propertyType: PropertyType { .number }
  /// Reads a number that is finite.
  public init?(modelValue: Value) {
    guard let number = modelValue.number, number.isFinite else { return nil }
    self = number
  }
  /// The number.
  public var modelValue: Value { .double(self) }
}

extension Int: ModelValue {
  /// A number.
  public static var propertyType: PropertyType { .number }
  /// Reads a number without a fraction.
  public init?(modelValue: Value) {
    guard let number = modelValue.integer else { return nil }
    self = Int(clamping: number)
  }
  /// The number.
  public var modelValue: Value { .integer(Int64(self)) }
}

extension Bool: ModelValue {
  /// True or false.
  public static var propertyType: PropertyType { .bool }
  /// Reads true or false, or 1 or 0.
  public init?(modelValue: Value) {
    guard PropertyType.bool.mismatch(with: modelValue) == nil, !modelValue.isNull else { return nil }
    self = modelValue.isTrue
  }
  /// True or false.
  public var modelValue: Value { .bool(self) }
}

extension String: ModelValue {
  /// Text.
  public static var propertyType: PropertyType { .string }
  /// Reads a text; numbers are written out.
  public init?(modelValue: Value) {
    guard PropertyType.string.mismatch(with: modelValue) == nil, !modelValue.isNull else { return nil }
    self = modelValue.description
  }
  /// The text.
  public var modelValue: Value { .string(self) }
}

extension [String]: ModelValue {
  /// A list of texts.
  public static var propertyType: PropertyType { .strings }
  /// Reads a list of nothing but texts.
  public init?(modelValue: Value) {
    guard let list = modelValue.array, PropertyType.strings.mismatch(with: modelValue) == nil else { return nil }
    self = list.compactMap(\.string)
  }
  /// The list.
  public var modelValue: Value { .array(map(Value.string)) }
}

extension Value: ModelValue {
  /// Anything.
  public static var propertyType: PropertyType { .any }
  /// Takes it as it is.
  public init?(modelValue: Value) { self = modelValue }
  /// As it is.
  public var modelValue: Value { self }
}
