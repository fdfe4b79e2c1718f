extension Dimension {
  /// Whether the dimension depends on content, along the vertical axis.
  var isContentKeyword: Bool {
    self == .minContent || self == .maxContent || self == .fitContent || self == .content
  }
}

/// Returns `value` clamped to `low` and `high`; `low` takes precedence.
@inline(__always)
func clamped(_ value: Double, _ low: Double, _ high: Double) -> Double {
  let limited = value > high ? high : value
  return limited < low ? low : limited
}

extension LayoutPass {
  /// Returns the width of the border box for `dimension`, or NaN if it leaves the width open.
  ///
  /// - Parameters:
  ///   - basis: The width of the containing block's content box.
  ///   - available: The same width minus the node's margins.
  ///   - height: The height of the node's border box, or NaN if it is unknown.
  ///   - inset: The node's padding and border.
  ///   - kind: The content width used for `fit-content` if the containing block's width is unknown.
  mutating func resolveWidth(
    _ dimension: Dimension, _ node: Int, basis: Double, available: Double, height: Double, inset: Double,
    isRightToLeft: Bool, open kind: MeasureCache.Record.Kind = .maxContentWidth
  ) -> Double {
    if dimension.isPoints { return styles[node].boxSizing.borderBox(dimension.pointsValue, inset: inset) }
    if dimension.isPercent { return styles[node].boxSizing.borderBox(dimension.resolved(basis), inset: inset) }
    if styles[node].aspectRatio > 0, !height.isNaN, dimension.isContentKeyword {
      // Content whose width is derived from a height and an aspect ratio has only one width.
      consultedHeight = true
      return widthByRatio(node, height: height, inset: insets(node, inset, isRightToLeft))
    }
    var width: Double
    switch dimension {
    case .minContent: width = inset + minContentWidth(node, height: height, isRightToLeft: isRightToLeft)
    case .maxContent, .content: width = inset + maxContentWidth(node, height: height, isRightToLeft: isRightToLeft)
    case .fitContent:
      if available.isNaN {
        width = inset + contentWidth(node, kind, height: height, isRightToLeft: isRightToLeft)
      } else {
        width = fitContentWidth(node, available: available, height: height, inset: inset, isRightToLeft: isRightToLeft)
      }
    case .stretch: return available.isNaN ? .unknownLength : max(available, inset)
    default: return .unknownLength
    }
    if styles[node].aspectRatio > 0 {
      var limits = (low: inset, high: Double.infinity)
      transferHeightLimits(node, to: &limits, inset: boxInsets(node, 0, isRightToLeft), basis: .unknownLength)
      width = clamped(width, limits.low, limits.high)
    }
    return width
  }

  /// Returns the height of the border box for `dimension`, or NaN if it is open or depends on content.
  @inline(__always)
  func resolveHeight(
    _ dimension: Dimension, _ node: Int, basis: Double, available: Double, inset: Double
  ) -> Double {
    if dimension == .auto { return .unknownLength }
    if dimension == .stretch { return available.isNaN ? .unknownLength : max(available, inset) }
    return styles[node].boxSizing.borderBox(dimension.resolved(basis), inset: inset)
  }

  /// Returns the minimum height, or the padding and border if it depends on content.
  @inline(__always)
  func resolveMinHeight(_ node: Int, basis: Double, available: Double, inset: Double) -> Double {
    let length = resolveHeight(styles[node].minHeight, node, basis: basis, available: available, inset: inset)
    return length.isNaN ? inset : length
  }

  /// Returns the maximum height, or infinity if there is none or if it depends on content.
  @inline(__always)
  func resolveMaxHeight(_ node: Int, basis: Double, available: Double, inset: Double) -> Double {
    if styles[node].maxHeight == .unset { return .infinity }
    let length = resolveHeight(styles[node].maxHeight, node, basis: basis, available: available, inset: inset)
    return length.isNaN ? .infinity : length
  }

  /// Returns the limits of the width; the automatic minimum size is ignored.
  mutating func widthLimits(
    _ node: Int, basis: Double, available: Double, height: Double, inset: Double, isRightToLeft: Bool,
    open kind: MeasureCache.Record.Kind = .maxContentWidth
  ) -> (low: Double, high: Double) {
    let low = styles[node].minWidth
    let high = styles[node].maxWidth
    var limits = (low: inset, high: Double.infinity)
    if low != .zero, low != .auto {
      let length = resolveWidth(
        low, node, basis: basis, available: available, height: height, inset: inset, isRightToLeft: isRightToLeft,
        open: kind)
      if !length.isNaN { limits.low = max(inset, length) }
    }
    if high != .unset {
      let length = resolveWidth(
        high, node, basis: basis, available: available, height: height, inset: inset, isRightToLeft: isRightToLeft,
        open: kind)
      if !length.isNaN { limits.high = length }
    }
    return limits
  }

  /// Returns the width derived from a height by the node's aspect ratio. Both refer to the border box; the ratio refers
  /// to the box selected by `boxSizing`.
  func widthByRatio(_ node: Int, height: Double, inset: EdgeInsets) -> Double {
    let style = styles[node]
    if style.boxSizing == .borderBox { return max(Self.limited(height * style.aspectRatio), inset.horizontal) }
    return Self.limited(max(0, height - inset.vertical) * style.aspectRatio) + inset.horizontal
  }

