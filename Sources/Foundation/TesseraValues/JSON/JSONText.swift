/// Serializes values as JSON text.
package enum JSONText {
  /// Returns the JSON text of a value. Keys are sorted by their Unicode scalars, so that equal values produce equal
  /// text.
  ///
  /// Dates become ISO 8601 strings, objects become their identity, and non-finite numbers become null. `/` is not
  /// escaped.
  /// - Parameter indented: Whether to write one member per line, indented by two spaces per level.
  package static func text(of value: Value, indented: Bool = false) -> String {
    var bytes: [UInt8] = []
    write(value, into: &bytes, indented: indented)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the JSON text of a value as UTF-8.
  package static func write(_ value: Value, into bytes: inout [UInt8], indented: Bool = false) {
    write(value, into: &bytes, indented: indented, depth: 0)
  }

  /// Appends a JSON string literal, including its quotes.
  package static func write(_ text: String, into bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes.append(contentsOf: #"\""#.utf8)
      case UInt8(ascii: "\\"): bytes.append(contentsOf: #"\\"#.utf8)
      case 0x0A: bytes.append(contentsOf: #"\n"#.utf8)
      case 0x0D: bytes.append(contentsOf: #"\r"#.utf8)
      case 0x09: bytes.append(contentsOf: #"\t"#.utf8)
      case 0..<0x20:
        bytes.append(contentsOf: #"\u00"#.utf8)
        for digit in [byte >> 4, byte & 15] { bytes.append(digit < 10 ? 48 + digit : 87 + digit) }
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Returns the JSON text of a document and preserves the order of members. A part that fits on one line is written on
  /// one line.
  package static func text(of node: JSONNode, indented: Bool) -> String {
    var writer = JSONDocumentWriter(isIndented: indented)
    _ = writer.write(node)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The maximum nesting depth of written JSON. Null takes the place of deeper values.
  static let maximumDepth = 512

  private static func write(_ value: Value, into bytes: inout [UInt8], indented: Bool, depth: Int) {
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    case .integer(let number): bytes.append(contentsOf: String(number).utf8)
    case .double(let number):
      bytes.append(contentsOf: (number.isFinite ? NumberText.text(of: number) : "null").utf8)
    case .string(let text): write(text, into: &bytes)
    case .date(let date):
      // The date's description has a time zone without a colon; JSON needs the ISO form 2018-06-20T18:00:00Z.
      let text = DateText.text(of: date).replacing(" +0000", with: "Z").replacing(" ", with: "T")
      write(text, into: &bytes)
    case .object(let object): write(object.identity.description, into: &bytes)
    case .array(let values):
      guard depth < maximumDepth else { return bytes.append(contentsOf: "null".utf8) }
      writeList(values, brackets: "[]", into: &bytes, indented: indented, depth: depth) { value, bytes in
        write(value, into: &bytes, indented: indented, depth: depth + 1)
      }
    case .dictionary(let members):
      guard depth < maximumDepth else { return bytes.append(contentsOf: "null".utf8) }
      let sorted = members.sorted { $0.key < $1.key }
      writeList(sorted, brackets: "{}", into: &bytes, indented: indented, depth: depth) { member, bytes in
        write(member.key, into: &bytes)
        bytes.append(contentsOf: (indented ? ": " : ":").utf8)
        write(member.value, into: &bytes, indented: indented, depth: depth + 1)
      }
    }
  }

  private static func writeList<Element>(
    _ elements: [Element], brackets: StaticString, into bytes: inout [UInt8], indented: Bool, depth: Int,
    element: (Element, inout [UInt8]) -> Void
  ) {
    let pair = brackets.description.utf8
    bytes.append(contentsOf: pair.prefix(1))
    for (index, item) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      if indented {
        bytes.append(0x0A)
        bytes.append(contentsOf: repeatElement(0x20, count: 2 * (depth + 1)))
      }
      element(item, &bytes)
    }
    if indented, !elements.isEmpty {
      bytes.append(0x0A)
      bytes.append(contentsOf: repeatElement(0x20, count: 2 * depth))
    }
    bytes.append(contentsOf: pair.suffix(1))
  }
}
