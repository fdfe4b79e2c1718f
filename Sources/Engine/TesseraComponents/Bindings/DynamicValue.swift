package import TesseraExpressions
package import TesseraValues

/// A value of a document: a literal, or one that follows data because there is an expression in it.
///
/// It was parsed and checked with its document, and is never parsed again.
package indirect enum DynamicValue: Sendable {
  /// A value without expressions.
  case literal(Value)
  /// A text with expressions; one that is a single expression keeps its type.
  case template(Template)
  /// A predicate format with expressions in it.
  case predicate(PredicateTemplate, paths: Set<ContextPath>)
  /// A list with expressions in it.
  case list([DynamicValue])
  /// An object with expressions in it.
  case object([Member])

  /// A member of an object. Names are literal.
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

  /// The value, if there is no expression in it.
  package var literal: Value? {
    if case .literal(let value) = self { value } else { nil }
  }

  /// Whether it changes with time.
  package var readsTime: Bool {
    switch self {
    case .literal: false
    case .predicate(let template, _): template.readsTime
    case .template(let template): template.readsTime
    case .list(let elements): elements.contains(where: \.readsTime)
    case .object(let members): members.contains(where: \.value.readsTime)
    }
  }

  /// The paths that it reads, each beginning with the name of something on the screen.
  package var paths: Set<ContextPath> {
    switch self {
    case .literal: []
    case .template(let template): template.paths
    case .predicate(_, let paths): paths
    case .list(let elements): elements.reduce(into: []) { $0.formUnion($1.paths) }
    case .object(let members): members.reduce(into: []) { $0.formUnion($1.value.paths) }
    }
  }

  /// What is the same as long as the value is: predicates are told apart by the values in them.
  func comparableValue(in scope: any ValueReading, environment: TemplateEnvironment) -> Value {
    guard case .predicate(let template, _) = self else { return value(in: scope, environment: environment) }
    return .array(template.values(in: scope, environment: environment))
  }

  /// Whether it is another one often enough a minute after time changed it: who has a predicate asks the store anew.
  var changesByTheMinute: Bool { if case .predicate = self { true } else { false } }

  /// The value as it is now.
  ///
  /// - Complexity: bounded by the limits of the environment for each expression; their number by those of documents.
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
