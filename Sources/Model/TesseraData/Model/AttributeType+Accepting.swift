import Foundation
package import TesseraValues

extension AttributeType {
  /// Returns the value in its stored form, or nil if it is not of this type. Null is valid for every type.
  ///
  /// The results are spelled out as optionals, because a bare `nil` could be read as ``Value/null``.
  func accept(_ value: Value) -> Value? {
    switch (self, value) {
    case (_, .null): .null
    case (.string, .string), (.date, .date), (.boolean, .bool), (.integer, .integer): value
    case (.integer, .bool), (.integer, .double): value.integer.map(Value.integer)
    case (.double, .bool), (.double, .integer), (.double, .double):
      value.number.flatMap { $0.isFinite ? Optional(.double($0)) : .none }
    case (.boolean, .integer), (.boolean, .double):
      value.integer.flatMap { $0 == 0 || $0 == 1 ? Optional(.bool($0 == 1)) : .none }
    case (.any, .object), (.transformable, .object): Optional.none
    case (.binary, .string(let text)): Data(base64Encoded: text) == nil ? Optional.none : value
    case (.uuid, .string(let text)): UUID(uuidString: text).map { .string($0.uuidString.lowercased()) }
    case (.uri, .string(let text)): Self.isURI(text) ? value : Optional.none
    case (.decimal, .string(let text)):
      // Only decimal digits are accepted in text, not "inf" or "0x10".
      text.utf8.contains(where: { (0x41...0x7A).contains($0) && $0 != 0x45 && $0 != 0x65 })
        ? Optional.none : Double(text).flatMap { $0.isFinite ? Optional(.double($0)) : .none }
    case (.decimal, _): AttributeType.double.accept(value)
    case (.any, _), (.transformable, _): StoredJSON.isShallow(value) ? Optional(value) : .none
    default: Optional.none
    }
  }

  /// Returns whether a text is a URI, judged by its characters and its scheme (RFC 3986).
  private static func isURI(_ text: String) -> Bool {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }), let url = URL(string: text) else {
      return false
    }
    return url.scheme != nil || text.hasPrefix("/")
  }

  /// Converts a value as written in documents. A date may be ISO 8601 text, such as `2026-03-01T12:00:00Z` or
  /// `2026-03-01`.
  func reading(_ value: Value) -> Value {
    guard self == .date, let text = value.string else { return value }
    // Foundation parses a prefix of the text, so the date-only style is tried only for texts of exactly its length.
    let styles: [Date.ISO8601FormatStyle] =
      text.utf8.count == 10
      ? [.iso8601.year().month().day()] : [Date.ISO8601FormatStyle(includingFractionalSeconds: true), .iso8601]
    guard text.utf8.count == 10 || text.last == "Z" || text.last?.isNumber == true else { return value }
    return styles.lazy.compactMap { try? Date(text, strategy: $0) }.first.map(Value.date) ?? value
  }

  /// Returns a description of the expected type if actions cannot store the value, or nil if they can.
  package func mismatch(with value: Value) -> String? {
    accept(reading(value)) == nil ? expectation(for: value) : nil
  }

  /// Returns a description of a rejected value for messages. A number of the right type that is out of range is shown
  /// itself.
  func finding(_ value: Value) -> String {
    switch (self, value) {
    case (.integer, .double), (.double, .double), (.boolean, .integer), (.boolean, .double): value.description
    default: value.typeName
    }
  }

  /// Returns a description of the accepted values for messages.
  func expectation(for value: Value) -> String {
    switch self {
    case .string: "text"
    case .integer: value.number == nil ? "number" : "whole number"
    case .double: "number"
    case .boolean: "true or false"
    case .date: "date"
    case .binary: "text in Base64"
    case .decimal: "decimal number"
    case .uuid: "UUID"
    case .uri: "URI"
    case .any, .transformable: "data of at most \(StoredJSON.maximumDepth) levels"
    }
  }
}
