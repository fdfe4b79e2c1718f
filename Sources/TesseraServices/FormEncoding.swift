import TesseraValues

/// Parameters as HTML forms write them: `name=value` joined by `&`, in order of the names.
///
/// A list repeats `name[]`, an object gives `name[key]`, truth values are `1` and `0`, dates ISO 8601. Null is left out.
enum FormEncoding {
  static func text(of parameters: Value) -> String {
    var pairs: [String] = []
    for (key, value) in parameters.sortedMembers { append(value, name: PercentEncoding.form(key), to: &pairs) }
    return pairs.joined(separator: "&")
  }

  private static func append(_ value: Value, name: String, to pairs: inout [String]) {
    switch value {
    case .null: break
    case .array(let values):
      for value in values { append(value, name: name + "%5B%5D", to: &pairs) }
    case .dictionary:
      for (key, value) in value.sortedMembers {
        append(value, name: "\(name)%5B\(PercentEncoding.form(key))%5D", to: &pairs)
      }
    default: pairs.append("\(name)=\(PercentEncoding.form(value.parameterText))")
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
