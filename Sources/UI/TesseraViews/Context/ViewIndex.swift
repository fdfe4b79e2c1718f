import TesseraLayout

/// A view that does not retain itself by being listed. It removes itself from all lists before it is released.
struct UnownedView {
  unowned let view: View
}

/// The views of a presentation by identity and by layout node, including those without a parent.
struct ViewIndex {
  private var viewsByID: [ViewID: UnownedView] = [:]
  private var viewsByNode: [NodeID: UnownedView] = [:]

  var count: Int { viewsByID.count }

  var views: some Sequence<View> { viewsByID.values.lazy.map(\.view) }

  subscript(id: ViewID) -> View? { viewsByID[id]?.view }

  subscript(node: NodeID) -> View? { viewsByNode[node]?.view }

  mutating func add(_ view: View) {
    viewsByID[view.id] = UnownedView(view: view)
    viewsByNode[view.node] = UnownedView(view: view)
  }

  mutating func remove(_ id: ViewID, _ node: NodeID) {
    viewsByID[id] = nil
    viewsByNode[node] = nil
  }
}
