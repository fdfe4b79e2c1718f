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
