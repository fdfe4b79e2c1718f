/// What differs for some size classes.
package struct InterfaceVariation: Sendable {
  /// The size classes in the words of the file, such as `heightClass=compact-widthClass=regular`; `default` for all that
  /// no other variation concerns.
  package var key: String
  /// The attributes that differ.
  package var attributes: [String: String]
  /// The properties that differ and are elements.
  package var values: [(key: String, value: InterfaceValue)]
  /// The IDs of subviews and constraints that are there, and of those that are not.
  package var included: Set<String> = []
  package var excluded: Set<String> = []

  init(of element: XMLTreeElement) {
    key = element["key"] ?? "default"
    attributes = element.attributes
    attributes["key"] = nil
    values = element.children.compactMap { child in
      guard let key = child["key"], let value = InterfaceValueReader.plainValue(of: child) else { return nil }
      return (key, value)
    }
    for change in element.children.filter({ $0.name == "mask" }).flatMap(\.children) {
      guard let id = change["reference"] else { continue }
      if change.name == "include" { included.insert(id) }
      if change.name == "exclude" { excluded.insert(id) }
    }
  }
}
