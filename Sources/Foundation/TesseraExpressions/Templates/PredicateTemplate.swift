package import TesseraValues

/// A predicate format with expressions in it: `title CONTAINS[cd] '@{state.query}' AND isDone == @{state.done}`.
///
/// The format is parsed once, with a variable in place of each expression, or of each quoted text that has expressions in
/// it. Values are then put in as values: what a person types can never be read as a part of the language.
package struct PredicateTemplate: Sendable {
  private let predicate: ValuePredicate
  private let variables: [(name: String, template: Template)]

  /// Reads a template.
  /// - Returns: nil for a template that is one expression, which gives a whole format, or that has none.
  /// - Throws: as ``ValuePredicate/init(_:arguments:limits:)``; places are those of the format with its variables.
  package init?(_ template: Template) throws(Diagnostic) {
    guard !template.isConstant, template.parts.count > 1 else { return nil }
    var reader = Reader()
    for piece in template.parts { reader.read(piece) }
    reader.closeText()
    predicate = try ValuePredicate(reader.format)
    variables = reader.variables
  }

  /// Whether one of its expressions changes with time.
  package var readsTime: Bool { variables.contains { $0.template.readsTime } }

  /// The values of its expressions, in their order.
  package func values(in scope: any ValueReading, environment: TemplateEnvironment) -> [Value] {
    variables.map { $0.template.value(in: scope, environment: environment) }
  }

  /// The predicate with the values of its expressions.
  package func predicate(in scope: any ValueReading, environment: TemplateEnvironment) -> ValuePredicate {
    let values = zip(variables.map(\.name), values(in: scope, environment: environment))
    return predicate.withSubstitutionVariables(Dictionary(values, uniquingKeysWith: { $1 }))
  }

  /// Turns pieces into a format with variables.
  private struct Reader {
    var format = ""
    var variables: [(name: String, template: Template)] = []
    /// The quote that is open, with what stood behind it so far.
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

    /// A text that is not closed stays as it is, for the parser to complain about.
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
  /// The piece with the escapes of quoted texts read: a backslash stands for what follows it.
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

/// A predicate as a value, on its way from an expression to a property that takes predicates.
package final class PredicateValue: ValueObject {
  /// The predicate.
  package let predicate: ValuePredicate

  package init(_ predicate: ValuePredicate) { self.predicate = predicate }

  package var identity: ValueObjectIdentity { ValueObjectIdentity(kind: "predicate", key: 0) }
  package var keys: [String] { [] }
  package func value(forKey key: String) -> Value? { nil }
}
