import TesseraValues

/// Encodes parameters as HTML forms do: `name=value` pairs joined by `&`, sorted by name.
///
/// A list repeats `name[]`, and an object becomes `name[key]`. Booleans are `1` and `0`, and dates are in ISO 8601.
/// Null is left out.
package struct FormEncoding {
  /// The maximum length of a parameter's name in a form or query, in bytes. The request is not sent.
  private static let maximumNameLength = 8192

  private var text = ""
  private let limit: Int

  private init(limit: Int) { self.limit = limit }

  /// Returns the encoded parameters, limited to a number of bytes.
  ///
  /// Each value repeats the names on its path, so the text can be far larger than the values. Encoding stops at the
  /// first pair that exceeds the limit.
  static func text(of parameters: Value, limit: Int) throws(ServiceError) -> String {
    var encoding = FormEncoding(limit: limit)
    for (key, value) in parameters.sortedMembers { try encoding.append(value, name: PercentEncoding.form(key)) }
    return encoding.text
  }

  /// Returns encoded names and values in the given order.
  package static func text(of pairs: [(String, String)]) -> String {
    pairs.map { "\(PercentEncoding.form($0.0))=\(PercentEncoding.form($0.1))" }.joined(separator: "&")
  }

  /// Returns the names and values of an encoded text. If a name occurs twice, the first value is used.
  package static func fields(of text: String) -> [String: String] {
    let pairs = text.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { PercentEncoding.decoded($0.replacing("+", with: " ")) }
      return (parts[0], parts.count > 1 ? parts[1] : "")
    }
    return Dictionary(pairs) { first, _ in first }
  }

  private mutating func append(_ value: Value, name: String) throws(ServiceError) {
    guard name.utf8.count <= Self.maximumNameLength else {
      throw .requestTooLarge("the name of a parameter is longer than \(Self.maximumNameLength) bytes")
    }
    switch value {
    case .null: break
    case .array(let values):
      let name = name + "%5B%5D"
      for value in values { try append(value, name: name) }
    case .dictionary:
      for (key, value) in value.sortedMembers {
        try append(value, name: "\(name)%5B\(PercentEncoding.form(key))%5D")
      }
    default:
      if !text.isEmpty { text += "&" }
      text += "\(name)=\(PercentEncoding.form(value.parameterText))"
      guard text.utf8.count <= limit else { throw .requestTooLarge("its parameters take more than \(limit) bytes") }
    }
  }
}

extension Value {
  /// The members of a dictionary, sorted by key.
  var sortedMembers: [(key: String, value: Value)] { (dictionary ?? [:]).sorted { $0.key < $1.key } }

  /// The text that is sent to a server: as in templates, except that dates are in ISO 8601, as in JSON.
  var parameterText: String {
    guard case .date = self else { return description }
    return String(JSONText.text(of: self).dropFirst().dropLast())
  }
}
