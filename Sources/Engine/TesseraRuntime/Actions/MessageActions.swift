import TesseraComponents
import TesseraValues
import TesseraViews

extension ActionDefinition {
  private static let title = Attribute("title", .scalar, "The title.", synonyms: ["headline"])
  private static let message = Attribute(
    "message", .scalar, "The message below the title.", synonyms: ["text", "body", "content"])

  static let alert = ActionDefinition(
    type: "alert", documentation: "Shows a message with one button.", synonyms: ["message", "dialog"],
    attributes: [
      title, message,
      Attribute("button", .scalar, "The title of the button; 'OK' by default.", synonyms: ["okText", "ok"]),
    ],
    events: [EventDefinition("onOk", "The button was pressed.")]
  ) { run in
    run.showAlert(buttons: [run["button"].string ?? "OK"], events: ["onOk"])
  }

  static let confirm = ActionDefinition(
    type: "confirm", documentation: "Shows a message with two buttons.", synonyms: ["ask"],
    attributes: [
      title, message,
      Attribute(
        "okText", .scalar, "The title of the confirming button; 'OK' by default.", synonyms: ["ok", "labelOk"]),
      Attribute(
        "cancelText", .scalar, "The title of the other button; 'Cancel' by default.",
        synonyms: ["cancel", "labelCancel"]),
    ],
    events: [
      EventDefinition("onOk", "The user confirmed."), EventDefinition("onCancel", "The user cancelled."),
    ]
  ) { run in
    let words = run.screen?.core.hierarchy.context.strings ?? LocalizedStrings()
    run.showAlert(
      buttons: [run["cancelText"].string ?? words[.cancel], run["okText"].string ?? words[.ok]],
      events: ["onCancel", "onOk"])
  }

  static let toast = ActionDefinition(
    type: "toast", documentation: "Shows a short message that disappears automatically.",
    synonyms: ["snackbar", "snack", "notify"],
    attributes: [
      Attribute("text", .scalar, "The text.", isRequired: true, synonyms: ["message", "title"]),
      Attribute(
        "duration", .number, "Seconds until it disappears, from 1 to 30; by default 3, or 6 with a button."),
      Attribute("button", .scalar, "The title of a button, such as 'Undo'.", synonyms: ["action", "buttonText"]),
    ],
    events: [EventDefinition("onPress", "The button was pressed.")],
    lifetime: .presentation
  ) { run in
    guard let screen = run.screen, !run["text"].description.isEmpty else { return }
    let button = run["button"].isNull ? nil : run["button"].description
    let toast = screen.core.alerts.showToast(run["text"].description, button: button) { run.fire("onPress") }
    let seconds = min(max(run["duration"].number ?? (button == nil ? 3 : 6), 1), 30)
    let clock = screen.core.instance.environment.clock
    // The message outlives its screen, which the next action may close.
    screen.core.operations.sleep(for: .seconds(seconds), on: clock) { [weak toast] in toast?.removeFromParent() }
  }
}

extension ActionRun {
  /// Shows an alert and runs the event of the button that the user presses.
  fileprivate func showAlert(buttons: [String], events: [String]) {
    guard let core = screen?.core else { return }
    let question = Question()
    begin { [weak core] in question.alert.map { core?.alerts.dismiss($0) } }
    question.alert = core.alerts.showAlert(
      title: self["title"].description, message: self["message"].description, buttons: buttons
    ) {
      self.finish()
      self.fire(events[$0])
    }
    if question.alert == nil { finish() }
  }
}

/// A weak reference to an alert that waits for an answer. The window owns the alert.
private final class Question {
  weak var alert: AlertView?
}
