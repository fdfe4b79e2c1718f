/// The limits for parsing a JSON text.
package struct JSONLimits: Sendable, Hashable {
  /// The maximum size of a JSON document, in bytes. A larger one is refused.
  package var bytes: Int
  /// The maximum nesting depth of arrays and objects in a JSON document. A deeper one is refused.
  package var depth: Int
  /// The maximum number of values in a JSON document, including member values. A document with more is refused.
  package var nodes: Int
  /// Whether a number that is too large for a `Double` is null in plain data (RFC 8259, section 6, leaves the range to the
  /// reader). Otherwise, it is refused.
  package var allowsLargeNumbers: Bool

  /// Creates limits.
  package init(
    bytes: Int = 4 << 20, depth: Int = 256, nodes: Int = 500_000, allowsLargeNumbers: Bool = false
  ) {
    self.bytes = bytes
    self.depth = depth
    self.nodes = nodes
    self.allowsLargeNumbers = allowsLargeNumbers
  }

  /// The limits for documents written by people: 4 MiB, 256 levels and 500,000 values.
  package static let document = JSONLimits()
  /// The limits for reading JSON from servers. A larger response is refused.
  package static let response = JSONLimits(bytes: 32 << 20, depth: 128, nodes: 4_000_000, allowsLargeNumbers: true)
}

extension JSONNode {
  /// Parses a JSON text (RFC 8259, UTF-8) and records the position of every node.
  ///
  /// - Throws: A ``Diagnostic`` at the first invalid character. Rules: `json-syntax`, `json-duplicate-key`,
  ///   `json-limit`, `json-encoding`.
  package static func parse(_ bytes: some Sequence<UInt8>, limits: JSONLimits = .document) throws(Diagnostic)
    -> JSONNode
  {
    var parser = JSONParser<JSONNodeBuilder>(bytes: Array(bytes), limits: limits)
    return try parser.parseDocument()
  }

  /// Parses a JSON text and records the position of every node.
  package static func parse(_ text: String, limits: JSONLimits = .document) throws(Diagnostic) -> JSONNode {
    try parse(text.utf8, limits: limits)
  }
}

extension Value {
  /// Parses a JSON text as plain data, without recording positions. The last of several members with the same name
  /// wins.
  ///
  /// - Throws: The same errors as ``JSONNode/parse(_:limits:)-(Sequence<UInt8>,_)``, except `json-duplicate-key`.
  package static func parseJSON(_ bytes: some Sequence<UInt8>, limits: JSONLimits = .response) throws(Diagnostic)
    -> Value
  {
    var parser = JSONParser<ValueBuilder>(bytes: Array(bytes), limits: limits)
    return try parser.parseDocument()
  }

  /// Parses a JSON text as plain data.
  package static func parseJSON(_ text: String, limits: JSONLimits = .response) throws(Diagnostic) -> Value {
    try parseJSON(text.utf8, limits: limits)
  }
}

/// Builds the parser's output from the parts that it finds.
private protocol JSONBuilder {
  associatedtype Output
  associatedtype Member
  /// Whether ranges are needed. If false, the parser does not count lines and columns.
  static var needsPositions: Bool { get }
  static func scalar(_ content: JSONNode.Content, _ range: SourceRange) -> Output
  static func array(_ elements: [Output], _ range: SourceRange) -> Output
  static func member(_ name: String, _ nameRange: SourceRange, _ value: Output) -> Member
  static func object(_ members: [Member], _ range: SourceRange) -> Output
}

private enum JSONNodeBuilder: JSONBuilder {
  static var needsPositions: Bool { true }
  static func scalar(_ content: JSONNode.Content, _ range: SourceRange) -> JSONNode { JSONNode(content, range: range) }
  static func array(_ elements: [JSONNode], _ range: SourceRange) -> JSONNode {
    JSONNode(.array(elements), range: range)
  }
  static func member(_ name: String, _ nameRange: SourceRange, _ value: JSONNode) -> JSONMember {
    JSONMember(name: name, nameRange: nameRange, value: value)
  }
  static func object(_ members: [JSONMember], _ range: SourceRange) -> JSONNode {
    JSONNode(.object(members), range: range)
  }
}

