import RegexBuilder
import TesseraValues

/// What must hold of an XML document before Foundation's parser may see it.
///
/// On Linux the parser traps when the name of an element is not UTF-8, and needs time that grows with the square of an
/// element's attributes. Document types can declare entities that expand to more text than fits in memory, or that name
/// other files; Xcode writes none.
struct XMLMarkupCheck {
  /// The most attributes of an element. Those of Interface Builder have some dozens.
  static let attributeLimit = 1000

  private let bytes: [UInt8]
  private var offset = 0

  private let mayHaveDocumentType: Bool

  private init(_ bytes: [UInt8], mayHaveDocumentType: Bool) {
    self.bytes = bytes
    self.mayHaveDocumentType = mayHaveDocumentType
  }

  /// Returns why a document must not be parsed, or `nil` if it may be. It can still be invalid.
  ///
  /// - Parameter mayHaveDocumentType: Whether the document may name its type, without declaring anything.
  /// - Complexity: O(*n*) in the bytes of the document.
  static func problem(in bytes: [UInt8], mayHaveDocumentType: Bool = false) -> XcodeFileError? {
    guard String(validating: bytes, as: UTF8.self) != nil, declaresUTF8(bytes),
      hasOnlyXMLCharacters(bytes)
    else {
      return XcodeFileError("The XML is not in UTF-8", offset: 0)
    }
    var check = XMLMarkupCheck(bytes, mayHaveDocumentType: mayHaveDocumentType)
    return check.problem()
  }

  /// Returns whether the XML declaration names UTF-8 or no encoding.
  private static func declaresUTF8(_ bytes: [UInt8]) -> Bool {
    let head = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    guard head.starts(with: "<?xml".utf8) else { return true }
    guard let end = head.prefix(256).firstIndex(of: UInt8(ascii: ">")) else { return false }
    let declaration = String(decoding: head[..<end], as: UTF8.self).lowercased()
    let encoding = /(\s+encoding\s*=\s*["']utf-?8["'])?/
    return declaration.wholeMatch(
      of: Regex {
        /<\?xml\s+version\s*=\s*["']1\.[0-9]["']/
        encoding
        /(\s+standalone\s*=\s*["'](yes|no)["'])?\s*\?/
      }) != nil
  }

  /// Returns whether all characters are ones that XML has (XML 1.0, section 2.2). The parser goes on after an error: a
  /// comment ends for it at another character. Bytes of zero are UTF-16 or UTF-32, in which markup would not be found.
  private static func hasOnlyXMLCharacters(_ bytes: [UInt8]) -> Bool {
    for index in bytes.indices {
      let byte = bytes[index]
      if byte < 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D { return false }
      // U+FFFE and U+FFFF.
      if byte == 0xBE || byte == 0xBF, index >= 2, bytes[index - 1] == 0xBF, bytes[index - 2] == 0xEF { return false }
    }
    return true
  }

  private mutating func problem() -> XcodeFileError? {
    while let start = bytes[offset...].firstIndex(of: UInt8(ascii: "<")) {
      offset = start
      if skip(from: "<!--", to: "-->") || skip(from: "<![CDATA[", to: "]]>") { continue }
      if skip(from: "<?", to: "?>") {
        // For the parser, what is no instruction ends at once.
        guard !bytes[(start + 1)..<offset].contains(UInt8(ascii: "<")) else {
          return XcodeFileError("An instruction contains '<'", offset: start)
        }
        continue
      }
      if bytes[start...].starts(with: "<!".utf8) {
        if mayHaveDocumentType, skipDocumentType() { continue }
        return XcodeFileError("XML with a document type cannot be read", offset: start)
      }
      guard let count = skipTag() else { return XcodeFileError("A tag contains '<'", offset: start) }
      if count > Self.attributeLimit {
        return XcodeFileError("An element has more than \(Self.attributeLimit) attributes", offset: start)
      }
    }
    return nil
  }

  /// Skips markup that begins with one text and ends with another, or returns false if it does not begin here.
  private mutating func skip(from first: StaticString, to last: StaticString) -> Bool {
    guard first.withUTF8Buffer({ bytes[offset...].starts(with: $0) }) else { return false }
    let end = bytes[(offset + first.utf8CodeUnitCount)...].firstIndex(of: last)
    offset = end.map { $0 + last.utf8CodeUnitCount } ?? bytes.count
    return true
  }

  /// Skips a document type that declares nothing, or returns false if there is none here.
  private mutating func skipDocumentType() -> Bool {
    guard bytes[offset...].starts(with: "<!DOCTYPE".utf8) else { return false }
    var quote: UInt8?
    for index in (offset + 2)..<bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "<") || byte == UInt8(ascii: "[") { return false }
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        offset = index + 1
        return true
      }
    }
    return false
  }

  /// Skips a tag and returns how many values in quotes it has; `nil` if it contains another tag, which no valid one does.
  private mutating func skipTag() -> Int? {
    var count = 0
    var quote: UInt8?
    offset += 1
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      if byte == UInt8(ascii: "<") { return nil }
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: ">") {
        return count
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
        count += 1
      }
    }
    return count
  }
}
