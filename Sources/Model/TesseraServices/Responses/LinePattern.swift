import TesseraText
import TesseraValues

/// A regular expression whose named groups make an object of each line of a text.
package struct LinePattern: Sendable, Hashable {
  /// The pattern as written.
  let text: String
  private let expression: RegularExpression

  /// The maximum size of a pattern, in bytes. A longer one is refused.
  static let maximumBytes = 1000
  /// The number of instructions that may be executed for all lines of a response. Then the response is refused.
  private static let budget = 20_000_000

  /// Creates a pattern.
  /// - Throws: A diagnostic if the pattern cannot be read, or has no named group.
  init(_ text: String) throws(Diagnostic) {
    guard text.utf8.count <= Self.maximumBytes else {
      throw Diagnostic(rule: "service-pattern", message: "A pattern has at most \(Self.maximumBytes) bytes")
    }
    self.text = text
    expression = try RegularExpression(text, isSearch: true)
    guard !expression.groupNames.isEmpty else {
      throw Diagnostic(
        rule: "service-pattern", message: "The pattern has no named group", fix: "Write groups as '(?<name>\\\\S+)'")
    }
  }

  package static func == (left: LinePattern, right: LinePattern) -> Bool { left.text == right.text }
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// Returns an object for each line that matches, with the text of each named group; null for a group that took no
  /// part. Other lines are left out.
  /// - Throws: `text-limit` if the work exceeds its budget.
  func rows(of lines: [Value]) throws(Diagnostic) -> [Value] {
    var budget = Self.budget
    var rows: [Value] = []
    for line in lines {
      guard let text = line.string else { continue }
      let groups = expression.firstMatch(in: text, budget: &budget)
      guard budget >= 0 else {
        throw Diagnostic(rule: "text-limit", message: "the pattern takes too long on this text")
      }
      guard let groups else { continue }
      rows.append(
        .dictionary(
          Dictionary(
            expression.groupNames.map { number, name in (name, groups[number].map { .string(String($0)) } ?? .null) },
            uniquingKeysWith: { first, _ in first })))
    }
    return rows
  }
}
