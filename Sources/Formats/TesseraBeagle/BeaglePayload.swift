import TesseraExpressions
import TesseraValues

/// A decoded payload: a screen with all its content, in typed form.
package struct BeaglePayload: Sendable {
  /// The screen. A root of another type was wrapped in a screen.
  let screen: BeagleElement
  /// Whether the root is a screen.
  let hasScreenRoot: Bool
}

/// A component or an action.
struct BeagleElement: Sendable {
  enum Content: Sendable {
    /// An element of the namespace `beagle`.
    case known(BeagleTypeSchema, BeagleObject)
    /// An element of the namespace `custom`: its lowercased name, the common members, and its own members.
    case custom(String, BeagleObject, [BeagleMember])
    /// An element that cannot be created, with the reason.
    case broken(String)
  }

  /// The type identifier as written.
  let typeID: String
  let content: Content
  let range: SourceRange
  /// Whether an action was expected.
  var isAction = false
}

/// An object whose members are described by a schema.
struct BeagleObject: Sendable {
  let schema: BeagleObjectSchema
  var members: [BeagleMember]
  let range: SourceRange

  subscript(name: String) -> BeagleValue? { members.first { $0.name == name }?.value }

  func member(_ name: String) -> BeagleMember? { members.first { $0.name == name } }
}

struct BeagleMember: Sendable {
  let name: String
  let nameRange: SourceRange
  let value: BeagleValue
}

/// The value of a member.
indirect enum BeagleValue: Sendable {
  /// A number, a Boolean, or a text with its escapes resolved; never a container.
  case literal(JSONNode)
  /// A text with expressions.
  case template(Template, SourceRange)
  /// Any JSON. Texts in it may be expressions.
  case data(JSONNode)
  case object(BeagleObject)
  case list([BeagleValue], SourceRange)
  case element(BeagleElement)

  var range: SourceRange {
    switch self {
    case .literal(let node), .data(let node): node.range
    case .template(_, let range), .list(_, let range): range
    case .object(let object): object.range
    case .element(let element): element.range
    }
  }

  var literal: JSONNode? { if case .literal(let node) = self { node } else { nil } }
  var text: String? { literal?.string }
  var bool: Bool? { literal?.bool }
  var number: Double? { literal?.number }
  var object: BeagleObject? { if case .object(let object) = self { object } else { nil } }
  var element: BeagleElement? { if case .element(let element) = self { element } else { nil } }
  var list: [BeagleValue]? { if case .list(let values, _) = self { values } else { nil } }
  var elements: [BeagleElement] { list?.compactMap(\.element) ?? element.map { [$0] } ?? [] }
}
