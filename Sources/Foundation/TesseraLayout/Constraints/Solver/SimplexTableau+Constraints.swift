/// The columns that identify a constraint in the tableau.
struct ConstraintColumns: BitwiseCopyable {
  /// The slack of an inequality, the zero of a required equation, or the positive error of an equation that is not
  /// required.
  var marker: Int32
  /// The negative error of a constraint that may be violated, or -1.
  var error: Int32 = -1
  var isEquation: Bool
  /// The level in the objective, or -1 for a required constraint.
  var level: Int32
  var weight: Double
}

/// An expression `constant + Σ coefficient · column` without basic columns.
struct TableauExpression {
  var constant: Double
  var terms: [TableauTerm]
}

extension SimplexTableau {
  /// Returns an expression in which basic columns are replaced by their rows.
  func reduced(_ source: [TableauTerm], constant: Double, work: inout [Double]) -> TableauExpression {
    if work.count < kinds.count {
      work.append(contentsOf: repeatElement(0, count: kinds.count * 2 - work.count))
    }
    var constant = constant
    var touched: [Int32] = []
    for term in source {
      let row = Int(rowOf[Int(term.column)])
      if row < 0 {
        work[Int(term.column)] += term.coefficient
        touched.append(term.column)
      } else {
        constant += term.coefficient * constants[row]
        for position in 0..<terms.count(row) {
          let inner = terms[row, position]
          work[Int(inner.column)] += inner.coefficient * term.coefficient
          touched.append(inner.column)
        }
      }
    }
    touched.sort()
    var result: [TableauTerm] = []
    result.reserveCapacity(touched.count)
    for column in touched {
      let coefficient = work[Int(column)]
      work[Int(column)] = 0
      if abs(coefficient) > Self.coefficientTolerance {
        result.append(TableauTerm(column: column, coefficient: coefficient))
      }
    }
    return TableauExpression(constant: constant, terms: result)
  }

  /// Adds `expression = 0` or `expression ≥ 0` with the given columns.
  ///
  /// A required constraint may leave infeasible rows, which `restoreFeasibility()` repairs. Any other constraint
  /// changes the objective, which `minimize()` minimizes.
  mutating func insert(_ expression: TableauExpression, _ columns: ConstraintColumns) {
    let constant = expression.constant
    magnitude = max(magnitude, min(abs(constant), 1e12))
    if let subject = chooseSubject(expression) {
      solve(expression, for: subject, columns)
      return
    }
    if columns.level < 0, columns.isEquation { return insertEquation(expression, columns.marker) }
    if columns.level < 0 {
      addRow(basic: columns.marker, expression, factor: 1, extra: [])
      return
    }
    // For equations and inequalities alike: marker − error = expression.
    let isPositive = constant >= -feasibilityTolerance
    if isPositive {
      addRow(
        basic: columns.marker, expression, factor: 1, extra: [TableauTerm(column: columns.error, coefficient: 1)])
    } else {
      addRow(
        basic: columns.error, expression, factor: -1, extra: [TableauTerm(column: columns.marker, coefficient: 1)])
    }
    charge(columns, factor: columns.weight)
  }

  /// Adds the errors of a constraint to the objective, or removes them with a negative factor.
  mutating func charge(_ columns: ConstraintColumns, factor: Double) {
    guard columns.level >= 0 else { return }
    if columns.isEquation { addToObjective(columns.marker, factor, level: columns.level) }
    addToObjective(columns.error, factor, level: columns.level)
  }

  /// Returns the position of a free column to solve for, preferring one that few rows contain.
  private func chooseSubject(_ expression: TableauExpression) -> Int? {
    var largest = 0.0
    for term in expression.terms where kinds[Int(term.column)] == .free {
      largest = max(largest, abs(term.coefficient))
    }
    var best: Int?
    var bestCount = Int.max
    for (position, term) in expression.terms.enumerated() where kinds[Int(term.column)] == .free {
      let count = occurrences.count(Int(term.column))
      if count < bestCount, abs(term.coefficient) >= largest * 0.1 {
        best = position
        bestCount = count
      }
    }
    return best
  }

  /// Makes a free column basic by solving `marker − error = expression` for it.
  private mutating func solve(_ expression: TableauExpression, for position: Int, _ columns: ConstraintColumns) {
    let subject = expression.terms[position]
    let factor = -1 / subject.coefficient
    var rest = expression
    rest.terms.remove(at: position)
    var extra = [TableauTerm(column: columns.marker, coefficient: 1 / subject.coefficient)]
    if columns.error >= 0 { extra.append(TableauTerm(column: columns.error, coefficient: -1 / subject.coefficient)) }
    addRow(basic: subject.column, rest, factor: factor, extra: extra)
    let row = Int(rowOf[Int(subject.column)])
    pivotTerms.removeAll(keepingCapacity: true)
    for termIndex in 0..<terms.count(row) { pivotTerms.append(terms[row, termIndex]) }
    substitute(subject.column, constant: constants[row])
    charge(columns, factor: columns.weight)
  }

