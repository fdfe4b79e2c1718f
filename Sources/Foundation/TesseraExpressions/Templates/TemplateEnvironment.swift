package import Foundation

/// What templates may ask of the outside. It is a value that is passed along.
public struct TemplateEnvironment: Sendable {
  /// The operations that they call.
  public var operations: TemplateOperations
  /// The transformers behind their pipes.
  public var transformers: ValueTransformers
  /// Time, locale and limits.
  public var context: EvaluationContext {
    didSet { surroundings = Surroundings(variables: [:], context: context) }
  }
  /// What evaluations share, made once for all of them.
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

  /// The same at another moment.
  package func at(_ date: Date) -> TemplateEnvironment {
    var copy = self
    copy.context = EvaluationContext(
      now: { date }, random: context.random, locale: context.locale, timeZone: context.timeZone, limits: context.limits)
    return copy
  }

  /// The built-in operations and transformers, the system's clock, American English and UTC.
  public static let standard = TemplateEnvironment()
}
