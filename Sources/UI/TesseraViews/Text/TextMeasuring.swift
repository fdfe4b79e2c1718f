public import TesseraLayout

/// The style of a text, as needed for measuring and drawing.
public struct TextStyle: Sendable, Hashable {
  /// The font size in points.
  public var fontSize: Double
  /// The font weight, 100 to 900.
  public var fontWeight: Int
  /// Whether the text is italic.
  public var italic: Bool
  /// The distance between baselines in points; nil for that of the font.
  public var lineHeight: Double?
  /// The maximum number of lines, 0 for no limit. Longer text is truncated with an ellipsis.
  public var maximumLines: Int
  /// The decoration of the whole text.
  public var decoration: TextDecoration?
  /// Spans with a different style, in order and without overlap.
  public var spans: [TextSpan]
  /// Whether letters of the icon font are icons.
  package var showsIcons = false

  /// Creates a style. The default is 14 points, regular weight.
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

/// The size and baselines of a measured text.
public struct TextMetrics: Sendable, Hashable {
  /// The width of the widest line and the height of all lines, in points, not rounded.
  public var size: Size
  /// The distance from the top to the first baseline, in points.
  public var firstBaseline: Double
  /// The distance from the top to the last baseline, in points.
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

/// Measures text. This is the only requirement that views and layout have for a text engine.
public protocol TextMeasuring: Sendable {
  /// Measures a text that is broken into lines of at most `width` points: nil for no limit, 0 for the longest
  /// unbreakable part.
  ///
  /// The same arguments return the same result. The result must agree with what the host shows, including line
  /// breaks.
  func measure(_ text: String, style: TextStyle, width: Double?) -> TextMetrics
}
