extension LayoutPass {
  // MARK: Heights

  /// Returns the height of `node` for `constraint`, from the cache if possible.
  mutating func measure(_ node: Int, _ constraint: BoxConstraint, wantsBaseline: Bool) -> MeasuredHeight {
    if !constraint.height.isNaN, !wantsBaseline {
      return MeasuredHeight(height: constraint.height, contentHeight: constraint.height, baseline: .unknownLength)
    }
    if links[node].firstChild < 0, !links[node].isMeasured {
      return emptyHeight(node, constraint)
    }
    if let found = cachedHeight(node, constraint, wantsBaseline: wantsBaseline) { return found }
    if !spendBudget(node), let last = lastHeight(node, constraint) { return last }
    var result: MeasuredHeight
    if links[node].isMeasured {
      result = measureLeaf(node, constraint)
    } else {
      result = emptyHeight(node, constraint)
      let laidOut = descend(into: node) { pass in
        result = pass.measureFlexContainer(node, constraint, wantsBaseline: wantsBaseline)
      }
      if !laidOut { return result }
    }
    remember(
      node,
      MeasureCache.Record(
        constraint: constraint, result: result, kind: .height,
        hasBaseline: wantsBaseline || links[node].isMeasured, next: -1))
    return result
  }

  /// Returns the height of a node without content.
  private func emptyHeight(_ node: Int, _ constraint: BoxConstraint) -> MeasuredHeight {
    let inset = boxInsets(node, constraint.basisWidth, constraint.isRightToLeft).vertical
    let height =
      constraint.height.isNaN ? max(constraint.minHeight, min(inset, constraint.maxHeight), inset) : constraint.height
    return MeasuredHeight(height: height, contentHeight: inset, baseline: .unknownLength)
  }

  private func cachedHeight(_ node: Int, _ constraint: BoxConstraint, wantsBaseline: Bool) -> MeasuredHeight? {
    var index = results[node].firstRecord
    guard index >= 0 else { return nil }
    let comparingBasis = hasPercentPadding(node)
    while index >= 0 {
      let record = cache.records[Int(index)]
      if record.kind == .height, !wantsBaseline || record.hasBaseline,
        record.constraint.matches(constraint, comparingBasis: comparingBasis)
      {
        return record.result
      }
      index = record.next
    }
    return nil
  }

  /// Returns the most recently measured height of the node for any constraint, clamped to the limits of this one.
  private func lastHeight(_ node: Int, _ constraint: BoxConstraint) -> MeasuredHeight? {
    guard let record = lastRecord(node, .height) else { return nil }
    var result = record.result
    result.height =
      constraint.height.isNaN
      ? clamped(result.contentHeight, constraint.minHeight, constraint.maxHeight) : constraint.height
    return result
  }

  private func lastRecord(_ node: Int, _ kind: MeasureCache.Record.Kind) -> MeasureCache.Record? {
    var index = results[node].firstRecord
    while index >= 0 {
      let record = cache.records[Int(index)]
      if record.kind == kind { return record }
      index = record.next
    }
    return nil
  }

  mutating func remember(_ node: Int, _ record: MeasureCache.Record) {
    links[node].isDirty = false
    cache.insert(record, head: &results[node].firstRecord)
  }

  /// Measures a leaf's content at the constraint's width.
  mutating func measureLeaf(_ node: Int, _ constraint: BoxConstraint) -> MeasuredHeight {
    let inset = boxInsets(node, constraint.basisWidth, constraint.isRightToLeft)
    let content = leafContent(node, width: max(0, constraint.width - inset.horizontal), inset: inset)
    let contentHeight = content.height + inset.vertical
    let height =
      constraint.height.isNaN
      ? max(constraint.minHeight, min(contentHeight, constraint.maxHeight), inset.vertical) : constraint.height
    return MeasuredHeight(
      height: height, contentHeight: contentHeight, baseline: content.baseline + inset.top)
  }

  /// Returns the height and baseline of a leaf's content at a given width, without padding and border. A result for a
  /// different height at the same width is reused, because text does not depend on the height.
  mutating func leafContent(_ node: Int, width: Double, inset: EdgeInsets) -> LeafContent {
    var index = results[node].firstRecord
    while index >= 0 {
      let record = cache.records[Int(index)]
      let known = record.constraint
      let wasInset = boxInsets(node, known.basisWidth, known.isRightToLeft)
      if record.kind == .height {
        if max(0, known.width - wasInset.horizontal) == width {
          return LeafContent(
            height: record.result.contentHeight - wasInset.vertical, baseline: record.result.baseline - wasInset.top)
        }
      } else if record.kind == .maxContentWidth, known.width == width {
        return LeafContent(height: record.result.contentHeight, baseline: record.result.baseline)
      }
      index = record.next
    }
    let answer = measuring.measure(identifier(node), width: .definite(width), height: .maxContent)
    return LeafContent(height: Self.sanitized(answer.size.height), baseline: Self.sanitized(answer.firstBaseline))
  }

