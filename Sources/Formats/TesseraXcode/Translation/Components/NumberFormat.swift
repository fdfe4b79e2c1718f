/// Numbers in the texts of constraints.
enum NumberFormat {
  /// Returns a number with at most three decimals.
  static func text(_ number: Double) -> String {
    let rounded = (number * 1000).rounded() / 1000
    if let whole = Int64(exactly: rounded) { return "\(whole)" }
    return "\(rounded)"
  }

  /// Returns the ratio between two lengths with all its digits: a third of a screen is many points.
  static func ratio(_ number: Double) -> String {
    // Very small numbers would have an exponent.
    abs(number) < 0.001 || Int64(exactly: number) != nil ? text(number) : "\(number)"
  }

  /// Returns ` + 8`, ` - 8`, or nothing for 0.
  static func summand(_ number: Double) -> String {
    let text = text(abs(number))
    return text == "0" ? "" : number < 0 ? " - \(text)" : " + \(text)"
  }
}
