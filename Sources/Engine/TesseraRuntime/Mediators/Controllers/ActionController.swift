import TesseraExpressions
package import TesseraValues
import TesseraViews

/// Runs an action of the service: the base of all action controllers.
package class ActionController: Mediator {
  /// The action.
  var actionName: String?
  /// The action while the predicate is false.
  var elseActionName: String?
  /// Chooses between the two, evaluated on the screen each time.
  var predicate: ValuePredicate?
  /// Seconds to wait before running.
  var actionDelay = 0.0
  /// Seconds from one run to the next while somebody looks; 0 for runs that only events begin.
  var interval = 0.0 {
    didSet { if interval != oldValue, hasBegun { pollNext() } }
  }
  /// Which provider to use; nil for the screen's.
  var serviceProviderClassName: String?
  /// A form whose value becomes the action's object.
  var form: FormView?
  /// The view whose event runs the action.
  var sender: View?
  /// What is asked by the action's name as a selector, in place of the service.
  var target: ScreenObject?
  /// A button that cancels the action.
  var cancelButton: Button?

  private var delay: PendingOperations.ID?
  private var poll: PendingOperations.ID?
  private var hasBegun = false
  private var isAsking = false
  /// Whether a run that nobody asked for is under way.
  private var isPolling = false
  private var run: ServiceRun?

  /// How the latest run is doing; all false before the first.
  private(set) var status = ActionStatus() {
    didSet {
      guard status != oldValue else { return }
      showUpload()
      statusDidChange()
      propertiesDidChange()
    }
  }

  package override var retainedState: Value {
    get { status.retained }
    set { status = ActionStatus(retained: newValue) }
  }

  /// What the action gets without a form.
  var content: Value { screen?.content ?? .null }

  package override func setUp() {
    cancelButton?.on(.press) { [weak self] _ in self?.cancel() }
    if let upload = form as? MediaUploadFormView {
      cancelButton?.isHidden = true
      upload.uploadRequested = { [weak self] in self?.performAction() }
      upload.uploadCancelled = { [weak self] in self?.cancel() }
    }
    // The return key in a field does what the button of the form does, unless somebody else does that already.
    if let form, sender is Button, !form.handles(.submit) {
      form.on(.submit) { [weak self] _ in self?.performAction() }
    }
  }

  package override class var selectors: [String] { ["performAction", "cancelAction"] }

  package override func perform(selector: String, with object: Value) {
    if selector == "cancelAction" { cancel() } else { performAction(fallingBackTo: object) }
  }

  /// Runs the action: checks the form, waits for the delay, and starts.
  ///
  /// - Parameters:
  ///   - object: What the action gets; nil for the form's value.
  ///   - otherwise: What the action gets without a form; nil for the content of the screen.
  func performAction(with object: Value? = nil, fallingBackTo otherwise: Value? = nil) {
    guard let screen else { return }
    if let form, form.formValue == nil {
      form.highlightMissingFields()
      return
    }
    let object = object ?? form?.submission.map(Value.dictionary) ?? otherwise ?? content
    if let delay { screen.cancel(delay) }
    if actionDelay > 0 {
      delay = screen.after(seconds: actionDelay) { [weak self] in self?.start(with: object) }
    } else {
      start(with: object)
    }
  }

  /// Runs the action with an object that is to go, whatever the form and the delay say.
  /// - Parameter body: hears whether it succeeded. Without an action there is nothing that could fail.
  func performAction(deleting object: Value, then body: @escaping (_ hasSucceeded: Bool) -> Void) {
    guard let screen, let name = resolvedActionName, !name.isEmpty else { return body(true) }
    screen.actions.run(
      name, object: object, sender: self, provider: serviceProviderClassName ?? screen.serviceProviderClassName,
      isShared: false
    ) { [weak self] _, status in
      self?.status = status
      if !status.inProgress { body(status.isSuccess) }
    }
  }

  /// Ends the run; nothing of its result is used.
  func cancel() {
    guard let screen else { return }
    if let delay { screen.cancel(delay) }
    delay = nil
    if let run { screen.actions.cancel(run) }
    run = nil
    isPolling = false
    status = ActionStatus()
  }

  package override func close() {
    for timer in [delay, poll] { timer.map { screen?.cancel($0) } }
    (delay, poll) = (nil, nil)
  }

  package override func start() {
    hasBegun = true
    pollNext()
  }

  /// Waits for the next run that nobody asks for. What people look at is kept fresh: a covered screen and a page that
  /// nobody has open wait for the next time.
  private func pollNext() {
    if let poll { screen?.cancel(poll) }
    poll = nil
    guard interval > 0, let screen else { return }
    poll = screen.after(seconds: max(interval, Self.leastInterval), isTimePassing: true) { [weak self] in
      guard let self, let screen = self.screen else { return }
      if screen.isInFront, screen.core.isWatched, !self.status.inProgress, !self.isPolling, self.delay == nil {
        self.start(with: self.form?.formValue.map(Value.dictionary) ?? self.content, isQuiet: true)
      }
      self.pollNext()
    }
  }

  /// The least seconds from one run to the next.
  private static let leastInterval = 1.0

  /// The latest run is doing something else.
  func statusDidChange() {}

  /// Whether runs of the same action in several presentations are one.
  var sharesRuns: Bool { false }

  /// - Parameter isQuiet: whether only the end of the run is told: what is shown stays until there is something newer.
  private func start(with object: Value, isQuiet: Bool = false) {
    delay = nil
    guard let screen, let name = resolvedActionName, !name.isEmpty else { return }
    if let target {
      // Those who ask each other would do so without end.
      guard !isAsking else { return }
      isAsking = true
      defer { isAsking = false }
      let selector = String(name.prefix { $0 != ":" })
      target.mediator?.perform(selector: selector, with: object)
      target.view?.perform(selector: selector)
      return
    }
    run = screen.actions.run(
      name, object: object, sender: self, provider: serviceProviderClassName ?? screen.serviceProviderClassName,
      isShared: sharesRuns && !isQuiet,
      onStatus: { [weak self] run, status in
        if isQuiet {
          self?.isPolling = status.inProgress
          if status.inProgress { return }
        }
        // An older run that ends says nothing about the one that began after it.
        guard let self, status.inProgress || run == self.run else { return }
        self.status = status
      },
      onResult: { [weak self] result in
        if let upload = self?.form as? MediaUploadFormView, case .success(let outcome) = result {
          upload.handleResult(outcome.answer)
        }
        return false
      })
  }

  /// Shows how an upload is going.
  private func showUpload() {
    guard let upload = form as? MediaUploadFormView else { return }
    upload.showProgress(status.inProgress ? status.progress : nil)
    cancelButton?.isHidden = !status.inProgress
  }

  private var resolvedActionName: String? {
    guard let predicate, let screen else { return actionName }
    let holds = predicate.evaluate(with: screen.scope, context: screen.core.templateEnvironment.context)
    return holds ? actionName : elseActionName
  }

  static let actionProperties: [Property<Mediator>] = [
    .text(ActionController.self, "actionName", "The action.", \.actionName, .reference(.serviceAction)),
    .text(
      ActionController.self, "elseActionName", "The action while the predicate is false.", \.elseActionName,
      .reference(.serviceAction)),
    .predicate(
      ActionController.self, "predicateFormat", "Chooses between the two actions.", get: { $0.predicate },
      set: { $0.predicate = $1 }),
    .number(
      ActionController.self, "actionDelay", "Seconds to wait before running.", \.actionDelay, default: 0),
    .number(
      ActionController.self, "interval",
      "Seconds from one run to the next while somebody looks at the screen, 1 or more; 0, the default, for none.",
      \.interval, default: 0),
    .text(
      ActionController.self, "serviceProviderClassName", "StubServiceProvider or StandardServiceProvider.",
      \.serviceProviderClassName, .reference(.serviceProvider)),
    .of(ActionController.self, "status", .any, "How the latest run is doing.", get: { $0.status.value }),
  ]

  /// The names of actions where an object or a view does them.
  static let selectorProperties: [Property<Mediator>] = [
    .text(ActionController.self, "actionName", "The selector.", \.actionName),
    .text(ActionController.self, "elseActionName", "The selector while the predicate is false.", \.elseActionName),
  ]

  static func actionOutlets(senders: Set<ViewKind> = []) -> [Outlet] {
    [
      .view(
        "form", "A form that is submitted: what it sends becomes the action's object.",
        kinds: [.form, .mediaUploadFormView],
        \ActionController.form),
      .view("sender", "The view whose event runs the action.", kinds: senders, \ActionController.sender),
      Outlet(
        name: "target",
        documentation: "An object or a view that is asked by the action's name as a selector, in place of the service.",
        accepts: .targets, isList: false
      ) { owner, targets in (owner as? ActionController)?.target = targets.first },
      .view("cancelButton", "A button that cancels the action.", kinds: [.button], \ActionController.cancelButton),
    ]
  }

  private static let table = PropertyTable("ActionController", actionProperties)
  package override class var properties: PropertyTable<Mediator> { table }
  package override class var outlets: [Outlet] { actionOutlets() }
}

