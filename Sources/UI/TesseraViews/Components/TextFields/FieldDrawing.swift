import TesseraLayout
import TesseraValues

extension ViewDefaults {
  /// How fields look that are typed into, and what opens lists and calendars.
  static func field(maximumLines: Int) -> ViewDefaults {
    ViewDefaults(
      backgroundColor: .background, borderWidth: EdgeInsets(top: 1, left: 1, bottom: 1, right: 1), cornerRadius: 6,
      padding: EdgeInsets(top: 8, left: 10, bottom: 8, right: 10), maximumLines: maximumLines)
  }
}

extension View {
  /// The room for a field with some lines of text: as wide as it is let, and as high whatever stands in it, because it must
  /// not grow under the person's fingers.
  func measureField(lines: Double = 1, width: AvailableSpace) -> MeasuredSize {
    let line = context.textMeasuring.measure("X", style: textStyle, width: nil)
    return MeasuredSize(
      width: width.points ?? (width == .minContent ? 40 : 200), height: (line.size.height * lines).rounded(.up),
      firstBaseline: line.firstBaseline)
  }
}

extension ViewCanvas {
  /// Draws what is typed into a view, or what stands in the empty field.
  func drawTyped(in node: ViewNode, inside box: Rect, isSingleLine: Bool) {
    let value = node[.value].string ?? ""
    let isSecret = node[.inputType].string == TextInputType.password.rawValue
    let shown = isSecret ? String(repeating: "•", count: min(value.count, 200)) : value
    drawFieldText(
      value.isEmpty ? node[.placeholder].string ?? "" : shown, isPlaceholder: value.isEmpty, of: node, inside: box,
      isSingleLine: isSingleLine)
  }

  /// Draws a text in a field, in the colour of placeholders where it is one.
  func drawFieldText(
    _ text: String, isPlaceholder: Bool, of node: ViewNode, inside box: Rect, isSingleLine: Bool = true
  ) {
    guard !text.isEmpty, !box.isEmpty else { return }
    var style = node.textStyle
    style.maximumLines = 0
    let shown = isSingleLine ? String(text.filter { !$0.isNewline }) : text
    let natural = isSingleLine ? measure(shown, style: style, width: nil).size.width : box.width
    // What is too long for its line shows its start.
    let overflows = natural > box.width
    var place = box
    if isSingleLine, overflows { place.width = natural + 1 }
    clipped(to: RoundedBox(box)) {
      draw(
        shown, style: style, align: overflows ? .start : node.textAlign, isCentered: isSingleLine, in: place,
        isPlaceholder ? node.placeholderColor(in: scheme) : node.color(in: scheme))
    }
  }
}
