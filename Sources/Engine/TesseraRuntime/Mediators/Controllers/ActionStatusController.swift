package import TesseraValues
import TesseraViews

/// The status of a run of an action.
struct ActionStatus: Sendable, Hashable {
  /// Whether the request is in progress, or its response is being stored.
  var inProgress = false
  /// Whether the response was stored.
  var isSuccess = false
  /// Whether the run failed.
  var isFailure = false
  /// The progress of the upload, from 0 to 1; 0 if unknown.
  var progress = 0.0
  /// The reason of a failure, one sentence for users; nil if there is none.
  var message: String?
  /// The elements whose requests failed, after a run that sent one for each element of a list.
  var failures: [ElementFailure] = []

  /// The status as bindings read it.
  var value: Value {
    [
      "inProgress": .bool(inProgress), "isSuccess": .bool(isSuccess), "isFailure": .bool(isFailure),
      "progress": .double(progress), "message": message.map(Value.string) ?? .null,
      "failures": .array(failures.map(\.value)),
    ]
  }

  static let running = ActionStatus(inProgress: true)
  static let succeeded = ActionStatus(isSuccess: true)
  static let failed = ActionStatus(isFailure: true)
}

extension ActionStatus {
  /// The state to retain; null for the status before the first run.
  var retained: Value { self == ActionStatus() ? .null : value }

  /// Creates a status from ``retained``.
  init(retained value: Value) {
    func flag(_ key: String) -> Bool { value.value(at: ValuePath(keys: [key])).isTrue }
    self.init(
      inProgress: flag("inProgress"), isSuccess: flag("isSuccess"), isFailure: flag("isFailure"),
      message: value.value(at: "message").string)
  }
}

/// Follows the status of all runs of an action, and provides the texts of its error alerts.
package final class ActionStatusController: Mediator {
  /// The action.
  var actionName: String?
  /// The title of the error alert.
  var errorTitle: String?
  /// The text of the alert above the error's message. Without it, the controller does not affect alerts.
  var errorMessage: String?
  /// The elements that show the status. It has no effect, because bindings follow what they read; schemes may set it.
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

  /// Updates the status.
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
        .text(ActionStatusController.self, "errorTitle", "The title of the error alert.", \.errorTitle),
        .text(
          ActionStatusController.self, "errorMessage", "The text of the alert above the error's message.",
          \.errorMessage),
        .of(
          ActionStatusController.self, "inProgress", .bool, "Whether a run is in progress.",
          get: { .bool($0.status.inProgress) }),
        .of(
          ActionStatusController.self, "isSuccess", .bool, "Whether the latest run succeeded.",
          get: { .bool($0.status.isSuccess) }),
        .of(
          ActionStatusController.self, "isFailure", .bool, "Whether the latest run failed.",
          get: { .bool($0.status.isFailure) }),
        .of(
          ActionStatusController.self, "progress", .number, "The progress of the upload, from 0 to 1.",
          get: { .double($0.status.progress) }),
        .of(
          ActionStatusController.self, "message", .string, "The reason why the latest run failed.",
          get: { $0.status.message.map(Value.string) ?? .null }),
        .of(
          ActionStatusController.self, "failures", .list,
          "The `item` and `message` of each request that failed, for an action with `forEach`.",
          get: { .array($0.status.failures.map(\.value)) }),
      ])
}
