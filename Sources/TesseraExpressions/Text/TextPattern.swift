import TesseraValues

/// A text to look for, folded once and looked for many times.
///
/// ASCII texts are compared byte by byte where they are; other texts are folded first. A letter with a combining mark
/// behind it is not the letter alone: `e` is not found in `é`, however that is spelled.
struct TextPattern: Sendable {
  private let bytes: [UInt8]
  private let isASCII: Bool
  private let options: TextFolding.Options
  /// Code units decide; nothing is folded or composed.
  private let isLiteral: Bool
  /// For each length of a beginning that has been found, the length of the longest shorter one; empty for patterns too
  /// short to need it. It keeps the search linear (Knuth, Morris and Pratt).
  private let failure: [Int]

  private static let longestNaive = 16

  init(_ text: String, options: TextFolding.Options, isLiteral: Bool = false) {
    self.options = options
    self.isLiteral = isLiteral
    bytes = isLiteral ? Array(text.utf8) : TextFolding.fold(text.utf8, options: options)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
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

  // MARK: - Tests

  func isContained(in text: String) -> Bool {
    if bytes.isEmpty { return true }
    return withBytes(of: text) { buffer, ignoresCase in find(in: buffer, ignoresCase: ignoresCase) }
  }

  func isPrefix(of text: String) -> Bool {
    if bytes.isEmpty { return true }
    return withBytes(of: text) { buffer, ignoresCase in
      buffer.count >= bytes.count && matches(buffer, at: 0, ignoresCase) && !isMark(buffer, at: bytes.count)
    }
  }

  func isSuffix(of text: String) -> Bool {
    withBytes(of: text) { buffer, ignoresCase in
      buffer.count >= bytes.count && matches(buffer, at: buffer.count - bytes.count, ignoresCase)
    }
  }

  func isEqual(to text: String) -> Bool {
    withBytes(of: text) { buffer, ignoresCase in buffer.count == bytes.count && matches(buffer, at: 0, ignoresCase) }
  }

  // MARK: - Searching

  /// Runs a test on the bytes of a text: its own if they can be compared as they are, else the folded ones. The flag
  /// says whether the test has to ignore the case of ASCII letters.
  private func withBytes(of text: String, _ test: (UnsafeBufferPointer<UInt8>, Bool) -> Bool) -> Bool {
    let options = options
    let direct = text.utf8.withContiguousStorageIfAvailable { buffer -> Bool? in
      if isLiteral { return test(buffer, false) }
      if buffer.allSatisfy({ $0 < 0x80 }) { return test(buffer, options.contains(.case)) }
      // Without folding, composition changes nothing about ASCII letters that the test for marks does not see.
      return options.isEmpty && isASCII ? test(buffer, false) : nil
    }
    if let answer = direct.flatMap({ $0 }) { return answer }
    let folded = isLiteral ? Array(text.utf8) : TextFolding.fold(text.utf8, options: options)
    return folded.withUnsafeBufferPointer { test($0, false) }
  }

  private func find(in text: UnsafeBufferPointer<UInt8>, ignoresCase: Bool) -> Bool {
    bytes.withUnsafeBufferPointer { pattern in
      guard text.count >= pattern.count else { return false }
      if !failure.isEmpty { return findLong(pattern, in: text, ignoresCase) }
      let first = pattern[0]
      let alternative = ignoresCase && first &- 0x61 < 26 ? first & 0xDF : first
      for start in 0...text.count - pattern.count where text[start] == first || text[start] == alternative {
        if matches(text, at: start, ignoresCase), !isMark(text, at: start + pattern.count) { return true }
      }
      return false
    }
  }

  private func findLong(
    _ pattern: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>, _ ignoresCase: Bool
  ) -> Bool {
    var length = 0
    for index in 0..<text.count {
      let byte = ignoresCase ? TextFolding.lowercased(text[index]) : text[index]
      while length > 0, length == pattern.count || pattern[length] != byte { length = failure[length] }
      if pattern[length] == byte { length += 1 }
      if length == pattern.count, !isMark(text, at: index + 1) { return true }
    }
    return false
  }

  @inline(__always)
  private func matches(_ text: UnsafeBufferPointer<UInt8>, at start: Int, _ ignoresCase: Bool) -> Bool {
    bytes.withUnsafeBufferPointer { pattern in
      for index in 0..<pattern.count {
        let byte = text[start + index]
        if byte != pattern[index], !ignoresCase || TextFolding.lowercased(byte) != pattern[index] { return false }
      }
      return true
    }
  }

  /// Whether a combining mark begins at a byte.
  @inline(__always)
  private func isMark(_ text: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
    guard !isLiteral, offset < text.count, text[offset] >= 0x80 else { return false }
    let scalar = String(decoding: text[offset...].prefix(4), as: UTF8.self).unicodeScalars.first
    return scalar.map { $0.properties.canonicalCombiningClass != .notReordered } ?? false
  }
}
