import TesseraValues

/// A component or an action of a payload that is being written.
struct PayloadPart {
  let isAction: Bool
  /// What it says of itself.
  var said: ObjectBuilder
  /// The components and actions in it.
  var held: ObjectBuilder
  /// What has to be there for it to be read, and is not what is held.
  var stubs: ObjectBuilder
  /// The native members that what is held says.
  var covered: Set<String> = []
  private let typeID: JSONNode

  /// - Parameter name: Of the namespace `beagle`, unless it has another one.
  init(_ name: String, _ range: SourceRange, isAction: Bool = false) {
    self.isAction = isAction
    typeID = .text(name.contains(":") ? name : "beagle:\(name)", range)
    said = ObjectBuilder(range)
    held = ObjectBuilder(range)
    stubs = ObjectBuilder(range)
  }

  /// Without what is held.
  var sample: JSONNode {
    var object = ObjectBuilder(typeID.range)
    object.set(isAction ? BeagleDecoder.actionKey : BeagleDecoder.componentKey, typeID)
    for member in stubs.members + said.members { object.set(member.name, member.value, at: member.nameRange) }
    return object.node
  }
}
