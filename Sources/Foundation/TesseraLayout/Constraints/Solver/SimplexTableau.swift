/// The kind of a tableau column.
enum ColumnKind: UInt8, BitwiseCopyable {
  /// A column that is available for reuse.
  case unused
  /// A variable of the caller that may have any value.
  case free
  /// Zero or greater: a variable of the caller, the slack of an inequality, or an error.
  case nonNegative
  /// Always zero: the marker of a required equation. It becomes basic only if the equation is redundant.
  case zero
}

/// A column and its coefficient in a row.
struct TableauTerm: BitwiseCopyable {
  var column: Int32
  var coefficient: Double
}

/// The cost of a column at one priority. Lower levels take precedence.
struct CostTerm: BitwiseCopyable {
  var level: Int32
  var cost: Double
}

/// The sparse simplex tableau of a system of linear constraints, stored in flat arrays.
///
/// Each row represents `basic = constant + Σ coefficient · column`. The columns on the right-hand side are nonbasic, so
/// their values are 0. Rows whose basic column must not be negative contain no free columns. This is the augmented
/// simplex form of Badros, Borning and Stuckey, "The Cassowary Linear Arithmetic Constraint Solving Algorithm" (2001),
/// section 3.
///
/// The objective is a vector with one component per priority in use, compared from the highest priority down. It is
/// never combined into a single number, so that no number of lower-priority constraints can outweigh a higher-priority
/// one.
struct SimplexTableau: Sendable {
  // Columns
  var kinds: [ColumnKind] = []
  /// The constraint that each column belongs to, or -1.
  var owners: [Int32] = []
  /// The row in which each column is basic, or -1.
  var rowOf: [Int32] = []
  /// The rows that contain each column. Entries may be outdated or duplicated, but none is missing.
  var occurrences = ListStorage<Int32>()
  /// The reduced costs of each column, by level.
  var costs = ListStorage<CostTerm>()
  var freeColumns: [Int32] = []

  // Rows
  /// The basic column of each row, or -1 for an unused row.
  var basics: [Int32] = []
  var constants: [Double] = []
  /// The terms of each row, sorted by column.
  var terms = ListStorage<TableauTerm>()
  var freeRows: [Int32] = []

  // Pending work
  /// Columns whose cost may be negative.
  var candidates: [Int32] = []
  var isCandidate: [Bool] = []
  /// Rows whose constants may be out of bounds.
  var infeasible: [Int32] = []
  var isInfeasible: [Bool] = []
  /// Free and nonnegative variables of the caller whose values may have changed, recorded only for observed columns.
  var changed: [Int32] = []
  var isChanged: [Bool] = []
  var isObserved: [Bool] = []

  // Scratch space
  var rowStamps: [UInt32] = []
  var stamp: UInt32 = 0
  var merged: [TableauTerm] = []
  var pivotTerms: [TableauTerm] = []
  var costScratch: [CostTerm] = []
  var mergedCosts: [CostTerm] = []
  var pivotCount = 0
  /// The largest constant so far, which scales the tolerance for zero.
  var magnitude = 1.0
  /// Whether a number became too large for reliable computation.
  var hasOverflow = false

  /// The tolerance below which a coefficient is considered a rounding error.
  static let coefficientTolerance = 1e-11
  static let costTolerance = 1e-9
  /// The minimum absolute value of a pivot's divisor.
  static let pivotTolerance = 1e-9
  /// The limit beyond which a number in the tableau counts as overflow.
  static let overflow = 1e100

  /// The maximum total number of terms in all rows of the constraint solver, which take 64 megabytes. Further
  /// constraints are left out. For chains of thousands of constraints, each building on the previous one, the number of
  /// terms grows quadratically with their length.
  static let termLimit = 4_000_000

  /// The tolerance by which a constant may be out of bounds.
  var feasibilityTolerance: Double { max(1e-8, magnitude * 1e-13) }

  // MARK: Columns

  mutating func makeColumn(_ kind: ColumnKind, owner: Int32, isObserved: Bool = false) -> Int32 {
    if let column = freeColumns.popLast() {
      let index = Int(column)
      kinds[index] = kind
      owners[index] = owner
      rowOf[index] = -1
      self.isObserved[index] = isObserved
      return column
    }
    kinds.append(kind)
    owners.append(owner)
    rowOf.append(-1)
    occurrences.makeList()
    costs.makeList()
    isCandidate.append(false)
    isChanged.append(false)
    self.isObserved.append(isObserved)
    return Int32(kinds.count - 1)
  }

  /// Releases a nonbasic column. Any remaining coefficients in rows are rounding errors.
  mutating func releaseColumn(_ column: Int32) {
    let index = Int(column)
    for position in 0..<occurrences.count(index) {
      let row = Int(occurrences[index, position])
      if let termIndex = find(column, in: row) { terms.remove(at: termIndex, of: row) }
    }
    occurrences.truncate(index, to: 0)
    costs.truncate(index, to: 0)
    kinds[index] = .unused
    owners[index] = -1
    isObserved[index] = false
    freeColumns.append(column)
  }

  func value(_ column: Int32) -> Double {
    let row = rowOf[Int(column)]
    return row < 0 ? 0 : constants[Int(row)]
  }

  // MARK: Rows

  mutating func makeRow(basic: Int32) -> Int {
    let row: Int
    if let free = freeRows.popLast() {
      row = Int(free)
    } else {
      row = basics.count
      basics.append(-1)
      constants.append(0)
      terms.makeList()
      isInfeasible.append(false)
      rowStamps.append(0)
    }
    basics[row] = basic
    constants[row] = 0
    rowOf[Int(basic)] = Int32(row)
    return row
  }

