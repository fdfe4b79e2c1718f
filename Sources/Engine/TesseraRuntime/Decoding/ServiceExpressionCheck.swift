import TesseraValues

/// Finds expressions in a service document, which has placeholders instead.
enum ServiceExpressionCheck {
  /// Recorded responses may be payloads, whose expressions are theirs.
  private static let responses: Set = ["response", "responses", "requests"]

  static func problems(in document: JSONNode) -> [Diagnostic] {
    var found: [Diagnostic] = []
    var pending = [document]
    while let node = pending.popLast(), found.count < 100 {
      pending += node.elements ?? []
      for member in node.membersWithoutComments ?? [] where !responses.contains(member.name) {
        pending.append(member.value)
      }
      guard let text = node.string, text.contains("@{") else { continue }
      found.append(
        Diagnostic(
          .warning, rule: "service-expression", range: node.range,
          message: "A service takes no expressions, but placeholders; this is sent as text",
          fix: placeholder(for: text).map { "Write '\($0)'" }))
    }
    return found
  }

  /// Returns the placeholder that means the same as an expression that only reads a value.
  private static func placeholder(for text: String) -> String? {
    guard let path = text.wholeMatch(of: /@\{\s*((?:\w+\.)*\w+)\s*\}/)?.1 else { return nil }
    return "$\(path)"
  }
}
