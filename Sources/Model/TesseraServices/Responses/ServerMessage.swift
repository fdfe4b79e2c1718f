package import TesseraValues

/// What servers say of a failure, for people.
package enum ServerMessage {
  /// The maximum number of characters of a server's error message that are shown. The rest is cut off.
  package static let maximumLength = 2000

  /// The members in which servers say what is wrong. `detail` and `title` are those of RFC 9457.
  private static let names = ["error", "message", "detail", "errors", "title"]

  /// Returns the message at a path of a response: a text, an object with a `message`, or a list of either.
  package static func message(at path: ValuePath, in response: Value) -> String? {
    text(of: response.value(at: path)).map { String($0.prefix(maximumLength)) }
  }

  /// Returns the message in the first of the usual members that has one.
  package static func message(in response: Value) -> String? {
    names.lazy.compactMap { message(at: ValuePath(keys: [$0]), in: response) }.first
  }

  private static func text(of value: Value, depth: Int = 0) -> String? {
    switch value {
    case .string(let text): text.isEmpty ? nil : text
    case .dictionary(let members): members["message"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    case .array(let values) where depth == 0: values.first.flatMap { text(of: $0, depth: 1) }
    default: nil
    }
  }
}
