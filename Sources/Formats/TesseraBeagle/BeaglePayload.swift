import TesseraExpressions
import TesseraValues

/// A payload that was read: a screen, and everything in it, in typed form.
package struct BeaglePayload: Sendable {
  /// The screen. A root that is none was wrapped in one.
  let screen: BeagleElement
  /// Whether the root is a screen itself.
  let hasScreenRoot: Bool
}

/// A component or an action.
struct BeagleElement: Sendable {
  enum Content: Sendable {
    /// One of the namespace `beagle`.
    case known(BeagleTypeSchema, BeagleObject)
    /// One of the namespace `custom`, by its name in lower case: what every component may have, and members of its own.
    case custom(String, BeagleObject, [BeagleMember])
    /// One that cannot be made, and why.
    case broken(String)
  }

  /// As it was written.
  let typeID: String
  let content: Content
  let range: SourceRange
  /// Whether it was an action that was expected.
  var isAction = false
}

/// An object with slots.
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

/// What stands in a slot.
indirect enum BeagleValue: Sendable {
  /// A number, a truth value, or a text whose escapes are read; never a container.
  case literal(JSONNode)
  /// A text with expressions.
  case template(Template, SourceRange)
  /// Any JSON; texts in it may be expressions.
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
