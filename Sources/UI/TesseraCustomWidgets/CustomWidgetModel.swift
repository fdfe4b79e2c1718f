public import TesseraValues
import TesseraViews

/// A property that has another value.
public struct ModelChange: Sendable, Hashable {
  /// Who changed it.
  public enum Source: String, Sendable, Hashable {
    /// The document, data that it is bound to, or a person in the settings.
    case host
    /// The widget.
    case widget
  }

  /// The name of the property.
  public var key: String
  /// What it was before.
  public var oldValue: Value
  /// What it is now.
  public var newValue: Value
  /// Who changed it last.
  public var source: Source

  /// Creates a change.
  public init(key: String, oldValue: Value, newValue: Value, source: Source) {
    self.key = key
    self.oldValue = oldValue
    self.newValue = newValue
    self.source = source
  }

  /// Whether it is about a property.
  public func concerns<Content>(_ key: ModelKey<Content>) -> Bool { self.key == key.name }
}

/// The values of a custom widget's properties, shared by the widget and its host in both directions.
///
/// What the host writes is told to the widget before the next layout. What the widget writes is told to the host at once:
/// expressions that read the property follow, and so does data that is bound to it; it does not come back as a change of the
/// host.
public final class CustomWidgetModel {
  private let properties: [String: ModelProperty]
  private let names: [String]
  private let owner: String
  private var values: [String: Value]
  /// What the widget has not been told, in the order in which it came.
  private var pending: [ModelChange] = []
  /// Hears what the widget wrote.
  var didWrite: ((ModelChange) -> Void)?
  /// Hears how many more bytes of text the values have.
  var textDidChange: ((Int) -> Void)?
  /// Hears that the host wrote.
  var didChangeByHost: (() -> Void)?

  init(_ definition: CustomWidgetDefinition) {
    owner = definition.type
    names = definition.properties.map(\.name)
    properties = Dictionary(definition.properties.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    values = properties.mapValues(\.default)
  }

  /// The value of a property. Writing is the widget's; a value that the property does not accept is not written.
  public subscript<Content>(key: ModelKey<Content>) -> Content {
    get { values[key.name].flatMap(Content.init(modelValue:)) ?? key.default }
    set { try? setValue(newValue.modelValue, forKey: key.name) }
  }

  /// The value of a property; nil where there is none of that name.
  public func value(forKey key: String) -> Value? { values[key] }

  /// Writes a property as the widget.
  public func setValue(_ value: Value, forKey key: String) throws(PropertyError) {
    try write(value, forKey: key, by: .widget)
  }

  /// Writes several properties as the widget: those who follow them see them together.
  public func setValues(_ values: [String: Value]) throws(PropertyError) {
    for (key, value) in values { try check(value, forKey: key, by: .widget) }
    let changes = names.compactMap { key in values[key].flatMap { store($0, forKey: key, by: .widget) } }
    for change in changes { didWrite?(change) }
  }

  /// All values by their names.
  public var allValues: [String: Value] { values }

  /// Writes a property. Null asks for the default.
  func write(_ value: Value, forKey key: String, by source: ModelChange.Source) throws(PropertyError) {
    try check(value, forKey: key, by: source)
    guard let change = store(value, forKey: key, by: source) else { return }
    switch source {
    case .widget: didWrite?(change)
    case .host: didChangeByHost?()
    }
  }

  private func check(_ value: Value, forKey key: String, by source: ModelChange.Source) throws(PropertyError) {
    guard let property = properties[key] else { throw .unknown(name: key, owner: owner, known: names) }
    if source == .host, property.access == .readOnly { throw .readOnly(name: key, owner: owner) }
    if let expected = property.mismatch(with: value) {
      throw .mismatch(name: key, owner: owner, expected: expected, found: value.typeName)
    }
  }

  /// - Returns: what has changed; nil for nothing.
  private func store(_ value: Value, forKey key: String, by source: ModelChange.Source) -> ModelChange? {
    let new = value.isNull ? properties[key]?.default ?? .null : value
    let old = values[key] ?? .null
    guard old.isNull != new.isNull || old != new else { return nil }
    values[key] = new
    textDidChange?(new.textBytes - old.textBytes)
    let change = ModelChange(key: key, oldValue: old, newValue: new, source: source)
    note(change)
    return change
  }

  private func note(_ change: ModelChange) {
    guard let index = pending.firstIndex(where: { $0.key == change.key }) else { return pending.append(change) }
    // A write that the host takes back is news to the widget, though the value is the old one.
    let isTakenBack = pending[index].source == .widget && change.source == .host
    pending[index].newValue = change.newValue
    pending[index].source = change.source
    if pending[index].oldValue == change.newValue, !isTakenBack { pending.remove(at: index) }
  }

  /// Forgets what the widget wrote itself.
  func dropWrites() { pending.removeAll { $0.source == .widget } }

  /// What has changed since the last time.
  func takeChanges() -> [ModelChange] {
    defer { pending = [] }
    return pending
  }
}
