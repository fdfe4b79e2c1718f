/// Writes a document as text, and notes the positions of its parts.
struct JSONDocumentWriter {
  /// The text so far.
  private(set) var bytes: [UInt8] = []

  private let isIndented: Bool
  private var position = SourcePosition.start

  /// The maximum line length of a document in bytes, for parts that can be broken into several lines.
  private static let lineLength = 110

  /// - Parameter isIndented: Whether to break what does not fit on a line, and to indent it by two spaces per level.
  init(isIndented: Bool) { self.isIndented = isIndented }

  /// Writes a node.
  /// - Returns: The node as it would be read from the text.
  mutating func write(_ node: JSONNode, depth: Int = 0) -> JSONNode {
    guard node.isContainer, depth < JSONText.maximumDepth else { return writeLiteral(node) }
    let start = position
    if isIndented {
      let count = bytes.count
      if let line = writeLine(node, upTo: count + Self.lineLength - 2 * depth) { return line }
      bytes.removeSubrange(count...)
      position = start
    }
    let content: JSONNode.Content
    switch node.content {
    case .object(let members):
      content = .object(writeList(members, "{", "}", depth) { $1.write($0, depth: depth + 1) })
    case .array(let elements):
      content = .array(writeList(elements, "[", "]", depth) { $1.write($0, depth: depth + 1) })
    default: return writeLiteral(node)
    }
    return JSONNode(content, range: SourceRange(start: start, end: position))
  }

  private mutating func write(_ member: JSONMember, depth: Int) -> JSONMember {
    let name = writeName(of: member)
    return JSONMember(name: member.name, nameRange: name, value: write(member.value, depth: depth))
  }

  /// Writes each element on a line of its own, if lines may be broken.
  private mutating func writeList<Element>(
    _ elements: [Element], _ opening: String, _ closing: String, _ depth: Int,
    write: (Element, inout Self) -> Element
  ) -> [Element] {
    append(opening)
    var written: [Element] = []
    for (index, element) in elements.enumerated() {
      if index > 0 { append(",") }
      breakLine(depth + 1)
      written.append(write(element, &self))
    }
    if !elements.isEmpty { breakLine(depth) }
    append(closing)
    return written
  }

  /// Writes a node on one line.
  /// - Returns: nil if the node does not fit. An incomplete text has been written then.
  private mutating func writeLine(_ node: JSONNode, upTo limit: Int) -> JSONNode? {
    let start = position
    let content: JSONNode.Content
    switch node.content {
    case .object(let members):
      var written: [JSONMember] = []
      append(members.isEmpty ? "{" : "{ ")
      for (index, member) in members.enumerated() {
        if index > 0 { append(", ") }
        let name = writeName(of: member)
        guard let value = writeLine(member.value, upTo: limit) else { return nil }
        written.append(JSONMember(name: member.name, nameRange: name, value: value))
      }
      append(members.isEmpty ? "}" : " }")
      content = .object(written)
    case .array(let elements):
      var written: [JSONNode] = []
      append("[")
      for (index, element) in elements.enumerated() {
        if index > 0 { append(", ") }
        guard let value = writeLine(element, upTo: limit) else { return nil }
        written.append(value)
      }
      append("]")
      content = .array(written)
    default:
      let literal = writeLiteral(node)
      return bytes.count <= limit ? literal : nil
    }
    return bytes.count <= limit ? JSONNode(content, range: SourceRange(start: start, end: position)) : nil
  }

  /// Writes null, a Boolean value, a number or a string. Null takes the place of anything else.
  private mutating func writeLiteral(_ node: JSONNode) -> JSONNode {
    let content: JSONNode.Content =
      switch node.content {
      case .array, .object: .null
      case .double(let number) where !number.isFinite: .null
      case .double(let number): Int64(NumberText.text(of: number)).map { .integer($0) } ?? node.content
      default: node.content
      }
    let start = position
    append { JSONText.write(JSONNode(content, range: node.range).value, into: &$0) }
    return JSONNode(content, range: SourceRange(start: start, end: position))
  }

  private mutating func writeName(of member: JSONMember) -> SourceRange {
    let start = position
    append { JSONText.write(member.name, into: &$0) }
    let range = SourceRange(start: start, end: position)
    append(isIndented ? ": " : ":")
    return range
  }

  private mutating func breakLine(_ depth: Int) {
    guard isIndented else { return }
    bytes.append(0x0A)
    bytes.append(contentsOf: repeatElement(0x20, count: 2 * depth))
    position = SourcePosition(line: position.line + 1, column: 2 * depth + 1)
  }

  private mutating func append(_ text: String) { append { $0.append(contentsOf: text.utf8) } }

  /// Appends a text without line breaks.
  private mutating func append(_ write: (inout [UInt8]) -> Void) {
    let start = bytes.count
    write(&bytes)
    // Columns count Unicode scalars, of which each has one byte that does not continue another.
    position.column += bytes[start...].count { $0 & 0xC0 != 0x80 }
  }
}
