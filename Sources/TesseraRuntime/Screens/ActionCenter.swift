import TesseraServices
import TesseraValues

/// Names one run of an action.
struct ActionRun: Hashable {
  fileprivate let rawValue: Int
}

/// Runs actions for the screens of a presentation, tells status controllers how they are doing, and follows up.
final class ActionCenter {
  /// A chain of next actions that is longer is a circle.
  private static let maximumChain = 16

  private unowned let core: PresentationCore
  private var followers: [String: [WeakFollower]] = [:]
  private var latest: [String: ActionRun] = [:]
  private var pending: [ActionRun: PendingOperations.ID] = [:]
  private var lastRun = 0

  private struct WeakFollower {
    weak var controller: ActionStatusController?
  }

  init(core: PresentationCore) { self.core = core }

  /// Lets a status controller hear of all runs of an action.
  func follow(_ action: String, by controller: ActionStatusController) {
    followers[action, default: []].removeAll { $0.controller == nil }
    followers[action, default: []].append(WeakFollower(controller: controller))
  }

  /// Runs an action. Only the latest run of an action decides what its status controllers say.
  @discardableResult
  func run(
    _ action: String, object: Value, sender: Mediator?, provider: String?, isShared: Bool, chain: Int = 0,
    onStatus: @escaping (ActionStatus) -> Void = { _ in }
  ) -> ActionRun {
    lastRun += 1
    let run = ActionRun(rawValue: lastRun)
    latest[action] = run
    onStatus(.running)
    tell(action, .running)
    let instance = core.instance
    pending[run] = core.operations.run(
      { await instance.perform(action, object: object, provider: provider, isShared: isShared) },
      then: { [weak self, weak sender] (result: ActionResult) in
        self?.finish(
          run, action, result, object: object, sender: sender, provider: provider, isShared: isShared, chain: chain,
          onStatus: onStatus)
      })
    return run
  }

  /// Forgets a run: its result is not looked at.
  func cancel(_ run: ActionRun) {
    guard let operation = pending.removeValue(forKey: run) else { return }
    core.operations.cancel(operation)
    for (action, current) in latest where current == run { tell(action, ActionStatus()) }
  }

  private func finish(
    _ run: ActionRun, _ action: String, _ result: ActionResult, object: Value, sender: Mediator?, provider: String?,
    isShared: Bool, chain: Int, onStatus: (ActionStatus) -> Void
  ) {
    pending[run] = nil
    switch result {
    case .success(let outcome):
      onStatus(.succeeded)
      if latest[action] == run { tell(action, .succeeded) }
      guard let next = outcome.nextAction else { return }
      guard chain < Self.maximumChain else {
        return report(action, message: "The chain of next actions does not end: '\(action)' is followed by '\(next)'")
      }
      self.run(
        next, object: outcome.object ?? object, sender: sender, provider: provider, isShared: isShared,
        chain: chain + 1)
    case .failure(let failure):
      onStatus(.failed)
      if latest[action] == run { tell(action, .failed) }
      report(action, message: failure.message)
    }
  }

  private func tell(_ action: String, _ status: ActionStatus) {
    for follower in followers[action] ?? [] { follower.controller?.update(status) }
  }

  /// Shows an alert in the words of the first status controller that has any, or plainly.
  private func report(_ action: String, message: String) {
    let controller = followers[action]?.compactMap(\.controller).first { $0.errorMessage != nil }
    let text = controller?.errorMessage.map { "\($0)\n\n\(message)" } ?? message
    core.showAlert(title: controller?.errorTitle ?? "Error", message: text)
  }
}
