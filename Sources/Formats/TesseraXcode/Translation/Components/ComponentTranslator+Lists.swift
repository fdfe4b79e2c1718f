import TesseraValues

/// Tables and collections, with their headers, footers and prototypes.
extension ComponentTranslator {
  mutating func writeParts(
    of view: StoryboardView, tint: StoryboardColor?, into node: inout ComponentNode, depth: Int
  ) {
    if let refresh = view.parts["refreshControl"] {
      ActionTranslator.write(refresh.actions, sender: refresh.id, into: &node, in: &context)
    }
    let ends = [("tableHeaderView", "header"), ("tableFooterView", "footer")].map { part, slot in
      (slot, view.parts[part].map { end($0, tint: tint, depth: depth) })
    }
    guard view.sections.isEmpty else {
      return writeSections(
        of: view, between: ends.map { $0.1?.node }, tint: tint, into: &node, depth: depth)
    }
    for (slot, end) in ends { node[member: slot] = end?.node }
    guard !view.prototypes.isEmpty else { return }
    var cells: [(String, JSONNode)] = []
    for (name, cell) in view.prototypes {
      cells.append((name, self.cell(cell, of: view, tint: tint, depth: depth).node))
    }
    node[member: "cells"] = .object(cells)
  }

  /// Writes the view above or below all rows.
  private mutating func end(_ view: StoryboardView, tint: StoryboardColor?, depth: Int) -> ComponentNode {
    var component = component(of: view, tint: tint, depth: depth + 1)
    if component[style: "height"] == nil { component[style: "height"] = .number(view.frame.height) }
    return component
  }

  /// Writes the prototype of a row that has a file of its own.
  mutating func prototype(_ cell: StoryboardView) -> ComponentNode { self.cell(cell, of: cell, tint: nil, depth: 0) }

  /// Writes the prototype of a row or an item.
  mutating func cell(
    _ cell: StoryboardView, of list: StoryboardView, tint: StoryboardColor?, depth: Int
  ) -> ComponentNode {
    rowDepth += 1
    defer { rowDepth -= 1 }
    context.rowContents.formUnion(cell.outlets.filter { $0.name == "contentDisplayView" }.map(\.destination))
    var node = row(cell, tint: tint, depth: depth)
    if case .list(let size)? = list.properties["itemSize"], size.count == 2, let height = size[1].number {
      node[style: "height"] = .number(height)
    } else if !CellRules.definesHeight(node) {
      node[style: "height"] = .number(height(of: cell, in: list))
    }
    if list.className.base == "UITableView" { completeRow(&node, cell, of: list) }
    return node
  }

  /// The least height of a row, in points.
  static let rowHeight = 44.0

  /// Returns the height of a row whose content does not define it: its own, else that of the table.
  func height(of cell: StoryboardView, in list: StoryboardView) -> Double {
    let heights = [cell.properties["rowHeight"]?.number, list.properties["rowHeight"]?.number, cell.frame.height]
    return heights.compactMap(\.self).first { $0 > 0 } ?? Self.rowHeight
  }

  /// Writes the view of a row with what a press does.
  mutating func row(_ cell: StoryboardView, tint: StoryboardColor?, depth: Int) -> ComponentNode {
    var node = component(of: cell, tint: tint, depth: depth + 1)
    if let action = segueAction("selectionSegueTemplate", of: cell) { node[member: "onPress"] = action }
    return node
  }

  /// Returns the action of the segue that a row starts.
  private mutating func segueAction(_ outlet: String, of cell: StoryboardView) -> JSONNode? {
    guard let outlet = cell.outlets.first(where: { $0.name == outlet }),
      let segue = context.controller.segues.first(where: { $0.id == outlet.destination })
    else { return nil }
    return ActionTranslator.node(of: segue, in: &context)
  }

  /// The inset of the lines between rows at the leading edge, and their height, in points.
  static let separatorInset = 16.0
  static let separatorHeight = 0.5

  /// Returns the line below a row, which UIKit draws unless the table has none.
  func separator(of list: StoryboardView) -> ComponentNode? {
    guard list.properties["separatorStyle"]?.string != "none" else { return nil }
    var line = ComponentNode("container")
    line[style: "backgroundColor"] = .text("separator")
    if case .color(let color)? = list.properties["separatorColor"] {
      line[style: "backgroundColor"] = .text(ColorTable.text(of: color))
    }
    return line
  }

