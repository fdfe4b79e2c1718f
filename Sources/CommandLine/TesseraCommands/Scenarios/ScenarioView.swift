import Foundation
import TesseraBundles
import TesseraLayout
import TesseraRuntime
import TesseraValues
import TesseraViews

/// A tree from the point of view of scenarios: views by identifier, in reading order.
struct ScenarioView {
  private let tree: ViewTree
  private let parents: [ViewID: ViewID]
  private let nodes: [ViewNode]

  init(tree: ViewTree) {
    self.tree = tree
    nodes = tree.preorder()
    var parents: [ViewID: ViewID] = [:]
    for node in nodes {
      for child in node.children { parents[child] = node.id }
    }
    self.parents = parents
  }

  /// Returns the view with a name: the one at the index, if any; otherwise the first visible or the last hidden one.
  func find(_ target: Scenario.Target) -> ViewNode? {
    let matches = nodes.filter { $0.identifier == target.id }
    // A name on the frontmost screen takes precedence over the same name on a covered screen.
    let shown = matches.filter { !isHidden($0) }
    if let index = target.index {
      // Hidden views count only for a step that checks whether views are hidden.
      let candidates = target.countsHidden ? onFrontScreen(matches) : shown
      return candidates.indices.contains(index) ? candidates[index] : nil
    }
    return shown.first ?? matches.last
  }

  /// The reason why the widget was stopped, if it was.
  var reasonOfStop: String? {
    tree.preorder(from: tree.root).first { $0.kind == .placeholder && $0.identifier == "stopped" }?[.text].string
  }

  /// Returns what the rows of a list show, as far as they are in the tree: the texts and values in each.
  func rowContents(of list: ViewNode) -> [[Value]] {
    list.children.map { row in tree.preorder(from: row).flatMap { [$0[.text], $0[.value]] } }
  }

