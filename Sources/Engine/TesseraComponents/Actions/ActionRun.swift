package import Foundation
package import TesseraExpressions
public import TesseraValues
public import TesseraViews

/// A single run of an action, with its inputs and the means to report its outcome.
///
/// A run is confined to its presentation and is not `Sendable`.
public final class ActionRun {
  /// The values of the attributes when the run began.
  public let attributes: [String: Value]
  /// The view whose event started the run, or nil for events without a view.
  public private(set) weak var sender: View?
  /// The object that gives actions access to their environment: a screen of the runtime.
  package var host: AnyObject? { runner?.host }
  /// The scope in which the action's expressions are evaluated.
  package let scope: Scope
  package let call: ActionCall

  /// Evaluates values that the document specifies in addition to the attributes, by name.
  package func values(of members: [DynamicValue.Member]) -> [String: Value] {
    guard let runner else { return [:] }
    return Dictionary(
      members.map { ($0.name, $0.value.value(in: scope, environment: runner.environment)) },
      uniquingKeysWith: { $1 })
  }

  private weak var runner: ActionRunner?
  /// The change count of the toggle when its change started the run, or nil if something else started it.
  private let change: Int?
  private var cancellation: (() -> Void)?
  private(set) var isPending = false

  /// - Parameters:
  ///   - call: The action.
  ///   - scope: The scope of its expressions.
  ///   - sender: The view whose event started the run.
  ///   - runner: The runner.
  ///   - isChange: Whether a change of the sender's value started the run.
  init(_ call: ActionCall, scope: Scope, sender: View?, runner: ActionRunner, isChange: Bool) {
    self.call = call
    change = isChange ? (sender as? ToggleView)?.changeCount : nil
    self.scope = scope
    self.sender = sender
    self.runner = runner
    attributes = call.attributes.mapValues { $0.value(in: scope, environment: runner.environment) }
  }

  /// Returns the value of an attribute, or null if the document does not specify it.
  public subscript(name: String) -> Value { attributes[name] ?? .null }

  /// Returns the value that an expression in the action would read at a path, such as `item.title`.
  public func value(at path: ValuePath) -> Value { scope.value(at: path) }

  /// Returns the value that an expression in the action would read at a dotted path.
  public func value(at path: String) -> Value { scope.value(at: ValuePath(path)) }

  /// Writes to a context that is in scope for the action. Bindings that read it are updated.
  ///
  /// - Parameters:
  ///   - name: The name of the context.
  ///   - path: Keys and indices, such as `phones[0].number`. An empty path means the whole value.
  ///   - value: The new value.
  /// - Returns: Whether the context exists and could be written.
  @discardableResult
  public func setContext(_ name: String, at path: String = "", to value: Value) -> Bool {
    guard let context = scope.context(name) else { return false }
    do {
      try context.set(value, at: path.isEmpty ? ContextPath(nodes: []) : ContextPath(path))
      return true
    } catch {
      return false
    }
  }

  /// Returns the components that the document specifies in a slot of the action.
  package func components(_ slot: String) -> [Component] { call.components[slot] ?? [] }

  /// Marks the run as continuing after `perform` has returned, until ``finish()`` is called.
  ///
  /// - Parameter cancel: Cancels the operation in progress. Called if the screen is closed before the run finishes.
  public func begin(cancel: @escaping () -> Void = {}) {
    guard !isPending else { return }
    isPending = true
    cancellation = cancel
    runner?.add(self)
  }

  /// Returns whether the document handles an event.
  public func handles(_ event: String) -> Bool { call.events[event]?.isEmpty == false }

  /// Runs the actions that the document specifies for an event. They access the details by the event's name.
  ///
  /// - Returns: Whether any actions were run. False if the document does not handle the event or the screen is closed.
  @discardableResult
  public func fire(_ event: String, _ details: [String: Value] = [:]) -> Bool {
    guard let calls = call.events[event], !calls.isEmpty, let runner, !runner.isClosed else { return false }
    runner.run(calls, event: event, details: .dictionary(details), scope: scope, sender: sender)
    return true
  }

  /// Reverts the change that started the run, because it could not be carried out. A toggle or checkbox returns to its
  /// previous state, unless it has been changed again in the meantime.
  public func revert() {
    if let toggle = sender as? ToggleView, toggle.changeCount == change { toggle.revert() }
  }

  /// Ends the run.
  public func finish() {
    isPending = false
    cancellation = nil
    runner?.remove(self)
  }

  /// Reports a nonfatal problem to the person who uses the widget.
  public func report(_ message: String) { runner?.report("\(call.definition.type): \(message)") }

