public import TesseraValues
import TesseraViews

/// A change of a property's value.
public struct ModelChange: Sendable, Hashable {
  /// The source of the change.
  public enum Source: String, Sendable, Hashable {
    /// The document, bound data or the user in the settings.
    case host
    /// The widget itself.
    case widget
  }

  /// The name of the property.
  public var key: String
  /// The value before the change.
  public var oldValue: Value
  /// The value after the change.
  public var newValue: Value
  /// The source of the last change.
  public var source: Source

  /// Creates a change.
  public init(key: String, oldValue: Value, newValue: Value, source: Source) {
    self.key = key
    self.oldValue = oldValue
    self.newValue = newValue
    self.source = source
  }

  /// Returns whether the change affects a property.
  public func concerns<Content>(_ key: ModelKey<Content>) -> Bool { self.key == key.name }
}

/// The values of a custom widget's properties, shared by the widget and its host in both directions.
///
/// The widget is notified of a change by the host before the next layout. The host is notified of a change by the
/// widget immediately: expressions that read the property and data bound to it are updated. The change is not
/// reported back as a change by the host.
public final class CustomWidgetModel {
  private let properties: [String: ModelProperty]
  private let names: [String]
  private let owner: String
  private var values: [String: Value]
  /// The changes not yet reported to the widget, in order of occurrence.
  private var pending: [ModelChange] = []
  /// Called with each change by the widget.
  var didWrite: ((ModelChange) -> Void)?
  /// Called with the change in the number of text bytes of the values.
  var textDidChange: ((Int) -> Void)?
  /// Called when the host changed a value.
  var didChangeByHost: (() -> Void)?

  init(_ definition: CustomWidgetDefinition) {
    owner = definition.type
    names = definition.properties.map(\.name)
    properties = Dictionary(definition.properties.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    values = properties.mapValues(\.default)
  }

  /// Accesses the value of a property. Setting it counts as a change by the widget; a value that the property does
  /// not accept is ignored.
  public subscript<Content>(key: ModelKey<Content>) -> Content {
    get { values[key.name].flatMap(Content.init(modelValue:)) ?? key.default }
    set { try? setValue(newValue.modelValue, forKey: key.name) }
  }

  /// Returns the value of a property, or nil if there is no property of this name.
  public func value(forKey key: String) -> Value? { values[key] }

  /// Sets a property as a change by the widget.
  public func setValue(_ value: Value, forKey key: String) throws(PropertyError) {
    try write(value, forKey: key, by: .widget)
  }

  /// Sets several properties as changes by the widget. Observers see all changes at once.
  public func setValues(_ values: [String: Value]) throws(PropertyError) {
    for (key, value) in values { try check(value, forKey: key, by: .widget) }
    let changes = names.compactMap { key in values[key].flatMap { store($0, forKey: key, by: .widget) } }
    for change in changes { didWrite?(change) }
  }

  /// All values by name.
  public var allValues: [String: Value] { values }

  /// Sets a property. Null restores the default.
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

  /// - Returns: The change, or nil if the value is the same.
  private func store(_ value: Value, forKey key: String, by source: ModelChange.Source) -> ModelChange? {
    let new = value.isNull ? properties[key]?.default ?? .null : value
    let old = values[key] ?? .null
    guard old.isNull != new.isNull || old != new else { return nil }
    values[key] = new
    textDidChange?(new.textBytes - old.textBytes)
    let change = ModelChange(key: key, oldValue: old, newValue: new, source: source)
    record(change)
    return change
  }

  private func record(_ change: ModelChange) {
    guard let index = pending.firstIndex(where: { $0.key == change.key }) else { return pending.append(change) }
    // If the host reverts a change by the widget, the widget must be notified although the value is the old one.
    let isTakenBack = pending[index].source == .widget && change.source == .host
    pending[index].newValue = change.newValue
    pending[index].source = change.source
    if pending[index].oldValue == change.newValue, !isTakenBack { pending.remove(at: index) }
  }

  /// Discards the recorded changes by the widget.
  func dropWrites() { pending.removeAll { $0.source == .widget } }

  /// Returns the changes since the last call and clears them.
  func removeChanges() -> [ModelChange] {
    defer { pending = [] }
    return pending
  }
}
