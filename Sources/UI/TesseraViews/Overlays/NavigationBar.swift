import TesseraLayout
package import TesseraValues

/// The bar above a screen: a centred title with buttons on both sides.
package final class NavigationBar: View {
  private let leading: View
  private let middle: View
  private let trailing: View
  private let titleLabel: Label

  /// Creates a bar with a title.
  package init(in context: ViewContext) {
    leading = View(.container, in: context)
    middle = View(.container, in: context)
    trailing = View(.container, in: context)
    titleLabel = Label(in: context)
    super.init(.navigationBar, in: context)
    for (group, justification) in [(leading, JustifyContent.flexStart), (trailing, .flexEnd)] {
      group.style = LayoutStyle {
        $0.flexDirection = .row
        $0.alignItems = .center
        $0.justifyContent = justification
        $0.flexGrow = 1
        $0.flexBasis = .points(0)
        $0.minWidth = .minContent
        $0.columnGap = .points(4)
      }
    }
    middle.style = LayoutStyle {
      $0.flexShrink = 1
      $0.alignItems = .center
    }
    titleLabel[.fontSize] = 17
    titleLabel[.fontWeight] = 600
    titleLabel[.maximumLines] = 1
    titleLabel[.role] = "heading"
    middle.addChild(titleLabel)
    for group in [leading, middle, trailing] { addChild(group) }
  }

  /// The title text.
  package var title: String {
    get { titleLabel.text }
    set { titleLabel.text = newValue }
  }

  /// Applies the text attributes of an appearance to the title.
  package func setTitleLook(_ appearance: [ViewAttribute: Value]) {
    for attribute in [
      ViewAttribute.color, .fontSize, .fontWeight, .italic, .textDecoration, .lineHeight, .maximumLines,
    ] {
      if let value = appearance[attribute] { titleLabel[attribute] = value }
    }
    if appearance[.backgroundColor] != nil { itemColor = appearance[.color] }
    colorItems()
  }

  /// The colour of buttons without their own colour, for backgrounds on which the default colour may be illegible.
  private var itemColor: Value?

  private func colorItems() {
    guard let itemColor else { return }
    for item in leading.children + trailing.children where item[.color].isNull { item[.color] = itemColor }
  }

  /// A view that replaces the title.
  package var titleView: View? {
    get { middle.children.first === titleLabel ? nil : middle.children.first }
    set {
      middle.setChildren([newValue ?? titleLabel])
      // A title is a heading for assistive technology, regardless of its origin.
      if let label = newValue as? Label, label[.role].isNull { label[.role] = "heading" }
    }
  }

  /// The views at the leading side, from the start to the middle.
  package var leadingItems: [View] {
    get { leading.children }
    set {
      leading.setChildren(newValue)
      colorItems()
    }
  }

  /// The views at the trailing side, from the middle to the end.
  package var trailingItems: [View] {
    get { trailing.children }
    set {
      trailing.setChildren(newValue)
      colorItems()
    }
  }
}

extension ViewKind {
  /// The bar above a screen: a title or title view, and bar buttons.
  package static let navigationBar = ViewKind(
    "navigationBar",
    defaults: ViewDefaults(
      backgroundColor: .secondaryBackground, borderWidth: EdgeInsets(top: 0, left: 0, bottom: 1, right: 0),
      padding: EdgeInsets(top: 0, left: 16, bottom: 0, right: 16), fontSize: 17, fontWeight: 600, textAlign: .center,
      maximumLines: 1),
    style: LayoutStyle {
      $0.height = .points(44)
      $0.flexDirection = .row
      $0.alignItems = .center
      $0.justifyContent = .spaceBetween
      $0.padding = Edges(horizontal: .points(8), vertical: 0)
      $0.columnGap = .points(8)
    },
    element: WebElement("header", parts: [.title]),
    // A title without a view of its own is centred in the bar.
    drawing: { node, box, canvas in canvas.drawText(of: node, in: box, isCentered: true) })
}
