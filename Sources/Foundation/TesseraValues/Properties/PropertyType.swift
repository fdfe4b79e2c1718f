/// What a property accepts.
public enum PropertyType: Sendable, Hashable {
  /// Text; numbers are written out.
  case string
  /// A number.
  case number
  /// True or false; the numbers 0 and 1 count.
  case bool
  /// One of a fixed set of texts.
  case choice([String])
  /// A list of texts.
  case strings
  /// A list of anything.
  case list
  /// Members by name.
  case object
  /// A colour: `#rgb`, `#rrggbb`, `#rrggbbaa` or a semantic name.
  case color
  /// A predicate format.
  case predicate
  /// Comma-separated key paths to sort by.
  case sortFields
  /// A path into a context, such as `draft.tags[0]`.
  case path
  /// Anything that is written as one piece of text: text, a number, a date, a truth value.
  case scalar
  /// The address of a picture: `https://…` or `http://…`.
  case imageURL
  /// The address of something on a host that the manifest names.
  case address
  /// The name of a picture of the bundle, or an address.
  case imageSource
  /// The name of an icon.
  case icon
  /// The name of something that the widget has, or that its host knows.
  case reference(ReferenceKind)
  /// Something that decides. A literal text always holds, so that it is hardly meant.
  case condition
  /// A list, or the name of an object of the screen that provides items.
  case itemSource
  /// Any value.
  case any

  /// The type in words for messages and documentation.
  public var name: String {
    switch self {
    case .string: "text"
    case .number: "number"
    case .bool: "true or false"
    case .choice(let names): "one of " + names.map { "'\($0)'" }.joined(separator: ", ")
    case .strings: "list of texts"
    case .list: "list"
    case .object: "object"
    case .color: "colour"
    case .predicate: "predicate"
    case .sortFields: "list of keys between commas"
    case .path: "path such as 'draft.title'"
    case .scalar: "text"
    case .imageURL: "address of a picture"
    case .address: "address"
    case .imageSource: "name of an image, or an address"
    case .icon: "name of an icon"
    case .reference(let kind): "name of \(kind.phrase)"
    case .condition: "condition such as '@{item.isDone}'"
    case .itemSource: "list, or name of a provider"
    case .any: "any value"
    }
  }
}

/// What a name in a document can stand for.
public enum ReferenceKind: String, Sendable, Hashable, CaseIterable {
  /// An entity of the model.
  case entity
  /// An action of the service.
  case serviceAction = "action"
  /// A picture of the bundle.
  case image
  /// A screen of the bundle.
  case screen
  /// A prototype of rows.
  case cell
  /// A service provider that the host knows.
  case serviceProvider = "provider"
  /// A value transformer.
  case transformer
  /// A context around the place.
  case context
  /// A component with an identifier.
  case element
  /// A file of the bundle with data.
  case data
  /// A style of stacks of screens.
  case stack

  /// The thing with its article.
  public var phrase: String {
    switch self {
    case .entity: "an entity"
    case .serviceAction: "an action of the service"
    case .image: "an image"
    case .screen: "a screen"
    case .cell: "a cell"
    case .serviceProvider: "a service provider"
    case .transformer: "a value transformer"
    case .context: "a context"
    case .element: "a component"
    case .data: "a file in 'data'"
    case .stack: "a stack"
    }
  }
}

extension PropertyType {
  /// Why a value does not fit, as what is expected in its place; nil when it fits. Null always fits: it asks for the
  /// default.
  public func mismatch(with value: Value) -> String? {
    switch (self, value) {
    case (_, .null), (.any, _), (.condition, _): nil
    case (.string, .string), (.string, .integer), (.string, .double): nil
    case (.scalar, .string), (.scalar, .integer), (.scalar, .double), (.scalar, .bool), (.scalar, .date): nil
    case (.number, .integer), (.number, .double), (.number, .bool): nil
    case (.bool, .bool): nil
    case (.bool, .integer(0)), (.bool, .integer(1)): nil
    case (.choice(let names), .string(let text)) where names.contains(text): nil
    case (.strings, .array(let values)) where values.allSatisfy({ $0.string != nil }): nil
    case (.list, .array), (.itemSource, .array), (.itemSource, .string): nil
    case (.object, .dictionary): nil
    case (.predicate, .object(let object)) where object.identity.kind == "predicate": nil
    case (.color, .string), (.predicate, .string), (.sortFields, .string), (.path, .string): nil
    case (.imageURL, .string), (.address, .string), (.imageSource, .string), (.icon, .string): nil
    case (.reference, .string): nil
    default: name
    }
  }
}
