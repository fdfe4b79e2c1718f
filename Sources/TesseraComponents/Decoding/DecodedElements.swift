import TesseraValues
package import TesseraViews

/// What the components of a document are called and what they have, collected while they are decoded.
package struct DecodedElements {
  private var screenTypes: [String: ComponentDefinition] = [:]
  private var rowTypes: [String: ComponentDefinition] = [:]
  /// Names that stand for components of several types.
  private var ambiguous: Set<String> = []
  /// The names of components that cannot be made.
  package private(set) var broken: Set<String> = []
  /// The names of rows' prototypes.
  package private(set) var cells: Set<String> = []
  /// The names of contexts that components own.
  package private(set) var contexts: Set<String> = []

  private var dynamicProperties: [String: Set<String>] = [:]

  /// Whether a component of this name stands in rows, and none outside of them.
  package func isInRowsOnly(_ name: String) -> Bool { rowTypes[name] != nil && screenTypes[name] == nil }

  /// Whether a component has an expression for a property.
  package func isDynamic(_ property: String, of name: String) -> Bool {
    dynamicProperties[name]?.contains(property) == true
  }

  /// Whether a name stands for one type of component only.
  package func isUnambiguous(_ name: String) -> Bool { !ambiguous.contains(name) }

  /// The types of components by their names. A name outside of rows hides the same one in rows.
  package var types: [String: ComponentDefinition] { rowTypes.merging(screenTypes) { $1 } }

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
      if let other = rowTypes[identifier] ?? screenTypes[identifier], other.kind != definition.kind {
        ambiguous.insert(identifier)
      }
      if isInRow { rowTypes[identifier] = definition } else { screenTypes[identifier] = definition }
    }
  }
}
