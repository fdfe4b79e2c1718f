package import Foundation
public import TesseraLayout
import TesseraValues

/// The state shared by the views of one presentation: the layout tree, the numbering and the list of changes.
public final class ViewContext {
  /// Measures text.
  public let textMeasuring: any TextMeasuring
  /// The sizes of images in points, by name or URL. An image whose size is not yet known has no entry. A change
  /// remeasures the views that show images.
  public var imageSizes: [String: Size] = [:] {
    didSet { remeasureImages() }
  }

  /// The engine's own texts.
  package var strings = LocalizedStrings()
  /// The locale for the names of days and months.
  package var locale = Locale(identifier: "en_US")

  /// What shows the views; nil for views that work alone.
  package weak var host: (any ViewHost)?

  /// The size of the host's window in points.
  package var windowSize = Size.zero
  /// The widget's place on a grid; nil outside a grid.
  package var gridPlace: GridPlace?
  /// Called when a button of the widget is pressed on a board.
  package var accessoryTapped: ((AccessoryType) -> Void)?
  /// Draws views for hosts that cannot draw them; nil if the host draws them itself.
  public var drawing: (any ViewDrawing)?

  /// The budget for each step.
  package let budget: WorkBudget
  var layout = LayoutTree()
  private var index = ViewIndex()
  private var arranger = ContentArranger()
  private var changes = ViewChangeLog()
  /// The views that must read their children's styles before layout measures them.
  private var unprepared: [ViewID: View] = [:]
  /// The identity that was given last.
  private(set) var lastID = 0
  /// The bytes of text in the attributes of all views.
  var textBytes = 0
  /// The nesting depth of forms whose values are being collected, and the number of forms visited since the outermost
  /// one started.
  var formCollection = (depth: 0, visits: 0)

  /// The maximum number of rounds in which views prepare each other. What is left waits for the next layout.
  private static let maximumPreparations = 8

  /// Creates the context of an empty presentation.
  public convenience init(textMeasuring: any TextMeasuring) {
    self.init(textMeasuring: textMeasuring, budget: WorkBudget())
  }

  /// Creates the context of an empty presentation with a budget for its steps.
  package init(textMeasuring: any TextMeasuring, budget: WorkBudget, numberingAfter last: Int = 0) {
    self.textMeasuring = textMeasuring
    lastID = last
    self.budget = budget
  }

  // MARK: Views

  func nextID() -> ViewID {
    lastID += 1
    return ViewID(lastID)
  }

  func register(_ view: View) {
    index.add(view)
    budget.add(viewCount: index.count)
    if view.arrangesContent { arranger.add(view) }
  }

  func unregister(_ id: ViewID, _ node: NodeID) {
    index.remove(id, node)
    arranger.remove(id)
    layout.remove(node)
  }

  /// Returns the view with an identity, even if it is outside the window.
  func view(_ id: ViewID) -> View? { index[id] }

  /// The number of views, including those without a parent.
  package var viewCount: Int { index.count }

  // MARK: Changes

  /// Counts text that views hold outside their attributes.
  package func count(textBytes difference: Int) {
    textBytes += difference
    budget.add(textBytes: textBytes)
  }

  package func markChanged(_ view: View) { changes.mark(view) }

  func add(_ effect: ViewEffect, at view: View) { changes.add(effect, at: view) }

  /// The views that changed since the last commit.
  var changedViews: [View] { changes.views }

  /// Returns the changes since the last call and clears them.
  func removeChanges() -> (views: [View], effects: [(view: View, effect: ViewEffect)]) { changes.removeAll() }

  /// Stops recording changes when no more commits follow. Otherwise, the changed views and the context would retain
  /// each other.
  func close() {
    _ = changes.close()
    unprepared = [:]
  }

  // MARK: Layout

  /// Schedules a view for preparation before the next layout. Styles cannot be read while layout runs.
  public func needsPreparation(_ view: View) { if !changes.isClosed { unprepared[view.id] = view } }

  /// Schedules the views with a life cycle for preparation after the window was resized or moved.
  package func surroundingsDidChange() {
    for view in index.views where view.hasLifeCycle { needsPreparation(view) }
  }

  /// Lays out the tree below a view and assigns the new frames to the views. The frame of the view itself is left to
  /// its owner.
  /// - Parameter direction: The direction at the place where the view is or will be; by default, its parent's
  ///   direction.
  /// - Returns: The frame of the view, offset by its leading margins.
  func computeLayout(
    of view: View, width: AvailableSpace, height: AvailableSpace, direction: Direction? = nil
  ) -> Rect {
    prepareViews()
    layout.compute(
      root: view.node, width: width, height: height, direction: direction ?? view.parent?.layoutDirection ?? .ltr,
      measuring: ContentMeasuring(context: self))
    for node in layout.changedNodes where node != view.node { index[node]?.frame = layout.frame(of: node) }
    return layout.frame(of: view.node)
  }

  private func prepareViews() {
    // Preparing one view can affect another. The limit stops views that trigger each other endlessly.
    var rounds = 0
    while !unprepared.isEmpty, rounds < Self.maximumPreparations {
      rounds += 1
      let waiting = unprepared.values.sorted { $0.id < $1.id }
      unprepared = [:]
      for view in waiting { view.prepareLayout() }
    }
  }

  /// Arranges the content of the views that do so themselves, outer views first. Views on hidden screens are skipped.
  ///
  /// - Complexity: Depends on the number of such views and of those created along the way, not on the number of all
  ///   views.
  /// - Returns: Whether the size of a view has changed meanwhile, so that the layout around it has to be computed again.
  func arrangeContent(in window: View) -> Bool {
    hasRemeasured = false
    var pending = arranger.begin(in: window)
    var next = 0
    while next < pending.count, !budget.isSpent() {
      pending[next].layoutContent()
      next += 1
      pending += arranger.removeNewViews(in: window)
    }
    arranger.end()
    return hasRemeasured
  }

  private var hasRemeasured = false

  /// Remeasures a view whose content has a new size.
  package func remeasure(_ view: View) {
    guard view.measuresContent else { return }
    hasRemeasured = true
    layout.markDirty(view.node)
    view.parent?.childContentDidChange()
  }

  private func remeasureImages() {
    for view in index.views where !view[.image].isNull { remeasure(view) }
  }

  /// The number of the present measurement of boxes with constraints within each other. In the same one, a box is
  /// solved once for each width.
  private(set) var constraintPass = 0

  /// Begins a measurement, after which views may have changed.
  func beginConstraintPass() { constraintPass += 1 }

  private struct ContentMeasuring: LeafMeasuring {
    let context: ViewContext

    func measure(_ node: NodeID, width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
      guard !context.budget.isSpent() else { return MeasuredSize(size: .zero) }
      return context.index[node]?.measureContent(width: width, height: height) ?? MeasuredSize(size: .zero)
    }
  }
}
