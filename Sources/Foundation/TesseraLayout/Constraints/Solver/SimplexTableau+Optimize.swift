/// The outcome of a search for the optimum.
enum SimplexOutcome: Equatable {
  case optimal
  /// No values satisfy all required constraints; the constraints of these owners contradict each other.
  case infeasible(owners: [Int32])
  /// The search reached its pivot limit, or numbers exceeded the range of `Double`.
  case gaveUp
}

extension SimplexTableau {
  /// The maximum number of pivots per search.
  private var pivotLimit: Int { 1000 + 20 * (basics.count + kinds.count) }

  /// The number of pivots in one search after which Bland's rule is used, which prevents cycling.
  private var blandThreshold: Int { 100 + 2 * basics.count }

  // MARK: Primal

  /// Minimizes the objective, starting from a feasible tableau.
  mutating func minimize() -> SimplexOutcome {
    let start = pivotCount
    while let entering = chooseEntering(byBland: pivotCount - start > blandThreshold) {
      guard pivotCount - start < pivotLimit, !hasOverflow else { return .gaveUp }
      guard let row = chooseLeaving(entering: entering, byBland: pivotCount - start > blandThreshold) else {
        // Errors are never negative, so the objective is bounded from below. This cost is a rounding error.
        costs.truncate(Int(entering), to: 0)
        continue
      }
      pivot(row: row, entering: entering)
    }
    return hasOverflow ? .gaveUp : .optimal
  }

  /// Returns the column with the most negative cost at the highest priority that any column can improve.
  mutating func chooseEntering(byBland: Bool) -> Int32? {
    var best: Int32 = -1
    var bestTerm = CostTerm(level: .max, cost: 0)
    var kept = 0
    for position in candidates.indices {
      let column = candidates[position]
      let index = Int(column)
      guard kinds[index] == .nonNegative, rowOf[index] < 0, costSign(column) < 0 else {
        isCandidate[index] = false
        continue
      }
      candidates[kept] = column
      kept += 1
      let term = costs[index, 0]
      let isBetter =
        byBland
        ? best < 0 || column < best
        : term.level < bestTerm.level
          || term.level == bestTerm.level && (term.cost < bestTerm.cost || term.cost == bestTerm.cost && column < best)
      if isBetter {
        best = column
        bestTerm = term
      }
    }
    candidates.removeLast(candidates.count - kept)
    return best < 0 ? nil : best
  }

  /// Returns the row that first limits the growth of `entering`.
  mutating func chooseLeaving(entering: Int32, byBland: Bool) -> Int? {
    var best = -1
    var bestRatio = Double.infinity
    var bestCoefficient = 0.0
    forEachRow(containing: entering) { tableau, row, coefficient in
      guard coefficient < -Self.pivotTolerance, tableau.kinds[Int(tableau.basics[row])] == .nonNegative else { return }
      let ratio = max(0, tableau.constants[row]) / -coefficient
      let isBetter: Bool
      if best < 0 {
        isBetter = true
      } else if abs(ratio - bestRatio) > 1e-12 * max(1, bestRatio) {
        isBetter = ratio < bestRatio
      } else if byBland || coefficient == bestCoefficient {
        isBetter = tableau.basics[row] < tableau.basics[best]
      } else {
        isBetter = coefficient < bestCoefficient
      }
      if isBetter {
        best = row
        bestRatio = ratio
        bestCoefficient = coefficient
      }
    }
    return best < 0 ? nil : best
  }

  // MARK: Dual

  /// Makes all constants feasible again, while all costs are nonnegative.
  mutating func restoreFeasibility() -> SimplexOutcome {
    let start = pivotCount
    while let row = chooseInfeasible(byBland: pivotCount - start > blandThreshold) {
      guard pivotCount - start < pivotLimit, !hasOverflow else { return .gaveUp }
      let wantsPositive = constants[row] < 0
      guard let entering = chooseDualEntering(row, wantsPositive: wantsPositive) else {
        return .infeasible(owners: conflict(in: row))
      }
      pivot(row: row, entering: entering)
    }
    return hasOverflow ? .gaveUp : .optimal
  }

