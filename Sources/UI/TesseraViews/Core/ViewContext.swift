package import Foundation
public import TesseraLayout
package import TesseraValues

/// What the views of one presentation share: the layout tree, the numbering, and the list of what changed.
public final class ViewContext {
  /// Answers how much room text takes.
  public let textMeasuring: any TextMeasuring
  /// The sizes of pictures in points, by name or address; a picture that is not known yet has no size. Views that show
  /// pictures are measured again after a change.
  public var imageSizes: [String: Size] = [:] {
    didSet { remeasurePictures() }
  }

  /// The engine's own texts.
  package var words = Words()
  /// How days and months are called.
  package var locale = Locale(identifier: "en_US")

  /// Whether the widget may show a page: the manifest names its host.
  package var allowsAddress: (String) -> Bool = { _ in false }

  /// The size of the host's window in points.
  package var windowSize = Size.zero
  /// How the widget stands on a grid; nil where there is none.
  package var gridPlace: GridPlace?
  /// Asks the board for other cells; nil where there is no board.
  package var requestGridCells: ((GridCells) -> Void)?
  /// Takes which buttons the widget has on a board, as the attribute ``ViewAttribute/accessories`` says it; nil for a component of
  /// a screen.
  package var showAccessories: ((Value) -> Void)?
  /// Called when a button of the widget was pressed on a board.
  package var accessoryTapped: ((AccessoryType) -> Void)?
  /// Keeps what views know beyond their own life; nil where nothing does.
  package var stateStore: (any ViewStateStore)?
  /// The date that the widget sees.
  package var now: () -> Date = { Date() }
  /// Works outside of the presentation, and comes back with the result.
  package var startWork: ((@escaping @Sendable () async -> any Sendable, @escaping (any Sendable) -> Void) -> Void)?
  /// Waits, and comes back to the presentation.
  package var startWait: ((Duration, @escaping () -> Void) -> Void)?
  /// Does something once the layout under way is done.
  package var afterLayout: ((@escaping () -> Void) -> Void)?

  /// Fetches what a view stands for.
  package var load: ((LazyView) -> Void)?

  /// Loads and unloads what stands in a ``WidgetView``.
  package var commandWidgetView: ((WidgetView, WidgetView.Command) -> Void)?

  /// What forms of a group stored last; nil where nothing keeps it.
  package var formValues: ((_ group: String) -> [String: Value])?
  /// Stores the values of a form for others of its group.
  package var storeFormValues: (([String: Value], _ group: String) -> Void)?

  /// Called when an attribute or the style of a view changed that is ``View/isObserved``.
  package var observedViewDidChange: ((View) -> Void)?

  /// Called when layout cannot do what a view asks for, with the reason in words. It may be called again for the same.
  package var problemDidOccur: ((View, String) -> Void)?

  /// Draws views for hosts that cannot; nil where the host draws by itself.
  public var drawing: (any ViewDrawing)?

  /// The forms whose values are being collected, and how many were asked since the outermost one began.
  var formCollection = (depth: 0, visits: 0)
  var layout = LayoutTree()
  private(set) var changed: [View] = []
  private(set) var effects: [(view: View, effect: ViewEffect)] = []
  private var isClosed = false
  private(set) var lastID = 0
  private var viewsByID: [ViewID: UnownedView] = [:]
  private var viewsByNode: [NodeID: UnownedView] = [:]
  /// The views that arrange their content, wherever they are.
  private var arrangers: [ViewID: UnownedView] = [:]
  /// Those of them that were made since ``arrangeContent(in:)`` looked last.
  private var newArrangers: [View] = []
  private var isArranging = false
  private static let maximumPreparations = 8
  /// The views that have to look at their children's styles before layout asks for their size.
  private var unprepared: [ViewID: View] = [:]

  /// What a step may cost.
  package let budget: WorkBudget
  /// The bytes of text in the attributes of all views.
  var textBytes = 0

  /// Creates the context of an empty presentation.
  public convenience init(textMeasuring: any TextMeasuring) {
    self.init(textMeasuring: textMeasuring, budget: WorkBudget())
  }

  /// Creates the context of an empty presentation whose steps are bounded.
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
    budget.note(viewCount: viewsByID.count)
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

  /// The view with an identity, wherever it is.
  func view(_ id: ViewID) -> View? { viewsByID[id]?.view }

  /// How many views there are, those included that stand nowhere.
  package var viewCount: Int { viewsByID.count }

  private func view(at node: NodeID) -> View? { viewsByNode[node]?.view }

  private struct UnownedView {
    unowned let view: View
  }

  // MARK: Changes

  /// Counts text that views have besides their attributes.
  package func count(textBytes difference: Int) {
    textBytes += difference
    budget.note(textBytes: textBytes)
  }

  package func markChanged(_ view: View) {
    guard !view.isMarked, !isClosed else { return }
    view.isMarked = true
    changed.append(view)
  }

  func add(_ effect: ViewEffect, at view: View) {
    if !isClosed { effects.append((view, effect)) }
  }

  /// Hands over what happened since the last time.
  func takeChanges() -> (views: [View], effects: [(view: View, effect: ViewEffect)]) {
    defer {
      changed = []
      effects = []
    }
    for view in changed { view.isMarked = false }
    return (changed, effects)
  }

  /// Ends the keeping of changes: nobody will ask for them. Without this the changed views and the context would keep
  /// each other alive.
  func close() {
    isClosed = true
    unprepared = [:]
    changed = []
    effects = []
  }

  // MARK: Layout

  /// Lets a view prepare before the next layout: while layout runs no style can be read.
  public func needsPreparation(_ view: View) { if !isClosed { unprepared[view.id] = view } }

  /// Lays out the tree below a view and hands the new frames to the views. The frame of the view itself is left to its
  /// owner.
  /// - Parameter direction: that of the place where the view stands or will stand; by default its parent's.
  /// - Returns: the frame of the view, with its margins before it.
  func computeLayout(
    of view: View, width: AvailableSpace, height: AvailableSpace, direction: Direction? = nil
  ) -> Rect {
    // What one prepares may be what another has to know. Those that call forth each other without end stop.
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

  /// Lets the views that arrange their content do so, outer ones first, except those on hidden screens.
  ///
  /// - Complexity: depends on the number of such views and of those that they make on the way, not on all views.
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

  /// The views that are shown in the window, by depth.
  private func inOrder(_ views: [View], in window: View) -> [View] {
    views.compactMap { view in view.depth(shownIn: window).map { (view, $0) } }
      .sorted { ($0.1, $0.0.id) < ($1.1, $1.0.id) }.map(\.0)
  }

  /// The window has another size, or stands elsewhere.
  package func surroundingsDidChange() {
    for entry in viewsByID.values where entry.view.hasLifeCycle { needsPreparation(entry.view) }
  }

  /// The size of a view's content is another one.
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
  /// The number of views around this one, or nil if it is not in the window or on a hidden screen.
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
