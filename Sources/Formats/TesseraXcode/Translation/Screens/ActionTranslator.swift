import TesseraValues

/// Writes what controls do: segues and messages to controllers and views.
struct ActionTranslator {
  /// Writes the events of a sender with their actions.
  ///
  /// - Parameter isView: Whether it is a view. Buttons of a bar are none, and pass no content on.
  static func write(
    _ actions: [StoryboardAction], sender: StoryboardDocument.ObjectID, isView: Bool = true,
    into node: inout ComponentNode, in context: inout ScreenContext
  ) {
    var found: [(name: String, values: [JSONNode])] = []
    for action in actions {
      guard let event = name(of: action.event) else {
        context.report("interface-action", "The event of '\(action.selector)' has no counterpart", sender)
        continue
      }
      guard let value = self.node(of: action, sender: sender, isView: isView, in: &context) else { continue }
      if let index = found.firstIndex(where: { $0.name == event }) {
        found[index].values.append(value)
      } else {
        found.append((event, [value]))
      }
    }
    for (name, values) in found { node[member: name] = .oneOrList(values) }
  }

  private static func name(of event: StoryboardAction.Event) -> String? {
    switch event {
    case .press: "onPress"
    case .longPress: "onLongPress"
    case .change: "onChange"
    case .submit: "onSubmit"
    case .refresh: "onRefresh"
    case .other: nil
    }
  }

  private static func node(
    of action: StoryboardAction, sender: StoryboardDocument.ObjectID, isView: Bool, in context: inout ScreenContext
  ) -> JSONNode? {
    let controller = context.controller
    if let segue = controller.segues.first(where: { $0.id == action.destination }) {
      return node(of: segue, isView: isView, in: &context)
    }
    if action.destination == controller.id || action.destination == "IBFirstResponder" {
      switch action.selector {
      case "dismissAction:": return .object([("type", .text("dismiss"))])
      case "backAction:": return .object([("type", .text("pop"))])
      case "nextAction:":
        if let segue = controller.segues.first(where: { $0.identifier == "Next" }) {
          return node(of: segue, isView: isView, in: &context)
        }
      default: break
      }
    }
    if let selector = OutletTable.selector(action.selector),
      let target = context.identifiers.existing(action.destination)
    {
      if action.selector == "becomeFirstResponder" {
        return .object([("type", .text("focus")), ("id", .text(target))])
      }
      let name = context.identifiers.name(of: sender, suggestion: "button")
      context.scheme.add(
        .object([("target", .text(target)), ("selector", .text(selector))]), "action", to: name)
      return nil
    }
    context.report(
      "interface-action", "The action '\(action.selector)' is code of the app, which a bundle does not contain", sender,
      fix: "Run it with an action controller of the scheme")
    return nil
  }

  /// Returns the action of a segue; `nil` if it has none.
  static func node(of segue: StoryboardSegue, isView: Bool = true, in context: inout ScreenContext) -> JSONNode? {
    if segue.kind == .unwind {
      // Where it leads is decided at run time: the nearest controller with the selector.
      return .object([("type", .text(isPresented(context) ? "dismiss" : "pop"))])
    }
    guard let key = segue.destination, let screen = context.directory.screen(of: key) else {
      context.report("interface-segue", "The segue leads to '\(segue.destination ?? "?")', which is missing", segue.id)
      return nil
    }
    var members: [(String, JSONNode)]
    switch segue.kind {
    case .showDetail where SplitRules.showsDetail(key, in: context):
      return SplitRules.action(screen: screen, isView: isView, in: context)
    case .show, .showDetail:
      let isPushed = context.directory.stacks[context.controller.key] != nil && !context.directory.isContainer(key)
      members = [("type", .text(isPushed ? "push" : "present")), ("screen", .text(screen))]
      if !isPushed { members += presentation(of: segue, key, context) }
    case .present:
      members = [("type", .text("present")), ("screen", .text(screen))] + presentation(of: segue, key, context)
    case .popover: members = [("type", .text("present")), ("screen", .text(screen)), ("as", .text("popover"))]
    case .preview, .embed, .unwind: return nil
    case .custom:
      context.report("interface-segue", "The segue has a class of its own; it presents the screen", segue.id)
      members = [("type", .text("present")), ("screen", .text(screen))]
    }
    if !isView { members.append(("content", .none)) }
    return .object(members)
  }

  private static func presentation(
    of segue: StoryboardSegue, _ key: String, _ context: ScreenContext
  ) -> [(String, JSONNode)] {
    switch segue.presentation ?? context.directory.document.controller(key)?.modalPresentation {
    case "pageSheet", "formSheet": [("as", .text("sheet"))]
    case "popover": [("as", .text("popover"))]
    default: []
    }
  }

  /// Returns whether the screen is the first of a presented stack.
  private static func isPresented(_ context: ScreenContext) -> Bool {
    let key = context.controller.key
    guard let stack = context.directory.stacks[key] else { return true }
    return context.directory.contents[stack] == key && context.directory.document.entryPoint != stack
  }
}
