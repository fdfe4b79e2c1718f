import TesseraBundles
import TesseraComponents
import TesseraData
import TesseraExpressions
import TesseraLayout
import TesseraValues
import TesseraViews

/// The active part of a presentation: its views, and the objects that its screens share.
///
/// It is confined to its presentation's actor.
final class PresentationCore {
  let instance: Instance
  let hierarchy: ViewHierarchy
  let operations: PendingOperations
  private(set) lazy var navigation = NavigationController(core: self)
  private(set) lazy var alerts = AlertPresenter(core: self)
  private(set) lazy var commits = CommitLoop(core: self)
  private(set) lazy var events = ViewEventRouter(core: self)
  private(set) lazy var actions = ServiceActionCoordinator(core: self)
  private(set) lazy var embeddings = WidgetEmbeddings(core: self)
  private(set) lazy var imageSizeLoader = ImageSizeLoader(core: self)
  private(set) lazy var graph: BindingGraph = {
    let graph = BindingGraph { message, host in (host as? ScreenController)?.report(message) }
    graph.isStopped = { [budget] in budget.isSpent() }
    return graph
  }()
  let nesting: ActionNesting
  /// The changes that actions of this presentation made to the store.
  var undoHistory = UndoHistory() {
    didSet { if undoHistory.canUndo != oldValue.canUndo { widgetContext.replace(with: widgetContextValue) } }
  }
  /// The actions of the present list that changed the store, whose changes are stored together when all have run; nil
  /// outside of such lists.
  var unstoredRuns: [ActionRun]?
  /// The panel with the problems of documents during development.
  weak var documentProblems: View?

  // The presentation's copies of what the instance shares.
  let localization: Localization
  let templateEnvironment: TemplateEnvironment
  let strings: Context
  /// What expressions read as `widget`: the widget and its window.
  let widgetContext: Context
  let global: Context
  let options: Context
  /// What expressions read as `entry`.
  let entry: Context

  /// The window's place on a grid, as the host reported it last.
  private(set) var gridPlace: GridPlace?
  /// Whether a host follows the presentation; true before the first one does.
  var isWatched = true
  private(set) var isClosed = false
  /// Whether the presentation only shows which budget the widget exceeded.
  private(set) var showsBudgetExceeded = false
  /// Whether the presentation only verifies that screens can be restored. It is never shown, and it reports nothing.
  let isDryRun: Bool
  var phase = Phase.running

  /// How screens open and close.
  enum Phase {
    /// Screens open for the first time.
    case running
    /// Screens open as they were, from documents that may have changed. They do not receive their events again.
    case restoring
    /// Screens open as they were, from the same documents. Nothing is fetched again either.
    case resuming
    /// Screens close without their events, because they will be open again or never appeared.
    case discarding
  }

  /// - Parameter last: The greatest identity of a view that hosts were sent before.
  init(
    instance: Instance, size: Size, place: GridPlace? = nil, languages: [String], relay: OperationRelay,
    numberingAfter last: Int = 0, isDryRun: Bool = false
  ) {
    self.instance = instance
    self.isDryRun = isDryRun
    gridPlace = place
    localization = Localization(
      bundle: instance.definition.bundle, languages: languages, otherwise: instance.environment.locale)
    strings = Context(identifier: "strings", value: localization.plainStrings)
    widgetContext = Context(identifier: "widget", value: .null)
    templateEnvironment = instance.templateEnvironment.localized(localization)
    nesting = ActionNesting(now: instance.environment.now)
    nesting.staysOnScreen = instance.isDrawnOnly
    global = Context(identifier: "global", value: instance.global.value, isWritable: true)
    options = Context(
      identifier: "options", value: instance.options.shown, isWritable: instance.definition.writesOptions)
    entry = Context(identifier: "entry", value: instance.entry.value)
    hierarchy = ViewHierarchy(
      size: Self.usable(size) ?? Size(width: 1, height: 1), textMeasuring: instance.environment.textMeasuring,
      budget: WorkBudget(
        timeLimit: instance.environment.workLimit,
        share: instance.environment.workLimit == nil ? nil : instance.executor.share), numberingAfter: last)
    operations = PendingOperations(activities: instance.environment.activities) { operation, result in
      await relay.deliver(operation, result)
    }
    connectViews()
    surroundingsDidChange()
    global.forward = { [weak self] path, value in
      guard let self else { return }
      self.instance.global.set(value, at: path)
      // The writer's own expressions read the new value at once.
      self.readSharedData()
    }
  }

  /// The budget of a step.
  var budget: WorkBudget { hierarchy.context.budget }

  /// The message of the first service action that failed, also if a screen handled it.
  var actionFailure: String?

  /// The open screens, the one in front last.
  var screens: [ScreenController] { navigation.screens }

