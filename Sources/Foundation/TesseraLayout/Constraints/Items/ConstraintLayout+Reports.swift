/// A required constraint that is ignored because it contradicts others.
public struct ConstraintConflict: Sendable, Hashable {
  /// A constraint that takes part in a conflict.
  public struct Participant: Sendable, Hashable {
    /// The identifier of the constraint.
    public var identifier: LayoutConstraintID
    /// The constraint itself.
    public var constraint: LayoutConstraint
    /// The origin of the constraint.
    public var origin: ConstraintOrigin
  }

  /// The constraint that is not satisfied.
  public var broken: Participant
  /// The constraints that it contradicts, all of which are satisfied. The set is minimal unless it has more than 64
  /// elements: without any one of them, the broken constraint could be satisfied. It is empty if the broken constraint
  /// can never be satisfied, such as a negative width, or if its numbers are too large.
  public var conflicting: [Participant]
  /// Whether the constraint was abandoned because numbers became too large, rather than because of a contradiction.
  public var isNumeric: Bool
}

/// An item whose frame is not fully determined by the constraints.
public struct LayoutAmbiguity: Sendable, Hashable {
  /// The item.
  public var item: LayoutItemID
  /// The undetermined attributes: some of `left`, `top`, `width` and `height`, relative to the parent.
  public var attributes: [LayoutAttribute]
  /// The constraints that involve the item along the affected axes.
  public var constraints: [LayoutConstraintID]

  /// Creates an ambiguity from its parts.
  public init(item: LayoutItemID, attributes: [LayoutAttribute], constraints: [LayoutConstraintID]) {
    self.item = item
    self.attributes = attributes
    self.constraints = constraints
  }
}

extension ConstraintLayout {
  /// The constraints broken in the last `layout`, in the order of their creation.
  ///
  /// Use this for debugging only: finding the constraints that each one contradicts requires solving several small
  /// systems.
  public var conflicts: [ConstraintConflict] {
    let broken = constraints.indices.filter {
      constraints[$0].isUsed && (constraints[$0].state == .broken || constraints[$0].state == .abandoned)
    }
    return broken.sorted { constraints[$0].sequence < constraints[$1].sequence }.map { index in
      ConstraintConflict(
        broken: participant(Int32(index)),
        conflicting: conflicting(index).map { participant($0.index) },
        isNumeric: constraints[index].state == .abandoned)
    }
  }

  /// Returns the items whose frames were not fully determined by the constraints in the last `layout`, with the
  /// undetermined attributes.
  ///
  /// If several frames are possible, the layout uses one of them. Use this for debugging only: each uncertain attribute
  /// costs two searches on a copy of the system.
  public func ambiguities() -> [LayoutAmbiguity] {
    var variables: [SolverVariable] = []
    var anchors: [(item: Int, attribute: LayoutAttribute)] = []
    for index in items.indices where items[index].isUsed {
      let record = items[index]
      for (variable, attribute) in [
        (record.x, LayoutAttribute.left), (record.y, .top), (record.width, .width), (record.height, .height),
      ] {
        guard let variable else { continue }
        variables.append(variable)
        anchors.append((index, attribute))
      }
    }
    var open: [Int: [LayoutAttribute]] = [:]
    for (anchor, isDetermined) in zip(anchors, solver.determinedVariables(variables)) where !isDetermined {
      open[anchor.item, default: []].append(anchor.attribute)
    }
    return open.keys.sorted().map { index in
      let attributes = open[index] ?? []
      let axes = Set(attributes.map(\.axis))
      let item = itemIdentifier(Int32(index))
      let related = (0..<uses.count(index)).map { uses[index, $0] }.filter {
        constraints[Int($0)].origin == .author
          && !axes.isDisjoint(with: constraints[Int($0)].constraint.axes(of: item))
      }
      return LayoutAmbiguity(
        item: item, attributes: attributes,
        constraints: related.map { constraintIdentifier($0) })
    }
  }

  /// Returns a textual description of the constraint, such as `title.leading = icon.trailing + 8`.
  public func description(of constraint: LayoutConstraint) -> String {
    var text = "\(name(of: constraint.item)).\(constraint.attribute.rawValue)"
    switch constraint.relation {
    case .equal: text += " = "
    case .lessThanOrEqual: text += " ≤ "
    case .greaterThanOrEqual: text += " ≥ "
    }
    if let other = constraint.otherItem, let attribute = constraint.otherAttribute {
      if constraint.multiplier != 1 { text += "\(Self.text(constraint.multiplier)) · " }
      text += "\(name(of: other)).\(attribute.rawValue)"
      if constraint.constant != 0 {
        text += (constraint.constant < 0 ? " − " : " + ") + Self.text(abs(constraint.constant))
      }
    } else {
      text += Self.text(constraint.constant)
    }
    if constraint.priority != .required { text += " @ \(Self.text(constraint.priority.rawValue))" }
    return constraint.name.map { "\(text) (\($0))" } ?? text
  }

  /// Returns a textual description of the conflict: the broken constraint, and the constraints that it contradicts.
  public func description(of conflict: ConstraintConflict) -> String {
    let broken = "'\(description(of: conflict.broken.constraint))' was broken"
    if conflict.isNumeric { return "\(broken): numbers became too large" }
    if conflict.conflicting.isEmpty { return "\(broken): it can never be satisfied" }
    let others = conflict.conflicting.map { participant in
      let text = "'\(description(of: participant.constraint))'"
      switch participant.origin {
      case .author: return text
      case .rootSize: return "\(text) from the size of the layout"
      case .frame: return "\(text) from a frame"
      case .hugging, .compressionResistance: return "\(text) from content"
      }
    }
    return "\(broken): it contradicts \(others.joined(separator: ", "))"
  }

  /// Returns the constraints that a broken constraint contradicts, without unrelated ones.
  private func conflicting(_ index: Int) -> [LayoutConstraintID] {
    let named = constraints[index].conflicting.filter { contains($0) }
    let solverIDs = named.compactMap { constraints[Int($0.index)].solverID }
    guard solverIDs.count == named.count else { return named }
    let needed = Set(solver.narrowed(solverIDs, against: lowered(constraints[index].constraint)))
    return zip(named, solverIDs).filter { needed.contains($0.1) }.map(\.0)
  }

  private func participant(_ index: Int32) -> ConstraintConflict.Participant {
    let record = constraints[Int(index)]
    return ConstraintConflict.Participant(
      identifier: constraintIdentifier(index), constraint: record.constraint, origin: record.origin)
  }

  private func name(of item: LayoutItemID) -> String {
    guard contains(item) else { return "removed" }
    return items[Int(item.index)].name ?? (item.index == 0 ? "root" : "item\(item.index)")
  }

  private static func text(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
  }
}
