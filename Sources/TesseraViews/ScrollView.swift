import TesseraLayout
public import TesseraValues

/// A box whose content scrolls.
public final class ScrollView: View {
  /// Creates a scrolling box.
  public convenience init(in context: ViewContext) { self.init(.scroll, in: context) }

  /// How far the content is scrolled, in points from its top.
  public var offset: Double {
    get { self[.scrollOffset].number ?? 0 }
    set { self[.scrollOffset] = newValue > 0 ? .double(newValue) : .null }
  }

  /// Takes the offset that the person scrolled to.
  public func scroll(to newOffset: Double) {
    guard newOffset.isFinite else { return }
    acknowledge(.scrollOffset, newOffset > 0 ? .double(newOffset) : .null)
  }

  public override var arrangesContent: Bool { true }

  public override func layoutContent() {
    let content = context.layout.contentSize(of: node)
    self[.contentWidth] = .double(content.width)
    self[.contentHeight] = .double(content.height)
    // Content that became shorter takes the reader along. Browsers round; half a point is not worth a correction.
    let most = max(0, content.height - frame.height)
    if frame.height > 0, offset > most + 1 { offset = most }
  }

  public override class var properties: PropertyTable<View> { ViewProperties.scroll }
}
