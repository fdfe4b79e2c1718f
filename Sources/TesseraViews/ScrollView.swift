import TesseraLayout
public import TesseraValues

/// A box whose content scrolls.
public final class ScrollView: View {
  /// Creates a scrolling box.
  public convenience init(in context: ViewContext) { self.init(.scroll, in: context) }

  /// How far the content is scrolled, in points from its top.
  public var offset: Double {
    get { self[.scrollOffset].number ?? 0 }
    set { self[.scrollOffset] = newValue == 0 ? .null : .double(max(0, newValue)) }
  }

  /// Takes the offset that the person scrolled to.
  public func scroll(to newOffset: Double) {
    guard newOffset.isFinite else { return }
    acknowledge(.scrollOffset, newOffset <= 0 ? .null : .double(newOffset))
  }

  public override func layoutContent() {
    let content = context.layout.contentSize(of: node)
    self[.contentWidth] = .double(content.width)
    self[.contentHeight] = .double(content.height)
  }

  public override class var properties: PropertyTable<View> { ViewProperties.view }
}
