/// The origin of a constraint.
public enum ConstraintOrigin: String, Sendable, Hashable, BitwiseCopyable {
  /// The constraint was added with `ConstraintLayout.add`.
  case author
  /// The constraint fixes the size that the layout fills or aims at.
  case rootSize
  /// The constraint belongs to a frame set with `setFrame`.
  case frame
  /// The constraint keeps an item from growing larger than its content.
  case hugging
  /// The constraint keeps an item from shrinking below its content.
  case compressionResistance
}

/// The layout's record of a constraint.
struct ConstraintRecord: Sendable {
  enum State: BitwiseCopyable {
    /// The constraint has not been passed to the solver yet.
    case waiting
    case active
    /// The constraint contradicts required constraints that precede it.
    case broken
    /// The constraint was abandoned because numbers became too large.
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
  /// Whether all constraints that precede this one are already in the solver, so that it can be found to be broken.
  var isFresh = true
  /// Whether the terms may have changed since the constraint was passed to the solver.
  var needsReplacement = false
  var conflicting: [LayoutConstraintID] = []

  var isRequired: Bool { constraint.priority == .required }

  /// The size of the root and frames take precedence over author constraints.
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
    // Later constraints of a lower rank may already be in the solver.
    constraints[Int(index)].isFresh = constraints[Int(index)].rank == 2
    uses.append(index, to: Int(constraint.item.index))
    if let other = constraint.otherItem, other != constraint.item { uses.append(index, to: Int(other.index)) }
    if origin == .author { forgetFitting() }
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
    if record.origin == .author { forgetFitting() }
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
    if constraints[Int(index)].origin == .author { forgetFitting() }
    recordRequiredChange(index)
    enqueue(index)
  }

  mutating func changePriority(_ priority: LayoutPriority, of index: Int32) {
    let record = constraints[Int(index)]
    guard record.constraint.priority != priority else { return }
    isSettled = false
    recordRequiredChange(index)
    constraints[Int(index)].constraint.priority = priority
    if record.origin != .rootSize { forgetFitting() }
    recordRequiredChange(index)
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

  /// Returns whether a change of the constraint requires a rebuild. A required constraint that changes may resolve
  /// existing conflicts and cause new ones.
  func requiresRebuild(_ index: Int32) -> Bool {
    brokenCount > 0 && constraints[Int(index)].isRequired
  }

  mutating func recordRequiredChange(_ index: Int32) {
    if requiresRebuild(index) { isRebuildNeeded = true }
  }

  /// Schedules the constraints of a guide and of all items inside it for an update.
  mutating func invalidateConstraintsInside(_ guide: Int) {
    var open = [guide]
    while let index = open.popLast() {
      invalidateConstraints(of: index) { _ in true }
      for position in 0..<children.count(index) { open.append(Int(children[index, position])) }
    }
  }

  /// Schedules the constraints of an item's attributes for an update.
  mutating func invalidateConstraints(of item: Int, replacing: Bool = false, where affects: (LayoutAttribute) -> Bool) {
    for position in 0..<uses.count(item) {
      let index = uses[item, position]
      let constraint = constraints[Int(index)].constraint
      let isFirst = constraint.item.index == Int32(item) && affects(constraint.attribute)
      let isSecond = constraint.otherItem?.index == Int32(item) && constraint.otherAttribute.map(affects) ?? false
      guard isFirst || isSecond else { continue }
      if replacing { constraints[Int(index)].needsReplacement = true }
      recordRequiredChange(index)
      enqueue(index)
    }
  }
}
