package import TesseraLayout

/// A frame that places a child of a ``ConstraintView``, and how it follows the parent's size.
struct FramePlacement {
  /// In points, relative to the parent.
  var frame: Rect
  /// The parent's size that the frame is meant for.
  var parentSize: Size
  var mask: AutoresizingMask
}

extension View {
  /// Whether a frame places the view in its ``ConstraintView``, as required constraints made from the frame would. False
  /// until ``setFrame(_:inParentOfSize:resizing:)``, unlike in UIKit: a child without a frame is where constraints put it.
  ///
  /// Set to false, the view has only the constraints that were made of its anchors, which would contradict the frame. Set
  /// to true, it stays where the last layout put it, in the top left of a parent that grows. Elsewhere than in a
  /// ``ConstraintView`` it is false, and setting it has no effect.
  package var translatesAutoresizingMaskIntoConstraints: Bool {
    get { (parent as? ConstraintView)?.placement(of: self) != nil }
    set {
      guard let host = parent as? ConstraintView, newValue != translatesAutoresizingMaskIntoConstraints else { return }
      host.setPlacement(newValue ? FramePlacement(frame: frame, parentSize: host.frame.size, mask: []) : nil, of: self)
    }
  }

  /// Places the view by a frame instead of constraints, until it leaves its parent or
  /// ``translatesAutoresizingMaskIntoConstraints`` is set to false. Other views may be constrained to it. It must be in a
  /// ``ConstraintView`` already.
  ///
  /// - Parameters:
  ///   - frame: The place in points, relative to the parent. Its left is left in both directions.
  ///   - parentSize: The parent's size that the frame is meant for; nil for its present size, which is zero before the
  ///     first layout. Without flexible parts it does not matter.
  ///   - mask: What takes part when the parent's size changes. With an empty one, the frame stays as it is.
  package func setFrame(_ frame: Rect, inParentOfSize parentSize: Size? = nil, resizing mask: AutoresizingMask = []) {
    guard let host = parent as? ConstraintView else { return }
    host.setPlacement(FramePlacement(frame: frame, parentSize: parentSize ?? host.frame.size, mask: mask), of: self)
  }
}
