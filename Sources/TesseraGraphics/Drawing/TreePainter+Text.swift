import TesseraLayout
import TesseraValues
import TesseraViews

extension TreePainter {
  /// A line is not broken where its box is this much too narrow: boxes stand on the pixel grid.
  private static var tolerance: Double { 0.5 }

  func paintText(_ node: ViewNode, _ box: Rect) {
    guard let text = node[.text].string, !text.isEmpty else { return }
    let inner = box.inset(by: node.padding)
    let lines = measuring.set(text, style: node.textStyle, width: inner.width + Self.tolerance)
    draw(lines, in: inner, align: node.textAlign, color: node.color(in: scheme))
  }

  func paintPlaceholder(_ node: ViewNode, _ box: Rect) {
    canvas.beginGroup(clip: RoundedBox(box, radius: node.cornerRadius), opacity: 1)
    paintText(node, box)
    canvas.endGroup()
  }

  /// A title without a view of its own stands in the middle of the bar.
  func paintTitle(_ node: ViewNode, _ box: Rect) {
    guard let text = node[.text].string, !text.isEmpty else { return }
    let inner = box.inset(by: node.padding)
    let lines = measuring.set(text, style: node.textStyle, width: inner.width + Self.tolerance)
    draw(lines, in: inner, align: node.textAlign, isCentered: true, color: node.color(in: scheme))
  }

  func paintButton(_ node: ViewNode, _ box: Rect) {
    let inner = box.inset(by: node.padding)
    let title = node[.text].string ?? ""
    guard !title.isEmpty else {
      // A picture alone may be larger than what padding leaves.
      return paintImage(node, RoundedBox(inner.isEmpty ? box : inner), mode: .aspectFit)
    }
    let hasImage = node.imageReference != nil
    // The picture is as high as a line and stands before the title.
    let imageSize = hasImage ? min(inner.height, node.textStyle.fontSize * 1.5) : 0
    let gap = hasImage ? 6.0 : 0
    let room = max(0, inner.width - imageSize - gap)
    let lines = measuring.set(title, style: node.textStyle, width: room + 4)
    let width = min(lines.width, room)
    let start = inner.midX - (imageSize + gap + width) / 2
    if hasImage {
      let place = Rect(x: start, y: inner.midY - imageSize / 2, width: imageSize, height: imageSize)
      paintImage(node, RoundedBox(place), mode: .aspectFit)
    }
    let place = Rect(x: start + imageSize + gap, y: inner.y, width: width, height: inner.height)
    draw(lines, in: place, align: node.textAlign, isCentered: true, color: node.color(in: scheme))
  }

  func paintField(_ node: ViewNode, _ box: Rect) {
    // The border lies inside the box, the padding inside the border.
    let inner = box.inset(by: node.borderWidth).inset(by: node.padding)
    paintTyped(node, in: inner, isSingleLine: node.kind == .textInput)
  }

  func paintSearchBar(_ node: ViewNode, _ box: Rect) {
    typealias Metrics = ControlMetrics.SearchBar
    let height = min(Metrics.fieldHeight, box.height)
    let field = Rect(
      x: box.x + Metrics.fieldMargin, y: box.midY - height / 2, width: max(0, box.width - 2 * Metrics.fieldMargin),
      height: height)
    let color = node.color(in: scheme)
    canvas.fill(
      RoundedBox(field, radius: Metrics.fieldCornerRadius), color.withOpacity(Metrics.fieldFillOpacity))
    let sign = Rect(
      x: field.x + Metrics.signMargin, y: field.midY - Metrics.signSize / 2, width: Metrics.signSize,
      height: Metrics.signSize)
    paintMagnifier(in: sign, color: ColorComponents(.placeholderText, in: scheme))
    let inner = field.inset(by: EdgeInsets(top: 0, left: Metrics.textStart, bottom: 0, right: Metrics.textEnd))
    paintTyped(node, in: inner, isSingleLine: true)
  }

  /// Draws what is typed, or what stands in the empty field.
  private func paintTyped(_ node: ViewNode, in box: Rect, isSingleLine: Bool) {
    let value = node[.value].string ?? ""
    let text = value.isEmpty ? node[.placeholder].string ?? "" : value
    guard !text.isEmpty, !box.isEmpty else { return }
    let color = value.isEmpty ? node.placeholderColor(in: scheme) : node.color(in: scheme)
    var style = node.textStyle
    style.maximumLines = 0
    let shown = isSingleLine ? String(text.filter { !$0.isNewline }) : text
    let lines = measuring.set(shown, style: style, width: isSingleLine ? nil : box.width)
    canvas.beginGroup(clip: RoundedBox(box), opacity: 1)
    // What is too long for its line shows its start.
    let overflows = isSingleLine && lines.width > box.width
    let align = overflows ? TextAlign.start : node.textAlign
    draw(lines, in: box, align: align, isCentered: isSingleLine, color: color)
    canvas.endGroup()
  }

  /// - Parameter isCentered: whether the lines stand in the middle of the box's height instead of at its top.
  func draw(
    _ text: SetText, in box: Rect, align: TextAlign, isCentered: Bool = false, color: ColorComponents
  ) {
    guard color.alpha > 0 else { return }
    var baseline = (isCentered ? box.y + (box.height - text.height) / 2 : box.y) + text.baseline
    for line in text.lines {
      canvas.text(line, of: text, x: x(of: line, text, in: box, align), y: baseline, color)
      baseline += text.lineHeight
    }
  }

  private func x(of line: SetText.Line, _ text: SetText, in box: Rect, _ align: TextAlign) -> Double {
    switch (align, text.isRightToLeft) {
    case (.center, _): box.midX - line.width / 2
    case (.left, _), (.start, false), (.end, true): box.minX
    case (.right, _), (.end, false), (.start, true): box.maxX - line.width
    }
  }
}
