public import TesseraValues
public import TesseraViews

/// A component in a slot of another component, with its data, bindings and actions.
public struct ServerDrivenChild: Decodable {
  /// The view, or nil if the document has none.
  public let view: View?

  /// Creates the child from the document's component for this member.
  public init(from decoder: any Decoder) throws { view = decoder.members?.views(decoder.memberName).first }
}

/// Components in a slot of another component, in order.
public struct ServerDrivenChildren: Decodable {
  /// The views. Empty if the document has none.
  public let views: [View]

  /// Creates the children from the document's components for this member.
  public init(from decoder: any Decoder) throws { views = decoder.members?.views(decoder.memberName) ?? [] }
}

/// An event of a component or an action. Calling it runs the actions that the document specifies.
public struct ServerDrivenEvent: Decodable {
  private let send: ([String: Value]) -> Void
  /// Whether the document handles the event.
  public let isHandled: Bool

  /// Creates the event from the document's actions for this member.
  public init(from decoder: any Decoder) throws {
    let (members, name) = (decoder.members, decoder.memberName)
    isHandled = members?.handles(name) ?? false
    send = { members?.send(name, $0) }
  }

  /// Sends the event.
  ///
  /// - Parameter details: The details that actions access by the name of the event, such as `@{onRate.stars}`.
  public func callAsFunction(_ details: [String: Value] = [:]) { send(details) }
}

/// The members of a component or an action that are not data, by name.
struct ServerDrivenMembers {
  var views: (String) -> [View] = { _ in [] }
  var handles: (String) -> Bool = { _ in false }
  var send: (String, [String: Value]) -> Void = { _, _ in }

  static let key = CodingUserInfoKey(rawValue: "org.tessera.members")
}

extension Decoder {
  fileprivate var members: ServerDrivenMembers? {
    ServerDrivenMembers.key.flatMap { userInfo[$0] } as? ServerDrivenMembers
  }

  fileprivate var memberName: String { codingPath.last?.stringValue ?? "" }
}
