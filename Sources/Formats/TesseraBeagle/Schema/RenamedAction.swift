/// An action that is the same in payloads and native documents except for its names.
struct RenamedAction: Sendable {
  /// The name in payloads and the name in native documents.
  typealias Words = (payload: String, native: String)

  let type: Words
  let values: [Words]
  let events: [Words]

  private init(_ type: Words, values: [Words] = [], events: [Words] = []) {
    (self.type, self.values, self.events) = (type, values, events)
  }

  private static let all = [
    RenamedAction(
      ("alert", "alert"), values: [("title", "title"), ("message", "message"), ("labelOk", "button")],
      events: [("onPressOk", "onOk")]),
    RenamedAction(
      ("confirm", "confirm"),
      values: [("title", "title"), ("message", "message"), ("labelOk", "okText"), ("labelCancel", "cancelText")],
      events: [("onPressOk", "onOk"), ("onPressCancel", "onCancel")]),
    RenamedAction(("submitform", "submit")),
    RenamedAction(("openexternalurl", "openURL"), values: [("url", "url")]),
    RenamedAction(
      ("opennativeroute", "openRoute"),
      values: [("route", "route"), ("data", "data"), ("shouldResetApplication", "replacesAll")]),
  ]

  /// The actions by their names in payloads.
  static let ofPayloads = Dictionary(all.map { ($0.type.payload, $0) }, uniquingKeysWith: { $1 })
  /// The actions by their names in native documents.
  static let native = Dictionary(all.map { ($0.type.native, $0) }, uniquingKeysWith: { $1 })
}
