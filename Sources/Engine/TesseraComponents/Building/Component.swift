package import TesseraLayout
package import TesseraValues
package import TesseraViews

/// One node of a screen's component tree, decoded and checked: everything that is needed to make its view.
package struct Component: Sendable {
  /// What became of the document's node.
  package enum Content: Sendable {
    /// A component of a registered type.
    case known(ComponentDefinition)
    /// Something that cannot be made; the reason is shown in its place.
    case broken(reason: String)
  }

  /// What it is.
  package var content: Content
  /// The author's name for it, unique on the screen.
  package var identifier: String?
  /// Where it stands in its document.
  package var range: SourceRange
  /// How it is laid out: the kind's default with what the author says in literals.
  package var layoutStyle: LayoutStyle
  /// How it is painted, as attributes of the view, as far as it is said in literals.
  package var appearance: [ViewAttribute: Value] = [:]
  /// What a theme's code changes about the view.
  package var themeCode: ThemeCode?
  /// Style properties that follow data, by their names in `style`, in the order of the document.
  package var dynamicStyle: [DynamicValue.Member] = []
  /// Properties in the order of the document, checked against the type's table.
  package var properties: [PropertyAssignment<View>] = []
  /// Data that the component owns.
  package var contexts: [ContextDefinition] = []
  /// What stands in its slots: one component or a list in each.
  package var slots: [String: [Component]] = [:]
  /// Rows' prototypes by name.
  package var prototypes: [String: Component] = [:]
  /// Which prototype an item gets, in order.
  package var cases: [TemplateCase] = []
  /// What rows call their item and their place, besides `item` and `index`.
  package var rowNames = RowNames()

  /// A prototype, and for which items it is.
  package struct TemplateCase: Sendable {
    /// Its name among the prototypes.
    package let prototype: String
    /// What has to hold; nil for any item.
    package let condition: DynamicValue?
  }

  /// Names that rows give to what they show.
  package struct RowNames: Sendable {
    /// The item, besides `item`.
    package var item: String?
    /// The place, besides `index`.
    package var index: String?

    /// Names; nil for none besides the usual ones.
    package init(item: String? = nil, index: String? = nil) {
      self.item = item
      self.index = index
    }
  }
  /// What happens on events, by the name of the event, in order.
  package var events: [String: [ActionCall]] = [:]

  /// Creates a component without properties.
  package init(content: Content, range: SourceRange, layoutStyle: LayoutStyle) {
    self.content = content
    self.range = range
    self.layoutStyle = layoutStyle
  }

  /// The type, if it is known.
  package var definition: ComponentDefinition? {
    if case .known(let definition) = content { definition } else { nil }
  }

  /// Its children.
  package var children: [Component] { slots[SlotDefinition.children.name] ?? [] }

  /// How many components it is with all that stand in its slots; prototypes and what actions bring are not counted.
  package var viewCount: Int {
    slots.values.reduce(1) { $1.reduce($0) { $0 + $1.viewCount } }
  }
}

/// A property and what a document says about it.
package struct PropertyAssignment<Owner>: Sendable {
  /// What the property gets.
  package enum Content: Sendable {
    /// A literal, read already into what writes it.
    case write(Property<Owner>.Write)
    /// A value that follows data.
    case dynamic(DynamicValue)
  }

  /// The property.
  package let property: Property<Owner>
  /// What it gets.
  package let content: Content

  /// Creates an assignment.
  package init(_ property: Property<Owner>, _ content: Content) {
    self.property = property
    self.content = content
  }
}

/// Data that a screen or a component owns, as its document says: a name and a first value.
package struct ContextDefinition: Sendable {
  /// The name by which expressions and actions find it.
  package var identifier: String
  /// The value that it begins with. What it reads is read once.
  package var value: DynamicValue

  /// Creates a definition.
  package init(identifier: String, value: DynamicValue) {
    self.identifier = identifier
    self.value = value
  }
}
