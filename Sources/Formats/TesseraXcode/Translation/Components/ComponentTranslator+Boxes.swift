import TesseraValues

/// Boxes with children: with constraints, with a box inside, and stacks.
extension ComponentTranslator {
  /// Fills a box whose children are placed by constraints.
  mutating func fill(
    _ node: inout ComponentNode, with view: StoryboardView, tint: StoryboardColor?, isRoot: Bool, depth: Int
  ) {
    if let segue = context.embedded[view.id] { return embed(segue, into: &node, depth: depth) }
    guard !view.subviews.isEmpty || !view.parts.isEmpty else { return }
    let content = view.parts["contentView"]
    let inside = content ?? view
    var box: Set = [view.id, inside.id]
    if isRoot, let id = context.controller.view?.id { box.insert(id) }
    context.writtenViewIDs.formUnion(box)
    let hidden = writeBackgrounds(of: view, among: inside.subviews, into: &node)
    let children = inside.subviews.filter { child in
      !hidden.contains(child.id) && !Self.ignoredClasses.contains(child.className.base)
    }
    arrange(children, of: inside, box: box, tint: tint, isRoot: isRoot, into: &node, depth: depth)
  }

  /// The views behind the content of a row, and the styles that their colours are.
  private static let backgrounds = [
    "selectedBackgroundView": "selectedBackgroundColor", "backgroundView": "backgroundColor",
  ]

  /// Writes the views behind the content of a row as colours.
  /// - Returns: The views.
  private mutating func writeBackgrounds(
    of cell: StoryboardView, among views: [StoryboardView], into node: inout ComponentNode
  ) -> Set<StoryboardDocument.ObjectID> {
    if cell.properties["selectionStyle"]?.string == "none" {
      node[style: "selectedBackgroundColor"] = .text("clear")
    }
    var found: Set<StoryboardDocument.ObjectID> = []
    for outlet in cell.outlets {
      guard let style = Self.backgrounds[outlet.name] else { continue }
      found.insert(outlet.destination)
      guard let view = views.first(where: { $0.id == outlet.destination }) else { continue }
      if case .color(let color)? = view.properties["backgroundColor"], node[style: style]?.string != "clear" {
        node[style: style] = .text(ColorTable.text(of: color))
      }
      if !view.subviews.isEmpty || view.className.base != "UIView" {
        context.report("interface-selection", "Of the '\(outlet.name)' of a row, only the colour is shown", view.id)
      }
    }
    return found
  }

  private static let ignoredClasses: Set = [
    "_UITableViewCellSeparatorView", "UINavigationBar", "UITabBar", "UIToolbar",
  ]

  /// Writes children with their constraints.
  private mutating func arrange(
    _ children: [StoryboardView], of view: StoryboardView, box: Set<StoryboardDocument.ObjectID>,
    tint: StoryboardColor?,
    isRoot: Bool, into node: inout ComponentNode, depth: Int
  ) {
    guard !children.isEmpty else { return }
    var names: [StoryboardDocument.ObjectID: String] = [:]
    for child in children {
      let name = context.identifiers.name(of: child)
      names[child.id] = name
      if !IdentifierTable.isUsableInConstraints(name) {
        context.report("interface-identifier", "Constraints cannot refer to the name '\(name)'", child.id)
      }
    }
    let translator = ConstraintTranslator(
      box: box, names: names, isRoot: isRoot, topExtension: isRoot ? topExtension : 0)
    var texts: [String] = []
    for child in children where child.usesAutoresizing {
      texts += translator.texts(of: child, named: names[child.id] ?? "", in: view.size)
    }
    texts += self.texts(of: context.constraints(mentioning: names.keys), by: translator)
    node[member: "layout"] = .text("constraints")
    node[member: "constraints"] = .list(limited(texts, of: view).map { .text($0) })
    for child in children {
      var component = component(of: child, tint: tint, depth: depth + 1)
      component.id = names[child.id]
      node.children.append(component.node)
    }
  }

