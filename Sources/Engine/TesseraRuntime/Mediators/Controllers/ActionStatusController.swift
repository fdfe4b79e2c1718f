package import TesseraValues
import TesseraViews

/// How a run of an action is doing.
struct ActionStatus: Sendable, Hashable {
  /// The request is under way, or its answer is being stored.
  var inProgress = false
  /// The answer arrived and is stored.
  var isSuccess = false
  /// Something went wrong.
  var isFailure = false
  /// How much of what is sent is sent, from 0 to 1; 0 where the service does not say.
  var progress = 0.0

  /// The status as bindings read it.
  var value: Value {
    [
      "inProgress": .bool(inProgress), "isSuccess": .bool(isSuccess), "isFailure": .bool(isFailure),
      "progress": .double(progress),
    ]
  }

  static let running = ActionStatus(inProgress: true)
  static let succeeded = ActionStatus(isSuccess: true)
  static let failed = ActionStatus(isFailure: true)
}

extension ActionStatus {
  /// What is kept of it; null for the status before the first run.
  var retained: Value { self == ActionStatus() ? .null : value }

  /// The status that was ``retained``.
  init(retained value: Value) {
    func flag(_ key: String) -> Bool { value.value(at: ValuePath(keys: [key])).isTrue }
    self.init(inProgress: flag("inProgress"), isSuccess: flag("isSuccess"), isFailure: flag("isFailure"))
  }
}

/// Knows how an action is doing, whoever runs it, and reports its errors.
package final class ActionStatusController: Mediator {
  /// The action.
  var actionName: String?
  /// The headline of the alert for an error.
  var errorTitle: String?
  /// What the alert says before the error's own words. Without it errors are left to others.
  var errorMessage: String?
  /// Elements that show the status. Kept for schemes that set it: bindings follow what they read.
  var elements: [View] = []

  private(set) var status = ActionStatus()

  package override var retainedState: Value {
    get { status.retained }
    set { status = ActionStatus(retained: newValue) }
  }

  package override func setUp() {
    guard let actionName else { return }
    screen?.actions.follow(actionName, by: self)
  }

  package override func close() {
    if let actionName { screen?.actions.unfollow(actionName, by: self) }
  }

  /// Hears of a run.
  func update(_ status: ActionStatus) {
    guard status != self.status else { return }
    self.status = status
    propertiesDidChange()
  }

  package override class var outlets: [Outlet] {
    [.views("elements", "Elements that show the status.", \ActionStatusController.elements)]
  }

  package override class var properties: PropertyTable<Mediator> { table }

  private static let table =
    PropertyTable<Mediator>(
      "ActionStatusController",
      [
        .text(ActionStatusController.self, "actionName", "The action.", \.actionName, .reference(.serviceAction)),
        .text(ActionStatusController.self, "errorTitle", "The headline of the alert for an error.", \.errorTitle),
        .text(ActionStatusController.self, "errorMessage", "What the alert says before the error.", \.errorMessage),
        .of(
          ActionStatusController.self, "inProgress", .bool, "Whether a run is under way.",
          get: { .bool($0.status.inProgress) }),
        .of(
          ActionStatusController.self, "isSuccess", .bool, "Whether the latest run succeeded.",
          get: { .bool($0.status.isSuccess) }),
        .of(
          ActionStatusController.self, "isFailure", .bool, "Whether the latest run failed.",
          get: { .bool($0.status.isFailure) }),
        .of(
          ActionStatusController.self, "progress", .number, "How much of what is sent is sent, from 0 to 1.",
          get: { .double($0.status.progress) }),
      ])
}
