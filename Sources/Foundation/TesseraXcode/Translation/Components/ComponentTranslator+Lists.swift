import TesseraValues

/// Tables and collections, with their headers, footers and prototypes.
extension ComponentTranslator {
  mutating func writeParts(
    of view: StoryboardView, tint: StoryboardColor?, into node: inout ComponentNode, depth: Int
  ) {
    for (part, slot) in [("tableHeaderView", "header"), ("tableFooterView", "footer")] {
      guard let inside = view.parts[part] else { continue }
      var component = component(of: inside, tint: tint, depth: depth + 1)
      if component[style: "height"] == nil { component[style: "height"] = .number(inside.frame.height) }
      node[member: slot] = component.node
    }
    if let refresh = view.parts["refreshControl"] {
      ActionTranslator.write(refresh.actions, sender: refresh.id, into: &node, in: &context)
    }
    guard !view.prototypes.isEmpty else { return }
    var cells: [(String, JSONNode)] = []
    for (name, cell) in view.prototypes {
      cells.append((name, self.cell(cell, of: view, tint: tint, depth: depth).node))
    }
    node[member: "cells"] = .object(cells)
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
    var node = component(of: cell, tint: tint, depth: depth + 1)
    if let outlet = cell.outlets.first(where: { $0.name == "selectionSegueTemplate" }),
      let segue = context.controller.segues.first(where: { $0.id == outlet.destination }),
      let action = ActionTranslator.node(of: segue, in: &context)
    {
      node[member: "onPress"] = action
    }
    if case .list(let size)? = list.properties["itemSize"], size.count == 2, let height = size[1].number {
      node[style: "height"] = .number(height)
    } else if !CellRules.definesHeight(node) {
      node[style: "height"] = .number(cell.frame.height)
    }
    if list.className.base == "UITableView" { completeRow(&node, cell, of: list) }
    return node
  }

  /// The inset of the lines between rows at the leading edge, and their height, in points.
  private static let separatorInset = 16.0
  private static let separatorHeight = 0.5

  /// Adds the line below a row, which UIKit draws unless the table has none.
  private mutating func completeRow(_ node: inout ComponentNode, _ cell: StoryboardView, of list: StoryboardView) {
    if let accessory = cell.properties["accessoryType"]?.string, accessory != "none" {
      context.report(
        "interface-property", "The sign '\(accessory)' of the row has no counterpart", cell.id,
        fix: "Needed: 'accessory' of prototypes")
    }
    guard list.properties["separatorStyle"]?.string != "none", let texts = node[member: "constraints"]?.elements else {
      return
    }
    var line = ComponentNode(
      "container", id: context.identifiers.name(of: "\(cell.id) separator", suggestion: "separator"))
    line[style: "backgroundColor"] = .text("separator")
    if case .color(let color)? = list.properties["separatorColor"] {
      line[style: "backgroundColor"] = .text(ColorTable.text(of: color))
    }
    let name = line.id ?? ""
    let added = [
      "\(name).leading = leading + \(NumberFormat.text(Self.separatorInset))", "\(name).trailing = trailing",
      "\(name).bottom = bottom", "\(name).height = \(NumberFormat.text(Self.separatorHeight))",
    ]
    node[member: "constraints"] = .list(texts + added.map { .text($0) })
    node.children.append(line.node)
  }
}
