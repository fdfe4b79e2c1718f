import TesseraLayout

/// The views that arrange their content themselves, including those outside the window.
struct ContentArranger {
  private var arrangers: [ViewID: UnownedView] = [:]
  /// The arranging views that were created since ``removeNewViews(in:)`` was last called.
  private var newArrangers: [View] = []
  private var isArranging = false

  mutating func add(_ view: View) {
    arrangers[view.id] = UnownedView(view: view)
    if isArranging { newArrangers.append(view) }
  }

  mutating func remove(_ id: ViewID) { arrangers[id] = nil }

  /// Begins to record new views.
  /// - Returns: The views that are shown in the window, outer views first.
  mutating func begin(in window: View) -> [View] {
    isArranging = true
    return shown(arrangers.values.map(\.view), in: window)
  }

  /// Returns the views that were created meanwhile and are shown in the window, outer views first.
  mutating func removeNewViews(in window: View) -> [View] {
    guard !newArrangers.isEmpty else { return [] }
    defer { newArrangers = [] }
    return shown(newArrangers, in: window)
  }

  mutating func end() { isArranging = false }

  private func shown(_ views: [View], in window: View) -> [View] {
    views.compactMap { view in view.depth(shownIn: window).map { (view, $0) } }
      .sorted { ($0.1, $0.0.id) < ($1.1, $1.0.id) }.map(\.0)
  }
}

extension View {
  /// The number of ancestors, or nil if the view is outside the window, on a hidden screen or in a box that takes no part
  /// in layout. What such a box contains has no size in which it could be arranged.
  fileprivate func depth(shownIn window: View) -> Int? {
    var depth = 0
    var view = self
    while view !== window {
      if view.style.display == .none || view.kind == .screen && view.isHidden { return nil }
      guard let parent = view.parent else { return nil }
      view = parent
      depth += 1
    }
    return depth
  }
}
