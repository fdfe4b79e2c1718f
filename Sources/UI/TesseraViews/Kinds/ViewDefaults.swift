public import TesseraLayout

/// How views of one kind look where their attributes say nothing.
///
/// Every host draws from this table, and views measure themselves with it, so that a picture, a browser and the layout
/// agree. Lengths are points.
public struct ViewDefaults: Sendable, Hashable {
  /// Colour of text and signs.
  public var color: SemanticColor
  /// Colour of the box.
  public var backgroundColor: SemanticColor
  /// Colour of the border.
  public var borderColor: SemanticColor
  /// Width of the border, side by side. It lies inside the box.
  public var borderWidth: EdgeInsets
  /// Radius of the corners.
  public var cornerRadius: Double
  /// Space between the box and what is typed or written in it.
  public var padding: EdgeInsets
  /// Size of the font.
  public var fontSize: Double
  /// Weight of the font, 100 to 900.
  public var fontWeight: Int
  /// Where lines stand.
  public var textAlign: TextAlign
  /// The most lines, 0 for all.
  public var maximumLines: Int
  /// Whether children are cut at the box.
  public var clips: Bool

  /// Creates defaults; what is not named is a plain box.
  public init(
    color: SemanticColor = .label, backgroundColor: SemanticColor = .clear, borderColor: SemanticColor = .separator,
    borderWidth: EdgeInsets = .zero, cornerRadius: Double = 0, padding: EdgeInsets = .zero, fontSize: Double = 14,
    fontWeight: Int = 400, textAlign: TextAlign = .start, maximumLines: Int = 0, clips: Bool = false
  ) {
    self.color = color
    self.backgroundColor = backgroundColor
    self.borderColor = borderColor
    self.borderWidth = borderWidth
    self.cornerRadius = cornerRadius
    self.padding = padding
    self.fontSize = fontSize
    self.fontWeight = fontWeight
    self.textAlign = textAlign
    self.maximumLines = maximumLines
    self.clips = clips
  }
}
