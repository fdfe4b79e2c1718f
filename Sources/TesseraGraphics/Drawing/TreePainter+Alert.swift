import TesseraLayout
import TesseraValues
import TesseraViews

extension TreePainter {
  private typealias Metrics = ControlMetrics.Alert

  /// Draws a dialog in the middle of a box that is dimmed. Headline, body and buttons stand under each other; two
  /// buttons side by side.
  func paintAlert(_ node: ViewNode, _ box: Rect) {
    canvas.fill(
      RoundedBox(box), ColorComponents(red: 0, green: 0, blue: 0).withOpacity(Metrics.dimming))
    let width = max(0, min(Metrics.width, box.width - 2 * Metrics.margin))
    let textWidth = max(1, width - 2 * Metrics.padding)
    let title = set(node[.title].string, Metrics.titleStyle, textWidth)
    let message = set(node[.message].string, Metrics.messageStyle, textWidth)
    let buttons = (node[.buttons].array ?? []).map(\.description)
    let isPair = buttons.count == 2
    let rows = isPair ? 1 : buttons.count

    var height = Metrics.padding
    if let title { height += title.height }
    if title != nil, message != nil { height += Metrics.spacing }
    if let message { height += message.height }
    height += Metrics.padding
    let buttonsTop = min(height, box.height - 2 * Metrics.margin - Double(rows) * Metrics.buttonHeight)
    height = buttonsTop + Double(rows) * Metrics.buttonHeight

    let dialog = Rect(x: box.midX - width / 2, y: box.midY - height / 2, width: width, height: height)
    guard !dialog.isEmpty else { return }
    let rounded = RoundedBox(dialog, radius: node.kind.defaults.cornerRadius)
    let shadow = ColorComponents(red: 0, green: 0, blue: 0).withOpacity(0.3)
    canvas.shadow(of: rounded, Shadow(x: 0, y: 16, radius: 48, color: ""), shadow)
    canvas.fill(rounded, node.backgroundColor(in: scheme))

    canvas.beginGroup(clip: rounded, opacity: 1)
    let color = node.color(in: scheme)
    var line = Rect(
      x: dialog.x + Metrics.padding, y: dialog.y + Metrics.padding, width: textWidth, height: dialog.height)
    if let title {
      draw(title, in: line, align: .center, color: color)
      line.y += title.height + Metrics.spacing
    }
    if let message { draw(message, in: line, align: .center, color: color) }
    paintButtons(
      buttons, in: Rect(x: dialog.x, y: dialog.y + buttonsTop, width: width, height: dialog.height - buttonsTop),
      isPair: isPair)
    canvas.endGroup()
  }

  private func paintButtons(_ buttons: [String], in box: Rect, isPair: Bool) {
    let separator = ColorComponents(.separator, in: scheme)
    let width = isPair ? box.width / 2 : box.width
    for (index, button) in buttons.enumerated() {
      let place = Rect(
        x: isPair ? box.x + Double(index) * width : box.x,
        y: isPair ? box.y : box.y + Double(index) * Metrics.buttonHeight, width: width, height: Metrics.buttonHeight)
      canvas.fill(RoundedBox(Rect(x: place.x, y: place.y, width: place.width, height: 1)), separator)
      if isPair, index == 1 {
        canvas.fill(RoundedBox(Rect(x: place.x, y: place.y, width: 1, height: place.height)), separator)
      }
      var style = Metrics.buttonStyle
      if index == buttons.count - 1 { style.fontWeight = Metrics.lastButtonWeight }
      if let title = set(button, style, place.width - 24) {
        draw(title, in: place, align: .center, isCentered: true, color: ColorComponents(.accent, in: scheme))
      }
    }
  }

  private func set(_ text: String?, _ style: TextStyle, _ width: Double) -> SetText? {
    guard let text, !text.isEmpty else { return nil }
    return measuring.set(text, style: style, width: max(1, width))
  }
}
