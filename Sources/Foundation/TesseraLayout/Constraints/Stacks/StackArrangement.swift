/// How a stack places its items one after the other: the rules that Apple documents for `UIStackView`.
public struct StackArrangement: Sendable, Hashable {
  /// The places and sizes of the items along the axis.
  public enum Distribution: String, Sendable, Hashable, CaseIterable, BitwiseCopyable {
    /// The items fill the stack. Those with the lowest hugging grow, and those with the lowest compression resistance
    /// shrink.
    case fill
    /// The items fill the stack and have the same length.
    case fillEqually
    /// The items fill the stack, with lengths in proportion to their content.
    case fillProportionally
    /// The items keep their lengths, and the same space is between all neighbours: at least the spacing.
    case equalSpacing
    /// The centres of neighbours have the same distance, as long as the spacing allows it.
    case equalCentering
  }

  /// The places and sizes of the items across the axis.
  public enum Alignment: String, Sendable, Hashable, CaseIterable, BitwiseCopyable {
    /// The items are as high as a row, or as wide as a column.
    case fill
    /// The items are at the top of a row, or at the leading edge of a column.
    case leading
    /// The items are in the middle.
    case center
    /// The items are at the bottom of a row, or at the trailing edge of a column.
    case trailing
    /// The first baselines of a row's items are on one line. In a column the same as `leading`.
    case firstBaseline
    /// The last baselines of a row's items are on one line. In a column the same as `leading`.
    case lastBaseline
  }

  /// The direction in which the items follow each other.
  public var axis: LayoutAxis
  /// The places and sizes along the axis.
  public var distribution: Distribution
  /// The places and sizes across the axis.
  public var alignment: Alignment
  /// The distance of neighbours in points.
  public var spacing: Double

  /// Creates an arrangement. The defaults are those of `UIStackView`.
  public init(
    axis: LayoutAxis = .horizontal, distribution: Distribution = .fill, alignment: Alignment = .fill,
    spacing: Double = 0
  ) {
    (self.axis, self.distribution, self.alignment, self.spacing) = (axis, distribution, alignment, spacing)
  }

  /// Returns the priorities of an item's content along the axis. Of several items with the same priority, the last one
  /// grows and shrinks: Apple only says that their index decides.
  package func priorities(_ priorities: ContentPriorities, ofItemAt index: Int) -> ContentPriorities {
    let step = Double(min(index, 900)) * 0.001
    return ContentPriorities(
      hugging: LayoutPriority(priorities.hugging.rawValue - step),
      compressionResistance: LayoutPriority(priorities.compressionResistance.rawValue - step))
  }
}

/// The constraints and auxiliary items that hold the items of a stack in place.
public struct StackConstraints: Sendable {
  var constraints: [LayoutConstraintID] = []
  var gaps: [LayoutItemID] = []
}

extension ConstraintLayout {
  /// The priorities of constraints that yield to content: those with which `UIStackView` equates the distances of
  /// centres, keeps a stack from being larger than its items across the axis, and makes items without content small.
  private static let centeringPriority: LayoutPriority = 150
  private static let spanningPriority: LayoutPriority = 51
  private static let ambiguityPriority: LayoutPriority = 25
  /// The priority of proportions. Constraints of the items come first.
  private static let proportionPriority: LayoutPriority = 999

  /// Places children of the root one after the other, so that the root is as large as they need.
  ///
  /// - Parameters:
  ///   - items: The items in order. Those that are hidden are left out, with their spacing.
  ///   - lengths: The lengths of the items' content along the axis, for `fillProportionally`.
  /// - Returns: What `remove(_:)` takes to place them otherwise.
  public mutating func arrange(
    _ items: [LayoutItemID], by arrangement: StackArrangement, lengths: [Double] = []
  ) -> StackConstraints {
    var stack = StackConstraints()
    guard let first = items.first, let last = items.last else { return stack }
    let along = AxisAttributes(arrangement.axis)
    add(LayoutConstraint(first, along.start, to: root, along.start), to: &stack)
    add(LayoutConstraint(last, along.end, to: root, along.end), to: &stack)
    switch arrangement.distribution {
    case .fill: connect(items, along, spacing: arrangement.spacing, &stack)
    case .fillEqually:
      connect(items, along, spacing: arrangement.spacing, &stack)
      for item in items.dropFirst() { add(LayoutConstraint(item, along.length, to: first, along.length), to: &stack) }
    case .fillProportionally:
      connect(items, along, spacing: arrangement.spacing, &stack)
      proportion(items, along, lengths, &stack)
    case .equalSpacing:
      for gap in gaps(items, from: along.end, to: along.start, along, &stack) {
        add(LayoutConstraint(gap, along.length, .greaterThanOrEqual, constant: arrangement.spacing), to: &stack)
      }
    case .equalCentering:
      connect(items, along, .greaterThanOrEqual, spacing: arrangement.spacing, &stack)
      _ = gaps(items, from: along.center, to: along.center, along, priority: Self.centeringPriority, &stack)
    }
    align(items, arrangement, &stack)
    return stack
  }

