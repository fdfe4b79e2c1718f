package import TesseraLayout
package import TesseraValues

/// A view of another presentation as this one shows it: of the same kind and look, in the same place, and nothing else. What
/// people do to it is for the other presentation.
package final class RemoteView: View {
  /// The number that the view has there.
  package let original: ViewID
  /// The tree that it is a part of.
  package private(set) weak var mirror: TreeMirror?

  fileprivate init(_ node: ViewNode, as kind: ViewKind, of mirror: TreeMirror, in context: ViewContext) {
    original = node.id
    self.mirror = mirror
    super.init(kind, in: context)
    identifier = node.identifier
    frame = node.frame
    take(node.attributes)
  }

  // Its children have frames already.
  package override var laysOutChildren: Bool { false }

  fileprivate func take(_ attributes: [ViewAttribute: Value]) {
    for (attribute, value) in attributes { self[attribute] = mirror?.translate(value, attribute, kind) ?? value }
  }

  /// Notes what the host shows of its own accord after an event.
  package func note(_ event: ViewEvent) {
    switch event {
    case .input(_, let text): acknowledge(.value, .string(text))
    case .scroll(_, let offset): acknowledge(.scrollOffset, .double(offset))
    case .change(_, let value): noteShown(.value, value)
    default: break
    }
  }
}

/// Keeps what another presentation shows under a view of this one.
package final class TreeMirror {
  private let place: View
  private var views: [ViewID: RemoteView] = [:]
  private var root: RemoteView?
  /// Says in the words of this presentation what an attribute says there; nil for the same.
  package var translate: (Value, ViewAttribute, ViewKind) -> Value? = { _, _, _ in nil }
  /// Takes what a person did to one of the views, in the other presentation's numbers.
  package var onEvent: (ViewEvent) -> Void = { _ in }
  /// Takes what happens once at the other window, such as an address that is opened.
  package var onWindowEffect: (ViewEffect) -> Void = { _ in }
  /// Where the other window stands in the place, and how it is stretched.
  package var placement = Placement() { didSet { updatePlacement() } }

  /// Where the other window stands.
  package struct Placement: Sendable, Hashable {
    /// Its size in points, as the other presentation knows it.
    package var size = Size.zero
    /// What it is multiplied with to be shown.
    package var scale = 1.0
    /// The size of the place.
    package var room = Size.zero
  }

  /// - Parameter place: holds the views; it must not lay its children out.
  package init(in place: View) { self.place = place }

  /// How many views there are.
  package var count: Int { views.count }

  /// Shows a whole tree.
  package func show(_ tree: ViewTree) {
    clear()
    guard let node = tree[tree.root] else { return }
    // A window stands in no other one.
    let view = RemoteView(node, as: .container, of: self, in: place.context)
    root = view
    views[node.id] = view
    place.addChild(view)
    var pending = node.children.map { ($0, view) }
    while let (id, parent) = pending.popLast() {
      guard let node = tree[id] else { continue }
      let view = add(node, to: parent, at: 0)
      pending += node.children.map { ($0, view) }
    }
    updatePlacement()
  }

  /// Takes the next steps.
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
      case .attributes(let id, let changes): views[id]?.take(changes)
      case .effect(let id, let effect):
        guard let view = views[id] else { continue }
        if view === root { onWindowEffect(effect) } else { view.perform(effect) }
      }
    }
    updatePlacement()
  }

  /// Shows nothing.
  package func clear() {
    root?.removeFromParent()
    root = nil
    views = [:]
  }

  @discardableResult
  private func add(_ node: ViewNode, to parent: RemoteView, at index: Int) -> RemoteView {
    let view = RemoteView(node, as: node.kind, of: self, in: place.context)
    views[node.id] = view
    parent.insertChild(view, at: index)
    return view
  }

  private func updatePlacement() {
    guard let root else { return }
    let (size, room) = (placement.size, placement.room)
    // Stretching is about the middle.
    root.frame = Rect(
      x: (room.width - size.width) / 2, y: (room.height - size.height) / 2, width: size.width, height: size.height)
    root[.clips] = true
    root[.transform] =
      placement.scale == 1 ? .null : ["scaleX": .double(placement.scale), "scaleY": .double(placement.scale)]
  }
}

extension ViewEvent {
  /// The view that it happened to; nil for what happens to the window.
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

  /// The same at another view.
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
