import TesseraServices
import TesseraValues
import TesseraViews

/// Identifies a run of a service action. Later runs compare greater.
struct ServiceRun: Hashable, Comparable {
  fileprivate let rawValue: Int

  static func < (left: ServiceRun, right: ServiceRun) -> Bool { left.rawValue < right.rawValue }
}

/// Runs service actions for the screens of a presentation, updates status controllers, and runs next actions.
final class ServiceActionCoordinator {
  private unowned let core: PresentationCore
  private var followers: [String: [Follower]] = [:]
  private var latest: [String: ServiceRun] = [:]
  private var pending: [ServiceRun: PendingRun] = [:]
  private var subscriptions: [MessageFeeds.Key: (run: ServiceRun, operation: PendingOperations.ID)] = [:]
  private var lastRun = 0

  private struct PendingRun {
    var operation: PendingOperations.ID
    var onStatus: (ServiceRun, ActionStatus) -> Void
    /// Called when a later run of the action supersedes this one.
    var onSuperseded: () -> Void
  }

  private struct Follower {
    weak var controller: ActionStatusController?
    /// The last run that started before the controller was added.
    var since: ServiceRun
  }

  init(core: PresentationCore) { self.core = core }

  /// Adds a status controller that follows all runs of an action. The controller shows a run in progress, but not the
  /// outcome of a run that started earlier: a reopened form does not close when the previous form's request succeeds.
  func follow(_ action: String, by controller: ActionStatusController) {
    followers[action, default: []].removeAll { $0.controller == nil }
    followers[action, default: []].append(Follower(controller: controller, since: ServiceRun(rawValue: lastRun)))
    if let run = latest[action], pending[run] != nil { controller.update(.running) }
  }

  /// Removes a status controller.
  func unfollow(_ action: String, by controller: ActionStatusController) {
    followers[action]?.removeAll { $0.controller == nil || $0.controller === controller }
  }

  /// The maximum number of actions that a presentation listens to. A further one fails.
  private static let maximumSubscriptions = 8

  /// Runs an action. Only the latest run of an action updates its status controllers.
  ///
  /// - Parameters:
  ///   - previous: The result of the action before, of which this one is the next action.
  ///   - onStatus: Called with the status of this run, regardless of other runs.
  ///   - onResult: Called with the result. If it returns true, a failure was handled and no alert is shown.
  ///   - onSuperseded: Called if a later run supersedes this one, for actions whose latest run wins; there is no result
  ///     then.
  @discardableResult
  func run(
    _ action: String, object: Value, previous: Value = .null, sender: Mediator?, provider: String?, isShared: Bool,
    chain: Int = 0, onStatus: @escaping (ServiceRun, ActionStatus) -> Void = { _, _ in },
    onResult: @escaping (ActionResult) -> Bool = { _ in false }, onSuperseded: @escaping () -> Void = {}
  ) -> ServiceRun {
    supersedeRun(of: action)
    lastRun += 1
    let run = ServiceRun(rawValue: lastRun)
    latest[action] = run
    onStatus(run, .running)
    report(action, run, .running)
    core.instance.post(.started(action))
    let screen = sender?.screen ?? core.screens.last
    screen?.record(.actionWillRun(action: action, object: object, sender: sender?.identifier))
    let instance = core.instance
    if instance.service.listens(action, provider: provider) {
      listen(to: action, run, object: object, provider: provider, chain: chain, onStatus: onStatus, onResult: onResult)
      return run
    }
    let operation = core.operations.run(
      { report in
        await instance.service.perform(
          action, object: object, previous: previous, provider: provider, isShared: isShared, report: report)
      },
      onReport: { [weak self] (report: ActionReport) in
        guard let self else { return }
        switch report {
        case .open(let address): self.core.hierarchy.window.perform(.openURL(address))
        case .progress(let progress):
          self.core.instance.post(.progressed(action, progress))
          guard self.pending[run] != nil else { return }
          let status = ActionStatus(inProgress: true, progress: progress)
          onStatus(run, status)
          if self.latest[action] == run { self.report(action, run, status) }
        }
      },
      then: { [weak self, weak sender] (result: ActionResult) in
        self?.finish(
          run, action, result, object: object, sender: sender, provider: provider, isShared: isShared, chain: chain,
          onStatus: onStatus, onResult: onResult)
      })
    pending[run] = PendingRun(operation: operation, onStatus: onStatus, onSuperseded: onSuperseded)
    return run
  }

