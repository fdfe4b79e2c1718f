public import Foundation
import TesseraValues

/// What an evaluation may ask of the outside world, passed in so that results can be repeated.
public struct EvaluationContext: Sendable {
  /// The present moment, for `now()` and `ago`.
  public var now: @Sendable () -> Date
  /// A number from 0 up to 1, for `random()`.
  public var random: @Sendable () -> Double
  /// The locale of `[l]`, `ago` and date styles.
  public var locale: Locale
  /// The time zone of date formats that name none.
  public var timeZone: TimeZone
  /// The bounds of an evaluation.
  public var limits: ExpressionLimits

  /// Creates a context.
  public init(
    now: @escaping @Sendable () -> Date, random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
    locale: Locale = Locale(identifier: "en_US"), timeZone: TimeZone = .gmt, limits: ExpressionLimits = .standard
  ) {
    self.now = now
    self.random = random
    self.locale = locale
    self.timeZone = timeZone
    self.limits = limits
  }

  /// The system's clock and random numbers, American English and UTC.
  public static let system = EvaluationContext(now: { Date() })
}

/// The state of one evaluation.
struct Frame {
  /// `SELF`; null when the scope is not a value.
  var root: Value
  /// Where bare keys are looked up when the scope is not a value.
  let scope: (any ValueReading)?
  var variables: [String: Value]
  let context: EvaluationContext
  /// What is left of the steps.
  var steps: Int

  init(root: Value, scope: (any ValueReading)?, variables: [String: Value], context: EvaluationContext) {
    self.root = root
    self.scope = scope
    self.variables = variables
    self.context = context
    steps = context.limits.steps
  }

  /// Uses up steps; false when none are left.
  mutating func spend(_ count: Int) -> Bool {
    steps -= count
    return steps >= 0
  }

  var isExhausted: Bool { steps < 0 }
}
