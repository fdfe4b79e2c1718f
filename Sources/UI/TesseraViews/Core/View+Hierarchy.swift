import TesseraLayout
import TesseraValues

extension View {
  /// Adds a view in front of the other children, and removes it from its current parent.
  public func addChild(_ child: View) { insertChild(child, at: children.count) }

  /// Inserts a view at an index among the children, and removes it from its current parent. An index out of range is
  /// clamped.
  ///
  /// Inserting a view into itself or into a descendant is a programming error and traps.
  public func insertChild(_ child: View, at index: Int) {
    precondition(
      !sequence(first: self, next: \.parent).contains { $0 === child }, "a view cannot become its own descendant")
    child.removeFromParent()
    let position = min(max(0, index), children.count)
    let isLast = position == children.count
    children.insert(child, at: position)
    child.parent = self
    if laysOutChildren {
      if isLast {
        context.layout.appendChild(child.node, to: node)
      } else {
        context.layout.insertChild(child.node, into: node, at: position)
      }
    }
    context.markChanged(self)
    childLayoutDidChange()
    childContentDidChange()
  }

  /// Removes the view from its parent.
  public func removeFromParent() {
    guard let parent else { return }
    // Views are removed from the end more often than from the start.
    if let position = parent.children.lastIndex(where: { $0 === self }) { parent.children.remove(at: position) }
    if parent.laysOutChildren { context.layout.removeFromParent(node) }
    self.parent = nil
    context.markChanged(parent)
    parent.childContentDidChange()
  }

  /// Replaces the children, in this order, and keeps those that stay. A view that is listed twice counts once.
  public func setChildren(_ views: [View]) {
    var listed: Set<ViewID> = []
    let views = views.filter { listed.insert($0.id).inserted }
    guard children.count != views.count || !zip(children, views).allSatisfy({ $0 === $1 }) else { return }
    for child in children where !listed.contains(child.id) { child.removeFromParent() }
    for (index, view) in views.enumerated() {
      if children.indices.contains(index), children[index] === view { continue }
      insertChild(view, at: index)
    }
  }

  /// Returns this view and its descendants, parents first. The cells of tables are included only if `intoCells` is
  /// true.
  public func descendants(intoCells: Bool = true) -> [View] {
    var result: [View] = []
    var pending: [View] = [self]
    while let view = pending.popLast() {
      result.append(view)
      for child in view.children.reversed() where intoCells || child.kind != .cell { pending.append(child) }
    }
    return result
  }

  /// Returns the nearest view of a type, starting with this view and continuing with its ancestors.
  public func nearest<V: View>(_ type: V.Type) -> V? {
    var view: View? = self
    while let current = view {
      if let match = current as? V { return match }
      view = current.parent
    }
    return nil
  }

  /// Performs a one-time effect on the view.
  public func perform(_ effect: ViewEffect) { context.add(effect, at: self) }
}

/// A view as known to the host.
struct PublishedView {
  var identifier: String?
  var frame: Rect
  var attributes: [ViewAttribute: Value]
  var children: [View]
}
