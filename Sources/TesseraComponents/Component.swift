public import TesseraLayout
public import TesseraValues
public import TesseraViews

/// One node of a screen's component tree, decoded and checked: everything that is needed to make its view.
public struct Component: Sendable {
  /// What became of the document's node.
  public enum Content: Sendable {
    /// A component of a registered type.
    case known(ComponentDefinition)
    /// Something that cannot be made; the reason is shown in its place.
    case broken(reason: String)
  }

  /// What it is.
  public var content: Content
  /// The author's name for it, unique on the screen.
  public var identifier: String?
  /// Where it stands in its document.
  public var range: SourceRange
  /// How it is laid out: the kind's default with what the author says in literals.
  public var layoutStyle: LayoutStyle
  /// How it is painted, as attributes of the view, as far as it is said in literals.
  public var appearance: [ViewAttribute: Value] = [:]
  /// Style properties that follow data, by their names in `style`, in the order of the document.
  public var dynamicStyle: [DynamicValue.Member] = []
  /// Properties in the order of the document, checked against the type's table.
  public var properties: [PropertyAssignment<View>] = []
  /// Data that the component owns.
  public var contexts: [ContextDefinition] = []
  /// What stands in its slots: one component or a list in each.
  public var slots: [String: [Component]] = [:]
  /// Rows' prototypes by name.
  public var prototypes: [String: Component] = [:]
  /// What happens on events, by the name of the event, in order.
  public var events: [String: [ActionCall]] = [:]

  /// Creates a component without properties.
  public init(content: Content, range: SourceRange, layoutStyle: LayoutStyle) {
    self.content = content
    self.range = range
    self.layoutStyle = layoutStyle
  }

  /// The type, if it is known.
  public var definition: ComponentDefinition? {
    if case .known(let definition) = content { definition } else { nil }
  }

  /// Its children.
  public var children: [Component] { slots[SlotDefinition.children.name] ?? [] }

  /// This component and all below it, prototypes included only if `intoPrototypes`.
  public func descendants(intoPrototypes: Bool = true) -> [Component] {
    var result: [Component] = []
    var pending = [self]
    while let component = pending.popLast() {
      result.append(component)
      if intoPrototypes { pending.append(contentsOf: component.prototypes.values) }
      for slot in component.slots.values { pending.append(contentsOf: slot) }
    }
    return result
  }
}

/// A property and what a document says about it.
public struct PropertyAssignment<Owner>: Sendable {
  /// What the property gets.
  public enum Content: Sendable {
    /// A literal, read already into what writes it.
    case write(Property<Owner>.Write)
    /// A value that follows data.
    case dynamic(DynamicValue)
  }

  /// The property.
  public let property: Property<Owner>
  /// What it gets.
  public let content: Content

  /// Creates an assignment.
  public init(_ property: Property<Owner>, _ content: Content) {
    self.property = property
    self.content = content
  }
}

/// Data that a screen or a component owns, as its document says: a name and a first value.
public struct ContextDefinition: Sendable {
  /// The name by which expressions and actions find it.
  public var identifier: String
  /// The value that it begins with. What it reads is read once.
  public var value: DynamicValue

  /// Creates a definition.
  public init(identifier: String, value: DynamicValue) {
    self.identifier = identifier
    self.value = value
  }
}