  /// Listens to messages that the service pushes, for the lifetime of the presentation.
  ///
  /// The run succeeds when the connection opens, fails when it is lost, and succeeds again when it is restored. Each
  /// time it opens, the next action runs: it can request missed data.
  private func listen(
    to action: String, _ run: ServiceRun, object: Value, provider: String?, chain: Int,
    onStatus: @escaping (ServiceRun, ActionStatus) -> Void, onResult: @escaping (ActionResult) -> Bool
  ) {
    let instance = core.instance
    let key = MessageFeeds.Key(action: action, provider: provider, object: object)
    if let former = subscriptions.removeValue(forKey: key) { core.operations.cancel(former.operation) }
    func show(_ status: ActionStatus) {
      onStatus(run, status)
      if latest[action] == run { report(action, run, status) }
    }
    guard !instance.isDrawnOnly, subscriptions.count < Self.maximumSubscriptions else { return show(.failed) }
    var isTold = false
    let operation = core.operations.subscribe({ report in
      await instance.service.listen(to: action, object: object, provider: provider, onEvent: report)
    }) { [weak self] (event: FeedEvent) in
      guard let self else { return }
      switch event {
      case .opened:
        show(.succeeded)
        if !isTold { _ = onResult(.success(ActionOutcome())) }
        isTold = true
        if let next = instance.definition.service.actions[action]?.nextAction,
          chain < instance.definition.service.actions.count
        {
          self.run(next, object: object, sender: nil, provider: provider, isShared: false, chain: chain + 1)
        }
      case .received(let outcome):
        // An earlier invalid message does not affect this one.
        show(.succeeded)
        self.core.instance.post(.ready(action, outcome.response))
        self.core.instance.post(.succeeded(action, outcome.object ?? .null))
      case .failed(let failure, _):
        show(ActionStatus(isFailure: true, message: failure.message))
        self.core.instance.post(.failed(action, failure.message))
        instance.log(.error, .network, failure.detail)
      }
    }
    subscriptions[key] = (run, operation)
  }

  /// Cancels the running run of an action whose latest run wins.
  private func supersedeRun(of action: String) {
    guard core.instance.definition.service.actions[action]?.latestRunWins == true, let former = latest[action],
      let run = pending[former]
    else { return }
    cancel(former)
    run.onStatus(former, ActionStatus())
    run.onSuperseded()
  }

  /// Cancels a run; its result is discarded.
  func cancel(_ run: ServiceRun) {
    if let pendingRun = pending.removeValue(forKey: run) {
      core.operations.cancel(pendingRun.operation)
    } else if let (key, subscription) = subscriptions.first(where: { $0.value.run == run }) {
      subscriptions[key] = nil
      core.operations.cancel(subscription.operation)
    } else {
      return
    }
    for (action, current) in latest where current == run { report(action, run, ActionStatus()) }
  }

  private func finish(
    _ run: ServiceRun, _ action: String, _ result: ActionResult, object: Value, sender: Mediator?, provider: String?,
    isShared: Bool, chain: Int, onStatus: (ServiceRun, ActionStatus) -> Void, onResult: (ActionResult) -> Bool
  ) {
    pending[run] = nil
    let instance = core.instance
    let screen = sender?.screen ?? core.screens.last
    switch result {
    case .success(let outcome): screen?.record(.actionDidRun(action: action, answer: outcome.response, error: nil))
    case .failure(let failure): screen?.record(.actionDidRun(action: action, answer: .null, error: failure.message))
    }
    let isHandled = onResult(result)
    switch result {
    case .success(let outcome):
      let status = ActionStatus(isSuccess: true, failures: outcome.failures)
      onStatus(run, status)
      if latest[action] == run { report(action, run, status) }
      core.instance.post(.ready(action, outcome.response))
      core.instance.post(.succeeded(action, outcome.object ?? .null))
      guard let next = outcome.nextAction else { return }
      // A chain longer than the number of actions contains a cycle.
      guard chain < core.instance.definition.service.actions.count else {
        return report(action, message: "The chain of next actions is endless: '\(action)' is followed by '\(next)'")
      }
      self.run(
        next, object: outcome.object ?? object, previous: outcome.response, sender: sender, provider: provider,
        isShared: isShared,
        chain: chain + 1)
    case .failure(let failure):
      if !failure.isCancelled { core.actionFailure = core.actionFailure ?? failure.message }
      let status = ActionStatus(isFailure: true, message: failure.message, failures: failure.failures)
      onStatus(run, status)
      if latest[action] == run { report(action, run, status) }
      core.instance.post(.failed(action, failure.message))
      if failure.isUnknown, sender?.screen?.definition.isLenient == true {
        return instance.log(.error, .network, "'\(action)': \(failure.message)")
      }
      if !isHandled, !failure.isCancelled { report(action, message: failure.message) }
    }
  }

  private func report(_ action: String, _ run: ServiceRun, _ status: ActionStatus) {
    for follower in followers[action] ?? [] {
      let isOwn = run > follower.since || status.inProgress
      follower.controller?.update(isOwn ? status : ActionStatus())
    }
  }

  /// Shows an alert with the texts of the first status controller that defines any, or with default texts.
  private func report(_ action: String, message: String) {
    let controller = followers[action]?.compactMap(\.controller).first { $0.errorMessage != nil }
    let text = controller?.errorMessage.map { "\($0)\n\n\(message)" } ?? message
    core.alerts.showProblem(title: controller?.errorTitle ?? "Error", message: text)
  }
}
