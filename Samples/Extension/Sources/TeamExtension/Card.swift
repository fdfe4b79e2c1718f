import TesseraLayout
public import TesseraViews

extension ViewKind {
  /// A box with a ground of its own.
  static let card = ViewKind(
    "card", defaults: ViewDefaults(backgroundColor: .secondaryBackground, cornerRadius: 12),
    style: LayoutStyle {
      $0.padding = Edges(12)
      $0.rowGap = .points(8)
    },
    element: WebElement("div", attributes: ["role": "group"]))
}

/// A box with a place for buttons at its end.
final class CardView: View {
  private var footer: View?

  /// Puts views side by side at the end of the card.
  func setActions(_ actions: [View]) {
    let footer = View(.container, in: context)
    footer.style = LayoutStyle {
      $0.flexDirection = .row
      $0.justifyContent = .flexEnd
      $0.columnGap = .points(8)
    }
    for action in actions { footer.addChild(action) }
    addChild(footer)
    self.footer = footer
  }
}

extension ComponentDefinition {
  /// A box with children and a slot.
  public static let card = ComponentDefinition(
    type: "card", documentation: "A box with a ground of its own, and a place for buttons.", kind: .card,
    slots: [
      .children,
      SlotDefinition("actions", "Buttons at the end of the card.", .many) { ($0 as? CardView)?.setActions($1) },
    ],
    makeView: { CardView(.card, in: $0) })
}
