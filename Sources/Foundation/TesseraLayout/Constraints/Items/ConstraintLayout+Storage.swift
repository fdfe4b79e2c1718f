/// Where a constraint comes from.
public enum ConstraintOrigin: String, Sendable, Hashable, BitwiseCopyable {
  /// Added with `ConstraintLayout.add`.
  case author
  /// The size that the layout was asked to fill or to aim at.
  case rootSize
  /// A frame set with `setFrame`.
  case frame
  /// Content against being stretched.
  case hugging
  /// Content against being compressed.
  case compressionResistance
}

/// What the layout keeps for a constraint.
struct ConstraintRecord: Sendable {
  enum State: BitwiseCopyable {
    /// Not brought to the solver yet.
    case waiting
    case active
    /// Contradicts required constraints that come before it.
    case broken
    /// Given up because of numbers that are too large.
    case abandoned
  }

  var constraint: LayoutConstraint
  var origin: ConstraintOrigin
  var generation: UInt32
  var sequence: UInt64
  var isUsed = true
  var state = State.waiting
  var solverID: SolverConstraintID?
  var isQueued = false
  /// Whether all constraints that go before this one are in the solver already, so that it may be found broken.
  var isFresh = true
  /// Whether the terms may have changed since the constraint was brought to the solver.
  var needsReplacement = false
  var conflicting: [LayoutConstraintID] = []

  var isRequired: Bool { constraint.priority == .required }

  /// The size of the root and frames go before what authors wrote.
  var rank: Int { origin == .rootSize ? 0 : origin == .frame ? 1 : 2 }
}

extension ConstraintLayout {
  func checked(_ item: LayoutItemID) -> Int {
    precondition(contains(item), "item \(item.index) (generation \(item.generation)) is not in the constraint layout")
    return Int(item.index)
  }

  func itemIdentifier(_ index: Int32) -> LayoutItemID {
    LayoutItemID(index: index, generation: items[Int(index)].generation)
  }

  func constraintIdentifier(_ index: Int32) -> LayoutConstraintID {
    LayoutConstraintID(index: index, generation: constraints[Int(index)].generation)
  }

  static func limited(_ insets: EdgeInsets) -> EdgeInsets {
    func limited(_ value: Double) -> Double {
      value.isFinite ? min(max(-ConstraintSolver.constantLimit / 4, value), ConstraintSolver.constantLimit / 4) : 0
    }
    return EdgeInsets(
      top: limited(insets.top), left: limited(insets.left), bottom: limited(insets.bottom),
      right: limited(insets.right))
  }

  // MARK: Items

  mutating func makeRecord(in parent: LayoutItemID, name: String?) -> LayoutItemID {
    let parentIndex = checked(parent)
    let index: Int32
    if let free = freeItems.popLast() {
      index = free
      let generation = items[Int(free)].generation
      items[Int(free)] = ItemRecord()
      items[Int(free)].generation = generation
    } else {
      index = Int32(items.count)
      items.append(ItemRecord())
      children.makeList()
      uses.makeList()
    }
    items[Int(index)].parent = parent.index
    items[Int(index)].depth = items[parentIndex].depth + 1
    items[Int(index)].name = name
    children.append(index, to: parentIndex)
    mark(index)
    return itemIdentifier(index)
  }

  mutating func makeVariable(for item: Int32, isNonNegative: Bool) -> SolverVariable {
    let variable = solver.makeVariable(isNonNegative: isNonNegative)
    while itemOfVariable.count <= Int(variable.index) { itemOfVariable.append(-1) }
    itemOfVariable[Int(variable.index)] = item
    return variable
  }

  mutating func removeFromChildren(_ index: Int32, of parent: Int) {
    for position in 0..<children.count(parent) where children[parent, position] == index {
      children.remove(at: position, of: parent)
      return
    }
  }

  mutating func releaseItem(_ index: Int) {
    if items[index].isMeasured { measuredCount -= 1 }
    for variable in [items[index].x, items[index].y, items[index].width, items[index].height] {
      if let variable { try? solver.remove(variable) }
    }
    children.truncate(index, to: 0)
    uses.truncate(index, to: 0)
    items[index].isUsed = false
    items[index].generation &+= 1
    items[index].name = nil
    freeItems.append(Int32(index))
  }

  mutating func mark(_ index: Int32) {
    guard !items[Int(index)].isMarked else { return }
    items[Int(index)].isMarked = true
    markedItems.append(index)
  }

  // MARK: Constraints