  /// Returns the padding and border if only their total width is known.
  private func insets(_ node: Int, _ horizontal: Double, _ isRightToLeft: Bool) -> EdgeInsets {
    guard styles[node].boxSizing == .contentBox else {
      return EdgeInsets(top: 0, left: horizontal, bottom: 0, right: 0)
    }
    let insets = boxInsets(node, 0, isRightToLeft)
    return EdgeInsets(top: insets.top, left: horizontal, bottom: insets.bottom, right: 0)
  }

  /// Returns the height derived from a width by the node's aspect ratio.
  func heightByRatio(_ node: Int, width: Double, inset: EdgeInsets) -> Double {
    let style = styles[node]
    if style.boxSizing == .borderBox { return max(Self.limited(width / style.aspectRatio), inset.vertical) }
    return Self.limited(max(0, width - inset.horizontal) / style.aspectRatio) + inset.vertical
  }

  /// Limits a length, because aspect ratios could let lengths grow at every nesting level.
  static func limited(_ length: Double) -> Double {
    min(length, Dimension.limit)
  }

  /// Returns the contribution of a child to the content width of its container, without margins.
  ///
  /// - Parameters:
  ///   - height: The height of the child's border box, or NaN if it is unknown.
  ///   - basisHeight: The basis for percentages of the child's height, or NaN if it is unknown.
  mutating func widthContribution(
    _ node: Int, _ kind: MeasureCache.Record.Kind, height: Double, basisHeight: Double, isRightToLeft: Bool
  ) -> Double {
    let style = styles[node]
    let inset = boxInsets(node, 0, isRightToLeft)
    var width: Double
    switch style.width {
    case let points where points.isPoints:
      width = style.boxSizing.borderBox(points.pointsValue, inset: inset.horizontal)
    case .minContent, .maxContent:
      width = resolveWidth(
        style.width, node, basis: .unknownLength, available: .unknownLength, height: height, inset: inset.horizontal,
        isRightToLeft: isRightToLeft)
    default:
      if style.aspectRatio > 0, !height.isNaN {
        width = widthByRatio(node, height: height, inset: inset)
      } else {
        width = inset.horizontal + contentWidth(node, kind, height: height, isRightToLeft: isRightToLeft)
      }
      if style.aspectRatio > 0 { consultedHeight = true }
    }
    // Percentages are meaningless while their basis depends on the result.
    var limits = widthLimits(
      node, basis: .unknownLength, available: .unknownLength, height: height, inset: inset.horizontal,
      isRightToLeft: isRightToLeft,
      open: kind)
    if style.aspectRatio > 0, !style.width.isPoints {
      if height.isNaN {
        transferHeightLimits(node, to: &limits, inset: inset, basis: basisHeight)
      } else {
        limits.low = automaticMinimum(node, limits, inset: inset.horizontal, isRightToLeft: isRightToLeft)
      }
    }
    return clamped(width, limits.low, limits.high)
  }

  /// Returns the content height of a box whose height is derived from its width and aspect ratio. Items stretch to that
  /// height, and percentages resolve against it.
  mutating func contentHeightByRatio(
    _ node: Int, width: Double, height: Double, basisWidth: Double, isRightToLeft: Bool
  ) -> Double {
    let isLeaf = links[node].isMeasured
    return measure(
      node,
      BoxConstraint(
        width: width, height: isLeaf ? .unknownLength : height, basisWidth: basisWidth, isHeightDefinite: !isLeaf,
        isRightToLeft: isRightToLeft),
      wantsBaseline: !isLeaf
    ).contentHeight
  }

  /// Returns the minimum width of a box whose width is derived from its height and aspect ratio. With an automatic
  /// minimum size, this is its content-based minimum (CSS Sizing 4, 5.3).
  mutating func automaticMinimum(
    _ node: Int, _ limits: (low: Double, high: Double), inset: Double, isRightToLeft: Bool
  ) -> Double {
    let style = styles[node]
    guard style.minWidth == .auto, !style.overflow.isScrollContainer else { return limits.low }
    let content = inset + minContentWidth(node, height: .unknownLength, isRightToLeft: isRightToLeft)
    return max(limits.low, min(content, limits.high))
  }
}

extension LayoutPass {
  /// Transfers height limits to the width of a box with an aspect ratio (CSS Sizing 4, 5.1).
  func transferHeightLimits(
    _ node: Int, to limits: inout (low: Double, high: Double), inset: EdgeInsets, basis: Double
  ) {
    let low = resolveMinHeight(node, basis: basis, available: basis, inset: inset.vertical)
    let high = resolveMaxHeight(node, basis: basis, available: basis, inset: inset.vertical)
    if high < .infinity {
      limits.high = min(limits.high, max(limits.low, widthByRatio(node, height: high, inset: inset)))
    }
    if low > 0 {
      limits.low = max(limits.low, min(limits.high, widthByRatio(node, height: low, inset: inset)))
    }
  }
}
