import TesseraComponents
import TesseraExpressions
import TesseraValues
import TesseraViews

/// Decodes the sections `objects` and `elements` of a screen. Invalid entries are reported to the session and left out.
struct SchemeDecoder {
  let session: DecodingSession
  let mediators: MediatorRegistry
  let elements: DecodedElements
  /// The type of each component by identifier, on the screen and in rows.
  var elementTypes: [String: ComponentDefinition] { elements.types }
  /// The names of constraints.
  var constraintNames: Set<String> = []
  /// The class of each object, by identifier and alias.
  var mediatorClasses: [String: Mediator.Type] = [:]
  /// The names of objects that failed to decode; references to them are not reported.
  var brokenObjects: Set<String> = []
  /// The fields of each form, as far as they have been decoded.
  var formFields: [String: [String]] = [:]

  mutating func decode(objects: JSONNode?, elements: JSONNode?) -> SchemeDefinition {
    var scheme = SchemeDefinition()
    scheme.constraintNames = constraintNames
    let entries = members(of: objects, named: "objects")
    for entry in entries { declare(entry) }
    for entry in entries { declareAlias(of: entry) }
    scheme.objects = entries.compactMap { decodeObject($0) }
    for entry in members(of: elements, named: "elements") {
      if entry.name == "@self" {
        decodeScreen(entry, into: &scheme)
      } else if constraintNames.contains(entry.name), elementTypes[entry.name] == nil {
        decodeConstraint(entry).map { scheme.constraints.append($0) }
      } else if let element = decodeElement(entry) {
        scheme.elements.append(element)
      }
    }
    return scheme
  }

  func members(of node: JSONNode?, named name: String) -> [JSONMember] {
    guard let node else { return [] }
    guard let members = node.membersWithoutComments else {
      session.add("scheme-type", node.range, "'\(name)' takes an object, found \(node.typeName)")
      return []
    }
    return members
  }

  /// Returns the identifiers that an outlet names: one, or a list.
  func targets(of member: JSONMember) -> [JSONNode]? {
    let nodes = member.value.elements ?? [member.value]
    guard nodes.allSatisfy({ $0.string != nil }) else {
      session.add(
        "outlet-type", member.value.range, "Outlet '\(member.name)' takes an identifier or a list of identifiers")
      return nil
    }
    return nodes
  }
}
