extension Double {
  /// A length that is unknown until content is measured, or a percentage of such a length. It is NaN, so that
  /// everything computed from it is unknown as well. Check for it with `isNaN`.
  @inline(__always)
  static var unknownLength: Double { .nan }
}

extension Dimension {
  /// Returns the length in points, or NaN if it depends on content or on an unknown basis.
  @inline(__always)
  func resolved(_ basis: Double) -> Double {
    if isPoints { return pointsValue }
    return isPercent ? resolvedPercent(basis) : .unknownLength
  }

  private func resolvedPercent(_ basis: Double) -> Double {
    let length = basis * percentValue / 100
    // `min` and `max` could drop the NaN of an unknown basis.
    if length > Dimension.limit { return Dimension.limit }
    if length < -Dimension.limit { return -Dimension.limit }
    return length
  }

  /// Returns the length in points, or 0 if it is unknown.
  @inline(__always)
  func resolvedOrZero(_ basis: Double) -> Double {
    if isPoints { return pointsValue }
    guard isPercent else { return 0 }
    let length = resolvedPercent(basis)
    return length.isNaN ? 0 : length
  }
}

extension BoxSizing {
  /// Returns the border-box length for a length specified by a style.
  @inline(__always)
  func borderBox(_ length: Double, inset: Double) -> Double {
    if self == .borderBox { return length > inset || length.isNaN ? length : inset }
    return length.isNaN ? length : max(length, 0) + inset
  }
}

extension Edges {
  /// Returns the left edge: `start` or `end`, depending on the direction, if it is set, otherwise `left`.
  @inline(__always)
  package func physicalLeft(_ isRightToLeft: Bool) -> Dimension {
    let logical = isRightToLeft ? end : start
    return logical == .unset ? left : logical
  }

  /// Returns the right edge: `end` or `start`, depending on the direction, if it is set, otherwise `right`.
  @inline(__always)
  package func physicalRight(_ isRightToLeft: Bool) -> Dimension {
    let logical = isRightToLeft ? start : end
    return logical == .unset ? right : logical
  }

  /// Returns the widths of padding or borders. Percentages refer to `basis`, in points.
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
  /// Returns whether `node` is right-to-left. `parent` tells whether its parent is.
  @inline(__always)
  func isRightToLeft(_ node: Int, parent: Bool) -> Bool {
    let direction = styles[node].direction
    return direction == .inherit ? parent : direction == .rtl
  }

  /// Returns the combined widths of padding and border.
  @inline(__always)
  func boxInsets(_ node: Int, _ basis: Double, _ isRightToLeft: Bool) -> EdgeInsets {
    let index = styles[node].edges
    return index < 0 ? .zero : slowBoxInsets(Int(index), basis, isRightToLeft)
  }

  private func slowBoxInsets(_ index: Int, _ basis: Double, _ isRightToLeft: Bool) -> EdgeInsets {
    let padding = edges[index].padding.insets(basis, isRightToLeft)
    // The basis is unknown because border widths have no percentages.
    let border = edges[index].border.insets(.unknownLength, isRightToLeft)
    return EdgeInsets(
      top: padding.top + border.top, left: padding.left + border.left,
      bottom: padding.bottom + border.bottom, right: padding.right + border.right)
  }

  func borderInsets(_ node: Int, _ isRightToLeft: Bool) -> EdgeInsets {
    let index = styles[node].edges
    return index < 0 ? .zero : edges[Int(index)].border.insets(.unknownLength, isRightToLeft)
  }

  /// Returns the margins; auto margins count as 0.
  @inline(__always)
  func margins(_ node: Int, _ basis: Double, _ isRightToLeft: Bool) -> EdgeInsets {
    let index = styles[node].edges
    return index < 0 ? .zero : slowMargins(Int(index), basis, isRightToLeft)
  }

  private func slowMargins(_ index: Int, _ basis: Double, _ isRightToLeft: Bool) -> EdgeInsets {
    let margin = edges[index].margin
    return EdgeInsets(
      top: margin.top.resolvedOrZero(basis), left: margin.physicalLeft(isRightToLeft).resolvedOrZero(basis),
      bottom: margin.bottom.resolvedOrZero(basis), right: margin.physicalRight(isRightToLeft).resolvedOrZero(basis))
  }

  /// Returns whether percentage padding makes the node's layout depend on the width of its containing block.
  @inline(__always)
  func hasPercentPadding(_ node: Int) -> Bool {
    let index = styles[node].edges
    return index >= 0 && edges[Int(index)].padding.hasPercent
  }
}
