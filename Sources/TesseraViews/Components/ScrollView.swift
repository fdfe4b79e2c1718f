import TesseraLayout
package import TesseraValues

/// A box whose content scrolls.
package final class ScrollView: View {
  /// Creates a scrolling box.
  package convenience init(in context: ViewContext) { self.init(.scroll, in: context) }

  /// How far the content is scrolled, in points from its top.
  package var offset: Double {
    get { self[.scrollOffset].number ?? 0 }
    set { self[.scrollOffset] = newValue > 0 ? .double(newValue) : .null }
  }

  /// Takes the offset that the person scrolled to.
  package func scroll(to newOffset: Double) {
    guard newOffset.isFinite else { return }
    acknowledge(.scrollOffset, newOffset > 0 ? .double(newOffset) : .null)
  }

  package override var arrangesContent: Bool { true }

  package override func layoutContent() {
    let content = context.layout.contentSize(of: node)
    self[.contentWidth] = .double(content.width)
    self[.contentHeight] = .double(content.height)
    // Content that became shorter takes the reader along. Browsers round; half a point is not worth a correction.
    let most = max(0, content.height - frame.height)
    if frame.height > 0, offset > most + 1 { offset = most }
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.scroll.properties }
}

extension View {
  /// Tells that the person scrolled; and once, until there is more content, that the end comes into reach, which is when
  /// less than half of what is visible is left below.
  package func emitScrolling(to offset: Double) {
    guard offset.isFinite else { return }
    let details: [String: Value] = ["offset": .double(max(0, offset))]
    emit(.scroll, details)
    let isHorizontal = self[.axis].string == ScrollAxis.horizontal.rawValue
    let length = self[isHorizontal ? .contentWidth : .contentHeight].number ?? 0
    let visible = isHorizontal ? frame.width : frame.height
    guard length - offset - visible < visible / 2, toldContentHeight != length else { return }
    toldContentHeight = length
    emit(.scrollEnd, details)
  }
}

extension EventDefinition {
  /// What happens to views that scroll.
  static let scrolling: [EventDefinition] = [
    EventDefinition(
      EventName.scroll.rawValue, "The person scrolled.",
      carries: [Member("offset", .number, "points from the top of the content")]),
    EventDefinition(
      EventName.scrollEnd.rawValue, "Less than half of what is visible is left below.",
      carries: [Member("offset", .number, "points from the top of the content")]),
  ]
}

extension ViewKind {
  /// A box whose content scrolls.
  package static let scroll = ViewKind(
    "scroll", defaults: ViewDefaults(clips: true),
    style: LayoutStyle {
      $0.overflow = .scroll
      $0.flexShrink = 1
    },
    element: WebElement(behaviour: "scroll"))
}

extension ComponentDefinition {
  /// A box whose content scrolls.
  package static let scroll = ComponentDefinition(
    type: "scroll", documentation: "A box whose content scrolls.", synonyms: ["scrollView"],
    kind: .scroll, events: EventDefinition.scrolling,
    slots: [.children], makeView: { ScrollView(in: $0) })
}
