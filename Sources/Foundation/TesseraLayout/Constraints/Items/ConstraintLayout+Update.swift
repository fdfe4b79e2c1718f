extension ConstraintLayout {
  /// Passes all changes to the solver and solves the system.
  mutating func update() {
    // Two iterations suffice: after a rebuild, no further rebuild is needed.
    for _ in 0..<2 {
      if isRebuildNeeded { restart() }
      bringChanges()
      if !isRebuildNeeded { break }
    }
    isRebuildNeeded = false
    solver.solve()
    recordAbandoned()
  }

  /// Resets the solver and schedules all constraints again.
  private mutating func restart() {
    isRebuildNeeded = false
    solver = ConstraintSolver()
    constraintOfSolver.removeAll(keepingCapacity: true)
    itemOfVariable.removeAll(keepingCapacity: true)
    for index in items.indices where items[index].isUsed {
      guard case .box = items[index].kind else { continue }
      if index != 0 {
        items[index].x = makeVariable(for: Int32(index), isNonNegative: false)
        items[index].y = makeVariable(for: Int32(index), isNonNegative: false)
      }
      items[index].width = makeVariable(for: Int32(index), isNonNegative: true)
      items[index].height = makeVariable(for: Int32(index), isNonNegative: true)
      mark(Int32(index))
    }
    pending.removeAll(keepingCapacity: true)
    brokenCount = 0
    for index in constraints.indices where constraints[index].isUsed {
      constraints[index].solverID = nil
      constraints[index].state = .waiting
      constraints[index].isFresh = true
      constraints[index].isQueued = true
      constraints[index].needsReplacement = false
      constraints[index].conflicting = []
      pending.append(Int32(index))
    }
  }

  private mutating func bringChanges() {
    guard !pending.isEmpty else { return }
    let queue = ordered(pending)
    pending.removeAll(keepingCapacity: true)
    var changes: [(SolverConstraintID, Double)] = []
    var additions: [Int32] = []
    for index in queue {
      constraints[Int(index)].isQueued = false
      if let solverID = constraints[Int(index)].solverID, constraints[Int(index)].needsReplacement {
        constraints[Int(index)].solverID = nil
        constraints[Int(index)].isFresh = false
        try? solver.remove(solverID)
      }
      constraints[Int(index)].needsReplacement = false
      if let solverID = constraints[Int(index)].solverID {
        changes.append((solverID, limited(lowered(constraints[Int(index)].constraint).constant)))
      } else if constraints[Int(index)].state != .broken {
        additions.append(index)
      }
    }
    if !changes.isEmpty {
      // All constants change at once, because both edges of a box may move past each other in between.
      do throws(ConstraintFailure) { try solver.setConstants(changes) } catch { isRebuildNeeded = true }
    }
    for index in additions {
      guard !isRebuildNeeded else { return }
      bring(index)
    }
  }

  /// Returns required constraints first, sorted by rank and age, and then the others, sorted by age.
  private func ordered(_ indices: [Int32]) -> [Int32] {
    indices.filter { constraints[Int($0)].isUsed && constraints[Int($0)].isQueued }.sorted {
      let left = constraints[Int($0)]
      let right = constraints[Int($1)]
      if left.isRequired != right.isRequired { return left.isRequired }
      if left.isRequired, left.rank != right.rank { return left.rank < right.rank }
      return left.sequence < right.sequence
    }
  }

  private mutating func bring(_ index: Int32) {
    var linear = lowered(constraints[Int(index)].constraint)
    linear.constant = limited(linear.constant)
    do throws(ConstraintFailure) {
      let solverID = try solver.add(linear)
      constraints[Int(index)].solverID = solverID
      constraints[Int(index)].state = .active
      while constraintOfSolver.count <= Int(solverID.index) { constraintOfSolver.append(-1) }
      constraintOfSolver[Int(solverID.index)] = index
    } catch {
      guard case .conflict(let others) = error else {
        constraints[Int(index)].state = .abandoned
        return
      }
      guard constraints[Int(index)].isFresh else {
        isRebuildNeeded = true
        return
      }
      constraints[Int(index)].state = .broken
      constraints[Int(index)].conflicting = others.map { constraintIdentifier(constraintOfSolver[Int($0.index)]) }
      brokenCount += 1
    }
  }

  private mutating func recordAbandoned() {
    guard !solver.abandoned.isEmpty else { return }
    for solverID in solver.abandoned {
      let index = Int(constraintOfSolver[Int(solverID.index)])
      guard constraints.indices.contains(index), constraints[index].solverID == solverID else { continue }
      constraints[index].solverID = nil
      constraints[index].state = .abandoned
    }
    solver.abandoned.removeAll()
  }

  private func limited(_ value: Double) -> Double {
    min(max(-ConstraintSolver.constantLimit, value), ConstraintSolver.constantLimit)
  }
}
