import Foundation
import TesseraValues

/// The transformers that write quantities in the locale's format. They apply to numbers.
enum QuantityTransformers {
  static let all: [String: ValueTransformers.ArgumentTransform] = [
    "compact": { value, _, context in
      number(value).map { number in
        .string(
          text(of: number) {
            $0.formatted(.number.notation(.compactName).precision(.fractionLength(0...1)).locale(context.locale))
          })
      }
    },
    "percent": { value, digits, context in
      let digits = digits.map { $0.integer ?? -1 } ?? 0
      guard let number = number(value), (0...10).contains(digits) else { return nil }
      return .string(
        text(of: number) {
          $0.formatted(.percent.precision(.fractionLength(Int(digits))).locale(context.locale))
        })
    },
    "bytes": ByteSizeTransformer.transform,
    "duration": duration,
  ]

  /// Returns a number. Boolean values are none.
  static func number(_ value: Value) -> Double? {
    switch value {
    case .integer, .double: value.number
    default: nil
    }
  }

  /// Writes a number. What is rounded to zero has no minus sign.
  static func text(of number: Double, _ write: (Double) -> String) -> String {
    let text = write(number)
    return number.sign == .minus && number > -1 && text == write(-0.0) ? write(0) : text
  }

  /// The maximum number of seconds that are written as a duration. More are shown as a number.
  private static let maximumSeconds = 1e12

  /// Writes seconds in the two largest units, such as `2h 5m`, or as `2:05:00` with the argument `'clock'`.
  private static let duration: ValueTransformers.ArgumentTransform = { value, style, context in
    guard let seconds = number(value), abs(seconds) < maximumSeconds, style.map({ $0.string == "clock" }) ?? true else {
      return nil
    }
    let duration = Duration.seconds(seconds.rounded(.towardZero))
    if style != nil {
      let pattern: Duration.TimeFormatStyle.Pattern = abs(seconds) < 3600 ? .minuteSecond : .hourMinuteSecond
      return .string(duration.formatted(.time(pattern: pattern).locale(context.locale)))
    }
    return .string(
      duration.formatted(
        .units(
          allowed: [.days, .hours, .minutes, .seconds], width: .narrow, maximumUnitCount: 2,
          fractionalPart: .hide(rounded: .down)
        )
        .locale(context.locale)))
  }
}
