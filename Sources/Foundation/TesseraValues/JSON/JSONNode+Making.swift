/// Making of documents, whose parts have no place in a file.
extension JSONNode {
  private static let nowhere = SourceRange(.start)

  package static func text(_ text: String) -> JSONNode { JSONNode(.string(text), range: nowhere) }
  package static func flag(_ flag: Bool) -> JSONNode { JSONNode(.bool(flag), range: nowhere) }
  package static let none = JSONNode(.null, range: nowhere)
  package static func list(_ elements: [JSONNode]) -> JSONNode { JSONNode(.array(elements), range: nowhere) }

  /// An object. Of several members with a name, the last one stays.
  package static func object(_ members: [(String, JSONNode)]) -> JSONNode {
    var unique = OrderedTable<JSONNode>()
    for (name, value) in members { unique.set(value, for: name) }
    return JSONNode(
      .object(unique.entries.map { JSONMember(name: $0.key, nameRange: nowhere, value: $0.value) }), range: nowhere)
  }

  /// Returns the document as a file.
  package var fileBytes: [UInt8] { Array((JSONText.text(of: self, indented: true) + "\n").utf8) }
}