private enum ValueBuilder: JSONBuilder {
  static var needsPositions: Bool { false }
  static func scalar(_ content: JSONNode.Content, _ range: SourceRange) -> Value {
    switch content {
    case .bool(let flag): .bool(flag)
    case .integer(let number): .integer(number)
    case .double(let number): .double(number)
    case .string(let text): .string(text)
    case .null, .array, .object: .null
    }
  }
  static func array(_ elements: [Value], _ range: SourceRange) -> Value { .array(elements) }
  static func member(_ name: String, _ nameRange: SourceRange, _ value: Value) -> (String, Value) { (name, value) }
  static func object(_ members: [(String, Value)], _ range: SourceRange) -> Value {
    var dictionary = [String: Value](minimumCapacity: members.count)
    for (name, value) in members { dictionary[name] = value }
    return .dictionary(dictionary)
  }
}

/// A recursive-descent parser over UTF-8 bytes.
private struct JSONParser<Builder: JSONBuilder> {
  let bytes: [UInt8]
  let limits: JSONLimits
  var index = 0
  var nodes = 0
  /// The last offset whose position is known. Positions are only requested in ascending order.
  var knownOffset = 0
  var knownPosition = SourcePosition.start

  mutating func parseDocument() throws(Diagnostic) -> Builder.Output {
    guard bytes.count <= limits.bytes else {
      throw Diagnostic(
        rule: "json-limit", range: SourceRange(.start),
        message: "The document has \(bytes.count) bytes; the limit is \(limits.bytes)")
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw error("json-encoding", "The document is UTF-16", fix: "Save it as UTF-8")
    }
    let output = try parseValue(depth: 0)
    skipWhitespace()
    if index < bytes.count { throw unexpected(expected: "the end of the document") }
    return output
  }

  private mutating func parseValue(depth: Int) throws(Diagnostic) -> Builder.Output {
    skipWhitespace()
    nodes += 1
    guard depth <= limits.depth else {
      throw error("json-limit", "Lists and objects are nested more than \(limits.depth) levels deep")
    }
    guard nodes <= limits.nodes else { throw error("json-limit", "The document has more than \(limits.nodes) values") }
    guard index < bytes.count else { throw unexpected(expected: "a value") }
    let start = position()
    switch bytes[index] {
    case UInt8(ascii: "{"): return try parseObject(start: start, depth: depth)
    case UInt8(ascii: "["): return try parseArray(start: start, depth: depth)
    case UInt8(ascii: "\""):
      let text = try parseString()
      return Builder.scalar(.string(text), range(from: start))
    case UInt8(ascii: "t"): return try parseWord("true", .bool(true), start: start)
    case UInt8(ascii: "f"): return try parseWord("false", .bool(false), start: start)
    case UInt8(ascii: "n"): return try parseWord("null", .null, start: start)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try parseNumber(start: start)
    default: throw unexpected(expected: "a value")
    }
  }

  private mutating func parseObject(start: SourcePosition, depth: Int) throws(Diagnostic) -> Builder.Output {
    index += 1
    var members: [Builder.Member] = []
    var seen: Set<String> = []
    skipWhitespace()
    if consume(UInt8(ascii: "}")) { return Builder.object(members, range(from: start)) }
    while true {
      skipWhitespace()
      guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else {
        if !members.isEmpty, index < bytes.count, bytes[index] == UInt8(ascii: "}") {
          throw unexpected(expected: "a name in double quotes", fix: "Remove the ',' before it")
        }
        throw unexpected(expected: "a name in double quotes")
      }
      let nameStart = position()
      let name = try parseString()
      let nameRange = range(from: nameStart)
      if Builder.needsPositions, !seen.insert(name).inserted {
        throw Diagnostic(
          rule: "json-duplicate-key", range: nameRange, message: "The name '\(name)' appears twice in one object",
          fix: "Remove one of the two")
      }
      skipWhitespace()
      guard consume(UInt8(ascii: ":")) else { throw unexpected(expected: "':'") }
      members.append(Builder.member(name, nameRange, try parseValue(depth: depth + 1)))
      skipWhitespace()
      if consume(UInt8(ascii: ",")) { continue }
      guard consume(UInt8(ascii: "}")) else { throw unexpected(expected: "',' or '}'") }
      return Builder.object(members, range(from: start))
    }
  }

