package import Foundation
import Synchronization
import TesseraValues

/// Folding of texts, which makes texts equal that differ only in case, diacritics or character width.
///
/// It implements `[c]` and `[d]`, in memory and in the store. The folding of a character is that of Foundation. Folded
/// texts are in canonical composition (NFC). The comparison functions do not allocate memory for ASCII texts.
package enum TextFolding {
  /// The differences that folding removes.
  package struct Options: OptionSet, Sendable, Hashable {
    /// The raw bits of the options.
    package let rawValue: UInt8

    /// Creates options from raw bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Case, by full case folding: `ß` becomes `ss`, and `ς` becomes `σ`.
    package static let `case` = Options(rawValue: 1)
    /// Diacritics of Latin, Greek and Cyrillic letters.
    package static let diacritics = Options(rawValue: 2)
    /// Full-width and half-width forms.
    package static let width = Options(rawValue: 4)

    /// The same as options of Foundation.
    package var foundation: String.CompareOptions {
      var result: String.CompareOptions = []
      if contains(.case) { result.insert(.caseInsensitive) }
      if contains(.diacritics) { result.insert(.diacriticInsensitive) }
      if contains(.width) { result.insert(.widthInsensitive) }
      return result
    }
  }

  // MARK: - Folding

  /// Returns the folded text.
  package static func fold(_ text: String, options: Options) -> String {
    String(decoding: fold(text.utf8, options: options), as: UTF8.self)
  }

  /// Returns the folded text of UTF-8 bytes, as UTF-8 bytes. Invalid bytes become U+FFFD.
  /// - Complexity: O(*n*).
  package static func fold(_ bytes: some Collection<UInt8>, options: Options) -> [UInt8] {
    let fast = bytes.withContiguousStorageIfAvailable { fold(buffer: $0, options: options) }
    if let fast { return fast }
    return Array(bytes).withUnsafeBufferPointer { fold(buffer: $0, options: options) }
  }

  private static func fold(buffer: UnsafeBufferPointer<UInt8>, options: Options) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(buffer.count)
    let ignoresCase = options.contains(.case)
    var index = 0
    while index < buffer.count, buffer[index] < 0x80 {
      result.append(ignoresCase ? lowercased(buffer[index]) : buffer[index])
      index += 1
    }
    if index == buffer.count { return result }
    let table = FoldingTable.of(options)
    while index < buffer.count {
      let byte = buffer[index]
      if byte < 0x80 {
        result.append(ignoresCase ? lowercased(byte) : byte)
        index += 1
        continue
      }
      guard let (code, length) = scalar(buffer, at: index) else { return foldSlowly(buffer, options) }
      switch table.folding(of: code) {
      case .bytes(let range): result += table.bytes[range]
      case .same: result += buffer[index..<index + length]
      case .unknown: return foldSlowly(buffer, options)
      }
      index += length
    }
    return result
  }

  /// Decodes a well-formed non-ASCII scalar.
  @inline(__always)
  private static func scalar(_ buffer: UnsafeBufferPointer<UInt8>, at index: Int) -> (UInt32, length: Int)? {
    let first = UInt32(buffer[index])
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard first >= 0xC2, first <= 0xF4, index + length <= buffer.count else { return nil }
    var code = first & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
    for next in buffer[index + 1..<index + length] {
      guard next & 0xC0 == 0x80 else { return nil }
      code = code << 6 | UInt32(next & 0x3F)
    }
    guard code >= (length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000), Unicode.Scalar(code) != nil else { return nil }
    return (code, length)
  }

  private static func foldSlowly(_ bytes: UnsafeBufferPointer<UInt8>, _ options: Options) -> [UInt8] {
    let known = lastFolded.withLock { last in
      last.flatMap { $0.options == options && isEqual($0.bytes, bytes) ? $0.folded : nil }
    }
    if let known { return known }
    let folded = Array(foldSlowly(String(decoding: bytes, as: UTF8.self), options: options).utf8)
    if bytes.count <= longestKept {
      lastFolded.withLock { $0 = Folded(bytes: Array(bytes), options: options, folded: folded) }
    }
    return folded
  }

  private static func isEqual(_ known: [UInt8], _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard known.count == bytes.count, let start = bytes.baseAddress else { return known.isEmpty && bytes.isEmpty }
    return known.withUnsafeBytes { $0.baseAddress.map { memcmp($0, start, bytes.count) == 0 } ?? true }
  }

  /// The last text folded by Foundation. A predicate often tests the same text several times, and each folding would
  /// take 90 µs for 4 kB.
  private static let lastFolded = Mutex<Folded?>(nil)
  private static let longestKept = 1 << 16

  private struct Folded {
    let bytes: [UInt8]
    let options: Options
    let folded: [UInt8]
  }

  /// Folds any text using Foundation.
  static func foldSlowly(_ text: String, options: Options) -> String {
    let folded = options.isEmpty ? text : text.folding(options: options.foundation, locale: nil)
    return folded.precomposedStringWithCanonicalMapping
  }

  @inline(__always)
  static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  // MARK: - Comparison

  /// Returns whether a text contains another one.
  package static func contains(_ text: String, _ part: String, options: Options) -> Bool {
    TextPattern(part, options: options).isContained(in: text)
  }

  /// Returns whether a text begins with another one.
  package static func hasPrefix(_ text: String, _ part: String, options: Options) -> Bool {
    TextPattern(part, options: options).isPrefix(of: text)
  }

  /// Returns whether a text ends with another one.
  package static func hasSuffix(_ text: String, _ part: String, options: Options) -> Bool {
    TextPattern(part, options: options).isSuffix(of: text)
  }

  /// Returns whether the folded texts are equal.
  package static func equal(_ left: String, _ right: String, options: Options) -> Bool {
    TextPattern(left, options: options).isEqual(to: right)
  }

  /// Returns a negative number, zero or a positive number: the order of the folded texts by the scalars of their
  /// canonical decomposition.
  package static func compare(_ left: String, _ right: String, options: Options) -> Int {
    var (left, right) = (left, right)
    return left.withUTF8 { left in right.withUTF8 { right in compare(left, right, options: options) } }
  }

  /// Compares UTF-8 texts like ``compare(_:_:options:)-(String,_,_)``.
  package static func compare(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>, options: Options
  ) -> Int {
    if isASCII(left), isASCII(right) { return compareASCII(left, right, ignoresCase: options.contains(.case)) }
    let a = fold(left, options: options)
    let b = fold(right, options: options)
    if a == b { return 0 }
    return decomposed(a).lexicographicallyPrecedes(decomposed(b)) ? -1 : 1
  }

  private static func compareASCII(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>, ignoresCase: Bool
  ) -> Int {
    for index in 0..<min(left.count, right.count) where left[index] != right[index] {
      let a = ignoresCase ? lowercased(left[index]) : left[index]
      let b = ignoresCase ? lowercased(right[index]) : right[index]
      if a != b { return a < b ? -1 : 1 }
    }
    return (left.count - right.count).signum()
  }

  private static func decomposed(_ bytes: [UInt8]) -> String.UTF8View {
    String(decoding: bytes, as: UTF8.self).decomposedStringWithCanonicalMapping.utf8
  }

  /// Returns whether all bytes are below 128, testing eight bytes at a time.
  static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let raw = UnsafeRawBufferPointer(bytes)
    var offset = 0
    while offset + 8 <= raw.count {
      if raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 { return false }
      offset += 8
    }
    while offset < raw.count {
      if raw[offset] >= 0x80 { return false }
      offset += 1
    }
    return true
  }
}
