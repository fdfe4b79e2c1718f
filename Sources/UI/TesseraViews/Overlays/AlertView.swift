import TesseraLayout
import TesseraValues

/// A modal message that requires an answer.
package final class AlertView: View {
  /// Called with the index of the chosen button.
  package var onAnswer: ((Int) -> Void)?

  /// Creates an alert. Hosts size and centre the box in the window themselves.
  package init(title: String, message: String, buttons: [String], in context: ViewContext) {
    super.init(.alert, in: context)
    self[.title] = .string(title)
    self[.message] = .string(message)
    self[.buttons] = .array(buttons.map(Value.string))
  }
}

extension ViewKind {
  /// A modal message that requires an answer.
  package static let alert = ViewKind(
    "alert", defaults: ViewDefaults(backgroundColor: .background, cornerRadius: 14),
    style: LayoutStyle {
      $0.positionType = .absolute
      $0.position = Edges(0)
    },
    element: WebElement(attributes: ["role": "alertdialog", "aria-modal": "true"], behaviour: "alert"),
    drawing: drawAlert)

  /// Draws a dialog in the centre of a dimmed box. Title, message and buttons are stacked; two buttons are side by
  /// side.
  private static let drawAlert: Drawing = { node, box, canvas in
    typealias Metrics = ControlMetrics.Alert
    let black = ColorComponents(red: 0, green: 0, blue: 0)
    canvas.fill(RoundedBox(box), black.withOpacity(Metrics.dimming))
    let width = max(0, min(Metrics.width, box.width - 2 * Metrics.margin))
    let textWidth = max(1, width - 2 * Metrics.padding)
    let title = node[.title].string ?? ""
    let message = node[.message].string ?? ""
    let buttons = (node[.buttons].array ?? []).map(\.description)
    let isPair = buttons.count == 2
    let rows = isPair ? 1 : buttons.count
    func height(of text: String, _ style: TextStyle) -> Double {
      text.isEmpty ? 0 : canvas.measure(text, style: style, width: textWidth).size.height
    }
    let titleHeight = height(of: title, Metrics.titleStyle)
    let spacing = title.isEmpty || message.isEmpty ? 0 : Metrics.spacing
    let textHeight = 2 * Metrics.padding + titleHeight + spacing + height(of: message, Metrics.messageStyle)
    let buttonsTop = min(textHeight, box.height - 2 * Metrics.margin - Double(rows) * Metrics.buttonHeight)
    let height = buttonsTop + Double(rows) * Metrics.buttonHeight
    let dialog = Rect(x: box.midX - width / 2, y: box.midY - height / 2, width: width, height: height)
    guard !dialog.isEmpty else { return }
    let rounded = RoundedBox(dialog, radius: node.kind.defaults.cornerRadius)
    canvas.shadow(of: rounded, Shadow(x: 0, y: 16, radius: 48, color: ""), black.withOpacity(0.3))
    canvas.fill(rounded, node.backgroundColor(in: canvas.scheme))

    canvas.clipped(to: rounded) {
      var frame = Rect(
        x: dialog.x + Metrics.padding, y: dialog.y + Metrics.padding, width: textWidth, height: dialog.height)
      for (text, style) in [(title, Metrics.titleStyle), (message, Metrics.messageStyle)] where !text.isEmpty {
        canvas.draw(
          text, style: style, align: .center, isCentered: false, in: frame, node.color(in: canvas.scheme))
        frame.y += titleHeight + spacing
      }
      let rest = Rect(x: dialog.x, y: dialog.y + buttonsTop, width: width, height: dialog.height - buttonsTop)
      drawButtons(buttons, in: rest, isPair: isPair, on: canvas)
    }
  }

  private static func drawButtons(_ buttons: [String], in box: Rect, isPair: Bool, on canvas: any ViewCanvas) {
    typealias Metrics = ControlMetrics.Alert
    let separator = canvas.color(.separator)
    let width = isPair ? box.width / 2 : box.width
    for (index, button) in buttons.enumerated() where !button.isEmpty {
      let frame = Rect(
        x: isPair ? box.x + Double(index) * width : box.x,
        y: isPair ? box.y : box.y + Double(index) * Metrics.buttonHeight, width: width, height: Metrics.buttonHeight)
      canvas.fill(RoundedBox(Rect(x: frame.x, y: frame.y, width: frame.width, height: 1)), separator)
      if isPair, index == 1 {
        canvas.fill(RoundedBox(Rect(x: frame.x, y: frame.y, width: 1, height: frame.height)), separator)
      }
      var style = Metrics.buttonStyle
      if index == buttons.count - 1 { style.fontWeight = Metrics.lastButtonWeight }
      canvas.draw(
        button, style: style, align: .center, isCentered: true,
        in: frame.inset(by: EdgeInsets(top: 0, left: 12, bottom: 0, right: 12)), canvas.color(.accent))
    }
  }
}
