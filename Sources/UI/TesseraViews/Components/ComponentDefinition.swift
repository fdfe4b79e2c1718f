public import TesseraValues

/// The complete definition of a component type: its name, properties and events in documents, its view, and through
/// the view's kind its appearance, its drawing and its element on a page.
///
/// Checks, the reference, the builder, painters and the web client read all information about a component from its
/// definition.
public struct ComponentDefinition: Sendable {
  /// The name in documents.
  public let type: String
  /// One sentence for the reference.
  public let documentation: String
  /// Names used by other systems, for suggestions.
  public let synonyms: [String]
  /// The kind of its views, as seen by hosts.
  public let kind: ViewKind
  /// The properties that attributes and bindings can refer to.
  public let properties: PropertyTable<View>
  /// The events.
  public let events: [EventDefinition]
  /// The slots for other components.
  public let slots: [SlotDefinition]
  /// Definitions that replace this one if a literal attribute of the document selects them.
  package private(set) var variants: [Variant] = []
  /// The kinds of views that its view creates itself as descendants.
  package private(set) var parts: [ViewKind] = []
  /// The default values of attributes that a document omits, in the syntax of documents, usually with expressions.
  package private(set) var defaults: [(attribute: String, text: String)] = []
  /// The properties that its views change themselves, which data can be bound to, each with the event that reports
  /// the change.
  package private(set) var written: [String: EventName] = [:]
  /// The property that a binding of the component uses; nil for none.
  package private(set) var boundProperty: String? = "value"
  /// Validates the combination of attributes of a document's node, in addition to the checks of each attribute. It is
  /// called once for each node of a document.
  package private(set) var check: (@Sendable (JSONNode) -> [Diagnostic])?
  /// Creates the bare view. The builder adds layout, appearance, properties and the content of slots.
  public let makeView: @Sendable (ViewContext) -> View

  /// Creates a definition.
  ///
  /// - Parameters:
  ///   - properties: The component's own properties; those of every view are added.
  ///   - events: The component's own events; those of every view are added.
  public init(
    type: String, documentation: String, synonyms: [String] = [], kind: ViewKind, properties: [Property<View>] = [],
    events: [EventDefinition] = [], slots: [SlotDefinition] = [], makeView: @escaping @Sendable (ViewContext) -> View
  ) {
    self.type = type
    self.documentation = documentation
    self.synonyms = synonyms
    self.kind = kind
    self.properties = PropertyTable(type, inheriting: View.commonProperties, properties)
    self.events = EventDefinition.common + events
    self.slots = slots
    self.makeView = makeView
  }

  /// The selectors that buttons can perform on the component, without colons, in addition to those of every
  /// component.
  package internal(set) var selectors: [String] = []

  /// Returns the definition with selectors that buttons can perform.
  package func answering(_ selectors: String...) -> ComponentDefinition {
    var copy = self
    copy.selectors = selectors
    return copy
  }

  /// Returns the definition with variants.
  func with(_ variants: [Variant]) -> ComponentDefinition {
    var copy = self
    copy.variants = variants
    return copy
  }

  /// Returns the definition with kinds of views that its view creates itself.
  package func withParts(_ parts: [ViewKind]) -> ComponentDefinition {
    var copy = self
    copy.parts = parts
    return copy
  }

  /// Returns the definition with properties that its views change. Each change is reported by an event named after
  /// the property with a prefix.
  /// - Parameter value: The property that a binding uses unless the document names another one.
  package func writing(_ names: [String], eventPrefix: String, value: String?) -> ComponentDefinition {
    var copy = self
    for name in names { copy.written[name] = EventName(rawValue: eventPrefix + name) }
    copy.boundProperty = value
    return copy
  }

  /// Returns the definition with a default value for an attribute that a document omits.
  func withDefault(_ attribute: String, _ text: String) -> ComponentDefinition {
    var copy = self
    copy.defaults.append((attribute, text))
    return copy
  }

  /// Returns the definition with a check of its nodes.
  package func checked(by check: @escaping @Sendable (JSONNode) -> [Diagnostic]) -> ComponentDefinition {
    var copy = self
    copy.check = check
    return copy
  }

  /// A definition for components with a specific literal in one of their attributes.
  package struct Variant: Sendable {
    /// The attribute that selects the variant.
    package let attribute: String
    /// The value of the attribute.
    package let value: String
    private let make: @Sendable () -> ComponentDefinition

    init(_ attribute: String, _ value: String, _ make: @escaping @Sendable @autoclosure () -> ComponentDefinition) {
      self.attribute = attribute
      self.value = value
      self.make = make
    }

    /// The definition of the variant.
    package var definition: ComponentDefinition { make() }
  }

  /// Whether its view is a plain box that lays out its children with flexbox, so that a row can take its place.
  package private(set) var isBareBox = false

