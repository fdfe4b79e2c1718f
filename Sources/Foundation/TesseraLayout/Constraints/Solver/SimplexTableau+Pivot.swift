extension SimplexTableau {
  /// Makes `entering` basic in `row`, replacing the column that is basic there.
  mutating func pivot(row: Int, entering: Int32) {
    pivotCount += 1
    let leaving = basics[row]
    guard let termIndex = find(entering, in: row) else { return }
    let divisor = terms[row, termIndex].coefficient
    // basic = constant + … + divisor · entering  ⟹  entering = (basic − constant − …) / divisor
    let factor = -1 / divisor
    pivotTerms.removeAll(keepingCapacity: true)
    var isLeavingWritten = false
    for position in 0..<terms.count(row) {
      let term = terms[row, position]
      if !isLeavingWritten, term.column > leaving {
        pivotTerms.append(TableauTerm(column: leaving, coefficient: 1 / divisor))
        isLeavingWritten = true
      }
      if term.column != entering {
        pivotTerms.append(TableauTerm(column: term.column, coefficient: term.coefficient * factor))
      }
    }
    if !isLeavingWritten { pivotTerms.append(TableauTerm(column: leaving, coefficient: 1 / divisor)) }
    terms.assign(pivotTerms, count: pivotTerms.count, to: row)
    occurrences.append(Int32(row), to: Int(leaving))
    rowOf[Int(leaving)] = -1
    rowOf[Int(entering)] = Int32(row)
    basics[row] = entering
    recordChange(leaving)
    let constant = constants[row] * factor
    setConstant(constant, of: row)
    substitute(entering, constant: constant)
    if terms.total > 2 * Self.termLimit { hasOverflow = true }
    distributeCost(of: entering)
  }

  /// Eliminates `column` from all other rows. It has just become basic with the terms in `pivotTerms`.
  mutating func substitute(_ column: Int32, constant: Double) {
    forEachRow(containing: column) { tableau, row, coefficient in
      tableau.addPivotTerms(coefficient, replacing: column, to: row)
      tableau.setConstant(tableau.constants[row] + coefficient * constant, of: row)
    }
    occurrences.truncate(Int(column), to: 0)
  }

  /// Replaces a basic column in the objective with the terms in `pivotTerms`.
  private mutating func distributeCost(of column: Int32) {
    let index = Int(column)
    let count = costs.count(index)
    guard count > 0 else { return }
    costScratch.removeAll(keepingCapacity: true)
    for position in 0..<count { costScratch.append(costs[index, position]) }
    costs.truncate(index, to: 0)
    for term in pivotTerms { addCosts(term.coefficient, to: term.column) }
  }

  /// Adds `factor` times `pivotTerms` to the row, and removes `column` from it.
  private mutating func addPivotTerms(_ factor: Double, replacing column: Int32, to row: Int) {
    let oldCount = terms.count(row)
    let newCount = pivotTerms.count
    if merged.count < oldCount + newCount {
      merged = Array(repeating: TableauTerm(column: 0, coefficient: 0), count: (oldCount + newCount) * 2)
    }
    var count = 0
    var isTooLarge = false
    merged.withUnsafeMutableBufferPointer { merged in
      pivotTerms.withUnsafeBufferPointer { added in
        terms.withList(row) { old in
          var left = 0
          var right = 0
          while left < oldCount || right < newCount {
            if right >= newCount || left < oldCount && old[left].column < added[right].column {
              if old[left].column != column {
                merged[count] = old[left]
                count += 1
              }
              left += 1
            } else if left >= oldCount || added[right].column < old[left].column {
              let product = added[right].coefficient * factor
              if abs(product) > Self.coefficientTolerance {
                // A complemented index marks a column that is new in the row.
                merged[count] = TableauTerm(column: ~added[right].column, coefficient: product)
                count += 1
              }
              right += 1
            } else {
              let product = added[right].coefficient * factor
              let sum = old[left].coefficient + product
              if !(abs(sum) < Self.overflow) { isTooLarge = true }
              if abs(sum) > Self.coefficientTolerance * max(1, abs(product)) {
                merged[count] = TableauTerm(column: old[left].column, coefficient: sum)
                count += 1
              }
              left += 1
              right += 1
            }
          }
        }
      }
    }
    if isTooLarge { hasOverflow = true }
    for index in 0..<count where merged[index].column < 0 {
      merged[index].column = ~merged[index].column
      occurrences.append(Int32(row), to: Int(merged[index].column))
      compactOccurrences(of: merged[index].column)
    }
    terms.assign(merged, count: count, to: row)
  }

  /// Removes outdated entries once there are many more entries than rows.
  private mutating func compactOccurrences(of column: Int32) {
    guard occurrences.count(Int(column)) > 2 * basics.count + 16 else { return }
    var rows: [Int32] = []
    for position in 0..<occurrences.count(Int(column)) { rows.append(occurrences[Int(column), position]) }
    rows = Array(Set(rows)).sorted()
    occurrences.assign(rows, count: rows.count, to: Int(column))
  }
}
