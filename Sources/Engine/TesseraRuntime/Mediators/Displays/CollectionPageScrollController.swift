package import TesseraValues
import TesseraViews

/// Displays items as pages, with one in front.
package class CollectionPageScrollController: CollectionDisplayController {
  /// The page control.
  private var pageControl: PageIndicator?
  /// Whether scrolling stops at pages.
  private var pagingEnabled = true
  private var page = 0
  private var wantedPage: Int?
  /// The last accessibility label that was set.
  private var spokenPosition: Value?

  /// The number of pages.
  var pageCount: Int { currentProvider?.count ?? 0 }
  /// Returns the nearest row of a page.
  func row(ofPage page: Int) -> Int { page }
  /// Returns the page of a row.
  func page(ofRow row: Int) -> Int { row }

  package override func setUp() {
    super.setUp()
    guard let rowsView else { return }
    // Pages are shown one at a time in either direction.
    rowsView.columnCount = 1
    rowsView.minimumColumnWidth = nil
    rowsView.hasPages = pagingEnabled
    rowsView.didScroll = { [weak self] _, _ in self?.didScroll() }
    // Inserted and removed pages change the current page.
    rowsView.didLayOut = { [weak self] in self?.didScroll() }
  }

  package override func attributeDidChange(_ name: String) {
    if name != "currentPage" { super.attributeDidChange(name) }
  }

  package override var retainedState: Value {
    get {
      page == 0 && super.retainedState.isNull ? .null : ["page": .integer(Int64(page)), "rows": super.retainedState]
    }
    set {
      wantedPage = newValue.value(at: "page").itemIndex
      super.retainedState = newValue.value(at: "rows")
    }
  }

  override func render() {
    super.render()
    page = min(page, max(0, pageCount - 1))
    if pageCount > 0, let wanted = wantedPage {
      wantedPage = nil
      go(to: wanted)
    }
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
    showPosition()
    propertiesDidChange()
  }

  /// Sets the accessibility label of the page control to the page number, unless the document sets a label.
  private func showPosition() {
    guard let pageControl, pageControl[.accessibilityLabel] == (spokenPosition ?? .null) else { return }
    spokenPosition = .string("\(page + 1)/\(pageCount)")
    pageControl[.accessibilityLabel] = spokenPosition ?? .null
  }

  private func go(to page: Int) {
    // Documents may set the page before there are any.
    guard pageCount > 0 else { return wantedPage = page }
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
        "pageControl", "The page control.", kinds: [.pageIndicator],
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
        get: { .integer(Int64($0.page)) }, set: { $0.go(to: $1.itemIndex) }),
      .of(
        CollectionPageScrollController.self, "numberOfPages", .number, "The number of pages.",
        get: { .integer(Int64($0.pageCount)) }),
    ]

  private static let table = PropertyTable<Mediator>("CollectionPageScrollController", pageProperties)
  package override class var properties: PropertyTable<Mediator> { table }
}