  /// Returns how far the line below a row is from the leading edge, in points.
  func separatorInset(of cell: StoryboardView?, in list: StoryboardView) -> Double {
    for view in [cell, list].compactMap(\.self) {
      if case .list(let insets)? = view.properties["separatorInset"], insets.count == 4, let left = insets[1].number {
        return max(0, left)
      }
    }
    return Self.separatorInset
  }

  /// Adds the sign at the end of a row and the line below it.
  private mutating func completeRow(_ node: inout ComponentNode, _ cell: StoryboardView, of list: StoryboardView) {
    addAccessory(of: cell, to: &node)
    guard var line = separator(of: list), let texts = node[member: "constraints"]?.elements else { return }
    let name = context.identifiers.name(of: "\(cell.id) separator", suggestion: "separator")
    line.id = name
    let added = [
      "\(name).leading = leading\(NumberFormat.summand(separatorInset(of: cell, in: list)))",
      "\(name).trailing = trailing", "\(name).bottom = bottom",
      "\(name).height = \(NumberFormat.text(Self.separatorHeight))",
    ]
    node[member: "constraints"] = .list(texts + added.map { .text($0) })
    node.children.append(line.node)
  }

  // MARK: Signs at the ends of rows

  /// The signs: an icon, and the space at the end of a row that UIKit leaves for it, in points.
  private static let accessories: [String: (icon: String, space: Double)] = [
    "disclosureIndicator": ("chevron-right", 34), "checkmark": ("check", 40),
    "detailButton": ("information-outline", 48), "detailDisclosureButton": ("information-outline", 68),
  ]
  /// The size of the signs and their distance from the edge, in points.
  private static let accessorySize = 22.0
  private static let accessoryMargin = 10.0

  /// Adds the sign at the end of a row. The content of the row ends before it.
  mutating func addAccessory(of cell: StoryboardView, to node: inout ComponentNode) {
    guard let kind = cell.properties["accessoryType"]?.string, let accessory = Self.accessories[kind] else { return }
    var content = ComponentNode(
      "container", id: context.identifiers.name(of: "\(cell.id) content", suggestion: "rowContent"))
    for member in ["layout", "constraints"] {
      content[member: member] = node[member: member]
      node[member: member] = nil
    }
    content.children = node.children
    var signs = [sign(accessory.icon, of: cell, kind: kind)]
    if kind == "detailDisclosureButton" { signs.append(sign("chevron-right", of: cell, kind: "disclosureIndicator")) }
    let name = content.id ?? ""
    var texts = [
      "\(name).leading = leading", "\(name).top = top", "\(name).bottom = bottom",
      "\(name).trailing = trailing - \(NumberFormat.text(accessory.space))",
    ]
    for (index, sign) in signs.enumerated() {
      let margin = Self.accessoryMargin + Double(signs.count - 1 - index) * Self.accessorySize
      texts += [
        "\(sign.id ?? "").trailing = trailing\(NumberFormat.summand(-margin))", "\(sign.id ?? "").centerY = centerY",
      ]
    }
    node[member: "layout"] = .text("constraints")
    node[member: "constraints"] = .list(texts.map { .text($0) })
    node.children = [content.node] + signs.map(\.node)
  }

  private mutating func sign(_ icon: String, of cell: StoryboardView, kind: String) -> ComponentNode {
    let isButton = kind.hasPrefix("detail")
    var node = ComponentNode(
      isButton ? "button" : "icon",
      id: context.identifiers.name(of: "\(cell.id) \(kind)", suggestion: isButton ? "detailButton" : "accessory"))
    if isButton {
      node[member: "icon"] = .text(icon)
      node[member: "accessibilityLabel"] = .text("More info")
      if let action = segueAction("accessoryActionSegueTemplate", of: cell) { node[member: "onPress"] = action }
      node[style: "padding"] = .number(0)
      node[style: "fontSize"] = .number(Self.accessorySize)
    } else {
      node[member: "value"] = .text(icon)
      node[member: "size"] = .number(Self.accessorySize)
      // A disclosure indicator is a light grey.
      node[style: "color"] = .text(kind == "checkmark" ? "accent" : "#c7c7cc")
    }
    return node
  }
}
