import TesseraValues

/// Values as the text of templates: truth values are `true` and `false`, floating-point numbers keep their fraction
/// (`1.0`), lists and dictionaries are JSON.
enum TemplateText {
  static func append(_ value: Value, to text: inout String) {
    switch value {
    case .null: break
    case .bool(let flag): text += flag ? "true" : "false"
    case .integer(let number): text += String(number)
    case .double(let number): text += "\(number)"
    case .string(let string): text += string
    default: text += value.description
    }
  }

  static func text(of value: Value) -> String {
    var text = ""
    append(value, to: &text)
    return text
  }

  /// A number without exponent, which the grammar of templates does not have.
  static func plain(_ number: Double) -> String {
    let text = "\(number)"
    guard let mark = text.firstIndex(where: { $0 == "e" }), let exponent = Int(text[text.index(after: mark)...]) else {
      return text
    }
    let sign = text.hasPrefix("-") ? "-" : ""
    let mantissa = text[..<mark].drop { $0 == "-" }
    let point = mantissa.firstIndex(of: ".").map { mantissa.distance(from: mantissa.startIndex, to: $0) }
    let digits = mantissa.filter { $0 != "." }
    let position = (point ?? digits.count) + exponent
    if position <= 0 { return sign + "0." + String(repeating: "0", count: -position) + digits }
    if position >= digits.count { return sign + digits + String(repeating: "0", count: position - digits.count) + ".0" }
    return sign + digits.prefix(position) + "." + digits.dropFirst(position)
  }

  /// Whether a result is small enough to go on with.
  static func fits(_ value: Value, _ limits: ExpressionLimits) -> Bool {
    switch value {
    case .string(let text): text.utf8.count <= limits.outputBytes
    case .array(let values): values.count <= limits.steps
    default: true
    }
  }
}
