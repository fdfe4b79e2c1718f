extension ConstraintLayout {
  /// The least violation in points that counts.
  private static let tolerance = 0.001
  /// The priority of constraints inside that cannot yield. The parent's own required constraints come first.
  private static let strongest: LayoutPriority = 999

  /// Returns how strongly the root keeps the size that fits its constraints, for a layout that is an item of another
  /// one.
  ///
  /// A view whose children determine its size has no hugging and no compression resistance of its own. In UIKit, its
  /// children's priorities take part in the layout around it: it grows as easily as the child that gives way, and
  /// keeps its size as strongly as one that does not. So the priorities are those of the strongest constraint inside
  /// that a larger or a smaller root violates. If none is, the size is free, and the priority the lowest.
  ///
  /// Results are cached until the layout changes.
  ///
  /// - Complexity: Three solutions of the system for each axis.
  public mutating func fittingPriorities(
    _ axis: LayoutAxis, measuring: some ConstraintMeasuring = NoConstraintMeasuring()
  ) -> ContentPriorities {
    solve(naturalWidth: .maxContent, measuring)
    if let known = fittingPriorityCache[axis] { return known }
    var trial = self
    trial.setRootSize(.zero, horizontalPriority: .fittingSizeLevel, verticalPriority: .fittingSizeLevel)
    trial.solve(naturalWidth: .maxContent, measuring)
    let record = trial.items[0]
    let variable = axis == .horizontal ? record.width : record.height
    let length = variable.map { trial.solver.value(of: $0) } ?? 0
    let violations = trial.violations(axis)
    func priority(at length: Double) -> LayoutPriority {
      let size = axis == .horizontal ? Size(width: length, height: 0) : Size(width: 0, height: length)
      trial.setRootSize(
        size, horizontalPriority: axis == .horizontal ? .required : .fittingSizeLevel,
        verticalPriority: axis == .vertical ? .required : .fittingSizeLevel)
      trial.solve(naturalWidth: .maxContent, measuring)
      let changed = trial.violations(axis).filter { $0.value > (violations[$0.key] ?? 0) + Self.tolerance }
      let strongest = changed.keys.map { trial.constraints[Int($0)].constraint.priority }.max()
      return min(strongest ?? LayoutPriority(1), Self.strongest)
    }
    let priorities = ContentPriorities(
      hugging: priority(at: length + 1), compressionResistance: priority(at: max(0, length - 1)))
    fittingPriorityCache[axis] = priorities
    return priorities
  }

  /// Returns by how many points constraints along an axis are violated. One that cannot be satisfied counts with any
  /// length.
  private func violations(_ axis: LayoutAxis) -> [Int32: Double] {
    var violations: [Int32: Double] = [:]
    for index in constraints.indices where constraints[index].isUsed {
      let record = constraints[index]
      guard record.origin != .rootSize,
        record.constraint.attribute.axis == axis || record.constraint.otherAttribute?.axis == axis
      else { continue }
      switch record.state {
      case .broken: violations[Int32(index)] = .infinity
      case .active where !record.isRequired:
        let linear = lowered(record.constraint)
        let value = linear.terms.reduce(linear.constant) { $0 + $1.coefficient * solver.value(of: $1.variable) }
        let violation: Double =
          switch linear.relation {
          case .equal: abs(value)
          case .lessThanOrEqual: max(0, value)
          case .greaterThanOrEqual: max(0, -value)
          }
        if violation > Self.tolerance { violations[Int32(index)] = violation }
      default: continue
      }
    }
    return violations
  }
}
