import Foundation
import TesseraComponents
import TesseraValues
import TesseraViews

extension ActionDefinition {
  private static let screen = Attribute(
    "screen", .reference(.screen), "The screen that opens.", isRequired: true, synonyms: ["name", "to", "view", "page"])
  private static let content = Attribute(
    "content", .any,
    "What the screen is about; by default what the sender is about: the item of its row, or the content.")

  static let push = ActionDefinition(
    type: "push", documentation: "Opens a screen on top of the current one.",
    synonyms: ["navigate", "show", "pushView", "goTo", "openScreen"], attributes: [screen, content]
  ) { run in
    run.screen?.core.push(run["screen"].description, content: run.contentForScreen, from: run.screen)
  }

  static let present = ActionDefinition(
    type: "present", documentation: "Opens a screen over all others, with a way back of its own.",
    synonyms: ["modal", "showModal", "presentView"],
    attributes: [
      screen, content,
      Attribute(
        "as", .choice(PresentationStyle.allCases.map(\.rawValue)),
        "How it stands over the others: over all of the window, which is the default, as a sheet or as a popover."),
    ]
  ) { run in
    let style = run["as"].string.flatMap(PresentationStyle.init) ?? .full
    run.screen?.core.present(run["screen"].description, as: style, content: run.contentForScreen, from: run.screen)
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
      ["http", "https", "mailto", "tel"].contains(scheme),
      url.host?.isEmpty == false || !scheme.hasPrefix("http")
    else { return run.report("'\(text.prefix(100))' is not an address that can be opened") }
    // The window stays, whatever the actions behind this one close.
    run.screen?.core.hierarchy.window.perform(.openURL(text))
  }
}

extension ActionRun {
  /// What a screen is given that opens: what the document says, or else what the sender is about, unless the screen does
  /// not want that.
  fileprivate var contentForScreen: Value? {
    if call.attributes["content"] != nil { return self["content"] }
    guard let screen, screen.core.instance.definition.screen(named: self["screen"].description).derivesContent else {
      return .null
    }
    return scope.value(at: "content")
  }
}
