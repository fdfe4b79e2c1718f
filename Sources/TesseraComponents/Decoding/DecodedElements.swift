package import TesseraViews

/// What the components of a document are called and what they have, collected while they are decoded.
package struct DecodedElements {
  private var screenTypes: [String: ComponentDefinition] = [:]
  private var rowTypes: [String: ComponentDefinition] = [:]
  /// The names of components that cannot be made.
  package private(set) var broken: Set<String> = []
  /// The names of rows' prototypes.
  package private(set) var cells: Set<String> = []
  /// The names of contexts that components own.
  package private(set) var contexts: Set<String> = []

  /// The types of components by their names. A name outside of rows hides the same one in rows.
  package var types: [String: ComponentDefinition] { rowTypes.merging(screenTypes) { $1 } }

  mutating func note(_ component: Component, isInRow: Bool) {
    if !component.prototypes.isEmpty { cells.formUnion(component.prototypes.keys) }
    for context in component.contexts { contexts.insert(context.identifier) }
    guard let identifier = component.identifier else { return }
    switch component.content {
    case .broken: broken.insert(identifier)
    case .known(let definition):
      if isInRow { rowTypes[identifier] = definition } else { screenTypes[identifier] = definition }
    }
  }
}
