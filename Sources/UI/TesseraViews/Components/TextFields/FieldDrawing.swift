import TesseraLayout
import TesseraValues

extension ViewDefaults {
  /// Returns the appearance of text fields and of fields that open lists and calendars.
  static func field(maximumLines: Int) -> ViewDefaults {
    ViewDefaults(
      backgroundColor: .background, borderWidth: EdgeInsets(top: 1, left: 1, bottom: 1, right: 1), cornerRadius: 6,
      padding: EdgeInsets(top: 8, left: 10, bottom: 8, right: 10), maximumLines: maximumLines)
  }
}

extension View {
  /// Returns the size of a field with a number of text lines. It takes the available width, and its height does not
  /// depend on the content, because the field must not grow while the user types.
  func measureField(lines: Double = 1, width: AvailableSpace) -> MeasuredSize {
    let line = context.textMeasuring.measure("X", style: textStyle, width: nil)
    return MeasuredSize(
      width: width.points ?? (width == .minContent ? 40 : 200), height: (line.size.height * lines).rounded(.up),
      firstBaseline: line.firstBaseline)
  }
}

extension ViewCanvas {
  /// Draws the typed text of a view, or the placeholder of an empty field.
  func drawTyped(in node: ViewNode, inside box: Rect, isSingleLine: Bool) {
    let value = node[.value].string ?? ""
    let isSecret = node[.inputType].string == TextInputType.password.rawValue
    let shown = isSecret ? String(repeating: "•", count: min(value.count, 200)) : value
    drawFieldText(
      value.isEmpty ? node[.placeholder].string ?? "" : shown, isPlaceholder: value.isEmpty, of: node, inside: box,
      isSingleLine: isSingleLine)
  }

  /// Draws a text in a field, in the placeholder colour if it is a placeholder.
  func drawFieldText(
    _ text: String, isPlaceholder: Bool, of node: ViewNode, inside box: Rect, isSingleLine: Bool = true
  ) {
    guard !text.isEmpty, !box.isEmpty else { return }
    var style = node.textStyle
    style.maximumLines = 0
    let shown = isSingleLine ? String(text.filter { !$0.isNewline }) : text
    let natural = isSingleLine ? measure(shown, style: style, width: nil).size.width : box.width
    // A text that is too long for its line shows its start.
    let overflows = natural > box.width
    var textBox = box
    if isSingleLine, overflows { textBox.width = natural + 1 }
    clipped(to: RoundedBox(box)) {
      draw(
        shown, style: style, align: overflows ? .start : node.textAlign, isCentered: isSingleLine, in: textBox,
        isPlaceholder ? node.placeholderColor(in: scheme) : node.color(in: scheme))
    }
  }
}
