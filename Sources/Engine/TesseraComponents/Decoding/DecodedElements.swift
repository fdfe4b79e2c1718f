package import TesseraValues
package import TesseraViews

/// What the components of a document are called and what they have, collected while they are decoded.
package struct DecodedElements {
  /// The types of components by their names. A name outside of rows hides the same one in rows.
  package private(set) var types: [String: ComponentDefinition] = [:]
  /// The names of components outside of rows.
  private var namesOnScreen: Set<String> = []
  /// Names that stand for components of several types.
  private var ambiguous: Set<String> = []
  /// The names of components that cannot be made.
  package private(set) var broken: Set<String> = []
  /// The names of rows' prototypes.
  package private(set) var cells: Set<String> = []
  /// The names of contexts that components own.
  package private(set) var contexts: Set<String> = []

  /// What components say in `wx.addBinding`, by their names.
  package internal(set) var addedBindings: [(identifier: String, node: JSONNode, file: String?)] = []

  private var dynamicProperties: [String: Set<String>] = [:]

  /// Whether a component of this name stands in rows, and none outside of them.
  package func isInRowsOnly(_ name: String) -> Bool { types[name] != nil && !namesOnScreen.contains(name) }

  /// Whether a component has an expression for a property.
  package func isDynamic(_ property: String, of name: String) -> Bool {
    dynamicProperties[name]?.contains(property) == true
  }

  /// Whether a name stands for one type of component only.
  package func isUnambiguous(_ name: String) -> Bool { !ambiguous.contains(name) }

  mutating func note(_ component: Component, isInRow: Bool) {
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
