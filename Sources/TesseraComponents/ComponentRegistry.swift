public import TesseraViews

/// The types of components that documents can use.
public struct ComponentRegistry: Sendable {
  private var definitions: [String: ComponentDefinition] = [:]

  /// An empty registry.
  public init() {}

  /// Adds a type; a type of the same name is replaced.
  public mutating func register(_ definition: ComponentDefinition) { definitions[definition.type] = definition }

  /// The type with a name.
  public subscript(type: String) -> ComponentDefinition? { definitions[type] }

  /// The names of all types, sorted.
  public var types: [String] { definitions.keys.sorted() }

  /// All types, sorted by name.
  public var all: [ComponentDefinition] { types.compactMap { definitions[$0] } }

  /// The type that is meant by a word of another system, such as `label`.
  package func type(forSynonym word: String) -> String? {
    all.first { $0.synonyms.contains { $0.lowercased() == word.lowercased() } }?.type
  }

  /// The types that Tessera brings along.
  public static let standard: ComponentRegistry = {
    var registry = ComponentRegistry()
    let definitions: [ComponentDefinition] = [
      .container, .scroll, .form, .text, .image, .button, .textInput, .textArea, .searchBar, .activityIndicator, .table,
    ]
    for definition in definitions { registry.register(definition) }
    return registry
  }()
}
