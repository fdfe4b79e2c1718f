public import TesseraValues

/// A type of component, whole: how documents name it, what they can say about it, the view that it makes, and through the
/// view's kind how it looks, is drawn and becomes an element of a page.
///
/// Checks, the reference, the builder, painters and the web client learn of a component from here and nowhere else.
public struct ComponentDefinition: Sendable {
  /// The name in documents.
  public let type: String
  /// One sentence for the reference.
  public let documentation: String
  /// Words that other systems have for it, for suggestions.
  public let synonyms: [String]
  /// What its view is to a host.
  public let kind: ViewKind
  /// What attributes and bindings can name.
  public let properties: PropertyTable<View>
  /// What happens to it.
  public let events: [EventDefinition]
  /// Where other components stand in it.
  public let slots: [SlotDefinition]
  /// Other definitions that take the place of this one where a document says so by a literal attribute.
  package private(set) var variants: [Variant] = []
  /// Kinds of views that its view makes itself and puts into it.
  package private(set) var parts: [ViewKind] = []
  /// What the attributes say that a document leaves out, as the document would say it: text, mostly with expressions.
  package private(set) var defaults: [(attribute: String, text: String)] = []
  /// What its views write by themselves, so that data can be bound to it, and the event that tells it.
  package private(set) var written: [String: EventName] = [:]
  /// The property that a component is bound by; nil for none.
  package private(set) var boundProperty: String? = "value"
  /// Finds what is wrong between the attributes of a document's node, beyond what each says by itself. It is called for
  /// nodes of a document once.
  package private(set) var check: (@Sendable (JSONNode) -> [Diagnostic])?
  /// Makes the bare view; layout, appearance, properties and what stands in its slots are put in by the builder.
  public let makeView: @Sendable (ViewContext) -> View

  /// Creates a definition.
  ///
  /// - Parameters:
  ///   - properties: Its own; those of every view are added.
  ///   - events: Its own; those of every view are added.
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

  /// What buttons can ask of it by a selector, without colons, besides what they can ask of every component.
  package internal(set) var selectors: [String] = []

  /// The definition with what buttons can ask of it.
  package func answering(_ selectors: String...) -> ComponentDefinition {
    var copy = self
    copy.selectors = selectors
    return copy
  }

  /// The definition with others that may take its place.
  func with(_ variants: [Variant]) -> ComponentDefinition {
    var copy = self
    copy.variants = variants
    return copy
  }

  /// The definition with kinds of views that its view makes itself.
  package func withParts(_ parts: [ViewKind]) -> ComponentDefinition {
    var copy = self
    copy.parts = parts
    return copy
  }

  /// The definition with properties that its views write. Each write is told by an event of the name with a prefix.
  /// - Parameter value: the one that a component is bound by where a document says nothing else.
  package func writing(_ names: [String], eventPrefix: String, value: String?) -> ComponentDefinition {
    var copy = self
    for name in names { copy.written[name] = EventName(rawValue: eventPrefix + name) }
    copy.boundProperty = value
    return copy
  }

  /// The definition with what an attribute says where a document leaves it out.
  func withDefault(_ attribute: String, _ text: String) -> ComponentDefinition {
    var copy = self
    copy.defaults.append((attribute, text))
    return copy
  }

  /// The definition with a check of its nodes.
  package func checked(by check: @escaping @Sendable (JSONNode) -> [Diagnostic]) -> ComponentDefinition {
    var copy = self
    copy.check = check
    return copy
  }

  /// A definition for components that have a literal in one of their attributes.
  package struct Variant: Sendable {
    /// The attribute that decides.
    package let attribute: String
    /// What it says.
    package let value: String
    private let make: @Sendable () -> ComponentDefinition

    init(_ attribute: String, _ value: String, _ make: @escaping @Sendable @autoclosure () -> ComponentDefinition) {
      self.attribute = attribute
      self.value = value
      self.make = make
    }

    /// What the component is then.
    package var definition: ComponentDefinition { make() }
  }