  private mutating func parseArray(start: SourcePosition, depth: Int) throws(Diagnostic) -> Builder.Output {
    index += 1
    var elements: [Builder.Output] = []
    skipWhitespace()
    if consume(UInt8(ascii: "]")) { return Builder.array(elements, range(from: start)) }
    while true {
      skipWhitespace()
      if !elements.isEmpty, index < bytes.count, bytes[index] == UInt8(ascii: "]") {
        throw unexpected(expected: "a value", fix: "Remove the ',' before it")
      }
      elements.append(try parseValue(depth: depth + 1))
      skipWhitespace()
      if consume(UInt8(ascii: ",")) { continue }
      guard consume(UInt8(ascii: "]")) else { throw unexpected(expected: "',' or ']'") }
      return Builder.array(elements, range(from: start))
    }
  }

  private mutating func parseWord(
    _ word: StaticString, _ content: JSONNode.Content, start: SourcePosition
  ) throws(Diagnostic) -> Builder.Output {
    let letters = word.description.utf8
    guard bytes[index...].starts(with: letters) else { throw unexpected(expected: "a value") }
    index += letters.count
    return Builder.scalar(content, range(from: start))
  }

  private mutating func parseNumber(start: SourcePosition) throws(Diagnostic) -> Builder.Output {
    let first = index
    var isWhole = true
    _ = consume(UInt8(ascii: "-"))
    if !consume(UInt8(ascii: "0")) { try consumeDigits() }
    if consume(UInt8(ascii: ".")) {
      isWhole = false
      try consumeDigits()
    }
    if consume(UInt8(ascii: "e")) || consume(UInt8(ascii: "E")) {
      isWhole = false
      if !consume(UInt8(ascii: "+")) { _ = consume(UInt8(ascii: "-")) }
      try consumeDigits()
    }
    let text = String(decoding: bytes[first..<index], as: UTF8.self)
    if isWhole, let number = Int64(text) { return Builder.scalar(.integer(number), range(from: start)) }
    guard let number = Double(text), number.isFinite else {
      guard limits.allowsLargeNumbers else {
        throw Diagnostic(
          rule: "json-syntax", range: range(from: start), message: "The number '\(text)' is too large")
      }
      return Builder.scalar(.null, range(from: start))
    }
    return Builder.scalar(.double(number), range(from: start))
  }

