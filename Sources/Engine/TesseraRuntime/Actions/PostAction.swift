import TesseraComponents
import TesseraValues

extension ActionDefinition {
  static let post = ActionDefinition(
    type: "post",
    documentation:
      "Announces something by its name, to controllers that say so in 'renderOn' and to the app around the widget.",
    synonyms: ["notify", "postNotification", "emit", "broadcast"],
    attributes: [
      Attribute("name", .string, "What is announced.", isRequired: true),
      Attribute("value", .any, "What it is about."),
    ]
  ) { run in
    guard let screen = run.screen, !screen.core.instance.isStill else { return }
    screen.core.instance.post(WidgetNotification(run["name"].description, run["value"]))
  }
}
