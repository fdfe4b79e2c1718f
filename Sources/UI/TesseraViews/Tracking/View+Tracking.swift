public import TesseraLayout
import TesseraValues

/// Pointers and keys, in the words of UIKit's `UIControl`.
extension View {
  /// Whether pointers that go down on the view are given to ``beginTracking(_:)``. Hosts do not scroll or press then.
  public var tracksPointers: Bool {
    get { self[.tracksPointers] == true }
    set { self[.tracksPointers] = newValue ? true : .null }
  }

  /// The keys that are given to ``keyPressed(_:)`` while the view has the keyboard focus, by their names.
  public var handledKeys: [String] {
    get { self[.keys].array?.compactMap(\.string) ?? [] }
    set { self[.keys] = newValue.isEmpty ? .null : .array(newValue.map(Value.string)) }
  }

  /// Where pointers and presses meet the view: a shape in points from the top left corner of its box; empty for the box.
  public func setHitPath(_ path: [PathStep]) {
    hitPath = path
    self[.hitPath] = path.isEmpty ? .null : .string(path.normalized.svgData { Value.double($0).description })
  }

  /// Whether a pointer at a place, in points from the top left corner of the box, meets the view.
  public func contains(_ point: Point) -> Bool {
    hitPath.isEmpty ? Rect(origin: .zero, size: frame.size).contains(point) : hitPath.contains(point)
  }

  /// Lets the view follow a pointer at once, before the widget knows where it is. The widget's own answer counts when the
  /// pointer has gone up.
  ///
  /// - Parameters:
  ///   - x: the least and the greatest distance of the view's left edge from that of its parent, in points; nil to stay.
  ///   - y: the same for the top edge.
  ///   - views: others that change along, by factors of the way that the view went.
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

  /// Takes what a pointer did. A view follows one pointer at a time, the one that went down last.
  package func track(_ pointer: Pointer, _ phase: Pointer.Phase) {
    switch phase {
    case .began:
      // Hosts send one pointer at a time, so the end of the one before got lost.
      if let lost = trackedPointer {
        trackedPointer = nil
        cancelTracking(lost)
      }
      guard tracksPointers, isInteractive, contains(pointer.location) else { return }
      if beginTracking(pointer) { trackedPointer = pointer }
    case .moved, .ended, .cancelled:
      guard let tracked = trackedPointer, tracked.id == pointer.id else { return }
      // A view that was disabled meanwhile lets go.
      let isCancelled = phase == .cancelled || !isInteractive
      if isCancelled || phase == .ended {
        trackedPointer = nil
        if isCancelled { cancelTracking(pointer) } else { endTracking(pointer) }
      } else {
        trackedPointer = pointer
        if !continueTracking(pointer) { trackedPointer = nil }
      }
    }
  }

  /// Whether a pointer is followed.
  public var isTracking: Bool { trackedPointer != nil }

  /// Takes a key, if the view wants it.
  package func press(_ key: Key) {
    if handledKeys.contains(key.name), isInteractive { keyPressed(key) }
  }
}

/// A view that changes while another follows a pointer.
public struct FollowingView {
  let view: View
  let x: Double
  let y: Double
  let width: Double
  let height: Double

  /// A view, and how much of the way its frame changes: `width: -1` makes it as much narrower as the other goes to the
  /// right.
  public init(_ view: View, x: Double = 0, y: Double = 0, width: Double = 0, height: Double = 0) {
    self.view = view
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}