  static func sanitized(_ length: Double) -> Double {
    length > 0 ? min(length, Dimension.limit) : 0
  }

  static func sanitized(_ baseline: Double?) -> Double {
    guard let baseline, baseline.isFinite else { return .unknownLength }
    return min(max(baseline, -Dimension.limit), Dimension.limit)
  }

  func identifier(_ node: Int) -> NodeID {
    NodeID(index: Int32(node), generation: links[node].generation)
  }

  // MARK: Widths

  /// Returns the min-content width, at which the content breaks at every opportunity, without padding and border.
  /// `height` is the height of the border box if it is already known. The node's own width and limits are ignored.
  mutating func minContentWidth(_ node: Int, height: Double, isRightToLeft: Bool) -> Double {
    contentWidth(node, .minContentWidth, height: height, isRightToLeft: isRightToLeft)
  }

  /// Returns the max-content width, at which the content does not break, without padding and border.
  mutating func maxContentWidth(_ node: Int, height: Double, isRightToLeft: Bool) -> Double {
    contentWidth(node, .maxContentWidth, height: height, isRightToLeft: isRightToLeft)
  }

  mutating func contentWidth(
    _ node: Int, _ kind: MeasureCache.Record.Kind, height: Double, isRightToLeft: Bool
  ) -> Double {
    if links[node].firstChild < 0, !links[node].isMeasured {
      consultedHeight = false
      return 0
    }
    var index = results[node].firstRecord
    while index >= 0 {
      let record = cache.records[Int(index)]
      let known = record.constraint.height
      if record.kind == kind, record.isHeightFree || known == height || known.isNaN && height.isNaN {
        consultedHeight = !record.isHeightFree
        return record.constraint.width
      }
      index = record.next
    }
    if !spendBudget(node), let last = lastRecord(node, kind) {
      consultedHeight = !last.isHeightFree
      return last.constraint.width
    }
    var content = LeafContent(height: 0, baseline: .unknownLength)
    var width = 0.0
    if links[node].isMeasured {
      // Percentage padding counts as 0 while the containing block's width depends on the result.
      let inset = boxInsets(node, 0, isRightToLeft)
      let answer = measuring.measure(
        identifier(node), width: kind == .minContentWidth ? .minContent : .maxContent,
        height: height.isNaN ? .maxContent : .definite(max(0, height - inset.vertical)))
      width = Self.sanitized(answer.size.width)
      content.height = Self.sanitized(answer.size.height)
      content.baseline = Self.sanitized(answer.firstBaseline)
      consultedHeight = true
    } else {
      let laidOut = descend(into: node) { pass in
        width = pass.flexContentWidth(node, kind, height: height, isRightToLeft: isRightToLeft)
      }
      if !laidOut { return 0 }
    }
    // For leaves, the record also keeps the content's height, so that text at its preferred width is not measured
    // again.
    remember(
      node,
      MeasureCache.Record(
        constraint: BoxConstraint(
          width: width, height: height, basisWidth: 0, isHeightDefinite: false, isRightToLeft: isRightToLeft),
        result: MeasuredHeight(height: 0, contentHeight: content.height, baseline: content.baseline),
        kind: kind, hasBaseline: false, isHeightFree: !consultedHeight, next: -1))
    return width
  }

  /// Returns the CSS fit-content width of the border box: the max-content width, limited to `available`, but at least
  /// the min-content width. `inset` is the sum of padding and border.
  mutating func fitContentWidth(
    _ node: Int, available: Double, height: Double, inset: Double, isRightToLeft: Bool
  ) -> Double {
    let most = inset + maxContentWidth(node, height: height, isRightToLeft: isRightToLeft)
    if most <= available { return most }
    return max(inset + minContentWidth(node, height: height, isRightToLeft: isRightToLeft), min(most, available))
  }
}

/// The height of a leaf's content, and the distance from the top of the content to its first baseline.
struct LeafContent: BitwiseCopyable {
  var height: Double
  var baseline: Double
}
