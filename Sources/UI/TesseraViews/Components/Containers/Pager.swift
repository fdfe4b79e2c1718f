package import TesseraLayout
package import TesseraValues

/// Pages side by side, one of which is visible. A finger, a wheel or the arrow keys lead to the next.
package final class Pager: TableView {
  private let pages = PageSource()

  /// Creates a pager without pages.
  package init(in context: ViewContext) {
    super.init(.pager, in: context)
    axis = .horizontal
    hasPages = true
    dataSource = pages
  }

  /// The index of the visible page, from 0.
  package override var value: Value {
    get { .integer(Int64(page)) }
    set {
      guard let number = newValue.number, number.isFinite else { return }
      wantedPage = number
      let new = Int(min(max(number, 0), Double(max(0, pages.views.count - 1))))
      guard new != page else { return }
      page = new
      self[.value] = value
      scrollToRow(page)
    }
  }

  private var page = 0
  /// The page that was requested before there were pages.
  private var wantedPage = 0.0

  package override var fieldValue: Value { .null }

  package override func accept(_ value: Value) {
    self.value = value
    emitChange()
  }

  package override func scroll(to newOffset: Double) {
    super.scroll(to: newOffset)
    guard frame.width > 0, newOffset.isFinite else { return }
    let seen = Int(min(max((newOffset / frame.width).rounded(), 0), Double(max(0, pages.views.count - 1))))
    guard seen != page else { return }
    page = seen
    self[.value] = value
    emitChange()
  }

  fileprivate func show(_ children: [View]) {
    pages.views = children
    reloadData()
    value = .double(wantedPage)
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.pager.properties }
}

/// Provides the pages of a pager.
private final class PageSource: TableViewDataSource {
  var views: [View] = []

  func numberOfRows(in table: TableView) -> Int { views.count }
  func tableView(_ table: TableView, keyOfRow row: Int) -> Int64 { Int64(row) }

  func tableView(_ table: TableView, makeCellForRow row: Int) -> TableViewCell {
    let cell = TableViewCell(prototype: "page", in: table.context)
    cell.style.height = .percent(100)
    let view = views[row]
    if view.style.flexGrow == 0 {
      view.style.flexGrow = 1
      view.style.flexShrink = 1
    }
    cell.addChild(view)
    return cell
  }

  func tableView(_ table: TableView, update cell: TableViewCell, forRow row: Int) {}
}

/// Dots for pages, one of which is filled.
package final class PageIndicator: View {
  /// The index of the visible page, from 0.
  package override var value: Value {
    get { .integer(Int64(self[.value].number ?? 0)) }
    set { self[.value] = newValue.number.map { .double(min(max($0.rounded(), 0), 100)) } ?? .null }
  }

  package override var fieldValue: Value { .null }

  /// The number of dots, up to 100.
  package var numberOfPages: Int {
    get { count }
    set {
      guard newValue != count else { return }
      count = min(max(newValue, 0), 100)
      context.remeasure(self)
    }
  }

  fileprivate var count: Int {
    get { Int(min(max(self[.maximum].number ?? 0, 0), 100)) }
    set { self[.maximum] = .integer(Int64(newValue)) }
  }

  package override var measuresContent: Bool { true }

  package override func measureContent(width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    MeasuredSize(width: Double(count) * ViewKind.pageDotDistance, height: 12)
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.pageIndicator.properties }

  fileprivate static let own: [Property<View>] = [
    .of(
      PageIndicator.self, "count", .number, "The number of pages, up to 100.",
      get: { .integer(Int64($0.count)) },
      set: {
        $0.count = Int(min(max($1.number ?? 0, 0), 100))
        $0.context.remeasure($0)
      }),
    .of(
      PageIndicator.self, "value", .number, "The index of the visible page, from 0.", get: { $0.value },
      set: { $0.value = $1 }),
    .attribute("unselectedColor", .color, .content, "The colour of the dots of the other pages."),
  ]
}

extension ViewKind {
  fileprivate static let pageDotDistance = 14.0

  /// Pages side by side.
  package static let pager = ViewKind(
    "pager", defaults: ViewKind.table.defaults, style: ViewKind.table.defaultStyle, element: ViewKind.table.element)

  /// Dots for pages.
  package static let pageIndicator = ViewKind(
    "pageIndicator", defaults: ViewDefaults(color: .accent), style: LayoutStyle { $0.alignSelf = .center },
    element: WebElement(attributes: ["role": "img"], isDrawn: true),
    drawing: { node, box, canvas in
      let count = Int(min(max(node[.maximum].number ?? 0, 0), 100))
      let current = node[.value].number ?? 0
      let others = node[.content].string.flatMap { ColorComponents($0, in: canvas.scheme) } ?? canvas.color(.separator)
      for index in 0..<count {
        let center = (Double(node.isRightToLeft ? count - 1 - index : index) + 0.5) * pageDotDistance
        let start = box.midX - Double(count) * pageDotDistance / 2
        let dot = Rect(x: start + center - 4, y: box.midY - 4, width: 8, height: 8)
        canvas.fill(
          RoundedBox(dot, radius: 4),
          Double(index) == current ? node.color(in: canvas.scheme) : others)
      }
    })
}

extension ComponentDefinition {
  /// Pages side by side.
  package static let pager = ComponentDefinition(
    type: "pager", documentation: "Pages side by side, one of which is visible; swiping leads to the next.",
    synonyms: ["carousel", "pageView", "swiper", "viewPager"], kind: .pager,
    properties: [
      .of(
        Pager.self, "value", .number, "The index of the visible page, from 0.", get: { $0.value },
        set: { $0.value = $1 })
    ],
    events: [.change(.number, "the index of the visible page, from 0")],
    slots: [SlotDefinition("children", "The pages, in order.", .many) { ($0 as? Pager)?.show($1) }],
    makeView: { Pager(in: $0) })

  /// Dots for pages.
  package static let pageIndicator = ComponentDefinition(
    type: "pageIndicator", documentation: "Dots for pages, of which one is filled.",
    synonyms: ["pageControl", "dots", "pagination"], kind: .pageIndicator, properties: PageIndicator.own,
    makeView: { PageIndicator(.pageIndicator, in: $0) })
}
