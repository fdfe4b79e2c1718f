import TesseraComponents
import TesseraData
import TesseraExpressions
import TesseraLayout
import TesseraServices
package import TesseraValues
import TesseraViews

/// A screen that is open: its views, its objects, its bindings, and its content.
package final class ScreenController {
  /// The name of the screen in its bundle; the address of one that an action fetches.
  package let name: String
  /// What the screen is about, such as the row that was pressed to open it.
  package var content: Value {
    get { contentContext.value }
    set {
      contentContext.replace(with: newValue)
      for mediator in mediators { mediator.contentDidChange() }
    }
  }
  /// Which provider the screen's actions use, by its name in WidgetKit; nil for the service's own choice.
  var serviceProviderClassName: String?
  /// Whether this is the first screen of its presentation.
  let isRoot: Bool

  /// It owns the screen.
  unowned let core: PresentationCore
  let view: View
  let scope = Scope(isNaming: true)
  /// What it is made of. A screen that is fetched learns of it when it comes.
  private(set) var definition: ScreenDefinition
  /// Whether there is a screen below.
  private(set) var canGoBack = false
  private(set) lazy var runner = ActionRunner(
    host: self, environment: core.templateEnvironment, nesting: core.nesting
  ) { [weak self] message in
    self?.report(message)
  }
  private(set) lazy var builder = ComponentBuilder(
    context: core.hierarchy.context, graph: core.graph, runner: runner,
    placeholder: core.instance.definition.extensions.components["placeholder"])
  private let contentContext: Context
  /// The data that the document gives the screen.
  var ownContexts: [Context] = []
  /// What was made of the document's components, and what was added since.
  var subtrees: [DynamicChildren] = []
  /// What follows data beside the components: elements, objects and the screen itself.
  var bindings: [Binding] = []
  var mediators: [Mediator] = []
  /// The constraints that have names.
  var constraints: [ConstraintElement] = []
  private(set) var timers: Set<PendingOperations.ID> = []
  /// What was reported already: what goes wrong with each change is told once.
  private var reports: Set<String> = []
  private var fetchDepth = 0
  private var pieceCount = 0
  /// Where the screen was before its document changed, until it is there again.
  var restored: ScreenState?
  /// What was given when it was opened, until it is there to take it.
  var handover: NavigationResult?
  /// The document under way.
  private var fetching: PendingOperations.ID?
  var isLoaded = false
  /// Whether no other screen covers it. A change tells the document.
  var isInFront = false {
    didSet { if isInFront != oldValue { emit(isInFront ? .appear : .disappear) } }
  }
  var bar: NavigationBar?
  /// How the stack wants the bar where the screen does not say.
  var stackBarStyle: ThemedStyle?

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
    scope.add(core.surroundings)
  }

  deinit {
    // A presentation that was let go without being closed. Rows know the scope, and mediators know the tables.
    for mediator in mediators { mediator.close() }
    scope.removeObjects()
  }

  /// Brings the screen to life, or fetches it first.
  /// - Parameter state: where the screen was before its document changed.
  func open(canGoBack: Bool, restoring state: ScreenState? = nil) {
    self.canGoBack = canGoBack
    restored = state
    if definition.source == nil { load() } else { fetch() }
    isInFront = true
  }

  /// A screen by its name: one that this document has for itself, or one of the bundle.
  func screen(named name: String) -> ScreenDefinition {
    definition.ownScreen(named: name) ?? core.instance.definition.screen(named: name)
  }

  /// Whether a name or an address means this screen.
  func isCalled(_ name: String) -> Bool {
    [self.name, definition.view.identifier].contains(name) || self.name == core.instance.absolute(name)
  }

  /// Writes what it is given into one of its contexts.
  func receive(_ handover: NavigationResult) {
    guard isLoaded || !ownContexts.isEmpty else { return self.handover = handover }
    guard let context = ownContexts.first(where: { $0.identifier == handover.context }) else { return }
    do {
      try context.set(
        handover.value, at: handover.path.isEmpty ? ContextPath(nodes: []) : ContextPath(handover.path))
    } catch {
      report("'\(handover.context)' cannot take what it is given")
    }
  }

  /// Asks for the document, and shows that it is under way.
  private func fetch() {
    guard let source = definition.source else { return }
    let address = core.instance.absolute(source.value(in: scope, environment: core.templateEnvironment).description)
    showAbsence(.loading)
    fetching = document(by: definition.request ?? ScreenRequest(url: address), named: name) { [weak self] result in
      guard let self else { return }
      self.fetching = nil
      switch result {
      case .success(let definition):
        self.core.navigation.navigate { [weak self] in self?.arrive(definition) }
      case .failure(let error):
        self.core.alerts.recordProblem("\(address): \(error.message)")
        if let fallback = self.definition.fallback {
          let screen = self.screen(named: fallback)
          return self.core.navigation.navigate { [weak self] in self?.arrive(screen) }
        }
        self.showAbsence(.failed(error.message) { [weak self] in self?.fetch() })
      }
    }
  }

  /// Asks for a document, and hands on what came of it.
  func document(
    by request: ScreenRequest, named name: String,
    then body: @escaping (Result<ScreenDefinition, ServiceError>) -> Void
  ) -> PendingOperations.ID {
    let instance = core.instance
    return operations.run(
      { () -> Result<ScreenDefinition, ServiceError> in
        do throws(ServiceError) {
          return .success(try await instance.screenLoader.screen(by: request, named: name))
        } catch {
          return .failure(error)
        }
      }, then: body)
  }

  /// Comes to life where it was waited for.
  private func arrive(_ definition: ScreenDefinition) {
    self.definition = definition
    removeViews()
    if definition.source == nil { return load() }
    // What stands in for another may be kept elsewhere, too; nothing stands in for that.
    self.definition.fallback = nil
    fetch()
  }

  /// Lets the document's actions open the screens of a piece, too.
  func adopt(screensOf piece: ScreenDefinition) {
    guard definition.ownScreens.count + piece.ownScreens.count <= Self.maximumOwnScreens else {
      return core.instance.log(.error, .navigation, "What was added to '\(name)' brought too many screens")
    }
    // What came last is what the actions that came with it mean.
    definition.ownScreens.merge(piece.ownScreens) { _, new in new }
  }

  private static let maximumOwnScreens = 1000

  /// Names that differ for all that is added to the screen, since screens without names are called after it.
  var nextPieceName: String {
    pieceCount += 1
    return "\(name) \(pieceCount)"
  }

  /// Ends everything that the screen started.
  func close() {
    isInFront = false
    isLoaded = false
    if let fetching { operations.cancel(fetching) }
    runner.close()
    for timer in timers { operations.cancel(timer) }
    timers = []
    for mediator in mediators { mediator.close() }
    mediators = []
    constraints = []
    scope.removeObjects()
    for binding in bindings { core.graph.stop(binding) }
    bindings = []
    for subtree in subtrees { subtree.close() }
    subtrees = []
  }

  /// Tells the document that something happened to the screen, and the views that wait for it.
  func emit(_ event: EventName) {
    guard isLoaded, core.phase == .running else { return }
    if event == .appear { recordAppearance() }
    // Those that the document's own actions add are told by who adds them.
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

  /// Hears of a change of the store.
  func storeDidChange(_ change: StoreChange) {
    for mediator in mediators { mediator.storeDidChange(change) }
    for context in ownContexts + subtrees.flatMap(\.contexts) {
      if let current = current(context.value, after: change) { context.replace(with: current) }
    }
    // A screen opened with a row shows what the row is now.
    if let current = current(content, after: change) { content = current }
  }

  /// What an object of the store is after a change that may be about it; nil where it is none. One that is gone stays as it
  /// was last seen.
  private func current(_ value: Value, after change: StoreChange) -> Value? {
    guard let object = value.object as? ManagedObject,
      change.touches(store.model.entities(reachableFrom: object.entity.name)),
      let current = try? store.object(object.identity)
    else { return nil }
    return .object(current)
  }

  /// Providers can be one behind the other; a longer row than this ends, and the rest stays as it is.
  func nestingFetches(_ body: () -> Void) {
    guard fetchDepth < 32 else { return }
    fetchDepth += 1
    body()
    fetchDepth -= 1
  }

  /// Lets providers whose items belong to another one's read them anew.
  func contentProviderDidChange(_ provider: ContentProvider) {
    for mediator in mediators {
      guard let dependent = mediator as? ContentProvider, case .mediator(let master)? = dependent.masterObject,
        master === provider
      else { continue }
      dependent.fetchAndNotify()
    }
  }

  /// Runs something later, unless the screen is closed by then.
  ///
  /// - Parameters:
  ///   - seconds: documents say them, so they may be anything; no more than a year is waited for.
  ///   - isTimePassing: whether nothing is under way meanwhile, so that a headless run is at rest.
  @discardableResult
  func after(
    seconds: Double, isTimePassing: Bool = false, _ body: @escaping () -> Void
  ) -> PendingOperations.ID {
    let clock = core.instance.environment.clock
    let duration: Duration = seconds > 0 ? .seconds(min(seconds, 31_536_000)) : .zero
    var own: PendingOperations.ID?
    let end = { [weak self] in
      if let own { self?.timers.remove(own) }
      body()
    }
    let timer =
      isTimePassing
      ? operations.sleep(for: duration, on: clock, then: end)
      : operations.run(
        {
          if duration > .zero { try? await clock.sleep(for: duration) }
          return true
        },
        then: { (_: Bool) in end() })
    own = timer
    timers.insert(timer)
    return timer
  }

  /// Ends the waiting for ``after(seconds:_:)``.
  func cancel(_ timer: PendingOperations.ID) {
    timers.remove(timer)
    operations.cancel(timer)
  }

  /// Tells people about a problem that the screen goes on without. The same is told once.
  func report(_ message: String) {
    guard !core.isRehearsal, reports.count < 100, reports.insert(message).inserted else { return }
    guard definition.tellsProblems else { return core.instance.log(.error, .widget, message) }
    core.alerts.showProblem(title: "Error", message: message)
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

/// The screen itself as documents see it: `@self`.
extension ScreenController {
  static let properties = PropertyTable<ScreenController>(
    "the screen",
    [
      .of(
        ScreenController.self, "dismissed", .any, "Closes the screen when it becomes true.", get: { _ in false },
        set: { if $1.isTrue { $0.core.navigation.dismiss($0) } }),
      .of(
        ScreenController.self, "title", .scalar, "What the bar above the screen says.",
        get: { .string($0.bar?.title ?? "") }, set: { $0.bar?.title = $1.description }),
      .of(
        ScreenController.self, "serviceProviderClassName", .reference(.serviceProvider), "Where answers come from.",
        get: { $0.serviceProviderClassName.map(Value.string) ?? .null },
        set: { $0.serviceProviderClassName = $1.string }),
      .of(
        ScreenController.self, "deriveSegueContent", .bool,
        "Whether the screen takes the content of what opens it; true by default. Read when it is opened.",
        get: { .bool($0.definition.derivesContent) }, set: { _, _ in }),
      .of(
        ScreenController.self, "useDynamicBindings", .bool, "Has no effect: bindings always follow what they read.",
        get: { _ in true }, set: { _, _ in }),
      .of(
        ScreenController.self, "clearsSelectionOnViewWillAppear", .bool, "Has no effect.", get: { _ in true },
        set: { _, _ in }),
    ])

  /// What a button's `action` can ask of the screen itself, without colons: WidgetKit's actions of view controllers.
  static let selectors = ["dismissAction", "backAction", "nextAction"]

  /// Opens the screen that the storyboards of WidgetKit have behind a segue `Next`: the one of that name.
  func openNext() {
    guard core.instance.definition.screens["Next"] != nil else {
      return report("The bundle has no screen 'Next' to go on to")
    }
    let next = core.instance.definition.screen(named: "Next")
    core.navigation.push(next, content: next.scheme.derivesContent ? content : .null, handover: nil)
  }
}