  func cancel() {
    isPending = false
    cancellation?()
    cancellation = nil
  }
}

/// Limits actions that trigger each other, such as screens that open each other or events that trigger themselves.
package final class ActionNesting {
  /// The maximum nesting depth of actions while they run. A deeper one does not run, and is reported. It is an infinite
  /// recursion; the stack could handle far more.
  static let maximumDepth = ComponentDecoder.maximumActionDepth + 8

  /// The maximum number of action lists that run without user interaction or a second of elapsed time in between.
  /// Further ones do not run, and are reported.
  static let maximumCount = 2000

  /// Whether all actions are suppressed, because past events are being restored.
  package var isSuspended = false
  /// Whether only actions that affect their own screen run, because the widget is rendered without being presented.
  package var staysOnScreen = false

  private var depth = 0
  private var count = 0
  private let now: () -> Date
  private lazy var start = now()

  /// - Parameter now: Returns the current date, which may be fixed.
  package init(now: @escaping () -> Date = { Date() }) { self.now = now }

  /// The reason for not running a list of actions.
  enum Refusal {
    case tooDeep
    case tooMany
  }

  /// Counts the start of a list of actions.
  ///
  /// - Returns: The reason for not running it, or nil if it may run.
  func enter() -> Refusal? {
    guard depth < Self.maximumDepth else { return .tooDeep }
    let date = now()
    if abs(date.timeIntervalSince(start)) >= 1 { reset() }
    count += 1
    guard count <= Self.maximumCount else { return .tooMany }
    depth += 1
    return nil
  }

  func leave() { depth -= 1 }

  /// Resets the count after a user interaction.
  package func reset() {
    start = now()
    count = 0
  }
}

/// Runs the actions of a screen in order, and cancels them when the screen is closed.
package final class ActionRunner {
  /// The object that gives actions access to their environment. It owns the runner.
  package private(set) weak var host: AnyObject?
  package let environment: TemplateEnvironment
  let report: (String) -> Void
  private var pending: [ObjectIdentifier: ActionRun] = [:]
  private(set) var isClosed = false
  /// Whether events are ignored, because they concern past changes.
  package var isPaused = false
  /// Called before each action runs, with the name of its event. Nil if actions are not recorded.
  package var willRun: ((ActionRun, _ event: String) -> Void)?
  /// Starts a list of actions that may change the widget's store more than once, so that it keeps all of these changes or
  /// none. Nil if it keeps them one by one.
  package var performTogether: ((_ body: () -> Void) -> Void)?
  private let nesting: ActionNesting

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - host: The object that gives actions access to their environment.
  ///   - environment: The environment for evaluating expressions.
  ///   - nesting: The nesting limit, shared by all screens of a presentation.
  ///   - report: Called to report a problem to the person who uses the widget.
  package init(
    host: AnyObject, environment: TemplateEnvironment, nesting: ActionNesting, report: @escaping (String) -> Void
  ) {
    self.host = host
    self.environment = environment
    self.nesting = nesting
    self.report = report
  }

  /// Starts actions in order.
  ///
  /// - Parameter event: The name under which the actions access `details`.
  package func run(_ calls: [ActionCall], event: String, details: Value, scope: Scope, sender: View?) {
    guard !nesting.isSuspended else { return }
    switch nesting.enter() {
    case .tooDeep: return report("Actions are nested more than \(ActionNesting.maximumDepth) levels deep")
    case .tooMany: return report("Actions trigger each other endlessly")
    case nil: break
    }
    defer { nesting.leave() }
    guard !isClosed, !isPaused, let host else { return }
    let scope = Scope(parent: scope)
    scope.add(Context(identifier: event, value: details))
    // An action may close the screen. The actions after it are started nevertheless.
    withExtendedLifetime(host) {
      func start() {
        for call in calls {
          if nesting.staysOnScreen, !call.definition.staysOnScreen { continue }
          let run = ActionRun(
            call, scope: scope, sender: sender, runner: self, isChange: event == EventName.change.rawValue)
          willRun?(run, event)
          call.definition.perform(run)
        }
      }
      if let performTogether, ActionCall.storeChanges(of: calls, in: scope) > 1 {
        performTogether(start)
      } else {
        start()
      }
    }
  }

  /// Cancels all runs with the lifetime of the screen. No further actions run afterward.
  package func close() {
    isClosed = true
    for run in pending.values where run.call.definition.lifetime == .screen { run.cancel() }
    pending = [:]
  }

  func add(_ run: ActionRun) { pending[ObjectIdentifier(run)] = run }

  func remove(_ run: ActionRun) { pending[ObjectIdentifier(run)] = nil }
}
