package import TesseraLayout

/// Measures text in an imaginary font in which every character is a square. Fixtures, tests and benchmarks use it,
/// because their layouts must be the same on every machine.
///
/// White space is collapsed as in HTML: a run of white space counts as one space, and is removed at both ends of a
/// line. Lines break at spaces and at zero-width spaces (U+200B), which have no width.
package struct CharacterGrid: Sendable, Hashable {
  /// The width and height of a character, in points.
  package var characterSize: Double
  /// The distance from the top of a line to its baseline, in points.
  package var ascent: Double

  /// Creates a grid with characters of the given size. The baseline is at four fifths of the height, as in the Ahem
  /// font used in browser tests.
  package init(characterSize: Double = 10) {
    self.characterSize = characterSize
    ascent = characterSize * 0.8
  }

  /// Returns the size of `text` when it is broken into lines no wider than `width`. Words that are wider overflow.
  package func measure(_ text: String, width: AvailableSpace) -> MeasuredSize {
    let words = Self.words(text)
    guard !words.isEmpty else { return MeasuredSize(size: .zero) }
    var lines = 1
    var widest = 0
    var column = 0
    let columns: Double =
      switch width {
      case .definite(let points): (points + 1e-3) / characterSize
      case .minContent: 0
      case .maxContent: .infinity
      }
    for (index, word) in words.enumerated() {
      let joined = column + (word.hasSpaceBefore ? 1 : 0) + word.length
      if index == 0 {
        column = word.length
      } else if Double(joined) <= columns {
        column = joined
      } else {
        lines += 1
        column = word.length
      }
      widest = max(widest, column)
    }
    return MeasuredSize(
      width: Double(widest) * characterSize, height: Double(lines) * characterSize, firstBaseline: ascent)
  }

  private struct Word {
    var length: Int
    var hasSpaceBefore: Bool
  }

  private static func words(_ text: String) -> [Word] {
    var words: [Word] = []
    var length = 0
    var hasSpace = false
    var pendingSpace = false
    for character in text {
      let isBreak = character == "\u{200B}"
      guard isBreak || character.isWhitespace && character != "\u{A0}" else {
        length += 1
        continue
      }
      if length > 0 {
        words.append(Word(length: length, hasSpaceBefore: hasSpace))
        length = 0
        pendingSpace = false
      }
      pendingSpace = pendingSpace || !isBreak
      hasSpace = pendingSpace
    }
    if length > 0 { words.append(Word(length: length, hasSpaceBefore: hasSpace)) }
    return words
  }
}
