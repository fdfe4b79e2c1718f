package import TesseraLayout
package import TesseraValues
package import TesseraViews

/// A node of a screen's component tree, decoded and checked, with everything needed to create its view.
package struct Component: Sendable {
  /// The result of decoding a node.
  package enum Content: Sendable {
    /// A component of a registered type.
    case known(ComponentDefinition)
    /// A component that cannot be created. The reason is shown in its place.
    case broken(reason: String)
  }

  /// The component's type, or the reason why it is broken.
  package var content: Content
  /// The identifier given by the author, unique on the screen.
  package var identifier: String?
  /// The range in the document.
  package var range: SourceRange
  /// The layout style: the default of the kind, merged with the author's literals.
  package var layoutStyle: LayoutStyle
  /// The appearance as view attributes, as far as it is given by literals.
  package var appearance: [ViewAttribute: Value] = [:]
  /// The changes that code of a theme makes to the view.
  package var themeCode: ThemeCode?
  /// The style properties that follow data, by their names in `style`, in document order.
  package var dynamicStyle: [DynamicValue.Member] = []
  /// The properties in document order, checked against the table of the type.
  package var properties: [PropertyAssignment<View>] = []
  /// The contexts owned by the component.
  package var contexts: [ContextDefinition] = []
  /// The contents of the slots: a component or a list of components each.
  package var slots: [String: [Component]] = [:]
  /// The row prototypes, by name.
  package var prototypes: [String: Component] = [:]
  /// The rules that select the prototype of an item, in order.
  package var cases: [TemplateCase] = []
  /// The names of a row's item and index, in addition to `item` and `index`.
  package var rowNames = RowNames()

  /// A rule that selects a prototype for an item.
  package struct TemplateCase: Sendable {
    /// The name of the prototype.
    package let prototype: String
    /// The condition, or nil for any item.
    package let condition: DynamicValue?
  }

  /// Additional names for the values of a row.
  package struct RowNames: Sendable {
    /// The name of the item, in addition to `item`.
    package var item: String?
    /// The name of the index, in addition to `index`.
    package var index: String?

    /// Creates row names. Nil means no additional name.
    package init(item: String? = nil, index: String? = nil) {
      self.item = item
      self.index = index
    }
  }
  /// The actions to run on each event, in order, by event name.
  package var events: [String: [ActionCall]] = [:]

  /// Creates a component without properties.
  package init(content: Content, range: SourceRange, layoutStyle: LayoutStyle) {
    self.content = content
    self.range = range
    self.layoutStyle = layoutStyle
  }

  /// The type of the component, if it is known.
  package var definition: ComponentDefinition? {
    if case .known(let definition) = content { definition } else { nil }
  }

  /// The children of the component.
  package var children: [Component] { slots[SlotDefinition.children.name] ?? [] }

  /// The number of components including all contents of slots, but without prototypes and components of actions.
  package var viewCount: Int {
    slots.values.reduce(1) { $1.reduce($0) { $0 + $1.viewCount } }
  }
}

/// A property together with the value that a document assigns to it.
package struct PropertyAssignment<Owner>: Sendable {
  /// The assigned value.
  package enum Content: Sendable {
    /// A literal, already converted to the operation that writes it.
    case write(Property<Owner>.Write)
    /// A value that follows data.
    case dynamic(DynamicValue)
  }

  /// The property.
  package let property: Property<Owner>
  /// The assigned value.
  package let content: Content

  /// Creates an assignment.
  package init(_ property: Property<Owner>, _ content: Content) {
    self.property = property
    self.content = content
  }
}

/// The declaration of data owned by a screen or a component: a name and an initial value.
package struct ContextDefinition: Sendable {
  /// The name by which expressions and actions refer to the data.
  package var identifier: String
  /// The initial value. Its expressions are evaluated once.
  package var value: DynamicValue
}
