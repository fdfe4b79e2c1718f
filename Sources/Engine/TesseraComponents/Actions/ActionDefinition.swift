public import TesseraValues
public import TesseraViews

/// A type of action, whole: how documents name it, its attributes and events, and what it does.
///
/// Checks, the reference and the runtime learn of an action from here and nowhere else.
public struct ActionDefinition: Sendable {
  /// Something that a document says about an action.
  public struct Attribute: Sendable {
    /// The key in documents.
    public var name: String
    /// What it takes.
    public var type: PropertyType
    /// One sentence for the reference.
    public var documentation: String
    /// Whether the action means nothing without it.
    public var isRequired: Bool
    /// Words that authors use for it out of habit, for suggestions.
    public var synonyms: [String]

    /// Creates an attribute.
    public init(
      _ name: String, _ type: PropertyType, _ documentation: String, isRequired: Bool = false, synonyms: [String] = []
    ) {
      self.name = name
      self.type = type
      self.documentation = documentation
      self.isRequired = isRequired
      self.synonyms = synonyms
    }
  }

  /// How long a run may go on.
  public enum Lifetime: Sendable, Hashable {
    /// Until its screen is closed: then it is cancelled, and nothing of it happens any more.
    case screen
    /// Until it ends by itself. Its events are not heard any more once its screen is closed.
    case presentation
  }

  /// The name in documents.
  public let type: String
  /// One sentence for the reference.
  public let documentation: String
  /// Words that other systems have for it, for suggestions.
  public let synonyms: [String]
  /// What a document can say.
  public let attributes: [Attribute]
  /// Attributes of which a document says exactly one.
  public let alternatives: [String]
  /// Attributes that hold components, such as those that `addChildren` adds.
  public let slots: [SlotDefinition]
  /// What happens to a run.
  public let events: [EventDefinition]
  /// How long a run may go on.
  public let lifetime: Lifetime
  /// Finds what is wrong in a document's action beyond its single attributes; it gets what the session knows as
  /// surroundings.
  package private(set) var check: (@Sendable (JSONNode, any Sendable) -> [Diagnostic])?
  /// Whether it changes nothing but its own screen, so that it is done where a widget is only drawn.
  package private(set) var staysOnScreen = false
  /// Does it. A run that ends later calls ``ActionRun/finish()``; one that returns without ``ActionRun/begin(cancel:)``
  /// has ended.
  public let perform: @Sendable (ActionRun) -> Void

  /// Creates a definition.
  public init(
    type: String, documentation: String, synonyms: [String] = [], attributes: [Attribute] = [],
    alternatives: [String] = [], slots: [SlotDefinition] = [], events: [EventDefinition] = [],
    lifetime: Lifetime = .screen, perform: @escaping @Sendable (ActionRun) -> Void
  ) {
    self.type = type
    self.documentation = documentation
    self.synonyms = synonyms
    self.attributes = attributes
    self.alternatives = alternatives
    self.slots = slots
    self.events = events
    self.lifetime = lifetime
    self.perform = perform
  }

  /// The definition with a check of its actions in documents.
  package func checked(by check: @escaping @Sendable (JSONNode, any Sendable) -> [Diagnostic]) -> ActionDefinition {
    var copy = self
    copy.check = check
    return copy
  }

  /// The definition of an action that changes nothing but its own screen.
  package var stayingOnScreen: ActionDefinition {
    var copy = self
    copy.staysOnScreen = true
    return copy
  }

  /// The attribute with a name.
  public func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }
}

/// An action in a document, decoded and checked.
package struct ActionCall: Sendable {
  /// What it is.
  package let definition: ActionDefinition
  /// What the document says, by the names of attributes.
  package var attributes: [String: DynamicValue]
  /// Components that the action brings, by the names of its slots.
  package var components: [String: [Component]]
  /// What happens on its events, in order.
  package var events: [String: [ActionCall]]
  /// What is recorded of its runs.
  package var analytics = ActionAnalytics.configured
  /// Where it stands in its document.
  package var range: SourceRange

  /// Creates a call.
  package init(
    _ definition: ActionDefinition, attributes: [String: DynamicValue] = [:], components: [String: [Component]] = [:],
    events: [String: [ActionCall]] = [:], range: SourceRange
  ) {
    self.definition = definition
    self.attributes = attributes
    self.components = components
    self.events = events
    self.range = range
  }
}
