import TesseraText
import TesseraValues

/// Mends documents of XML that are not well-formed, as browsers mend HTML, before a reader of XML gets them.
///
/// What stands before the first tag is left out, and so are characters that XML forbids. Entities of HTML become characters; an
/// `&` that begins no reference, and a `<` that begins no tag, become references. Attributes get quotes, and only the first of a
/// name counts. What is open when something around it ends, ends there, and a tag that ends nothing is left out.
///
/// Comments, instructions and `CDATA` stay as they are.
struct XMLMarkup {
  /// The mended document.
  private(set) var result: [UInt8] = []
  /// What was mended first, with the line where it is, from 1.
  private(set) var problem: (line: Int, words: String)?

  private let bytes: [UInt8]
  private var rest: ArraySlice<UInt8>
  /// The names of the elements that are open.
  private var open: [ArraySlice<UInt8>] = []

  /// The maximum depth to which XML is mended. What is deeper is refused later.
  private static let maximumDepth = 200

  /// Mends a document.
  ///
  /// - Complexity: O(*n*).
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // White space, byte order marks and what servers print by mistake.
    rest = bytes.drop { $0 != UInt8(ascii: "<") }
    if rest.starts(with: "<?xml".utf8), let end = rest.firstIndex(of: "?>") { rest = rest[(end + 2)...] }
    result.reserveCapacity(rest.count + rest.count / 16)
    while !rest.isEmpty {
      copyText(until: rest.firstIndex(of: UInt8(ascii: "<")) ?? rest.endIndex)
      if !rest.isEmpty { copyMarkup() }
    }
    if !open.isEmpty { report("an element is not closed", at: bytes.endIndex) }
    end(upTo: 0)
  }

  // MARK: Text

  /// Copies text up to an offset.
  private mutating func copyText(until end: Int) {
    while rest.startIndex < end {
      let offset = rest[..<end].firstIndex { $0 == UInt8(ascii: "&") || Self.isForbidden($0) } ?? end
      result += rest[..<offset]
      rest = rest[offset...]
      guard offset < end else { return }
      if rest.first == UInt8(ascii: "&") { copyReference() } else { rest.removeFirst() }
    }
  }

  private static func isForbidden(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D }

  private mutating func copyReference() {
    var reference = rest
    guard let text = HTMLCharacterReferences.text(&reference) else {
      report("an '&' begins no reference")
      result += "&amp;".utf8
      rest.removeFirst()
      return
    }
    rest = reference
    for byte in text.utf8 { write(byte) }
  }

  /// Writes a byte of a character, as a reference where it would mean something else.
  private mutating func write(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "<"): result += "&lt;".utf8
    case UInt8(ascii: ">"): result += "&gt;".utf8
    case UInt8(ascii: "&"): result += "&amp;".utf8
    case UInt8(ascii: "\""): result += "&quot;".utf8
    case UInt8(ascii: "'"): result += "&apos;".utf8
    // Attributes would have a space in their place.
    case 0x09, 0x0A, 0x0D: result += "&#\(byte);".utf8
    case ..<0x20: break
    default: result.append(byte)
    }
  }

  // MARK: Tags

  /// Copies what begins with `<`.
  private mutating func copyMarkup() {
    let pairs: [(start: StaticString, end: StaticString)] = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]
    for (start, end) in pairs where start.withUTF8Buffer({ rest.starts(with: $0) }) {
      let after = rest.firstIndex(of: end).map { $0 + end.utf8CodeUnitCount } ?? rest.endIndex
      result += rest[..<after].filter { !Self.isForbidden($0) }
      rest = rest[after...]
      return
    }
    let next = rest.dropFirst().first ?? 0
    if next == UInt8(ascii: "!") {
      // A document type.
      result.append(rest.removeFirst())
    } else if next == UInt8(ascii: "/") {
      copyEnd()
    } else if Self.beginsName(next) {
      copyStart()
    } else {
      report("a '<' begins no tag")
      result += "&lt;".utf8
      rest.removeFirst()
    }
  }

  private static func beginsName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: ":"),
      0x80...:
      true
    default: false
    }
  }

  /// Reads up to the first of some bytes, or to white space.
  private mutating func word(endingAt ends: StaticString) -> ArraySlice<UInt8> {
    let end =
      rest.firstIndex { byte in byte.isXMLSpace || ends.withUTF8Buffer { $0.contains(byte) } } ?? rest.endIndex
    defer { rest = rest[end...] }
    return rest[..<end]
  }

  private mutating func copyEnd() {
    let offset = rest.startIndex
    rest = rest.dropFirst(2)
    let name = word(endingAt: "></")
    rest = rest.drop { $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "<") }
    if rest.first == UInt8(ascii: ">") { rest.removeFirst() }
    guard let index = open.lastIndex(of: name) else { return report("a tag ends nothing", at: offset) }
    if index + 1 < open.count { report("an element is not closed", at: offset) }
    end(upTo: index)
  }

  private mutating func end(upTo index: Int) {
    while open.count > index {
      result += "</".utf8
      result += open.removeLast()
      result.append(UInt8(ascii: ">"))
    }
  }

  private mutating func copyStart() {
    result.append(rest.removeFirst())
    let name = word(endingAt: "/><")
    result += name
    var names: Set<ArraySlice<UInt8>> = []
    while true {
      rest = rest.drop(while: \.isXMLSpace)
      guard let byte = rest.first, byte != UInt8(ascii: "<") else {
        // The tag does not end.
        report("a tag is not closed")
        break
      }
      if byte == UInt8(ascii: ">") {
        rest.removeFirst()
        break
      }
      if byte == UInt8(ascii: "/") {
        rest.removeFirst()
        guard rest.first == UInt8(ascii: ">") else { continue }
        rest.removeFirst()
        result += "/>".utf8
        return
      }
      copyAttribute(&names)
    }
    result.append(UInt8(ascii: ">"))
    if open.count < Self.maximumDepth { open.append(name) }
  }

  /// Copies an attribute, unless there is one of its name.
  private mutating func copyAttribute(_ names: inout Set<ArraySlice<UInt8>>) {
    let before = result.count
    let name = word(endingAt: "=/><\"'")
    result.append(UInt8(ascii: " "))
    result += name
    result += "=\"".utf8
    rest = rest.drop(while: \.isXMLSpace)
    if rest.first == UInt8(ascii: "=") {
      rest = rest.dropFirst().drop(while: \.isXMLSpace)
      copyValue()
    } else if name.isEmpty {
      // A quote that belongs to nothing.
      rest.removeFirst()
    }
    result.append(UInt8(ascii: "\""))
    let isName = name.first.map(Self.beginsName) == true
    if !isName || !names.insert(name).inserted {
      report("an attribute is none, or comes twice")
      result.removeLast(result.count - before)
    }
  }

  private mutating func copyValue() {
    if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      rest.removeFirst()
      let end = rest.firstIndex(of: quote) ?? rest.endIndex
      copyQuoted(until: end)
      if !rest.isEmpty { rest.removeFirst() }
    } else {
      report("an attribute has no quotes")
      var end = rest.firstIndex { $0.isXMLSpace || $0 == UInt8(ascii: ">") } ?? rest.endIndex
      if end < rest.endIndex, rest[end] == UInt8(ascii: ">"), end > rest.startIndex, rest[end - 1] == UInt8(ascii: "/")
      {
        end -= 1
      }
      copyQuoted(until: end)
    }
  }

  /// Copies the value of an attribute, for which quotes of both kinds are references.
  private mutating func copyQuoted(until end: Int) {
    while rest.startIndex < end {
      let byte = bytes[rest.startIndex]
      if byte == UInt8(ascii: "&") {
        copyReference()
      } else {
        rest.removeFirst()
        if byte.isXMLSpace { result.append(byte) } else { write(byte) }
      }
    }
  }

  // MARK: Reports

  private mutating func report(_ words: String, at offset: Int? = nil) {
    guard problem == nil else { return }
    let offset = offset ?? rest.startIndex
    problem = (1 + bytes[..<offset].count(where: { $0 == 0x0A }), words)
  }
}
