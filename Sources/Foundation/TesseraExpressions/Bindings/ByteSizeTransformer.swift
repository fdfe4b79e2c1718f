import Foundation
import TesseraValues

/// The transformer `bytes`, which writes a number of bytes in the largest unit that fits.
///
/// The units are of 1,000 each, or of 1,024 with the argument `'binary'`. A number as the argument, from 0 to 10, is
/// the number of digits after the decimal separator, and a list states both, such as `['binary', 2]`. Without digits,
/// the locale's format chooses them for each unit. Single bytes are always whole. The transformer does not apply to
/// other arguments, nor to values that are not numbers.
enum ByteSizeTransformer {
  /// What an argument says.
  private struct Format {
    var isBinary = false
    var digits: Int?

    /// Reads an argument; nil if it says something else.
    init?(_ argument: Value?) {
      guard let argument else { return }
      var parts = (argument.array ?? [argument])[...]
      if parts.first?.string == "binary" {
        isBinary = true
        parts = parts.dropFirst()
        if parts.isEmpty { return }
      }
      guard parts.count == 1, let digits = parts.first?.integer, (0...10).contains(digits) else { return nil }
      self.digits = Int(digits)
    }
  }

  /// The units above the byte, by their names in Unicode CLDR.
  private static let units = [
    "digital-kilobyte", "digital-megabyte", "digital-gigabyte", "digital-terabyte", "digital-petabyte",
  ]

  static let transform: ValueTransformers.ArgumentTransform = { value, argument, context in
    guard let number = QuantityTransformers.number(value), let bytes = Int64(exactly: number.rounded()),
      let format = Format(argument)
    else { return nil }
    let base = format.isBinary ? 1024.0 : 1000
    // The locale's format writes 999 bytes as 1 kB.
    let digits = format.digits ?? (abs(Double(bytes)) < base ? 0 : nil)
    if let digits, let text = text(of: Double(bytes), digits: digits, base: base, context.locale) {
      return .string(text)
    }
    let style: ByteCountFormatStyle.Style = format.isBinary ? .binary : .file
    return .string(bytes.formatted(.byteCount(style: style, spellsOutZero: false).locale(context.locale)))
  }

  /// Returns a number of bytes in the largest unit of which it is at least one; nil if ICU fails.
  private static func text(of bytes: Double, digits: Int, base: Double, _ locale: Locale) -> String? {
    let scale = pow(10.0, Double(digits))
    var number = bytes
    var unit: String?
    for next in units {
      // What is rounded to a whole one of the next unit is written in that: 999,960 bytes are 1.0 MB.
      guard (abs(number) * scale).rounded() / scale >= base else { break }
      number /= base
      unit = next
    }
    guard let unit else {
      return MeasureText.text(
        of: bytes, unit: "digital-byte", isSpelledOut: true, digits: 0, locale: locale.identifier)
    }
    return MeasureText.text(of: number, unit: unit, digits: digits, locale: locale.identifier)
  }
}
