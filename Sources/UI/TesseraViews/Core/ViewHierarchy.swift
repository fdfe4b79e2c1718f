package import TesseraLayout
import TesseraValues

/// The views of one presentation, from the window down, and the steps that bring a host up to date.
package final class ViewHierarchy {
  /// The root. It is always as large as the host's window.
  package let window: View
  /// What the views share.
  package let context: ViewContext
  /// The size of the host's window in points.
  package var size: Size

  /// Creates an empty window.
  /// - Parameter last: the greatest number that a view had which hosts were shown before.
  package init(
    size: Size, textMeasuring: any TextMeasuring, budget: WorkBudget = WorkBudget(), numberingAfter last: Int = 0
  ) {
    self.size = size
    context = ViewContext(textMeasuring: textMeasuring, budget: budget, numberingAfter: last)
    window = View(.window, in: context)
  }

  deinit { context.close() }

  /// The greatest number that a view has had so far.
  package var lastNumber: Int { context.lastID }

  /// The view with an identity, if it is in the window.
  ///
  /// - Complexity: linear in the number of views around it.
  package func view(_ id: ViewID) -> View? {
    guard let view = context.view(id) else { return nil }
    return sequence(first: view, next: \.parent).contains { $0 === window } ? view : nil
  }

  /// Brings all frames up to date.
  package func layout() {
    _ = context.computeLayout(of: window, width: .definite(size.width), height: .definite(size.height))
    window.frame = Rect(origin: .zero, size: size)
    context.arrangeContent(in: window)
    if let drawing = context.drawing {
      for view in context.changed where !context.budget.isSpent() { view.updateDrawing(by: drawing) }
    }
  }

  /// Lays out, and returns the steps from what was committed before to what is now. The first commit has no steps: a
  /// host begins with ``tree()``.
  ///
  /// - Complexity: besides layout, linear in the number of views that changed and of their children.
  package func commit() -> [ViewPatch] {
    layout()
    let changes = context.takeChanges()
    guard window.published != nil else {
      publish(window)
      return []
    }
    // What the host knew keeps its steps in order of identity, so that equal changes give equal steps.
    let known = changes.views.filter { $0.published != nil }.sorted { $0.id < $1.id }
    var patches: [ViewPatch] = []
    // All removals come first: a view that went to another parent is gone before it is inserted there.
    for view in known { publishRemovals(from: view, into: &patches) }
    for view in known { publishChildren(of: view, into: &patches) }
    for view in known { publishAttributes(of: view, into: &patches) }
    for (view, effect) in changes.effects where view.published != nil { patches.append(.effect(view.id, effect)) }
    return patches
  }

  /// All views of the window as they were committed last; nothing but an identity before the first commit.
  package func tree() -> ViewTree {
    var nodes: [ViewID: ViewNode] = [:]
    var pending = [window]
    while let view = pending.popLast() {
      guard let published = view.published else { continue }
      var node = Self.node(of: view, published)
      node.children = published.children.map(\.id)
      nodes[view.id] = node
      pending.append(contentsOf: published.children)
    }
    return ViewTree(root: window.id, nodes: nodes)
  }
}

// MARK: - Steps

/// The host's tree is what the `published` parts of the views say, from the window down: every step that is made is
/// noted there at once.
extension ViewHierarchy {
  /// The view as a host knows it, without children.
  private static func node(of view: View, _ published: PublishedView) -> ViewNode {
    ViewNode(
      id: view.id, kind: view.kind, identifier: published.identifier, frame: published.frame,
      attributes: published.attributes, children: [])
  }

  /// Notes that the host knows the view and all below it as they are.
  private func publish(_ view: View) {
    for view in view.descendants() {
      view.published = PublishedView(
        identifier: view.identifier, frame: view.frame, attributes: view.attributes, children: view.children)
    }
  }

  /// Removes what is no child any more.
  private func publishRemovals(from view: View, into patches: inout [ViewPatch]) {
    guard let old = view.published?.children else { return }
    let staying = old.filter { $0.parent === view }
    guard staying.count < old.count else { return }
    for child in old where child.parent !== view {
      patches.append(.remove(child.id))
      unpublish(child)
    }
    view.published?.children = staying
  }

  /// Notes that the host does not know the view and what it had below it.
  private func unpublish(_ view: View) {
    var pending = [view]
    while let view = pending.popLast() {
      pending.append(contentsOf: view.published?.children ?? [])
      view.published = nil
    }
  }

  /// Inserts new children and puts the others in order, with as few moves as possible.
  private func publishChildren(of view: View, into patches: inout [ViewPatch]) {
    guard let old = view.published?.children else { return }
    let new = view.children
    guard old.count != new.count || !zip(old, new).allSatisfy({ $0 === $1 }) else { return }
    let standing = longestStanding(of: old, in: new)
    let places = Dictionary(uniqueKeysWithValues: old.enumerated().map { ($1.id, $0) })
    var hasMoved = Array(repeating: false, count: old.count)
    // The host has, in this order: the children placed so far, with those among them that will move yet, then the rest
    // of `old` from `next` on.
    var placed = 0
    var waiting = 0
    var next = 0
    for child in new {
      if child.published == nil {
        insert(child, parent: view.id, index: placed + waiting, into: &patches)
      } else if standing.contains(child.id) {
        while old[next] !== child {
          if !hasMoved[next] { waiting += 1 }
          next += 1
        }
        next += 1
      } else if let place = places[child.id] {
        if place < next { waiting -= 1 }
        hasMoved[place] = true
        patches.append(.move(child.id, index: placed + waiting))
      } else {
        continue
      }
      placed += 1
    }
    view.published?.children = new
  }

  /// The largest set of children that stand in the same order in both lists.
  private func longestStanding(of old: [View], in new: [View]) -> Set<ViewID> {
    var places: [ViewID: Int] = [:]
    for (place, view) in new.enumerated() { places[view.id] = place }
    let sequence = old.compactMap { places[$0.id] }
    return Set(sequence.longestIncreasingSubsequence().map { new[sequence[$0]].id })
  }

  private func insert(_ view: View, parent: ViewID, index: Int, into patches: inout [ViewPatch]) {
    let published = PublishedView(
      identifier: view.identifier, frame: view.frame, attributes: view.attributes, children: view.children)
    view.published = published
    patches.append(.insert(Self.node(of: view, published), parent: parent, index: index))
    for (index, child) in view.children.enumerated() {
      insert(child, parent: view.id, index: index, into: &patches)
    }
  }

  private func publishAttributes(of view: View, into patches: inout [ViewPatch]) {
    guard let published = view.published else { return }
    if published.frame != view.frame {
      patches.append(.frame(view.id, view.frame))
      view.published?.frame = view.frame
    }
    guard published.attributes != view.attributes else { return }
    var changes: [ViewAttribute: Value] = [:]
    for (attribute, value) in view.attributes where published.attributes[attribute] != value {
      changes[attribute] = value
    }
    for attribute in published.attributes.keys where view.attributes[attribute] == nil { changes[attribute] = .null }
    patches.append(.attributes(view.id, changes))
    view.published?.attributes = view.attributes
  }
}
