import TesseraValues

/// Splits a format text into tokens.
struct Lexer {
  let source: FormatText
  private var offset = 0
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

  private var bytes: [UInt8] { source.bytes }

  private func byte(at offset: Int) -> UInt8 { offset < source.bytes.count ? source.bytes[offset] : 0 }

  private mutating func add(_ kind: Token.Kind, from start: Int) {
    tokens.append(Token(kind: kind, range: start..<offset))
  }

  /// Scans a token. Returns false after the last one.
  private mutating func scan() throws(Diagnostic) -> Bool {
    while offset < source.bytes.count, isSpace(source.bytes[offset]) { offset += 1 }
    let start = offset
    guard offset < source.bytes.count else {
      add(.end, from: start)
      return false
    }
    let first = source.bytes[offset]
    switch first {
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      if followsDot(start) { word(from: start) } else { try number(from: start) }
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
      word(from: start)
    case 0x80...:
      try checkNonASCII(at: start)
      word(from: start)
    case UInt8(ascii: "'"), UInt8(ascii: "\""): add(.text(try quoted(from: start)), from: start)
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
    default: try symbol(first, from: start)
    }
    return true
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

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
    guard let last = tokens.last, case .dot = last.kind else { return false }
    return last.range.upperBound == start
  }

  private mutating func consumeWord() -> String {
    let start = offset
    while offset < source.bytes.count, isWordByte(source.bytes[offset]) { offset += 1 }
    return String(decoding: source.bytes[start..<offset], as: UTF8.self)
  }

  private mutating func word(from start: Int) {
    let name = consumeWord()
    if followsDot(start) { return add(.identifier(name), from: start) }
    if byte(at: offset) == UInt8(ascii: ":"), let end = endOfSelector() {
      offset = end
      return add(.selector(String(decoding: source.bytes[start..<end], as: UTF8.self)), from: start)
    }
    if let keyword = Keyword.spelled(name[...].utf8), !keyword.needsParenthesis || parenthesisFollows() {
      add(.keyword(keyword), from: start)
    } else {
      add(.identifier(name), from: start)
    }
  }

  private func parenthesisFollows() -> Bool {
    var index = offset
    while index < source.bytes.count, isSpace(source.bytes[index]) { index += 1 }
    return byte(at: index) == UInt8(ascii: "(")
  }

  /// Returns the end of a selector such as `add:to:` if the offset is at its first colon and `(` follows its last one.
  private func endOfSelector() -> Int? {
    var index = offset
    var end: Int?
    while index < source.bytes.count, index - offset < 64 {
      let byte = source.bytes[index]
      if byte == UInt8(ascii: ":") {
        end = index + 1
      } else if !isWordByte(byte) {
        break
      }
      index += 1
    }
    while index < source.bytes.count, isSpace(source.bytes[index]) { index += 1 }
    return byte(at: index) == UInt8(ascii: "(") ? end : nil
  }

  /// Scans `#word`, or `#"any text"` for a key that is not a word.
  private mutating func escapedKey(from start: Int) throws(Diagnostic) {
    offset += 1
    let next = byte(at: offset)
    let name = next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") ? try quoted(from: offset) : consumeWord()
    guard !name.isEmpty else { throw source.error("expression-syntax", start..<offset, "A key is expected after '#'") }
    add(.identifier(name), from: start)
  }

  private mutating func symbol(_ first: UInt8, from start: Int) throws(Diagnostic) {
    let second = byte(at: offset + 1)
    let pair = (Unicode.Scalar(first), Unicode.Scalar(second))
    let two: Token.Kind? =
      switch pair {
      case ("=", "="): .comparison(.equalTo)
      case ("!", "="), ("<", ">"): .comparison(.notEqualTo)
      case ("<", "="), ("=", "<"): .comparison(.lessThanOrEqualTo)
      case (">", "="), ("=", ">"): .comparison(.greaterThanOrEqualTo)
      case ("&", "&"): .and
      case ("|", "|"): .or
      case ("*", "*"): .power
      default: nil
      }
    if let two {
      offset += 2
      return add(two, from: start)
    }
    let one: Token.Kind? =
      switch pair.0 {
      case "=": .comparison(.equalTo)
      case "<": .comparison(.lessThan)
      case ">": .comparison(.greaterThan)
      case "!": .not
      case "+": .plus
      case "-": .minus
      case "*": .star
      case "/": .slash
      case ".": .dot
      case ",": .comma
      case "(": .openParenthesis
      case ")": .closeParenthesis
      case "{": .openBrace
      case "}": .closeBrace
      case "[": .openBracket
      case "]": .closeBracket
      default: nil
      }
    if pair.0 == ".", (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second), !endsOperand(before: start) {
      return try number(from: start)
    }
    guard let one else {
      let fix: String? =
        switch pair.0 {
        case "&": "write '&&' or 'AND'"
        case "|": "write '||' or 'OR'"
        case "`": "quote texts with ' or \""
        case "?": "write TERNARY(condition, a, b) to choose a value"
        default: nil
        }
      throw source.error(
        "expression-syntax", start..<start + 1, "The character '\(pair.0)' has no meaning here", fix: fix)
    }
    offset += 1
    add(one, from: start)
  }

