import TesseraLayout

/// A rectangle inside a ``ConstraintView`` that is not a view and that constraints can refer to.
public struct LayoutGuide {
  let view: ConstraintView
  let guide: ViewConstraint.Guide

  /// The left edge.
  public var leftAnchor: LayoutAnchor<HorizontalAnchors> { LayoutAnchor(view: view, attribute: .left, guide: guide) }
  /// The right edge.
  public var rightAnchor: LayoutAnchor<HorizontalAnchors> { LayoutAnchor(view: view, attribute: .right, guide: guide) }
  /// The leading edge, where text starts.
  public var leadingAnchor: LayoutAnchor<HorizontalAnchors> {
    LayoutAnchor(view: view, attribute: .leading, guide: guide)
  }
  /// The trailing edge, where text ends.
  public var trailingAnchor: LayoutAnchor<HorizontalAnchors> {
    LayoutAnchor(view: view, attribute: .trailing, guide: guide)
  }
  /// The horizontal centre.
  public var centerXAnchor: LayoutAnchor<HorizontalAnchors> {
    LayoutAnchor(view: view, attribute: .centerX, guide: guide)
  }
  /// The top edge.
  public var topAnchor: LayoutAnchor<VerticalAnchors> { LayoutAnchor(view: view, attribute: .top, guide: guide) }
  /// The bottom edge.
  public var bottomAnchor: LayoutAnchor<VerticalAnchors> { LayoutAnchor(view: view, attribute: .bottom, guide: guide) }
  /// The vertical centre.
  public var centerYAnchor: LayoutAnchor<VerticalAnchors> {
    LayoutAnchor(view: view, attribute: .centerY, guide: guide)
  }
  /// The width.
  public var widthAnchor: LayoutDimension { LayoutDimension(view: view, attribute: .width, guide: guide) }
  /// The height.
  public var heightAnchor: LayoutDimension { LayoutDimension(view: view, attribute: .height, guide: guide) }
}

extension ConstraintView {
  /// The rectangle inside ``layoutMargins``.
  public var layoutMarginsGuide: LayoutGuide { LayoutGuide(view: self, guide: .margins) }

  /// The rectangle inside ``safeAreaInsets``: the area that no bar, notch or rounded corner of the screen covers.
  public var safeAreaLayoutGuide: LayoutGuide { LayoutGuide(view: self, guide: .safeArea) }
}
