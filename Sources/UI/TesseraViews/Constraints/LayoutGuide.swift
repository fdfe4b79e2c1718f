import TesseraLayout

/// A rectangle inside a ``ConstraintView`` that is no view, and that constraints can speak of.
public struct LayoutGuide {
  let view: ConstraintView
  let guide: ViewConstraint.Guide

  /// The left side.
  public var leftAnchor: LayoutAnchor<HorizontalAnchors> { LayoutAnchor(view: view, attribute: .left, guide: guide) }
  /// The right side.
  public var rightAnchor: LayoutAnchor<HorizontalAnchors> { LayoutAnchor(view: view, attribute: .right, guide: guide) }
  /// The side where text begins.
  public var leadingAnchor: LayoutAnchor<HorizontalAnchors> {
    LayoutAnchor(view: view, attribute: .leading, guide: guide)
  }
  /// The side where text ends.
  public var trailingAnchor: LayoutAnchor<HorizontalAnchors> {
    LayoutAnchor(view: view, attribute: .trailing, guide: guide)
  }
  /// The middle between left and right.
  public var centerXAnchor: LayoutAnchor<HorizontalAnchors> {
    LayoutAnchor(view: view, attribute: .centerX, guide: guide)
  }
  /// The top.
  public var topAnchor: LayoutAnchor<VerticalAnchors> { LayoutAnchor(view: view, attribute: .top, guide: guide) }
  /// The bottom.
  public var bottomAnchor: LayoutAnchor<VerticalAnchors> { LayoutAnchor(view: view, attribute: .bottom, guide: guide) }
  /// The middle between top and bottom.
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

  /// The rectangle inside ``safeAreaInsets``: what no bar, notch or rounded corner of the screen covers.
  public var safeAreaLayoutGuide: LayoutGuide { LayoutGuide(view: self, guide: .safeArea) }
}
