import TesseraValues

/// Scans the strict grammar of ``Template/Dialect/beagle``, and context paths, from left to right. A method that finds
/// nothing leaves the offset unchanged.
struct TemplateScanner: SourceScanner {
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
    let isWord = skipWord()
    furthest = max(furthest, offset)
    return isWord ? text(from: start) : nil
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
      scanner.skipDigits()
      return scanner.offset > first ? scanner.text(from: start) : nil
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

  private mutating func literal() -> Literal? {
    number() ?? keyword() ?? text()
  }

  /// Scans a number. It must end at a word boundary, so that `2count` is a key.
  private mutating func number() -> Literal? {
    attempt { scanner in
      let start = scanner.offset
      guard let whole = scanner.digits() else { return nil }
      if scanner.consume(".") {
        guard scanner.byte(at: scanner.offset) != UInt8(ascii: "-"), scanner.digits() != nil,
          scanner.source.wordLength(at: scanner.offset) == 0
        else { return nil }
        return Literal(digits: scanner.text(from: start))
      }
      guard scanner.source.wordLength(at: scanner.offset) == 0 else { return nil }
      return Literal(digits: whole)
    }
  }

  private mutating func keyword() -> Literal? {
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

  /// Scans a quoted string. A backslash cannot precede the end of a line.
  private mutating func text() -> Literal? {
    attempt { scanner in
      guard scanner.consume("'") else { return nil }
      scanner.offset -= 1
      do throws(InvalidEscape) {
        let text = try scanner.quoted { (scanner, result) throws(InvalidEscape) in
          guard !scanner.isAtEnd, scanner.byte(at: scanner.offset) != 0x0A else { throw InvalidEscape() }
          scanner.keepEscape(in: &result)
        }
        if let text { return .text(text) }
        scanner.furthest = scanner.source.bytes.count
      } catch {}
      return nil
    }
  }

  private struct InvalidEscape: Error {}
}
