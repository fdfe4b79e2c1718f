/// A text after shaping: how wide each of its characters is, and where lines may end. Line breaking needs no more.
///
/// Arrays are parallel, one element per user-perceived character (grapheme cluster) in logical order.
struct ShapedText {
  /// What line breaking has to know about a character.
  struct Flags: OptionSet {
    let rawValue: UInt8
    /// A line may end before this character.
    static let breakBefore = Flags(rawValue: 1)
    /// A space or tab: hangs over the end of a line instead of making it too long.
    static let space = Flags(rawValue: 2)
    /// A tab: reaches to the next tab stop.
    static let tab = Flags(rawValue: 4)
    /// A line feed: ends the line, and takes no room.
    static let lineFeed = Flags(rawValue: 8)
    /// A soft hyphen: shows a hyphen if the line ends behind it.
    static let softHyphen = Flags(rawValue: 16)
    /// Stands after what is a hyphen within a line and a sign of its own at its start, where no break follows it.
    static let afterSign = Flags(rawValue: 32)
  }

  /// Widths in points.
  var advances: [Double] = []
  /// What kind of character each is.
  var flags: [Flags] = []
  /// Where each character begins in the text's UTF-8, and the text's length at the end.
  var offsets: [Int32] = [0]
  /// Whether there is a line feed or a tab, so that the width is not simply the sum.
  var isPlain = true
  /// Sum of all widths in points.
  var totalAdvance = 0.0
  /// Whether the first letter with a direction is written from right to left.
  var isRightToLeft = false
  /// The font's measures.
  var font: FontMeasures

  /// The number of characters.
  var count: Int { advances.count }

  init(font: FontMeasures) { self.font = font }

  mutating func append(advance: Double, flags: Flags, end: Int) {
    advances.append(advance)
    self.flags.append(flags)
    offsets.append(Int32(end))
    totalAdvance += advance
    if !flags.isDisjoint(with: [.tab, .lineFeed]) { isPlain = false }
  }
}

/// The measures of a font at a size that lines are built from, in points.
struct FontMeasures: Hashable {
  /// From the top of a line of natural height to its baseline: a whole number.
  var ascent: Double
  /// From the baseline to the bottom of a line of natural height: a whole number.
  var descent: Double
  /// Distance of tab stops: eight spaces.
  var tabWidth: Double
  /// Half a space: a tab is at least that wide.
  var minimumTab: Double
  /// Width of `…`.
  var ellipsis: Double
  /// Width of the hyphen that a broken word gets.
  var hyphen: Double

  /// Distance of baselines without an own line height.
  var lineHeight: Double { ascent + descent }

  /// Rounds a font's measures as Chromium does on Linux: each to a whole number, half up; where that takes more than
  /// nothing from the descent, the baseline is a point higher, so that no glyph is cut. The sum is the same elsewhere.
  static func rounded(ascent: Double, descent: Double) -> (ascent: Double, descent: Double) {
    let up = (ascent + 0.5).rounded(.down)
    let down = (descent + 0.5).rounded(.down)
    return down < descent && up >= 1 ? (up - 1, down + 1) : (up, down)
  }
}

/// Lengths in the 64ths of a pixel that Chromium lays out with. A width that was measured has to be enough for the same
/// text later.
enum LayoutUnit {
  static let one = 1.0 / 64

  static func up(_ length: Double) -> Double { (length * 64).rounded(.up) / 64 }
  static func down(_ length: Double) -> Double { (length * 64).rounded(.down) / 64 }
}
