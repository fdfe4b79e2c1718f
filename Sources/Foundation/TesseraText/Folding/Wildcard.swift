/// A `LIKE` pattern: `?` matches one character, `*` any number of characters, and a backslash escapes the next
/// character.
///
/// A character is a Unicode scalar of the composed and folded text. The pieces between stars are searched from left to
/// right, each at its first match. The first and the last piece are anchored at the ends.
package struct Wildcard: Sendable {
  private let pieces: [WildcardPiece]
  private let options: TextFolding.Options

  package init(_ pattern: String, options: TextFolding.Options) {
    self.options = options
    var pieces: [[UInt32]] = [[]]
    var literal = ""
    func flush() {
      if !literal.isEmpty {
        pieces[pieces.count - 1] += TextFolding.fold(literal, options: options).unicodeScalars.map(\.value)
      }
      literal = ""
    }
    var isEscaped = false
    for scalar in pattern.unicodeScalars {
      switch scalar {
      case _ where isEscaped:
        literal.unicodeScalars.append(scalar)
        isEscaped = false
      case "\\": isEscaped = true
      case "?":
        flush()
        pieces[pieces.count - 1].append(WildcardPiece.one)
      case "*":
        flush()
        pieces.append([])
      default: literal.unicodeScalars.append(scalar)
      }
    }
    if isEscaped { literal += "\\" }
    flush()
    // Empty pieces between stars are redundant.
    let last = pieces.count - 1
    self.pieces = pieces.enumerated().filter { $0 == 0 || $0 == last || !$1.isEmpty }.map { WildcardPiece($1) }
  }

  /// Returns the approximate number of characters that may have to be compared.
  package func cost(of text: String) -> Int {
    let longest = pieces.map(\.count).max() ?? 0
    return text.utf8.count * (2 + min(longest, 32) + longest / 64)
  }

  /// Returns whether the pattern matches the whole text.
  package func matches(_ text: String) -> Bool {
    let ignoresCase = options.contains(.case)
    let direct = text.utf8.withContiguousStorageIfAvailable { buffer -> Bool? in
      guard TextFolding.isASCII(buffer) else { return nil }
      return matches(count: buffer.count) { index in
        UInt32(ignoresCase ? TextFolding.lowercased(buffer[index]) : buffer[index])
      }
    }
    if let answer = direct.flatMap({ $0 }) { return answer }
    let scalars = TextFolding.fold(text, options: options).unicodeScalars.map(\.value)
    return matches(count: scalars.count) { scalars[$0] }
  }

  @inline(__always)
  private func matches(count: Int, _ scalar: (Int) -> UInt32) -> Bool {
    let first = pieces[0]
    guard first.fits(at: 0, count: count, scalar) else { return false }
    if pieces.count == 1 { return first.count == count }
    let last = pieces[pieces.count - 1]
    guard first.count + last.count <= count, last.fits(at: count - last.count, count: count, scalar) else {
      return false
    }
    var start = first.count
    let end = count - last.count
    for piece in pieces.dropFirst().dropLast() {
      guard let found = piece.firstEnd(from: start, to: end, scalar) else { return false }
      start = found
    }
    return true
  }
}

/// A piece of a pattern between two stars.
package struct WildcardPiece: Sendable {
  /// Represents any single character.
  package static let one = UInt32.max

  private let elements: [UInt32]
  /// For long pieces: the positions at which each scalar can occur, as bits; and the positions of wildcards.
  private let masks: [UInt32: [UInt64]]
  private let anyMask: [UInt64]

  private static let longestNaive = 32

  package var count: Int { elements.count }

  package init(_ elements: [UInt32]) {
    self.elements = elements
    guard elements.count > Self.longestNaive else {
      masks = [:]
      anyMask = []
      return
    }
    var any = [UInt64](repeating: 0, count: (elements.count + 63) / 64)
    for (index, element) in elements.enumerated() where element == Self.one {
      any[index >> 6] |= 1 << UInt64(index & 63)
    }
    var masks: [UInt32: [UInt64]] = [:]
    for (index, element) in elements.enumerated() where element != Self.one {
      masks[element, default: any][index >> 6] |= 1 << UInt64(index & 63)
    }
    self.masks = masks
    anyMask = any
  }

  @inline(__always)
  package func fits(at start: Int, count: Int, _ scalar: (Int) -> UInt32) -> Bool {
    guard start + elements.count <= count else { return false }
    for index in 0..<elements.count where elements[index] != Self.one && elements[index] != scalar(start + index) {
      return false
    }
    return true
  }

  /// Returns the position after the first match between two positions.
  @inline(__always)
  package func firstEnd(from start: Int, to end: Int, _ scalar: (Int) -> UInt32) -> Int? {
    guard end - start >= elements.count else { return nil }
    guard masks.isEmpty && anyMask.isEmpty else { return firstEndByBits(from: start, to: end, scalar) }
    for position in start...end - elements.count where fits(at: position, count: end, scalar) {
      return position + elements.count
    }
    return nil
  }

  /// Follows all possible matches simultaneously. A set bit means that the prefix of the piece up to its index matches
  /// up to the current position (the shift-and algorithm of Baeza-Yates and Gonnet).
  @inline(__always)
  private func firstEndByBits(from start: Int, to end: Int, _ scalar: (Int) -> UInt32) -> Int? {
    var state = [UInt64](repeating: 0, count: anyMask.count)
    let goal = UInt64(1) << UInt64((elements.count - 1) & 63)
    for position in start..<end {
      let mask = masks[scalar(position)] ?? anyMask
      var carry: UInt64 = 1
      for word in state.indices {
        let shifted = state[word] << 1 | carry
        carry = state[word] >> 63
        state[word] = shifted & mask[word]
      }
      if state[state.count - 1] & goal != 0 { return position + 1 }
    }
    return nil
  }
}
