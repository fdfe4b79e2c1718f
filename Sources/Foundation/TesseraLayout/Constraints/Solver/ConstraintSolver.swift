/// Solves systems of linear constraints with priorities, and updates the solution incrementally as constraints are
/// added, removed and changed.
///
/// ```swift
/// var solver = ConstraintSolver()
/// let left = solver.makeVariable()
/// let width = solver.makeVariable(isNonNegative: true)
/// // left = 10
/// try solver.add(LinearConstraint([LinearTerm(left)], constant: -10))
/// // left + width = 110
/// try solver.add(LinearConstraint([LinearTerm(left), LinearTerm(width)], constant: -110))
/// // width = 50, if possible
/// let wish = try solver.add(LinearConstraint([LinearTerm(width)], constant: -50, priority: 750))
/// solver.solve()
/// solver.value(of: width)   // 100
/// ```
///
/// The solver implements Cassowary: it keeps a simplex tableau optimal. After a change, a few primal steps (constraints
/// added or removed) or dual steps (constants changed) restore the optimum. Priorities are compared lexicographically;
/// they are not weights in one sum. The same calls in the same order produce the same values. If the constraints allow
/// several solutions, the solver returns one of them; use `isDetermined(_:)` to detect this.
///
/// Constants may be up to ±1e9, and coefficients and weights up to 1e6; coefficients below 1e-6 count as 0. Results are
/// finite. A search that exceeds a number of steps proportional to the size of the system stops with its current result
/// and sets `isOptimal` to false.
///
/// All rows together may contain four million terms; further constraints are rejected as too complex. A chain of
/// required equations, each building on the previous one, reaches that limit after about 2,000 equations.
///
/// - Complexity: Adding or removing a constraint usually takes a few pivots. Each pivot updates the rows that contain
///   one particular column. The size of the tableau depends on how strongly the constraints are interconnected.
package struct ConstraintSolver: Sendable {
  /// The maximum absolute value of a constant in a constraint. A greater one is refused.
  package static let constantLimit = 1e9
  /// The maximum multiplier and weight in a constraint, and the reciprocal of the minimum multiplier. Other numbers are
  /// refused.
  package static let coefficientLimit = 1e6

  struct VariableRecord: BitwiseCopyable {
    var column: Int32
    var generation: UInt32
    var useCount: Int32 = 0
    var isNonNegative: Bool
    var isUsed = true
  }

  /// A constraint over the solver's variables. The corresponding constraint between items is the layout's
  /// `ConstraintRecord`.
  struct SolverConstraintRecord: BitwiseCopyable {
    var columns = ConstraintColumns(marker: -1, isEquation: true, level: -1, weight: 1)
    var constant = 0.0
    var relation = LayoutRelation.equal
    var generation: UInt32 = 0
    /// The position in the order in which constraints were added.
    var sequence: UInt64 = 0
    var isUsed = false
  }

  var tableau = SimplexTableau()
  var variables: [VariableRecord] = []
  var freeVariables: [Int32] = []
  var records: [SolverConstraintRecord] = []
  var recordTerms = ListStorage<TableauTerm>()
  var freeRecords: [Int32] = []
  var nextSequence: UInt64 = 0
  /// The variable of each column, indexed by column.
  var variableOf: [Int32] = []
  var work: [Double] = []
  var termScratch: [TableauTerm] = []
  var checkedPivotCount = 0

  /// The number of constraints.
  package internal(set) var constraintCount = 0
  /// Whether the values are optimal; false only if a search exceeded its limit.
  package internal(set) var isOptimal = true
  /// Constraints that were abandoned because of rounding errors in systems with extreme numbers. They are no longer
  /// part of the solver.
  package internal(set) var abandoned: [SolverConstraintID] = []

  /// Creates a solver without variables.
  package init() {}

  // MARK: Variables

  /// Creates a variable. Its value is 0 if there are no constraints on it.
  ///
  /// - Parameter isNonNegative: Whether the value must be at least 0. This is cheaper than a constraint.
  package mutating func makeVariable(isNonNegative: Bool = false) -> SolverVariable {
    let column = tableau.makeColumn(isNonNegative ? .nonNegative : .free, owner: -1, isObserved: true)
    let index: Int32
    if let free = freeVariables.popLast() {
      index = free
      let generation = variables[Int(free)].generation
      variables[Int(free)] = VariableRecord(column: column, generation: generation, isNonNegative: isNonNegative)
    } else {
      index = Int32(variables.count)
      variables.append(VariableRecord(column: column, generation: 0, isNonNegative: isNonNegative))
    }
    setVariable(index, ofColumn: column)
    return SolverVariable(index: index, generation: variables[Int(index)].generation)
  }

  /// Removes a variable that is not used by any constraint.
  package mutating func remove(_ variable: SolverVariable) throws(ConstraintFailure) {
    guard contains(variable), variables[Int(variable.index)].useCount == 0 else { throw .unknown }
    settle()
    let column = variables[Int(variable.index)].column
    if tableau.rowOf[Int(column)] >= 0 { tableau.releaseRow(Int(tableau.rowOf[Int(column)])) }
    tableau.releaseColumn(column)
    variables[Int(variable.index)].isUsed = false
    variables[Int(variable.index)].generation &+= 1
    freeVariables.append(variable.index)
  }

  /// Returns whether the variable belongs to the solver.
  package func contains(_ variable: SolverVariable) -> Bool {
    let index = Int(variable.index)
    return variables.indices.contains(index) && variables[index].isUsed
      && variables[index].generation == variable.generation
  }

  /// Returns the value computed by the last `solve()`, or 0 if the variable does not belong to the solver.
  package func value(of variable: SolverVariable) -> Double {
    guard contains(variable) else { return 0 }
    return value(ofIndex: variable.index)
  }

  func value(ofIndex index: Int32) -> Double {
    let record = variables[Int(index)]
    let value = tableau.value(record.column)
    return record.isNonNegative ? max(0, value) : value
  }

  /// Returns the variables whose values may have changed since the last call.
  package mutating func removeChangedVariables() -> [SolverVariable] {
    var result: [SolverVariable] = []
    result.reserveCapacity(tableau.changed.count)
    for column in tableau.changed {
      tableau.isChanged[Int(column)] = false
      guard tableau.isObserved[Int(column)] else { continue }
      let index = variableOf[Int(column)]
      result.append(SolverVariable(index: index, generation: variables[Int(index)].generation))
    }
    tableau.changed.removeAll(keepingCapacity: true)
    return result
  }

  mutating func setVariable(_ index: Int32, ofColumn column: Int32) {
    while variableOf.count <= Int(column) { variableOf.append(-1) }
    variableOf[Int(column)] = index
  }

  // MARK: Constraints

  /// Returns whether the constraint belongs to the solver.
  package func contains(_ constraint: SolverConstraintID) -> Bool {
    let index = Int(constraint.index)
    return records.indices.contains(index) && records[index].isUsed
      && records[index].generation == constraint.generation
  }

  /// Adds a constraint. Call `solve()` to update the values.
  @discardableResult
  package mutating func add(_ constraint: LinearConstraint) throws(ConstraintFailure) -> SolverConstraintID {
    try check(constraint)
    let isRequired = constraint.priority.level < 0
    if isRequired { settle() } else { restore() }
    let index = makeRecord(constraint)
    guard let value = insertIntoTableau(index) else {
      releaseRecord(index)
      throw .tooComplex
    }
    guard isRequired else { return identifier(index) }
    switch tableau.restoreFeasibility() {
    case .optimal: return identifier(index)
    case .infeasible(let owners):
      let others = owners.filter { $0 != index }.map(identifier)
      withdraw(index, value: value)
      throw .conflict(with: others)
    case .gaveUp:
      let failed = identifier(index)
      rebuild(without: index)
      abandoned.removeAll { $0 == failed }
      throw .tooComplex
    }
  }

  /// Removes a constraint. Call `solve()` to update the values.
  package mutating func remove(_ constraint: SolverConstraintID) throws(ConstraintFailure) {
    guard contains(constraint) else { throw .unknown }
    restore()
    guard contains(constraint) else { return }
    tableau.remove(records[Int(constraint.index)].columns)
    releaseRecord(constraint.index)
  }

  /// Changes the constant on the left-hand side, `Σ terms + constant`.
  ///
  /// - Throws: `conflict` if a required constraint contradicts others with the new constant. It then keeps its old
  ///   constant.
  package mutating func setConstant(
    _ constant: Double, of constraint: SolverConstraintID
  ) throws(ConstraintFailure) {
    guard abs(constant) <= Self.constantLimit else { throw .numberOutOfRange }
    guard contains(constraint) else { throw .unknown }
    let index = constraint.index
    let old = records[Int(index)].constant
    guard constant != old else { return }
    let isRequired = records[Int(index)].columns.level < 0
    if isRequired { settle() } else { minimize() }
    guard contains(constraint) else { throw .tooComplex }
    shiftConstant(of: constraint, to: constant)
    guard isRequired else { return }
    switch tableau.restoreFeasibility() {
    case .optimal: return
    case .infeasible(let owners):
      shiftConstant(of: constraint, to: old)
      restore()
      throw .conflict(with: owners.filter { $0 != index }.map(identifier))
    case .gaveUp:
      records[Int(index)].constant = old
      rebuild(without: nil)
      throw .tooComplex
    }
  }

  /// Changes several constants at once, without intermediate states.
  ///
  /// - Throws: `conflict` with all required constraints involved. All constants then keep their old values.
  package mutating func setConstants(
    _ changes: [(constraint: SolverConstraintID, constant: Double)]
  ) throws(ConstraintFailure) {
    for change in changes {
      guard abs(change.constant) <= Self.constantLimit else { throw .numberOutOfRange }
      guard contains(change.constraint) else { throw .unknown }
    }
    settle()
    let old = changes.map { records[Int($0.constraint.index)].constant }
    for change in changes { shiftConstant(of: change.constraint, to: change.constant) }
    guard changes.contains(where: { contains($0.constraint) && records[Int($0.constraint.index)].columns.level < 0 })
    else { return }
    switch tableau.restoreFeasibility() {
    case .optimal: return
    case .infeasible(let owners):
      for (change, constant) in zip(changes, old).reversed() { shiftConstant(of: change.constraint, to: constant) }
      restore()
      throw .conflict(with: owners.map(identifier))
    case .gaveUp:
      for (change, constant) in zip(changes, old).reversed() where contains(change.constraint) {
        records[Int(change.constraint.index)].constant = constant
      }
      rebuild(without: nil)
      throw .tooComplex
    }
  }

  private mutating func shiftConstant(of constraint: SolverConstraintID, to constant: Double) {
    guard contains(constraint) else { return }
    let record = records[Int(constraint.index)]
    guard record.constant != constant else { return }
    let sign = record.relation == .lessThanOrEqual ? -1.0 : 1.0
    tableau.shift(record.columns, by: (constant - record.constant) * sign)
    records[Int(constraint.index)].constant = constant
  }

  /// Changes the priority and weight of a constraint that is not required. To make it required, remove it and add it
  /// again.
  package mutating func setPriority(
    _ priority: LayoutPriority, weight: Double = 1, of constraint: SolverConstraintID
  ) throws(ConstraintFailure) {
    guard weight >= 0, weight <= Self.coefficientLimit else { throw .numberOutOfRange }
    guard contains(constraint), records[Int(constraint.index)].columns.level >= 0, priority.level >= 0 else {
      throw .unknown
    }
    restore()
    guard contains(constraint) else { throw .tooComplex }
    var columns = records[Int(constraint.index)].columns
    tableau.charge(columns, factor: -columns.weight)
    columns.level = priority.level
    columns.weight = weight
    tableau.charge(columns, factor: columns.weight)
    records[Int(constraint.index)].columns = columns
  }

  /// Computes the values after all changes made so far.
  package mutating func solve() {
    settle()
    if tableau.pivotCount - checkedPivotCount > 1000 {
      checkedPivotCount = tableau.pivotCount
      if !isAccurate { rebuild(without: nil) }
    }
  }
}
