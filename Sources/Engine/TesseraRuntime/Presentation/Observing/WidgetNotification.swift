public import TesseraValues

/// A named notification of a widget or its host.
///
/// Service actions post notifications, as in WidgetKit: `<action>Start`, `<action>Progress` with a number from 0 to 1,
/// `<action>Ready` with the response, `<action>Success` with the stored object, and `<action>Error`.
public struct WidgetNotification: Sendable, Hashable {
  /// The name.
  public var name: String
  /// The value; null for none.
  public var value: Value

  /// Creates a notification.
  public init(_ name: String, _ value: Value = .null) {
    self.name = name
    self.value = value
  }

  static func started(_ action: String) -> WidgetNotification { WidgetNotification(action + "Start") }
  static func progressed(_ action: String, _ progress: Double) -> WidgetNotification {
    WidgetNotification(action + "Progress", .double(progress))
  }

  static func ready(_ action: String, _ answer: Value) -> WidgetNotification {
    WidgetNotification(action + "Ready", answer)
  }

  static func succeeded(_ action: String, _ object: Value) -> WidgetNotification {
    WidgetNotification(action + "Success", object)
  }

  static func failed(_ action: String, _ message: String) -> WidgetNotification {
    WidgetNotification(action + "Error", ["message": .string(message)])
  }
}
