import TesseraValues

/// Replaces `$path` placeholders by values of an object.
enum Substitution {
  /// Replaces placeholders in every text of a value, at any depth. The structure stays: whatever a placeholder stands
  /// for, it can never end a text or add a member. A text that is one placeholder and nothing else becomes the value
  /// itself; in longer texts it becomes the value's text.
  static func value(_ template: Value, with object: Value, depth: Int = 0) -> Value {
    guard depth <= maximumDepth else { return .null }
    switch template {
    case .string(let text):
      return self.value(inText: text, with: object)
    case .array(let values): return .array(values.map { value($0, with: object, depth: depth + 1) })
    case .dictionary(let members):
      return .dictionary(
        Dictionary(
          members.map { (self.text($0.key, with: object), value($0.value, with: object, depth: depth + 1)) },
          uniquingKeysWith: { $1 }))
    default: return template
    }
  }

  /// Replaces placeholders in a text.
  static func text(_ template: String, with object: Value) -> String {
    guard template.contains("$") else { return template }
    return template.replacing(/\$([\p{L}\p{N}_]+(?:\.[\p{L}\p{N}_]+)*)/) { match in
      object.value(at: ValuePath(String(match.1))).description
    }
  }

  private static let maximumDepth = 128

  private static func value(inText text: String, with object: Value) -> Value {
    guard text.hasPrefix("$"), let match = text.wholeMatch(of: /\$([\p{L}\p{N}_]+(?:\.[\p{L}\p{N}_]+)*)/) else {
      return .string(self.text(text, with: object))
    }
    return object.value(at: ValuePath(String(match.1)))
  }
}
