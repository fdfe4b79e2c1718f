extension Double {
  /// A length that is not known before content is measured, or that a percentage of one gives. It is a NaN, so that
  /// whatever is computed from it is not known either; `isNaN` asks for it.
  @inline(__always)
  static var unknownLength: Double { .nan }
}

extension Dimension {
  /// The length in points, or a NaN where it depends on content or on an unknown basis.
  @inline(__always)
  func resolved(_ basis: Double) -> Double {
    if isPoints { return pointsValue }
    return isPercent ? resolvedPercent(basis) : .unknownLength
  }

  private func resolvedPercent(_ basis: Double) -> Double {
    let length = basis * percentValue / 100
    // min and max would lose the NaN of an unknown basis.
    if length > Dimension.limit { return Dimension.limit }
    if length < -Dimension.limit { return -Dimension.limit }
    return length
  }

  /// The length in points, or 0 where it is not known.
  @inline(__always)
  func resolvedOrZero(_ basis: Double) -> Double {
    if isPoints { return pointsValue }
    guard isPercent else { return 0 }
    let length = resolvedPercent(basis)
    return length.isNaN ? 0 : length
  }
}

extension BoxSizing {
  /// The border box's length for a length that a style asks for.
  @inline(__always)
  func borderBox(_ length: Double, inset: Double) -> Double {
    if self == .borderBox { return length > inset || length.isNaN ? length : inset }
    return length.isNaN ? length : max(length, 0) + inset
  }
}

extension Edges {
  /// The edge on the left: `start` or `end` by the direction where it is set, else `left`.
  @inline(__always)
  package func physicalLeft(_ isRightToLeft: Bool) -> Dimension {
    let logical = isRightToLeft ? end : start
    return logical == .unset ? left : logical
  }

  /// The edge on the right: `end` or `start` by the direction where it is set, else `right`.
  @inline(__always)
  package func physicalRight(_ isRightToLeft: Bool) -> Dimension {
    let logical = isRightToLeft ? start : end
    return logical == .unset ? right : logical
  }

  /// Lengths of padding or borders; percentages are of `basis`, in points.
  package func insets(_ basis: Double, _ isRightToLeft: Bool) -> EdgeInsets {
    EdgeInsets(
      top: max(0, top.resolvedOrZero(basis)), left: max(0, physicalLeft(isRightToLeft).resolvedOrZero(basis)),
      bottom: max(0, bottom.resolvedOrZero(basis)), right: max(0, physicalRight(isRightToLeft).resolvedOrZero(basis)))
  }

  var hasPercent: Bool {
    left.isPercent || top.isPercent || right.isPercent || bottom.isPercent || start.isPercent || end.isPercent
  }
}

extension LayoutPass {
  /// Whether `node`, whose parent goes right to left as said, goes right to left itself.
  @inline(__always)
  func isRightToLeft(_ node: Int, parent: Bool) -> Bool {
    let direction = styles[node].direction
    return direction == .inherit ? parent : direction == .rtl
  }

  /// The widths of padding and border together.
  @inline(__always)
  func boxInsets(_ node: Int, _ basis: Double, _ isRightToLeft: Bool) -> EdgeInsets {
    let place = styles[node].edges
    return place < 0 ? .zero : slowBoxInsets(Int(place), basis, isRightToLeft)
  }

  private func slowBoxInsets(_ place: Int, _ basis: Double, _ isRightToLeft: Bool) -> EdgeInsets {
    let padding = edges[place].padding.insets(basis, isRightToLeft)
    // An unknown basis: border widths have no percentages.
    let border = edges[place].border.insets(.unknownLength, isRightToLeft)
    return EdgeInsets(
      top: padding.top + border.top, left: padding.left + border.left,
      bottom: padding.bottom + border.bottom, right: padding.right + border.right)
  }

  func borderInsets(_ node: Int, _ isRightToLeft: Bool) -> EdgeInsets {
    let place = styles[node].edges
    return place < 0 ? .zero : edges[Int(place)].border.insets(.unknownLength, isRightToLeft)
  }

  /// The margins, with auto margins as 0.
  @inline(__always)
  func margins(_ node: Int, _ basis: Double, _ isRightToLeft: Bool) -> EdgeInsets {
    let place = styles[node].edges
    return place < 0 ? .zero : slowMargins(Int(place), basis, isRightToLeft)
  }

  private func slowMargins(_ place: Int, _ basis: Double, _ isRightToLeft: Bool) -> EdgeInsets {
    let margin = edges[place].margin
    return EdgeInsets(
      top: margin.top.resolvedOrZero(basis), left: margin.physicalLeft(isRightToLeft).resolvedOrZero(basis),
      bottom: margin.bottom.resolvedOrZero(basis), right: margin.physicalRight(isRightToLeft).resolvedOrZero(basis))
  }

  /// Whether percentages of padding make the node's layout depend on the width of its containing block.
  @inline(__always)
  func hasPercentPadding(_ node: Int) -> Bool {
    let place = styles[node].edges
    return place >= 0 && edges[Int(place)].padding.hasPercent
  }
}
