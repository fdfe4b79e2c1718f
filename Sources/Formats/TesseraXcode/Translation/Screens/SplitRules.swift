import TesseraValues

/// Split controllers: two controllers side by side where there is room, else the first one, which pushes the second.
enum SplitRules {
  /// The width of the first controller beside the second, in points.
  private static let masterWidth = 320.0

  /// Finds the controllers beside each other.
  static func findSplits(_ directory: inout ScreenDirectory) {
    for controller in directory.document.controllers {
      guard case .split(let keys) = controller.kind, keys.count > 1, let content = directory.contents[keys[0]],
        let detail = directory.contents[keys[keys.count - 1]], detail != content, directory.splits[content] == nil
      else { continue }
      directory.splits[content] = ScreenDirectory.Split(master: keys[0], detail: keys[keys.count - 1])
    }
  }

  /// Returns the screen's context, which holds what the second controller shows.
  static func data(named name: String) -> JSONNode {
    .object([("id", .text(name)), ("value", .object([("content", .none)]))])
  }

  /// Returns the view of both controllers.
  static func view(
    of split: ScreenDirectory.Split, named name: String, _ components: inout ComponentTranslator
  ) -> ComponentNode {
    var master = side(components.box(of: split.master, depth: 1, isAtTop: true))
    master[style: "width"] = .text(SizeClass.choice("\(NumberFormat.text(masterWidth))", "widget.width"))
    let shown = JSONNode.text(SizeClass.choice("'flex'", "'none'"))
    var line = ComponentNode("container")
    line[style: "width"] = .number(ComponentTranslator.separatorHeight)
    line[style: "backgroundColor"] = .text("separator")
    line[style: "display"] = shown
    var detail = ComponentNode(
      "contentDisplayView",
      id: components.context.identifiers.name(of: "\(split.detail) detail", suggestion: "detailView"))
    detail[member: "content"] = .text("@{\(name).content}")
    for (key, value) in [("flexGrow", 1.0), ("flexBasis", 0)] { detail[style: key] = .number(value) }
    detail[style: "display"] = shown
    if let box = components.box(of: split.detail, depth: 1, isAtTop: true) { detail.children = [box.node] }
    var box = ComponentNode("container")
    box[style: "flexDirection"] = .text("row")
    box.children = [master.node, line.node, detail.node]
    return box
  }

  private static func side(_ content: ComponentNode?) -> ComponentNode {
    var box = ComponentNode("container")
    if let content { box.children = [content.node] }
    return box
  }

  /// Returns whether a segue shows the second controller.
  static func showsDetail(_ key: String, in context: ScreenContext) -> Bool {
    guard context.dataName != nil, let split = context.directory.splits[context.controller.key],
      let content = context.directory.contents[key]
    else { return false }
    return context.directory.contents[split.detail] == content
  }

  /// Returns what shows the second controller: beside the first one, or on top of it.
  static func action(screen: String, isView: Bool, in context: ScreenContext) -> JSONNode {
    let isPushed = context.directory.stacks[context.controller.key] != nil
    var narrow: [(String, JSONNode)] = [("type", .text(isPushed ? "push" : "present")), ("screen", .text(screen))]
    if !isView { narrow.append(("content", .none)) }
    return .object([
      ("type", .text("condition")), ("condition", .text("@{\(SizeClass.isRegularWidth)}")),
      (
        "onTrue",
        .object([
          ("type", .text("setContext")), ("context", .text(context.dataName ?? "")), ("path", .text("content")),
          ("value", isView ? .text("@{content}") : .none),
        ])
      ),
      ("onFalse", .object(narrow)),
    ])
  }
}
