import Foundation
import TesseraLayout
import Testing

/// A system of constraints with the results of kiwisolver, recorded by `Tools/constraint-fixtures/record.py`.
struct KiwiSystem: Decodable, Sendable {
  struct Step: Decodable, Sendable {
    var add: Int?
    var remove: Int?
    var edit: Int?
    var terms: [[Double]]?
    var constant: Double?
    var relation: String?
    var priority: Double?
    var fails: Bool
    var values: [Double]
  }

  var name: String
  var nonNegative: [Bool]
  var steps: [Step]

  static func load() throws -> [KiwiSystem] {
    let url = try #require(
      Bundle.module.url(forResource: "constraints", withExtension: "json", subdirectory: "Fixtures"))
    return try JSONDecoder().decode([KiwiSystem].self, from: Data(contentsOf: url))
  }
}

@Suite("Constraints match kiwisolver")
struct KiwiFixtureTests {
  /// Returns the total violation of the constraints per priority, highest priority first.
  private func errors(_ constraints: [LinearConstraint], _ value: (SolverVariable) -> Double) -> [Double] {
    var sums: [LayoutPriority: Double] = [:]
    for constraint in constraints {
      let left = constraint.terms.reduce(constraint.constant) { $0 + $1.coefficient * value($1.variable) }
      let error =
        switch constraint.relation {
        case .equal: abs(left)
        case .greaterThanOrEqual: max(0, -left)
        case .lessThanOrEqual: max(0, left)
        }
      sums[constraint.priority, default: 0] += error
    }
    return [1000, 750, 250, 50].map { sums[LayoutPriority($0)] ?? 0 }
  }

  private func linear(_ step: KiwiSystem.Step, _ variables: [SolverVariable]) throws -> LinearConstraint {
    let relation: LayoutRelation =
      step.relation == "==" ? .equal : step.relation == ">=" ? .greaterThanOrEqual : .lessThanOrEqual
    return LinearConstraint(
      try #require(step.terms).map { LinearTerm(variables[Int($0[0])], $0[1]) }, constant: step.constant ?? 0,
      relation, priority: LayoutPriority(step.priority ?? 1000))
  }

  /// Returns whether a fresh solver rejects the last constraint after the others. Variables have the same identifiers
  /// in every solver.
  private func contradict(_ others: [LinearConstraint], _ last: LinearConstraint, _ nonNegative: [Bool]) -> Bool {
    var solver = ConstraintSolver()
    for isNonNegative in nonNegative { _ = solver.makeVariable(isNonNegative: isNonNegative) }
    for other in others where (try? solver.add(other)) == nil { return false }
    return (try? solver.add(last)) == nil
  }

  @Test func `600 random systems, changed step by step, match kiwisolver's from scratch`() throws {
    var determined = 0
    for system in try KiwiSystem.load() {
      var solver = ConstraintSolver()
      let variables = system.nonNegative.map { solver.makeVariable(isNonNegative: $0) }
      var identifiers: [Int: SolverConstraintID] = [:]
      var constraints: [Int: LinearConstraint] = [:]
      for (number, step) in system.steps.enumerated() {
        let place: Comment = "\(system.name), step \(number)"
        var fails = false
        do {
          if let name = step.add {
            let constraint = try linear(step, variables)
            identifiers[name] = try solver.add(constraint)
            constraints[name] = constraint
          } else if let name = step.remove {
            try solver.remove(#require(identifiers[name]))
            constraints[name] = nil
          } else if let name = step.edit, let constant = step.constant {
            try solver.setConstant(constant, of: #require(identifiers[name]))
            constraints[name]?.constant = constant
          }
        } catch let failure as ConstraintFailure {
          guard case .conflict(let others) = failure else { throw failure }
          fails = true
          if step.add != nil {
            // The reported constraints contradict each other on their own, and none of them is unnecessary.
            let refused = try linear(step, variables)
            let needed = solver.narrowed(others, against: refused)
            let named = identifiers.filter { needed.contains($0.value) }.compactMap { constraints[$0.key] }
            #expect(named.count == needed.count, place)
            #expect(contradict(named, refused, system.nonNegative), place)
            for index in named.indices {
              var fewer = named
              fewer.remove(at: index)
              #expect(!contradict(fewer, refused, system.nonNegative), place)
            }
          }
        }
        #expect(fails == step.fails, place)
        solver.solve()
        #expect(solver.isOptimal && solver.abandoned.isEmpty, place)
        let all = constraints.keys.sorted().compactMap { constraints[$0] }
        let ours = errors(all) { solver.value(of: $0) }
        let theirs = errors(all) { variable in
          variables.firstIndex(of: variable).map { step.values[$0] } ?? 0
        }
        for (our, their) in zip(ours, theirs) where abs(our - their) > 1e-4 {
          Issue.record("\(place): errors \(ours), kiwisolver \(theirs)")
          break
        }
        let isDetermined = solver.determinedVariables(variables)
        for (index, variable) in variables.enumerated() where isDetermined[index] {
          determined += 1
          #expect(abs(solver.value(of: variable) - step.values[index]) < 1e-4, place)
        }
      }
    }
    #expect(determined > 5000)
  }
}
