import TesseraValues

/// Parameters as HTML forms write them: `name=value` joined by `&`, in order of the names.
///
/// A list repeats `name[]`, an object gives `name[key]`, truth values are `1` and `0`, dates ISO 8601. Null is left out.
struct FormEncoding {
  /// The longest name of a value, in bytes.
  private static let maximumNameLength = 8192

  private var text = ""
  private let limit: Int

  private init(limit: Int) { self.limit = limit }

  /// The parameters in at most as many bytes.
  ///
  /// Each value repeats the names on its way, so a text can be far larger than the values. It ends at the first pair that
  /// is too much.
  static func text(of parameters: Value, limit: Int) throws(ServiceError) -> String {
    var encoding = FormEncoding(limit: limit)
    for (key, value) in parameters.sortedMembers { try encoding.append(value, name: PercentEncoding.form(key)) }
    return encoding.text
  }

  /// The names and values of a text; of two with one name, the first.
  static func fields(of text: String) -> [String: String] {
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
  /// The members of a dictionary in order of their keys.
  var sortedMembers: [(key: String, value: Value)] { (dictionary ?? [:]).sorted { $0.key < $1.key } }

  /// The text that a server gets: as in templates, but dates in ISO 8601, as in JSON.
  var parameterText: String {
    guard case .date = self else { return description }
    return String(JSONText.text(of: self).dropFirst().dropLast())
  }
}
