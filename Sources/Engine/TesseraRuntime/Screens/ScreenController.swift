import TesseraComponents
import TesseraData
import TesseraExpressions
import TesseraLayout
import TesseraServices
package import TesseraValues
import TesseraViews

/// An open screen: its views, objects, bindings and content.
package final class ScreenController {
  /// The name of the screen in its bundle, or the URL of a screen that an action fetches.
  package let name: String
  /// The value that the screen shows, such as the item of the row that opened it.
  package var content: Value {
    get { contentContext.value }
    set {
      contentContext.replace(with: newValue)
      for mediator in mediators { mediator.contentDidChange() }
    }
  }
  /// The class name of the provider that the screen's actions use, as in WidgetKit; nil for the service's default.
  var serviceProviderClassName: String?
  /// Whether this is the first screen of its presentation.
  let isRoot: Bool

  unowned let core: PresentationCore
  let view: View
  let scope = Scope(isNaming: true)
  /// The definition. That of a fetched screen is empty until it arrives.
  var definition: ScreenDefinition
  /// The screen that this one was opened on top of, in the same stack.
  weak var below: ScreenController?
  /// Whether there is a screen to go back to.
  private(set) var canGoBack = false
  private(set) lazy var runner: ActionRunner = {
    let runner = ActionRunner(host: self, environment: core.templateEnvironment, nesting: core.nesting) {
      [weak self] message in self?.report(message)
    }
    runner.performTogether = { [weak self] body in
      if let self { performTogether(body) } else { body() }
    }
    return runner
  }()
  private(set) lazy var builder = ComponentBuilder(
    context: core.hierarchy.context, graph: core.graph, runner: runner,
    placeholder: core.instance.definition.extensions.components["placeholder"])
  private let contentContext: Context
  /// The contexts that the document declares.
  var ownContexts: [Context] = []
  /// The parts of the view tree that were built: the document's own, and those added since.
  var subtrees: [DynamicChildren] = []
  private(set) lazy var scheme = SchemeController(screen: self)
  private(set) lazy var timers = ScreenTimers(operations: operations, clock: core.instance.environment.clock)
  /// The problems that were reported. Each is reported once.
  private var reports: Set<String> = []
  private var fetchDepth = 0
  var pieceCount = 0
  /// The state before the document changed, until it is restored.
  var restored: ScreenState?
  /// The result that was given to the screen before it was loaded.
  var pendingResult: NavigationResult?
  /// The absolute URL from which the document is fetched; nil for a local screen.
  var address: String?
  /// The request for the document.
  var fetching: PendingOperations.ID?
  var isLoaded = false
  /// Whether no other screen covers this one. A change emits an event.
  var isInFront = false {
    didSet { if isInFront != oldValue { emit(isInFront ? .appear : .disappear) } }
  }
  var bar: NavigationBar?
  /// The style of the bar from the stack, for a screen without its own.
  var stackBarStyle: ThemedStyle?

  var mediators: [Mediator] { scheme.mediators }
  var operations: PendingOperations { core.operations }
  var actions: ServiceActionCoordinator { core.actions }
  var store: Store { core.instance.store }

  init(_ definition: ScreenDefinition, content: Value, isRoot: Bool, core: PresentationCore) {
    name = definition.name
    self.definition = definition
    self.isRoot = isRoot
    self.core = core
    contentContext = Context(identifier: "content", value: content, isWritable: true)
    view = View(.screen, in: core.hierarchy.context)
    view.identifier = definition.name
    view.style = LayoutStyle {
      $0.positionType = .absolute
      $0.position = Edges(0)
    }
    contentContext.forward = { [weak self] path, value in
      guard let self else { return }
      var content = self.content
      path.set(value, in: &content)
      self.content = content
    }
    scope.add(contentContext)
    scope.add(core.options, as: "options")
    scope.add(core.options, as: "defaults")
    scope.add(core.global)
    scope.add(core.strings)
    if core.instance.definition.hasEntries { scope.add(core.entry) }
    scope.add(core.widgetContext)
    // `deinit` uses it, when it can no longer be created.
    _ = scheme
  }

  deinit {
    // The presentation was released without being closed. Rows and scope, and mediators and tables, retain each other.
    scheme.close()
    scope.removeObjects()
  }

  /// Loads the screen, or fetches it first.
  /// - Parameter state: The state to restore.
  func open(canGoBack: Bool, restoring state: ScreenState? = nil) {
    self.canGoBack = canGoBack
    restored = state
    if definition.source == nil { load() } else { fetch() }
    isInFront = true
  }

  /// Returns a screen by its name: one that this document contains, or one of the bundle.
  func screen(named name: String) -> ScreenDefinition {
    definition.ownScreen(named: name) ?? core.instance.definition.screen(named: name)
  }

  /// Whether a name or URL refers to this screen.
  func isCalled(_ name: String) -> Bool {
    [self.name, definition.view.identifier].contains(name) || address == core.instance.absolute(name)
  }

  /// Writes the result of another screen to a context, as soon as the screen is loaded.
  func receive(_ navigationResult: NavigationResult) {
    guard isLoaded || !ownContexts.isEmpty else { return self.pendingResult = navigationResult }
    guard let context = ownContexts.first(where: { $0.identifier == navigationResult.context }) else { return }
    do {
      try context.set(
        navigationResult.value,
        at: navigationResult.path.isEmpty ? ContextPath(nodes: []) : ContextPath(navigationResult.path))
    } catch {
      report("'\(navigationResult.context)' cannot be set to the given value")
    }
  }

  /// Stops everything that the screen started.
  func close() {
    isInFront = false
    isLoaded = false
    if let fetching { operations.cancel(fetching) }
    runner.close()
    timers.cancelAll()
    scheme.close()
    scope.removeObjects()
    scheme.stopBindings()
    for subtree in subtrees { subtree.close() }
    subtrees = []
  }

  /// Emits an event of the screen: runs the actions of the document, and notifies the views that handle it.
  func emit(_ event: EventName) {
    guard isLoaded, core.phase == .running else { return }
    if event == .appear { recordAppearance() }
    // Views that actions added are notified when they are announced.
    let unannounced = Set(subtrees.lazy.filter { !$0.isAnnounced }.compactMap { $0.root?.id })
    let views = view.descendants().filter { view in
      view.handles(event)
        && (unannounced.isEmpty || !sequence(first: view, next: \.parent).contains { unannounced.contains($0.id) })
    }
    if let calls = definition.events[event.rawValue] {
      runner.run(calls, event: event.rawValue, details: [:], scope: scope, sender: nil)
    }
    for view in views { view.emit(event) }
  }

  func storeDidChange(_ change: StoreChange) {
    for mediator in mediators { mediator.storeDidChange(change) }
    for context in ownContexts + subtrees.flatMap(\.contexts) {
      if let current = current(context.value, after: change) { context.replace(with: current) }
    }
    // A screen that was opened with a row shows the row as it is now.
    if let current = current(content, after: change) { content = current }
  }

  /// Returns an object of the store after a change that may concern it; nil for other values. A deleted object stays as
  /// it was.
  private func current(_ value: Value, after change: StoreChange) -> Value? {
    guard let object = value.object as? ManagedObject,
      change.touches(store.model.entities(reachableFrom: object.entity.name)),
      let current = try? store.object(object.identity)
    else { return nil }
    return .object(current)
  }

  /// Performs a fetch that may cause others, because providers can depend on each other. A chain that is too long ends.
  func nestingFetches(_ body: () -> Void) {
    guard fetchDepth < 32 else { return }
    fetchDepth += 1
    body()
    fetchDepth -= 1
  }

  /// Lets the providers whose items belong to another provider's items fetch again.
  func contentProviderDidChange(_ provider: ContentProvider) {
    for mediator in mediators {
      guard let dependent = mediator as? ContentProvider, case .mediator(let master)? = dependent.masterObject,
        master === provider
      else { continue }
      dependent.fetchAndNotify()
    }
  }

  /// Reports a problem to the user, once.
  func report(_ message: String) {
    guard isNew(message) else { return }
    guard definition.reportsProblems else { return core.instance.log(.error, .widget, message) }
    core.alerts.showProblem(title: "Error", message: message)
  }

  /// Writes a problem to the log, once.
  func log(_ message: String) {
    if isNew(message) { core.instance.log(.error, .widget, message) }
  }

  private func isNew(_ message: String) -> Bool {
    !core.isDryRun && reports.count < 100 && reports.insert(message).inserted
  }

  /// Whether a property of a view has a binding.
  func isBound(_ property: String, of view: View) -> Bool {
    if subtrees.contains(where: { $0.isBound(property, of: view) }) { return true }
    guard let identifier = view.identifier, let element = definition.scheme.element(identifier) else { return false }
    return element.bindings.contains { $0.property.name == property }
      || element.attributes.contains {
        if case .dynamic = $0.content { $0.property.name == property } else { false }
      }
  }
}
