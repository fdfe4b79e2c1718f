/// A search pattern that is folded once and can be searched for many times.
///
/// ASCII texts are searched in place, eight bytes at a time; other texts are folded first. A letter followed by a
/// combining mark is not the same as the letter alone: `e` is not found in `é`, whether precomposed or not. Every text
/// contains the empty pattern.
package struct TextPattern: Sendable {
  private let bytes: [UInt8]
  private let options: TextFolding.Options
  /// Whether code units are compared, without folding or composition.
  private let isLiteral: Bool
  private let ignoresCase: Bool
  /// Whether non-ASCII texts can be searched as stored. Composition changes nothing about ASCII letters that the test
  /// for combining marks does not detect.
  private let isComparedAsStored: Bool
  /// The failure function of the Knuth-Morris-Pratt algorithm, which keeps the search linear: for each length of a
  /// matched prefix, the length of the next shorter one. It is empty for patterns that are too short to need it.
  private let failure: [Int]

  private static let longestNaive = 16

  /// Creates a pattern.
  /// - Parameter isLiteral: Whether to compare the stored bytes, regardless of the options.
  package init(_ text: String, options: TextFolding.Options, isLiteral: Bool = false) {
    self.options = options
    self.isLiteral = isLiteral
    bytes = isLiteral ? Array(text.utf8) : TextFolding.fold(text.utf8, options: options)
    ignoresCase = !isLiteral && options.contains(.case)
    isComparedAsStored = isLiteral || (options.isEmpty && bytes.allSatisfy { $0 < 0x80 })
    failure = bytes.count > Self.longestNaive ? Self.failureTable(bytes) : []
  }

  private static func failureTable(_ bytes: [UInt8]) -> [Int] {
    var table = [0, 0]
    var length = 0
    for index in 1..<bytes.count {
      while length > 0, bytes[index] != bytes[length] { length = table[length] }
      if bytes[index] == bytes[length] { length += 1 }
      table.append(length)
    }
    return table
  }

  // MARK: - Matching

  /// Returns whether a text contains the pattern.
  package func isContained(in text: String) -> Bool {
    test(text) { text, pattern, ignoresCase in find(pattern, in: text, ignoresCase) }
  }

  /// Returns whether a text begins with the pattern.
  package func isPrefix(of text: String) -> Bool {
    test(text) { text, pattern, ignoresCase in isPrefix(pattern, of: text, ignoresCase) }
  }

  /// Returns whether a text ends with the pattern.
  package func isSuffix(of text: String) -> Bool {
    test(text) { text, pattern, ignoresCase in isSuffix(pattern, of: text, ignoresCase) }
  }

  /// Returns whether a text equals the pattern.
  package func isEqual(to text: String) -> Bool {
    test(text) { text, pattern, ignoresCase in
      text.count == pattern.count && Self.matches(pattern, text, at: 0, ignoresCase)
    }
  }

  /// Returns whether a UTF-8 text contains the pattern.
  package func isContained(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    test(text) { text, pattern, ignoresCase in find(pattern, in: text, ignoresCase) }
  }

  /// Returns whether a UTF-8 text begins with the pattern.
  package func isPrefix(of text: UnsafeBufferPointer<UInt8>) -> Bool {
    test(text) { text, pattern, ignoresCase in isPrefix(pattern, of: text, ignoresCase) }
  }

  /// Returns whether a UTF-8 text ends with the pattern.
  package func isSuffix(of text: UnsafeBufferPointer<UInt8>) -> Bool {
    test(text) { text, pattern, ignoresCase in isSuffix(pattern, of: text, ignoresCase) }
  }

  // MARK: - Search

  /// A test of a text and a pattern. The last parameter is true if the case of ASCII letters in the text must be
  /// ignored.
  private typealias Test = (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>, Bool) -> Bool

  @inline(__always)
  private func test(_ text: String, _ body: Test) -> Bool {
    let direct = text.utf8.withContiguousStorageIfAvailable { test($0, body) }
    if let direct { return direct }
    return Array(text.utf8).withUnsafeBufferPointer { test($0, body) }
  }

  /// Runs a test on the stored bytes of a text if possible, otherwise on the folded bytes.
  @inline(__always)
  private func test(_ text: UnsafeBufferPointer<UInt8>, _ body: Test) -> Bool {
    bytes.withUnsafeBufferPointer { pattern in
      if isComparedAsStored { return body(text, pattern, false) }
      if TextFolding.isASCII(text) { return body(text, pattern, ignoresCase) }
      return TextFolding.fold(text, options: options).withUnsafeBufferPointer { body($0, pattern, false) }
    }
  }

  private func isPrefix(
    _ pattern: UnsafeBufferPointer<UInt8>, of text: UnsafeBufferPointer<UInt8>, _ ignoresCase: Bool
  ) -> Bool {
    pattern.isEmpty
      || text.count >= pattern.count && Self.matches(pattern, text, at: 0, ignoresCase)
        && !isMark(text, at: pattern.count)
  }

  private func isSuffix(
    _ pattern: UnsafeBufferPointer<UInt8>, of text: UnsafeBufferPointer<UInt8>, _ ignoresCase: Bool
  ) -> Bool {
    text.count >= pattern.count && Self.matches(pattern, text, at: text.count - pattern.count, ignoresCase)
  }

  private func find(
    _ pattern: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>, _ ignoresCase: Bool
  ) -> Bool {
    guard let first = pattern.first else { return true }
    guard text.count >= pattern.count else { return false }
    if !failure.isEmpty { return findLong(pattern, in: text, ignoresCase) }
    let raw = UnsafeRawBufferPointer(text)
    let last = text.count - pattern.count
    // Sets the bit that distinguishes lowercase from uppercase letters, and compares eight bytes with the first byte of
    // the pattern at once. A zero byte of `difference` is a possible start.
    let letter: UInt64 = ignoresCase && first &- 0x61 < 26 ? 0x2020_2020_2020_2020 : 0
    let wanted = 0x0101_0101_0101_0101 &* UInt64(first)
    var start = 0
    while start <= last {
      if start + 8 <= raw.count {
        let difference = (raw.loadUnaligned(fromByteOffset: start, as: UInt64.self) | letter) ^ wanted
        let zeros = (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
        if zeros == 0 {
          start += 8
          continue
        }
        start += zeros.trailingZeroBitCount >> 3
        if start > last { return false }
      }
      if Self.matches(pattern, text, at: start, ignoresCase), !isMark(text, at: start + pattern.count) { return true }
      start += 1
    }
    return false
  }

  private func findLong(
    _ pattern: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>, _ ignoresCase: Bool
  ) -> Bool {
    failure.withUnsafeBufferPointer { failure in
      var length = 0
      for index in 0..<text.count {
        let byte = ignoresCase ? TextFolding.lowercased(text[index]) : text[index]
        while length > 0, length == pattern.count || pattern[length] != byte { length = failure[length] }
        if pattern[length] == byte { length += 1 }
        if length == pattern.count, !isMark(text, at: index + 1) { return true }
      }
      return false
    }
  }

  @inline(__always)
  private static func matches(
    _ pattern: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>, at start: Int, _ ignoresCase: Bool
  ) -> Bool {
    for index in 0..<pattern.count {
      let byte = text[start + index]
      if byte != pattern[index], !ignoresCase || TextFolding.lowercased(byte) != pattern[index] { return false }
    }
    return true
  }

  /// Returns whether a combining mark begins at an offset.
  @inline(__always)
  private func isMark(_ text: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
    guard offset < text.count, text[offset] >= 0x80, !isLiteral else { return false }
    let scalar = String(decoding: text[offset...].prefix(4), as: UTF8.self).unicodeScalars.first
    return scalar.map { $0.properties.canonicalCombiningClass != .notReordered } ?? false
  }
}
