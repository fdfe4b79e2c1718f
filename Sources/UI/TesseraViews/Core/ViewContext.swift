package import Foundation
public import TesseraLayout
package import TesseraValues

/// The state shared by the views of one presentation: the layout tree, the numbering and the list of changes.
public final class ViewContext {
  /// Measures text.
  public let textMeasuring: any TextMeasuring
  /// The sizes of images in points, by name or URL. An image whose size is not yet known has no entry. A change
  /// remeasures the views that show images.
  public var imageSizes: [String: Size] = [:] {
    didSet { remeasurePictures() }
  }

  /// The engine's own texts.
  package var strings = LocalizedStrings()
  /// The locale for the names of days and months.
  package var locale = Locale(identifier: "en_US")

  /// Returns whether the widget may show a page: the manifest must name its host.
  package var allowsAddress: (String) -> Bool = { _ in false }

  /// The size of the host's window in points.
  package var windowSize = Size.zero
  /// The widget's place on a grid; nil outside a grid.
  package var gridPlace: GridPlace?
  /// Requests a different number of cells from the board; nil without a board.
  package var requestGridCells: ((GridCells) -> Void)?
  /// Publishes the buttons that the widget has on a board, in the format of ``ViewAttribute/accessories``; nil for a
  /// component of a screen.
  package var showAccessories: ((Value) -> Void)?
  /// Called when a button of the widget is pressed on a board.
  package var accessoryTapped: ((AccessoryType) -> Void)?
  /// Stores view state that outlives the views; nil if nothing is stored.
  package var stateStore: (any ViewStateStore)?
  /// The date as the widget sees it.
  package var now: () -> Date = { Date() }
  /// Performs work outside the presentation and calls back with the result.
  package var startWork: ((@escaping @Sendable () async -> any Sendable, @escaping (any Sendable) -> Void) -> Void)?
  /// Waits for a duration and calls back in the presentation.
  package var startWait: ((Duration, @escaping () -> Void) -> Void)?
  /// Schedules work to run after the current layout.
  package var afterLayout: ((@escaping () -> Void) -> Void)?

  /// Loads the content of a lazy view.
  package var load: ((LazyView) -> Void)?

  /// Loads, unloads or resizes the widget in a ``WidgetView``.
  package var commandWidgetView: ((WidgetView, WidgetView.Command) -> Void)?

  /// The values that the forms of a group stored last; nil if nothing stores them.
  package var formValues: ((_ group: String) -> [String: Value])?
  /// Stores the values of a form for the other forms of its group.
  package var storeFormValues: (([String: Value], _ group: String) -> Void)?

  /// Called when an attribute or the style changes on a view that is ``View/isObserved``.
  package var observedViewDidChange: ((View) -> Void)?

  /// Called when layout cannot satisfy a view, with a readable reason. It may be called repeatedly for the same
  /// problem.
  package var problemDidOccur: ((View, String) -> Void)?

  /// Draws views for hosts that cannot draw them; nil if the host draws them itself.
  public var drawing: (any ViewDrawing)?

  /// The nesting depth of forms whose values are being collected, and the number of forms visited since the outermost
  /// one started.
  var formCollection = (depth: 0, visits: 0)
  var layout = LayoutTree()
  private(set) var changed: [View] = []
  private(set) var effects: [(view: View, effect: ViewEffect)] = []
  private var isClosed = false
  private(set) var lastID = 0
  private var viewsByID: [ViewID: UnownedView] = [:]
  private var viewsByNode: [NodeID: UnownedView] = [:]
  /// The views that arrange their content, including those outside the window.
  private var arrangers: [ViewID: UnownedView] = [:]
  /// The arranging views that were created since ``arrangeContent(in:)`` last checked.
  private var newArrangers: [View] = []
  private var isArranging = false
  private static let maximumPreparations = 8
  /// The views that must read their children's styles before layout measures them.
  private var unprepared: [ViewID: View] = [:]