  /// Returns the definition marked as that of a plain box.
  func asBareBox() -> ComponentDefinition {
    var copy = self
    copy.isBareBox = true
    return copy
  }

  /// The kinds of its views, including those of their parts and of its variants.
  package var kinds: [ViewKind] { [kind] + parts + variants.flatMap(\.definition.kinds) }

  /// Returns the slot with a name.
  public func slot(_ name: String) -> SlotDefinition? { slots.first { $0.name == name } }

  /// Returns the event with a name.
  public func event(_ name: String) -> EventDefinition? { events.first { $0.name == name } }
}

/// An event of a component or an action, with its members.
public struct EventDefinition: Sendable, Hashable {
  /// A member of an event.
  public struct Member: Sendable, Hashable {
    /// The key in the event's context: `onChange.value`.
    public var name: String
    /// The type of the member.
    public var type: PropertyType
    /// A short description for the reference.
    public var documentation: String

    /// Creates a member.
    public init(_ name: String, _ type: PropertyType, _ documentation: String) {
      self.name = name
      self.type = type
      self.documentation = documentation
    }
  }

  /// The name in documents, which is also the name of the context that its actions read: `onChange`.
  public var name: String
  /// One sentence for the reference.
  public var documentation: String
  /// The members that the event carries.
  public var carries: [Member]

  /// Creates an event.
  public init(_ name: String, _ documentation: String, carries: [Member] = []) {
    self.name = name
    self.documentation = documentation
    self.carries = carries
  }

  /// The events of every component.
  public static let common: [EventDefinition] = [
    EventDefinition(EventName.press.rawValue, "It was pressed."),
    EventDefinition(EventName.longPress.rawValue, "It was pressed for half a second, or its menu was requested."),
    EventDefinition(EventName.initialize.rawValue, "It was created; sent once."),
    EventDefinition(EventName.appear.rawValue, "Its screen came to the front."),
    EventDefinition(EventName.disappear.rawValue, "Its screen was covered or closed."),
  ]
}

/// The name of an event of a view.
public struct EventName: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name in documents.
  public let rawValue: String

  /// Creates a name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates a name.
  public init(stringLiteral value: String) { rawValue = value }

  /// A view was pressed.
  public static let press: EventName = "onPress"
  /// A view was pressed for half a second.
  public static let longPress: EventName = "onLongPress"
  /// The user changed the value; carries `value`.
  public static let change: EventName = "onChange"
  /// A field received the keyboard focus.
  public static let focus: EventName = "onFocus"
  /// A field lost the keyboard focus.
  public static let blur: EventName = "onBlur"
  /// The return key was pressed in a field, or a form was submitted; carries `value`.
  public static let submit: EventName = "onSubmit"
  /// An incomplete form was submitted; carries `errors`.
  public static let invalid: EventName = "onInvalid"
  /// A view was created.
  public static let initialize: EventName = "onInit"
  /// A view's screen came to the front.
  public static let appear: EventName = "onAppear"
  /// A view's screen is no longer in front.
  public static let disappear: EventName = "onDisappear"
  /// The content was scrolled; carries `offset`.
  public static let scroll: EventName = "onScroll"
  /// The content was scrolled near its end.
  public static let scrollEnd: EventName = "onScrollEnd"
  /// The user moved a row; carries `from`, `to`, `item` and `items`.
  public static let move: EventName = "onMove"
  /// The user requested new data.
  public static let refresh: EventName = "onRefresh"
}

/// A place for components inside a component.
public struct SlotDefinition: Sendable {
  /// The content of a slot.
  public enum Content: Sendable, Hashable {
    /// A single component.
    case one
    /// A list of components.
    case many
    /// Named components from which rows are created.
    case prototypes
    /// A component from which rows are created. Its expressions read `item` and `index`, or the names given by the
    /// attributes `itemName` and `indexName`.
    case template
    /// A list of `{"case": condition, "template": component}`. The first element whose condition holds for an item
    /// creates its row.
    case templates
  }

  /// The key in documents.
  public let name: String
  /// A short description for the reference.
  public let documentation: String
  /// The content of the slot.
  public let content: Content
  /// Inserts views into the slot. Called once, when the views have been created. Prototypes are not passed as views.
  public let attach: @Sendable (View, [View]) -> Void

  /// Creates a slot.
  public init(
    _ name: String, _ documentation: String, _ content: Content,
    attach: @escaping @Sendable (View, [View]) -> Void = { _, _ in }
  ) {
    self.name = name
    self.documentation = documentation
    self.content = content
    self.attach = attach
  }

  /// A list of `children` that the view lays out.
  public static let children = SlotDefinition("children", "Components inside it, in order.", .many) { view, children in
    for child in children { view.addChild(child) }
  }
}
