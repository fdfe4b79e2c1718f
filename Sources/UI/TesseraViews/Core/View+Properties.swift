public import TesseraValues

// Access to properties by key, for documents and bindings.
extension View {
  /// The properties of this view: those of its component, or of its class if it has no component.
  public final var propertyTable: PropertyTable<View> { definition?.properties ?? type(of: self).properties }

  /// Returns the value of a property, or nil if there is no such property.
  public func property(_ key: String) -> Value? { propertyTable.named(key)?.get(self) }

  /// Sets a property.
  public func setProperty(_ key: String, to value: Value) throws(PropertyError) {
    guard let property = propertyTable.named(key) else {
      throw .unknown(name: Self.canonicalKey(key), owner: propertyTable.owner, known: propertyTable.names)
    }
    try property.set(value, of: self, called: propertyTable.owner)
  }

  /// Returns a key without WidgetKit's prefixes: `wx_value` becomes `value`, and `wx.name` becomes `name`.
  public static func canonicalKey(_ key: String) -> String {
    let key = key.hasPrefix("wx.") ? String(key.dropFirst(3)) : key
    guard key.utf8.contains(UInt8(ascii: "_")), key.contains("wx_") else { return key }
    return key.split(separator: ".").map { $0.hasPrefix("wx_") ? String($0.dropFirst(3)) : String($0) }
      .joined(separator: ".")
  }
}
