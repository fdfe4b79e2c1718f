import TesseraMarkdownView
public import TesseraViews

/// A definition in a registry, which documents refer to by its type.
public protocol RegisteredDefinition: Sendable {
  /// The name in documents.
  var type: String { get }
  /// The names in other systems, for suggestions.
  var synonyms: [String] { get }
}

extension ComponentDefinition: RegisteredDefinition {}
extension ActionDefinition: RegisteredDefinition {}

/// The component types available to documents.
public typealias ComponentRegistry = DefinitionRegistry<ComponentDefinition>

/// The action types available to documents.
public typealias ActionRegistry = DefinitionRegistry<ActionDefinition>

/// A registry of types that documents can use.
public struct DefinitionRegistry<Definition: RegisteredDefinition>: Sendable {
  private var definitions: [String: Definition] = [:]

  /// Creates an empty registry.
  public init() {}

  /// Creates a registry with the given definitions.
  package init(_ definitions: [Definition]) {
    for definition in definitions { register(definition) }
  }

  /// Registers a definition. It replaces a definition with the same type name.
  public mutating func register(_ definition: Definition) { definitions[definition.type] = definition }

  /// Returns the definition with a type name.
  public subscript(type: String) -> Definition? { definitions[type] }

  /// The names of all types, sorted.
  public var types: [String] { definitions.keys.sorted() }

  /// All definitions, sorted by type name.
  public var all: [Definition] { types.compactMap { definitions[$0] } }

  /// Returns the type that corresponds to a name used in other systems, such as `label`.
  package func type(forSynonym word: String) -> String? {
    all.first { $0.synonyms.contains { $0.lowercased() == word.lowercased() } }?.type
  }
}

extension ComponentRegistry {
  /// The component types included in Tessera.
  public static var standard: ComponentRegistry { standardComponents }

  /// All kinds of views: those that hosts always know, and those of the registered components.
  package var kinds: [ViewKind] { ViewKind.structural + all.flatMap(\.kinds) }
}

private let standardComponents = ComponentRegistry([
  .container, .scroll, .form, .text, .image, .button, .textInput, .textArea, .searchBar, .activityIndicator, .table,
  .list, .grid, .collectionView, .contentDisplayView, .containerView, .textInputView,
  .switch, .checkbox, .radioGroup, .segmented, .slider, .stepper, .select, .datePicker, .colorPicker, .calendar,
  .filePicker, .mediaUploadFormView, .uploadContainerView, .field, .progress, .divider, .spacer, .menuItem, .link,
  .badge, .avatar, .icon, .markdown, .webView,
  .widgetView, .disclosure, .tabs, .tabBar, .pager, .pageIndicator, .chart, .placeholder, .lazy,
])
