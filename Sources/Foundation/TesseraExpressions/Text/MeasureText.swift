import CICU

/// Numbers with a unit in the form of a locale, such as `1.50 MB`, as ICU writes them with the data of Unicode CLDR.
enum MeasureText {
  /// Returns a number with its unit; nil if the library does not know the unit, or the text is longer than 128 UTF-16
  /// units. This takes about a tenth of a millisecond.
  /// - Parameters:
  ///   - number: The number in the unit.
  ///   - unit: The name of the unit in CLDR, such as `digital-megabyte`.
  ///   - isSpelledOut: Whether the unit is a word, not a short form.
  ///   - digits: The number of digits after the decimal separator.
  ///   - locale: The locale's identifier, such as `de_DE`.
  static func text(
    of number: Double, unit: String, isSpelledOut: Bool = false, digits: Int, locale: String
  ) -> String? {
    let width = isSpelledOut ? "unit-width-full-name" : "unit-width-short"
    let precision = digits == 0 ? "precision-integer" : "." + String(repeating: "0", count: digits)
    let skeleton = "measure-unit/\(unit) \(width) \(precision)"
    var text = [UInt16](repeating: 0, count: 128)
    let length = tessera_measure_format(skeleton, locale, number, &text, Int32(text.count))
    guard length > 0 else { return nil }
    return String(decoding: text[..<Int(length)], as: UTF16.self)
  }
}
