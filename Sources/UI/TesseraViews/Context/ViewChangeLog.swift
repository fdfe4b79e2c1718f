/// The views that changed since the last commit, and the effects to perform at them.
struct ViewChangeLog {
  private(set) var views: [View] = []
  private var effects: [(view: View, effect: ViewEffect)] = []
  /// Whether changes are no longer recorded.
  private(set) var isClosed = false

  mutating func mark(_ view: View) {
    guard !view.isMarked, !isClosed else { return }
    view.isMarked = true
    views.append(view)
  }

  mutating func add(_ effect: ViewEffect, at view: View) {
    if !isClosed { effects.append((view, effect)) }
  }

  /// Returns the changes and clears them.
  mutating func removeAll() -> (views: [View], effects: [(view: View, effect: ViewEffect)]) {
    defer {
      views = []
      effects = []
    }
    for view in views { view.isMarked = false }
    return (views, effects)
  }

  /// Stops recording.
  /// - Returns: The views that were recorded. They must be released after this returns, because that changes the context.
  mutating func close() -> [View] {
    isClosed = true
    return removeAll().views
  }
}