  /// Whether nothing is in progress, and no question or problem is shown.
  var canSuspend: Bool {
    !showsBudgetExceeded && !operations.isBusy && alerts.alerts.isEmpty && documentProblems == nil
  }

  // MARK: Closing

  /// Closes all screens, and cancels all operations.
  func close() {
    isClosed = true
    embeddings.removeAll()
    navigation.close()
    alerts.close()
    operations.cancelAll()
  }

  /// Closes like ``close()``, without events for the documents: their screens will be open again, or never appeared.
  func discard() {
    phase = .discarding
    close()
  }

  /// Shows that another presentation of the widget exceeded its budget.
  func showBudgetExceeded(of former: PresentationCore) {
    showsBudgetExceeded = true
    let reason = former.commits.overrun?.reason ?? ""
    alerts.adoptProblems(of: former.alerts)
    alerts.recordProblem(reason)
    let placeholder = PlaceholderView(reason: reason, in: hierarchy.context)
    placeholder.identifier = "stopped"
    placeholder.style.margin = Edges(.points(16))
    hierarchy.window.addChild(placeholder)
  }

  // MARK: Events

  /// Performs an event of a host.
  func handle(_ event: ViewEvent) {
    alerts.lastToast = nil
    nesting.reset()
    events.handle(event)
  }

  // MARK: Window

  /// The number of grid cells of the window; nil if the host has no grid.
  var cells: GridSize? { gridPlace?.cells }

  /// Changes the size of the window in points. A size that is not finite has no effect.
  func resize(to size: Size) {
    hierarchy.size = Self.usable(size) ?? hierarchy.size
    surroundingsDidChange()
  }

  /// Changes the place of the window on a grid.
  func place(at place: GridPlace) {
    gridPlace = place
    surroundingsDidChange()
    navigation.adaptFirstScreen()
  }

  private func surroundingsDidChange() {
    widgetContext.replace(with: widgetContextValue)
    let context = hierarchy.context
    context.windowSize = hierarchy.size
    context.gridPlace = gridPlace
    context.surroundingsDidChange()
  }

  /// The keys of what expressions read as `widget`.
  static let widgetContextKeys: Set = [
    "name", "version", "mode", "columns", "rows", "width", "height", "language", "update", "maximumSize", "canUndo",
  ]

  private var widgetContextValue: Value {
    let manifest = instance.definition.bundle.manifest
    let cells = cells ?? manifest.sizes.default
    var members: [String: Value] = [
      "name": .string(manifest.name), "version": .string(manifest.version.description),
      "mode": .string(manifest.mode(at: cells).rawValue), "columns": .integer(Int64(cells.columns)),
      "rows": .integer(Int64(cells.rows)), "width": .double(hierarchy.size.width),
      "height": .double(hierarchy.size.height), "language": .string(localization.language.description),
      "update": instance.lastUpdate.shared.value, "canUndo": .bool(undoHistory.canUndo),
    ]
    if let board = gridPlace?.board {
      let sizes = Set(manifest.modes).map { mode in
        (mode.rawValue, board.size(of: manifest.maximumSize(for: mode, on: board.page)))
      }
      members["maximumSize"] = .dictionary(
        Dictionary(
          sizes.map { ($0, ["width": .double($1.width), "height": .double($1.height)]) },
          uniquingKeysWith: { first, _ in first }))
    }
    return .dictionary(members)
  }

  /// Returns a size of 1 to 10,000 points in each direction; nil for a size that is not finite.
  private static func usable(_ size: Size) -> Size? {
    guard size.width.isFinite, size.height.isFinite else { return nil }
    func clamp(_ points: Double) -> Double { min(max(points, 1), 10_000) }
    return Size(width: clamp(size.width), height: clamp(size.height))
  }

  // MARK: Shared data

  /// Reads the data that the instance's presentations share.
  func readSharedData() {
    global.replace(with: instance.global.value)
    options.replace(with: instance.options.shown)
    entry.replace(with: instance.entry.value)
    let update = instance.lastUpdate.shared.value
    if widgetContext.value.value(forKey: "update")?.isSame(as: update) != true {
      widgetContext.replace(with: widgetContextValue)
    }
  }

  func storeDidChange(_ change: StoreChange) {
    for screen in screens { screen.storeDidChange(change) }
  }

  /// Whether an object of an open screen observes a notification.
  func observes(_ notification: WidgetNotification) -> Bool {
    screens.contains { $0.mediators.contains { $0.awaits(notification.name) } }
  }

  /// Sends a notification to the objects that observe it.
  func deliver(_ notification: WidgetNotification) {
    for screen in screens {
      for mediator in screen.mediators where mediator.awaits(notification.name) {
        mediator.notificationDidArrive(notification)
      }
    }
  }
}
