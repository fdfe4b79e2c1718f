import TesseraLayout
package import TesseraValues

/// A box whose content scrolls.
package final class ScrollView: View, ScrollingView {
  /// Creates a scrolling box.
  package convenience init(in context: ViewContext) { self.init(.scroll, in: context) }

  /// Records the offset that the user scrolled to.
  package func scroll(to newOffset: Double) {
    guard newOffset.isFinite else { return }
    acknowledge(.scrollOffset, newOffset > 0 ? .double(newOffset) : .null)
  }

  package override var arrangesContent: Bool { true }

  /// The view becomes refreshable when a refresh handler is added.
  package override func handledEventsDidChange() {
    super.handledEventsDidChange()
    if handles(.refresh) { self[.refreshable] = true }
  }

  package override func layoutContent() {
    let content = context.layout.contentSize(of: node)
    self[.contentWidth] = .double(content.width)
    self[.contentHeight] = .double(content.height)
    // If the content becomes shorter, the offset is adjusted. Browsers round, so half a point does not need a
    // correction.
    let (length, visible) = axis == .vertical ? (content.height, frame.height) : (content.width, frame.width)
    let most = max(0, length - visible)
    if visible > 0, offset > most + 1 { offset = most }
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.scroll.properties }
}

/// A view whose content scrolls.
package protocol ScrollingView: View {}

extension ScrollingView {
  /// The axis along which the content scrolls.
  package var axis: ScrollAxis {
    get { self[.axis].string.flatMap(ScrollAxis.init) ?? .vertical }
    set { self[.axis] = newValue == .vertical ? .null : .string(newValue.rawValue) }
  }

  /// The scroll offset in points from the start of the content.
  package var offset: Double {
    get { self[.scrollOffset].number ?? 0 }
    set { self[.scrollOffset] = newValue > 0 ? .double(newValue) : .null }
  }

  /// Whether a refresh is in progress.
  package var isRefreshing: Bool {
    get { self[.refreshing] == true }
    set { self[.refreshing] = newValue ? true : .null }
  }
}

extension EventDefinition {
  /// The events of scrolling views.
  static let scrolling: [EventDefinition] = [
    EventDefinition(
      EventName.scroll.rawValue, "The user scrolled.",
      carries: [Member("offset", .number, "points from the top of the content")]),
    EventDefinition(
      EventName.scrollEnd.rawValue,
      "Less than half of the visible length is left, or 'scrollEndThreshold' was reached.",
      carries: [Member("offset", .number, "points from the top of the content")]),
  ]

  /// The user requested new data.
  static let refreshing = EventDefinition(
    EventName.refresh.rawValue, "The user requested new data by pulling or with the refresh button.")
}

extension Property<View> {
  /// The properties of scrolling views.
  static let scrolling: [Property<View>] = [
    .of(
      View.self, "scrollEndThreshold", .number,
      "The percentage of the content that must have been visible for onScrollEnd to be sent.",
      get: { (view: View) in view.scrollEndThreshold.map(Value.double) ?? .null },
      set: { (view: View, value) in view.scrollEndThreshold = value.number.map { min(max($0, 0), 100) } }),
    .of(
      View.self, "showsIndicator", .bool, "Whether a scroll indicator is shown; true by default.",
      get: { (view: View) in .bool(view[.scrollIndicator] != false) },
      set: { (view: View, value) in view[.scrollIndicator] = value.isNull || value.isTrue ? .null : false }),
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
    kind: .scroll,
    properties: [
      .of(
        ScrollView.self, "direction", .choice(ScrollAxis.allCases.map(\.rawValue)),
        "The scroll direction; vertical by default. To put children side by side, set flexDirection to 'row'.",
        get: { .string($0.axis.rawValue) }, set: { $0.axis = $1.string.flatMap(ScrollAxis.init) ?? .vertical }),
      .flag(ScrollView.self, "refreshControl.value", "Whether a refresh is in progress.", \.isRefreshing),
    ] + Property.scrolling, events: EventDefinition.scrolling + [.refreshing],
    slots: [.children], makeView: { ScrollView(in: $0) })
}
