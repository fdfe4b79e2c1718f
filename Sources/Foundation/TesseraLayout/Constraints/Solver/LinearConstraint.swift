/// How much a constraint matters: 1 the least, 1000 required.
///
/// Priorities form a hierarchy. What can be done for constraints of a higher priority is done first, and however many
/// constraints of lower priorities speak against it, they do not count. Among constraints of one priority, the sum of
/// the distances by which they are missed is made as small as possible. Priorities that differ by less than 0.00001
/// are the same.
public struct LayoutPriority: Sendable, Hashable, Comparable, BitwiseCopyable, RawRepresentable {
  /// 1…1000.
  public let rawValue: Double

  /// Limits the number to 1…1000; a NaN means 1.
  public init(rawValue: Double) {
    self.rawValue = rawValue.isNaN ? 1 : min(max(1, rawValue), 1000)
  }

  /// Limits the number to 1…1000; a NaN means 1.
  public init(_ rawValue: Double) { self.init(rawValue: rawValue) }

  /// Must hold; constraints that contradict each other at this priority are reported.
  public static let required = LayoutPriority(1000)
  /// How strongly content resists to be cut off, unless said otherwise: 750.
  public static let defaultHigh = LayoutPriority(750)
  /// How strongly content resists to grow, unless said otherwise: 250.
  public static let defaultLow = LayoutPriority(250)
  /// The wish to be as small as the target of `systemLayoutSizeFitting`: 50.
  public static let fittingSizeLevel = LayoutPriority(50)

  /// Whether the left priority matters less.
  public static func < (left: LayoutPriority, right: LayoutPriority) -> Bool { left.rawValue < right.rawValue }

  /// The place of the priority in the objective, highest first, or -1 for required.
  var level: Int32 { rawValue >= 1000 ? -1 : Int32(((1000 - rawValue) * 100_000).rounded()) + 1 }
}

extension LayoutPriority: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// A priority written as a number.
  public init(floatLiteral value: Double) { self.init(value) }

  /// A priority written as a whole number.
  public init(integerLiteral value: Int) { self.init(Double(value)) }
}

/// How the two sides of a constraint compare.
public enum LayoutRelation: String, Sendable, Hashable, BitwiseCopyable, CaseIterable {
  case lessThanOrEqual
  case equal
  case greaterThanOrEqual
}

/// Names a variable of one `ConstraintSolver`.
package struct SolverVariable: Sendable, Hashable, BitwiseCopyable {
  let index: Int32
  let generation: UInt32
}

/// Names a constraint of one `ConstraintSolver`. A name is never used again.
package struct SolverConstraintID: Sendable, Hashable, BitwiseCopyable {
  let index: Int32
  let generation: UInt32
}

/// A variable times a number.
package struct LinearTerm: Sendable, Hashable, BitwiseCopyable {
  /// What is multiplied.
  package var variable: SolverVariable
  /// The factor.
  package var coefficient: Double

  /// A variable, once unless said otherwise.
  package init(_ variable: SolverVariable, _ coefficient: Double = 1) {
    self.variable = variable
    self.coefficient = coefficient
  }
}

/// `Σ terms + constant` compared with 0.
package struct LinearConstraint: Sendable, Hashable {
  /// The terms; a variable may appear more than once.
  package var terms: [LinearTerm]
  /// What is added to the terms.
  package var constant: Double
  /// How the sum compares with 0.
  package var relation: LayoutRelation
  /// How much the constraint matters.
  package var priority: LayoutPriority
  /// How much a point by which the constraint is missed counts among constraints of the same priority.
  package var weight: Double

  /// `Σ terms + constant` compared with 0.
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

/// Why a constraint was not accepted. The solver is as it was before.
package enum ConstraintFailure: Error, Sendable, Hashable {
  /// The required constraint contradicts these others, which hold. Some of them may have nothing to do with it:
  /// `ConstraintSolver.narrowed(_:against:)` finds out. Empty where it can never hold, such as 1 = 0, or a negative width.
  case conflict(with: [SolverConstraintID])
  /// A number is not finite, or beyond what `ConstraintSolver` accepts.
  case numberOutOfRange
  /// A variable or constraint is not, or no longer, part of the solver.
  case unknown
  /// Numbers became too large on the way, or the search too long.
  case tooComplex
}
