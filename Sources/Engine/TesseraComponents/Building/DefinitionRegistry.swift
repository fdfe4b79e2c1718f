public import TesseraViews

/// What a registry holds: something that documents name by its type.
public protocol RegisteredDefinition: Sendable {
  /// The name in documents.
  var type: String { get }
  /// Words that other systems have for it, for suggestions.
  var synonyms: [String] { get }
}

extension ComponentDefinition: RegisteredDefinition {}
extension ActionDefinition: RegisteredDefinition {}

/// The types of components that documents can use.
public typealias ComponentRegistry = DefinitionRegistry<ComponentDefinition>

/// The types of actions that documents can use.
public typealias ActionRegistry = DefinitionRegistry<ActionDefinition>

/// The types of one sort that documents can use.
public struct DefinitionRegistry<Definition: RegisteredDefinition>: Sendable {
  private var definitions: [String: Definition] = [:]

  /// An empty registry.
  public init() {}

  /// A registry of some types.
  package init(_ definitions: [Definition]) {
    for definition in definitions { register(definition) }
  }

  /// Adds a type; a type of the same name is replaced.
  public mutating func register(_ definition: Definition) { definitions[definition.type] = definition }

  /// The type with a name.
  public subscript(type: String) -> Definition? { definitions[type] }

  /// The names of all types, sorted.
  public var types: [String] { definitions.keys.sorted() }

  /// All types, sorted by name.
  public var all: [Definition] { types.compactMap { definitions[$0] } }

  /// The type that is meant by a word of another system, such as `label`.
  package func type(forSynonym word: String) -> String? {
    all.first { $0.synonyms.contains { $0.lowercased() == word.lowercased() } }?.type
  }
}

extension ComponentRegistry {
  /// The types that Tessera brings along.
  public static var standard: ComponentRegistry { standardComponents }

  /// All kinds of views that there can be: those that hosts always know, and those of the components.
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
