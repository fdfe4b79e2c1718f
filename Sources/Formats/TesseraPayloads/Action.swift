public import TesseraValues

/// An action that runs on an event.
public struct Action: Sendable {
  var members: [String: Value]

  /// Creates an action of any type, such as `custom:track`.
  ///
  /// - Parameters:
  ///   - type: The type of the action.
  ///   - members: The attributes of the action.
  ///   - events: The actions to run on events of the action, by event name.
  public init(_ type: String, _ members: [String: any PayloadValue] = [:], then events: [String: [Action]] = [:]) {
    self.members = members.mapValues(\.payload)
    for (event, actions) in events where !actions.isEmpty { self.members[event] = actions.payload }
    self.members["_beagleAction_"] = .string(type.contains(":") ? type : "beagle:\(type)")
  }

  /// Writes a value to a context.
  public static func set(_ place: Reference, to value: some PayloadValue) -> Action {
    var members: [String: any PayloadValue] = ["contextId": place.parts.context, "value": value]
    if let path = place.parts.path { members["path"] = path }
    return Action("setContext", members)
  }

  /// Chooses between two lists of actions.
  public static func when(
    _ condition: some PayloadExpression, _ then: [Action], otherwise: [Action] = []
  ) -> Action {
    Action("condition", ["condition": condition], then: ["onTrue": then, "onFalse": otherwise])
  }

  /// Shows a message.
  public static func alert(_ message: String, title: String? = nil, then: [Action] = []) -> Action {
    var members: [String: any PayloadValue] = ["message": message]
    if let title { members["title"] = title }
    return Action("alert", members, then: ["onPressOk": then])
  }

  /// Opens the screen at an address.
  ///
  /// - Parameters:
  ///   - url: The address of the screen.
  ///   - value: The data that the screen reads as ``Reference/handedOver``.
  ///   - prefetch: Whether to load the screen in advance.
  public static func push(_ url: String, handing value: (any PayloadValue)? = nil, prefetch: Bool = false) -> Action {
    navigation("pushView", url, handing: value, prefetch: prefetch)
  }

  /// Opens a screen in a new stack above the others.
  public static func present(_ url: String, handing value: (any PayloadValue)? = nil) -> Action {
    navigation("pushStack", url, handing: value)
  }

  /// Opens a screen in place of all other screens.
  public static func restart(with url: String) -> Action { navigation("resetApplication", url, handing: nil) }

  /// Opens a screen in place of the screens of its stack.
  public static func reset(with url: String) -> Action { navigation("resetStack", url, handing: nil) }

  private static func navigation(
    _ type: String, _ url: String, handing value: (any PayloadValue)?, prefetch: Bool = false
  ) -> Action {
    var route: [String: Value] = ["url": .string(url)]
    if prefetch { route["shouldPrefetch"] = true }
    return navigation(type, to: .dictionary(route), handing: value)
  }

  private static func navigation(_ type: String, to route: Value, handing value: (any PayloadValue)?) -> Action {
    var members: [String: any PayloadValue] = ["route": route]
    if let value { members["navigationContext"] = Value.dictionary(["value": value.payload]) }
    return Action(type, members)
  }

  /// Opens a screen that is part of the payload.
  public static func push(screen: Component, handing value: (any PayloadValue)? = nil) -> Action {
    navigation("pushView", to: .dictionary(["screen": screen.payload]), handing: value)
  }

  /// Goes back to a previous screen, identified by its name or address.
  public static func back(to route: String) -> Action { Action("popToView", ["route": route]) }

  /// Opens an address outside the app.
  public static func open(_ url: String) -> Action { Action("openExternalURL", ["url": url]) }

  /// Opens a native screen of the app.
  public static func openNative(_ route: String, data: [String: String] = [:], resets: Bool = false) -> Action {
    Action("openNativeRoute", ["route": route, "data": data, "shouldResetApplication": resets])
  }

  /// Asks the person for confirmation.
  public static func confirm(
    _ message: String, title: String? = nil, then: [Action], otherwise: [Action] = []
  ) -> Action {
    var members: [String: any PayloadValue] = ["message": message]
    if let title { members["title"] = title }
    return Action("confirm", members, then: ["onPressOk": then, "onPressCancel": otherwise])
  }

  /// The position of added children relative to the existing ones.
  public enum Place: String, Sendable {
    case behind = "APPEND"
    case before = "PREPEND"
    case inPlace = "REPLACE"
  }

  /// Adds children to the component with an identifier.
  public static func add(
    to id: String, _ place: Place = .behind, @ComponentBuilder _ children: () -> [Component]
  ) -> Action {
    let children = Value.array(children().map(\.payload))
    return Action("addChildren", ["componentId": id, "mode": place.rawValue, "value": children])
  }

  /// Goes back to the previous screen.
  public static let back = Action("popView")
  /// Closes the presented stack.
  public static let close = Action("popStack")
  /// Submits the enclosing form.
  public static let submit = Action("submitForm")

  /// Sends an HTTP request.
  public static func request(
    _ url: String, method: String = "GET", headers: [String: String] = [:], data: (any PayloadValue)? = nil,
    onSuccess: [Action] = [], onError: [Action] = [], onFinish: [Action] = []
  ) -> Action {
    var members: [String: any PayloadValue] = ["url": url, "method": method]
    if !headers.isEmpty { members["headers"] = headers }
    if let data { members["data"] = data }
    return Action(
      "sendRequest", members, then: ["onSuccess": onSuccess, "onError": onError, "onFinish": onFinish])
  }
}

extension Action {
  /// Adds attributes of the native action that only Tessera reads, in native form.
  public func tessera(_ members: Value) -> Action {
    var copy = self
    copy.members["_tessera_"] = members
    return copy
  }
}

extension [Action] {
  var payload: Value { .array(map { .dictionary($0.members) }) }
}
