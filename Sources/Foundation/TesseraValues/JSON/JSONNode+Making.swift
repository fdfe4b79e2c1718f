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

  /// The document as a file, and as it would be read from there.
  package var file: (bytes: [UInt8], document: JSONNode) {
    var writer = JSONDocumentWriter(isIndented: true)
    let document = writer.write(self)
    return (writer.bytes + [0x0A], document)
  }
}
