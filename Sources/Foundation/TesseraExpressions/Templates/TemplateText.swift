import TesseraValues

/// Converts values to the text of templates. Boolean values are `true` and `false`; lists and dictionaries are JSON.
/// Integral floating-point numbers keep their fraction in the strict dialect (`1.0`) and have none in the native
/// dialect.
enum TemplateText {
  static func text(of value: Value, dialect: Template.Dialect = .beagle) -> String {
    switch value {
    case .null: ""
    case .bool(let flag): flag ? "true" : "false"
    case .double(let number) where dialect == .beagle: "\(number)"
    default: value.description
    }
  }

  /// Returns a number without an exponent, because the grammar of templates has no exponents.
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

  /// Returns whether a result is within the limits.
  static func fits(_ value: Value, _ limits: ExpressionLimits) -> Bool {
    switch value {
    case .string(let text): text.utf8.count <= limits.outputBytes
    case .array(let values): values.count <= limits.steps
    default: true
    }
  }
}
