import Foundation
import TesseraValues

/// Folding of texts, so that texts which differ only in case, diacritical marks or character width become the same.
///
/// This is what `[c]` and `[d]` mean, in memory and in the store. Folded texts are in canonical composition (NFC).
/// ASCII texts fold byte by byte without any allocation in the comparing functions.
public enum TextFolding {
  /// What folding removes.
  public struct Options: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt8

    /// Creates options from bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Upper and lower case, by full case folding: `ß` becomes `ss`, `ς` becomes `σ`.
    public static let `case` = Options(rawValue: 1)
    /// Diacritical marks on Latin, Greek and Cyrillic letters.
    public static let diacritics = Options(rawValue: 2)
    /// Full-width and half-width forms.
    public static let width = Options(rawValue: 4)

    /// The options of a comparison. Foundation's predicates ignore width as soon as they ignore anything.
    public init(_ options: ComparisonOptions) {
      var result: Options = []
      if !options.contains(.normalized) {
        if options.contains(.caseInsensitive) { result.formUnion([.case, .width]) }
        if options.contains(.diacriticInsensitive) { result.formUnion([.diacritics, .width]) }
      }
      self = result
    }

    var foundation: String.CompareOptions {
      var result: String.CompareOptions = []
      if contains(.case) { result.insert(.caseInsensitive) }
      if contains(.diacritics) { result.insert(.diacriticInsensitive) }
      if contains(.width) { result.insert(.widthInsensitive) }
      return result
    }
  }

  /// The folded text.
  public static func fold(_ text: String, options: Options) -> String {
    if isASCII(text) { return options.contains(.case) ? text.lowercased() : text }
    let folded = options.isEmpty ? text : text.folding(options: options.foundation, locale: nil)
    return folded.precomposedStringWithCanonicalMapping
  }

  /// The folded text of UTF-8 bytes, as UTF-8 bytes. Bytes that are not UTF-8 become U+FFFD.
  public static func fold(_ bytes: some Collection<UInt8>, options: Options) -> [UInt8] {
    if bytes.allSatisfy({ $0 < 0x80 }) {
      return options.contains(.case) ? bytes.map(lowercased) : Array(bytes)
    }
    return Array(fold(String(decoding: bytes, as: UTF8.self), options: options).utf8)
  }

  /// Whether a text has a part.
  public static func contains(_ text: String, _ part: String, options: Options) -> Bool {
    contains(text, part, options: options, isLiteral: false)
  }

  /// Whether a text begins with a part.
  public static func hasPrefix(_ text: String, _ part: String, options: Options) -> Bool {
    hasPrefix(text, part, options: options, isLiteral: false)
  }

  /// Whether a text ends with a part.
  public static func hasSuffix(_ text: String, _ part: String, options: Options) -> Bool {
    hasSuffix(text, part, options: options, isLiteral: false)
  }

  /// Negative, zero or positive: the order of the folded texts by the scalars of their canonical decomposition.
  public static func compare(_ left: String, _ right: String, options: Options) -> Int {
    if isASCII(left), isASCII(right) {
      let a = left.utf8
      let b = right.utf8
      if options.contains(.case) {
        if a.elementsEqual(b, by: { lowercased($0) == lowercased($1) }) { return 0 }
        return a.lexicographicallyPrecedes(b, by: { lowercased($0) < lowercased($1) }) ? -1 : 1
      }
      return a.elementsEqual(b) ? 0 : a.lexicographicallyPrecedes(b) ? -1 : 1
    }
    let a = fold(left, options: options).decomposedStringWithCanonicalMapping.utf8
    let b = fold(right, options: options).decomposedStringWithCanonicalMapping.utf8
    return a.elementsEqual(b) ? 0 : a.lexicographicallyPrecedes(b) ? -1 : 1
  }

  static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  static func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

  // MARK: - Searching

  static func contains(_ text: String, _ part: String, options: Options, isLiteral: Bool) -> Bool {
    // Foundation finds no empty text anywhere, though every text begins and ends with it; here both hold.
    if part.isEmpty { return true }
    let (haystack, needle) = prepared(text, part, options, isLiteral)
    guard haystack.count >= needle.count else { return false }
    for start in 0...(haystack.count - needle.count)
    where haystack[start] == needle[0] && haystack[start..<start + needle.count].elementsEqual(needle) {
      if isLiteral || !isMark(haystack, at: start + needle.count) { return true }
    }
    return false
  }

  static func hasPrefix(_ text: String, _ part: String, options: Options, isLiteral: Bool) -> Bool {
    let (haystack, needle) = prepared(text, part, options, isLiteral)
    return haystack.starts(with: needle) && (isLiteral || needle.isEmpty || !isMark(haystack, at: needle.count))
  }

  static func hasSuffix(_ text: String, _ part: String, options: Options, isLiteral: Bool) -> Bool {
    let (haystack, needle) = prepared(text, part, options, isLiteral)
    return haystack.count >= needle.count && haystack.suffix(needle.count).elementsEqual(needle)
  }

  private static func prepared(_ text: String, _ part: String, _ options: Options, _ isLiteral: Bool) -> (
    [UInt8], [UInt8]
  ) {
    if isLiteral { return (Array(text.utf8), Array(part.utf8)) }
    return (fold(text.utf8, options: options), fold(part.utf8, options: options))
  }

  /// Whether a combining mark begins at a byte: a letter in front of it is not the letter alone.
  private static func isMark(_ bytes: [UInt8], at offset: Int) -> Bool {
    guard offset < bytes.count, bytes[offset] >= 0x80,
      let scalar = String(decoding: bytes[offset...].prefix(4), as: UTF8.self).unicodeScalars.first
    else { return false }
    return scalar.properties.canonicalCombiningClass != .notReordered
  }
}
