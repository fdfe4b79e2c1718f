extension ConstraintSolver {
  func identifier(_ index: Int32) -> SolverConstraintID {
    SolverConstraintID(index: index, generation: records[Int(index)].generation)
  }

  func check(_ constraint: LinearConstraint) throws(ConstraintFailure) {
    guard abs(constraint.constant) <= Self.constantLimit,
      constraint.weight >= 0, constraint.weight <= Self.coefficientLimit
    else { throw .numberOutOfRange }
    for term in constraint.terms {
      guard abs(term.coefficient) <= Self.coefficientLimit else { throw .numberOutOfRange }
      guard contains(term.variable) else { throw .unknown }
    }
  }

  mutating func makeRecord(_ constraint: LinearConstraint) -> Int32 {
    let index: Int32
    if let free = freeRecords.popLast() {
      index = free
    } else {
      index = Int32(records.count)
      records.append(SolverConstraintRecord())
      recordTerms.makeList()
    }
    var record = SolverConstraintRecord()
    record.generation = records[Int(index)].generation
    record.isUsed = true
    record.constant = constraint.constant
    record.relation = constraint.relation
    record.columns.level = constraint.priority.level
    record.columns.weight = constraint.weight
    record.columns.isEquation = constraint.relation == .equal
    record.sequence = nextSequence
    nextSequence += 1
    records[Int(index)] = record
    for term in constraint.terms where abs(term.coefficient) >= 1 / Self.coefficientLimit {
      recordTerms.append(
        TableauTerm(column: term.variable.index, coefficient: term.coefficient), to: Int(index))
      variables[Int(term.variable.index)].useCount += 1
    }
    constraintCount += 1
    return index
  }

  mutating func releaseRecord(_ index: Int32) {
    for position in 0..<recordTerms.count(Int(index)) {
      variables[Int(recordTerms[Int(index), position].column)].useCount -= 1
    }
    recordTerms.truncate(Int(index), to: 0)
    records[Int(index)].isUsed = false
    records[Int(index)].generation &+= 1
    freeRecords.append(index)
    constraintCount -= 1
  }

  /// Inserts a recorded constraint into the tableau.
  ///
  /// - Returns: The value that the other constraints give to the constraint's expression, or nil if numbers would
  ///   become too large. In that case the tableau is unchanged.
  mutating func insertIntoTableau(_ index: Int32) -> Double? {
    guard tableau.terms.total < SimplexTableau.termLimit else { return nil }
    let record = records[Int(index)]
    let sign = record.relation == .lessThanOrEqual ? -1.0 : 1.0
    termScratch.removeAll(keepingCapacity: true)
    for position in 0..<recordTerms.count(Int(index)) {
      let term = recordTerms[Int(index), position]
      termScratch.append(
        TableauTerm(column: variables[Int(term.column)].column, coefficient: term.coefficient * sign))
    }
    let expression = tableau.reduced(termScratch, constant: record.constant * sign, work: &work)
    guard abs(expression.constant) < 1e15, expression.terms.allSatisfy({ abs($0.coefficient) < 1e12 }) else {
      return nil
    }
    var columns = record.columns
    let isRequired = columns.level < 0
    columns.marker = tableau.makeColumn(isRequired && columns.isEquation ? .zero : .nonNegative, owner: index)
    columns.error = isRequired ? -1 : tableau.makeColumn(.nonNegative, owner: index)
    records[Int(index)].columns = columns
    tableau.insert(expression, columns)
    return expression.constant
  }

  /// Removes a required constraint that made the tableau infeasible.
  ///
  /// - Parameter value: The value that the other constraints give to its expression.
  mutating func withdraw(_ index: Int32, value: Double) {
    // Relaxing the constraint by its violation makes the old solution feasible again; dual steps then lead back to it.
    tableau.shift(records[Int(index)].columns, by: -value)
    restore()
    guard records[Int(index)].isUsed else { return }
    tableau.remove(records[Int(index)].columns)
    releaseRecord(index)
  }

  // MARK: Optimizing

  /// Performs any pending dual steps.
  mutating func restore() {
    guard !tableau.infeasible.isEmpty else { return }
    if tableau.restoreFeasibility() != .optimal { rebuild(without: nil) }
  }

  /// Performs any pending primal steps.
  mutating func minimize() {
    guard !tableau.candidates.isEmpty else { return }
    isOptimal = tableau.minimize() == .optimal
    if tableau.hasOverflow { rebuild(without: nil) }
  }

  mutating func settle() {
    restore()
    minimize()
  }
}
