package import TesseraLayout
import TesseraValues

/// A short message at the bottom of the window that goes away by itself.
package final class ToastView: View {
  /// Creates a message.
  package init(text: String, in context: ViewContext) {
    super.init(.toast, in: context)
    self[.text] = .string(text)
    self[.role] = "status"
  }

  package override var measuresContent: Bool { true }

  package override func measureContent(width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    measureText(self[.text].string ?? "", width: width)
  }
}

extension ViewKind {
  /// A short message that goes away by itself.
  package static let toast: ViewKind = {
    let defaults = ViewDefaults(
      color: .background, backgroundColor: .label, cornerRadius: 10,
      padding: EdgeInsets(top: 10, left: 16, bottom: 10, right: 16))
    return ViewKind(
      "toast", defaults: defaults,
      style: LayoutStyle {
        $0.positionType = .absolute
        $0.position = Edges(left: .auto, top: .auto, right: .auto, bottom: .points(24))
        $0.alignSelf = .center
        $0.maxWidth = .percent(90)
        $0.padding = Edges(defaults.padding)
      },
      element: WebElement(attributes: ["role": "status"], parts: [.label], behaviour: "toast"),
      drawing: { node, box, canvas in canvas.drawText(of: node, in: box) })
  }()
}
