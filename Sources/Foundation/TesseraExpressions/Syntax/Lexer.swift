import TesseraValues

/// Splits a format text into tokens.
struct Lexer: SourceScanner {
  let source: FormatText
  var offset = 0
  private var tokens: [Token] = []
  private var nextArgument = 0

  private init(_ source: FormatText) { self.source = source }

  static func tokens(of source: FormatText, limits: ExpressionLimits) throws(Diagnostic) -> [Token] {
    guard source.bytes.count <= limits.bytes else {
      throw source.error("expression-limit", 0..<0, "The format text is longer than \(limits.bytes) bytes")
    }
    var lexer = Lexer(source)
    lexer.tokens.reserveCapacity(source.bytes.count / 4 + 2)
    while try lexer.scan() {}
    return lexer.tokens
  }

  private mutating func add(_ kind: Token.Kind, from start: Int) {
    tokens.append(Token(kind: kind, range: start..<offset))
  }

  /// Scans a token. Returns false after the last one.
  private mutating func scan() throws(Diagnostic) -> Bool {
    skipSpace()
    let start = offset
    guard !isAtEnd else {
      add(.end, from: start)
      return false
    }
    switch byte(at: start) {
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      if followsDot(start) { word(from: start) } else { try number(from: start) }
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
      word(from: start)
    case UInt8(ascii: "'"), UInt8(ascii: "\""): add(.text(try quoted()), from: start)
    case UInt8(ascii: "#"): try escapedKey(from: start)
    case UInt8(ascii: "$"):
      offset += 1
      let name = consumeWord()
      guard !name.isEmpty else {
        throw source.error("expression-syntax", start..<offset, "A name is expected after '$'")
      }
      add(.variable(name), from: start)
    case UInt8(ascii: "@"):
      offset += 1
      let name = consumeWord()
      guard !name.isEmpty else {
        throw source.error("expression-syntax", start..<offset, "A collection operator is expected after '@'")
      }
      add(.atName(name), from: start)
    case UInt8(ascii: "%"): try argument(from: start)
    default: try symbol(from: start)
    }
    return true
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  /// Returns whether a dot directly precedes the position. In that case, the following word is always a key.
  private func followsDot(_ start: Int) -> Bool {
    guard let last = tokens.last, case .symbol(.dot) = last.kind else { return false }
    return last.range.upperBound == start
  }

  private mutating func consumeWord() -> String {
    let start = offset
    while isWordByte(byte(at: offset)) { offset += 1 }
    return text(from: start)
  }

  private mutating func word(from start: Int) {
    let name = consumeWord()
    if followsDot(start) { return add(.word(name), from: start) }
    if byte(at: offset) == UInt8(ascii: ":"), let end = endOfSelector() {
      offset = end
      return add(.selector(text(from: start)), from: start)
    }
    if let keyword = Keyword.spelled(name[...].utf8), !keyword.needsParenthesis || parenthesisFollows(offset) {
      add(.keyword(keyword), from: start)
    } else {
      add(.word(name), from: start)
    }
  }

  private func parenthesisFollows(_ offset: Int) -> Bool {
    byte(at: endOfSpace(from: offset)) == UInt8(ascii: "(")
  }

  /// Returns the end of a selector such as `add:to:` if the offset is at its first colon and `(` follows its last one.
  private func endOfSelector() -> Int? {
    var index = offset
    var end: Int?
    while index - offset < 64 {
      if byte(at: index) == UInt8(ascii: ":") {
        end = index + 1
      } else if !isWordByte(byte(at: index)) {
        break
      }
      index += 1
    }
    return parenthesisFollows(index) ? end : nil
  }

  /// Scans `#word`, or `#"any text"` for a key that is not a word.
  private mutating func escapedKey(from start: Int) throws(Diagnostic) {
    offset += 1
    let next = byte(at: offset)
    let name = next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") ? try quoted() : consumeWord()
    guard !name.isEmpty else { throw source.error("expression-syntax", start..<offset, "A key is expected after '#'") }
    add(.word(name), from: start)
  }

  private static let symbols = SymbolTable(
    Symbol.allCases.filter { ![.coalesce, .remainder, .question, .colon, .pipe, .at, .arrow].contains($0) },
    spellings: ["=": .equal, "<>": .notEqual, "=<": .lessOrEqual, "=>": .greaterOrEqual],
    mistakes: [
      "&": "write '&&' or 'AND'", "|": "write '||' or 'OR'", "?": "write TERNARY(condition, a, b) to choose a value",
      "«": SymbolTable.quotes, "»": SymbolTable.quotes,
    ])

  private mutating func symbol(from start: Int) throws(Diagnostic) {
    if byte(at: start) == UInt8(ascii: "."), isDigit(at: start + 1), !endsOperand(before: start) {
      return try number(from: start)
    }
    let sign = Self.symbols.sign(in: source, at: start)
    if let sign, case .symbol = sign.kind {
      offset += sign.length
      return add(sign.kind, from: start)
    }
    let scalar = source.scalar(at: start)
    var fix: String?
    if case .mistake(let found)? = sign?.kind {
      fix = found
    } else if byte(at: start) >= 0x80 {
      guard scalar.properties.isWhitespace else { return word(from: start) }
      fix = "replace it with an ordinary space"
    }
    throw source.error(
      "expression-syntax", start..<start + String(scalar).utf8.count, "The character '\(scalar)' has no meaning here",
      fix: fix)
  }

  /// Returns whether the directly preceding token ends an operand, so that a dot continues a key path.
  private func endsOperand(before start: Int) -> Bool {
    guard let last = tokens.last, last.range.upperBound == start else { return false }
    switch last.kind {
    case .word, .variable, .argument, .atName, .keyword(.self), .symbol(.closeBracket), .symbol(.closeParenthesis),
      .symbol(.closeBrace):
      return true
    default: return false
    }
  }
}

// MARK: - Literals and arguments

extension Lexer {
  /// Scans decimal, `0x`, `0o` and `0b` numbers. A number with a fraction or an exponent is floating-point.
  private mutating func number(from start: Int) throws(Diagnostic) {
    if byte(at: offset) == UInt8(ascii: "0"), let radix = radix(of: byte(at: offset + 1)) {
      offset += 2
      let digits = consumeWord()
      guard let whole = Int64(digits, radix: radix) else {
        throw source.error("expression-number", start..<offset, "'\(source.excerpt(start..<offset))' is not a number")
      }
      return add(.number(.integer(whole)), from: start)
    }
    var isFloating = false
    skipDigits()
    if byte(at: offset) == UInt8(ascii: "."), !isWordStart(at: offset + 1) {
      isFloating = true
      offset += 1
      skipDigits()
    }
    if byte(at: offset) | 0x20 == UInt8(ascii: "e") {
      let sign = byte(at: offset + 1)
      let hasSign = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
      if isDigit(at: offset + (hasSign ? 2 : 1)) {
        isFloating = true
        offset += hasSign ? 2 : 1
        skipDigits()
      }
    }
    if isWordByte(byte(at: offset)) {
      _ = consumeWord()
      throw source.error(
        "expression-number", start..<offset, "'\(source.excerpt(start..<offset))' is neither a number nor a key",
        fix: "write a key that begins with a digit as #\(source.excerpt(start..<offset))")
    }
    let text = text(from: start)
    if !isFloating, let whole = Int64(text) { return add(.number(.integer(whole)), from: start) }
    guard let number = Double(text.hasSuffix(".") ? text + "0" : text), number.isFinite else {
      throw source.error("expression-number", start..<offset, "The number '\(text)' is out of range")
    }
    add(.number(.double(number)), from: start)
  }

