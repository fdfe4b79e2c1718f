import TesseraValues

/// Values as the text of templates: truth values are `true` and `false`, lists and dictionaries are JSON. Whole
/// floating-point numbers keep their fraction in the strict dialect (`1.0`) and have none in the native one.
enum TemplateText {
  static func text(of value: Value, dialect: Template.Dialect = .beagle) -> String {
    switch value {
    case .null: ""
    case .bool(let flag): flag ? "true" : "false"
    case .double(let number) where dialect == .beagle: "\(number)"
    default: value.description
    }
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
