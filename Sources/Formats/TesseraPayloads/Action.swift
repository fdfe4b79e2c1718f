public import TesseraValues

/// Something that happens on an event.
public struct Action: Sendable {
  var members: [String: Value]

  /// Any action, such as `custom:track`.
  public init(_ type: String, _ members: [String: any PayloadValue] = [:], then events: [String: [Action]] = [:]) {
    self.members = members.mapValues(\.payload)
    for (event, actions) in events where !actions.isEmpty { self.members[event] = actions.payload }
    self.members["_beagleAction_"] = .string(type.contains(":") ? type : "beagle:\(type)")
  }

  /// Writes into a context.
  public static func set(_ place: Reference, to value: some PayloadValue) -> Action {
    var members: [String: any PayloadValue] = ["contextId": place.parts.context, "value": value]
    if let path = place.parts.path { members["path"] = path }
    return Action("setContext", members)
  }

  /// Chooses between actions.
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

  /// Opens a screen that is kept at an address.
  /// - Parameter handing: what the screen reads as ``Reference/handedOver``.
  public static func push(_ url: String, handing value: (any PayloadValue)? = nil, prefetch: Bool = false) -> Action {
    navigation("pushView", url, handing: value, prefetch: prefetch)
  }

  /// Opens a screen over the others.
  public static func present(_ url: String, handing value: (any PayloadValue)? = nil) -> Action {
    navigation("pushStack", url, handing: value)
  }

  /// Opens a screen in place of all others.
  public static func restart(with url: String) -> Action { navigation("resetApplication", url, handing: nil) }

  /// Opens a screen in place of those of its stack.
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

  /// Opens a screen that comes along.
  public static func push(screen: Component, handing value: (any PayloadValue)? = nil) -> Action {
    navigation("pushView", to: .dictionary(["screen": screen.payload]), handing: value)
  }

  /// Goes back to a screen further below, by its name or its address.
  public static func back(to route: String) -> Action { Action("popToView", ["route": route]) }

  /// Opens an address elsewhere.
  public static func open(_ url: String) -> Action { Action("openExternalURL", ["url": url]) }

  /// Opens a screen that the app itself has.
  public static func openNative(_ route: String, data: [String: String] = [:], resets: Bool = false) -> Action {
    Action("openNativeRoute", ["route": route, "data": data, "shouldResetApplication": resets])
  }

  /// Asks a question.
  public static func confirm(
    _ message: String, title: String? = nil, then: [Action], otherwise: [Action] = []
  ) -> Action {
    var members: [String: any PayloadValue] = ["message": message]
    if let title { members["title"] = title }
    return Action("confirm", members, then: ["onPressOk": then, "onPressCancel": otherwise])
  }

  /// Where children stand among those that are there.
  public enum Place: String, Sendable {
    case behind = "APPEND"
    case before = "PREPEND"
    case inPlace = "REPLACE"
  }

  /// Adds components to one by its name.
  public static func add(
    to id: String, _ place: Place = .behind, @ComponentBuilder _ children: () -> [Component]
  ) -> Action {
    let children = Value.array(children().map(\.payload))
    return Action("addChildren", ["componentId": id, "mode": place.rawValue, "value": children])
  }

  /// Goes back.
  public static let back = Action("popView")
  /// Closes what was presented.
  public static let close = Action("popStack")
  /// Submits the form around.
  public static let submit = Action("submitForm")

  /// Asks a server.
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
  /// What only Tessera reads: attributes of the native action that it becomes, in the words of native documents.
  public func tessera(_ members: Value) -> Action {
    var copy = self
    copy.members["_tessera_"] = members
    return copy
  }
}

extension [Action] {
  var payload: Value { .array(map { .dictionary($0.members) }) }
}
