package import TesseraLayout
package import TesseraValues

/// A constraint in the syntax of documents: `title.leading = icon.trailing + 8`.
///
/// ```
/// constraint = [ name ":" ] anchor relation sum [ "@" priority ]
/// anchor     = [ child "." | "margins." | "safeArea." ] attribute
/// relation   = "=" | "==" | "<=" | ">=" | "≤" | "≥"
/// sum        = number | [ number "*" ] anchor [ ( "*" | "/" ) number ] [ ( "+" | "-" ) number ]
/// priority   = 1 … 1000 | "required" | "high" | "low"
/// ```
///
/// An anchor without a child belongs to the box itself. `edges`, `center` and `size` stand for four, two and two
/// constraints at once: `photo.edges = margins.edges`, `photo.size = 40`.
package struct ConstraintFormat: Sendable, Hashable {
  /// An anchor that one side of a constraint refers to.
  package struct Anchor: Sendable, Hashable {
    /// The identifier of a child; nil for the box itself.
    package var child: String?
    /// A layout guide of the box; nil for a view.
    var guide: ViewConstraint.Guide?
    /// The edge, line or dimension.
    package var attribute: LayoutAttribute
  }

  /// The name given by the document; nil if there is none.
  package var name: String?
  /// The left-hand side.
  package var first: Anchor
  /// The relation between the two sides.
  package var relation: LayoutRelation
  /// The right-hand side; nil if it is only a number.
  package var second: Anchor?
  /// The factor on the right-hand side.
  package var multiplier: Double
  /// The number added on the right-hand side, in points.
  package var constant: Double
  /// The priority of the constraint.
  package var priority: LayoutPriority
  /// The source text.
  package var text: String

  /// The children that the constraint refers to.
  package var children: [String] { [first.child, second?.child].compactMap(\.self) }

  /// Returns whether two constraints differ only in their constants.
  func differsInConstantOnly(from other: ConstraintFormat) -> Bool {
    var same = other
    same.constant = constant
    same.text = text
    return self == same
  }

  /// Returns the name at the beginning of a text; nil if there is none. The rest of the text need not be a valid
  /// constraint.
  package static func name(in text: String) -> String? {
    let start = text.drop(while: \.isWhitespace)
    guard let first = start.first, first.isASCII, first.isLetter || first == "_" else { return nil }
    let name = start.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard start[name.endIndex...].drop(while: \.isWhitespace).first == ":" else { return nil }
    return String(name)
  }

  /// Parses a text.
  /// - Throws: `constraint` at the position in the text that could not be parsed, or at its start if the two sides
  ///   cannot be compared.
  package static func read(_ text: String) throws(Diagnostic) -> [ConstraintFormat] {
    var reader = ConstraintReader(text)
    return try reader.read()
  }
}

/// Parses one constraint.
private struct ConstraintReader {
  /// Names that stand for several attributes.
  private static let groups: [String: [LayoutAttribute]] = [
    "edges": [.top, .leading, .bottom, .trailing], "center": [.centerX, .centerY], "size": [.width, .height],
  ]
  private static let relations: [(String, LayoutRelation)] = [
    ("==", .equal), ("=", .equal), ("<=", .lessThanOrEqual), (">=", .greaterThanOrEqual), ("≤", .lessThanOrEqual),
    ("≥", .greaterThanOrEqual),
  ]
  private static let priorities: [String: LayoutPriority] = [
    "required": .required, "high": .defaultHigh, "low": .defaultLow,
  ]
  /// The maximum length of a constraint, in bytes. A longer one is an error.
  private static let maximumLength = 1000

  private struct Side {
    var child: String?
    var guide: ViewConstraint.Guide?
    var attributes: [LayoutAttribute]
  }

  private let text: String
  private var rest: Substring

  init(_ text: String) {
    self.text = text
    rest = text[...]
  }

  /// Consumes the name before a colon.
  private mutating func consumeName() -> String? {
    guard let name = ConstraintFormat.name(in: text) else { return nil }
    rest = text[text.index(after: text.firstIndex(of: ":") ?? text.startIndex)...]
    return name
  }

  mutating func read() throws(Diagnostic) -> [ConstraintFormat] {
    guard text.utf8.count <= Self.maximumLength else {
      throw Diagnostic(rule: "constraint", message: "A constraint has at most \(Self.maximumLength) characters")
    }
    let name = consumeName()
    let first = try side()
    let relation = try relation()
    var (multiplier, constant) = (1.0, 0.0)
    var second: Side?
    if let number = number() {
      if consume("*") {
        multiplier = number
        second = try side()
      } else {
        constant = number
      }
    } else {
      second = try side()
      if consume("*") {
        multiplier = try wanted(number(), "a number")
      } else if consume("/") {
        let divisor = try wanted(number(), "a number")
        guard divisor != 0 else { throw problem("Division by zero") }
        multiplier = 1 / divisor
      }
    }
    if second != nil {
      if consume("+") {
        constant = try wanted(number(), "a number")
      } else if consume("-") {
        constant = -(try wanted(number(), "a number"))
      }
    }
    let priority = consume("@") ? try priority() : .required
    skipSpace()
    guard rest.isEmpty else { throw problem("Unexpected text '\(rest.prefix(20))' after the constraint") }
    var formats = try combine(first, relation, second, multiplier, constant, priority)
    for index in formats.indices { formats[index].name = name }
    return formats
  }