  mutating func makeConstraint(_ constraint: LayoutConstraint, origin: ConstraintOrigin) -> Int32 {
    if constraint.connectsAxes { axisConnectionCount += 1 }
    let index: Int32
    if let free = freeConstraints.popLast() {
      index = free
      constraints[Int(free)] = ConstraintRecord(
        constraint: constraint, origin: origin, generation: constraints[Int(free)].generation, sequence: nextSequence)
    } else {
      index = Int32(constraints.count)
      constraints.append(
        ConstraintRecord(constraint: constraint, origin: origin, generation: 0, sequence: nextSequence))
    }
    nextSequence += 1
    // Later constraints of a lower rank may be in the solver.
    constraints[Int(index)].isFresh = constraints[Int(index)].rank == 2
    uses.append(index, to: Int(constraint.item.index))
    if let other = constraint.otherItem, other != constraint.item { uses.append(index, to: Int(other.index)) }
    if origin == .author { fittingCache.removeAll() }
    enqueue(index)
    if brokenCount > 0, constraints[Int(index)].isRequired, !constraints[Int(index)].isFresh { isRebuildNeeded = true }
    return index
  }

  mutating func enqueue(_ index: Int32) {
    isSettled = false
    guard !constraints[Int(index)].isQueued else { return }
    constraints[Int(index)].isQueued = true
    pending.append(index)
  }

  mutating func releaseConstraint(_ index: Int32) {
    let record = constraints[Int(index)]
    if record.origin == .author { fittingCache.removeAll() }
    if record.constraint.connectsAxes { axisConnectionCount -= 1 }
    leaveSolver(index)
    if record.state == .broken {
      brokenCount -= 1
    } else if record.isRequired, brokenCount > 0 {
      isRebuildNeeded = true
    }
    for item in [record.constraint.item, record.constraint.otherItem] {
      guard let item, contains(item) else { continue }
      let list = Int(item.index)
      for position in 0..<uses.count(list) where uses[list, position] == index {
        uses.remove(at: position, of: list)
        break
      }
    }
    constraints[Int(index)].isUsed = false
    constraints[Int(index)].generation &+= 1
    constraints[Int(index)].constraint.name = nil
    constraints[Int(index)].conflicting = []
    freeConstraints.append(index)
  }

  mutating func releaseConstraints(of item: Int) {
    while uses.count(item) > 0 { releaseConstraint(uses[item, uses.count(item) - 1]) }
    items[item].contentConstraints = nil
  }

  mutating func leaveSolver(_ index: Int32) {
    isSettled = false
    guard let solverID = constraints[Int(index)].solverID else { return }
    constraints[Int(index)].solverID = nil
    if !isRebuildNeeded { try? solver.remove(solverID) }
  }

  mutating func changeConstant(_ constant: Double, of index: Int32) {
    guard constraints[Int(index)].constraint.constant != constant else { return }
    constraints[Int(index)].constraint.constant = constant
    if constraints[Int(index)].origin == .author { fittingCache.removeAll() }
    noteRequiredChange(index)
    enqueue(index)
  }

  mutating func changePriority(_ priority: LayoutPriority, of index: Int32) {
    let record = constraints[Int(index)]
    guard record.constraint.priority != priority else { return }
    isSettled = false
    noteRequiredChange(index)
    constraints[Int(index)].constraint.priority = priority
    if record.origin != .rootSize { fittingCache.removeAll() }
    noteRequiredChange(index)
    if let solverID = record.solverID, !isRebuildNeeded {
      if !record.isRequired, priority != .required {
        if (try? solver.setPriority(priority, of: solverID)) != nil { return }
      }
      leaveSolver(index)
      constraints[Int(index)].state = .waiting
      constraints[Int(index)].isFresh = false
    }
    enqueue(index)
  }

  /// A required constraint that changes may mend others that are broken, and break further ones.
  func requiresRebuild(_ index: Int32) -> Bool {
    brokenCount > 0 && constraints[Int(index)].isRequired
  }

  mutating func noteRequiredChange(_ index: Int32) {
    if requiresRebuild(index) { isRebuildNeeded = true }
  }

  /// Has the constraints of a guide and of all items in it written again.
  mutating func invalidateConstraintsInside(_ guide: Int) {
    var open = [guide]
    while let index = open.popLast() {
      invalidateConstraints(of: index) { _ in true }
      for position in 0..<children.count(index) { open.append(Int(children[index, position])) }
    }
  }

  /// Has the constraints of an item's attributes written again.
  mutating func invalidateConstraints(of item: Int, replacing: Bool = false, where affects: (LayoutAttribute) -> Bool) {
    for position in 0..<uses.count(item) {
      let index = uses[item, position]
      let constraint = constraints[Int(index)].constraint
      let isFirst = constraint.item.index == Int32(item) && affects(constraint.attribute)
      let isSecond = constraint.otherItem?.index == Int32(item) && constraint.otherAttribute.map(affects) ?? false
      guard isFirst || isSecond else { continue }
      if replacing { constraints[Int(index)].needsReplacement = true }
      noteRequiredChange(index)
      enqueue(index)
    }
  }
}
