public import TesseraLayout

/// The appearance of views of one kind where their attributes are absent.
///
/// Every host draws with these values, and views measure themselves with them, so that rendered images, browsers and
/// layout agree. Lengths are in points.
public struct ViewDefaults: Sendable, Hashable {
  /// The colour of text and symbols.
  public var color: SemanticColor
  /// The colour of the box.
  public var backgroundColor: SemanticColor
  /// The colour of the border.
  public var borderColor: SemanticColor
  /// The width of the border on each side. The border lies inside the box.
  public var borderWidth: EdgeInsets
  /// The radius of the corners.
  public var cornerRadius: Double
  /// The space between the box and its text.
  public var padding: EdgeInsets
  /// The font size.
  public var fontSize: Double
  /// The font weight, 100 to 900.
  public var fontWeight: Int
  /// The alignment of the text.
  public var textAlign: TextAlign
  /// The maximum number of lines, 0 for no limit.
  public var maximumLines: Int
  /// Whether children are clipped to the box.
  public var clips: Bool
  /// Whether letters of the icon font are icons in the text. In other texts, characters for private use mean nothing.
  package var showsIcons = false

  /// Creates defaults; parameters that are omitted describe a plain box.
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

extension ViewDefaults {
  /// The same look, with icons in the text.
  package var withIcons: ViewDefaults {
    var look = self
    look.showsIcons = true
    return look
  }
}
