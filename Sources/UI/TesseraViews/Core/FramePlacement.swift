package import TesseraLayout

/// A frame that places a child of a ``ConstraintView``, and its behaviour when the parent is resized.
struct FramePlacement {
  /// The frame in points, relative to the parent.
  var frame: Rect
  /// The parent size that the frame refers to.
  var parentSize: Size
  var mask: AutoresizingMask
}

extension View {
  /// Whether a frame places the view in its ``ConstraintView``, equivalent to required constraints made from the
  /// frame. False until a call of ``setFrame(_:inParentOfSize:resizing:)``, unlike in UIKit: a child without a frame
  /// is placed by constraints.
  ///
  /// Setting it to false leaves only the constraints made from the view's anchors, which would contradict the frame.
  /// Setting it to true keeps the view at the position of the last layout, at the top left of a parent that grows.
  /// Outside a ``ConstraintView``, it is false, and setting it has no effect.
  package var translatesAutoresizingMaskIntoConstraints: Bool {
    get { (parent as? ConstraintView)?.placement(of: self) != nil }
    set {
      guard let host = parent as? ConstraintView, newValue != translatesAutoresizingMaskIntoConstraints else { return }
      host.setPlacement(newValue ? FramePlacement(frame: frame, parentSize: host.frame.size, mask: []) : nil, of: self)
    }
  }

  /// Places the view by a frame instead of constraints, until the view leaves its parent or
  /// ``translatesAutoresizingMaskIntoConstraints`` is set to false. Other views can be constrained to it. The view
  /// must already be in a ``ConstraintView``.
  ///
  /// - Parameters:
  ///   - frame: The frame in points, relative to the parent. Its left edge is on the left in both layout directions.
  ///   - parentSize: The parent size that the frame refers to; nil for the current size, which is zero before the
  ///     first layout. It has no effect without flexible parts.
  ///   - mask: The parts that are flexible when the parent is resized. With an empty mask, the frame does not change.
  package func setFrame(_ frame: Rect, inParentOfSize parentSize: Size? = nil, resizing mask: AutoresizingMask = []) {
    guard let host = parent as? ConstraintView else { return }
    host.setPlacement(FramePlacement(frame: frame, parentSize: parentSize ?? host.frame.size, mask: mask), of: self)
  }
}
