/// The pointer that a view tracks, and where the view can be hit. Few views track pointers, so it is apart from the
/// view.
final class PointerState {
  /// The hit-testing shape; empty for the view's box.
  var hitPath: [PathStep] = []
  /// The pointer being tracked.
  var tracked: Pointer?

  /// Returns whether a pointer is the one being tracked.
  func tracks(_ pointer: Pointer) -> Bool { tracked?.id == pointer.id }

  /// Ends tracking.
  /// - Returns: The pointer that was tracked.
  @discardableResult
  func end() -> Pointer? {
    defer { tracked = nil }
    return tracked
  }
}
