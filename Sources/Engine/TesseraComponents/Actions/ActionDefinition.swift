public import TesseraValues
public import TesseraViews

/// The complete definition of an action type: its name in documents, its attributes and events, and its behaviour.
///
/// Checks, the reference documentation and the runtime all use this definition as their single source.
public struct ActionDefinition: Sendable {
  /// An attribute of an action in a document.
  public struct Attribute: Sendable {
    /// The key in documents.
    public var name: String
    /// The type of the value.
    public var type: PropertyType
    /// A one-sentence description for the reference.
    public var documentation: String
    /// Whether the action requires the attribute.
    public var isRequired: Bool
    /// Common alternative names, for suggestions.
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

  /// The lifetime of a run.
  public enum Lifetime: Sendable, Hashable {
    /// Until the screen is closed. The run is then cancelled and has no further effect.
    case screen
    /// Until the run ends by itself. After its screen is closed, its events are no longer handled.
    case presentation
  }

  /// The name in documents.
  public let type: String
  /// A one-sentence description for the reference.
  public let documentation: String
  /// The names of the action in other systems, for suggestions.
  public let synonyms: [String]
  /// The attributes that a document can specify.
  public let attributes: [Attribute]
  /// The attributes of which a document must specify exactly one.
  public let alternatives: [String]
  /// The slots for components, such as those that `addChildren` adds.
  public let slots: [SlotDefinition]
  /// The events of a run.
  public let events: [EventDefinition]
  /// The lifetime of a run.
  public let lifetime: Lifetime
  /// Checks an action in a document beyond its individual attributes. Called with the action's node and the session's
  /// `surroundings`.
  package private(set) var check: (@Sendable (JSONNode, (any ActionCheckContext)?) -> [Diagnostic])?
  /// Whether the action affects only its own screen, so that it is also performed when a widget is only rendered.
  package private(set) var staysOnScreen = false
  /// Returns whether an action may change the widget's store before `perform` returns. Nil if neither an action of the type
  /// nor one of its events does so before.
  package private(set) var changesStore: (@Sendable (ActionCall, Scope) -> Bool)?
  /// Performs the action. A run that ends later calls ``ActionRun/finish()``. A run that returns without calling
  /// ``ActionRun/begin(cancel:)`` has ended.
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

  /// Returns the definition with a check for its actions in documents.
  package func checked(by check: @escaping @Sendable (JSONNode, (any ActionCheckContext)?) -> [Diagnostic])
    -> ActionDefinition
  {
    var copy = self
    copy.check = check
    return copy
  }

  /// The definition, marked as affecting only its own screen.
  package var stayingOnScreen: ActionDefinition {
    var copy = self
    copy.staysOnScreen = true
    return copy
  }

  /// Returns the definition, marked as changing the widget's store, or running actions that do, before `perform` returns.
  /// - Parameter isChange: Returns whether an action itself does so in a scope.
  package func changingStore(
    if isChange: @escaping @Sendable (ActionCall, Scope) -> Bool = { _, _ in true }
  ) -> ActionDefinition {
    var copy = self
    copy.changesStore = isChange
    return copy
  }

  /// Returns the attribute with a name.
  public func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }
}

/// A decoded and checked action of a document.
package struct ActionCall: Sendable {
  /// The definition of the action.
  package let definition: ActionDefinition
  /// The attributes specified by the document, by name.
  package var attributes: [String: DynamicValue]
  /// The components in the action's slots, by slot name.
  package var components: [String: [Component]]
  /// The actions to run on each event, in order, by event name.
  package var events: [String: [ActionCall]]
  /// The analytics setting for its runs.
  package var analytics = ActionAnalytics.configured
  /// The range in the document.
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

extension ActionCall {
  /// Returns how often a list of actions may change the widget's store before it waits for something. Actions of which only
  /// one runs count as well.
  static func storeChanges(of calls: [ActionCall], in scope: Scope) -> Int {
    calls.reduce(0) { count, call in
      guard let isChange = call.definition.changesStore else { return count }
      return call.events.values.reduce(count + (isChange(call, scope) ? 1 : 0)) {
        $0 + storeChanges(of: $1, in: scope)
      }
    }
  }
}
