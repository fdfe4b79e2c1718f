import Foundation
import TesseraComponents
import TesseraValues
import TesseraViews

extension ActionDefinition {
  private static let screen = Attribute(
    "screen", .reference(.screen), "The screen that opens.", synonyms: ["name", "to", "view", "page"])
  private static let url = Attribute(
    "url", .address, "The address of the screen that opens, on a host that the manifest names.",
    synonyms: ["href", "remote", "address"])
  private static let content = Attribute(
    "content", .any,
    "What the screen is about; by default what the sender is about: the item of its row, or the content.")

  static let push = ActionDefinition(
    type: "push", documentation: "Opens a screen on top of the current one.",
    synonyms: ["navigate", "show", "pushView", "goTo", "openScreen"], attributes: [screen, url, content],
    alternatives: ["screen", "url"]
  ) { run in
    guard let (screen, definition) = run.opened else { return }
    screen.core.push(definition, content: run.content(for: definition), from: screen)
  }

  static let present = ActionDefinition(
    type: "present", documentation: "Opens a screen over all others, with a way back of its own.",
    synonyms: ["modal", "showModal", "presentView"],
    attributes: [
      screen, url, content,
      Attribute(
        "as", .choice(PresentationStyle.allCases.map(\.rawValue)),
        "How it stands over the others: over all of the window, which is the default, as a sheet or as a popover."),
    ], alternatives: ["screen", "url"]
  ) { run in
    let style = run["as"].string.flatMap(PresentationStyle.init) ?? .full
    guard let (screen, definition) = run.opened else { return }
    screen.core.present(definition, as: style, content: run.content(for: definition), from: screen)
  }

  static let pop = ActionDefinition(
    type: "pop", documentation: "Goes back to the screen below.", synonyms: ["back", "popView", "goBack"]
  ) { run in run.screen.map { $0.core.pop($0) } }

  static let dismiss = ActionDefinition(
    type: "dismiss", documentation: "Closes what was presented last.", synonyms: ["close", "hide"]
  ) { run in run.screen.map { $0.core.dismissStack(of: $0) } }

  static let openURL = ActionDefinition(
    type: "openURL", documentation: "Lets the host open an address elsewhere: http, https, mailto or tel.",
    synonyms: ["link", "openLink", "openExternalURL", "url", "open"],
    attributes: [Attribute("url", .string, "The address.", isRequired: true, synonyms: ["href", "link", "address"])]
  ) { run in
    let text = run["url"].description
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), text.utf8.count <= 8192,
      LinkSchemes.all.contains(scheme),
      url.host?.isEmpty == false || !scheme.hasPrefix("http")
    else { return run.report("'\(text.prefix(100))' is not an address that can be opened") }
    // The window stays, whatever the actions behind this one close.
    run.screen?.core.hierarchy.window.perform(.openURL(text))
  }
}

extension ActionRun {
  /// The screen that the action stands on, and the one that it opens.
  fileprivate var opened: (from: ScreenController, definition: ScreenDefinition)? {
    guard let screen else { return nil }
    let url = self["url"].description
    let definition =
      call.attributes["url"] == nil
      ? screen.core.instance.definition.screen(named: self["screen"].description)
      : ScreenDefinition(name: url, source: .literal(.string(url)))
    return (screen, definition)
  }

  /// What a screen is given that opens: what the document says, or else what the sender is about, unless the screen does
  /// not want that.
  fileprivate func content(for definition: ScreenDefinition) -> Value? {
    if call.attributes["content"] != nil { return self["content"] }
    return definition.derivesContent ? scope.value(at: "content") : .null
  }
}
