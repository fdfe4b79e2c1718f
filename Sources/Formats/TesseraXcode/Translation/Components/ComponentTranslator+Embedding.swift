import TesseraValues

/// Controllers within controllers.
extension ComponentTranslator {
  /// Returns the view of a controller, or an empty box if code makes it.
  mutating func view(of controller: StoryboardController, depth: Int = 0) -> ComponentNode {
    if let view = controller.view { return component(of: view, isRoot: true, depth: depth) }
    let isPages = controller.className.base == "UIPageViewController"
    context.report(
      "interface-view",
      isPages
        ? "The pages of a page controller are code of the app"
        : "The controller has no view; it may be made by code", controller.id,
      fix: isPages ? "Convert the bundle, and write a 'pager' with the pages" : nil)
    return ComponentNode("container")
  }

  /// Fills the place of an embedded controller.
  mutating func embed(_ segue: StoryboardSegue, into node: inout ComponentNode, depth: Int) {
    guard let key = segue.destination, context.directory.document.controller(key) != nil else {
      return context.report(
        "interface-segue", "The segue leads to '\(segue.destination ?? "?")', which is missing", segue.id)
    }
    if let inner = box(of: key, depth: depth + 1, isAtTop: false) { node.children.append(inner.node) }
  }

  /// Returns a box that a controller fills, below the bar of its stack if it has one. If it has another place in the
  /// screen, that is reported.
  /// - Parameter isAtTop: Whether the box begins where the screen does. UIKit's view of it then extends under the status
  ///   bar.
  mutating func box(of key: String, depth: Int, isAtTop: Bool) -> ComponentNode? {
    guard let content = context.directory.contents[key],
      let controller = context.directory.document.controller(content), context.place(controller)
    else {
      context.report(
        "interface-segue",
        "'\(key)' is left out here: a screen shows a controller once, and all show a limited number of others", key)
      return nil
    }
    let outer = (controller: context.controller, top: topExtension)
    defer { (context.controller, topExtension) = outer }
    context.controller = controller
    let stack = context.directory.document.controller(key)
    switch stack?.kind {
    case .tabs, .split:
      context.report("interface-class", "A container within a screen shows its first controller only", controller.id)
    default: break
    }
    let bar = stack?.bar.flatMap { $0.isHidden ? nil : $0 }
    topExtension = (isAtTop ? ScreenTranslator.statusBarHeight : 0) + (bar == nil ? 0 : InnerBar.height)
    let members = bar.map { bar in
      ScreenTranslator.navigationItem(of: controller, bar: bar, styleId: context.directory.barStyles[key], &self)
    }
    var view = view(of: controller, depth: depth + 1)
    view[style: "flexGrow"] = .number(1)
    view[style: "flexBasis"] = .number(0)
    guard let bar, let members else { return view }
    var box = ComponentNode("container")
    box[style: "flexGrow"] = .number(1)
    box.children = [InnerBar.component(members, bar, of: controller, in: &context).node, view.node]
    return box
  }
}

/// The bar of a navigation controller within a screen, as a box.
enum InnerBar {
  static let height = ScreenTranslator.navigationBarHeight
  /// The distance of the bar's items from the edges and from each other, in points.
  private static let margin = 16.0
  private static let space = 8.0

  /// - Parameter members: Those of the section `navigationItem`.
  static func component(
    _ members: [(String, JSONNode)], _ appearance: StoryboardBarAppearance, of controller: StoryboardController,
    in context: inout ScreenContext
  ) -> ComponentNode {
    var bar = ComponentNode("container")
    bar[member: "layout"] = .text("constraints")
    var texts: [JSONNode] = []
    func name(_ part: String) -> String {
      context.identifiers.name(of: "\(controller.id) \(part)", suggestion: part)
    }
    for (key, value) in members {
      switch key {
      case "styleId": bar[member: "styleId"] = value
      case "title", "titleView":
        let name = name("barTitle")
        texts += ["\(name).centerX = centerX", "\(name).centerY = centerY"].map { .text($0) }
        bar.children.append(key == "title" ? title(value, name, appearance) : box(value, name))
      case "leftItems", "rightItems":
        let isLeft = key == "leftItems"
        let name = name(isLeft ? "leftBarItems" : "rightBarItems")
        texts += [
          isLeft
            ? "\(name).leading = leading + \(NumberFormat.text(margin))"
            : "\(name).trailing = trailing - \(NumberFormat.text(margin))", "\(name).centerY = centerY",
        ].map { .text($0) }
        bar.children.append(box(value, name))
      default: continue
      }
    }
    bar[member: "constraints"] = .list(texts)
    bar[style: "height"] = .number(height)
    if bar[member: "styleId"] == nil { bar[style: "backgroundColor"] = .text("background") }
    bar[style: "borderBottomWidth"] = .number(ComponentTranslator.separatorHeight)
    bar[style: "borderColor"] = .text("separator")
    return bar
  }

  private static func title(_ text: JSONNode, _ name: String, _ appearance: StoryboardBarAppearance) -> JSONNode {
    var node = ComponentNode("text", id: name)
    node[member: "text"] = text
    node[style: "fontSize"] = .number(17)
    node[style: "fontWeight"] = .number(600)
    node[style: "maximumLines"] = .number(1)
    if let color = BarStyle.titleColor(of: appearance) { node[style: "color"] = .text(ColorTable.text(of: color)) }
    return node.node
  }

  /// Returns a box with one component or several side by side.
  private static func box(_ content: JSONNode, _ name: String) -> JSONNode {
    var node = ComponentNode("container", id: name)
    node[style: "flexDirection"] = .text("row")
    node[style: "alignItems"] = .text("center")
    node[style: "gap"] = .number(space)
    node.children = content.elements ?? [content]
    return node.node
  }
}