  /// Removes what placed the items of a stack.
  public mutating func remove(_ stack: StackConstraints) {
    for constraint in stack.constraints { remove(constraint) }
    for gap in stack.gaps where contains(gap) { remove(gap) }
  }

  /// The attributes along one axis.
  private struct AxisAttributes {
    let start: LayoutAttribute
    let end: LayoutAttribute
    let length: LayoutAttribute
    let center: LayoutAttribute

    init(_ axis: LayoutAxis) {
      (start, end, length, center) =
        axis == .horizontal ? (.leading, .trailing, .width, .centerX) : (.top, .bottom, .height, .centerY)
    }
  }

  private mutating func add(_ constraint: LayoutConstraint, to stack: inout StackConstraints) {
    // Only a number that is out of range is refused; then the items overlap.
    if let identifier = try? add(constraint) { stack.constraints.append(identifier) }
  }

  private mutating func connect(
    _ items: [LayoutItemID], _ along: AxisAttributes, _ relation: LayoutRelation = .equal, spacing: Double,
    _ stack: inout StackConstraints
  ) {
    for (item, next) in zip(items, items.dropFirst()) {
      add(LayoutConstraint(next, along.start, relation, to: item, along.end, constant: spacing), to: &stack)
    }
  }

  /// Makes lengths proportional to that of the longest content, so that no factor is large.
  private mutating func proportion(
    _ items: [LayoutItemID], _ along: AxisAttributes, _ lengths: [Double], _ stack: inout StackConstraints
  ) {
    guard lengths.count == items.count, let longest = lengths.indices.max(by: { lengths[$0] < lengths[$1] }),
      lengths[longest] > 0
    else { return }
    for (index, item) in items.enumerated() where index != longest && lengths[index] > 0 {
      add(
        LayoutConstraint(
          item, along.length, to: items[longest], along.length, multiplier: lengths[index] / lengths[longest],
          priority: Self.proportionPriority), to: &stack)
    }
  }

  /// Adds an item of the same length between each two neighbours.
  private mutating func gaps(
    _ items: [LayoutItemID], from start: LayoutAttribute, to end: LayoutAttribute, _ along: AxisAttributes,
    priority: LayoutPriority = .required, _ stack: inout StackConstraints
  ) -> [LayoutItemID] {
    var gaps: [LayoutItemID] = []
    for (item, next) in zip(items, items.dropFirst()) {
      let gap = makeItem(in: root)
      add(LayoutConstraint(gap, along.start, to: item, start), to: &stack)
      add(LayoutConstraint(gap, along.end, to: next, end), to: &stack)
      if let first = gaps.first {
        add(LayoutConstraint(gap, along.length, to: first, along.length, priority: priority), to: &stack)
      }
      gaps.append(gap)
    }
    stack.gaps += gaps
    return gaps
  }

  private mutating func align(
    _ items: [LayoutItemID], _ arrangement: StackArrangement, _ stack: inout StackConstraints
  ) {
    let across = AxisAttributes(arrangement.axis == .horizontal ? .vertical : .horizontal)
    var line: LayoutAttribute?
    switch arrangement.alignment {
    case .fill:
      for item in items {
        add(LayoutConstraint(item, across.start, to: root, across.start), to: &stack)
        add(LayoutConstraint(item, across.end, to: root, across.end), to: &stack)
      }
      return
    case .leading: line = across.start
    case .center: line = across.center
    case .trailing: line = across.end
    case .firstBaseline, .lastBaseline:
      if arrangement.axis == .vertical { line = across.start }
    }
    for item in items {
      if let line { add(LayoutConstraint(item, line, to: root, line), to: &stack) }
      add(LayoutConstraint(item, across.start, .greaterThanOrEqual, to: root, across.start), to: &stack)
      add(LayoutConstraint(item, across.end, .lessThanOrEqual, to: root, across.end), to: &stack)
      add(LayoutConstraint(item, across.length, constant: 0, priority: Self.ambiguityPriority), to: &stack)
    }
    add(LayoutConstraint(root, across.length, constant: 0, priority: Self.spanningPriority), to: &stack)
    guard line == nil, let first = items.first else { return }
    let baseline: LayoutAttribute = arrangement.alignment == .firstBaseline ? .firstBaseline : .lastBaseline
    for item in items.dropFirst() { add(LayoutConstraint(item, baseline, to: first, baseline), to: &stack) }
    // A stack that is higher than its items has them at the top.
    for item in items {
      add(
        LayoutConstraint(item, across.start, to: root, across.start, priority: Self.ambiguityPriority), to: &stack)
    }
  }
}
