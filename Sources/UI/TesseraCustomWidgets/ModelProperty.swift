public import TesseraValues

/// A property of a custom widget, as data: what it accepts, what it is at first, and how people are asked for it.
public struct ModelProperty: Sendable, Hashable {
  /// Who may change it.
  public enum Access: String, Sendable, Hashable {
    /// The document, the person and the widget.
    case readWrite
    /// The widget alone; documents read it.
    case readOnly
  }

  /// A value to choose, and how people see it.
  public struct Choice: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The value.
    public var value: String
    /// What people see.
    public var title: String

    /// Creates a choice; what people see is the value where no title is given.
    public init(_ value: String, title: String? = nil) {
      self.value = value
      self.title = title ?? value
    }

    /// A choice that people see as its value.
    public init(stringLiteral value: String) { self.init(value) }
  }

  /// The key: a letter, and then letters, digits or `_`.
  public var name: String
  /// What it accepts.
  public var type: PropertyType
  /// The value until somebody gives another one.
  public var `default`: Value
  /// The least and the greatest number; nil for no bounds.
  public var range: ClosedRange<Double>?
  /// The only texts that it accepts; empty for any.
  public var choices: [Choice]
  /// The heading under which it stands in settings.
  public var group: String?
  /// What it is called in settings; the name where nothing is given.
  public var title: String
  /// One sentence for settings and the reference.
  public var tooltip: String
  /// Who may change it.
  public var access: Access
  /// A predicate about the others (`style == 'bars'`): settings leave the property out where it does not hold.
  public var condition: String?

  /// Creates a property.
  public init(
    _ name: String, _ type: PropertyType, _ tooltip: String, default value: Value, range: ClosedRange<Double>? = nil,
    choices: [Choice] = [], title: String? = nil, group: String? = nil, access: Access = .readWrite,
    condition: String? = nil
  ) {
    self.name = name
    self.type = choices.isEmpty ? type : .choice(choices.map(\.value))
    self.tooltip = tooltip
    self.default = value
    self.range = range
    self.choices = choices
    self.title = title ?? name
    self.group = group
    self.access = access
    self.condition = condition
  }

  /// Whether only numbers without a fraction are accepted.
  public var isWhole = false

  /// Why a value is not accepted, as what is expected in its place; nil where it is. Null asks for the default.
  public func mismatch(with value: Value) -> String? {
    if let expected = type.mismatch(with: value) { return expected }
    if let range, let number = value.number, !range.contains(number) {
      return "a number from \(Value.double(range.lowerBound)) to \(Value.double(range.upperBound))"
    }
    if case .double(let number) = value, !number.isFinite { return type.name }
    if isWhole, let number = value.number, number != number.rounded() { return "a number without a fraction" }
    return nil
  }
}

/// A property of a custom widget with the Swift type of its values.
///
/// ```swift
/// static let minimum = ModelKey("minimumValue", "The least value.", default: 0.0, group: "Range")
/// ```
public struct ModelKey<Content: ModelValue>: Sendable {
  /// The property as data.
  public let property: ModelProperty
  /// The value until somebody gives another one.
  public let `default`: Content

  /// Creates a key.
  /// - Parameter type: what documents can give, if that is less than the Swift type says, such as `.color` for a text.
  public init(
    _ name: String, _ tooltip: String, default value: Content, type: PropertyType = Content.propertyType,
    range: ClosedRange<Double>? = nil, choices: [ModelProperty.Choice] = [], title: String? = nil,
    group: String? = nil, access: ModelProperty.Access = .readWrite, condition: String? = nil
  ) {
    self.default = value
    var property = ModelProperty(
      name, type, tooltip, default: value.modelValue, range: range, choices: choices, title: title, group: group,
      access: access, condition: condition)
    property.isWhole = Content.self == Int.self
    self.property = property
  }

  /// The name of the property.
  public var name: String { property.name }
}
