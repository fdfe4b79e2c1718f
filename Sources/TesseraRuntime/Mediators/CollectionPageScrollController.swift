package import TesseraValues
import TesseraViews

/// Shows items as pages, of which one is in front.
package class CollectionPageScrollController: CollectionDisplayController {
  /// Says by dots which page is in front.
  private var pageControl: PageIndicator?
  /// Whether scrolling stops at pages.
  private var pagingEnabled = true
  private var page = 0

  /// How many pages there are.
  var pageCount: Int { currentProvider?.count ?? 0 }
  /// The row of a page that is the nearest one.
  func row(ofPage page: Int) -> Int { page }
  /// The page of a row.
  func page(ofRow row: Int) -> Int { row }

  package override func setUp() {
    super.setUp()
    guard let rowsView else { return }
    rowsView.hasPages = pagingEnabled
    rowsView.didScroll = { [weak self] _, _ in self?.didScroll() }
  }

  override func render() {
    super.render()
    page = min(page, max(0, pageCount - 1))
    showPage()
  }

  private func didScroll() {
    guard let rowsView else { return }
    let seen = page(ofRow: rowsView.rowAtStart)
    guard seen != page else { return }
    page = seen
    showPage()
  }

  private func showPage() {
    pageControl?.numberOfPages = pageCount
    pageControl?.value = .integer(Int64(page))
    propertiesDidChange()
  }

  private func go(to page: Int) {
    guard (0..<pageCount).contains(page), page != self.page else { return }
    rowsView?.scrollToRow(row(ofPage: page))
    self.page = page
    showPage()
  }

  package override class var selectors: [String] { super.selectors + ["nextPage", "previousPage"] }

  package override func perform(selector: String, with object: Value) {
    switch selector {
    case "nextPage": go(to: page + 1)
    case "previousPage": go(to: page - 1)
    default: super.perform(selector: selector, with: object)
    }
  }

  package override class var outlets: [Outlet] {
    collectionOutlets + [
      .view(
        "pageControl", "Says by dots which page is in front.", kinds: [.pageIndicator],
        \CollectionPageScrollController.pageControl)
    ]
  }

  static let pageProperties: [Property<Mediator>] =
    collectionProperties + [
      .of(
        CollectionPageScrollController.self, "pagingEnabled", .bool,
        "Whether scrolling stops at pages; true by default.", get: { .bool($0.pagingEnabled) },
        set: {
          $0.pagingEnabled = $1.isNull || $1.isTrue
          $0.rowsView?.hasPages = $0.pagingEnabled
        }),
      .of(
        CollectionPageScrollController.self, "currentPage", .number, "The page in front, from 0.",
        get: { .integer(Int64($0.page)) }, set: { $0.go(to: Int(clamping: Int64($1.number ?? 0))) }),
      .of(
        CollectionPageScrollController.self, "numberOfPages", .number, "How many pages there are.",
        get: { .integer(Int64($0.pageCount)) }),
    ]

  private static let table = PropertyTable<Mediator>("CollectionPageScrollController", pageProperties)
  package override class var properties: PropertyTable<Mediator> { table }
}
