import TesseraValues
import TesseraXcodeFiles

/// Writes a controller as the document of a screen.
struct ScreenTranslator {
  /// The heights of bars in UIKit, in points: the root view extends under them, ours begins below.
  static let statusBarHeight = 20.0
  static let navigationBarHeight = 44.0
  /// The size of titles in bars, in points.
  private static let titleSize = 17.0

  /// A screen that was written.
  struct Screen {
    var document: JSONNode
    /// What its scheme becomes; `nil` if there is none, or it stays as it is.
    var scheme: JSONNode?
    var diagnostics: [Diagnostic] = []
    var localizedTexts: [String: String] = [:]
  }

  /// Writes a screen.
  static func screen(
    of controller: StoryboardController, in directory: ScreenDirectory, localizedKeys: Set<String>
  ) -> Screen {
    var context = ScreenContext(controller, directory: directory)
    context.localizedKeys = localizedKeys
    let stack = directory.stacks[controller.key]
    let split = directory.splits[controller.key]
    let bar = stack.flatMap { directory.document.controller($0)?.bar }
    let tabs = TabRules.isJoined(controller.key, in: directory) ? directory.tabs[controller.key] : nil
    // Controllers side by side, and the pages of tabs, have their own bars.
    let hasBar = stack != nil && bar?.isHidden != true && split == nil && tabs == nil
    context.nameConnectedObjects()
    var components = ComponentTranslator(
      context: context, topExtension: statusBarHeight + (hasBar ? navigationBarHeight : 0))
    var sections: [(String, JSONNode)] = []
    let item = navigationItem(
      of: controller, bar: hasBar ? bar : nil, styleId: stack.flatMap { directory.barStyles[$0] }, &components)
    // Without this section, the first screen of a stack would have no bar.
    sections.append(("navigationItem", .object(item)))
    let node: JSONNode
    if let tabs {
      node = TabRules.pages(tabs, &components).node
    } else if let split {
      let name = components.context.identifiers.name(of: "\(controller.id) split", suggestion: "split")
      components.context.dataName = name
      sections.append(("context", SplitRules.data(named: name)))
      node = SplitRules.view(of: split, named: name, &components).node
    } else {
      _ = components.context.place(controller)
      node = TabRules.screen(components.view(of: controller), of: controller, in: &components.context)
    }
    sections.append(("view", node))
    var scheme = components.context.scheme
    for part in components.context.parts {
      if let view = part.view { scheme.addOutlets(of: view, in: &components.context) }
      scheme.addObjects(of: part, in: &components.context)
    }
    let joined = scheme.sections(in: &components.context)
    components.reportRest()
    var screen = Screen(document: .object(sections))
    if let own = directory.scheme(of: controller.key) {
      let rest = (own.members ?? []).filter { member in !joined.contains { $0.name == member.name } }
      let all = JSONNode.object(rest.map { ($0.name, $0.value) } + joined.map { ($0.name, $0.value) })
      let isChanged = joined.contains { name, value in
        own[name].map { JSONText.text(of: $0, indented: false) } != JSONText.text(of: value, indented: false)
      }
      if isChanged { screen.scheme = all }
    } else {
      screen.document = .object(sections + joined.map { ($0.name, $0.value) })
    }
    screen.diagnostics = components.context.diagnostics
    screen.localizedTexts = components.context.localizedTexts
    return screen
  }

  static func navigationItem(
    of controller: StoryboardController, bar: StoryboardBarAppearance?, styleId: String?,
    _ components: inout ComponentTranslator
  ) -> [(String, JSONNode)] {
    guard let bar else { return [("hidden", .flag(true))] }
    var members: [(String, JSONNode)] = []
    let item = controller.navigationItem
    if let title = item?.title ?? controller.title, title.string?.isEmpty == false {
      members.append(("title", components.context.node(of: title)))
    }
    // In UIKit, the title is what the next screen's back button says.
    if let title = item?.backTitle ?? item?.title ?? controller.title, pushes(controller) {
      members.append(("backTitle", components.context.node(of: title)))
    }
    if let styleId { members.append(("styleId", .text(styleId))) }
    guard let item else { return members }
    if let view = item.titleView { members.append(("titleView", titleView(view, &components).node)) }
    for (name, items) in [("leftItems", item.leftItems), ("rightItems", item.rightItems)] {
      let nodes = items.compactMap { button($0, bar, &components) }
      if !nodes.isEmpty { members.append((name, .list(nodes))) }
    }
    if item.hidesBackButton { members.append(("hidesBackButton", .flag(true))) }
    if item.prompt != nil {
      components.context.report(
        "interface-property", "The prompt above the title has no counterpart", controller.id,
        fix: "Needed: 'prompt' of 'navigationItem'")
    }
    return members
  }

  private static func pushes(_ controller: StoryboardController) -> Bool {
    controller.segues.contains { [.show, .showDetail].contains($0.kind) }
  }

