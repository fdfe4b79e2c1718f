import TesseraValues
import TesseraXcodeFiles

/// Tab controllers: one screen with the pages of all tabs, or a bar below each of their screens.
enum TabRules {
  /// Returns the view of a screen, with the bar of its tab controller below it if it is the first screen of a tab.
  static func screen(
    _ view: ComponentNode, of controller: StoryboardController, in context: inout ScreenContext
  ) -> JSONNode {
    guard let tabs = context.directory.tabs[controller.key], tabs.count > 1,
      let selected = tabs.firstIndex(where: { $0.key == controller.key })
    else { return view.node }
    var inner = view
    inner[style: "flexGrow"] = .number(1)
    var bar = bar(tabs, selected: selected, in: &context)
    bar[member: "onChange"] = .list(
      tabs.enumerated().filter { $0.offset != selected }.map { index, tab in
        .object([
          ("type", .text("condition")), ("condition", .text("@{onChange.value == \(index)}")),
          ("onTrue", .object([("type", .text("replace")), ("screen", .text(tab.screen)), ("all", .flag(true))])),
        ])
      })
    var outer = ComponentNode("container")
    outer.children = [inner.node, bar.node]
    return outer.node
  }

  /// Returns whether a screen shows the pages of all tabs, so that they keep what people did in them. Their schemes must
  /// not contradict each other: the screen has one.
  static func isJoined(_ key: String, in directory: ScreenDirectory) -> Bool {
    guard directory.admitsParts, let tabs = directory.tabs[key], tabs.count > 1, tabs[0].key == key,
      Set(tabs.map(\.key)).count == tabs.count
    else { return false }
    let schemes = tabs.compactMap { directory.scheme(of: $0.key) }
    let names = schemes.map { SchemeSections.names(in: $0).subtracting(["@self"]) }
    let own = schemes.compactMap { $0["elements"]?["@self"] }.map { JSONText.text(of: $0, indented: false) }
    return names.reduce(0) { $0 + $1.count } == names.reduce(into: Set()) { $0.formUnion($1) }.count
      && Set(own).count < 2
  }

  /// Returns the pages of all tabs, of which one is shown, and the bar below them.
  static func pages(_ tabs: [ScreenDirectory.Tab], _ components: inout ComponentTranslator) -> ComponentNode {
    let bar = bar(tabs, selected: 0, in: &components.context)
    var outer = ComponentNode("container")
    for (index, tab) in tabs.enumerated() {
      var page = ComponentNode("container")
      page[style: "flexGrow"] = .number(1)
      page[style: "flexBasis"] = .number(0)
      page[style: "display"] = .text("@{\(bar.id ?? "").value == \(index) ? 'flex' : 'none'}")
      if let box = components.box(of: tab.controller, depth: 1, isAtTop: true) { page.children = [box.node] }
      outer.children.append(page.node)
    }
    outer.children.append(bar.node)
    return outer
  }

  private static func bar(
    _ tabs: [ScreenDirectory.Tab], selected: Int, in context: inout ScreenContext
  ) -> ComponentNode {
    var bar = ComponentNode("tabBar", id: context.identifiers.name(of: "tabBar", suggestion: "tabBar"))
    bar[member: "items"] = .list(
      tabs.map { tab in
        let row = tab.systemItem.flatMap { SystemItemTable.tab(of: $0) }
        let title = tab.title.map { context.node(of: $0) } ?? .text(row?.title ?? tab.screen)
        if let icon = row?.icon { return .object([("text", title), ("icon", .text(icon))]) }
        guard let image = tab.image.flatMap({ context.barImage($0, of: tab.controller) }) else { return title }
        return .object([("text", title)] + image)
      })
    bar[member: "value"] = .number(Double(selected))
    return bar
  }

  /// The maximum number of tabs. Phones show five; further ones are left out.
  private static let maximumTabs = 10

  /// Finds the tabs beside each screen.
  static func findTabs(_ directory: inout ScreenDirectory) {
    for controller in directory.document.controllers {
      guard case .tabs(let keys) = controller.kind else { continue }
      var tabs: [ScreenDirectory.Tab] = []
      for key in keys.prefix(maximumTabs) {
        guard let content = directory.contents[key], let screen = directory.names[content] else { continue }
        let child = directory.document.controller(key)
        let item = child?.tabItem ?? directory.document.controller(content)?.tabItem
        // A standard tab has a title of its own.
        let title = item?.title ?? (item?.systemItem == nil ? child?.title : nil)
        tabs.append(
          ScreenDirectory.Tab(
            title: title, systemItem: item?.systemItem, image: item?.image, screen: screen, key: content,
            controller: key))
      }
      for tab in tabs where directory.tabs[tab.key] == nil { directory.tabs[tab.key] = tabs }
    }
  }
}
