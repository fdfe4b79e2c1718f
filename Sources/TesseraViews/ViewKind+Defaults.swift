public import TesseraLayout

/// How views of one kind look where their attributes say nothing.
///
/// Every host draws from this table, and views measure themselves with it, so that a picture, a browser and the layout
/// agree. Lengths are points.
public struct ViewDefaults: Sendable, Hashable {
  /// Colour of text and signs.
  public var color: SemanticColor = .label
  /// Colour of the box.
  public var backgroundColor: SemanticColor = .clear
  /// Colour of the border.
  public var borderColor: SemanticColor = .separator
  /// Width of the border, side by side. It lies inside the box.
  public var borderWidth: EdgeInsets = .zero
  /// Radius of the corners.
  public var cornerRadius: Double = 0
  /// Space between the box and what is typed or written in it.
  public var padding: EdgeInsets = .zero
  /// Size of the font.
  public var fontSize: Double = 14
  /// Weight of the font, 100 to 900.
  public var fontWeight: Int = 400
  /// Where lines stand.
  public var textAlign: TextAlign = .start
  /// The most lines, 0 for all.
  public var maximumLines: Int = 0
  /// Whether children are cut at the box.
  public var clips: Bool = false
}

extension ViewKind {
  /// How views of this kind look where their attributes say nothing.
  public var defaults: ViewDefaults {
    switch self {
    case .window: ViewDefaults(backgroundColor: .background, clips: true)
    case .navigation: ViewDefaults(clips: true)
    case .screen: ViewDefaults(backgroundColor: .background, clips: true)
    case .navigationBar:
      ViewDefaults(
        backgroundColor: .secondaryBackground,
        borderWidth: EdgeInsets(top: 0, left: 0, bottom: 1, right: 0),
        padding: EdgeInsets(top: 0, left: 16, bottom: 0, right: 16),
        fontSize: 17, fontWeight: 600, textAlign: .center, maximumLines: 1)
    case .container, .form, .text, .cell: ViewDefaults()
    case .scroll, .table, .image: ViewDefaults(clips: true)
    case .button:
      ViewDefaults(
        color: .accent, cornerRadius: 6, padding: EdgeInsets(top: 6, left: 10, bottom: 6, right: 10),
        fontWeight: 500, textAlign: .center)
    case .textInput:
      ViewDefaults(
        backgroundColor: .background, borderWidth: EdgeInsets(top: 1, left: 1, bottom: 1, right: 1), cornerRadius: 6,
        padding: EdgeInsets(top: 8, left: 10, bottom: 8, right: 10), maximumLines: 1)
    case .textArea:
      ViewDefaults(
        backgroundColor: .background, borderWidth: EdgeInsets(top: 1, left: 1, bottom: 1, right: 1), cornerRadius: 6,
        padding: EdgeInsets(top: 8, left: 10, bottom: 8, right: 10))
    case .searchBar: ViewDefaults(maximumLines: 1)
    case .activityIndicator: ViewDefaults(color: .secondaryLabel)
    case .alert: ViewDefaults(backgroundColor: .background, cornerRadius: 14)
    case .placeholder:
      ViewDefaults(
        color: .destructive, backgroundColor: .secondaryBackground, borderColor: .destructive,
        borderWidth: EdgeInsets(top: 1, left: 1, bottom: 1, right: 1), cornerRadius: 4,
        padding: EdgeInsets(top: 6, left: 8, bottom: 6, right: 8), fontSize: 12)
    }
  }
}

/// Sizes of the parts of controls that have no attributes, in points; the web client has the same numbers.
public enum ControlMetrics {
  /// Opacity of a control that is disabled, on top of its own.
  public static let disabledOpacity = 0.45
  /// Opacity of a field's placeholder where the field has a colour of its own; else it has the placeholder's colour.
  public static let placeholderOpacity = 0.65

  /// Parts of a search bar: a field within the bar, and a magnifier sign within the field.
  public enum SearchBar {
    /// Natural height of the bar.
    public static let height = 52.0
    /// Height of the field, which stands in the middle of the bar; a lower bar has a lower field.
    public static let fieldHeight = 36.0
    /// From the bar's left and right edge to the field.
    public static let fieldMargin = 8.0
    /// Radius of the field's corners.
    public static let fieldCornerRadius = 10.0
    /// Opacity of the field's ground, which has the bar's text colour.
    public static let fieldFillOpacity = 0.08
    /// Width and height of the magnifier.
    public static let signSize = 14.0
    /// From the field's edge to the magnifier.
    public static let signMargin = 11.0
    /// From the field's edge to the text, over the magnifier.
    public static let textStart = 32.0
    /// From the text to the field's other edge.
    public static let textEnd = 10.0
  }

  /// A ring with one open quarter, on the right while it stands still.
  public enum ActivityIndicator {
    /// Natural width and height; the largest that is drawn.
    public static let size = 20.0
    /// Width of the line.
    public static let lineWidth = 2.0
  }

  /// A dialog in the middle of the window, over a dimmed window.
  public enum Alert {
    /// Width of the dialog; in a narrow window the window's less twice the margin.
    public static let width = 280.0
    /// From the window's edge to the dialog, at least.
    public static let margin = 16.0
    /// Opacity of the black that dims the window.
    public static let dimming = 0.4
    /// From the dialog's edge to its headline and its body.
    public static let padding = 20.0
    /// Between headline and body.
    public static let spacing = 6.0
    /// Height of a button. Two buttons stand side by side, more under each other, a thin line before each.
    public static let buttonHeight = 44.0
    /// The headline: in the middle, in the label's colour.
    public static let titleStyle = TextStyle(fontSize: 16, fontWeight: 600)
    /// The body: in the middle, in the label's colour.
    public static let messageStyle = TextStyle(fontSize: 14)
    /// A button: in the middle, in the accent's colour. The last one is heavier.
    public static let buttonStyle = TextStyle(fontSize: 15, fontWeight: 400, maximumLines: 1)
    /// Weight of the last button.
    public static let lastButtonWeight = 600
  }
}

/// Limits of text that is shown.
public enum TextLimits {
  /// The longest text that is measured and drawn, in UTF-8 bytes. The rest of a longer text is neither; hosts cut it
  /// with ``shown(_:)``.
  public static let maximumLength = 100_000

  /// The part of a text that is shown: all of it, or whole characters from its start.
  public static func shown(_ text: String) -> Substring {
    let bytes = text.utf8
    guard bytes.count > maximumLength else { return text[...] }
    var end = bytes.index(bytes.startIndex, offsetBy: maximumLength)
    // Back to the start of a scalar: a text's bytes are valid UTF-8, so three steps are enough.
    while end > bytes.startIndex, bytes[end] & 0xC0 == 0x80 { end = bytes.index(before: end) }
    return text[..<end]
  }
}
