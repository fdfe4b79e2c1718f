package import TesseraValues

/// A text with placeholders, as used by bindings and services. `$name` and `$author.name` stand for the text of a key
/// path, `%@` for the text of the whole value, `$$` for a dollar sign and `%%` for a percent sign.
///
/// A path consists of letters, digits and underscores, with single dots in between. A trailing dot is plain text, and
/// so are a single `$` and `%`. Missing values and null become empty text. Inserted text is not expanded again.
package struct TextTemplate: Sendable, Hashable {
  /// The placeholders that a template supports in addition to paths.
  package enum Syntax: Sendable, Hashable {
    /// The syntax of bindings: `%@` is the whole value and `%%` a percent sign.
    case binding
    /// The syntax of service parameters: percent signs are plain text.
    case parameter
  }

  private enum Part: Sendable, Hashable {
    case text(String)
    case path(ValuePath)
    case whole
  }

  private let parts: [Part]

  /// Parses a template. Every text is valid.
  package init(_ text: String, syntax: Syntax = .binding) {
    var parts: [Part] = []
    var literal: [UInt8] = []
    func flush() {
      if !literal.isEmpty { parts.append(.text(String(decoding: literal, as: UTF8.self))) }
      literal = []
    }
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      if byte == UInt8(ascii: "$") {
        let end = Self.endOfPath(bytes, from: index + 1)
        if end > index + 1 {
          flush()
          parts.append(.path(ValuePath(String(decoding: bytes[index + 1..<end], as: UTF8.self))))
          index = end
          continue
        }
        if next == byte { index += 1 }
      } else if byte == UInt8(ascii: "%"), syntax == .binding {
        if next == UInt8(ascii: "@") {
          flush()
          parts.append(.whole)
          index += 2
          continue
        }
        if next == byte { index += 1 }
      }
      literal.append(byte)
      index += 1
    }
    flush()
    self.parts = parts
  }

  /// Returns the offset after the last byte of the path that begins at `start`, or `start` if there is no path.
  private static func endOfPath(_ bytes: [UInt8], from start: Int) -> Int {
    var index = start
    while true {
      let keyEnd = endOfKey(bytes, from: index)
      if keyEnd == index { return index == start ? start : index - 1 }
      guard keyEnd < bytes.count, bytes[keyEnd] == UInt8(ascii: ".") else { return keyEnd }
      index = keyEnd + 1
    }
  }

  private static func endOfKey(_ bytes: [UInt8], from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x80 {
        let isWord =
          byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte) || ((0x41...0x5A).contains(byte & 0xDF))
        guard isWord else { break }
        index += 1
      } else {
        let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
        let scalar = String(decoding: bytes[index...].prefix(length), as: UTF8.self).unicodeScalars.first
        guard let scalar, scalar.properties.isAlphabetic || scalar.properties.numericType != nil else { break }
        index += length
      }
    }
    return min(index, bytes.count)
  }

  /// Whether the template contains no placeholders.
  package var isConstant: Bool {
    parts.allSatisfy { part in if case .text = part { true } else { false } }
  }

  /// The path of the placeholder that is the whole text; nil if there is more or none.
  package var soleKeyPath: ValuePath? {
    if parts.count == 1, case .path(let path) = parts[0] { path } else { nil }
  }

  /// The paths that the template reads.
  package var keyPaths: Set<ValuePath> {
    Set(parts.compactMap { part in if case .path(let path) = part { path } else { nil } })
  }

  /// Returns the text with the placeholders filled from a value.
  /// - Parameters:
  ///   - maximumBytes: The maximum length of the text. Filling stops as soon as it is exceeded.
  ///   - encoding: Encodes each inserted text, for example with percent encoding.
  /// - Throws: `text-limit` if the text would exceed the maximum length.
  package func filled(
    from value: Value, maximumBytes: Int = ExpressionLimits.standard.outputBytes,
    encoding: (String) -> String = { $0 }
  ) throws(Diagnostic) -> String {
    var budget = TextBudget(maximumBytes)
    return try fill(&budget, encoding) {
      KeyPathReading.read($0.keys, of: value)
    } whole: {
      value
    }
  }

  /// Returns the text with the placeholders filled from a scope. `%@` is empty unless the scope is a value.
  /// - Throws: `text-limit` if the text would be longer than `maximumBytes`.
  package func filled(
    from scope: any ValueReading, maximumBytes: Int = ExpressionLimits.standard.outputBytes,
    encoding: (String) -> String = { $0 }
  ) throws(Diagnostic) -> String {
    if let value = EvaluationState.value(of: scope) {
      return try filled(from: value, maximumBytes: maximumBytes, encoding: encoding)
    }
    var budget = TextBudget(maximumBytes)
    return try fill(&budget, encoding) {
      scope.value(at: $0)
    } whole: {
      .null
    }
  }

  /// Returns the text filled from a value with the standard limit; empty if the limit is exceeded.
  package func text(from value: Value, encoding: (String) -> String = { $0 }) -> String {
    (try? filled(from: value, encoding: encoding)) ?? ""
  }

  /// Returns the text filled from a scope with the standard limit; empty if the limit is exceeded.
  package func text(from scope: any ValueReading, encoding: (String) -> String = { $0 }) -> String {
    (try? filled(from: scope, encoding: encoding)) ?? ""
  }

  private func fill(
    _ budget: inout TextBudget, _ encoding: (String) -> String, path: (ValuePath) -> Value, whole: () -> Value
  ) throws(Diagnostic) -> String {
    var result = ""
    for part in parts {
      let inserted: Value
      switch part {
      case .text(let text):
        try budget.spend(text.utf8.count)
        result += text
        continue
      case .path(let keys): inserted = path(keys)
      case .whole: inserted = whole()
      }
      // The text of a list is only created if it can fit.
      if inserted.string == nil { try budget.check(inserted) }
      let text = encoding(inserted.description)
      try budget.spend(text.utf8.count)
      result += text
    }
    return result
  }
}

/// The number of bytes of text that may still be created.
struct TextBudget {
  private let maximum: Int
  private var left: Int

  init(_ maximum: Int) {
    self.maximum = maximum
    left = maximum
  }

  /// Consumes bytes of the budget.
  mutating func spend(_ bytes: Int) throws(Diagnostic) {
    left -= bytes
    if left < 0 { throw excess }
  }

  /// Throws an error if the text of a value cannot fit.
  func check(_ value: Value) throws(Diagnostic) {
    if TextSize.bytes(of: value, atMost: left) == nil { throw excess }
  }

  private var excess: Diagnostic {
    Diagnostic(rule: "text-limit", message: "The text would be longer than \(maximum) bytes with its values inserted")
  }
}
