package import TesseraValues

extension Manifest.OptionType {
  /// Returns whether an option of this type accepts a value.
  package func accepts(_ value: Value) -> Bool {
    switch (self, value) {
    case (.string, .string), (.bool, .bool): true
    case (.number(let range), .integer), (.number(let range), .double):
      value.number.map { $0.isFinite && (range?.contains($0) ?? true) } ?? false
    case (.choice(let choices), .string(let text)): choices.contains { $0.value == text }
    case (.color, .string(let text)): Self.isColor(text)
    default: false
    }
  }

  /// The default value of an option whose declaration has none.
  var fallback: Value {
    switch self {
    case .string: ""
    case .bool: false
    case .number(let range): .double(range.map { min(max(0, $0.lowerBound), $0.upperBound) } ?? 0)
    case .choice(let choices): choices.first.map { .string($0.value) } ?? .null
    case .color: "accent"
    }
  }

  /// Parses a value from a command-line argument. Returns nil if the option does not accept it.
  package func value(of text: String) -> Value? {
    let value: Value =
      switch self {
      case .number: Int64(text).map(Value.integer) ?? Double(text).map(Value.double) ?? .null
      case .bool: ["true": true, "false": false][text] ?? .null
      default: .string(text)
      }
    // A bare `nil` would become the null value.
    return accepts(value) ? Optional(value) : Optional.none
  }

  /// A description of the accepted values.
  package var expectation: String {
    switch self {
    case .string: "text"
    case .bool: "true or false"
    case .number(nil): "a number"
    case .number(let range?): "a number from \(Value.double(range.lowerBound)) to \(Value.double(range.upperBound))"
    case .choice(let choices): "one of " + choices.map { "'\($0.value)'" }.joined(separator: ", ")
    case .color: "a colour such as '#1f5fd6' or 'accent'"
    }
  }

  func suggestion(for value: Value) -> String? {
    guard case .choice(let choices) = self, let text = value.string else { return nil }
    return SpellingSuggestion.fix(for: text, in: choices.map(\.value))
  }

  /// Returns whether the text is `#` followed by 3, 4, 6 or 8 hexadecimal digits, or a colour name. The host decides
  /// which names exist.
  private static func isColor(_ text: String) -> Bool {
    guard text.hasPrefix("#") else { return !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isLetter } }
    let digits = text.dropFirst()
    return [3, 4, 6, 8].contains(digits.count) && digits.allSatisfy { $0.isASCII && $0.isHexDigit }
  }
}