  /// Adds a required equation without free columns.
  private mutating func insertEquation(_ expression: TableauExpression, _ marker: Int32) {
    addRow(basic: marker, expression, factor: 1, extra: [])
    let row = Int(rowOf[Int(marker)])
    // The marker must not stay basic, or its value could become nonzero.
    let constant = constants[row]
    let isZero = abs(constant) <= feasibilityTolerance
    var entering = chooseDualEntering(row, wantsPositive: constant <= 0)
    if entering == nil, isZero { entering = chooseDualEntering(row, wantsPositive: constant > 0) }
    // Without such a column, the equation is redundant or contradicts the others. `restoreFeasibility()` detects a
    // contradiction.
    if let entering { pivot(row: row, entering: entering) }
  }

  private mutating func addRow(
    basic: Int32, _ expression: TableauExpression, factor: Double, extra: [TableauTerm]
  ) {
    let row = makeRow(basic: basic)
    var all = expression.terms
    if factor != 1 { for index in all.indices { all[index].coefficient *= factor } }
    // New columns usually have the highest indices.
    for term in extra {
      let termIndex = all.lastIndex { $0.column < term.column }.map { $0 + 1 } ?? 0
      all.insert(term, at: termIndex)
    }
    terms.assign(all, count: all.count, to: row)
    for term in all { occurrences.append(Int32(row), to: Int(term.column)) }
    setConstant(expression.constant * factor, of: row)
  }

  /// Removes a constraint from a feasible tableau. The tableau stays feasible, but may no longer be optimal.
  mutating func remove(_ columns: ConstraintColumns) {
    charge(columns, factor: -columns.weight)
    let marker = columns.marker
    if rowOf[Int(marker)] < 0 {
      let errorRow = columns.error >= 0 ? rowOf[Int(columns.error)] : -1
      let row = errorRow >= 0 ? Int(errorRow) : chooseLeaving(forRemovalOf: marker)
      if let row { pivot(row: row, entering: marker) }
    }
    if rowOf[Int(marker)] >= 0 { releaseRow(Int(rowOf[Int(marker)])) }
    releaseColumn(marker)
    if columns.error >= 0 {
      if rowOf[Int(columns.error)] >= 0 { releaseRow(Int(rowOf[Int(columns.error)])) }
      releaseColumn(columns.error)
    }
  }

  /// Returns the row in which a marker can become basic while all constants stay feasible.
  ///
  /// Rows are preferred in this order: an equation that merely repeats the removed one, rows that limit the marker from
  /// above, rows that limit it from below, and rows that do not limit it.
  private mutating func chooseLeaving(forRemovalOf marker: Int32) -> Int? {
    var best = -1
    var bestRank = Int.max
    var bestRatio = Double.infinity
    forEachRow(containing: marker) { tableau, row, coefficient in
      guard abs(coefficient) > Self.pivotTolerance else { return }
      let basic = tableau.basics[row]
      let rank: Int
      var ratio = 0.0
      switch tableau.kinds[Int(basic)] {
      case .zero: rank = 0
      case .nonNegative:
        rank = coefficient < 0 ? 1 : 2
        ratio = max(0, tableau.constants[row]) / abs(coefficient)
      case .free, .unused:
        rank = 3
        ratio = -abs(coefficient)
      }
      if rank < bestRank
        || rank == bestRank && (ratio < bestRatio || ratio == bestRatio && basic < tableau.basics[best])
      {
        best = row
        bestRank = rank
        bestRatio = ratio
      }
    }
    return best < 0 ? nil : best
  }

  /// Adds `change` to the constant of a constraint's expression. Call `restoreFeasibility()` afterwards.
  mutating func shift(_ columns: ConstraintColumns, by change: Double) {
    magnitude = max(magnitude, min(abs(change), 1e12))
    let row = Int(rowOf[Int(columns.marker)])
    if row >= 0 {
      setConstant(constants[row] + change, of: row)
    } else {
      forEachRow(containing: columns.marker) { tableau, row, coefficient in
        tableau.setConstant(tableau.constants[row] - coefficient * change, of: row)
      }
    }
  }
}
