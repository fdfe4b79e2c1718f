import TesseraExpressions
package import TesseraValues
import TesseraViews

/// Runs a service action. The base class of all action controllers.
package class ActionController: Mediator {
  /// The action.
  var actionName: String?
  /// The action while the predicate is false.
  var elseActionName: String?
  /// The predicate that chooses between the two actions, evaluated on each run in the screen's scope.
  var predicate: ValuePredicate?
  /// The delay before a run, in seconds.
  var actionDelay = 0.0
  /// The time between automatic runs while the screen is visible, in seconds; 0 for none.
  var interval = 0.0 {
    didSet { if interval != oldValue, hasBegun { pollNext() } }
  }
  /// Whether a failure shows no alert, because the screen shows the status.
  var isSilent = false
  /// The name of the service provider; nil for the screen's.
  var serviceProviderClassName: String?
  /// The form whose value becomes the action's object.
  var form: FormView?
  /// The view whose event runs the action.
  var sender: View?
  /// The object or view that performs the action's name as a selector, in place of the service.
  var target: ScreenObject?
  /// The button that cancels the action.
  var cancelButton: Button?

  private var delay: PendingOperations.ID?
  private var poll: PendingOperations.ID?
  private var hasBegun = false
  private var isAsking = false
  /// Whether an automatic run is in progress.
  private var isPolling = false
  private var run: ServiceRun?

  /// The status of the latest run; all flags are false before the first.
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

  /// The action's object if there is no form.
  var content: Value { screen?.content ?? .null }

  package override func setUp() {
    cancelButton?.on(.press) { [weak self] _ in self?.cancel() }
    if let upload = form as? MediaUploadFormView {
      cancelButton?.isHidden = true
      upload.uploadRequested = { [weak self] in self?.performAction() }
      upload.uploadCancelled = { [weak self] in self?.cancel() }
    }
    // The return key in a field acts like the form's button, unless the form already handles it.
    if let form, sender is Button, !form.handles(.submit) {
      form.on(.submit) { [weak self] _ in self?.performAction() }
    }
  }

  package override class var selectors: [String] { ["performAction", "cancelAction"] }

  package override func perform(selector: String, with object: Value) {
    if selector == "cancelAction" { cancel() } else { performAction(fallingBackTo: object) }
  }

  /// Validates the form, and runs the action after the delay.
  ///
  /// - Parameters:
  ///   - object: The action's object; nil for the form's value.
  ///   - otherwise: The action's object if there is no form; nil for the content of the screen.
  func performAction(with object: Value? = nil, fallingBackTo otherwise: Value? = nil) {
    guard let screen else { return }
    if let form, form.formValue == nil {
      form.highlightMissingFields()
      return
    }
    let object = object ?? form?.submission.map(Value.dictionary) ?? otherwise ?? content
    if let delay { screen.timers.cancel(delay) }
    if actionDelay > 0 {
      delay = screen.timers.after(seconds: actionDelay) { [weak self] in self?.start(with: object) }
    } else {
      start(with: object)
    }
  }

  /// Runs the action with an object that is being deleted, regardless of the form and the delay.
  /// - Parameter body: Called with the outcome. Without an action, the outcome is success.
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

  /// Cancels the run; its result is discarded.
  func cancel() {
    guard let screen else { return }
    if let delay { screen.timers.cancel(delay) }
    delay = nil
    if let run { screen.actions.cancel(run) }
    run = nil
    isPolling = false
    status = ActionStatus()
  }

  package override func close() {
    for timer in [delay, poll] { timer.map { screen?.timers.cancel($0) } }
    (delay, poll) = (nil, nil)
  }

  package override func start() {
    hasBegun = true
    pollNext()
  }

  /// Schedules the next automatic run. It is skipped if the screen is covered or no client shows the presentation.
  private func pollNext() {
    if let poll { screen?.timers.cancel(poll) }
    poll = nil
    guard interval > 0, let screen else { return }
    poll = screen.timers.after(seconds: max(interval, Self.leastInterval), isTimePassing: true) { [weak self] in
      guard let self, let screen = self.screen else { return }
      if screen.isInFront, screen.core.isWatched, !self.status.inProgress, !self.isPolling, self.delay == nil {
        self.start(with: self.form?.formValue.map(Value.dictionary) ?? self.content, isQuiet: true)
      }
      self.pollNext()
    }
  }

  /// The minimum time between automatic runs of an action, in seconds. A shorter interval is lengthened.
  private static let leastInterval = 1.0

  /// Called after the status changed.
  func statusDidChange() {}

  /// Whether several presentations share a run of the same action.
  var sharesRuns: Bool { false }

  /// - Parameter isQuiet: Whether the status only changes when the run ends, so that the current content stays visible.
  private func start(with object: Value, isQuiet: Bool = false) {
    delay = nil
    guard let screen, let name = resolvedActionName, !name.isEmpty else { return }
    if let target {
      // Controllers that are each other's targets would recurse without end.
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
        // The end of an older run does not affect the status of a newer one.
        guard let self, status.inProgress || run == self.run else { return }
        self.status = status
      },
      onResult: { [weak self] result in
        if let upload = self?.form as? MediaUploadFormView, case .success(let outcome) = result {
          upload.handleResult(outcome.response)
        }
        // An automatic run interrupts no one: the status tells that it failed.
        return isQuiet || self?.isSilent == true
      })
  }

  /// Shows the progress of an upload.
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
      ActionController.self, "predicateFormat", "The predicate that chooses between the two actions.",
      get: { $0.predicate },
      set: { $0.predicate = $1 }),
    .number(
      ActionController.self, "actionDelay", "Seconds to wait before running.", \.actionDelay, default: 0),
    .number(
      ActionController.self, "interval",
      "Seconds between automatic runs while the screen is visible, at least 1; 0, the default, for none.",
      \.interval, default: 0),
    .flag(
      ActionController.self, "silent",
      "Whether a failure shows no alert, because the screen shows `status.message`; automatic runs never show one.",
      \.isSilent),
    .text(
      ActionController.self, "serviceProviderClassName", "StubServiceProvider or StandardServiceProvider.",
      \.serviceProviderClassName, .reference(.serviceProvider)),
    .of(ActionController.self, "status", .any, "The status of the latest run.", get: { $0.status.value }),
  ]

  /// The properties for selectors of an object or a view.
  static let selectorProperties: [Property<Mediator>] = [
    .text(ActionController.self, "actionName", "The selector.", \.actionName),
    .text(ActionController.self, "elseActionName", "The selector while the predicate is false.", \.elseActionName),
  ]

  static func actionOutlets(senders: Set<ViewKind> = []) -> [Outlet] {
    [
      .view(
        "form", "The form that is submitted; its values become the action's object.",
        kinds: [.form, .mediaUploadFormView],
        \ActionController.form),
      .view("sender", "The view whose event runs the action.", kinds: senders, \ActionController.sender),
      Outlet(
        name: "target",
        documentation: "The object or view that performs the action's name as a selector, in place of the service.",
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
    // A resumed screen has already run the action. If the documents changed, the action runs again.
    guard let screen, !screen.core.instance.isDrawnOnly else { return }
    // A subscription, in contrast, ended with the suspension.
    guard screen.core.phase != .resuming || listens else { return }
    // The run is deferred so that the screen appears first.
    screen.timers.after(seconds: 0) { [weak self] in self?.performAction() }
  }

  private var listens: Bool {
    guard let screen, let actionName else { return false }
    return screen.core.instance.service.listens(
      actionName, provider: serviceProviderClassName ?? screen.serviceProviderClassName)
  }

  /// Whether runs are shared: presentations that open the first screen of an instance request the same data.
  override var sharesRuns: Bool { !isReloading && screen?.isRoot == true }

  private var isReloading = false

  /// Runs the action again, without using the result of another presentation.
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

/// Runs an action when the user refreshes a table.
package final class TableRefreshActionController: ActionController {
  package override func setUp() {
    super.setUp()
    (sender as? TableView)?.on(.refresh) { [weak self] _ in
      guard let self, !self.status.inProgress else { return }
      self.performAction()
    }
  }

  /// Shows the refresh indicator of the table, unless the document binds it.
  override func statusDidChange() {
    guard let table = sender as? TableView, screen?.isBound("refreshControl.value", of: table) == false else { return }
    table.isRefreshing = status.inProgress
  }

  private static let table = PropertyTable("TableRefreshActionController", actionProperties)
  package override class var properties: PropertyTable<Mediator> { table }
  package override class var outlets: [Outlet] { actionOutlets(senders: [.table]) }
}
