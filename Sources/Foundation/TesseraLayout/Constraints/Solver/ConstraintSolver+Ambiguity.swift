extension ConstraintSolver {
  /// Returns for each variable whether the constraints allow only one value.
  ///
  /// The result is exact: among all solutions with minimal violations, the method finds the smallest and the largest
  /// value of the variable.
  ///
  /// - Complexity: A copy of the system. A variable usually takes constant time, otherwise two searches.
  package func determinedVariables(_ variables: [SolverVariable]) -> [Bool] {
    var solved = self
    solved.solve()
    var face = solved.tableau
    face.restrictToOptimum()
    return variables.map { variable in
      guard solved.contains(variable) else { return false }
      return face.isDetermined(solved.variables[Int(variable.index)].column)
    }
  }
}

extension SimplexTableau {
  /// Restricts the tableau to optimal solutions: columns whose growth would increase the objective stay at 0.
  mutating func restrictToOptimum() {
    for index in kinds.indices where costs.count(index) > 0 {
      if kinds[index] == .nonNegative { kinds[index] = .zero }
      costs.truncate(index, to: 0)
    }
    for column in candidates { isCandidate[Int(column)] = false }
    candidates.removeAll()
  }

  func isDetermined(_ column: Int32) -> Bool {
    let row = Int(rowOf[Int(column)])
    if row < 0, kinds[Int(column)] != .nonNegative { return kinds[Int(column)] == .zero }
    let open = row < 0 ? [] : (0..<terms.count(row)).filter { kinds[Int(terms[row, $0].column)] != .zero }
    if row >= 0, open.isEmpty { return true }
    if open.contains(where: { kinds[Int(terms[row, $0].column)] == .free }) { return false }
    let value = value(column)
    for direction in [1.0, -1.0] {
      // A nonbasic, nonnegative column already has its smallest value.
      if row < 0, direction > 0 { continue }
      var search = self
      search.addToObjective(column, direction, level: 0)
      guard search.minimizeWhileBounded(), abs(search.value(column) - value) <= 1e-6 * max(1, magnitude * 1e-6) else {
        return false
      }
    }
    return true
  }

  /// Minimizes an objective that may be unbounded.
  ///
  /// - Returns: Whether the objective is bounded from below.
  private mutating func minimizeWhileBounded() -> Bool {
    let limit = pivotCount + 1000 + 20 * basics.count
    while let entering = chooseEntering(byBland: pivotCount > limit - 500) {
      guard pivotCount < limit, !hasOverflow else { return true }
      guard let row = chooseLeaving(entering: entering, byBland: pivotCount > limit - 500) else { return false }
      pivot(row: row, entering: entering)
    }
    return true
  }
}