  /// Returns the text of a view: its own, or that of the parts of a view that shows its text in parts.
  func text(of node: ViewNode) -> String {
    if let text = node[.text].string { return text }
    guard ["markdown", "avatar"].contains(node.kind.name) else { return "" }
    return tree.preorder(from: node.id).compactMap { part in
      part[.text].string ?? part[.spans].array.map { spans in spans.map { $0.value(at: "text").description }.joined() }
    }.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  func node(_ target: Scenario.Target) throws(ScenarioFailure) -> ViewNode {
    if let node = find(target) { return node }
    let known = Set(nodes.compactMap(\.identifier))
    let hint = SpellingSuggestion.fix(for: target.id, in: known).map { "; \($0)" } ?? ""
    throw ScenarioFailure("There is no \(target)\(hint)")
  }

  func visible(_ target: Scenario.Target) throws(ScenarioFailure) -> ViewNode {
    let node = try node(target)
    if isHidden(node) { throw ScenarioFailure("\(target) is hidden") }
    if let alert = nodes.last(where: { $0.kind == .alert }) {
      throw ScenarioFailure("An alert covers \(target): \(alert[.message].string ?? alert[.title].description)")
    }
    return node
  }

  /// Returns the view that reacts to a press: the named one, or the nearest enclosing one that does, such as its row.
  func pressable(_ target: Scenario.Target) throws(ScenarioFailure) -> ViewNode {
    let node = try visible(target)
    for candidate in ancestors(of: node) {
      if candidate.kind.element.isButton || candidate[.pressable].isTrue || !candidate[.href].isNull {
        if isDisabled(candidate) { throw ScenarioFailure("\(target) is disabled") }
        return candidate
      }
    }
    throw ScenarioFailure("\(target) does not react to a tap")
  }

  /// Returns the events of a pointer that drags from one point of a view to another, in points from the view's top left
  /// corner. The events go to the frontmost view at the first point that tracks pointers.
  func drag(_ target: Scenario.Target, from: Point, to: Point) throws(ScenarioFailure) -> [ViewEvent] {
    let node = try visible(target)
    guard let (tracking, origin) = tracking(in: node, at: from, origin: .zero) else {
      throw ScenarioFailure("Nothing in \(target) follows a pointer at [\(from.x), \(from.y)]")
    }
    if isDisabled(tracking) { throw ScenarioFailure("\(target) is disabled") }
    let middle = Point(x: (from.x + to.x) / 2, y: (from.y + to.y) / 2)
    let steps: [(Pointer.Phase, Point)] = [(.began, from), (.moved, middle), (.moved, to), (.ended, to)]
    return steps.map { phase, point in
      .pointer(tracking.id, Pointer(location: Point(x: point.x - origin.x, y: point.y - origin.y)), phase)
    }
  }

  /// Returns the frontmost view at a point that tracks pointers, and its origin. Shapes are not taken into account.
  private func tracking(in node: ViewNode, at point: Point, origin: Point) -> (node: ViewNode, origin: Point)? {
    for child in node.children.reversed().compactMap({ tree[$0] }) where !child[.hidden].isTrue {
      let corner = Point(x: origin.x + child.frame.x, y: origin.y + child.frame.y)
      guard Rect(origin: corner, size: child.frame.size).contains(point) else { continue }
      if let found = tracking(in: child, at: point, origin: corner) { return found }
    }
    return node[.tracksPointers].isTrue ? (node, origin) : nil
  }

  /// Returns the view that handles a key: the named one, or the first of its descendants that does and has the
  /// accessibility label.
  func hearing(_ key: Key, _ target: Scenario.Target, label: String?) throws(ScenarioFailure) -> ViewNode {
    let node = try visible(target)
    let found = tree.preorder(from: node.id).first { each in
      each[.keys].array?.contains(.string(key.name)) == true
        && (label == nil || each[.accessibilityLabel].string == label)
    }
    guard let found else {
      throw ScenarioFailure("Nothing in \(target)\(label.map { " called '\($0)'" } ?? "") handles the key \(key.name)")
    }
    if isDisabled(found) { throw ScenarioFailure("\(target) is disabled") }
    return found
  }

  /// Returns the view that reacts to a long press: the named one, or the nearest enclosing one that does.
  func longPressable(_ target: Scenario.Target) throws(ScenarioFailure) -> ViewNode {
    let node = try visible(target)
    guard let candidate = ancestors(of: node).first(where: { $0[.longPressable].isTrue }) else {
      throw ScenarioFailure("\(target) does not react to a long press")
    }
    if candidate[.disabled].isTrue { throw ScenarioFailure("\(target) is disabled") }
    return candidate
  }

  /// Returns the event that chooses an item of a menu of the named view, or of the nearest enclosing view with a menu.
  func menuItem(_ text: String, of target: Scenario.Target) throws(ScenarioFailure) -> ViewEvent {
    let node = try visible(target)
    guard let owner = ancestors(of: node).first(where: { !$0[.menu].isNull }) else {
      throw ScenarioFailure("\(target) has no menu")
    }
    let items = owner[.menu].array ?? []
    guard let item = items.first(where: { $0.value(at: "text").description == text }),
      let index = item.value(at: "index").integer
    else {
      let known = items.map { $0.value(at: "text").description }
      throw ScenarioFailure("The menu of \(target) has no '\(text)', only \(known.joined(separator: ", "))")
    }
    if item.value(at: "disabled").isTrue { throw ScenarioFailure("'\(text)' in the menu of \(target) is disabled") }
    return .choose(owner.id, index: Int(index))
  }

  /// Returns the view that accepts files of the device: a file field, or a button that picks files.
  func picker(_ target: Scenario.Target) throws(ScenarioFailure) -> ViewNode {
    let node = try visible(target)
    guard node.kind == .filePicker || !node[.filePicking].isNull else {
      throw ScenarioFailure("\(target) is a \(node.kind.name) that does not accept files")
    }
    if isDisabled(node) { throw ScenarioFailure("\(target) is disabled") }
    return node
  }

  func field(_ target: Scenario.Target) throws(ScenarioFailure) -> ViewNode {
    let node = try visible(target)
    guard [.textInput, .textArea, .searchBar].contains(node.kind) else {
      throw ScenarioFailure("\(target) is a \(node.kind.name), not a field")
    }
    if node[.disabled].isTrue || node[.readOnly].isTrue { throw ScenarioFailure("\(target) does not accept text now") }
    return node
  }

  /// Returns the event that chooses a button of the frontmost alert.
  func answer(_ button: String) throws(ScenarioFailure) -> ViewEvent {
    guard let alert = nodes.last(where: { $0.kind == .alert }) else { throw ScenarioFailure("There is no alert") }
    let buttons = alert[.buttons].array?.compactMap(\.string) ?? []
    guard let index = buttons.firstIndex(of: button) else {
      throw ScenarioFailure("The alert has no button '\(button)', only \(buttons.joined(separator: ", "))")
    }
    return .answer(alert.id, index: index)
  }

  /// Returns the views that are not on a covered screen.
  private func onFrontScreen(_ views: [ViewNode]) -> [ViewNode] {
    views.filter { view in !ancestors(of: view).contains { $0.kind == .screen && $0[.hidden].isTrue } }
  }

  /// Returns whether a view or one of its ancestors is hidden, or has no size, as with `display: none`.
  func isHidden(_ node: ViewNode) -> Bool {
    ancestors(of: node).contains { $0[.hidden].isTrue || $0.frame.size == .zero }
  }

  /// Returns whether a view or one of its ancestors is disabled.
  func isDisabled(_ node: ViewNode) -> Bool { ancestors(of: node).contains { $0[.disabled].isTrue } }

  /// Returns the view and its ancestors, innermost first.
  private func ancestors(of node: ViewNode) -> [ViewNode] {
    var result: [ViewNode] = []
    var current: ViewID? = node.id
    while let id = current, let node = tree[id] {
      result.append(node)
      current = parents[id]
    }
    return result
  }
}
