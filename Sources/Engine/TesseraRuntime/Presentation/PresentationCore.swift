import Foundation
import TesseraBundles
import TesseraComponents
import TesseraData
import TesseraExpressions
import TesseraLayout
import TesseraValues
import TesseraViews

/// What a presentation's screens share: the views, the stacks of screens, running actions and alerts.
///
/// It lives inside its presentation's actor.
package final class PresentationCore {
  let instance: Instance
  let hierarchy: ViewHierarchy
  let operations: PendingOperations
  private(set) lazy var actions = ServiceActionCoordinator(core: self)
  private(set) lazy var embeddings = WidgetEmbeddings(core: self)
  private(set) lazy var graph: BindingGraph = {
    let graph = BindingGraph { message, host in (host as? ScreenController)?.report(message) }
    graph.isStopped = { [budget] in budget.isSpent() }
    return graph
  }()
  /// What a step may cost.
  var budget: WorkBudget { hierarchy.context.budget }
  let nesting: ActionNesting
  /// The presentation's copies of what the instance shares.
  let localization: Localization
  let strings: Context
  /// What expressions read as `widget`: the widget itself, and the window that it stands in.
  let surroundings: Context
  /// How many cells of a grid the window takes; nil where the host has none.
  var cells: Manifest.CellSize? { gridPlace?.cellSize }
  /// Whether the first screen is the widget's own choice, so that another size may have another one.
  var followsCells = false
  /// What the host said last of the window's place on a grid.
  private(set) var gridPlace: GridPlace?
  /// Whether somebody has the presentation open; true where no host has followed it yet.
  var isWatched = true
  let templateEnvironment: TemplateEnvironment
  let global: Context
  let options: Context
  /// What screens read as `entry`.
  let entry: Context
  /// What actions of this presentation did to the store.
  var undoHistory = UndoHistory()
  private(set) var alerts: [AlertView] = []
  private weak var toast: View?
  /// What is wrong with the documents, while somebody works on them.
  weak var documentProblems: View?
  /// Steps of navigation that wait for the one under way.
  private var waitingSteps: [() -> Void] = []
  private var isNavigating = false
  private var isClosed = false
  /// What the widget cost too much, if it did: it is closed then.
  private(set) var overrun: WorkBudget.Overrun?
  /// Whether nothing is shown but why the widget was stopped.
  private(set) var showsStop = false
  /// What waits for the end of the layout under way.
  private var deferred: [() -> Void] = []
  /// The text of the short message that was shown last since the person did something.
  private(set) var lastToast: String?
  /// What people were told that went wrong, up to a number.
  private(set) var problems: [String] = []
  private(set) var stacks: [Stack] = []
  /// The views that stand where others stood before, by the numbers of those: what people did to them may be on its way.
  var successors: [ViewID: ViewID] = [:]
  /// Whether the screens that open were open before: nothing happens to them that happened already.
  var isRestoring = false
  /// Whether they are made of the same documents as before, so that nothing has to be asked for again.
  var isWaking = false
  /// Whether it is only tried whether screens come back: nobody sees it, and nothing is told.
  var isRehearsal = false
  /// The sleep under way, and when it ends.
  private var wakeUp: (operation: PendingOperations.ID, date: Date)?

  /// A navigation stack: the first is the widget's own, the others were presented over it.
  struct Stack {
    let view: View
    /// How it stands over the others, and what its bars look like.
    var look: StackLook
    var screens: [ScreenController]
  }

  /// More screens than this at once come from a document that runs in circles.
  private static let maximumScreens = 32
  private static let maximumAlerts = 8
  /// What comes of a layout may need another one; more of them for one event come from a document that runs in circles.
  private static let maximumLayouts = 64

  /// - Parameter last: the greatest number that a view had which hosts were shown before.
  init(
    instance: Instance, size: Size, place: GridPlace? = nil, languages: [String], relay: OperationRelay,
    numberingAfter last: Int = 0
  ) {
    self.instance = instance
    gridPlace = place
    localization = Localization(
      bundle: instance.definition.bundle, languages: languages, otherwise: instance.environment.locale)
    strings = Context(identifier: "strings", value: localization.plainStrings)
    surroundings = Context(identifier: "widget", value: .null)
    templateEnvironment = instance.templateEnvironment.localized(localization)
    nesting = ActionNesting(now: instance.environment.now)
    nesting.staysOnScreen = instance.isStill
    global = Context(identifier: "global", value: instance.global.value, isWritable: true)
    options = Context(
      identifier: "options", value: instance.options.shown, isWritable: instance.definition.customWidget != nil)
    entry = Context(identifier: "entry", value: instance.entry.value)
    hierarchy = ViewHierarchy(
      size: Self.usable(size) ?? Size(width: 1, height: 1), textMeasuring: instance.environment.textMeasuring,
      budget: WorkBudget(
        timeLimit: instance.environment.workLimit,
        share: instance.environment.workLimit == nil ? nil : instance.executor.share), numberingAfter: last)
    hierarchy.window[.language] = .string(localization.language.description)
    if localization.isRightToLeft {
      hierarchy.window[.direction] = .string(Direction.rtl.rawValue)
      hierarchy.window.style.direction = .rtl
    }
    hierarchy.context.strings = LocalizedStrings(localization.strings)
    hierarchy.window[.words] = hierarchy.context.strings.forHost
    hierarchy.context.locale = localization.locale
    hierarchy.context.allowsAddress = { [weak instance] in instance?.allows(address: $0) ?? false }
    hierarchy.context.drawing = instance.environment.viewDrawing
    operations = PendingOperations(activities: instance.environment.activities) { operation, result in
      await relay.deliver(operation, result)
    }
    surroundingsDidChange()
    connectCustomWidgets()
    global.forward = { [weak self] path, value in
      guard let self else { return }
      self.instance.global.set(value, at: path)
      // The writer's own expressions do not wait for the news to come back.
      self.readSharedData()
    }
    hierarchy.context.observedViewDidChange = { [weak self] view in
      self?.graph.recordChange(of: view)
      if let form = view.followingForm { self?.graph.recordChange(of: form) }
    }
    hierarchy.context.formValues = { [weak instance] in instance?.forms.values(of: $0) ?? [:] }
    hierarchy.context.storeFormValues = { [weak instance] in instance?.forms.setValues($0, of: $1) }
    hierarchy.context.problemDidOccur = { [weak self] view, reason in
      let place = sequence(first: view, next: \.parent)
      guard let self, let screen = self.screens.last(where: { screen in place.contains { $0 === screen.view } }) else {
        return
      }
      let name = view.identifier.map { "'\($0)'" } ?? "A box"
      self.afterLayout { [weak screen] in screen?.report("\(name): \(reason)") }
    }
    for name in instance.definition.bundle.imageNames + instance.definition.extensions.images.names {
      guard let size = instance.image(named: name)?.pixelSize else { continue }
      hierarchy.context.imageSizes[name] = Size(width: Double(size.width), height: Double(size.height))
    }
  }

  /// What widgets made of Swift reach the presentation by.
  private func connectCustomWidgets() {
    let context = hierarchy.context
    context.stateStore = instance.state
    context.now = instance.environment.now
    context.afterLayout = { [weak self] body in self?.afterLayout(body) }
    context.commandWidgetView = { [weak self] in self?.embeddings.perform($1, for: $0) }
    context.load = { [weak self] view in
      let place = sequence(first: view as View, next: \.parent)
      self?.screens.last { screen in place.contains { $0 === screen.view } }?.load(view)
    }
    context.startWork = { [weak self] work, then in self?.operations.run(work, then: then) }
    context.startWait = { [weak self] duration, then in
      guard let self else { return }
      self.operations.sleep(for: duration, on: self.instance.environment.clock, then: then)
    }
    guard instance.definition.customWidget != nil else { return }
    context.requestGridCells = { [weak self] cells in
      self?.hierarchy.window.perform(.requestGridCells(cells))
    }
    context.showAccessories = { [weak self] accessories in self?.hierarchy.window[.accessories] = accessories }
    options.forward = { [weak self] path, value in
      guard let self, case .key(let name)? = path.nodes.first, path.nodes.count == 1 else { return }
      self.instance.options.write(name, to: value)
      self.readSharedData()
    }
  }

  private func surroundingsDidChange() {
    surroundings.replace(with: surroundingsNow)
    let context = hierarchy.context
    context.windowSize = hierarchy.size
    context.gridPlace = gridPlace
    context.surroundingsDidChange()
  }

  private var surroundingsNow: Value {
    let manifest = instance.definition.bundle.manifest
    let cells = cells ?? manifest.sizes.default
    return [
      "name": .string(manifest.name), "version": .string(manifest.version.description),
      "mode": .string(manifest.mode(at: cells).rawValue), "columns": .integer(Int64(cells.columns)),
      "rows": .integer(Int64(cells.rows)), "width": .double(hierarchy.size.width),
      "height": .double(hierarchy.size.height), "language": .string(localization.language.description),
    ]
  }

  /// The open screens, the one in front last.
  var screens: [ScreenController] { stacks.flatMap(\.screens) }

  func open(screen name: String?) {
    let definition = name.map(instance.definition.screen(named:)) ?? instance.definition.mainScreen(at: cells)
    followsCells = name == nil
    navigate { [weak self] in self?.addStack(definition, content: .null) }
  }

  /// Begins with the screen that the widget has for the present size. Screens that people opened stay until they come back.
  private func adaptFirstScreen() {
    guard followsCells, stacks.count == 1, stacks[0].screens.count == 1 else { return }
    let definition = instance.definition.mainScreen(at: cells)
    guard stacks[0].screens[0].definition.name != definition.name else { return }
    navigate { [weak self] in
      guard let self, self.stacks.count == 1, self.stacks[0].screens.count == 1 else { return }
      let former = self.stacks[0].screens.removeFirst()
      former.isInFront = false
      former.close()
      former.view.removeFromParent()
      self.show(definition, content: .null)
    }
  }

  func close() {
    isClosed = true
    embeddings.removeAll()
    waitingSteps = []
    toast?.removeFromParent()
    for screen in screens { screen.close() }
    for stack in stacks { stack.view.removeFromParent() }
    for alert in alerts { alert.removeFromParent() }
    stacks = []
    alerts = []
    operations.cancelAll()
  }

  /// As ``close()``, without telling documents that their screens disappear: they will be open again, or were never seen.
  func closeUnnoticed() {
    isRestoring = true
    close()
  }

  /// Whether anybody on the open screens waits for a notification.
  func awaits(_ notification: WidgetNotification) -> Bool {
    screens.contains { $0.mediators.contains { $0.awaits(notification.name) } }
  }

  /// Tells those who wait for it.
  func announce(_ notification: WidgetNotification) {
    for screen in screens {
      for mediator in screen.mediators where mediator.awaits(notification.name) {
        mediator.notificationDidArrive(notification)
      }
    }
  }

  func storeDidChange(_ change: StoreChange) {
    for screen in screens { screen.storeDidChange(change) }
  }

  /// Takes over what the instance's presentations share.
  func readSharedData() {
    global.replace(with: instance.global.value)
    options.replace(with: instance.options.shown)
    entry.replace(with: instance.entry.value)
  }

  // MARK: Navigation

  /// Opens or closes screens. What that makes the screens' own events open or close waits until it is done.
  func navigate(_ step: @escaping () -> Void) {
    guard !isClosed, waitingSteps.count < Self.maximumScreens else { return }
    waitingSteps.append(step)
    // A screen that opens while bindings run would begin before its own did.
    graph.whenSettled { [weak self] in self?.performSteps() }
  }

  private func performSteps() {
    guard !isNavigating, !waitingSteps.isEmpty else { return }
    isNavigating = true
    defer {
      isNavigating = false
      // Those in between were never in front for anybody.
      screens.last?.isInFront = true
    }
    var count = 0
    while !waitingSteps.isEmpty {
      count += 1
      guard count <= Self.maximumScreens * 2 else {
        waitingSteps = []
        return showProblem(title: "Error", message: "Screens open and close each other without end")
      }
      waitingSteps.removeFirst()()
    }
  }

  func addStack(
    _ definition: ScreenDefinition, content: Value, _ look: StackLook = StackLook(),
    handover: NavigationResult? = nil, restoring state: ScreenState? = nil
  ) {
    guard screens.count < Self.maximumScreens else { return }
    let view = View(.navigation, in: hierarchy.context)
    if !stacks.isEmpty { look.presentation.apply(to: view) }
    screens.last?.isInFront = false
    hierarchy.window.addChild(view)
    stacks.append(Stack(view: view, look: look, screens: []))
    show(definition, content: content, handover: handover, restoring: state)
    raiseAlerts()
  }

  /// Puts a screen on top of the front stack.
  func show(
    _ definition: ScreenDefinition, content: Value, handover: NavigationResult? = nil,
    restoring state: ScreenState? = nil
  ) {
    guard let stack = stacks.indices.last, screens.count < Self.maximumScreens else { return }
    let isFirst = stacks[stack].screens.isEmpty
    let screen = ScreenController(definition, content: content, isRoot: stack == 0 && isFirst, core: self)
    screen.stackBarLook = stacks[stack].look.bar
    if let covered = stacks[stack].screens.last {
      covered.isInFront = false
      covered.view.isHidden = true
    }
    stacks[stack].screens.append(screen)
    stacks[stack].view.addChild(screen.view)
    screen.handover = handover
    screen.open(canGoBack: !isFirst, restoring: state)
  }

  /// Shows the screen below, or closes what was presented.
  func goBack() {
    navigate { [weak self] in
      guard let self, let stack = self.stacks.last else { return }
      if stack.screens.count > 1 { self.removeTopScreen() } else { self.removeStack() }
      self.adaptFirstScreen()
    }
  }

  /// Closes a screen and what was opened from it.
  func pop(_ screen: ScreenController, handover: NavigationResult? = nil) {
    navigate { [weak self, weak screen] in
      guard let self, let screen, self.screens.contains(where: { $0 === screen }) else { return }
      let top = self.screens.last
      defer { if self.screens.last !== top { handover.map { self.screens.last?.receive($0) } } }
      if self.screens.last === screen, self.stacks.last?.screens.count == 1 {
        self.removeStack()
      } else if screen.isRoot {
        while self.screens.count > 1 { self.removeTop() }
      } else {
        self.remove(screen)
      }
    }
  }

  /// Goes back to the last screen of a stack that has a name or an address.
  func pop(to name: String, from screen: ScreenController, handover: NavigationResult?) {
    navigate { [weak self, weak screen] in
      guard let self, let screen,
        let index = self.stacks.firstIndex(where: { $0.screens.contains { $0 === screen } }),
        let target = self.stacks[index].screens.last(where: { $0.isCalled(name) })
      else { return }
      while self.stacks.count - 1 > index { self.removeStack() }
      while let top = self.stacks[index].screens.last, top !== target { self.removeTopScreen() }
      handover.map(target.receive)
    }
  }

  /// Opens a screen in place of those of a stack, or of all.
  func replace(
    _ screen: ScreenController, by definition: ScreenDefinition, isWhole: Bool, as look: StackLook?, content: Value,
    handover: NavigationResult?
  ) {
    navigate { [weak self, weak screen] in
      guard let self else { return }
      let own = self.stacks.firstIndex { stack in stack.screens.contains { $0 === screen } }
      guard let index = isWhole ? 0 : own, self.stacks.indices.contains(index) else { return }
      while self.stacks.count - 1 > index { self.removeStack() }
      if index == 0 { self.followsCells = false }
      if let look { self.stacks[index].look.bar = look.bar }
      let former = self.stacks[index].screens
      self.stacks[index].screens = []
      for screen in former.reversed() {
        screen.isInFront = false
        screen.close()
        screen.view.removeFromParent()
      }
      self.show(definition, content: content, handover: handover)
    }
  }

  private func removeTop() {
    if stacks.last?.screens.count == 1 { removeStack() } else { removeTopScreen() }
  }

  /// Closes the stack that a screen was presented in, with all that was presented over it; from the first stack, what was
  /// presented last.
  func dismissStack(of screen: ScreenController, handover: NavigationResult? = nil) {
    navigate { [weak self, weak screen] in
      guard let self, let screen,
        let index = self.stacks.firstIndex(where: { $0.screens.contains { $0 === screen } })
      else { return }
      let top = self.screens.last
      while self.stacks.count > max(1, index) { self.removeStack() }
      if self.screens.last !== top { handover.map { self.screens.last?.receive($0) } }
    }
  }

  /// Closes a screen that says it is done: with its stack if it is the stack's first, else by itself.
  func dismiss(_ screen: ScreenController) { navigate { [weak self, weak screen] in screen.map { self?.remove($0) } } }

  private func remove(_ screen: ScreenController) {
    guard let index = stacks.firstIndex(where: { $0.screens.contains { $0 === screen } }) else { return }
    if stacks[index].screens.first === screen {
      while stacks.count > max(1, index) { removeStack() }
    } else {
      while index < stacks.count, stacks[index].screens.contains(where: { $0 === screen }) {
        if stacks.count - 1 > index { removeStack() } else { removeTopScreen() }
      }
    }
  }

  private func removeTopScreen() {
    guard let stack = stacks.indices.last, stacks[stack].screens.count > 1 else { return }
    let screen = stacks[stack].screens.removeLast()
    screen.close()
    screen.view.removeFromParent()
    stacks[stack].screens.last?.view.isHidden = false
  }

  private func removeStack() {
    guard stacks.count > 1 else { return }
    let stack = stacks.removeLast()
    for screen in stack.screens { screen.close() }
    stack.view.removeFromParent()
  }

  /// Opens a screen on top of the front stack.
  func push(_ definition: ScreenDefinition, content: Value, handover: NavigationResult?) {
    navigate { [weak self] in self?.show(definition, content: content, handover: handover) }
  }

  /// Opens a screen over all others, with a navigation stack of its own.
  func present(
    _ definition: ScreenDefinition, as look: StackLook, content: Value, handover: NavigationResult?
  ) {
    navigate { [weak self] in self?.addStack(definition, content: content, look, handover: handover) }
  }

  // MARK: Alerts

  /// Tells about a problem. The same is not shown twice at once.
  func showProblem(title: String, message: String) {
    recordProblem(message)
    let isShown = alerts.contains { $0[.title].string == title && $0[.message].string == message }
    if !isShown { showAlert(title: title, message: message, buttons: [hierarchy.context.strings[.ok]]) { _ in } }
  }

  /// Keeps what went wrong for those who run the widget without a window.
  func recordProblem(_ message: String) {
    guard problems.count < 100, !isRehearsal else { return }
    problems.append(message)
    instance.log(.error, .widget, message)
  }

  /// Shows a message with buttons, over those that are there already.
  /// - Parameter onAnswer: hears which button was pressed, by its place.
  /// - Returns: the message; nil if there are too many already.
  @discardableResult
  func showAlert(title: String, message: String, buttons: [String], onAnswer: @escaping (Int) -> Void) -> AlertView? {
    guard alerts.count < Self.maximumAlerts else { return nil }
    let alert = AlertView(title: title, message: message, buttons: buttons, in: hierarchy.context)
    alert.identifier = "alert"
    alert.onAnswer = { [weak self, weak alert] answer in
      guard let alert, buttons.indices.contains(answer) else { return }
      alert.removeFromParent()
      self?.alerts.removeAll { $0 === alert }
      onAnswer(answer)
    }
    alerts.append(alert)
    hierarchy.window.addChild(alert)
    return alert
  }

  /// Takes a message away that nobody needs to answer any more.
  func withdraw(_ alert: AlertView) {
    alert.removeFromParent()
    alerts.removeAll { $0 === alert }
  }

  /// Shows a short message that goes away by itself; another one takes its place.
  /// - Parameter button: what a button in it says, if there is one.
  func showToast(_ text: String, button: String? = nil, onPress: @escaping () -> Void = {}) -> View {
    toast?.removeFromParent()
    lastToast = text
    let toast = ToastView(text: text, button: button, in: hierarchy.context)
    toast.button?.on(.press) { [weak toast] _ in
      toast?.removeFromParent()
      onPress()
    }
    toast.identifier = "toast"
    hierarchy.window.addChild(toast)
    self.toast = toast
    raiseAlerts()
    return toast
  }

  /// Alerts stay in front of what is presented after them.
  private func raiseAlerts() {
    for alert in alerts { hierarchy.window.addChild(alert) }
  }

  // MARK: Layout

  /// Does something when the layout under way has ended: what it changes is laid out once more.
  func afterLayout(_ body: @escaping () -> Void) { deferred.append(body) }

  /// Lays out, and gives the steps that bring a host up to date.
  func commit() -> [ViewPatch] {
    // What is due by now is not waited for: another cause may have come at the same moment.
    graph.timeDidPass(to: instance.environment.now())
    defer { waitForNextChange() }
    var patches = hierarchy.commit()
    // Rows that layout made tell that they are there; what that changes is shown together with them.
    var rounds = 0
    while !deferred.isEmpty, rounds < Self.maximumLayouts {
      rounds += 1
      let waiting = deferred
      deferred = []
      for body in waiting { body() }
      patches += hierarchy.commit()
    }
    guard budget.overrun != nil, !isClosed else { return patches }
    budget.finish()
    overrun = budget.overrun
    close()
    return []
  }

  /// Shows that another presentation of the widget cost too much.
  func showStop(of former: PresentationCore) {
    showsStop = true
    let reason = former.overrun?.reason ?? ""
    problems = former.problems
    recordProblem(reason)
    let placeholder = PlaceholderView(reason: reason, in: hierarchy.context)
    placeholder.identifier = "stopped"
    placeholder.style.margin = Edges(.points(16))
    hierarchy.window.addChild(placeholder)
  }

  // MARK: Time

  /// The longest sleep: a clock that was set anew is noticed after it.
  private static let longestSleep = 60.0

  /// Wakes up when a value changes because time passes.
  private func waitForNextChange() {
    guard !isClosed else { return }
    let now = instance.environment.now()
    guard let change = graph.nextChange(after: now) else {
      wakeUp.map { operations.cancel($0.operation) }
      wakeUp = nil
      return
    }
    // A sleep that ends early enough is good for all.
    if let wakeUp, wakeUp.date <= change, wakeUp.date > now { return }
    wakeUp.map { operations.cancel($0.operation) }
    let seconds = min(max(change.timeIntervalSince(now), 0.001), Self.longestSleep)
    let clock = instance.environment.clock
    let operation = operations.sleep(for: .seconds(seconds), on: clock) { [weak self] in
      guard let self else { return }
      self.wakeUp = nil
      self.graph.timeDidPass(to: self.instance.environment.now())
    }
    wakeUp = (operation, now.addingTimeInterval(seconds))
  }

  // MARK: Events

  func handle(_ event: ViewEvent) {
    lastToast = nil
    nesting.reset()
    if let id = event.view, let mirrored = hierarchy.view(id) as? RemoteView {
      if reaches(event, id) { embeddings.forward(event, at: mirrored) }
      return
    }
    switch event {
    case .press(let id): interactiveView(id)?.press()
    case .longPress(let id): interactiveView(id)?.longPress()
    case .input(let id, let text): (visibleView(id) as? TextField)?.type(text)
    case .pointer(let id, let pointer, .began): interactiveView(id)?.track(pointer, .began)
    case .pointer(let id, let pointer, let phase): hierarchy.view(successors[id] ?? id)?.track(pointer, phase)
    case .key(let id, let key): interactiveView(id)?.press(key)
    case .change(let id, let value): visibleView(id)?.change(to: value)
    case .search(let id, let text): (visibleView(id) as? Select)?.find(text)
    case .submit(let id): (interactiveView(id) as? TextField)?.submit()
    case .scroll(let id, let offset):
      guard let view = hierarchy.view(successors[id] ?? id) else { return }
      (view as? TableView)?.scroll(to: offset)
      (view as? ScrollView)?.scroll(to: offset)
      // Where a person is counts also below what came in between; what follows from it does not.
      if interactiveView(id) != nil { view.emitScrolling(to: offset) }
    case .move(let id, let from, let to): (interactiveView(id) as? ListView)?.moveRow(from, to: to)
    case .choose(let id, let index): interactiveView(id)?.chooseMenuItem(index)
    case .refresh(let id): interactiveView(id)?.refresh()
    case .answer(let id, let index):
      if let alert = alerts.last, alert.id == id { alert.onAnswer?(index) }
    case .back: if alerts.isEmpty { goBack() }
    case .resize(let size):
      hierarchy.size = Self.usable(size) ?? hierarchy.size
      surroundingsDidChange()
    case .grid(let place):
      gridPlace = place
      surroundingsDidChange()
      adaptFirstScreen()
    case .accessory(let type): hierarchy.context.accessoryTapped?(type)
    case .focus(let id):
      if let field = visibleView(id) as? TextField { field.emit(.focus, ["value": field.value]) }
    case .blur(let id): (visibleView(id) as? TextField)?.leave()
    }
  }

  /// Whether an event reaches a view, as it would if the view were one of this presentation's own.
  private func reaches(_ event: ViewEvent, _ id: ViewID) -> Bool {
    switch event {
    case .scroll: true
    case .pointer(_, _, let phase) where phase != .began: true
    case .input, .change, .search, .focus, .blur: visibleView(id) != nil
    default: interactiveView(id) != nil
    }
  }

  /// Whether nothing is under way, and nobody is asked or told anything.
  var canSuspend: Bool { !showsStop && !operations.isBusy && alerts.isEmpty && documentProblems == nil }

  /// A view that a person can reach: visible, and not under an alert.
  private func interactiveView(_ id: ViewID) -> View? { alerts.isEmpty ? visibleView(id) : nil }

  /// A view in the front stack that is not hidden.
  private func visibleView(_ id: ViewID) -> View? {
    guard let view = hierarchy.view(successors[id] ?? id), let front = stacks.last?.view else { return nil }
    let ancestors = sequence(first: view, next: \.parent)
    // Short messages, and what is wrong with documents, stand over all stacks.
    for front in [toast, documentProblems] {
      if let front, ancestors.contains(where: { $0 === front }) { return view }
    }
    guard ancestors.allSatisfy({ !$0.isHidden }), ancestors.contains(where: { $0 === front }) else { return nil }
    return view
  }

  /// A size that layout can use: from 1 to 10,000 points; nil for what is no size.
  private static func usable(_ size: Size) -> Size? {
    guard size.width.isFinite, size.height.isFinite else { return nil }
    func clamp(_ points: Double) -> Double { min(max(points, 1), 10_000) }
    return Size(width: clamp(size.width), height: clamp(size.height))
  }
}

extension StackStyle.Presentation {
  func apply(to view: View) {
    view[.modal] = true
    switch self {
    case .full: break
    case .sheet:
      view[.presentation] = .string(rawValue)
      view[.cornerRadius] = 14
      view.style.position = Edges(left: 0, top: .points(48), right: 0, bottom: 0)
    case .popover:
      view[.presentation] = .string(rawValue)
      view[.cornerRadius] = 12
      view.style.position = Edges(0)
      view.style.width = .points(320)
      view.style.height = .points(400)
      view.style.maxWidth = .percent(90)
      view.style.maxHeight = .percent(80)
      view.style.margin = Edges(.auto)
    }
  }
}
