import TesseraValues
import TesseraViews

/// Shows alerts and toasts over the screens of a presentation, and records problems.
final class AlertPresenter {
  private unowned let core: PresentationCore
  private(set) var alerts: [AlertView] = []
  private(set) weak var toast: View?
  /// The text of the toast that was shown last since the user's last event.
  var lastToast: String?
  /// The problems that users were told, up to a maximum.
  private(set) var problems: [String] = []

  /// The maximum number of open alerts. Further ones are not shown.
  private static let maximumAlerts = 8
  /// The maximum number of recorded problems of a presentation. Further ones are neither recorded nor logged.
  private static let maximumProblems = 100

  init(core: PresentationCore) { self.core = core }

  // MARK: Problems

  /// Shows a problem, unless the same one is shown already.
  func showProblem(title: String, message: String) {
    recordProblem(message)
    let isShown = alerts.contains { $0[.title].string == title && $0[.message].string == message }
    if !isShown { showAlert(title: title, message: message, buttons: [core.hierarchy.context.strings[.ok]]) { _ in } }
  }

  /// Records a problem for callers that run the widget without a window, and in the log.
  func recordProblem(_ message: String) {
    guard problems.count < Self.maximumProblems, !core.isDryRun else { return }
    problems.append(message)
    core.instance.log(.error, .widget, message)
  }

  /// Takes over the problems of another presentation.
  func adoptProblems(of other: AlertPresenter) { problems = other.problems }

  // MARK: Alerts

  /// Shows a message with buttons, over those that are shown already.
  /// - Parameter onAnswer: Called with the index of the pressed button.
  /// - Returns: The alert; nil if there are too many.
  @discardableResult
  func showAlert(title: String, message: String, buttons: [String], onAnswer: @escaping (Int) -> Void) -> AlertView? {
    guard alerts.count < Self.maximumAlerts else { return nil }
    let alert = AlertView(title: title, message: message, buttons: buttons, in: core.hierarchy.context)
    alert.identifier = "alert"
    alert.onAnswer = { [weak self, weak alert] answer in
      guard let alert, buttons.indices.contains(answer) else { return }
      self?.dismiss(alert)
      onAnswer(answer)
    }
    alerts.append(alert)
    core.hierarchy.window.addChild(alert)
    return alert
  }

  /// Removes an alert without an answer.
  func dismiss(_ alert: AlertView) {
    alert.removeFromParent()
    alerts.removeAll { $0 === alert }
  }

  /// Moves alerts in front of what was presented after them.
  func moveToFront() {
    for alert in alerts { core.hierarchy.window.addChild(alert) }
  }

  // MARK: Toasts

  /// Shows a short message that disappears automatically, in place of the previous one.
  /// - Parameter button: The title of a button in the message, if it has one.
  func showToast(_ text: String, button: String? = nil, onPress: @escaping () -> Void = {}) -> View {
    self.toast?.removeFromParent()
    lastToast = text
    let toast = ToastView(text: text, button: button, in: core.hierarchy.context)
    toast.button?.on(.press) { [weak toast] _ in
      toast?.removeFromParent()
      onPress()
    }
    toast.identifier = "toast"
    core.hierarchy.window.addChild(toast)
    self.toast = toast
    moveToFront()
    return toast
  }

  /// Removes all alerts and the toast.
  func close() {
    toast?.removeFromParent()
    for alert in alerts { alert.removeFromParent() }
    alerts = []
  }
}
