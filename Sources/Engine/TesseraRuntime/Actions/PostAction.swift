import TesseraComponents
import TesseraValues

extension ActionDefinition {
  static let post = ActionDefinition(
    type: "post",
    documentation:
      "Posts a notification to controllers with its name in 'renderOn', and to the app that embeds the widget.",
    synonyms: ["notify", "postNotification", "emit", "broadcast"],
    attributes: [
      Attribute("name", .string, "The name of the notification.", isRequired: true),
      Attribute("value", .any, "The value of the notification."),
    ]
  ) { run in
    guard let screen = run.screen, !screen.core.instance.isDrawnOnly else { return }
    screen.core.instance.post(WidgetNotification(run["name"].description, run["value"]))
  }
}