  /// Whether its view is nothing but a box that lays out its children by flexbox: a row can take its place.
  package private(set) var isBareBox = false

  /// The definition of a box without anything of its own.
  func asBareBox() -> ComponentDefinition {
    var copy = self
    copy.isBareBox = true
    return copy
  }

  /// What its views may be to a host, those that they make themselves and those of its variants included.
  package var kinds: [ViewKind] { [kind] + parts + variants.flatMap(\.definition.kinds) }

  /// The slot with a name.
  public func slot(_ name: String) -> SlotDefinition? { slots.first { $0.name == name } }

  /// The event with a name.
  public func event(_ name: String) -> EventDefinition? { events.first { $0.name == name } }
}

/// Something that happens to a component or in an action, and what it tells.
public struct EventDefinition: Sendable, Hashable {
  /// A piece of what an event tells.
  public struct Member: Sendable, Hashable {
    /// The key in the event's context: `onChange.value`.
    public var name: String
    /// What it is.
    public var type: PropertyType
    /// A few words for the reference.
    public var documentation: String

    /// Creates a member.
    public init(_ name: String, _ type: PropertyType, _ documentation: String) {
      self.name = name
      self.type = type
      self.documentation = documentation
    }
  }

  /// The name in documents, and of the context that its actions read: `onChange`.
  public var name: String
  /// One sentence for the reference.
  public var documentation: String
  /// What it tells.
  public var carries: [Member]

  /// Creates an event.
  public init(_ name: String, _ documentation: String, carries: [Member] = []) {
    self.name = name
    self.documentation = documentation
    self.carries = carries
  }

  /// What happens to every component.
  public static let common: [EventDefinition] = [
    EventDefinition(EventName.press.rawValue, "It was pressed."),
    EventDefinition(EventName.longPress.rawValue, "It was pressed for half a second, or its menu was asked for."),
    EventDefinition(EventName.initialize.rawValue, "It was made, once."),
    EventDefinition(EventName.appear.rawValue, "Its screen is in front, or is again."),
    EventDefinition(EventName.disappear.rawValue, "Its screen is no longer in front, or was closed."),
  ]
}

/// The name of something that happens to a view.
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
  /// The person changed the value; carries `value`.
  public static let change: EventName = "onChange"
  /// A field got the keyboard focus.
  public static let focus: EventName = "onFocus"
  /// A field lost the keyboard focus.
  public static let blur: EventName = "onBlur"
  /// The return key was pressed in a field, or a form was submitted; carries `value`.
  public static let submit: EventName = "onSubmit"
  /// A form was to be submitted that is not complete; carries `errors`.
  public static let invalid: EventName = "onInvalid"
  /// A view was made.
  public static let initialize: EventName = "onInit"
  /// A view's screen is in front.
  public static let appear: EventName = "onAppear"
  /// A view's screen is not in front any more.
  public static let disappear: EventName = "onDisappear"
  /// The content was scrolled; carries `offset`.
  public static let scroll: EventName = "onScroll"
  /// The content was scrolled near to its end.
  public static let scrollEnd: EventName = "onScrollEnd"
  /// The person moved a row; carries `from`, `to`, `item` and `items`.
  public static let move: EventName = "onMove"
  /// The person asks for new data.
  public static let refresh: EventName = "onRefresh"
}

/// A place for components in a component.
public struct SlotDefinition: Sendable {
  /// What a slot holds.
  public enum Content: Sendable, Hashable {
    /// One component.
    case one
    /// A list of components.
    case many
    /// Components by name, from which rows are made.
    case prototypes
    /// A component from which rows are made. The expressions in it read `item` and `index`, or what the attributes
    /// `itemName` and `indexName` call them.
    case template
    /// A list of `{"case": condition, "template": component}`: the first whose condition holds for an item makes its row.
    case templates
  }

  /// The key in documents.
  public let name: String
  /// A few words for the reference.
  public let documentation: String
  /// What it holds.
  public let content: Content
  /// Puts views into their place; called once, when they are made. Prototypes are no views.
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
