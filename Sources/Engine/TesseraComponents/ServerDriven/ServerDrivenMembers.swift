public import TesseraValues
public import TesseraViews

/// A component that stands in another one, as the document brings it: with its data, its bindings and its actions.
public struct ServerDrivenChild: Decodable {
  /// The view; nil where the document has none.
  public let view: View?

  /// Takes what the document brings under the name of the member.
  public init(from decoder: any Decoder) throws { view = decoder.members?.views(decoder.memberName).first }
}

/// Components that stand in another one, in order.
public struct ServerDrivenChildren: Decodable {
  /// The views; none where the document has none.
  public let views: [View]

  /// Takes what the document brings under the name of the member.
  public init(from decoder: any Decoder) throws { views = decoder.members?.views(decoder.memberName) ?? [] }
}

/// Something that happens to a component or in an action: what the document says about it is done when it is called.
public struct ServerDrivenEvent: Decodable {
  private let send: ([String: Value]) -> Void
  /// Whether the document says anything about it.
  public let isHandled: Bool

  /// Takes what the document says under the name of the member.
  public init(from decoder: any Decoder) throws {
    let (members, name) = (decoder.members, decoder.memberName)
    isHandled = members?.handles(name) ?? false
    send = { members?.send(name, $0) }
  }

  /// Lets it happen.
  /// - Parameter details: what actions read by its name: `@{onRate.stars}`.
  public func callAsFunction(_ details: [String: Value] = [:]) { send(details) }
}

/// What is no data in a component or an action, by the names of members.
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
