import TesseraLayout

/// The axis of horizontal anchors.
public enum HorizontalAnchors: Sendable {}
/// The axis of vertical anchors.
public enum VerticalAnchors: Sendable {}

/// An edge or line of a view that constraints can refer to. Only anchors of the same axis can be combined; others do
/// not compile.
public struct LayoutAnchor<Direction> {
  let view: View
  let attribute: LayoutAttribute
  var guide: ViewConstraint.Guide?

  /// `self = other + constant`.
  public func constraint(equalTo other: LayoutAnchor, constant: Double = 0) -> ViewConstraint {
    ViewConstraint(self.anchor, .equal, other.anchor, constant: constant)
  }

  /// `self ≥ other + constant`.
  public func constraint(greaterThanOrEqualTo other: LayoutAnchor, constant: Double = 0) -> ViewConstraint {
    ViewConstraint(self.anchor, .greaterThanOrEqual, other.anchor, constant: constant)
  }

  /// `self ≤ other + constant`.
  public func constraint(lessThanOrEqualTo other: LayoutAnchor, constant: Double = 0) -> ViewConstraint {
    ViewConstraint(self.anchor, .lessThanOrEqual, other.anchor, constant: constant)
  }

  var anchor: ViewConstraint.Anchor { ViewConstraint.Anchor(view: view, attribute: attribute, guide: guide) }
}

/// The width or the height of a view.
public struct LayoutDimension {
  let view: View
  let attribute: LayoutAttribute
  var guide: ViewConstraint.Guide?

  /// `self = constant`.
  public func constraint(equalToConstant constant: Double) -> ViewConstraint {
    ViewConstraint(anchor, .equal, nil, constant: constant)
  }

  /// `self ≥ constant`.
  public func constraint(greaterThanOrEqualToConstant constant: Double) -> ViewConstraint {
    ViewConstraint(anchor, .greaterThanOrEqual, nil, constant: constant)
  }

  /// `self ≤ constant`.
  public func constraint(lessThanOrEqualToConstant constant: Double) -> ViewConstraint {
    ViewConstraint(anchor, .lessThanOrEqual, nil, constant: constant)
  }

  /// `self = multiplier · other + constant`.
  public func constraint(
    equalTo other: LayoutDimension, multiplier: Double = 1, constant: Double = 0
  ) -> ViewConstraint {
    ViewConstraint(anchor, .equal, other.anchor, multiplier: multiplier, constant: constant)
  }

  /// `self ≥ multiplier · other + constant`.
  public func constraint(
    greaterThanOrEqualTo other: LayoutDimension, multiplier: Double = 1, constant: Double = 0
  ) -> ViewConstraint {
    ViewConstraint(anchor, .greaterThanOrEqual, other.anchor, multiplier: multiplier, constant: constant)
  }

  /// `self ≤ multiplier · other + constant`.
  public func constraint(
    lessThanOrEqualTo other: LayoutDimension, multiplier: Double = 1, constant: Double = 0
  ) -> ViewConstraint {
    ViewConstraint(anchor, .lessThanOrEqual, other.anchor, multiplier: multiplier, constant: constant)
  }

  var anchor: ViewConstraint.Anchor { ViewConstraint.Anchor(view: view, attribute: attribute, guide: guide) }
}

extension View {
  /// The left edge.
  public var leftAnchor: LayoutAnchor<HorizontalAnchors> { LayoutAnchor(view: self, attribute: .left) }
  /// The right edge.
  public var rightAnchor: LayoutAnchor<HorizontalAnchors> { LayoutAnchor(view: self, attribute: .right) }
  /// The leading edge, where text starts.
  public var leadingAnchor: LayoutAnchor<HorizontalAnchors> { LayoutAnchor(view: self, attribute: .leading) }
  /// The trailing edge, where text ends.
  public var trailingAnchor: LayoutAnchor<HorizontalAnchors> { LayoutAnchor(view: self, attribute: .trailing) }
  /// The horizontal centre.
  public var centerXAnchor: LayoutAnchor<HorizontalAnchors> { LayoutAnchor(view: self, attribute: .centerX) }
  /// The top edge.
  public var topAnchor: LayoutAnchor<VerticalAnchors> { LayoutAnchor(view: self, attribute: .top) }
  /// The bottom edge.
  public var bottomAnchor: LayoutAnchor<VerticalAnchors> { LayoutAnchor(view: self, attribute: .bottom) }
  /// The vertical centre.
  public var centerYAnchor: LayoutAnchor<VerticalAnchors> { LayoutAnchor(view: self, attribute: .centerY) }
  /// The baseline of the first line of text.
  public var firstBaselineAnchor: LayoutAnchor<VerticalAnchors> { LayoutAnchor(view: self, attribute: .firstBaseline) }
  /// The baseline of the last line of text.
  public var lastBaselineAnchor: LayoutAnchor<VerticalAnchors> { LayoutAnchor(view: self, attribute: .lastBaseline) }
  /// The width.
  public var widthAnchor: LayoutDimension { LayoutDimension(view: self, attribute: .width) }
  /// The height.
  public var heightAnchor: LayoutDimension { LayoutDimension(view: self, attribute: .height) }
}
