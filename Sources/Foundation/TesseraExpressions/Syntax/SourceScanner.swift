import TesseraValues

/// Scans the bytes of a source from left to right. The grammars of predicates and templates share these rules.
///
/// The rules for numbers and escapes differ, and so do words: every character outside of ASCII is part of a word of a
/// predicate, but only letters, marks and digits are part of a word of a template.
protocol SourceScanner {
  var source: FormatText { get }
  /// The offset of the next byte.
  var offset: Int { get set }
}

extension SourceScanner {
  var isAtEnd: Bool { offset >= source.bytes.count }

  /// Returns the byte at an offset, or 0 after the end.
  func byte(at offset: Int) -> UInt8 { offset < source.bytes.count ? source.bytes[offset] : 0 }

  func isDigit(at offset: Int) -> Bool { (0x30...0x39).contains(byte(at: offset)) }

  /// Returns the text from an offset to the current one.
  func text(from start: Int) -> String { String(decoding: source.bytes[start..<offset], as: UTF8.self) }

  /// Returns the offset of the first byte that is not a space.
  func endOfSpace(from start: Int) -> Int {
    var end = start
    while byte(at: end) == 0x20 || (0x09...0x0D).contains(byte(at: end)) { end += 1 }
    return end
  }

  mutating func skipSpace() { offset = endOfSpace(from: offset) }

  mutating func skipDigits() {
    while isDigit(at: offset) { offset += 1 }
  }

  /// Scans a quoted text, from its quotation mark.
  /// - Parameter escape: Scans what follows a backslash, and appends its meaning.
  /// - Returns: Nil if the text is not closed.
  mutating func quoted<Failure>(
    escape: (inout Self, _ result: inout [UInt8]) throws(Failure) -> Void
  ) throws(Failure) -> String? {
    let quote = byte(at: offset)
    offset += 1
    var result: [UInt8] = []
    while !isAtEnd {
      let byte = byte(at: offset)
      offset += 1
      if byte == quote { return String(decoding: result, as: UTF8.self) }
      if byte == UInt8(ascii: "\\") { try escape(&self, &result) } else { result.append(byte) }
    }
    return nil
  }

  /// Returns a diagnostic for the quoted text that begins at an offset.
  func unclosed(_ rule: String, from start: Int) -> Diagnostic {
    source.error(
      rule, start..<source.bytes.count, "The text is not closed",
      fix: "add \(Unicode.Scalar(source.bytes[start])) at its end")
  }

  /// Scans at most the given number of digits.
  mutating func code(digits: Int, radix: Int) -> (value: UInt32?, count: Int) {
    let start = offset
    while offset - start < digits, let digit = Character(Unicode.Scalar(byte(at: offset))).hexDigitValue, digit < radix
    {
      offset += 1
    }
    return (UInt32(text(from: start), radix: radix), offset - start)
  }

  /// Scans the `\u` before the second half of a surrogate pair, as used in JavaScript and JSON for characters outside
  /// of the basic multilingual plane. Returns false if the code is not a first half, or none follows.
  mutating func beginsSecondHalf(after code: UInt32) -> Bool {
    guard (0xD800..<0xDC00).contains(code), byte(at: offset) == UInt8(ascii: "\\"),
      byte(at: offset + 1) == UInt8(ascii: "u")
    else { return false }
    offset += 2
    return true
  }

  /// Returns the code of a surrogate pair, or nil if the second code is not a second half.
  static func code(ofPair first: UInt32, _ second: UInt32?) -> UInt32? {
    guard let second, (0xDC00..<0xE000).contains(second) else { return nil }
    return 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
  }
}
