import TesseraLayout

/// A rectangle inside a ``ConstraintView`` that is no view, and that constraints can speak of.
package struct LayoutGuide {
  let view: ConstraintView
  let guide: ViewConstraint.Guide

  /// The left side.
  package var leftAnchor: LayoutAnchor<HorizontalAnchors> { LayoutAnchor(view: view, attribute: .left, guide: guide) }
  /// The right side.
  package var rightAnchor: LayoutAnchor<HorizontalAnchors> { LayoutAnchor(view: view, attribute: .right, guide: guide) }
  /// The side where text begins.
  package var leadingAnchor: LayoutAnchor<HorizontalAnchors> {
    LayoutAnchor(view: view, attribute: .leading, guide: guide)
  }
  /// The side where text ends.
  package var trailingAnchor: LayoutAnchor<HorizontalAnchors> {
    LayoutAnchor(view: view, attribute: .trailing, guide: guide)
  }
  /// The middle between left and right.
  package var centerXAnchor: LayoutAnchor<HorizontalAnchors> {
    LayoutAnchor(view: view, attribute: .centerX, guide: guide)
  }
  /// The top.
  package var topAnchor: LayoutAnchor<VerticalAnchors> { LayoutAnchor(view: view, attribute: .top, guide: guide) }
  /// The bottom.
  package var bottomAnchor: LayoutAnchor<VerticalAnchors> { LayoutAnchor(view: view, attribute: .bottom, guide: guide) }
  /// The middle between top and bottom.
  package var centerYAnchor: LayoutAnchor<VerticalAnchors> {
    LayoutAnchor(view: view, attribute: .centerY, guide: guide)
  }
  /// The width.
  package var widthAnchor: LayoutDimension { LayoutDimension(view: view, attribute: .width, guide: guide) }
  /// The height.
  package var heightAnchor: LayoutDimension { LayoutDimension(view: view, attribute: .height, guide: guide) }
}

extension ConstraintView {
  /// The rectangle inside ``layoutMargins``.
  package var layoutMarginsGuide: LayoutGuide { LayoutGuide(view: self, guide: .margins) }

  /// The rectangle inside ``safeAreaInsets``: what no bar, notch or rounded corner of the screen covers.
  package var safeAreaLayoutGuide: LayoutGuide { LayoutGuide(view: self, guide: .safeArea) }
}
