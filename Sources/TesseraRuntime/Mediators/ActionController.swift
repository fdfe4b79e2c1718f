import TesseraExpressions
public import TesseraValues
import TesseraViews

/// Runs an action of the service: the base of all action controllers.
public class ActionController: Mediator {
  /// The action.
  var actionName: String?
  /// The action while the predicate is false.
  var elseActionName: String?
  /// Chooses between the two, evaluated on the screen each time.
  var predicateFormat: String?
  /// Seconds to wait before running.
  var actionDelay = 0.0
  /// Which provider to use; nil for the screen's.
  var serviceProviderClassName: String?
  /// A form whose value becomes the action's object.
  var form: FormView?
  /// The view whose event runs the action.
  var sender: View?
  /// A button that cancels the action.
  var cancelButton: Button?

  private var delay: PendingOperations.ID?
  private var run: ActionRun?

  /// How the latest run is doing; all false before the first.
  private(set) var status = ActionStatus() {
    didSet { if status != oldValue { propertiesDidChange() } }
  }

  /// What the action gets without a form.
  var content: Value { screen?.content ?? .null }

  public override func setUp() {
    cancelButton?.pressHandlers.append { [weak self] in self?.cancel() }
  }

  /// Runs the action: checks the form, waits for the delay, and starts.
  func performAction(with object: Value? = nil) {
    guard let screen else { return }
    if let form, form.formValue == nil {
      form.highlightMissingFields()
      return
    }
    let object = object ?? form?.formValue.map(Value.dictionary) ?? content
    if let delay { screen.operations.cancel(delay) }
    if actionDelay > 0 {
      delay = screen.after(.seconds(actionDelay)) { [weak self] in self?.start(with: object) }
    } else {
      start(with: object)
    }
  }

  /// Ends the run; nothing of its result is used.
  func cancel() {
    guard let screen else { return }
    if let delay { screen.operations.cancel(delay) }
    if let run { screen.actions.cancel(run) }
    run = nil
    status = ActionStatus()
  }

  public override func close() { if let delay { screen?.operations.cancel(delay) } }

  /// Whether runs of the same action in several presentations are one.
  var sharesRuns: Bool { false }

  private func start(with object: Value) {
    delay = nil
    guard let screen, let name = resolvedActionName, !name.isEmpty else { return }
    run = screen.actions.run(
      name, object: object, sender: self, provider: serviceProviderClassName ?? screen.serviceProviderClassName,
      isShared: sharesRuns
    ) { [weak self] status in self?.status = status }
  }

  private var resolvedActionName: String? {
    guard let predicateFormat, let screen else { return actionName }
    do {
      return try ValuePredicate(predicateFormat).evaluate(with: screen.scope) ? actionName : elseActionName
    } catch {
      screen.report("\(identifier): \(error.message)")
      return nil
    }
  }

  static let actionProperties: [Property<Mediator>] = [
    .text(ActionController.self, "actionName", "The action.", \.actionName),
    .text(ActionController.self, "elseActionName", "The action while the predicate is false.", \.elseActionName),
    .text(
      ActionController.self, "predicateFormat", "Chooses between the two actions.", \.predicateFormat, .predicate),
    .number(
      ActionController.self, "actionDelay", "Seconds to wait before running.", \.actionDelay, default: 0),
    .text(
      ActionController.self, "serviceProviderClassName", "StubServiceProvider or StandardServiceProvider.",
      \.serviceProviderClassName),
    .of(ActionController.self, "status", .any, "How the latest run is doing.", get: { $0.status.value }),
  ]

  static var actionOutlets: [Outlet] {
    [
      .view("form", "A form whose value becomes the action's object.", kinds: [.form], \ActionController.form),
      .view("sender", "The view whose event runs the action.", \ActionController.sender),
      .view("cancelButton", "A button that cancels the action.", kinds: [.button], \ActionController.cancelButton),
    ]
  }

  public override class var properties: PropertyTable<Mediator> { PropertyTable("ActionController", actionProperties) }
  public override class var outlets: [Outlet] { actionOutlets }
}

/// Runs an action when the screen opens.
public final class OnLoadActionController: ActionController {
  public override func start() {
    // On the next turn: the screen shows itself first.
    screen?.after(.zero) { [weak self] in self?.performAction() }
  }

  /// Whoever opens the first screen of an instance asks for the same data: one request serves all.
  override var sharesRuns: Bool { screen?.isRoot ?? false }

  public override class var properties: PropertyTable<Mediator> {
    PropertyTable("OnLoadActionController", actionProperties)
  }
}

/// Runs an action when a button is pressed.
public class ButtonActionController: ActionController {
  public override func setUp() {
    super.setUp()
    (sender as? Button)?.pressHandlers.append { [weak self] in self?.performAction() }
  }

  public override class var properties: PropertyTable<Mediator> {
    PropertyTable("ButtonActionController", actionProperties)
  }
}

/// Runs an action when a button of the navigation bar is pressed.
public final class BarButtonActionController: ButtonActionController {
  public override class var properties: PropertyTable<Mediator> {
    PropertyTable("BarButtonActionController", actionProperties)
  }
}

/// Runs an action when the person asks a table for new data.
public final class TableRefreshActionController: ActionController {
  public override func setUp() {
    super.setUp()
    (sender as? TableView)?.refreshHandlers.append { [weak self] in self?.performAction() }
  }

  public override class var properties: PropertyTable<Mediator> {
    PropertyTable("TableRefreshActionController", actionProperties)
  }
}