  mutating func releaseRow(_ row: Int) {
    let basic = basics[row]
    rowOf[Int(basic)] = -1
    recordChange(basic)
    basics[row] = -1
    constants[row] = 0
    terms.truncate(row, to: 0)
    freeRows.append(Int32(row))
  }

  /// Returns the index of a column among the terms of a row.
  func find(_ column: Int32, in row: Int) -> Int? {
    terms.withList(row) { list in
      var low = 0
      var high = list.count
      while low < high {
        let middle = (low + high) / 2
        if list[middle].column < column { low = middle + 1 } else { high = middle }
      }
      return low < list.count && list[low].column == column ? low : nil
    }
  }

  /// Calls `body` once for each row that contains the column, passing its coefficient, and removes outdated entries.
  mutating func forEachRow(containing column: Int32, _ body: (inout SimplexTableau, Int, Double) -> Void) {
    let index = Int(column)
    stamp &+= 1
    if stamp == 0 {
      for row in rowStamps.indices { rowStamps[row] = 0 }
      stamp = 1
    }
    // `body` may add occurrences of other columns, but never of this one.
    var kept = 0
    for position in 0..<occurrences.count(index) {
      let row = Int(occurrences[index, position])
      guard rowStamps[row] != stamp, let termIndex = find(column, in: row) else { continue }
      rowStamps[row] = stamp
      occurrences[index, kept] = Int32(row)
      kept += 1
      body(&self, row, terms[row, termIndex].coefficient)
    }
    occurrences.truncate(index, to: kept)
  }

  // MARK: Values

  mutating func recordChange(_ column: Int32) {
    let index = Int(column)
    guard isObserved[index], !isChanged[index] else { return }
    isChanged[index] = true
    changed.append(column)
  }

  /// Sets a row's constant and records the consequences.
  mutating func setConstant(_ value: Double, of row: Int) {
    let tolerance = feasibilityTolerance
    // Treats a constant that is zero within the tolerance as exactly zero.
    let constant = abs(value) <= tolerance * 1e-3 ? 0 : value
    if !(abs(constant) < Self.overflow) { hasOverflow = true }
    constants[row] = constant
    let basic = basics[row]
    recordChange(basic)
    guard !isInfeasible[row] else { return }
    switch kinds[Int(basic)] {
    case .nonNegative where constant < -tolerance, .zero where abs(constant) > tolerance:
      isInfeasible[row] = true
      infeasible.append(Int32(row))
    default: break
    }
  }

  // MARK: Costs

  /// Returns a number with the sign of a column's cost, which is the sign at its highest-priority level.
  func costSign(_ column: Int32) -> Double {
    costs.count(Int(column)) == 0 ? 0 : costs[Int(column), 0].cost
  }

  mutating func addCost(_ cost: Double, level: Int32, to column: Int32) {
    let index = Int(column)
    var position = 0
    let count = costs.count(index)
    while position < count, costs[index, position].level < level { position += 1 }
    if position < count, costs[index, position].level == level {
      let old = costs[index, position].cost
      let sum = old + cost
      if abs(sum) <= Self.costTolerance * max(1, abs(old)) {
        costs.remove(at: position, of: index)
      } else {
        costs[index, position].cost = sum
      }
    } else if abs(cost) > Self.costTolerance {
      costs.insert(CostTerm(level: level, cost: cost), at: position, of: index)
    }
    recordCandidate(column)
  }

  /// Adds `factor` times the costs in `costScratch`, which are sorted by level.
  mutating func addCosts(_ factor: Double, to column: Int32) {
    let index = Int(column)
    let oldCount = costs.count(index)
    if oldCount == 0, costScratch.count == 1 {
      return addCost(costScratch[0].cost * factor, level: costScratch[0].level, to: column)
    }
    mergedCosts.removeAll(keepingCapacity: true)
    var left = 0
    var right = 0
    while left < oldCount || right < costScratch.count {
      let old = left < oldCount ? costs[index, left] : CostTerm(level: .max, cost: 0)
      let new = right < costScratch.count ? costScratch[right] : CostTerm(level: .max, cost: 0)
      if old.level < new.level {
        mergedCosts.append(old)
        left += 1
        continue
      }
      var cost = new.cost * factor
      var scale = 1.0
      right += 1
      if old.level == new.level {
        scale = max(1, abs(old.cost))
        cost += old.cost
        left += 1
      }
      if abs(cost) > Self.costTolerance * scale { mergedCosts.append(CostTerm(level: new.level, cost: cost)) }
    }
    costs.assign(mergedCosts, count: mergedCosts.count, to: index)
    recordCandidate(column)
  }

  mutating func recordCandidate(_ column: Int32) {
    let index = Int(column)
    guard !isCandidate[index], kinds[index] == .nonNegative, costSign(column) < 0 else { return }
    isCandidate[index] = true
    candidates.append(column)
  }

  /// Adds `factor` times `column`, an error of a constraint, to the objective.
  mutating func addToObjective(_ column: Int32, _ factor: Double, level: Int32) {
    let row = rowOf[Int(column)]
    guard row >= 0 else { return addCost(factor, level: level, to: column) }
    for position in 0..<terms.count(Int(row)) {
      let term = terms[Int(row), position]
      addCost(factor * term.coefficient, level: level, to: term.column)
    }
  }
}
