import TesseraValues

/// A component or an action of a payload under construction.
struct PayloadPart {
  let isAction: Bool
  /// The members with the element's own data.
  var said: ObjectBuilder
  /// The members with nested components and actions.
  var held: ObjectBuilder
  /// Placeholders for members that are required for decoding, but nested.
  var stubs: ObjectBuilder
  /// The native members that are represented by nested components and actions.
  var covered: Set<String> = []
  private let typeID: JSONNode

  /// - Parameter name: The type name. It belongs to the namespace `beagle` unless it contains another one.
  init(_ name: String, _ range: SourceRange, isAction: Bool = false) {
    self.isAction = isAction
    typeID = .text(name.contains(":") ? name : "beagle:\(name)", range)
    said = ObjectBuilder(range)
    held = ObjectBuilder(range)
    stubs = ObjectBuilder(range)
  }

  /// The part without nested components and actions.
  var sample: JSONNode {
    var object = ObjectBuilder(typeID.range)
    object.set(isAction ? BeagleDecoder.actionKey : BeagleDecoder.componentKey, typeID)
    for member in stubs.members + said.members { object.set(member.name, member.value, at: member.nameRange) }
    return object.node
  }
}
