import Foundation
import TesseraBundles
import TesseraComponents
import TesseraValues
import TesseraViews

extension ActionDefinition {
  private static let screen = Attribute(
    "screen", .reference(.screen), "The screen that opens.", synonyms: ["name", "to", "view", "page"])
  private static let url = Attribute(
    "url", .address, "The URL of the screen that opens, on a host that the manifest lists.",
    synonyms: ["href", "remote", "address"])
  /// The attributes of the request for a remote screen.
  private static let asking = [
    Attribute("method", .string, "The HTTP method for `url`; GET by default."),
    Attribute("headers", .object, "The header fields for `url`, by name."),
    Attribute("body", .any, "The body for `url`: text as it is, anything else as JSON."),
    Attribute(
      "fallback", .reference(.screen), "The screen that opens if `url` cannot be fetched; an error is shown by default."
    ),
    Attribute(
      "prefetch", .bool,
      "Whether `url` is prefetched when this screen opens; only for URLs without expressions."
    ),
  ]
  /// The value that the screen that appears receives.
  private static let navigationResult = Attribute(
    "hands", .object,
    "A value that is written to a context of the screen that appears: 'context', optionally 'path', and 'value'.")
  private static let stack = Attribute(
    "stack", .reference(.stack),
    "The style of the stack that opens: a name in the `stacks` of the manifest or the host.",
    synonyms: ["controllerId"])
  private static let content = Attribute(
    "content", .any,
    "The content of the screen; by default that of the sender: the item of its row, or the screen's content.")

  static let push = ActionDefinition(
    type: "push", documentation: "Opens a screen on top of the current one.",
    synonyms: ["navigate", "show", "pushView", "goTo", "openScreen"],
    attributes: [screen, url, content] + asking + [navigationResult],
    alternatives: ["screen", "url"]
  ) { run in
    guard let (screen, definition) = run.opened else { return }
    screen.core.navigation.push(
      definition, content: run.content(for: definition), navigationResult: run.navigationResult)
  }

  static let present = ActionDefinition(
    type: "present", documentation: "Presents a screen over all others, in a new stack.",
    synonyms: ["modal", "showModal", "presentView"],
    attributes: [
      screen, url, content,
      Attribute(
        "as", .choice(StackStyle.Presentation.allCases.map(\.rawValue)),
        "The presentation style: full screen, which is the default, a sheet or a popover."),
      stack,
    ] + asking + [navigationResult], alternatives: ["screen", "url"]
  ) { run in
    guard let (screen, definition) = run.opened else { return }
    var look = run.stackLook ?? StackAppearance()
    if let presentation = run["as"].string.flatMap(StackStyle.Presentation.init) { look.presentation = presentation }
    screen.core.navigation.present(
      definition, as: look, content: run.content(for: definition), navigationResult: run.navigationResult)
  }

  static let replace = ActionDefinition(
    type: "replace",
    documentation: "Replaces the open screens, so that the user cannot go back to them.",
    synonyms: ["resetStack", "resetApplication", "redirect"],
    attributes: [
      screen, url, content,
      Attribute(
        "all", .bool,
        "Whether all screens are replaced, rather than those of the current stack; false by default."),
      stack,
    ] + asking + [navigationResult], alternatives: ["screen", "url"]
  ) { run in
    guard let (screen, definition) = run.opened else { return }
    screen.core.navigation.replace(
      screen, by: definition, isWhole: run["all"].isTrue, as: run.stackLook, content: run.content(for: definition),
      navigationResult: run.navigationResult)
  }

  static let pop = ActionDefinition(
    type: "pop", documentation: "Goes back to the previous screen, or further.",
    synonyms: ["back", "popView", "goBack"],
    attributes: [
      Attribute(
        "to", .string,
        "The name or URL of the earlier screen to go back to; without such a screen, nothing happens."),
      navigationResult,
    ]
  ) { run in
    guard let screen = run.screen else { return }
    guard run.call.attributes["to"] != nil else {
      return screen.core.navigation.pop(screen, navigationResult: run.navigationResult)
    }
    screen.core.navigation.pop(to: run["to"].description, from: screen, navigationResult: run.navigationResult)
  }

