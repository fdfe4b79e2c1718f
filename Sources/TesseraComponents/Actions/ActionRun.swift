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
  public var host: AnyObject? { runner?.host }
  /// The names that the action's expressions read.
  package let scope: Scope
  package let call: ActionCall

  private weak var runner: ActionRunner?
  private let depth: Int
  private var cancellation: (() -> Void)?
  private(set) var isPending = false

  init(_ call: ActionCall, scope: Scope, sender: View?, depth: Int, runner: ActionRunner) {
    self.call = call
    self.scope = scope
    self.sender = sender
    self.depth = depth
    self.runner = runner
    attributes = call.attributes.mapValues { $0.value(in: scope, environment: runner.environment) }
  }

  /// An attribute; null where the document does not have it.
  public subscript(name: String) -> Value { attributes[name] ?? .null }

  /// Components that the document gives the action in a slot.
  public func components(_ slot: String) -> [Component] { call.components[slot] ?? [] }

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
  public func fire(_ event: String, _ details: [String: Value] = [:]) {
    guard let calls = call.events[event], !calls.isEmpty else { return }
    runner?.run(calls, event: event, details: .dictionary(details), scope: scope, sender: sender, depth: depth + 1)
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

/// Runs the actions of one screen, in order, and ends them with it.
public final class ActionRunner {
  /// What gives actions their reach. It owns the runner.
  package private(set) weak var host: AnyObject?
  package let environment: TemplateEnvironment
  let report: (String) -> Void
  private var pending: [ObjectIdentifier: ActionRun] = [:]
  private var isClosed = false

  /// Actions that call forth each other deeper than this run in circles.
  static let maximumDepth = 64

  /// - Parameter report: tells people about a problem.
  package init(host: AnyObject, environment: TemplateEnvironment, report: @escaping (String) -> Void) {
    self.host = host
    self.environment = environment
    self.report = report
  }

  /// Begins actions one after the other.
  ///
  /// - Parameters:
  ///   - event: The name under which the actions read `details`.
  ///   - depth: How many actions led to these.
  package func run(
    _ calls: [ActionCall], event: String, details: Value, scope: Scope, sender: View?, depth: Int = 0
  ) {
    guard depth < Self.maximumDepth else {
      return report("Actions lead to each other more than \(Self.maximumDepth) times")
    }
    let scope = Scope(parent: scope)
    scope.add(Context(identifier: event, value: details))
    for call in calls where !isClosed {
      let run = ActionRun(call, scope: scope, sender: sender, depth: depth, runner: self)
      call.definition.perform(run)
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