/// Runs an action when the screen opens.
package final class OnLoadActionController: ActionController {
  package override func start() {
    super.start()
    // Its run is behind a screen that rested; other documents may ask for something else.
    guard let screen, !screen.core.instance.isStill else { return }
    // What it listens to has nobody who listens any more, in contrast.
    guard !screen.core.isWaking || listens else { return }
    // On the next turn: the screen shows itself first.
    screen.after(seconds: 0) { [weak self] in self?.performAction() }
  }

  private var listens: Bool {
    guard let screen, let actionName else { return false }
    return screen.core.instance.service.listens(
      actionName, provider: serviceProviderClassName ?? screen.serviceProviderClassName)
  }

  /// Whoever opens the first screen of an instance asks for the same data: one request serves all.
  override var sharesRuns: Bool { !isReloading && screen?.isRoot == true }

  private var isReloading = false

  /// Runs the action anew, whatever other presentations have got.
  func reload() {
    isReloading = true
    performAction()
  }

  private static let table = PropertyTable("OnLoadActionController", actionProperties)
  package override class var properties: PropertyTable<Mediator> { table }
}

/// Runs an action when a button is pressed.
package class ButtonActionController: ActionController {
  package override func setUp() {
    super.setUp()
    (sender as? Button)?.on(.press) { [weak self] _ in self?.performAction() }
  }

  private static let table = PropertyTable("ButtonActionController", actionProperties)
  package override class var properties: PropertyTable<Mediator> { table }
  package override class var outlets: [Outlet] { actionOutlets(senders: [.button]) }
}

/// Runs an action when a button of the navigation bar is pressed.
package final class BarButtonActionController: ButtonActionController {
  private static let table = PropertyTable("BarButtonActionController", actionProperties)
  package override class var properties: PropertyTable<Mediator> { table }
}

/// Runs an action when the person asks a table for new data.
package final class TableRefreshActionController: ActionController {
  package override func setUp() {
    super.setUp()
    (sender as? TableView)?.on(.refresh) { [weak self] _ in
      guard let self, !self.status.inProgress else { return }
      self.performAction()
    }
  }

  /// The table shows that it is refreshing, unless its document says by a binding when it does.
  override func statusDidChange() {
    guard let table = sender as? TableView, screen?.isBound("refreshControl.value", of: table) == false else { return }
    table.isRefreshing = status.inProgress
  }

  private static let table = PropertyTable("TableRefreshActionController", actionProperties)
  package override class var properties: PropertyTable<Mediator> { table }
  package override class var outlets: [Outlet] { actionOutlets(senders: [.table]) }
}
