public import TesseraLayout
import TesseraValues

/// Pointers and keys, modelled on UIKit's `UIControl`.
extension View {
  /// Whether pointers that go down on the view are passed to ``beginTracking(_:)``. Hosts then do not scroll or send
  /// presses.
  public var tracksPointers: Bool {
    get { self[.tracksPointers] == true }
    set { self[.tracksPointers] = newValue ? true : .null }
  }

  /// The names of the keys that are passed to ``keyPressed(_:)`` while the view has the keyboard focus.
  public var handledKeys: [String] {
    get { self[.keys].array?.compactMap(\.string) ?? [] }
    set { self[.keys] = newValue.isEmpty ? .null : .array(newValue.map(Value.string)) }
  }

  /// Sets the hit-testing shape for pointers and presses, in points from the top-left corner of the box; empty for
  /// the box itself.
  public func setHitPath(_ path: [PathStep]) {
    if pointerState != nil || !path.isEmpty { ownPointerState.hitPath = path }
    self[.hitPath] = path.isEmpty ? .null : .string(path.normalized.svgData { Value.double($0).description })
  }

  /// Returns whether a point, relative to the top-left corner of the box, is inside the hit-testing shape.
  public func contains(_ point: Point) -> Bool {
    guard let path = pointerState?.hitPath, !path.isEmpty else {
      return Rect(origin: .zero, size: frame.size).contains(point)
    }
    return path.contains(point)
  }

  /// Makes the host move the view with a pointer immediately, before the widget receives the position. When the
  /// pointer has gone up, the widget's own position applies.
  ///
  /// - Parameters:
  ///   - x: The minimum and maximum distance of the view's left edge from its parent's left edge, in points; nil for
  ///     no horizontal movement.
  ///   - y: The same for the top edge.
  ///   - views: Other views that change along, by factors of the distance that the view moved.
  public func followPointer(
    x: ClosedRange<Double>? = nil, y: ClosedRange<Double>? = nil, with views: [FollowingView] = []
  ) {
    func range(_ range: ClosedRange<Double>?) -> Value {
      range.map { [.double($0.lowerBound), .double($0.upperBound)] } ?? .null
    }
    guard x != nil || y != nil else { return self[.drag] = .null }
    self[.drag] = [
      "x": range(x), "y": range(y),
      "with": .array(
        views.map { following in
          [
            .integer(Int64(following.view.id.rawValue)), .double(following.x), .double(following.y),
            .double(following.width), .double(following.height),
          ]
        }),
    ]
  }

  /// Handles an action of a pointer. A view tracks one pointer at a time, the one that went down last.
  package func track(_ pointer: Pointer, _ phase: Pointer.Phase) {
    switch phase {
    case .began:
      // Hosts send one pointer at a time, so the end of the previous one was lost.
      if let lost = pointerState?.end() { cancelTracking(lost) }
      guard tracksPointers, isInteractive, contains(pointer.location) else { return }
      if beginTracking(pointer) { ownPointerState.tracked = pointer }
    case .moved, .ended, .cancelled:
      guard let pointerState, pointerState.tracks(pointer) else { return }
      // A view that was disabled in the meantime cancels tracking.
      let isCancelled = phase == .cancelled || !isInteractive
      if isCancelled || phase == .ended {
        pointerState.end()
        if isCancelled { cancelTracking(pointer) } else { endTracking(pointer) }
      } else {
        pointerState.tracked = pointer
        if !continueTracking(pointer) { pointerState.end() }
      }
    }
  }

  /// Whether a pointer is being tracked.
  public var isTracking: Bool { pointerState?.tracked != nil }

  /// Handles a key if the view has registered for it.
  package func press(_ key: Key) {
    if handledKeys.contains(key.name), isInteractive { keyPressed(key) }
  }

  private var ownPointerState: PointerState { pointerState.orInsert(PointerState()) }
}

/// A view that changes while another one is dragged.
public struct FollowingView {
  let view: View
  let x: Double
  let y: Double
  let width: Double
  let height: Double

  /// Creates a following view. The factors state how much of the distance its frame changes: `width: -1` makes it
  /// narrower by the distance that the dragged view moves to the right.
  public init(_ view: View, x: Double = 0, y: Double = 0, width: Double = 0, height: Double = 0) {
    self.view = view
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}
