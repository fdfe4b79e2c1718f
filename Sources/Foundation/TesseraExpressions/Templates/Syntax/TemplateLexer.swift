import TesseraValues

/// Splits the native grammar of templates into tokens, one at a time, because only the parser can tell where an
/// expression ends.
struct TemplateLexer: SourceScanner {
  let source: FormatText
  /// The offset after the last token.
  var offset: Int
  /// Whether a key is expected. After a dot or an `@`, digits form a key instead of a number: `a.1.5` has three keys.
  private var expectsKey = false

  init(_ source: FormatText, from offset: Int) {
    self.source = source
    self.offset = offset
  }

  /// Returns the next token.
  /// - Throws: `template-syntax` for unclosed strings and invalid escapes.
  mutating func next() throws(Diagnostic) -> Token {
    skipSpace()
    let start = offset
    let isKey = expectsKey
    expectsKey = false
    let kind = try kind(isKey: isKey)
    return Token(kind: kind, range: start..<offset)
  }

  private mutating func kind(isKey: Bool) throws(Diagnostic) -> Token.Kind {
    guard !isAtEnd else { return .end }
    let start = offset
    if !isKey, let number = number() { return .number(number) }
    if skipWord() { return .word(text(from: start)) }
    switch byte(at: start) {
    case UInt8(ascii: "'"):
      if let text = quoted(escape: { $0.keepEscape(in: &$1) }) { return .text(text) }
      throw unclosed("template-syntax", from: start)
    case UInt8(ascii: "\""): return .text(try doubleQuoted())
    default:
      guard let sign = Self.symbols.sign(in: source, at: start) else {
        skipCharacter()
        return .mistake(fix: nil)
      }
      offset += sign.length
      expectsKey = sign.kind == .symbol(.dot) || sign.kind == .symbol(.at)
      return sign.kind
    }
  }

  private static let symbols = SymbolTable(
    Symbol.allCases.filter { $0 != .power },
    mistakes: [
      "===": "write '=='", "!==": "write '!='", "=<": "write '<='", "<>": "write '!='", "=": "write '==' to compare",
      "&": "write '&&' for 'and', '+' to join texts", "×": "write '*'", "·": "write '*'", "÷": "write '/'",
      "−": "write '-'", "–": "write '-'",
    ])

  private mutating func skipCharacter() {
    repeat { offset += 1 } while byte(at: offset) & 0xC0 == 0x80
  }

  /// Scans digits, `42`, or digits with a fraction, `4.5`. If a dot without a fraction or a letter follows, the digits
  /// are a key, as in `2.name` and `2nd`.
  private mutating func number() -> Literal? {
    let start = offset
    skipDigits()
    var isNumber = offset > start
    if isNumber, byte(at: offset) == UInt8(ascii: ".") {
      offset += 1
      isNumber = isDigit(at: offset)
      skipDigits()
    }
    if isNumber, source.wordLength(at: offset) == 0, let number = Literal(digits: text(from: start)) { return number }
    offset = start
    return nil
  }

  // MARK: - Strings

  /// Scans a double-quoted string with escapes.
  private mutating func doubleQuoted() throws(Diagnostic) -> String {
    let start = offset
    let text = try quoted { (lexer, result) throws(Diagnostic) in result += String(try lexer.escape()).utf8 }
    guard let text else { throw unclosed("template-syntax", from: start) }
    return text
  }

  private mutating func escape() throws(Diagnostic) -> Character {
    let start = offset - 1
    offset += 1
    switch Unicode.Scalar(byte(at: start + 1)) {
    case "\"": return "\""
    case "'": return "'"
    case "\\": return "\\"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u":
      if let scalar = unicodeEscape() { return Character(scalar) }
      throw source.error(
        "template-syntax", start..<min(offset, source.bytes.count), "'\\u' must be followed by four hexadecimal digits",
        fix: "write it as \\u00E9, and a character above FFFF as a surrogate pair")
    default:
      offset = start + 1
      skipCharacter()
      let end = min(offset, source.bytes.count)
      throw source.error(
        "template-syntax", start..<end, "'\(source.excerpt(start..<end))' is not an escape",
        fix: "write \\\\ for a backslash, or quote the text with '")
    }
  }

  /// Scans a character written as four hexadecimal digits or as a surrogate pair.
  private mutating func unicodeEscape() -> Unicode.Scalar? {
    guard let first = hexadecimal() else { return nil }
    guard beginsSecondHalf(after: first) else { return Unicode.Scalar(first) }
    return Self.code(ofPair: first, hexadecimal()).flatMap(Unicode.Scalar.init)
  }

  private mutating func hexadecimal() -> UInt32? {
    let start = offset
    let (value, count) = code(digits: 4, radix: 16)
    if count == 4 { return value }
    offset = start
    return nil
  }
}

extension SourceScanner {
  /// Scans a word of a template. Returns false if there is none.
  mutating func skipWord() -> Bool {
    let start = offset
    offset = source.endOfWord(from: start)
    return offset > start
  }

  /// Scans what follows a backslash in a single-quoted string. `\'` is a quotation mark; any other pair with a backslash
  /// is kept, for compatibility with older templates.
  mutating func keepEscape(in result: inout [UInt8]) {
    let next = byte(at: offset)
    if next != UInt8(ascii: "'") { result.append(UInt8(ascii: "\\")) }
    result.append(next)
    offset += 1
  }
}

extension FormatText {
  /// Returns the length in bytes of the word character at an offset: a letter with its marks, a digit or an underscore.
  /// Returns 0 if there is none.
  func wordLength(at offset: Int) -> Int {
    guard offset < bytes.count else { return 0 }
    let byte = bytes[offset]
    if byte < 0x80 {
      return byte == 0x5F || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) ? 1 : 0
    }
    let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
    let properties = scalar(at: offset).properties
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation: return length
    default: return properties.isAlphabetic ? length : 0
    }
  }

  /// Returns the end of the word that begins at an offset; the offset itself if there is none.
  func endOfWord(from start: Int) -> Int {
    var end = start
    while case let length = wordLength(at: end), length > 0 { end += length }
    return end
  }
}
