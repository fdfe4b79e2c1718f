/// A shaped text: the widths of its characters and its line break opportunities. Line breaking needs nothing else.
///
/// The arrays are parallel, with one element per user-perceived character (grapheme cluster) in logical order.
struct ShapedText {
  /// The properties of a character for line breaking.
  struct Flags: OptionSet {
    let rawValue: UInt8
    /// A line may end before this character.
    static let breakBefore = Flags(rawValue: 1)
    /// A space or tab. It hangs over the end of a line instead of making it too long.
    static let space = Flags(rawValue: 2)
    /// A tab, which extends to the next tab stop.
    static let tab = Flags(rawValue: 4)
    /// A line feed, which ends the line and has no width.
    static let lineFeed = Flags(rawValue: 8)
    /// A soft hyphen, which shows a hyphen if the line ends after it.
    static let softHyphen = Flags(rawValue: 16)
    /// The character follows a sign that is a hyphen within a line. At the start of a line, the sign is not a hyphen,
    /// and no break is allowed after it.
    static let afterSign = Flags(rawValue: 32)
  }

  /// The widths in points.
  var advances: [Double] = []
  /// The flags of the characters.
  var flags: [Flags] = []
  /// The start of each character in the text's UTF-8, followed by the length of the text.
  var offsets: [Int32] = [0]
  /// Whether the text has no line feed and no tab, so that its width is the sum of the advances.
  var isPlain = true
  /// The sum of all widths in points.
  var totalAdvance = 0.0
  /// Whether the first character with a direction is written from right to left.
  var isRightToLeft = false
  /// The metrics of the font.
  var font: FontMeasures

  /// The number of characters.
  var count: Int { advances.count }

  mutating func append(advance: Double, flags: Flags, end: Int) {
    advances.append(advance)
    self.flags.append(flags)
    offsets.append(Int32(end))
    totalAdvance += advance
    if !flags.isDisjoint(with: [.tab, .lineFeed]) { isPlain = false }
  }
}

/// The metrics of a font at a size, from which lines are built, in points.
struct FontMeasures: Hashable {
  /// The distance from the top of a line of natural height to its baseline, a whole number.
  var ascent: Double
  /// The distance from the baseline to the bottom of a line of natural height, a whole number.
  var descent: Double
  /// The distance between tab stops: eight spaces.
  var tabWidth: Double
  /// The minimum width of a tab: half a space.
  var minimumTab: Double
  /// The width of `…`.
  var ellipsis: Double
  /// The width of the hyphen after a broken word.
  var hyphen: Double

  /// The distance between baselines without an explicit line height.
  var lineHeight: Double { ascent + descent }

  /// Rounds the metrics of a font like Chromium on Linux. Each is rounded to a whole number, half up. If this reduces
  /// the descent, the baseline moves up by one point, so that no glyph is clipped. The sum does not change.
  static func rounded(ascent: Double, descent: Double) -> (ascent: Double, descent: Double) {
    let up = (ascent + 0.5).rounded(.down)
    let down = (descent + 0.5).rounded(.down)
    return down < descent && up >= 1 ? (up - 1, down + 1) : (up, down)
  }
}

/// Lengths in 1/64 pixel, the unit of Chromium's layout. A measured width must suffice for the same text later.
enum LayoutUnit {
  static let one = 1.0 / 64

  static func up(_ length: Double) -> Double { (length * 64).rounded(.up) / 64 }
  static func down(_ length: Double) -> Double { (length * 64).rounded(.down) / 64 }
}
