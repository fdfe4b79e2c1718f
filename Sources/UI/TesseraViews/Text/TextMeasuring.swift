public import TesseraLayout

/// How text looks: what measuring and drawing need to know.
public struct TextStyle: Sendable, Hashable {
  /// Size of the font in points.
  public var fontSize: Double
  /// Weight of the font, 100 to 900.
  public var fontWeight: Int
  /// Slanted letters.
  public var italic: Bool
  /// Distance of baselines in points; nil for the font's own.
  public var lineHeight: Double?
  /// The most lines, 0 for all; the rest is cut with an ellipsis.
  public var maximumLines: Int
  /// A line along all letters.
  public var decoration: TextDecoration?
  /// Parts that look different, in order and apart.
  public var spans: [TextSpan]

  /// Creates a style; without arguments 14 points regular.
  public init(
    fontSize: Double = 14, fontWeight: Int = 400, italic: Bool = false, lineHeight: Double? = nil,
    maximumLines: Int = 0, decoration: TextDecoration? = nil, spans: [TextSpan] = []
  ) {
    self.fontSize = fontSize
    self.fontWeight = fontWeight
    self.italic = italic
    self.lineHeight = lineHeight
    self.maximumLines = maximumLines
    self.decoration = decoration
    self.spans = spans
  }
}

/// The room that a text takes.
public struct TextMetrics: Sendable, Hashable {
  /// Width of the widest line and height of all lines, in points, not rounded.
  public var size: Size
  /// From the top to the first baseline, in points.
  public var firstBaseline: Double
  /// From the top to the last baseline, in points.
  public var lastBaseline: Double
  /// The number of lines.
  public var lineCount: Int

  /// Creates metrics.
  public init(size: Size, firstBaseline: Double, lastBaseline: Double, lineCount: Int) {
    self.size = size
    self.firstBaseline = firstBaseline
    self.lastBaseline = lastBaseline
    self.lineCount = lineCount
  }
}

/// Knows how much room text takes: the only thing that views and layout ask of a text engine.
public protocol TextMeasuring: Sendable {
  /// Measures a text broken into lines of at most `width` points; nil for no limit, 0 for the longest unbreakable part.
  ///
  /// The same arguments give the same answer. The answer must agree with what the host shows, line breaks included.
  func measure(_ text: String, style: TextStyle, width: Double?) -> TextMetrics
}