  /// Returns whether the directly preceding token ends an operand, so that a dot continues a key path.
  private func endsOperand(before start: Int) -> Bool {
    guard let last = tokens.last, last.range.upperBound == start else { return false }
    switch last.kind {
    case .identifier, .variable, .closeBracket, .closeParenthesis, .closeBrace, .argument, .atName, .keyword(.self):
      return true
    default: return false
    }
  }

  private func checkNonASCII(at start: Int) throws(Diagnostic) {
    guard let scalar = String(decoding: source.bytes[start...].prefix(4), as: UTF8.self).unicodeScalars.first else {
      return
    }
    let fix: String
    switch scalar {
    case "≤": fix = "write '<='"
    case "≥": fix = "write '>='"
    case "≠": fix = "write '!='"
    case "“", "”", "„", "‘", "’", "«", "»": fix = "quote texts with ' or \""
    case _ where scalar.properties.isWhitespace: fix = "replace it with an ordinary space"
    default: return
    }
    let length = String(scalar).utf8.count
    throw source.error(
      "expression-syntax", start..<start + length, "The character '\(scalar)' has no meaning here", fix: fix)
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
    consumeDigits()
    if byte(at: offset) == UInt8(ascii: "."), !isWordStart(byte(at: offset + 1)) {
      isFloating = true
      offset += 1
      consumeDigits()
    }
    if byte(at: offset) | 0x20 == UInt8(ascii: "e") {
      let sign = byte(at: offset + 1)
      let hasSign = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
      if isDigit(byte(at: offset + (hasSign ? 2 : 1))) {
        isFloating = true
        offset += hasSign ? 2 : 1
        consumeDigits()
      }
    }
    if isWordByte(byte(at: offset)) {
      _ = consumeWord()
      throw source.error(
        "expression-number", start..<offset, "'\(source.excerpt(start..<offset))' is neither a number nor a key",
        fix: "write a key that begins with a digit as #\(source.excerpt(start..<offset))")
    }
    let text = String(decoding: source.bytes[start..<offset], as: UTF8.self)
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

  private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
  private func isWordStart(_ byte: UInt8) -> Bool {
    isWordByte(byte) && !isDigit(byte) && byte | 0x20 != UInt8(ascii: "e")
  }
  private mutating func consumeDigits() {
    while isDigit(byte(at: offset)) { offset += 1 }
  }

  /// Scans a quoted string. The escapes are those of C, and `\uXXXX`. A backslash before any other character is kept,
  /// so that patterns such as `'\d+'` work as written.
  private mutating func quoted(from start: Int) throws(Diagnostic) -> String {
    let quote = source.bytes[offset]
    offset += 1
    var result: [UInt8] = []
    while offset < source.bytes.count {
      let byte = source.bytes[offset]
      offset += 1
      if byte == quote { return String(decoding: result, as: UTF8.self) }
      if byte != UInt8(ascii: "\\") {
        result.append(byte)
      } else if offset < source.bytes.count {
        try escape(into: &result)
      }
    }
    throw source.error(
      "expression-syntax", start..<source.bytes.count, "The text is not closed",
      fix: "add \(Unicode.Scalar(quote)) at its end")
  }

  private mutating func escape(into result: inout [UInt8]) throws(Diagnostic) {
    let start = offset - 1
    let letter = source.bytes[offset]
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
    var code = consumeCode(digits: digits, radix: radix)
    // A surrogate pair, as used in JavaScript and JSON for characters outside of the basic multilingual plane.
    if let high = code.value, (0xD800..<0xDC00).contains(high), byte(at: offset) == UInt8(ascii: "\\"),
      byte(at: offset + 1) == UInt8(ascii: "u")
    {
      offset += 2
      let low = consumeCode(digits: 4, radix: 16)
      if let value = low.value, (0xDC00..<0xE000).contains(value) {
        code.value = 0x10000 + (high - 0xD800) << 10 + (value - 0xDC00)
      }
    }
    guard let value = code.value, !exactly || code.count == digits, let scalar = Unicode.Scalar(value) else {
      throw source.error(
        "expression-syntax", start..<offset, "The escape '\(source.excerpt(start..<offset))' is not a character",
        fix: "write \\uXXXX with four hexadecimal digits, or \\\\ for a backslash")
    }
    result.append(contentsOf: String(scalar).utf8)
  }

  private mutating func consumeCode(digits: Int, radix: Int) -> (value: UInt32?, count: Int) {
    let start = offset
    while offset - start < digits, let scalar = Optional(Unicode.Scalar(byte(at: offset))),
      let digit = Character(scalar).hexDigitValue, digit < radix
    {
      offset += 1
    }
    let text = String(decoding: source.bytes[start..<offset], as: UTF8.self)
    return (UInt32(text, radix: radix), offset - start)
  }

  /// Scans `%K`, `%@`, the number conversions of `printf`, and their positional forms such as `%1$@`.
  private mutating func argument(from start: Int) throws(Diagnostic) {
    offset += 1
    var position: Int?
    let digitsStart = offset
    consumeDigits()
    if offset > digitsStart {
      guard byte(at: offset) == UInt8(ascii: "$"),
        let number = Int(String(decoding: source.bytes[digitsStart..<offset], as: UTF8.self)), number > 0
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
    case .identifier, .number, .variable, .text, .closeParenthesis, .closeBracket: true
    default: false
    }
  }
}