  private func radix(of letter: UInt8) -> Int? {
    switch letter | 0x20 {
    case UInt8(ascii: "x"): 16
    case UInt8(ascii: "o"): 8
    case UInt8(ascii: "b"): 2
    default: nil
    }
  }

  private func isWordStart(at offset: Int) -> Bool {
    isWordByte(byte(at: offset)) && !isDigit(at: offset) && byte(at: offset) | 0x20 != UInt8(ascii: "e")
  }

  /// Scans a quoted string. The escapes are those of C, and `\uXXXX`. A backslash before any other character is kept,
  /// so that patterns such as `'\d+'` work as written.
  private mutating func quoted() throws(Diagnostic) -> String {
    let start = offset
    let text = try quoted { (lexer, result) throws(Diagnostic) in try lexer.escape(into: &result) }
    guard let text else { throw unclosed("expression-syntax", from: start) }
    return text
  }

  private mutating func escape(into result: inout [UInt8]) throws(Diagnostic) {
    guard !isAtEnd else { return }
    let start = offset - 1
    let letter = byte(at: offset)
    offset += 1
    switch Unicode.Scalar(letter) {
    case "n": result.append(0x0A)
    case "t": result.append(0x09)
    case "r": result.append(0x0D)
    case "a": result.append(0x07)
    case "b": result.append(0x08)
    case "f": result.append(0x0C)
    case "v": result.append(0x0B)
    case "\\", "'", "\"": result.append(letter)
    case "u": try scalar(digits: 4, exactly: true, radix: 16, from: start, into: &result)
    case "U": try scalar(digits: 8, exactly: true, radix: 16, from: start, into: &result)
    case "x": try scalar(digits: 2, exactly: false, radix: 16, from: start, into: &result)
    case "0"..."7":
      offset -= 1
      try scalar(digits: 3, exactly: false, radix: 8, from: start, into: &result)
    default:
      result.append(UInt8(ascii: "\\"))
      result.append(letter)
    }
  }

