extension ConstraintSolver {
  /// Reduces a conflict to a minimal set: without any one of the returned constraints there is no contradiction.
  ///
  /// - Parameters:
  ///   - others: The constraints reported by `ConstraintFailure.conflict`.
  ///   - constraint: The rejected constraint.
  /// - Complexity: Solves one small system per element of `others`. More than 64 elements are returned unchanged.
  package func narrowed(
    _ others: [SolverConstraintID], against constraint: LinearConstraint
  ) -> [SolverConstraintID] {
    guard others.count <= 64, others.allSatisfy({ contains($0) }),
      constraint.terms.allSatisfy({ contains($0.variable) })
    else { return others }
    var needed = others
    for other in others {
      let fewer = needed.filter { $0 != other }
      if contradict(fewer, constraint) { needed = fewer }
    }
    return needed
  }

  /// Returns whether a constraint contradicts the given constraints, regardless of all others.
  private func contradict(_ others: [SolverConstraintID], _ constraint: LinearConstraint) -> Bool {
    var solver = ConstraintSolver()
    var local: [Int32: SolverVariable] = [:]
    func translated(_ linear: LinearConstraint) -> LinearConstraint {
      var linear = linear
      for index in linear.terms.indices {
        let variable = linear.terms[index].variable.index
        let own =
          local[variable] ?? solver.makeVariable(isNonNegative: variables[Int(variable)].isNonNegative)
        local[variable] = own
        linear.terms[index].variable = own
      }
      return linear
    }
    for other in others where (try? solver.add(translated(recorded(Int(other.index))))) == nil { return true }
    return (try? solver.add(translated(constraint))) == nil
  }

  /// Returns a constraint as it was added, with its current constant.
  private func recorded(_ index: Int) -> LinearConstraint {
    let terms = (0..<recordTerms.count(index)).map { position in
      let term = recordTerms[index, position]
      return LinearTerm(
        SolverVariable(index: term.column, generation: variables[Int(term.column)].generation), term.coefficient)
    }
    return LinearConstraint(terms, constant: records[index].constant, records[index].relation)
  }

  /// Whether the tableau still represents the constraints within rounding errors.
  var isAccurate: Bool {
    for index in records.indices where records[index].isUsed {
      let columns = records[index].columns
      var scale = abs(records[index].constant)
      var sum = records[index].constant
      for position in 0..<recordTerms.count(index) {
        let term = recordTerms[index, position]
        let product = term.coefficient * tableau.value(variables[Int(term.column)].column)
        sum += product
        scale = max(scale, abs(product))
      }
      if records[index].relation == .lessThanOrEqual { sum = -sum }
      let errors = tableau.value(columns.marker) - (columns.error < 0 ? 0 : tableau.value(columns.error))
      if !(abs(sum - errors) <= 1e-6 * max(1, scale)) { return false }
    }
    return true
  }

  /// Rebuilds the tableau from the constraints, in the order in which they were added.
  ///
  /// - Parameter excluded: A constraint to remove instead of adding it again.
  mutating func rebuild(without excluded: Int32?) {
    if let excluded { drop(excluded) }
    var order: [Int32] = []
    for index in records.indices where records[index].isUsed { order.append(Int32(index)) }
    // Required constraints come first, so that nothing needs to be minimized in between.
    order.sort {
      let left = records[Int($0)]
      let right = records[Int($1)]
      let isLeftRequired = left.columns.level < 0
      let isRightRequired = right.columns.level < 0
      return isLeftRequired == isRightRequired ? left.sequence < right.sequence : isLeftRequired
    }
    for attempt in 0..<4 {
      guard let culprit = fill(order, givingUpEarly: attempt == 3) else { return }
      drop(culprit)
      order.removeAll { $0 == culprit }
    }
    // The system cannot be computed with these numbers.
    for index in order where records[Int(index)].isUsed { drop(index) }
    _ = fill([], givingUpEarly: true)
  }

  private mutating func drop(_ index: Int32) {
    abandoned.append(identifier(index))
    releaseRecord(index)
  }

  /// Fills an empty tableau.
  ///
  /// - Returns: A constraint that makes this impossible, or nil on success.
  private mutating func fill(_ order: [Int32], givingUpEarly: Bool) -> Int32? {
    let pivotCount = tableau.pivotCount
    tableau = SimplexTableau()
    tableau.pivotCount = pivotCount
    variableOf.removeAll(keepingCapacity: true)
    for index in variables.indices where variables[index].isUsed {
      let kind: ColumnKind = variables[index].isNonNegative ? .nonNegative : .free
      let column = tableau.makeColumn(kind, owner: -1, isObserved: true)
      variables[index].column = column
      setVariable(Int32(index), ofColumn: column)
      tableau.recordChange(column)
    }
    for index in order where records[Int(index)].isUsed {
      guard let value = insertIntoTableau(index) else {
        drop(index)
        continue
      }
      guard records[Int(index)].columns.level < 0 else { continue }
      switch tableau.restoreFeasibility() {
      case .optimal: break
      case .gaveUp: return index
      case .infeasible:
        // Rounding led to a different decision this time.
        tableau.shift(records[Int(index)].columns, by: -value)
        guard tableau.restoreFeasibility() == .optimal else { return index }
        tableau.remove(records[Int(index)].columns)
        drop(index)
      }
    }
    isOptimal = tableau.minimize() == .optimal
    checkedPivotCount = tableau.pivotCount
    return tableau.hasOverflow ? order.last { records[Int($0)].isUsed } : nil
  }
}