  private mutating func chooseInfeasible(byBland: Bool) -> Int? {
    let tolerance = feasibilityTolerance
    var best = -1
    var kept = 0
    for position in infeasible.indices {
      let row = Int(infeasible[position])
      guard basics[row] >= 0, isOutOfBounds(row, tolerance) else {
        isInfeasible[row] = false
        continue
      }
      infeasible[kept] = infeasible[position]
      kept += 1
      if best < 0 {
        best = row
      } else if byBland || abs(constants[row]) == abs(constants[best]) {
        if basics[row] < basics[best] { best = row }
      } else if abs(constants[row]) > abs(constants[best]) {
        best = row
      }
    }
    infeasible.removeLast(infeasible.count - kept)
    return best < 0 ? nil : best
  }

  private func isOutOfBounds(_ row: Int, _ tolerance: Double) -> Bool {
    switch kinds[Int(basics[row])] {
    case .nonNegative: constants[row] < -tolerance
    case .zero: abs(constants[row]) > tolerance
    case .free, .unused: false
    }
  }

  /// Returns the column that can move the row's basic column in the wanted direction at the lowest cost.
  func chooseDualEntering(_ row: Int, wantsPositive: Bool) -> Int32? {
    let sign = wantsPositive ? 1.0 : -1.0
    var best: Int32 = -1
    var bestCoefficient = 0.0
    for position in 0..<terms.count(row) {
      let term = terms[row, position]
      let coefficient = term.coefficient * sign
      guard coefficient > Self.pivotTolerance, kinds[Int(term.column)] == .nonNegative else { continue }
      if best < 0 {
        (best, bestCoefficient) = (term.column, coefficient)
        continue
      }
      let order = compareCosts(term.column, coefficient, best, bestCoefficient)
      // Columns are sorted, so the first of several equal ones is kept, unless a later one has a numerically safer
      // divisor.
      if order < 0 || order == 0 && bestCoefficient < 0.1 && coefficient > bestCoefficient * 10 {
        (best, bestCoefficient) = (term.column, coefficient)
      }
    }
    return best < 0 ? nil : best
  }

  /// Returns the sign of `cost(left) / leftCoefficient − cost(right) / rightCoefficient`, compared level by level.
  private func compareCosts(
    _ left: Int32, _ leftCoefficient: Double, _ right: Int32, _ rightCoefficient: Double
  ) -> Int {
    var leftPosition = 0
    var rightPosition = 0
    let leftCount = costs.count(Int(left))
    let rightCount = costs.count(Int(right))
    while leftPosition < leftCount || rightPosition < rightCount {
      let leftLevel = leftPosition < leftCount ? costs[Int(left), leftPosition].level : .max
      let rightLevel = rightPosition < rightCount ? costs[Int(right), rightPosition].level : .max
      var difference = 0.0
      var scale = 0.0
      if leftLevel <= rightLevel {
        difference = costs[Int(left), leftPosition].cost / leftCoefficient
        scale = abs(difference)
        leftPosition += 1
      }
      if rightLevel <= leftLevel {
        let ratio = costs[Int(right), rightPosition].cost / rightCoefficient
        difference -= ratio
        scale = max(scale, abs(ratio))
        rightPosition += 1
      }
      if abs(difference) > 1e-11 * scale { return difference < 0 ? -1 : 1 }
    }
    return 0
  }

  /// Returns the constraints combined in an infeasible row. Together, they require a positive number to be zero or
  /// negative.
  private func conflict(in row: Int) -> [Int32] {
    var owners: Set<Int32> = [self.owners[Int(basics[row])]]
    for position in 0..<terms.count(row) { owners.insert(self.owners[Int(terms[row, position].column)]) }
    owners.remove(-1)
    return owners.sorted()
  }
}