  private mutating func scalar(digits: Int, exactly: Bool, radix: Int, from start: Int, into result: inout [UInt8])
    throws(Diagnostic)
  {
    var code = code(digits: digits, radix: radix)
    if let high = code.value, beginsSecondHalf(after: high) {
      code.value = Self.code(ofPair: high, self.code(digits: 4, radix: 16).value)
    }
    guard let value = code.value, !exactly || code.count == digits, let scalar = Unicode.Scalar(value) else {
      throw source.error(
        "expression-syntax", start..<offset, "The escape '\(source.excerpt(start..<offset))' is not a character",
        fix: "write \\uXXXX with four hexadecimal digits, or \\\\ for a backslash")
    }
    result.append(contentsOf: String(scalar).utf8)
  }

  /// Scans `%K`, `%@`, the number conversions of `printf`, and their positional forms such as `%1$@`.
  private mutating func argument(from start: Int) throws(Diagnostic) {
    offset += 1
    var position: Int?
    let digitsStart = offset
    skipDigits()
    if offset > digitsStart {
      guard byte(at: offset) == UInt8(ascii: "$"),
        let number = Int(text(from: digitsStart)), number > 0
      else { throw unknownConversion(start) }
      position = number - 1
      offset += 1
    }
    // Length modifiers are ignored, because a value knows its size.
    while [UInt8(ascii: "l"), UInt8(ascii: "h"), UInt8(ascii: "q"), UInt8(ascii: "z")].contains(byte(at: offset)) {
      offset += 1
    }
    let conversion: Token.Conversion
    switch Unicode.Scalar(byte(at: offset)) {
    case "@", "s": conversion = .value
    case "K": conversion = .keyPath
    case "d", "i", "u", "D", "U", "x", "X", "o": conversion = .integer
    case "f", "F", "g", "G", "e", "E", "a": conversion = .double
    case "c", "C": conversion = .character
    default: throw unknownConversion(start)
    }
    offset += 1
    if position == nil {
      position = nextArgument
      nextArgument += 1
    }
    add(.argument(conversion, position ?? 0), from: start)
  }

  private func unknownConversion(_ start: Int) -> Diagnostic {
    source.error(
      "expression-argument", start..<min(offset + 1, source.bytes.count), "'%' must begin an argument",
      fix: tokens.last.map { isOperand($0) } ?? false
        ? "write modulus:by:(a, b) for a remainder" : "write %@ for a value or %K for a key path")
  }

  private func isOperand(_ token: Token) -> Bool {
    switch token.kind {
    case .word, .number, .variable, .text, .symbol(.closeParenthesis), .symbol(.closeBracket): true
    default: false
    }
  }
}
