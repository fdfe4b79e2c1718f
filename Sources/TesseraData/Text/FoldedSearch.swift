import Synchronization
import TesseraExpressions

/// A part that is looked for in many stored texts, with the answers of `TextFolding`.
///
/// Most texts are plain: ASCII, or made of letters and signs that fold one by one. These are searched in place or in a
/// buffer, without making a `String`; any other text takes the long way.
final class FoldedSearch {
  enum Place: Int32 {
    case contains
    case prefix
    case suffix
  }

  private let part: String
  private let options: TextFolding.Options
  private let isLiteral: Bool
  /// What to look for in a text that is folded the same way.
  private let needle: [UInt8]
  private let isASCII: Bool
  private var buffer: [UInt8] = []

  /// - Parameter flags: the bits of the folding options, and 8 for a literal search.
  init(_ part: String, flags: Int64) {
    self.part = part
    options = TextFolding.Options(rawValue: UInt8(truncatingIfNeeded: flags & 7))
    isLiteral = flags & 8 != 0
    needle = isLiteral ? Array(part.utf8) : TextFolding.fold(part.utf8, options: options)
    isASCII = needle.allSatisfy { $0 < 0x80 }
  }

  /// Whether a text has the part at a place.
  func matches(_ text: UnsafeRawBufferPointer, _ place: Place) -> Bool {
    if needle.isEmpty { return true }
    if isLiteral { return Self.find(needle, in: text, place, foldingCase: false) }
    if Self.isASCII(text) {
      return isASCII && Self.find(needle, in: text, place, foldingCase: options.contains(.case))
    }
    buffer.removeAll(keepingCapacity: true)
    if SimpleFolding.fold(text, options: options, into: &buffer) {
      return buffer.withUnsafeBytes { Self.find(needle, in: $0, place, foldingCase: false) }
    }
    let whole = String(decoding: text, as: UTF8.self)
    return switch place {
    case .contains: TextFolding.contains(whole, part, options: options)
    case .prefix: TextFolding.hasPrefix(whole, part, options: options)
    case .suffix: TextFolding.hasSuffix(whole, part, options: options)
    }
  }

  /// Whether there are only bytes below 128, eight at a time.
  static func isASCII(_ text: UnsafeRawBufferPointer) -> Bool {
    var offset = 0
    while offset + 8 <= text.count {
      if text.loadUnaligned(fromByteOffset: offset, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 { return false }
      offset += 8
    }
    while offset < text.count {
      if text[offset] >= 0x80 { return false }
      offset += 1
    }
    return true
  }

  /// Looks for bytes. Folding makes the text's ASCII letters small; the needle has to be folded already.
  private static func find(_ needle: [UInt8], in text: UnsafeRawBufferPointer, _ place: Place, foldingCase: Bool)
    -> Bool
  {
    needle.withUnsafeBufferPointer { needle in
      guard text.count >= needle.count else { return false }
      let last = text.count - needle.count
      switch place {
      case .prefix: return isEqual(needle, text, at: 0, foldingCase)
      case .suffix: return isEqual(needle, text, at: last, foldingCase)
      case .contains:
        let first = needle[0]
        let isLetter = foldingCase && first &- 0x61 < 26
        let other = isLetter ? first & 0xDF : first
        var start = 0
        while start <= last {
          let byte = text[start]
          if byte == first || byte == other, isEqual(needle, text, at: start, foldingCase) { return true }
          start += 1
        }
        return false
      }
    }
  }

  private static func isEqual(
    _ needle: UnsafeBufferPointer<UInt8>, _ text: UnsafeRawBufferPointer, at start: Int, _ foldingCase: Bool
  ) -> Bool {
    for offset in 0..<needle.count {
      var byte = text[start + offset]
      if foldingCase, byte &- 0x41 < 26 { byte |= 0x20 }
      if byte != needle[offset] { return false }
    }
    return true
  }
}

/// Folding of texts whose scalars fold one by one.
enum SimpleFolding {
  /// Appends the folded text; false where a scalar needs its neighbours or more than a table.
  static func fold(_ text: UnsafeRawBufferPointer, options: TextFolding.Options, into buffer: inout [UInt8]) -> Bool {
    let foldsCase = options.contains(.case)
    var table: Table?
    var offset = 0
    while offset < text.count {
      let byte = text[offset]
      if byte < 0x80 {
        buffer.append(foldsCase && byte &- 0x41 < 26 ? byte | 0x20 : byte)
        offset += 1
        continue
      }
      let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      guard offset + length <= text.count else { return false }
      if length == 2 {
        let scalar = UInt32(byte & 0x1F) << 6 | UInt32(text[offset + 1] & 0x3F)
        if table == nil { table = Table.of(options) }
        guard let folded = table?.folded(scalar) else { return false }
        buffer.append(contentsOf: folded)
      } else {
        var scalar = UInt32(byte) & (length == 3 ? 0x0F : 0x07)
        for index in 1..<length { scalar = scalar << 6 | UInt32(text[offset + index] & 0x3F) }
        guard isFixed(scalar) else { return false }
        for index in 0..<length { buffer.append(text[offset + index]) }
      }
      offset += length
    }
    return true
  }

  /// Whether a scalar from U+0800 folds to itself under all options, wherever it stands: general punctuation, currency
  /// signs, arrows, symbols, kana, ideographs, Hangul syllables, pictographs. A test compares this with `TextFolding`.
  static func isFixed(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x2010...0x2027, 0x2030...0x203B, 0x20A0...0x20BF, 0x2190...0x2199, 0x2500...0x26FF, 0x2700...0x27BF,
      0x3001...0x3029, 0x3041...0x304A, 0x4E00...0x9FA5, 0xAC00...0xD7A3, 0x1F300...0x1F3FA, 0x1F400...0x1F5FF,
      0x1F600...0x1F64F,
      0x1F680...0x1F6C5, 0x1F900...0x1F9FF:
      true
    default: false
    }
  }

  /// How the scalars of two bytes fold that need no neighbours.
  struct Table: Sendable {
    static let scalars: Range<UInt32> = 0x80..<0x530
    private var bytes: [UInt8] = []
    /// Where the folded bytes of each scalar begin; equal to the next where the scalar is not simple.
    private var starts: [Int] = []

    private static let all: [LazyTable] = (0..<8).map { LazyTable(TextFolding.Options(rawValue: $0)) }

    static func of(_ options: TextFolding.Options) -> Table { all[Int(options.rawValue & 7)].table }

    init(_ options: TextFolding.Options) {
      for code in Self.scalars {
        starts.append(bytes.count)
        guard let scalar = Unicode.Scalar(code), !scalar.properties.isGraphemeExtend else { continue }
        let folded = TextFolding.fold(String(scalar), options: options)
        let isSimple = folded.unicodeScalars.allSatisfy { $0.properties.canonicalCombiningClass == .notReordered }
        if isSimple { bytes.append(contentsOf: folded.utf8) }
      }
      starts.append(bytes.count)
    }

    func folded(_ scalar: UInt32) -> ArraySlice<UInt8>? {
      guard Self.scalars.contains(scalar) else { return nil }
      let index = Int(scalar - Self.scalars.lowerBound)
      return starts[index] == starts[index + 1] ? nil : bytes[starts[index]..<starts[index + 1]]
    }
  }

  /// A table that is made when it is first used.
  private final class LazyTable: Sendable {
    private let options: TextFolding.Options
    private let made = Mutex<Table?>(nil)

    init(_ options: TextFolding.Options) { self.options = options }

    var table: Table {
      made.withLock { made in
        if let made { return made }
        let new = Table(options)
        made = new
        return new
      }
    }
  }
}