  static let dismiss = ActionDefinition(
    type: "dismiss", documentation: "Dismisses the stack presented last.", synonyms: ["close", "hide", "popStack"],
    attributes: [navigationResult]
  ) { run in run.screen.map { $0.core.navigation.dismissStack(of: $0, navigationResult: run.navigationResult) } }

  static let openRoute = ActionDefinition(
    type: "openRoute",
    documentation: "Asks the app that embeds the widget to open one of its routes. A board has none.",
    synonyms: ["openNativeRoute", "deepLink"],
    attributes: [
      Attribute("route", .string, "The name of the route in the app.", isRequired: true),
      Attribute("data", .object, "The parameters, by name."),
      Attribute("replacesAll", .bool, "Whether the route replaces all open screens; false by default."),
    ]
  ) { run in
    guard let screen = run.screen else { return }
    let route = AppRoute(
      route: run["route"].description, data: run["data"].dictionary?.mapValues(\.description) ?? [:],
      replacesAll: run["replacesAll"].isTrue)
    if screen.core.instance.environment.openRoute?(route) != true {
      run.report("There is no route '\(route.route.prefix(100))' here")
    }
  }

  static let openURL = ActionDefinition(
    type: "openURL",
    documentation:
      "Lets the host open an address elsewhere: http, https, mailto, tel, or a scheme of the manifest's `links`.",
    synonyms: ["link", "openLink", "openExternalURL", "url", "open"],
    attributes: [Attribute("url", .string, "The address.", isRequired: true, synonyms: ["href", "link", "address"])]
  ) { run in
    let text = run["url"].description
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), text.utf8.count <= 8192,
      LinkSchemes.all.contains(scheme) || run.linkSchemes.contains(scheme),
      url.host?.isEmpty == false || !scheme.hasPrefix("http")
    else { return run.report("'\(text.prefix(100))' is not a URL that can be opened") }
    // The window performs the request because it outlives the screens that later actions close.
    run.screen?.core.hierarchy.window.perform(.openURL(text))
  }

  static let resize = ActionDefinition(
    type: "resize",
    documentation:
      "Requests a size in cells from the board, if there is room: `4×2`, columns first. Without a board, nothing happens.",
    attributes: [Attribute("cells", .string, "Columns and rows.", isRequired: true)]
  ) { run in
    guard let size = GridSize(run["cells"].description) else {
      return run.report("'\(run["cells"].description.prefix(40))' is not a size in cells, such as 4×2")
    }
    run.screen?.core.hierarchy.window.perform(.requestGridCells(size))
  }
}

extension ActionRun {
  /// The URL schemes of the apps that belong to the widget.
  fileprivate var linkSchemes: [String] { screen?.core.instance.definition.bundle.manifest.links ?? [] }

  /// The screen that contains the action, and the one that it opens.
  fileprivate var opened: (from: ScreenController, definition: ScreenDefinition)? {
    guard let screen else { return nil }
    guard call.attributes["url"] == nil else {
      let url = screen.core.instance.absolute(self["url"].description)
      let fetch = ScreenRequest(
        url: url, method: self["method"].string,
        headers: screen.requestHeaders(with: self["headers"].dictionary ?? [:]), body: self["body"])
      var definition = ScreenDefinition(name: url, source: .literal(.string(url)))
      definition.request = fetch
      definition.fallback = self["fallback"].string
      definition.ownScreens = screen.definition.ownScreens
      return (screen, definition)
    }
    return (screen, screen.screen(named: self["screen"].description))
  }

  /// The appearance of the stack that opens, if the action names one. An unknown name stands for the default.
  fileprivate var stackLook: StackAppearance? {
    self["stack"].string.flatMap { screen?.core.instance.definition.stacks[$0] }
  }

  /// The value that the screen that appears receives.
  fileprivate var navigationResult: NavigationResult? {
    guard let name = self["hands"].value(at: "context").string else { return nil }
    return NavigationResult(
      context: name, path: self["hands"].value(at: "path").string ?? "", value: self["hands"].value(at: "value"))
  }

  /// Returns the content of the screen that opens: the value in the document, or else the sender's content, unless the
  /// screen opts out of that.
  fileprivate func content(for definition: ScreenDefinition) -> Value {
    if call.attributes["content"] != nil { return self["content"] }
    return definition.derivesContent ? scope.value(at: "content") : .null
  }
}
