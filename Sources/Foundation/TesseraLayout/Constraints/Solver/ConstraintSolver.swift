/// Finds values for variables under linear constraints with priorities, and keeps them while constraints come, go and
/// change.
///
/// ```swift
/// var solver = ConstraintSolver()
/// let left = solver.makeVariable()
/// let width = solver.makeVariable(isNonNegative: true)
/// try solver.add(LinearConstraint([LinearTerm(left)], constant: -10))                              // left = 10
/// try solver.add(LinearConstraint([LinearTerm(left), LinearTerm(width)], constant: -110))          // left + width = 110
/// let wish = try solver.add(LinearConstraint([LinearTerm(width)], constant: -50, priority: 750))   // width = 50, if possible
/// solver.solve()
/// solver.value(of: width)   // 100
/// ```
///
/// The solver is Cassowary: a simplex tableau that is optimal after each change, and is brought back to an optimum with a
/// few primal steps (constraints that come and go) or dual steps (constants that change). Priorities are compared one
/// after the other; they are not weights in one sum. Equal calls in equal order give equal values. Where the constraints
/// leave a choice, the values are one of the possible answers; `isDetermined(_:)` tells.
///
/// Numbers: constants up to ±1e9, coefficients and weights up to 1e6; coefficients below 1e-6 count as 0. Results are
/// finite. A search that takes more steps than a limit which grows with the system ends with what it has:
/// `isOptimal` is then false.
///
/// Rows may have four million terms together; constraints that come later are refused as too complex. A chain of
/// required equations, each on top of the one before, reaches that after some 2,000.
///
/// - Complexity: Adding or removing a constraint takes a few pivots as a rule; a pivot touches the rows that contain one
///   column. The tableau has as many numbers as the constraints depend on each other.
package struct ConstraintSolver: Sendable {
  /// The largest constant.
  package static let constantLimit = 1e9
  /// The largest coefficient and weight, and the inverse of the smallest.
  package static let coefficientLimit = 1e6

  struct VariableRecord: BitwiseCopyable {
    var column: Int32
    var generation: UInt32
    var useCount: Int32 = 0
    var isNonNegative: Bool
    var isUsed = true
  }

  /// A constraint over the solver's variables. What authors wrote over items is the layout's `ConstraintRecord`.
  struct SolverConstraintRecord: BitwiseCopyable {
    var columns = ConstraintColumns(marker: -1, isEquation: true, level: -1, weight: 1)
    var constant = 0.0
    var relation = LayoutRelation.equal
    var generation: UInt32 = 0
    /// The order of adding.
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
  /// The variable to which a column belongs, by column.
  var variableOf: [Int32] = []
  var work: [Double] = []
  var termScratch: [TableauTerm] = []
  var checkedPivotCount = 0

  /// The number of constraints.
  package internal(set) var constraintCount = 0
  /// Whether the values are the best ones; false only after a search that was too long.
  package internal(set) var isOptimal = true
  /// Constraints that had to be given up because of rounding errors, in systems with extreme numbers. They are no longer
  /// part of the solver.
  package internal(set) var abandoned: [SolverConstraintID] = []
  /// How many pivots all changes took so far.
  package var pivotCount: Int { tableau.pivotCount }

  /// A solver without variables.
  package init() {}

  // MARK: Variables

  /// Makes a variable; without constraints its value is 0.
  ///
  /// - Parameter isNonNegative: Whether the value must not be below 0. Such a variable is cheaper than a constraint.
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

  /// Removes a variable that no constraint uses.
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

  /// Whether the variable belongs to the solver.
  package func contains(_ variable: SolverVariable) -> Bool {
    let index = Int(variable.index)
    return variables.indices.contains(index) && variables[index].isUsed
      && variables[index].generation == variable.generation
  }

  /// The value that the last `solve()` found; 0 for a variable that is not part of the solver.
  package func value(of variable: SolverVariable) -> Double {
    guard contains(variable) else { return 0 }
    return value(ofIndex: variable.index)
  }

  func value(ofIndex index: Int32) -> Double {
    let record = variables[Int(index)]
    let value = tableau.value(record.column)
    return record.isNonNegative ? max(0, value) : value
  }

  /// The variables whose value may have changed since the last call.
  package mutating func takeChangedVariables() -> [SolverVariable] {
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

  /// Whether the constraint belongs to the solver.
  package func contains(_ constraint: SolverConstraintID) -> Bool {
    let index = Int(constraint.index)
    return records.indices.contains(index) && records[index].isUsed
      && records[index].generation == constraint.generation
  }

  /// Adds a constraint. Values are up to date after the next `solve()`.
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

  /// Removes a constraint. Values are up to date after the next `solve()`.
  package mutating func remove(_ constraint: SolverConstraintID) throws(ConstraintFailure) {
    guard contains(constraint) else { throw .unknown }
    restore()
    guard contains(constraint) else { return }
    tableau.remove(records[Int(constraint.index)].columns)
    releaseRecord(constraint.index)
  }

  /// Changes the constant on the left side, `Σ terms + constant`.
  ///
  /// - Throws: `conflict` if a required constraint contradicts others with the new constant; it keeps the old one.
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

  /// Changes several constants at once: what they ask for in between does not matter.
  ///
  /// - Throws: `conflict` with all required constraints that take part; all constants stay as they were.
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

  /// Changes how much a constraint that is not required matters. To make it required, remove and add it.
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

  /// Finds the values for all changes so far.
  package mutating func solve() {
    settle()
    if tableau.pivotCount - checkedPivotCount > 1000 {
      checkedPivotCount = tableau.pivotCount
      if !isAccurate { rebuild(without: nil) }
    }
  }
}
