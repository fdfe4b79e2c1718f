/// The type of the values that a property accepts.
public enum PropertyType: Sendable, Hashable {
  /// A string; numbers are converted to text.
  case string
  /// A number.
  case number
  /// A Boolean value; the numbers 0 and 1 are accepted.
  case bool
  /// One of a fixed set of strings.
  case choice([String])
  /// A list of strings.
  case strings
  /// A list of any values.
  case list
  /// An object with named members.
  case object
  /// A colour: `#rgb`, `#rrggbb`, `#rrggbbaa` or a semantic name.
  case color
  /// A predicate format.
  case predicate
  /// Comma-separated key paths to sort by.
  case sortFields
  /// A path into a context, such as `draft.tags[0]`.
  case path
  /// A value that can be written as text: a string, a number, a date or a Boolean value.
  case scalar
  /// The URL of an image: `https://…` or `http://…`.
  case imageURL
  /// A URL on one of the hosts listed in the manifest.
  case address
  /// The name of an image in the bundle, or a URL.
  case imageSource
  /// The name of an icon.
  case icon
  /// The name of something that the widget defines or its host provides.
  case reference(ReferenceKind)
  /// A condition. A string literal always has the same result, so it is probably a mistake.
  case condition
  /// A list, or the name of an object of the screen that provides items.
  case itemSource
  /// Any value.
  case any

  /// The name of the type for messages and documentation.
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
    case .sortFields: "comma-separated list of keys"
    case .path: "path such as 'draft.title'"
    case .scalar: "text"
    case .imageURL: "address of an image"
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

/// The kinds of things that a name in a document can refer to.
public enum ReferenceKind: String, Sendable, Hashable, CaseIterable {
  /// An entity of the model.
  case entity
  /// An action of the service.
  case serviceAction = "action"
  /// An image of the bundle.
  case image
  /// A screen of the bundle.
  case screen
  /// A prototype for rows.
  case cell
  /// A service provider registered with the host.
  case serviceProvider = "provider"
  /// A value transformer.
  case transformer
  /// An enclosing context.
  case context
  /// A component with an identifier.
  case element
  /// A data file of the bundle.
  case data
  /// A style for stacks of screens.
  case stack

  /// The name of the kind with its article.
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
  /// Returns the name of the expected type if a value does not fit, or nil if it fits. Null always fits: it stands for
  /// the default value.
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
