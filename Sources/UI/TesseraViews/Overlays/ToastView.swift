import TesseraLayout
import TesseraValues

/// A short message at the bottom of the window that disappears automatically.
package final class ToastView: View {
  /// The button of the message, if there is one.
  package let button: Button?

  /// Creates a message.
  /// - Parameter title: The title of the button; nil for no button.
  package init(text: String, button title: String? = nil, in context: ViewContext) {
    button = title.map { title in
      let button = Button(in: context)
      button.title = title
      button.identifier = "toastButton"
      return button
    }
    super.init(.toast, in: context)
    self[.text] = .string(text)
    let label = Label(in: context)
    label.text = text
    label[.color] = .string(SemanticColor.background.rawValue)
    label.style.flexShrink = 1
    addChild(label)
    guard let button else { return }
    button[.color] = .string(SemanticColor.background.rawValue)
    button[.fontWeight] = 700
    button.style.flexShrink = 0
    addChild(button)
  }
}

extension ViewKind {
  /// A short message that disappears automatically.
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
        $0.flexDirection = .row
        $0.alignItems = .center
        $0.columnGap = 8
      },
      element: WebElement(attributes: ["role": "status"], behaviour: "toast"))
  }()
}
