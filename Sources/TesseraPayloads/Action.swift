import TesseraValues

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

  private static func navigation(
    _ type: String, _ url: String, handing value: (any PayloadValue)?, prefetch: Bool = false
  ) -> Action {
    var route: [String: Value] = ["url": .string(url)]
    if prefetch { route["shouldPrefetch"] = true }
    var members: [String: any PayloadValue] = ["route": Value.dictionary(route)]
    if let value { members["navigationContext"] = Value.dictionary(["value": value.payload]) }
    return Action(type, members)
  }

  /// Goes back.
  public static let back = Action("popView")
  /// Closes what was presented.
  public static let close = Action("popStack")
  /// Submits the form around.
  public static let submit = Action("submitForm")

  /// Asks a server.
  public static func request(
    _ url: String, method: String = "GET", data: (any PayloadValue)? = nil, onSuccess: [Action] = [],
    onError: [Action] = []
  ) -> Action {
    var members: [String: any PayloadValue] = ["url": url, "method": method]
    if let data { members["data"] = data }
    return Action("sendRequest", members, then: ["onSuccess": onSuccess, "onError": onError])
  }
}

extension [Action] {
  var payload: Value { .array(map { .dictionary($0.members) }) }
}
