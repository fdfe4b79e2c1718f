package import TesseraValues

/// A predicate format that contains template expressions: `title CONTAINS[cd] '@{state.query}' AND isDone ==
/// @{state.done}`.
///
/// The format is parsed once, with a variable in place of each expression, or of each quoted string that contains
/// expressions. The results are substituted as values, so user input can never be interpreted as part of the language.
package struct PredicateTemplate: Sendable {
  private let predicate: ValuePredicate
  private let variables: [(name: String, template: Template)]

  /// Parses a template.
  /// - Returns: Nil if the template has no expressions, or if it is a single expression, which yields a complete
  ///   format.
  /// - Throws: The errors of ``ValuePredicate/init(_:arguments:limits:)``. Ranges refer to the format with its
  ///   variables.
  package init?(_ template: Template) throws(Diagnostic) {
    guard !template.isConstant, template.parts.count > 1 else { return nil }
    var reader = Reader()
    for piece in template.parts { reader.read(piece) }
    reader.closeText()
    predicate = try ValuePredicate(reader.format)
    variables = reader.variables
  }

  /// Whether the value of an expression changes over time.
  package var readsTime: Bool { variables.contains { $0.template.readsTime } }

  /// Returns the values of the expressions, in order.
  package func values(in scope: any ValueReading, environment: TemplateEnvironment) -> [Value] {
    variables.map { $0.template.value(in: scope, environment: environment) }
  }

  /// Returns the predicate with the values of the expressions substituted.
  package func predicate(in scope: any ValueReading, environment: TemplateEnvironment) -> ValuePredicate {
    let values = zip(variables.map(\.name), values(in: scope, environment: environment))
    return predicate.withSubstitutionVariables(Dictionary(values, uniquingKeysWith: { $1 }))
  }

  /// Converts the pieces of a template into a format with variables.
  private struct Reader {
    var format = ""
    var variables: [(name: String, template: Template)] = []
    /// The open quotation mark; the pieces after it are collected in `quoted`.
    private var quote: Character?
    private var quoted: [Template.Piece] = []

    mutating func read(_ piece: Template.Piece) {
      switch piece {
      case .text(let text): read(text)
      case .expression:
        if quote == nil { addVariable(Template(pieces: [piece])) } else { quoted.append(piece) }
      }
    }

    private mutating func read(_ text: String) {
      var plain = ""
      var isEscaped = false
      for character in text {
        if let open = quote {
          if isEscaped {
            plain.append(character)
            isEscaped = false
          } else if character == "\\" {
            plain.append(character)
            isEscaped = true
          } else if character == open {
            if !plain.isEmpty { quoted.append(.text(plain)) }
            plain = ""
            close(open)
          } else {
            plain.append(character)
          }
        } else if character == "'" || character == "\"" {
          format += plain
          plain = ""
          quote = character
        } else {
          plain.append(character)
        }
      }
      if quote == nil { format += plain } else if !plain.isEmpty { quoted.append(.text(plain)) }
    }

    private mutating func close(_ open: Character) {
      quote = nil
      defer { quoted = [] }
      let hasExpression = quoted.contains { if case .expression = $0 { true } else { false } }
      if hasExpression {
        addVariable(Template(pieces: [.text("")] + quoted.map(\.unescaped)))
      } else {
        format.append(open)
        for case .text(let text) in quoted { format += text }
        format.append(open)
      }
    }

    /// Keeps an unclosed string as it is, so that the parser reports it.
    mutating func closeText() {
      guard let open = quote else { return }
      format.append(open)
      for case .text(let text) in quoted { format += text }
    }

    private mutating func addVariable(_ template: Template) {
      let name = "expression\(variables.count + 1)"
      variables.append((name, template))
      format += "$" + name
    }
  }
}

extension Template.Piece {
  /// The piece with the escapes of quoted strings resolved: a backslash is replaced with the character that follows it.
  fileprivate var unescaped: Template.Piece {
    guard case .text(let text) = self, text.contains("\\") else { return self }
    var result = ""
    var isEscaped = false
    for character in text {
      if !isEscaped, character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
        isEscaped = false
      }
    }
    return .text(result)
  }
}

/// A predicate as a value, for passing it from an expression to a property that accepts predicates.
package final class PredicateValue: ValueObject {
  /// The predicate.
  package let predicate: ValuePredicate

  package init(_ predicate: ValuePredicate) { self.predicate = predicate }

  package var identity: ValueObjectIdentity { ValueObjectIdentity(kind: "predicate", key: 0) }
  package var keys: [String] { [] }
  package func value(forKey key: String) -> Value? { nil }
}
