package import TesseraValues

/// The rule of a binding: from an input value to the value that is shown.
///
/// 1. With a predicate, the input decides between `ifTrue` and `ifFalse`; one that is missing stands for true or false,
///    and texts are filled from the input as ``TextTemplate``.
/// 2. The transformer is applied to a value that is not null; if it gives nothing, the value stays.
/// 3. The format is filled from a value that is not null.
/// 4. A text that would be longer than the limits allow is null.
/// 5. Null becomes the placeholder, which is neither formatted nor transformed.
package struct Evaluation: Sendable, Hashable {
  /// The condition on the input.
  package let predicate: ValuePredicate?
  /// The result if the condition holds. Nil means true; null is a result.
  package let ifTrue: Value?
  /// The result if it does not hold. Nil means false; null is a result.
  package let ifFalse: Value?
  /// The name of a transformer.
  package let transformer: String?
  /// The text that is filled from the value.
  package let format: TextTemplate?
  /// What stands for null.
  package let placeholder: Value?

  private let ifTrueTemplate: TextTemplate?
  private let ifFalseTemplate: TextTemplate?

  /// Creates a rule and parses its predicate.
  /// - Throws: the diagnostic of the predicate, with a range in `predicateFormat`.
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

  /// The result for an input.
  /// - Parameters:
  ///   - input: The input; nil takes the scope itself, as bindings without `from` do.
  ///   - scope: What is read by key when there is no input.
  ///   - variables: The values of `$name` in the predicate.
  ///   - transformers: Where the transformer is looked up, at each evaluation.
  ///   - context: Time, locale and limits.
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
    // A scope that is no value cannot be shown as it is.
    let result = current as? Value ?? .null
    return result.isNull ? placeholder ?? .null : result
  }

  /// The filled text; null if it would be longer than the limits of the context allow.
  private static func text(
    _ template: TextTemplate, from source: any ValueReading, _ context: EvaluationContext
  ) -> Value {
    (try? template.filled(from: source, maximumBytes: context.limits.outputBytes)).map(Value.string) ?? .null
  }

  private static func isNull(_ source: any ValueReading) -> Bool {
    (source as? Value)?.isNull ?? false
  }

  /// The paths that the rule reads, relative to its input; the empty path if the input as a whole matters.
  ///
  /// With an input from `content.name`, the paths of the scope are these behind `content.name`.
  package var keyPaths: Set<ValuePath> {
    guard let predicate else {
      let paths = format.map(\.keyPaths) ?? []
      return paths.isEmpty || transformer != nil ? paths.union([ValuePath(keys: [])]) : paths
    }
    return predicate.keyPaths.union(ifTrueTemplate?.keyPaths ?? []).union(ifFalseTemplate?.keyPaths ?? [])
  }
}
