import TesseraValues

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
    guard let scalar = String(decoding: bytes[offset...].prefix(length), as: UTF8.self).unicodeScalars.first
    else { return 0 }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation: return length
    default: return properties.isAlphabetic ? length : 0
    }
  }
}

/// A word, a literal or a symbol of the native grammar.
struct TemplateToken {
  enum Kind: Equatable {
    /// A key or a name, including `true`, `false` and `null`.
    case word(String)
    case number(TemplateLiteral)
    case text(String)
    case symbol(Symbol)
    /// A symbol of another language, with a suggested replacement.
    case mistake(fix: String?)
    /// The end of the text.
    case end
  }

  /// The symbols. Binary operators have the same raw values in ``TemplateOperator``.
  enum Symbol: String, CaseIterable {
    case coalesce = "??"
    case or = "||"
    case and = "&&"
    case equal = "=="
    case notEqual = "!="
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case less = "<"
    case greater = ">"
    case plus = "+"
    case minus = "-"
    case times = "*"
    case divided = "/"
    case remainder = "%"
    case not = "!"
    case question = "?"
    case colon = ":"
    case pipe = "|"
    case dot = "."
    case comma = ","
    case at = "@"
    case openParenthesis = "("
    case closeParenthesis = ")"
    case openBracket = "["
    case closeBracket = "]"
    case openBrace = "{"
    case closeBrace = "}"
    case arrow = "=>"
  }

  var kind: Kind
  var range: Range<Int>
}

/// Splits the native grammar of templates into tokens, one at a time, because only the parser can tell where an
/// expression ends.
struct TemplateLexer {
  let source: FormatText
  /// The offset after the last token.
  private(set) var offset: Int
  /// Whether a key is expected. After a dot or an `@`, digits form a key instead of a number: `a.1.5` has three keys.
  private var expectsKey = false

  init(_ source: FormatText, from offset: Int) {
    self.source = source
    self.offset = offset
  }

  private func byte(at offset: Int) -> UInt8 { offset < source.bytes.count ? source.bytes[offset] : 0 }

  private func isDigit(at offset: Int) -> Bool { (0x30...0x39).contains(byte(at: offset)) }

  /// Returns the next token.
  /// - Throws: `template-syntax` for unclosed strings and invalid escapes.
  mutating func next() throws(Diagnostic) -> TemplateToken {
    while byte(at: offset) == 0x20 || (0x09...0x0D).contains(byte(at: offset)) { offset += 1 }
    let start = offset
    let isKey = expectsKey
    expectsKey = false
    guard start < source.bytes.count else { return TemplateToken(kind: .end, range: start..<start) }
    if let word = word() {
      if !isKey, let number = number(from: start) { return TemplateToken(kind: .number(number), range: start..<offset) }
      return TemplateToken(kind: .word(word), range: start..<offset)
    }
    switch byte(at: start) {
    case UInt8(ascii: "'"): return TemplateToken(kind: .text(try singleQuoted()), range: start..<offset)
    case UInt8(ascii: "\""): return TemplateToken(kind: .text(try doubleQuoted()), range: start..<offset)
    default: break
    }
    if let mistake = mistake() { return mistake }
    if let symbol = symbol() {
      expectsKey = symbol == .dot || symbol == .at
      return TemplateToken(kind: .symbol(symbol), range: start..<offset)
    }
    repeat { offset += 1 } while byte(at: offset) & 0xC0 == 0x80
    return TemplateToken(kind: .mistake(fix: nil), range: start..<offset)
  }

  /// The symbols by their first byte; longer symbols precede their prefixes.
  private static let symbols: [[(symbol: TemplateToken.Symbol, bytes: [UInt8])]] = {
    var table: [[(TemplateToken.Symbol, [UInt8])]] = Array(repeating: [], count: 128)
    for symbol in TemplateToken.Symbol.allCases {
      let bytes = Array(symbol.rawValue.utf8)
      table[Int(bytes[0])].append((symbol, bytes))
    }
    return table
  }()

  private mutating func symbol() -> TemplateToken.Symbol? {
    let first = Int(byte(at: offset))
    guard first < Self.symbols.count else { return nil }
    let rest = source.bytes[offset...]
    guard let found = Self.symbols[first].first(where: { rest.starts(with: $0.bytes) }) else { return nil }
    offset += found.bytes.count
    return found.symbol
  }

  private static let mistakes: [(bytes: [UInt8], fix: String)] = [
    ("===", "write '=='"), ("!==", "write '!='"), ("=<", "write '<='"), ("<>", "write '!='"),
    ("&", "write '&&' for 'and', '+' to join texts"), ("≤", "write '<='"), ("≥", "write '>='"), ("≠", "write '!='"),
    ("×", "write '*'"), ("·", "write '*'"), ("÷", "write '/'"), ("−", "write '-'"), ("–", "write '-'"),
    ("“", "quote texts with ' or \""), ("”", "quote texts with ' or \""), ("„", "quote texts with ' or \""),
    ("‘", "quote texts with ' or \""), ("’", "quote texts with ' or \""), ("`", "quote texts with ' or \""),
    ("=", "write '==' to compare"),
  ].map { (Array($0.0.utf8), $0.1) }