  /// Writes the constraints that belong to a box.
  private mutating func texts(
    of constraints: [StoryboardConstraint], by translator: ConstraintTranslator
  ) -> [String] {
    var texts: [String] = []
    for constraint in constraints {
      let name = constraintName(constraint)
      guard let text = translator.variedText(of: constraint, named: name) else { continue }
      context.usedConstraints.insert(constraint.id)
      texts.append(text)
      if let name { writeAttributes(of: constraint, named: name) }
    }
    return texts
  }

  private mutating func limited(_ texts: [String], of view: StoryboardView) -> [String] {
    let texts = ConstraintSummary.combined(texts)
    guard texts.count > Self.maximumConstraints else { return texts }
    context.report("interface-limit", "A box has at most \(Self.maximumConstraints) constraints", view.id)
    return Array(texts.prefix(Self.maximumConstraints))
  }

  /// Returns the name by which schemes refer to a constraint. Each row has its own copy of constraints, without names.
  private mutating func constraintName(_ constraint: StoryboardConstraint) -> String? {
    guard let name = context.identifiers.existing(constraint.id) else { return nil }
    guard rowDepth == 0, IdentifierTable.isUsableInConstraints(name) else {
      context.report("interface-identifier", "A constraint in a row cannot have the name '\(name)'", constraint.id)
      return nil
    }
    return name
  }

  private mutating func writeAttributes(of constraint: StoryboardConstraint, named name: String) {
    var attributes: [(String, JSONNode)] = []
    for attribute in constraint.attributes {
      if attribute.keyPath.hasPrefix("animation") {
        attributes.append((attribute.keyPath, context.node(of: attribute.value)))
      } else if attribute.keyPath == "wx.addBinding", let binding = BindingText.binding(attribute.value.string ?? "") {
        context.scheme.add(.list([binding]), "bindings", to: name)
      }
    }
    if !attributes.isEmpty { context.scheme.add(.object(attributes), "attrs", to: name) }
  }

  /// Fills a component with one box that has constraints.
  mutating func fillBox(
    _ node: inout ComponentNode, with view: StoryboardView, tint: StoryboardColor?, isRoot: Bool, depth: Int
  ) {
    // In a row, the data of the view are those of the row.
    if node.type == "contentDisplayView", context.isRowContent(view.id) {
      node.type = "container"
      return fill(&node, with: view, tint: tint, isRoot: isRoot, depth: depth)
    }
    guard !view.subviews.isEmpty else { return }
    var box = ComponentNode("container")
    box[style: "flexGrow"] = .number(1)
    let constraints = context.constraints(mentioning: view.subviews.map(\.id))
    arrange(view.subviews, of: view, box: [view.id], tint: tint, isRoot: isRoot, into: &box, depth: depth)
    if node.type == "scroll" { ScrollRules.complete(&node, &box, view: view, constraints: constraints) }
    node.children.append(box.node)
  }

  /// Fills a stack. Its children have names if constraints mention them.
  mutating func fillStack(
    _ node: inout ComponentNode, with view: StoryboardView, tint: StoryboardColor?, depth: Int
  ) {
    StackRules.complete(&node, view: view, context: &context)
    var names: [StoryboardDocument.ObjectID: String] = [:]
    for child in view.subviews where !context.constraints(mentioning: [child.id]).isEmpty {
      names[child.id] = context.identifiers.name(of: child)
    }
    let translator = ConstraintTranslator(box: [view.id], names: names, isRoot: false, topExtension: 0)
    let texts = limited(texts(of: context.constraints(mentioning: names.keys), by: translator), of: view)
    if !texts.isEmpty { node[member: "constraints"] = .list(texts.map { .text($0) }) }
    for child in view.subviews {
      var component = component(of: child, tint: tint, depth: depth + 1)
      if let name = names[child.id] { component.id = name }
      node.children.append(component.node)
    }
  }
}
