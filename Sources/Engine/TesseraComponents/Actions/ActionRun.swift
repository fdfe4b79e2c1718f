package import Foundation
package import TesseraExpressions
public import TesseraValues
public import TesseraViews

/// One run of an action: what it works with, and how it tells what becomes of it.
///
/// It lives in its presentation and is not `Sendable`.
public final class ActionRun {
  /// The attributes as they were when the run began.
  public let attributes: [String: Value]
  /// The view whose event began it; nil for events that belong to no view.
  public private(set) weak var sender: View?
  /// What gives actions their reach: a screen of the runtime.
  package var host: AnyObject? { runner?.host }
  /// The names that the action's expressions read.
  package let scope: Scope
  package let call: ActionCall

  /// Values that the document gives the run besides its attributes, by their names.
  package func values(of members: [DynamicValue.Member]) -> [String: Value] {
    guard let runner else { return [:] }
    return Dictionary(
      members.map { ($0.name, $0.value.value(in: scope, environment: runner.environment)) },
      uniquingKeysWith: { $1 })
  }

  private weak var runner: ActionRunner?
  /// Which change of a switch began the run; nil where it was something else.
  private let change: Int?
  private var cancellation: (() -> Void)?
  private(set) var isPending = false

  /// - Parameter isChange: whether it begins because the sender's value was changed.
  init(_ call: ActionCall, scope: Scope, sender: View?, runner: ActionRunner, isChange: Bool) {
    self.call = call
    change = isChange ? (sender as? ToggleView)?.changeCount : nil
    self.scope = scope
    self.sender = sender
    self.runner = runner
    attributes = call.attributes.mapValues { $0.value(in: scope, environment: runner.environment) }
  }

  /// An attribute; null where the document does not have it.
  public subscript(name: String) -> Value { attributes[name] ?? .null }

  /// What an expression would read at a path, such as `item.title`: names of the place where the action stands.
  public func value(at path: ValuePath) -> Value { scope.value(at: path) }

  /// What an expression would read at a dotted path.
  public func value(at path: String) -> Value { scope.value(at: ValuePath(path)) }

  /// Writes into a context around the place where the action stands; what reads it follows.
  /// - Parameter path: keys and indices such as `phones[0].number`; empty for the whole value.
  /// - Returns: whether there is such a context, and it could be written there.
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

  /// Components that the document gives the action in a slot.
  package func components(_ slot: String) -> [Component] { call.components[slot] ?? [] }

  /// Says that the run goes on after `perform` has returned, until ``finish()``.
  /// - Parameter cancel: ends what was begun; called if the screen is closed before.
  public func begin(cancel: @escaping () -> Void = {}) {
    guard !isPending else { return }
    isPending = true
    cancellation = cancel
    runner?.add(self)
  }

  /// Whether the document says anything about an event.
  public func handles(_ event: String) -> Bool { call.events[event]?.isEmpty == false }

  /// Runs what the document says about an event. Its actions read what it carries by the event's name.
  /// - Returns: whether anything was run: not where the document says nothing, and not once the screen is closed.
  @discardableResult
  public func fire(_ event: String, _ details: [String: Value] = [:]) -> Bool {
    guard let calls = call.events[event], !calls.isEmpty, let runner, !runner.isClosed else { return false }
    runner.run(calls, event: event, details: .dictionary(details), scope: scope, sender: sender)
    return true
  }

  /// Says that what the person wanted could not be done: a switch or a box with a tick goes back to where it was, if the run began with
  /// its change and nobody has moved it since.
  public func revert() {
    if let toggle = sender as? ToggleView, toggle.changeCount == change { toggle.revert() }
  }

  /// Says that the run is over.
  public func finish() {
    isPending = false
    cancellation = nil
    runner?.remove(self)
  }

  /// Shows people a problem that the widget goes on without.
  public func report(_ message: String) { runner?.report("\(call.definition.type): \(message)") }

  func cancel() {
    isPending = false
    cancellation?()
    cancellation = nil
  }
}

/// How many actions are under way because of each other: screens that open each other, events that call forth themselves.
package final class ActionNesting {
  /// Actions that call forth each other deeper than this run in circles. The stack bears far more.
  static let maximumDepth = ComponentDecoder.maximumActionDepth + 8

  /// The most lists of actions that run without a person doing something or a second going by.
  static let maximumCount = 2000

  /// Whether nothing is done: what happens happened before, and is only brought back.
  package var isStill = false
  /// Whether nothing is done that goes beyond the screen: nobody sees it, because it is only drawn.
  package var staysOnScreen = false

  private var depth = 0
  private var count = 0
  private let now: () -> Date
  private lazy var start = now()

  /// - Parameter now: The date, which may stand still.
  package init(now: @escaping () -> Date = { Date() }) { self.now = now }

  /// Why a list of actions does not run.
  enum Refusal {
    case tooDeep
    case tooMany
  }

  /// Counts a list of actions that begins.
  /// - Returns: why it may not; nil if it may.
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

  /// Begins to count anew: a person did something.
  package func reset() {
    start = now()
    count = 0
  }
}

/// Runs the actions of one screen, in order, and ends them with it.
package final class ActionRunner {
  /// What gives actions their reach. It owns the runner.
  package private(set) weak var host: AnyObject?
  package let environment: TemplateEnvironment
  let report: (String) -> Void
  private var pending: [ObjectIdentifier: ActionRun] = [:]
  private(set) var isClosed = false
  /// Whether events have no effect: what they would tell happened before.
  package var isPaused = false
  /// Hears of each action before it runs, with the name of its event; nil where nobody records them.
  package var willRun: ((ActionRun, _ event: String) -> Void)?
  private let nesting: ActionNesting

  /// - Parameters:
  ///   - nesting: Shared by all screens of a presentation.
  ///   - report: Tells people about a problem.
  package init(
    host: AnyObject, environment: TemplateEnvironment, nesting: ActionNesting, report: @escaping (String) -> Void
  ) {
    self.host = host
    self.environment = environment
    self.nesting = nesting
    self.report = report
  }

  /// Begins actions one after the other.
  ///
  /// - Parameter event: The name under which the actions read `details`.
  package func run(_ calls: [ActionCall], event: String, details: Value, scope: Scope, sender: View?) {
    guard !nesting.isStill else { return }
    switch nesting.enter() {
    case .tooDeep: return report("Actions lead to each other more than \(ActionNesting.maximumDepth) times")
    case .tooMany: return report("Actions lead to each other without end")
    case nil: break
    }
    defer { nesting.leave() }
    guard !isClosed, !isPaused, let host else { return }
    let scope = Scope(parent: scope)
    scope.add(Context(identifier: event, value: details))
    // One of the actions may close the screen; those behind it are still begun.
    withExtendedLifetime(host) {
      for call in calls {
        if nesting.staysOnScreen, !call.definition.staysOnScreen { continue }
        let run = ActionRun(
          call, scope: scope, sender: sender, runner: self, isChange: event == EventName.change.rawValue)
        willRun?(run, event)
        call.definition.perform(run)
      }
    }
  }

  /// Ends all runs that end with the screen, and begins no others.
  package func close() {
    isClosed = true
    for run in pending.values where run.call.definition.lifetime == .screen { run.cancel() }
    pending = [:]
  }

  func add(_ run: ActionRun) { pending[ObjectIdentifier(run)] = run }

  func remove(_ run: ActionRun) { pending[ObjectIdentifier(run)] = nil }
}