  private mutating func consumeDigits() throws(Diagnostic) {
    let first = index
    while index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) { index += 1 }
    if index == first { throw unexpected(expected: "a digit") }
  }

  /// Parses a string literal; `index` is at its opening quote.
  private mutating func parseString() throws(Diagnostic) -> String {
    index += 1
    let first = index
    while index < bytes.count, bytes[index] != UInt8(ascii: "\""), bytes[index] != UInt8(ascii: "\\"),
      bytes[index] >= 0x20
    {
      index += 1
    }
    guard index < bytes.count else { throw unexpected(expected: "the closing '\"'") }
    if bytes[index] == UInt8(ascii: "\"") {
      defer { index += 1 }
      return try text(Array(bytes[first..<index]))
    }
    var buffer = Array(bytes[first..<index])
    while true {
      guard index < bytes.count else { throw unexpected(expected: "the closing '\"'") }
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return try text(buffer)
      case UInt8(ascii: "\\"): try parseEscape(into: &buffer)
      case 0..<0x20:
        throw error(
          "json-syntax",
          byte == 0x0A ? "A text must end on the line where it begins" : "A text must not contain control characters",
          fix: byte == 0x0A ? "Write '\\n' for a line break" : "Write it as '\\u00…'")
      default:
        buffer.append(byte)
        index += 1
      }
    }
  }

  private mutating func parseEscape(into buffer: inout [UInt8]) throws(Diagnostic) {
    index += 1
    guard index < bytes.count else { throw unexpected(expected: "an escape") }
    let letter = bytes[index]
    index += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): buffer.append(letter)
    case UInt8(ascii: "b"): buffer.append(0x08)
    case UInt8(ascii: "f"): buffer.append(0x0C)
    case UInt8(ascii: "n"): buffer.append(0x0A)
    case UInt8(ascii: "r"): buffer.append(0x0D)
    case UInt8(ascii: "t"): buffer.append(0x09)
    case UInt8(ascii: "u"):
      var code = try parseHexadecimal()
      if (0xD800..<0xDC00).contains(code), index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
        bytes[index + 1] == UInt8(ascii: "u")
      {
        let mark = index
        index += 2
        let low = try parseHexadecimal()
        if (0xDC00..<0xE000).contains(low) {
          code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        } else {
          index = mark
        }
      }
      // A lone surrogate is invalid and becomes the replacement character, as in Foundation's decoders.
      let scalar = Unicode.Scalar(code) ?? "\u{FFFD}"
      buffer.append(contentsOf: Character(scalar).utf8)
    default:
      index -= 1
      throw error("json-syntax", "A '\\' must begin one of the escapes \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u")
    }
  }

  private mutating func parseHexadecimal() throws(Diagnostic) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard index < bytes.count, let digit = Character(Unicode.Scalar(bytes[index])).hexDigitValue else {
        throw unexpected(expected: "four hexadecimal digits")
      }
      code = code << 4 + UInt32(digit)
      index += 1
    }
    return code
  }

  private func text(_ buffer: [UInt8]) throws(Diagnostic) -> String {
    guard let text = String(validating: buffer, as: UTF8.self) else {
      var copy = self
      throw copy.error("json-encoding", "A text is not valid UTF-8")
    }
    return text
  }

  private mutating func skipWhitespace() {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x0A, 0x0D, 0x09: index += 1
      default: return
      }
    }
  }

  private mutating func consume(_ byte: UInt8) -> Bool {
    guard index < bytes.count, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  private mutating func position() -> SourcePosition {
    Builder.needsPositions ? positionOfIndex() : .start
  }

  private mutating func positionOfIndex() -> SourcePosition {
    while knownOffset < min(index, bytes.count) {
      let byte = bytes[knownOffset]
      if byte == 0x0A {
        knownPosition = SourcePosition(line: knownPosition.line + 1, column: 1)
      } else if byte & 0xC0 != 0x80 {
        knownPosition.column += 1
      }
      knownOffset += 1
    }
    return knownPosition
  }

  private mutating func range(from start: SourcePosition) -> SourceRange {
    SourceRange(start: start, end: position())
  }

  private mutating func error(_ rule: String, _ message: String, fix: String? = nil) -> Diagnostic {
    Diagnostic(rule: rule, range: SourceRange(positionOfIndex()), message: message, fix: fix)
  }

  private mutating func unexpected(expected: String, fix known: String? = nil) -> Diagnostic {
    guard index < bytes.count else { return error("json-syntax", "The document ends where \(expected) is expected") }
    var end = index + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    let found = String(decoding: bytes[index..<end], as: UTF8.self)
    let fix =
      switch found {
      case "/", "#": "JSON has no comments; a key '***' can hold one"
      case "'": "Use double quotes"
      default: String?.none
      }
    return error("json-syntax", "Found '\(found)' where \(expected) is expected", fix: known ?? fix)
  }
}
