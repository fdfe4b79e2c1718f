package import TesseraLayout
import TesseraValues

/// The views of one presentation, from the window down, and the patches that bring a host up to date.
package final class ViewHierarchy {
  /// The root view. It always has the size of the host's window.
  package let window: View
  /// The state shared by the views.
  package let context: ViewContext
  /// The size of the host's window in points.
  package var size: Size

  /// Creates an empty window.
  /// - Parameter last: The greatest number of a view that was previously shown to hosts.
  package init(
    size: Size, textMeasuring: any TextMeasuring, budget: WorkBudget = WorkBudget(), numberingAfter last: Int = 0
  ) {
    self.size = size
    context = ViewContext(textMeasuring: textMeasuring, budget: budget, numberingAfter: last)
    window = View(.window, in: context)
  }

  deinit { context.close() }

  /// The greatest number assigned to a view so far.
  package var lastNumber: Int { context.lastID }

  /// Returns the view with an identity if it is in the window.
  ///
  /// - Complexity: Linear in the depth of the view.
  package func view(_ id: ViewID) -> View? {
    guard let view = context.view(id) else { return nil }
    return sequence(first: view, next: \.parent).contains { $0 === window } ? view : nil
  }

  /// The maximum number of times that a layout is computed because the arranged content of a view has another size. What has
  /// not settled by then, settles in the next layout.
  private static let maximumRounds = 4

  /// Updates all frames.
  package func layout() {
    // Boxes with flexbox within constraints know the size of their content only when it has been laid out.
    for _ in 0..<Self.maximumRounds {
      _ = context.computeLayout(of: window, width: .definite(size.width), height: .definite(size.height))
      window.frame = Rect(origin: .zero, size: size)
      guard context.arrangeContent(in: window) else { break }
    }
    if let drawing = context.drawing {
      for view in context.changedViews where !context.budget.isSpent() { view.updateDrawing(by: drawing) }
    }
  }

  /// Performs layout and returns the patches from the previous commit to the current state. The first commit returns
  /// no patches: a host starts with ``tree()``.
  ///
  /// - Complexity: Besides layout, linear in the number of changed views and of their children.
  package func commit() -> [ViewPatch] {
    layout()
    let changes = context.removeChanges()
    guard window.published != nil else {
      publish(window)
      return []
    }
    // The patches of known views follow the order of identities, so that equal changes produce equal patches.
    let known = changes.views.filter { $0.published != nil }.sorted { $0.id < $1.id }
    var patches: [ViewPatch] = []
    // All removals come first: a view that changed its parent must be removed before it is inserted again.
    for view in known { publishRemovals(from: view, into: &patches) }
    for view in known { publishChildren(of: view, into: &patches) }
    for view in known { publishAttributes(of: view, into: &patches) }
    for (view, effect) in changes.effects where view.published != nil { patches.append(.effect(view.id, effect)) }
    return patches
  }

  /// Returns all views of the window as of the last commit. Before the first commit, the tree contains only the
  /// identity of the root.
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

/// The `published` states of the views, from the window down, form the host's tree. Each patch is recorded there as
/// soon as it is created.
extension ViewHierarchy {
  /// Returns the view as known to a host, without children.
  private static func node(of view: View, _ published: PublishedView) -> ViewNode {
    ViewNode(
      id: view.id, kind: view.kind, identifier: published.identifier, frame: published.frame,
      attributes: published.attributes, children: [])
  }

  /// Records that the host knows the view and its descendants in their current state.
  private func publish(_ view: View) {
    for view in view.descendants() {
      view.published = PublishedView(
        identifier: view.identifier, frame: view.frame, attributes: view.attributes, children: view.children)
    }
  }

  /// Removes children that have left the view.
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

  /// Records that the host no longer knows the view and its published descendants.
  private func unpublish(_ view: View) {
    var pending = [view]
    while let view = pending.popLast() {
      pending.append(contentsOf: view.published?.children ?? [])
      view.published = nil
    }
  }

  /// Inserts new children and reorders the others with a minimal number of moves.
  private func publishChildren(of view: View, into patches: inout [ViewPatch]) {
    guard let old = view.published?.children else { return }
    let new = view.children
    guard old.count != new.count || !zip(old, new).allSatisfy({ $0 === $1 }) else { return }
    let standing = longestStanding(of: old, in: new)
    let indexes = Dictionary(uniqueKeysWithValues: old.enumerated().map { ($1.id, $0) })
    var hasMoved = Array(repeating: false, count: old.count)
    // The host's list consists of the children placed so far, including those that are yet to move, followed by the
    // rest of `old` from `next` on.
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
      } else if let index = indexes[child.id] {
        if index < next { waiting -= 1 }
        hasMoved[index] = true
        patches.append(.move(child.id, index: placed + waiting))
      } else {
        continue
      }
      placed += 1
    }
    view.published?.children = new
  }

  /// Returns the largest set of children that have the same order in both lists.
  private func longestStanding(of old: [View], in new: [View]) -> Set<ViewID> {
    var indexes: [ViewID: Int] = [:]
    for (index, view) in new.enumerated() { indexes[view.id] = index }
    let sequence = old.compactMap { indexes[$0.id] }
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
