package import Foundation

/// The external inputs of template evaluation. This is a value type that is passed along.
public struct TemplateEnvironment: Sendable {
  /// The operations that templates can call.
  public var operations: TemplateOperations
  /// The transformers that can be used in pipes.
  public var transformers: ValueTransformers
  /// The time, locale and limits.
  public var context: EvaluationContext {
    didSet { surroundings = Surroundings(variables: [:], context: context) }
  }
  /// The environment shared by all evaluations.
  private(set) var surroundings: Surroundings

  /// Creates an environment.
  public init(
    operations: TemplateOperations = .standard, transformers: ValueTransformers = .standard,
    context: EvaluationContext = .system
  ) {
    self.operations = operations
    self.transformers = transformers
    self.context = context
    surroundings = Surroundings(variables: [:], context: context)
  }

  /// Returns the same environment at another point in time.
  package func at(_ date: Date) -> TemplateEnvironment {
    var copy = self
    copy.context = EvaluationContext(
      now: { date }, random: context.random, locale: context.locale, timeZone: context.timeZone, limits: context.limits)
    return copy
  }

  /// The environment with the built-in operations and transformers, the system's clock, the locale `en_US` and the time
  /// zone UTC.
  public static let standard = TemplateEnvironment()
}
