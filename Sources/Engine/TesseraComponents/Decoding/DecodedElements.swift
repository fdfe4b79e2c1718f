package import TesseraValues
package import TesseraViews

/// The names and properties of a document's components, collected while they are decoded.
package struct DecodedElements {
  /// The types of components by name. A name outside of rows shadows the same name in rows.
  package private(set) var types: [String: ComponentDefinition] = [:]
  /// The names of components outside of rows.
  private var namesOnScreen: Set<String> = []
  /// The names shared by components of several types.
  private var ambiguous: Set<String> = []
  /// The names of components that cannot be created.
  package private(set) var broken: Set<String> = []
  /// The names of row prototypes.
  package private(set) var cells: Set<String> = []
  /// The names of contexts owned by components.
  package private(set) var contexts: Set<String> = []

  /// The values of `wx.addBinding`, with the component's identifier.
  package internal(set) var addedBindings: [(identifier: String, node: JSONNode, file: String?)] = []

  private var dynamicProperties: [String: Set<String>] = [:]

  /// Returns whether components with this name exist only in rows.
  package func isInRowsOnly(_ name: String) -> Bool { types[name] != nil && !namesOnScreen.contains(name) }

  /// Returns whether a component has an expression for a property.
  package func isDynamic(_ property: String, of name: String) -> Bool {
    dynamicProperties[name]?.contains(property) == true
  }

  /// Returns whether a name refers to components of a single type.
  package func isUnambiguous(_ name: String) -> Bool { !ambiguous.contains(name) }

  mutating func record(_ component: Component, isInRow: Bool) {
    if !component.prototypes.isEmpty { cells.formUnion(component.prototypes.keys) }
    for context in component.contexts { contexts.insert(context.identifier) }
    guard let identifier = component.identifier else { return }
    switch component.content {
    case .broken: broken.insert(identifier)
    case .known(let definition):
      for assignment in component.properties {
        if case .dynamic = assignment.content {
          dynamicProperties[identifier, default: []].insert(assignment.property.name)
        }
      }
      if let other = types[identifier], other.kind != definition.kind { ambiguous.insert(identifier) }
      if !isInRow { namesOnScreen.insert(identifier) }
      if !isInRow || !namesOnScreen.contains(identifier) { types[identifier] = definition }
    }
  }
}
