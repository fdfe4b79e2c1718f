import TesseraValues

/// A tag, or a comment or declaration, whose name is empty.
struct HTMLTag {
  var name = ""
  var isEnd = false
  /// What is between the name and the `>`.
  private var inside: ArraySlice<UInt8> = []

  /// Reads a tag from the beginning; nil, and nothing is read, if a `<` begins none.
  init?(_ rest: inout ArraySlice<UInt8>) {
    var inner = rest.dropFirst()
    if inner.starts(with: "!--".utf8) {
      rest = inner.dropFirst(3).firstIndex(of: "-->").map { rest[($0 + 3)...] } ?? []
      return
    }
    isEnd = inner.first == UInt8(ascii: "/")
    if isEnd { inner = inner.dropFirst() }
    guard let first = inner.first else { return nil }
    if first == UInt8(ascii: "!") || first == UInt8(ascii: "?") {
      rest = inner.firstIndex(of: UInt8(ascii: ">")).map { rest[($0 + 1)...] } ?? []
      return
    }
    guard Self.isLetter(first) else { return nil }
    // No name that counts is longer.
    let letters = inner.prefix { Self.isLetter($0) || Self.isDigit($0) }
    name = String(decoding: letters.prefix(16), as: UTF8.self).lowercased()
    var quote: UInt8?
    for index in inner[letters.endIndex...].indices {
      let byte = inner[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        inside = inner[letters.endIndex..<index]
        rest = rest[(index + 1)...]
        return
      }
    }
    rest = []
  }

  /// Skips the content of an element, and its end tag.
  static func skip(toEndOf name: String, _ rest: inout ArraySlice<UInt8>) {
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[start...]
      let end = rest.dropFirst(2).prefix(name.utf8.count)
      guard rest.dropFirst().first == UInt8(ascii: "/"),
        String(decoding: end, as: UTF8.self).lowercased() == name
      else {
        rest = rest.dropFirst()
        continue
      }
      _ = HTMLTag(&rest)
      return
    }
    rest = []
  }

  /// Returns the value of an attribute, with its character references resolved; nil without one. The first of several
  /// counts, as in browsers.
  func attribute(_ name: String) -> String? {
    var bytes = inside
    func skipSpace() { bytes = bytes.drop { Self.isSpace($0) || $0 == UInt8(ascii: "/") } }
    while true {
      skipSpace()
      guard !bytes.isEmpty else { return nil }
      let key = bytes.prefix { !Self.isSpace($0) && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "/") }
      bytes = bytes[key.endIndex...].drop(while: Self.isSpace)
      var value: ArraySlice<UInt8> = []
      if bytes.first == UInt8(ascii: "=") {
        bytes = bytes.dropFirst().drop(while: Self.isSpace)
        if let quote = bytes.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
          value = bytes.dropFirst().prefix { $0 != quote }
          bytes = bytes[value.endIndex...].dropFirst()
        } else {
          value = bytes.prefix { !Self.isSpace($0) }
          bytes = bytes[value.endIndex...]
        }
      } else if key.isEmpty {
        bytes = bytes.dropFirst()
      }
      if String(decoding: key.prefix(32), as: UTF8.self).lowercased() == name {
        return HTMLCharacterReferences.resolving(value)
      }
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte & 0xDF &- UInt8(ascii: "A") < 26 }
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
