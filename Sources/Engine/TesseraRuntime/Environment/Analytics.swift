public import Foundation
public import TesseraValues

/// Records what people do with widgets, for an app that wants to know.
public protocol AnalyticsProvider: Sendable {
  /// What is recorded of documents that say nothing about it. It is asked for each event, so it may change at any time.
  var configuration: AnalyticsConfiguration { get }
  /// Takes a record. It is called on the widget's own executor, before an action runs, and should return at once.
  func record(_ record: AnalyticsRecord)
}

/// What is recorded of documents that say nothing about it.
public struct AnalyticsConfiguration: Sendable, Hashable {
  /// Whether screens are recorded that come into sight.
  public var recordsScreens: Bool
  /// The types of actions that are recorded, and which of their attributes: paths such as `data.number`.
  public var actions: [String: [String]]

  /// Creates a configuration: screens, and no actions.
  public init(recordsScreens: Bool = true, actions: [String: [String]] = [:]) {
    self.recordsScreens = recordsScreens
    self.actions = actions
  }
}

/// Something that a person did with a widget.
public struct AnalyticsRecord: Sendable, Hashable {
  /// What it was.
  public enum Kind: String, Sendable, Hashable {
    /// A screen came into sight.
    case screen
    /// An action is about to run.
    case action
    /// The document's action `track` says something of its own.
    case event
  }

  /// The component on which something happened.
  public struct Component: Sendable, Hashable {
    /// The author's name for it.
    public var id: String?
    /// The type of component, such as `button`.
    public var type: String
    /// The distance of its box from the left of the window, in points.
    public var x: Double
    /// The distance of its box from the top of the window, in points.
    public var y: Double
  }

  /// What it was.
  public var kind: Kind
  /// The name of the widget's instance.
  public var instance: String
  /// The screen: its name in the bundle, its address if it was fetched, or the identifier of its root.
  public var screen: String
  /// The identifier of the screen's root; nil where it has none.
  public var rootID: String?
  /// What the action is called: its type, `beagle:` and the type in lower case in a payload that says how it is recorded, or the name that `track`
  /// gives. Nil for screens.
  public var action: String?
  /// The event that the action belongs to, such as `onPress`.
  public var event: String?
  /// On what it happened; nil for events of a screen.
  public var component: Component?
  /// The action's attributes, by the paths that were asked for; without those that are null.
  public var attributes: [String: Value] = [:]
  /// What the document records besides.
  public var additionalEntries: [String: Value] = [:]
  /// When it was.
  public var date: Date

  /// The record as JSON, in the words of Beagle's records; the time is in milliseconds since 1970.
  public var json: Value {
    var members: [String: Value] = [
      "type": .string(kind.rawValue), "platform": "tessera", "widget": .string(instance), "screen": .string(screen),
      "timestamp": .integer(Int64(date.timeIntervalSince1970 * 1000)),
    ]
    members["rootId"] = rootID.map(Value.string)
    members["beagleAction"] = action.map(Value.string)
    members["event"] = event.map(Value.string)
    members["component"] = component.map { component in
      var value: [String: Value] = [
        "type": .string(component.type), "position": ["x": .double(component.x), "y": .double(component.y)],
      ]
      value["id"] = component.id.map(Value.string)
      return .dictionary(value)
    }
    if !attributes.isEmpty { members["attributes"] = .dictionary(attributes) }
    if !additionalEntries.isEmpty { members["additionalEntries"] = .dictionary(additionalEntries) }
    return .dictionary(members)
  }
}
