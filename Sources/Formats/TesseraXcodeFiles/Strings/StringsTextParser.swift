import Foundation

/// Reads the text form of a `.strings` file: `"key" = "text";`, with comments.
///
/// `PropertyListSerialization` does not suffice here: outside of Apple's systems it leaves out the rest of a file after
/// an error, and only prints a line about that. It also loses the order, and the place of an error.
///
/// The format is the property list format of NeXTSTEP as CFOldStylePList.c of the open CoreFoundation reads it, without
/// values other than text.
struct StringsTextParser {
  /// The file in UTF-16, in which escapes are written, too.
  private let units: [UInt16]
  private var position = 0

  /// Reads a file.
  ///
  /// - Returns: Keys and texts in the order of the file. Keys can repeat.
  /// - Throws: What is wrong, with the line in the reason.
  static func parse(_ text: String) throws(XcodeFileError) -> [(key: String, value: String)] {
    var parser = StringsTextParser(units: Array(text.utf16))
    var entries: [(key: String, value: String)] = []
    try parser.skipSpace()
    while parser.position < parser.units.count {
      let key = try parser.string()
      try parser.skipSpace()
      var value = key
      // A key without a value is its own text.
      if parser.consume("=") {
        try parser.skipSpace()
        value = try parser.string()
        try parser.skipSpace()
      }
      guard parser.consume(";") else { throw parser.problem("';' is missing after '\(key.prefix(80))'") }
      try parser.skipSpace()
      entries.append((key, value))
    }
    return entries
  }

  private init(units: [UInt16]) { self.units = units }

  private var next: UInt16? { position < units.count ? units[position] : nil }

  // MARK: - Texts

  private mutating func string() throws(XcodeFileError) -> String {
    if consume("\"") { return try quoted(endingWith: "\"") }
    if consume("'") { return try quoted(endingWith: "'") }
    let start = position
    while let unit = next, Self.isOfWord(unit) { position += 1 }
    guard position > start else { throw problem("A text is missing") }
    return String(decoding: units[start..<position], as: UTF16.self)
  }

  private mutating func quoted(endingWith mark: Unicode.Scalar) throws(XcodeFileError) -> String {
    let start = position
    var result: [UInt16] = []
    while !consume(mark) {
      guard let unit = next else {
        position = start
        throw problem("A text has no end")
      }
      position += 1
      if unit == UInt16(ascii: "\\") {
        try result.append(contentsOf: escape())
      } else {
        result.append(unit)
      }
    }
    return String(decoding: result, as: UTF16.self)
  }

  /// What follows a backslash.
  private mutating func escape() throws(XcodeFileError) -> [UInt16] {
    guard let unit = next, let scalar = Unicode.Scalar(unit) else { throw problem("An escape has no end") }
    switch scalar {
    case "U":
      position += 1
      let digits = digits(radix: 16, upTo: 4)
      guard let code = UInt16(digits, radix: 16) else { throw problem("An escape has no digits") }
      return [code]
    case "0"..."7":
      // Codes of NeXTSTEP's encoding. More than three digits, or a code above 255, belong to no escape.
      guard let code = UInt8(digits(radix: 8, upTo: 3), radix: 8) else { throw problem("An escape is too large") }
      return Array((String(bytes: [code], encoding: .nextstep) ?? "\u{FFFD}").utf16)
    default:
      position += 1
      return [Self.controls[scalar] ?? unit]
    }
  }

  private mutating func digits(radix: Int, upTo count: Int) -> String {
    var digits = ""
    while digits.utf8.count < count, let unit = next, let scalar = Unicode.Scalar(unit),
      Character(scalar).isASCII, let value = Character(scalar).hexDigitValue, value < radix
    {
      digits.unicodeScalars.append(scalar)
      position += 1
    }
    return digits
  }

  // MARK: - Space and marks

  /// Skips white space and comments.
  private mutating func skipSpace() throws(XcodeFileError) {
    while let unit = next {
      if Self.isSpace(unit) {
        position += 1
      } else if starts(with: "//") {
        while let unit = next, !Self.isLineEnd(unit) { position += 1 }
      } else if starts(with: "/*") {
        let start = position
        position += 2
        while !starts(with: "*/") {
          guard position < units.count else {
            position = start
            throw problem("A comment has no end")
          }
          position += 1
        }
        position += 2
      } else {
        return
      }
    }
  }

  private func starts(with mark: String) -> Bool { units[position...].starts(with: mark.utf16) }

  private mutating func consume(_ mark: Unicode.Scalar) -> Bool {
    guard next == UInt16(ascii: mark) else { return false }
    position += 1
    return true
  }

  /// A problem at the current place.
  private func problem(_ reason: String) -> XcodeFileError {
    var line = 1
    for (index, unit) in units[..<position].enumerated() where Self.isLineEnd(unit) {
      let isSecondOfPair = unit == 0x0A && index > 0 && units[index - 1] == 0x0D
      line += isSecondOfPair ? 0 : 1
    }
    return XcodeFileError("\(reason), line \(line)")
  }

  private static func isLineEnd(_ unit: UInt16) -> Bool { [0x0A, 0x0D, 0x2028, 0x2029].contains(unit) }

  private static func isSpace(_ unit: UInt16) -> Bool {
    (0x09...0x0D).contains(unit) || [0x20, 0x2028, 0x2029].contains(unit)
  }

  /// Whether a text without quotes can have a character.
  private static func isOfWord(_ unit: UInt16) -> Bool {
    guard let scalar = Unicode.Scalar(unit), scalar.isASCII else { return false }
    return Character(scalar).isLetter || Character(scalar).isNumber || "_$/:.-".unicodeScalars.contains(scalar)
  }

  private static let controls: [Unicode.Scalar: UInt16] = [
    "a": 0x07, "b": 0x08, "f": 0x0C, "n": 0x0A, "r": 0x0D, "t": 0x09, "v": 0x0B,
  ]
}

extension UInt16 {
  /// The unit of a character of ASCII.
  fileprivate init(ascii scalar: Unicode.Scalar) { self = UInt16(UInt8(ascii: scalar)) }
}
