/// The priority of a constraint, from 1 to 1000 (required).
///
/// Priorities form a strict hierarchy: constraints of a higher priority are satisfied as far as possible first, no
/// matter how many constraints of lower priorities they violate. Among constraints of the same priority, the sum of
/// their violations is minimized. The solver rounds priorities to multiples of 0.00001.
public struct LayoutPriority: Sendable, Hashable, Comparable, BitwiseCopyable, RawRepresentable {
  /// The priority as a number from 1 to 1000.
  public let rawValue: Double

  /// Creates a priority, clamping the number to 1…1000; NaN becomes 1.
  public init(rawValue: Double) {
    self.rawValue = rawValue.isNaN ? 1 : min(max(1, rawValue), 1000)
  }

  /// Creates a priority, clamping the number to 1…1000; NaN becomes 1.
  public init(_ rawValue: Double) { self.init(rawValue: rawValue) }

  /// The priority of constraints that must be satisfied. Contradictions at this priority are reported.
  public static let required = LayoutPriority(1000)
  /// The default compression resistance of content: 750.
  public static let defaultHigh = LayoutPriority(750)
  /// The default content hugging: 250.
  public static let defaultLow = LayoutPriority(250)
  /// The default priority of the target size in `systemLayoutSizeFitting`: 50.
  public static let fittingSizeLevel = LayoutPriority(50)

  /// Returns whether the left priority is lower than the right one.
  public static func < (left: LayoutPriority, right: LayoutPriority) -> Bool { left.rawValue < right.rawValue }

  /// The level of the priority in the objective, highest priority first, or -1 for required.
  var level: Int32 { rawValue >= 1000 ? -1 : Int32(((1000 - rawValue) * 100_000).rounded()) + 1 }
}

extension LayoutPriority: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// Creates a priority from a floating-point literal.
  public init(floatLiteral value: Double) { self.init(value) }

  /// Creates a priority from an integer literal.
  public init(integerLiteral value: Int) { self.init(Double(value)) }
}

/// The relation between the two sides of a constraint.
public enum LayoutRelation: String, Sendable, Hashable, BitwiseCopyable, CaseIterable {
  case lessThanOrEqual
  case equal
  case greaterThanOrEqual
}

/// The identifier of a variable of a `ConstraintSolver`.
package struct SolverVariable: Sendable, Hashable, BitwiseCopyable {
  let index: Int32
  let generation: UInt32
}

/// The identifier of a constraint of a `ConstraintSolver`. Identifiers are never reused.
package struct SolverConstraintID: Sendable, Hashable, BitwiseCopyable {
  let index: Int32
  let generation: UInt32
}

/// A variable multiplied by a coefficient.
package struct LinearTerm: Sendable, Hashable, BitwiseCopyable {
  /// The variable.
  package var variable: SolverVariable
  /// The coefficient.
  package var coefficient: Double

  /// Creates a term.
  package init(_ variable: SolverVariable, _ coefficient: Double = 1) {
    self.variable = variable
    self.coefficient = coefficient
  }
}

/// A linear constraint that compares `Σ terms + constant` with 0.
package struct LinearConstraint: Sendable, Hashable {
  /// The terms; a variable may appear more than once.
  package var terms: [LinearTerm]
  /// The constant added to the terms.
  package var constant: Double
  /// The relation between the sum and 0.
  package var relation: LayoutRelation
  /// The priority of the constraint.
  package var priority: LayoutPriority
  /// The cost of each unit of violation relative to other constraints of the same priority.
  package var weight: Double

  /// Creates a constraint that compares `Σ terms + constant` with 0.
  package init(
    _ terms: [LinearTerm], constant: Double = 0, _ relation: LayoutRelation = .equal,
    priority: LayoutPriority = .required, weight: Double = 1
  ) {
    self.terms = terms
    self.constant = constant
    self.relation = relation
    self.priority = priority
    self.weight = weight
  }
}

/// The reason why a constraint was rejected. The solver is unchanged.
package enum ConstraintFailure: Error, Sendable, Hashable {
  /// The required constraint contradicts these other constraints, which are satisfied. Some of them may be unrelated;
  /// `ConstraintSolver.narrowed(_:against:)` removes those. The list is empty if the constraint can never be satisfied,
  /// such as 1 = 0 or a negative width.
  case conflict(with: [SolverConstraintID])
  /// A number is not finite or exceeds the limits of `ConstraintSolver`.
  case numberOutOfRange
  /// A variable or constraint is not, or no longer, part of the solver.
  case unknown
  /// Intermediate numbers became too large, or the search took too long.
  case tooComplex
}
