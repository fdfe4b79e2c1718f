import TesseraExpressions
import TesseraValues

// Translation of values, expressions and conditions to native documents.
extension NativeTranslator {
  mutating func native(_ template: Template) -> Template {
    if !usesNavigationContext, template.reads(Self.navigationContext) { usesNavigationContext = true }
    return template.native { path(of: $0) }
  }

  mutating func text(_ template: Template, _ range: SourceRange) -> JSONNode {
    .text(native(template).description, range)
  }

  /// Translates a value.
  mutating func value(_ value: BeagleValue?) -> JSONNode? {
    switch value {
    case .literal(let node): node.string.map { .text(Template.spelling(of: $0), node.range) } ?? node
    case .template(let template, let range): text(template, range)
    case .data(let node): data(node)
    case .list(let values, let range): .list(values.compactMap { self.value($0) }, range)
    case .element, .object, nil: nil
    }
  }

  /// Translates any JSON, in which texts may be expressions.
  mutating func data(_ node: JSONNode) -> JSONNode {
    // Lists with thousands of items usually contain no expressions and are then not copied.
    guard node.hasSigns else { return node }
    return node.mappingLiterals { literal in
      guard literal.hasSigns, let string = literal.string else { return literal }
      let template = Template(string)
      if template.isConstant { return .text(Template.spelling(of: template.literalText), literal.range) }
      return text(template, literal.range)
    }
  }

  /// Translates an expression or a literal with the given closures.
  mutating func value(
    _ value: BeagleValue?, template: (Template) -> Template?, literal: (JSONNode) -> JSONNode?
  ) -> JSONNode? {
    switch value {
    case .template(let own, let range): template(native(own)).map { .text($0.description, range) }
    case .literal(let node): literal(node)
    default: nil
    }
  }

  /// Returns the negation of a Boolean.
  mutating func negated(_ value: BeagleValue?) -> JSONNode? {
    self.value(value) {
      $0.applying("not")
    } literal: { node in
      node.bool.map { .flag(!$0, node.range) }
    }
  }

  /// Translates an uppercase word to its native spelling.
  mutating func word(_ value: BeagleValue?) -> JSONNode? {
    self.value(value) {
      $0.applying("lowercase")
    } literal: { node in
      node.string.map { .text(Self.spelling(of: $0), node.range) }
    }
  }

  /// Returns whether a value is exactly true.
  mutating func isTrue(_ value: BeagleValue?) -> JSONNode? {
    self.value(value) {
      $0.applying("condition", before: [true, false])
    } literal: {
      $0
    }
  }

  static func spelling(of word: String) -> String {
    if word == "NO_WRAP" { return "nowrap" }
    return word.utf8.contains(UInt8(ascii: "_")) ? word.lowercased().replacing("_", with: "-") : word.lowercased()
  }
}
