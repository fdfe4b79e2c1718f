public import TesseraValues

/// A property of a custom widget as data: its accepted values, its default and its appearance in settings.
public struct ModelProperty: Sendable, Hashable {
  /// The access to a property.
  public enum Access: String, Sendable, Hashable {
    /// The document, the user and the widget can change it.
    case readWrite
    /// Only the widget can change it; documents can read it.
    case readOnly
  }

  /// A value to choose from, with the title shown to users.
  public struct Choice: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The value.
    public var value: String
    /// The title shown to users.
    public var title: String

    /// Creates a choice. Without a title, the value is shown.
    public init(_ value: String, title: String? = nil) {
      self.value = value
      self.title = title ?? value
    }

    /// Creates a choice whose title is its value.
    public init(stringLiteral value: String) { self.init(value) }
  }

  /// The key: a letter followed by letters, digits or `_`.
  public var name: String
  /// The accepted type.
  public var type: PropertyType
  /// The default value.
  public var `default`: Value
  /// The range of accepted numbers; nil for no limits.
  public var range: ClosedRange<Double>?
  /// The only accepted texts; empty for any text.
  public var choices: [Choice]
  /// The heading under which the property appears in settings.
  public var group: String?
  /// The title in settings; the name by default.
  public var title: String
  /// One sentence for settings and the reference.
  public var tooltip: String
  /// The access to the property.
  public var access: Access
  /// A predicate about the other properties (`style == 'bars'`). Settings omit the property while the predicate is
  /// false.
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

  /// Whether only whole numbers are accepted.
  public var isWhole = false

  /// Returns a description of the expected value if a value is not accepted, and nil if it is. Null, which restores
  /// the default, is accepted.
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
  /// The default value.
  public let `default`: Content

  /// Creates a key.
  /// - Parameter type: The type in documents, if it is narrower than the Swift type, such as `.color` for a text.
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
