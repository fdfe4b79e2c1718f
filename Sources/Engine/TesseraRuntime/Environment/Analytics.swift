public import Foundation
public import TesseraValues

/// Records the use of widgets for an app.
public protocol AnalyticsProvider: Sendable {
  /// What is recorded by default. It is read for each event, so it may change at any time.
  var configuration: AnalyticsConfiguration { get }
  /// Records an event. It is called on the widget's executor, before an action runs, and should return quickly.
  func record(_ record: AnalyticsRecord)
}

/// The default selection of recorded events. Documents can override it.
public struct AnalyticsConfiguration: Sendable, Hashable {
  /// Whether screens are recorded when they appear.
  public var recordsScreens: Bool
  /// The recorded attributes of each recorded action type: paths such as `data.number`.
  public var actions: [String: [String]]

  /// Creates a configuration that records screens and no actions.
  public init(recordsScreens: Bool = true, actions: [String: [String]] = [:]) {
    self.recordsScreens = recordsScreens
    self.actions = actions
  }
}

/// A recorded event.
public struct AnalyticsRecord: Sendable, Hashable {
  /// The kind of event.
  public enum Kind: String, Sendable, Hashable {
    /// A screen appeared.
    case screen
    /// An action is about to run.
    case action
    /// The document recorded an event with the action `track`.
    case event
  }

  /// The component in which an event happened.
  public struct Component: Sendable, Hashable {
    /// The component's `id` in the document.
    public var id: String?
    /// The component type, such as `button`.
    public var type: String
    /// The distance from the left edge of the window, in points.
    public var x: Double
    /// The distance from the top edge of the window, in points.
    public var y: Double
  }

  /// The kind of event.
  public var kind: Kind
  /// The identifier of the widget instance.
  public var instance: String
  /// The screen: its name in the bundle, its URL if it was fetched, or the identifier of its root.
  public var screen: String
  /// The identifier of the screen's root component; nil if it has none.
  public var rootID: String?
  /// The name of the action; nil for screens. It is the type, or the name that `track` specifies. In a payload that
  /// configures analytics, it is `beagle:` and the type in lower case.
  public var action: String?
  /// The event that triggered the action, such as `onPress`.
  public var event: String?
  /// The component; nil for events of a screen.
  public var component: Component?
  /// The values of the action's recorded attributes by path, without null values.
  public var attributes: [String: Value] = [:]
  /// Additional entries that the document specifies.
  public var additionalEntries: [String: Value] = [:]
  /// The date of the event.
  public var date: Date

  /// The record as JSON in Beagle's format. The timestamp is in milliseconds since 1970.
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
