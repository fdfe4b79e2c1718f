package import TesseraLayout
package import TesseraValues

/// A mirror of a view of another presentation, with the same kind, appearance and frame. User actions on it are
/// forwarded to the other presentation.
package final class RemoteView: View {
  /// The identity of the view in the other presentation.
  package let original: ViewID
  /// The tree that the view belongs to.
  package private(set) weak var mirror: TreeMirror?

  fileprivate init(_ node: ViewNode, as kind: ViewKind, of mirror: TreeMirror, in context: ViewContext) {
    original = node.id
    self.mirror = mirror
    super.init(kind, in: context)
    identifier = node.identifier
    frame = node.frame
    apply(node.attributes)
  }

  // Its children already have frames.
  package override var laysOutChildren: Bool { false }

  fileprivate func apply(_ attributes: [ViewAttribute: Value]) {
    for (attribute, value) in attributes { self[attribute] = mirror?.translate(value, attribute, kind) ?? value }
  }

  /// Records what the host shows of its own accord after an event.
  package func record(_ event: ViewEvent) {
    switch event {
    case .input(_, let text): acknowledge(.value, .string(text))
    case .scroll(_, let offset): acknowledge(.scrollOffset, .double(offset))
    case .change(_, let value): recordShown(.value, value)
    default: break
    }
  }
}

/// Mirrors the content of another presentation under a view of this one.
package final class TreeMirror {
  private let container: View
  private var views: [ViewID: RemoteView] = [:]
  private var root: RemoteView?
  /// Translates an attribute of the other presentation for this one; nil to keep it unchanged.
  package var translate: (Value, ViewAttribute, ViewKind) -> Value? = { _, _, _ in nil }
  /// Called with a user action on one of the views, with the identities of the other presentation.
  package var onEvent: (ViewEvent) -> Void = { _ in }
  /// Called with a one-time effect on the other window, such as opening a URL.
  package var onWindowEffect: (ViewEffect) -> Void = { _ in }
  /// The position and scale of the other window in its container.
  package var placement = Placement() { didSet { updatePlacement() } }

  /// The position and scale of the other window.
  package struct Placement: Sendable, Hashable {
    /// The size in points, as known to the other presentation.
    package var size = Size.zero
    /// The scale factor at which the window is shown.
    package var scale = 1.0
    /// The size of the container.
    package var room = Size.zero
  }

  /// - Parameter container: The container of the views, which must not lay out its children.
  package init(in container: View) { self.container = container }

  /// The number of views.
  package var count: Int { views.count }

  /// Shows a complete tree.
  package func show(_ tree: ViewTree) {
    clear()
    guard let node = tree[tree.root] else { return }
    // A window cannot be nested in another one.
    let view = RemoteView(node, as: .container, of: self, in: container.context)
    root = view
    views[node.id] = view
    container.addChild(view)
    var pending = node.children.map { ($0, view) }
    while let (id, parent) = pending.popLast() {
      guard let node = tree[id] else { continue }
      let view = add(node, to: parent, at: 0)
      pending += node.children.map { ($0, view) }
    }
    updatePlacement()
  }

  /// Applies patches.
  package func apply(_ patches: [ViewPatch]) {
    for patch in patches {
      switch patch {
      case .insert(let node, let parent, let index):
        if let parent = views[parent] { add(node, to: parent, at: index) }
      case .remove(let id):
        guard let view = views[id], view !== root else { continue }
        for below in view.descendants() { (below as? RemoteView).map { views[$0.original] = nil } }
        view.removeFromParent()
      case .move(let id, let index):
        if let view = views[id], let parent = view.parent {
          view.removeFromParent()
          parent.insertChild(view, at: index)
        }
      case .frame(let id, let frame): if let view = views[id], view !== root { view.frame = frame }
      case .attributes(let id, let changes): views[id]?.apply(changes)
      case .effect(let id, let effect):
        guard let view = views[id] else { continue }
        if view === root { onWindowEffect(effect) } else { view.perform(effect) }
      }
    }
    updatePlacement()
  }

  /// Removes all content.
  package func clear() {
    root?.removeFromParent()
    root = nil
    views = [:]
  }

  @discardableResult
  private func add(_ node: ViewNode, to parent: RemoteView, at index: Int) -> RemoteView {
    let view = RemoteView(node, as: node.kind, of: self, in: container.context)
    views[node.id] = view
    parent.insertChild(view, at: index)
    return view
  }

  private func updatePlacement() {
    guard let root else { return }
    let (size, room) = (placement.size, placement.room)
    // Scaling is relative to the centre.
    root.frame = Rect(
      x: (room.width - size.width) / 2, y: (room.height - size.height) / 2, width: size.width, height: size.height)
    root[.clips] = true
    root[.transform] =
      placement.scale == 1 ? .null : ["scaleX": .double(placement.scale), "scaleY": .double(placement.scale)]
  }
}

extension ViewEvent {
  /// The view that the event targets; nil for events of the window.
  package var view: ViewID? {
    switch self {
    case .press(let id), .longPress(let id), .submit(let id), .focus(let id), .blur(let id), .refresh(let id): id
    case .input(let id, _), .search(let id, _): id
    case .pointer(let id, _, _): id
    case .key(let id, _): id
    case .change(let id, _): id
    case .scroll(let id, _): id
    case .move(let id, _, _): id
    case .choose(let id, _), .answer(let id, _): id
    case .back, .resize, .grid, .accessory: nil
    }
  }

  /// Returns the same event for another view.
  package func at(_ id: ViewID) -> ViewEvent {
    switch self {
    case .press: .press(id)
    case .longPress: .longPress(id)
    case .submit: .submit(id)
    case .focus: .focus(id)
    case .blur: .blur(id)
    case .refresh: .refresh(id)
    case .input(_, let text): .input(id, text: text)
    case .search(_, let text): .search(id, text: text)
    case .pointer(_, let pointer, let phase): .pointer(id, pointer, phase)
    case .key(_, let key): .key(id, key)
    case .change(_, let value): .change(id, value: value)
    case .scroll(_, let offset): .scroll(id, offset: offset)
    case .move(_, let from, let to): .move(id, from: from, to: to)
    case .choose(_, let index): .choose(id, index: index)
    case .answer(_, let index): .answer(id, index: index)
    case .back, .resize, .grid, .accessory: self
    }
  }
}