  private static let arrow = Array(TemplateToken.Symbol.arrow.rawValue.utf8)

  /// Scans a symbol of another language. `==` and `&&` are valid symbols of this one.
  private mutating func mistake() -> TemplateToken? {
    let first = byte(at: offset)
    guard first >= 0x80 || "=!<&`".utf8.contains(first) else { return nil }
    let rest = source.bytes[offset...]
    if rest.starts(with: Self.arrow) { return nil }
    guard let mistake = Self.mistakes.first(where: { rest.starts(with: $0.bytes) }) else { return nil }
    if mistake.bytes.count == 1, rest.dropFirst().first == mistake.bytes[0], mistake.bytes[0] != UInt8(ascii: "`") {
      return nil
    }
    defer { offset += mistake.bytes.count }
    return TemplateToken(kind: .mistake(fix: mistake.fix), range: offset..<offset + mistake.bytes.count)
  }

  private mutating func word() -> String? {
    let start = offset
    while case let length = source.wordLength(at: offset), length > 0 { offset += length }
    return start == offset ? nil : String(decoding: source.bytes[start..<offset], as: UTF8.self)
  }

  /// Scans the number formed by a word of digits: `42`, or `4.5` including the fraction. If a dot without a fraction or
  /// a letter follows, the digits are a key, as in `2.name` and `2nd`.
  private mutating func number(from start: Int) -> TemplateLiteral? {
    guard source.bytes[start..<offset].allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    var end = offset
    if byte(at: end) == UInt8(ascii: ".") {
      end += 1
      guard isDigit(at: end) else { return nil }
      while isDigit(at: end) { end += 1 }
      guard source.wordLength(at: end) == 0 else { return nil }
    }
    guard let number = TemplateLiteral(digits: String(decoding: source.bytes[start..<end], as: UTF8.self)) else {
      return nil
    }
    offset = end
    return number
  }

  // MARK: - Strings

  /// Scans a single-quoted string. `\'` is a quotation mark; any other pair with a backslash is kept, for compatibility
  /// with older templates.
  private mutating func singleQuoted() throws(Diagnostic) -> String {
    let start = offset
    var bytes: [UInt8] = []
    offset += 1
    while offset < source.bytes.count {
      let byte = byte(at: offset)
      offset += 1
      if byte == UInt8(ascii: "'") { return String(decoding: bytes, as: UTF8.self) }
      if byte == UInt8(ascii: "\\"), offset < source.bytes.count {
        let next = self.byte(at: offset)
        offset += 1
        if next != UInt8(ascii: "'") { bytes.append(byte) }
        bytes.append(next)
      } else {
        bytes.append(byte)
      }
    }
    throw source.error(
      "template-syntax", start..<source.bytes.count, "The text is not closed", fix: "add ' at its end")
  }

  /// Scans a double-quoted string with escapes.
  private mutating func doubleQuoted() throws(Diagnostic) -> String {
    let start = offset
    var bytes: [UInt8] = []
    offset += 1
    while offset < source.bytes.count {
      let byte = byte(at: offset)
      if byte == UInt8(ascii: "\\") {
        bytes += String(try escape()).utf8
        continue
      }
      offset += 1
      if byte == UInt8(ascii: "\"") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    throw source.error(
      "template-syntax", start..<source.bytes.count, "The text is not closed", fix: "add \" at its end")
  }

  private mutating func escape() throws(Diagnostic) -> Character {
    let start = offset
    offset += 2
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
      let end = min(start + 1 + max(1, source.characterLength(at: start + 1)), source.bytes.count)
      throw source.error(
        "template-syntax", start..<end, "'\(source.excerpt(start..<end))' is not an escape",
        fix: "write \\\\ for a backslash, or quote the text with '")
    }
  }

  /// Scans a character written as four hexadecimal digits or as a surrogate pair.
  private mutating func unicodeEscape() -> Unicode.Scalar? {
    guard let first = hexadecimal() else { return nil }
    guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
    guard byte(at: offset) == UInt8(ascii: "\\"), byte(at: offset + 1) == UInt8(ascii: "u") else { return nil }
    offset += 2
    guard let second = hexadecimal(), (0xDC00..<0xE000).contains(second) else { return nil }
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
  }

  private mutating func hexadecimal() -> UInt32? {
    guard offset + 4 <= source.bytes.count else { return nil }
    var number: UInt32 = 0
    for byte in source.bytes[offset..<offset + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      number = number << 4 | UInt32(digit)
    }
    offset += 4
    return number
  }
}

extension FormatText {
  /// Returns the number of bytes of the character at an offset, or of the rest of it.
  fileprivate func characterLength(at offset: Int) -> Int {
    guard offset < bytes.count else { return 0 }
    var end = offset + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return end - offset
  }
}
