import TesseraValues

/// Scans the strict grammar of ``Template/Dialect/beagle``, and context paths, from left to right. A method that finds
/// nothing leaves the offset unchanged.
struct TemplateScanner {
  let source: FormatText
  var offset: Int
  /// The furthest offset examined, for messages.
  private(set) var furthest = 0
  private var depth = 0
  private let maximumDepth: Int

  init(_ source: FormatText, at offset: Int = 0, maximumDepth: Int = ExpressionLimits.standard.depth) {
    self.source = source
    self.offset = offset
    self.maximumDepth = maximumDepth
  }

  var isAtEnd: Bool { offset == source.bytes.count }

  private func byte(at offset: Int) -> UInt8 { offset < source.bytes.count ? source.bytes[offset] : 0 }

  private mutating func consume(_ character: Unicode.Scalar) -> Bool {
    furthest = max(furthest, offset)
    guard UInt32(byte(at: offset)) == character.value, !isAtEnd else { return false }
    offset += 1
    return true
  }

  private mutating func attempt<T>(_ body: (inout TemplateScanner) -> T?) -> T? {
    let start = offset
    if let result = body(&self) { return result }
    offset = start
    return nil
  }

  private mutating func word() -> String? {
    let start = offset
    while true {
      let length = source.wordLength(at: offset)
      if length == 0 { break }
      offset += length
    }
    furthest = max(furthest, offset)
    return start == offset ? nil : String(decoding: source.bytes[start..<offset], as: UTF8.self)
  }

  // MARK: - Paths

  mutating func path() -> ContextPath? {
    attempt { scanner in
      var nodes: [ContextPath.Node] = []
      if let key = scanner.key() { nodes.append(.key(key)) }
      nodes += scanner.indices()
      guard !nodes.isEmpty else { return nil }
      while scanner.consume(".") {
        guard let key = scanner.key() else { return nil }
        nodes.append(.key(key))
        nodes += scanner.indices()
        guard nodes.count <= 256 else { return nil }
      }
      return ContextPath(nodes: nodes)
    }
  }

  private mutating func key() -> String? {
    attempt { scanner in
      guard let word = scanner.word(), scanner.byte(at: scanner.offset) != UInt8(ascii: "(") else { return nil }
      return word
    }
  }

  private mutating func indices() -> [ContextPath.Node] {
    var nodes: [ContextPath.Node] = []
    while let index = index(), nodes.count < 256 { nodes.append(.index(index)) }
    return nodes
  }

  private mutating func index() -> Int? {
    attempt { scanner in
      guard scanner.consume("["), let text = scanner.digits(), scanner.consume("]") else { return nil }
      return Int(text)
    }
  }

  /// Scans digits with an optional minus sign.
  private mutating func digits() -> String? {
    attempt { scanner in
      let start = scanner.offset
      _ = scanner.consume("-")
      let first = scanner.offset
      while (0x30...0x39).contains(scanner.byte(at: scanner.offset)) { scanner.offset += 1 }
      guard scanner.offset > first else { return nil }
      return String(decoding: scanner.source.bytes[start..<scanner.offset], as: UTF8.self)
    }
  }

  // MARK: - Expressions

  /// Scans `@{ value or operation }`.
  mutating func single() -> TemplateNode? {
    attempt { scanner in
      guard scanner.consume("@"), scanner.consume("{"), let node = scanner.node(), scanner.consume("}") else {
        return nil
      }
      return node
    }
  }

  private mutating func node() -> TemplateNode? {
    guard depth < maximumDepth else { return nil }
    depth += 1
    defer { depth -= 1 }
    return literal().map(TemplateNode.literal) ?? binding() ?? operation()
  }

  private mutating func binding() -> TemplateNode? {
    attempt { scanner in
      guard scanner.byte(at: scanner.offset) != UInt8(ascii: "["), let path = scanner.path() else { return nil }
      return .binding(path)
    }
  }

  private mutating func operation() -> TemplateNode? {
    attempt { scanner in
      guard let name = scanner.word(), scanner.consume("(") else { return nil }
      var arguments: [TemplateNode] = []
      scanner.skipSpace()
      if scanner.consume(")") { return .operation(name, []) }
      repeat {
        scanner.skipSpace()
        guard let argument = scanner.node() else { return nil }
        arguments.append(argument)
        scanner.skipSpace()
      } while scanner.consume(",")
      return scanner.consume(")") ? .operation(name, arguments) : nil
    }
  }

  private mutating func skipSpace() {
    while byte(at: offset) == 0x20 || (0x09...0x0D).contains(byte(at: offset)) { offset += 1 }
  }

  private mutating func literal() -> TemplateLiteral? {
    number() ?? keyword() ?? text()
  }

  /// Scans a number. It must end at a word boundary, so that `2count` is a key.
  private mutating func number() -> TemplateLiteral? {
    attempt { scanner in
      let start = scanner.offset
      guard let whole = scanner.digits() else { return nil }
      if scanner.consume(".") {
        guard scanner.byte(at: scanner.offset) != UInt8(ascii: "-"), scanner.digits() != nil,
          scanner.source.wordLength(at: scanner.offset) == 0
        else { return nil }
        let text = String(decoding: scanner.source.bytes[start..<scanner.offset], as: UTF8.self)
        return TemplateLiteral(digits: text)
      }
      guard scanner.source.wordLength(at: scanner.offset) == 0 else { return nil }
      return TemplateLiteral(digits: whole)
    }
  }

  private mutating func keyword() -> TemplateLiteral? {
    attempt { scanner in
      guard let word = scanner.word() else { return nil }
      // `true.x`, `null[0]` and `true(…)` are not literals.
      guard !".[(".utf8.contains(scanner.byte(at: scanner.offset)) else { return nil }
      return switch word {
      case "true": .bool(true)
      case "false": .bool(false)
      case "null": .null
      default: nil
      }
    }
  }

  /// Scans a quoted string. `\'` is a quotation mark; any other pair with a backslash is kept.
  private mutating func text() -> TemplateLiteral? {
    attempt { scanner in
      guard scanner.consume("'") else { return nil }
      var bytes: [UInt8] = []
      while !scanner.isAtEnd {
        let byte = scanner.byte(at: scanner.offset)
        scanner.offset += 1
        if byte == UInt8(ascii: "'") { return .text(String(decoding: bytes, as: UTF8.self)) }
        if byte == UInt8(ascii: "\\") {
          let next = scanner.byte(at: scanner.offset)
          guard !scanner.isAtEnd, next != 0x0A else { return nil }
          if next != UInt8(ascii: "'") { bytes.append(byte) }
          bytes.append(next)
          scanner.offset += 1
        } else {
          bytes.append(byte)
        }
      }
      scanner.furthest = scanner.source.bytes.count
      return nil
    }
  }
}
