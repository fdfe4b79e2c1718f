/// Translates constraints between item attributes into equations and inequalities of solver variables.
///
/// A position is expressed in the coordinates of the nearest common container, as the sum of the offsets along the path
/// to it. Constraints inside a container therefore never involve anything outside of it, and moving the container costs
/// nothing inside.
extension ConstraintLayout {
  /// Returns the constraint as `Σ terms + constant` compared with 0.
  func lowered(_ constraint: LayoutConstraint) -> LinearConstraint {
    let axis = constraint.attribute.axis
    var sum = LinearSum()
    sum.terms.reserveCapacity(4)
    guard let other = constraint.otherItem, let otherAttribute = constraint.otherAttribute else {
      add(constraint.attribute, of: constraint.item.index, in: -1, factor: 1, to: &sum)
      sum.constant -= constraint.constant
      return linear(sum, constraint)
    }
    let container = commonContainer(constraint.item.index, other.index)
    let isMirrored =
      direction == .rtl && axis == .horizontal
      && (constraint.attribute.isDirectional || otherAttribute.isDirectional)
    if isMirrored {
      // Positions are measured from the container's right edge: container width − position.
      let width = 1 - constraint.multiplier
      if width != 0 { addLength(.horizontal, of: container, factor: width, to: &sum) }
      add(constraint.attribute, of: constraint.item.index, in: container, factor: -1, to: &sum)
      add(otherAttribute, of: other.index, in: container, factor: constraint.multiplier, to: &sum)
    } else {
      add(constraint.attribute, of: constraint.item.index, in: container, factor: 1, to: &sum)
      add(otherAttribute, of: other.index, in: container, factor: -constraint.multiplier, to: &sum)
    }
    sum.constant -= constraint.constant
    return linear(sum, constraint)
  }

  private struct LinearSum {
    var terms: [LinearTerm] = []
    var constant = 0.0

    mutating func add(_ variable: SolverVariable?, _ factor: Double) {
      guard let variable else { return }
      for index in terms.indices where terms[index].variable == variable {
        terms[index].coefficient += factor
        return
      }
      terms.append(LinearTerm(variable, factor))
    }
  }

  private func linear(_ sum: LinearSum, _ constraint: LayoutConstraint) -> LinearConstraint {
    LinearConstraint(sum.terms, constant: sum.constant, constraint.relation, priority: constraint.priority)
  }

  private func commonContainer(_ first: Int32, _ second: Int32) -> Int32 {
    var first = first
    var second = second
    while items[Int(first)].depth > items[Int(second)].depth { first = items[Int(first)].parent }
    while items[Int(second)].depth > items[Int(first)].depth { second = items[Int(second)].parent }
    while first != second {
      first = items[Int(first)].parent
      second = items[Int(second)].parent
    }
    return first
  }

  private func add(
    _ attribute: LayoutAttribute, of item: Int32, in container: Int32, factor: Double, to sum: inout LinearSum
  ) {
    let isRightToLeft = direction == .rtl
    switch attribute {
    case .width, .height: addLength(attribute.axis, of: item, factor: factor, to: &sum)
    case .left: addStart(.horizontal, of: item, in: container, factor: factor, to: &sum)
    case .top: addStart(.vertical, of: item, in: container, factor: factor, to: &sum)
    case .right: addEnd(.horizontal, of: item, in: container, factor: factor, to: &sum)
    case .bottom: addEnd(.vertical, of: item, in: container, factor: factor, to: &sum)
    case .leading: add(isRightToLeft ? .right : .left, of: item, in: container, factor: factor, to: &sum)
    case .trailing: add(isRightToLeft ? .left : .right, of: item, in: container, factor: factor, to: &sum)
    case .centerX, .centerY:
      addStart(attribute.axis, of: item, in: container, factor: factor, to: &sum)
      addLength(attribute.axis, of: item, factor: factor / 2, to: &sum)
    case .firstBaseline:
      guard let baseline = items[Int(item)].content.firstBaseline else {
        return addEnd(.vertical, of: item, in: container, factor: factor, to: &sum)
      }
      addStart(.vertical, of: item, in: container, factor: factor, to: &sum)
      sum.constant += baseline * factor
    case .lastBaseline:
      addEnd(.vertical, of: item, in: container, factor: factor, to: &sum)
      sum.constant -= (items[Int(item)].content.lastBaselineFromBottom ?? 0) * factor
    }
  }

  private func addStart(
    _ axis: LayoutAxis, of item: Int32, in container: Int32, factor: Double, to sum: inout LinearSum
  ) {
    var item = item
    while item != container, item > 0 {
      let record = items[Int(item)]
      switch record.kind {
      case .box: sum.add(axis == .horizontal ? record.x : record.y, factor)
      case .inset(let insets, let isDirectional):
        sum.constant += factor * (axis == .horizontal ? left(insets, isDirectional) : insets.top)
      }
      item = record.parent
    }
  }

  private func addEnd(
    _ axis: LayoutAxis, of item: Int32, in container: Int32, factor: Double, to sum: inout LinearSum
  ) {
    addStart(axis, of: item, in: container, factor: factor, to: &sum)
    addLength(axis, of: item, factor: factor, to: &sum)
  }

  private func addLength(_ axis: LayoutAxis, of item: Int32, factor: Double, to sum: inout LinearSum) {
    var item = item
    while true {
      let record = items[Int(item)]
      guard case .inset(let insets, _) = record.kind else {
        return sum.add(axis == .horizontal ? record.width : record.height, factor)
      }
      sum.constant -= factor * (axis == .horizontal ? insets.horizontal : insets.vertical)
      item = record.parent
    }
  }

  /// Returns the physical left inset of a guide.
  func left(_ insets: EdgeInsets, _ isDirectional: Bool) -> Double {
    isDirectional && direction == .rtl ? insets.right : insets.left
  }
}