  private func combine(
    _ first: Side, _ relation: LayoutRelation, _ second: Side?, _ multiplier: Double, _ constant: Double,
    _ priority: LayoutPriority
  ) throws(Diagnostic) -> [ConstraintFormat] {
    let others = second?.attributes.map(Optional.some) ?? first.attributes.map { _ in nil }
    guard first.attributes.count == others.count else {
      throw Diagnostic(rule: "constraint", message: "'\(text)' compares a single attribute with several")
    }
    if first.attributes.count == 4, constant != 0 || multiplier != 1 {
      throw Diagnostic(
        rule: "constraint", message: "'edges' cannot have a constant or a multiplier",
        fix: "Compare with 'margins.edges', or write the four edges")
    }
    var formats: [ConstraintFormat] = []
    for (attribute, other) in zip(first.attributes, others) {
      if let reason = LayoutConstraint.refusal(attribute, other, multiplier: multiplier, constant: constant) {
        throw Diagnostic(rule: "constraint", message: reason.words)
      }
      formats.append(
        ConstraintFormat(
          first: .init(child: first.child, guide: first.guide, attribute: attribute), relation: relation,
          second: other.map { .init(child: second?.child, guide: second?.guide, attribute: $0) },
          multiplier: multiplier, constant: constant, priority: priority, text: text))
    }
    return formats
  }

  private mutating func side() throws(Diagnostic) -> Side {
    skipSpace()
    let word = name(allowingDashes: true)
    if !word.isEmpty, rest.dropFirst().first?.isLetter == true, consume(".", afterSpace: false) {
      let start = rest
      let attributes = try attributes(name(allowingDashes: false), at: start)
      switch word {
      case "margins": return Side(guide: .margins, attributes: attributes)
      case "safeArea": return Side(guide: .safeArea, attributes: attributes)
      default: return Side(child: String(word), attributes: attributes)
      }
    }
    // A dash after an attribute is a minus sign.
    rest = word.isEmpty ? rest : text[word.startIndex...]
    let start = rest
    return Side(attributes: try attributes(name(allowingDashes: false), at: start))
  }

  private func attributes(_ name: Substring, at fragment: Substring) throws(Diagnostic) -> [LayoutAttribute] {
    if let attribute = LayoutAttribute(rawValue: String(name)) { return [attribute] }
    if let group = Self.groups[String(name)] { return group }
    let known = LayoutAttribute.allCases.map(\.rawValue) + Self.groups.keys.sorted()
    throw problem(
      name.isEmpty ? "Expected an attribute, such as 'leading'" : "Unknown constraint attribute '\(name)'",
      at: fragment, fix: SpellingSuggestion.fix(for: String(name), in: known))
  }

  private mutating func relation() throws(Diagnostic) -> LayoutRelation {
    for (sign, relation) in Self.relations where consume(sign) { return relation }
    throw problem("Expected '=', '<=' or '>='")
  }

  private mutating func priority() throws(Diagnostic) -> LayoutPriority {
    skipSpace()
    let start = rest
    if let number = number() {
      guard (1...1000).contains(number) else { throw problem("A priority is a number from 1 to 1000", at: start) }
      return LayoutPriority(number)
    }
    guard let priority = Self.priorities[String(name(allowingDashes: false))] else {
      throw problem("A priority is a number from 1 to 1000, 'required', 'high' or 'low'", at: start)
    }
    return priority
  }

  private mutating func number() -> Double? {
    skipSpace()
    var end = rest.startIndex
    if rest.first == "-" { end = rest.index(after: end) }
    while end < rest.endIndex, rest[end].isASCII, rest[end].isNumber || rest[end] == "." { rest.formIndex(after: &end) }
    guard let number = Double(rest[..<end]) else { return nil }
    rest = rest[end...]
    return number
  }

  private mutating func name(allowingDashes: Bool) -> Substring {
    let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || allowingDashes && $0 == "-" }
    rest = rest[word.endIndex...]
    return word
  }

  private mutating func consume(_ sign: String, afterSpace: Bool = true) -> Bool {
    if afterSpace { skipSpace() }
    guard rest.hasPrefix(sign) else { return false }
    rest = rest.dropFirst(sign.count)
    return true
  }

  private mutating func skipSpace() { rest = rest.drop { $0 == " " } }

  private func wanted<T>(_ value: T?, _ what: String) throws(Diagnostic) -> T {
    guard let value else { throw problem("Expected \(what)") }
    return value
  }

  private func problem(_ message: String, at fragment: Substring? = nil, fix: String? = nil) -> Diagnostic {
    let column = text.distance(from: text.startIndex, to: (fragment ?? rest).startIndex) + 1
    return Diagnostic(
      rule: "constraint", range: SourceRange(SourcePosition(line: 1, column: column)), message: message, fix: fix)
  }
}

extension LayoutConstraintError {
  /// The reason in words.
  fileprivate var words: String {
    switch self {
    case .unknown: "The constraint refers to an unknown item"
    case .numberOutOfRange: "A number of the constraint is too large"
    case .differentAxes(let one, let other):
      "'\(one.rawValue)' and '\(other.rawValue)' belong to different axes"
    case .placeAndSize(let one, let other):
      "'\(one.rawValue)' and '\(other.rawValue)' cannot be compared: one is a position, the other a length"
    case .directionalAndFixed(let one, let other):
      "'\(one.rawValue)' and '\(other.rawValue)' cannot be compared: only one of them depends on the direction"
    case .placeAlone(let attribute): "'\(attribute.rawValue)' is a position and must be compared with another one"
    }
  }
}
