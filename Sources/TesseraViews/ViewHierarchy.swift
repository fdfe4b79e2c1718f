public import TesseraLayout
import TesseraValues

/// The views of one presentation, from the window down, and the steps that bring a host up to date.
public final class ViewHierarchy {
  /// The root. It is always as large as the host's window.
  public let window: View
  /// What the views share.
  public let context: ViewContext
  /// The size of the host's window in points.
  public var size: Size {
    didSet { if size != oldValue { context.markChanged(window) } }
  }

  /// Creates an empty window.
  public init(size: Size, textMeasuring: any TextMeasuring) {
    self.size = size
    context = ViewContext(textMeasuring: textMeasuring)
    window = View(.window, in: context)
  }

  /// Whether a host would learn something new from a commit.
  public var hasChanges: Bool { !context.changed.isEmpty || !context.effects.isEmpty }

  /// The view with an identity, if it is in the window.
  public func view(_ id: ViewID) -> View? {
    window.descendants().first { $0.id == id }
  }

  /// Brings all frames up to date.
  public func layout() {
    _ = context.computeLayout(of: window, width: .definite(size.width), height: .definite(size.height))
    window.frame = Rect(origin: .zero, size: size)
    layoutContent(of: window)
  }

  /// Lays out, and returns the steps from what was committed before to what is now.
  ///
  /// - Complexity: besides layout, linear in the number of views that changed.
  public func commit() -> [ViewPatch] {
    layout()
    let changed = context.changed
    let effects = context.effects
    context.changed = []
    context.effects = []
    for view in changed { view.isMarked = false }
    var patches: [ViewPatch] = []
    if window.published == nil {
      publish(window)
      return []
    }
    // Children first by structure: a view inserted here carries its attributes and needs no further step.
    let known = changed.filter { $0.published != nil }.sorted { $0.id < $1.id }
    for view in known { publishChildren(of: view, into: &patches) }
    for view in known { publishAttributes(of: view, into: &patches) }
    for (view, effect) in effects where view.published != nil { patches.append(.effect(view.id, effect)) }
    return patches
  }

  /// All views of the window as they were committed last.
  public func tree() -> ViewTree {
    var nodes: [ViewID: ViewNode] = [:]
    var pending = [window]
    while let view = pending.popLast() {
      guard let published = view.published else { continue }
      nodes[view.id] = Self.node(of: view, published)
      pending.append(contentsOf: published.children)
    }
    return ViewTree(root: window.id, nodes: nodes)
  }

  private func layoutContent(of view: View) {
    view.layoutContent()
    for child in view.children where !child.isHidden || child.kind != .screen { layoutContent(of: child) }
  }

  private static func node(of view: View, _ published: PublishedView) -> ViewNode {
    ViewNode(
      id: view.id, kind: view.kind, identifier: view.identifier, frame: published.frame,
      attributes: published.attributes, children: published.children.map(\.id))
  }

  private func publish(_ view: View) {
    view.published = PublishedView(frame: view.frame, attributes: view.attributes, children: view.children)
    for child in view.children { publish(child) }
  }

  private func publishChildren(of view: View, into patches: inout [ViewPatch]) {
    guard let old = view.published?.children else { return }
    let new = view.children
    guard old.count != new.count || !zip(old, new).allSatisfy({ $0 === $1 }) else { return }
    let staying = Set(new.map(\.id))
    for child in old where !staying.contains(child.id) || child.published == nil {
      patches.append(.remove(child.id))
      unpublish(child)
    }
    var present = old.filter { staying.contains($0.id) && $0.published != nil }.map(\.id)
    for (index, child) in new.enumerated() {
      if child.published == nil {
        insert(child, parent: view.id, index: index, into: &patches)
        present.insert(child.id, at: min(index, present.count))
      } else if index >= present.count || present[index] != child.id {
        if let place = present.firstIndex(of: child.id) { present.remove(at: place) }
        present.insert(child.id, at: min(index, present.count))
        patches.append(.move(child.id, index: index))
      }
    }
    view.published?.children = new
  }

  private func insert(_ view: View, parent: ViewID, index: Int, into patches: inout [ViewPatch]) {
    let published = PublishedView(frame: view.frame, attributes: view.attributes, children: view.children)
    view.published = published
    var node = Self.node(of: view, published)
    node.children = []
    patches.append(.insert(node, parent: parent, index: index))
    for (index, child) in view.children.enumerated() {
      insert(child, parent: view.id, index: index, into: &patches)
    }
  }

  private func unpublish(_ view: View) {
    let children = view.published?.children ?? []
    view.published = nil
    for child in children where child.parent == nil || child.parent === view { unpublish(child) }
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
    if !changes.isEmpty { patches.append(.attributes(view.id, changes)) }
    view.published?.attributes = view.attributes
  }
}
