package import TesseraValues

/// The evaluation rule of a binding, which computes the displayed value from an input value.
///
/// 1. If there is a predicate, it is evaluated on the input and selects `ifTrue` or `ifFalse`. If the selected value is
///    missing, the result is true or false. Text values are filled from the input as a ``TextTemplate``.
/// 2. The transformer is applied to a value that is not null. If it has no result, the value is kept.
/// 3. The format is filled from a value that is not null.
/// 4. A text that would exceed the limits becomes null.
/// 5. Null is replaced with the placeholder, which is neither formatted nor transformed.
package struct Evaluation: Sendable, Hashable {
  /// The condition on the input.
  package let predicate: ValuePredicate?
  /// The result if the predicate is true. Nil stands for `true`; null is a valid result.
  package let ifTrue: Value?
  /// The result if the predicate is false. Nil stands for `false`; null is a valid result.
  package let ifFalse: Value?
  /// The name of a transformer.
  package let transformer: String?
  /// The text template that is filled from the value.
  package let format: TextTemplate?
  /// The replacement for null.
  package let placeholder: Value?

  private let ifTrueTemplate: TextTemplate?
  private let ifFalseTemplate: TextTemplate?

  /// Creates a rule and parses its predicate.
  /// - Throws: The diagnostic of the predicate, with a range in `predicateFormat`.
  package init(
    predicateFormat: String? = nil, ifTrue: Value? = nil, ifFalse: Value? = nil, transformer: String? = nil,
    format: String? = nil, placeholder: Value? = nil
  ) throws(Diagnostic) {
    if let predicateFormat {
      predicate = try ValuePredicate(predicateFormat)
    } else {
      predicate = nil
    }
    self.ifTrue = ifTrue
    self.ifFalse = ifFalse
    self.transformer = transformer
    self.format = format.map { TextTemplate($0) }
    self.placeholder = placeholder
    ifTrueTemplate = ifTrue?.string.map { TextTemplate($0) }
    ifFalseTemplate = ifFalse?.string.map { TextTemplate($0) }
  }

  /// Returns the result for an input.
  /// - Parameters:
  ///   - input: The input. If nil, the scope itself is the input, as for bindings without `from`.
  ///   - scope: The scope that is read if there is no input.
  ///   - variables: The values of the predicate's variables, such as `$name`.
  ///   - transformers: The transformers in which the transformer is looked up, at each evaluation.
  ///   - context: The time, locale and limits.
  package func evaluate(
    input: Value?, scope: any ValueReading, variables: [String: Value] = [:],
    transformers: ValueTransformers = .standard, context: EvaluationContext = .system
  ) -> Value {
    let source: any ValueReading = input ?? scope
    var current = source
    if let predicate {
      let holds = predicate.evaluate(with: source, variables: variables, context: context)
      let template = holds ? ifTrueTemplate : ifFalseTemplate
      if let template, !template.isConstant, !Self.isNull(source) {
        current = Self.text(template, from: source, context)
      } else if let template, template.isConstant {
        current = Self.text(template, from: Value.null, context)
      } else {
        current = (holds ? ifTrue : ifFalse) ?? .bool(holds)
      }
    }
    if let transformer, let value = current as? Value, !value.isNull,
      let transformed = transformers.transform(value, with: transformer, context: context)
    {
      current = transformed
    }
    if let format, !Self.isNull(current) { current = Self.text(format, from: current, context) }
    // A scope that is not a value cannot be displayed.
    let result = current as? Value ?? .null
    return result.isNull ? placeholder ?? .null : result
  }

  /// Returns the filled text, or null if it would exceed the limits of the context.
  private static func text(
    _ template: TextTemplate, from source: any ValueReading, _ context: EvaluationContext
  ) -> Value {
    (try? template.filled(from: source, maximumBytes: context.limits.outputBytes)).map(Value.string) ?? .null
  }

  private static func isNull(_ source: any ValueReading) -> Bool {
    (source as? Value)?.isNull ?? false
  }

  /// The paths that the rule reads, relative to its input. Contains the empty path if the input is used as a whole.
  ///
  /// With an input from `content.name`, prefix these paths with `content.name` to get the paths of the scope.
  package var keyPaths: Set<ValuePath> {
    guard let predicate else {
      let paths = format.map(\.keyPaths) ?? []
      return paths.isEmpty || transformer != nil ? paths.union([ValuePath(keys: [])]) : paths
    }
    return predicate.keyPaths.union(ifTrueTemplate?.keyPaths ?? []).union(ifFalseTemplate?.keyPaths ?? [])
  }
}