  private static func titleView(_ view: StoryboardView, _ components: inout ComponentTranslator) -> ComponentNode {
    var node = components.component(of: view)
    if !view.subviews.isEmpty {
      node[style: "width"] = .number(view.frame.width)
      node[style: "height"] = .number(view.frame.height)
    }
    return node
  }

  private static func button(
    _ item: StoryboardBarItem, _ bar: StoryboardBarAppearance, _ components: inout ComponentTranslator
  ) -> JSONNode? {
    if let view = item.customView { return components.component(of: view).node }
    let name = item.systemItem ?? ""
    // Bars here have no room to distribute.
    guard name != "flexibleSpace", name != "fixedSpace" else { return nil }
    let row = SystemItemTable.row(of: name)
    let suggestion = IdentifierTable.suggestion(item.title?.string ?? row?.label ?? item.image?.string, kind: "Button")
    var node = ComponentNode("button", id: components.context.identifiers.name(of: item.id, suggestion: suggestion))
    if let members = item.image.flatMap({ components.context.barImage($0, of: item.id) }) {
      for (name, value) in members { node[member: name] = value }
      if let title = item.title { node[member: "accessibilityLabel"] = components.context.node(of: title) }
    } else if let icon = row?.icon {
      node[member: "icon"] = .text(icon)
      node[member: "accessibilityLabel"] = row.map { .text($0.label) }
    } else {
      node[member: "text"] = item.title.map { components.context.node(of: $0) } ?? .text(row?.title ?? "")
    }
    if !item.isEnabled { node[member: "disabled"] = .flag(true) }
    for attribute in item.attributes {
      guard case .property(let property)? = AttributeTable.target(of: attribute.keyPath) else { continue }
      node[member: property] = components.context.node(of: attribute.value)
    }
    let bindings = item.attributes.filter {
      if case .binding? = AttributeTable.target(of: $0.keyPath) { true } else { false }
    }.compactMap { BindingText.binding($0.value.string ?? "") }
    if !bindings.isEmpty { node[member: "wx.addBinding"] = .oneOrList(bindings) }
    ActionTranslator.write(item.actions, sender: item.id, isView: false, into: &node, in: &components.context)
    if let tint = item.tint ?? bar.tint, item.tint != nil || tint != BarStyle.titleColor(of: bar) {
      node[style: "color"] = .text(ColorTable.text(of: tint))
    }
    node[style: "fontSize"] = .number(titleSize)
    node[style: "fontWeight"] = .number(item.isProminent || row?.isProminent == true ? 600 : 400)
    return node.node
  }
}

extension ComponentTranslator {
  /// Reports the constraints that no box could write, and what else has no place in the document.
  mutating func reportRest() {
    let roots = Set(context.parts.compactMap { $0.view?.id })
    for constraint in context.constraints where !context.usedConstraints.contains(constraint.id) {
      // The root view has the size of the window, and a cell that of its row.
      if case .view(let id) = constraint.first, roots.contains(id), constraint.second == nil { continue }
      context.report("interface-constraint", reason(for: constraint), constraint.id)
    }
    for segue in context.parts.flatMap(\.segues) where segue.kind == .preview {
      context.report(
        "interface-segue", "The look at '\(segue.destination ?? "?")' before it is opened has no counterpart", segue.id)
    }
  }

  /// Returns why no box could write a constraint.
  private func reason(for constraint: StoryboardConstraint) -> String {
    let sides = [constraint.first, constraint.second].compactMap { $0?.ownerID }
    if let absent = sides.first(where: { !context.viewIDs.contains($0) }) {
      return "The constraint refers to '\(absent)', which does not exist"
    }
    if let omitted = sides.first(where: { !context.writtenViewIDs.contains($0) }) {
      return "The constraint refers to '\(omitted)', which is left out"
    }
    let names = sides.map { "'\($0)'" }.joined(separator: " and ")
    return "The constraint connects views that are not in the same box: \(names)"
  }
}

/// The appearance of bars as named styles.
enum BarStyle {
  private static let white = StoryboardColor(white: 1, alpha: 1)

  /// Returns the colour of the title: white on black, unless another one is set.
  static func titleColor(of bar: StoryboardBarAppearance) -> StoryboardColor? {
    (bar.titleColor ?? (bar.isBlack ? white : nil)).map { color in
      var plain = color
      plain.name = bar.tint?.name
      // Colours with names may be the same.
      return plain == bar.tint ? bar.tint ?? color : color
    }
  }

  /// Returns the style of a bar; `nil` if it looks as bars do.
  static func style(of bar: StoryboardBarAppearance) -> JSONNode? {
    var members: [(String, JSONNode)] = []
    if let color = bar.barTint {
      members.append(("backgroundColor", .text(ColorTable.text(of: color))))
    } else if bar.isBlack {
      members.append(("backgroundColor", .text("#000000")))
    }
    // The hairline below a black bar is white at this opacity.
    if bar.isBlack { members.append(("borderColor", .text("#ffffff26"))) }
    if let color = titleColor(of: bar) { members.append(("color", .text(ColorTable.text(of: color)))) }
    return members.isEmpty ? nil : .object(members)
  }
}