  /// The budget for each step.
  package let budget: WorkBudget
  /// The bytes of text in the attributes of all views.
  var textBytes = 0

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
    let entry = UnownedView(view: view)
    viewsByID[view.id] = entry
    viewsByNode[view.node] = entry
    budget.add(viewCount: viewsByID.count)
    if view.arrangesContent {
      arrangers[view.id] = entry
      if isArranging { newArrangers.append(view) }
    }
  }

  func unregister(_ id: ViewID, _ node: NodeID) {
    viewsByID[id] = nil
    viewsByNode[node] = nil
    arrangers[id] = nil
    layout.remove(node)
  }

  /// Returns the view with an identity, even if it is outside the window.
  func view(_ id: ViewID) -> View? { viewsByID[id]?.view }

  /// The number of views, including those without a parent.
  package var viewCount: Int { viewsByID.count }

  private func view(at node: NodeID) -> View? { viewsByNode[node]?.view }

  private struct UnownedView {
    unowned let view: View
  }

  // MARK: Changes

  /// Counts text that views hold outside their attributes.
  package func count(textBytes difference: Int) {
    textBytes += difference
    budget.add(textBytes: textBytes)
  }

  package func markChanged(_ view: View) {
    guard !view.isMarked, !isClosed else { return }
    view.isMarked = true
    changed.append(view)
  }

  func add(_ effect: ViewEffect, at view: View) {
    if !isClosed { effects.append((view, effect)) }
  }

  /// Returns the changes since the last call and clears them.
  func removeChanges() -> (views: [View], effects: [(view: View, effect: ViewEffect)]) {
    defer {
      changed = []
      effects = []
    }
    for view in changed { view.isMarked = false }
    return (changed, effects)
  }

  /// Stops recording changes when no more commits follow. Otherwise, the changed views and the context would retain
  /// each other.
  func close() {
    isClosed = true
    unprepared = [:]
    changed = []
    effects = []
  }

  // MARK: Layout

  /// Schedules a view for preparation before the next layout. Styles cannot be read while layout runs.
  public func needsPreparation(_ view: View) { if !isClosed { unprepared[view.id] = view } }

  /// Lays out the tree below a view and assigns the new frames to the views. The frame of the view itself is left to
  /// its owner.
  /// - Parameter direction: The direction at the place where the view is or will be; by default, its parent's
  ///   direction.
  /// - Returns: The frame of the view, offset by its leading margins.
  func computeLayout(
    of view: View, width: AvailableSpace, height: AvailableSpace, direction: Direction? = nil
  ) -> Rect {
    // Preparing one view can affect another. The limit stops views that trigger each other endlessly.
    var rounds = 0
    while !unprepared.isEmpty, rounds < Self.maximumPreparations {
      rounds += 1
      let waiting = unprepared.values.sorted { $0.id < $1.id }
      unprepared = [:]
      for view in waiting { view.prepareLayout() }
    }
    layout.compute(
      root: view.node, width: width, height: height, direction: direction ?? view.parent?.layoutDirection ?? .ltr,
      measuring: ContentMeasuring(context: self))
    for node in layout.changedNodes where node != view.node { self.view(at: node)?.frame = layout.frame(of: node) }
    return layout.frame(of: view.node)
  }

  /// Arranges the content of the views that do so themselves, outer views first. Views on hidden screens are skipped.
  ///
  /// - Complexity: Depends on the number of such views and of those created along the way, not on the number of all
  ///   views.
  func arrangeContent(in window: View) {
    isArranging = true
    defer { isArranging = false }
    var pending = inOrder(arrangers.values.map(\.view), in: window)
    var next = 0
    while next < pending.count, !budget.isSpent() {
      pending[next].layoutContent()
      next += 1
      if !newArrangers.isEmpty {
        let found = newArrangers
        newArrangers = []
        pending.append(contentsOf: inOrder(found, in: window))
      }
    }
  }

  /// Returns the views that are shown in the window, ordered by depth.
  private func inOrder(_ views: [View], in window: View) -> [View] {
    views.compactMap { view in view.depth(shownIn: window).map { (view, $0) } }
      .sorted { ($0.1, $0.0.id) < ($1.1, $1.0.id) }.map(\.0)
  }

  /// Schedules the views with a life cycle for preparation after the window was resized or moved.
  package func surroundingsDidChange() {
    for entry in viewsByID.values where entry.view.hasLifeCycle { needsPreparation(entry.view) }
  }

  /// Remeasures a view whose content has a new size.
  package func remeasure(_ view: View) { if view.measuresContent { layout.markDirty(view.node) } }

  private func remeasurePictures() {
    for entry in viewsByID.values where entry.view.measuresContent && !entry.view[.image].isNull {
      layout.markDirty(entry.view.node)
    }
  }

  private struct ContentMeasuring: LeafMeasuring {
    let context: ViewContext

    func measure(_ node: NodeID, width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
      guard !context.budget.isSpent() else { return MeasuredSize(size: .zero) }
      return context.view(at: node)?.measureContent(width: width, height: height) ?? MeasuredSize(size: .zero)
    }
  }
}

extension View {
  /// The number of ancestors, or nil if the view is outside the window or on a hidden screen.
  fileprivate func depth(shownIn window: View) -> Int? {
    var depth = 0
    var view = self
    while view !== window {
      if view.kind == .screen, view.isHidden { return nil }
      guard let parent = view.parent else { return nil }
      view = parent
      depth += 1
    }
    return depth
  }
}
