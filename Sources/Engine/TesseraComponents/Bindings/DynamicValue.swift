package import TesseraExpressions
package import TesseraValues

/// A value in a document: a literal, or a value that contains expressions and follows data.
///
/// The expressions are parsed and checked once, together with the document.
package indirect enum DynamicValue: Sendable {
  /// A value without expressions.
  case literal(Value)
  /// A text with expressions. A text that consists of a single expression keeps the type of its result.
  case template(Template)
  /// A predicate format with expressions.
  case predicate(PredicateTemplate, paths: Set<ContextPath>)
  /// A list with expressions.
  case list([DynamicValue])
  /// An object with expressions.
  case object([Member])

  /// A member of an object. Its name is literal.
  package struct Member: Sendable {
    /// The name.
    package var name: String
    /// The value.
    package var value: DynamicValue

    /// Creates a member.
    package init(name: String, value: DynamicValue) {
      self.name = name
      self.value = value
    }
  }

  /// The value if it contains no expressions.
  package var literal: Value? {
    if case .literal(let value) = self { value } else { nil }
  }

  /// The number of members of the object that the value is, with those of objects within; 0 for other values.
  var definitionCount: Int {
    guard case .object(let members) = self else { return 0 }
    return members.reduce(0) { $0 + 1 + $1.value.definitionCount }
  }

  /// Whether the value changes with time.
  package var readsTime: Bool {
    switch self {
    case .literal: false
    case .predicate(let template, _): template.readsTime
    case .template(let template): template.readsTime
    case .list(let elements): elements.contains(where: \.readsTime)
    case .object(let members): members.contains(where: \.value.readsTime)
    }
  }

  /// The paths that the value reads, starting with a name on the screen.
  package var paths: Set<ContextPath> {
    switch self {
    case .literal: []
    case .template(let template): template.paths
    case .predicate(_, let paths): paths
    case .list(let elements): elements.reduce(into: []) { $0.formUnion($1.paths) }
    case .object(let members): members.reduce(into: []) { $0.formUnion($1.value.paths) }
    }
  }

  /// Returns a value that is equal as long as this value is. Predicates are compared by the values substituted into
  /// them.
  func comparableValue(in scope: any ValueReading, environment: TemplateEnvironment) -> Value {
    guard case .predicate(let template, _) = self else { return value(in: scope, environment: environment) }
    return .array(template.values(in: scope, environment: environment))
  }

  /// Whether updating the value once a minute is enough when it changes with time. Each new predicate causes another
  /// fetch from the store.
  var changesByTheMinute: Bool { if case .predicate = self { true } else { false } }

  /// Evaluates the value.
  ///
  /// - Complexity: Bounded per expression by the limits of the environment. The number of expressions is bounded by the
  ///   limits of documents.
  package func value(in scope: any ValueReading, environment: TemplateEnvironment) -> Value {
    switch self {
    case .literal(let value): value
    case .template(let template): template.value(in: scope, environment: environment)
    case .predicate(let template, _):
      .object(PredicateValue(template.predicate(in: scope, environment: environment)))
    case .list(let elements): .array(elements.map { $0.value(in: scope, environment: environment) })
    case .object(let members):
      .dictionary(
        Dictionary(
          members.map { ($0.name, $0.value.value(in: scope, environment: environment)) }, uniquingKeysWith: { $1 }))
    }
  }
}
