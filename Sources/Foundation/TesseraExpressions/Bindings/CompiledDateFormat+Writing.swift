import Foundation
import TesseraValues

extension CompiledDateFormat {
  /// Returns the text of a date, or nil if the date is outside of ``years``.
  func text(of date: Date) -> String? {
    // Rounds to milliseconds and then truncates, as `DateFormatter` does.
    let exact =
      (date.timeIntervalSinceReferenceDate + Date.timeIntervalBetween1970AndReferenceDate) * 1000 + 0.5
    guard exact.magnitude < 1e13 else { return nil }
    let milliseconds = Int(exact.rounded(.down))
    let (seconds, millisecond) = Self.divide(milliseconds, 1000)
    let offset = offset(at: seconds)
    guard offset % 60 == 0 else { return nil }
    let (number, secondOfDay) = Self.divide(seconds + offset, 86_400)
    let day = GregorianDay(number: number)
    guard Self.years.contains(day.year) else { return nil }

    var bytes: [UInt8] = []
    bytes.reserveCapacity(40)
    for part in parts {
      switch part {
      case .literal(let start, let end): bytes += literals[start..<end]
      case .number(let field, let width, _):
        let value =
          switch field {
          case .year: day.year
          case .yearOfCentury: day.year % 100
          case .month: day.month
          case .day: day.day
          case .hour: secondOfDay / 3600
          case .hourOfHalfDay: (secondOfDay / 3600 + 11) % 12 + 1
          case .minute: secondOfDay / 60 % 60
          case .second: secondOfDay % 60
          }
        Self.append(value, width: width, to: &bytes)
      case .fraction(let digits, _):
        var scale = 100
        for _ in 0..<digits {
          bytes.append(scale == 0 ? 0x30 : 0x30 + UInt8(millisecond / scale % 10))
          scale /= 10
        }
      case .name(let name):
        let index =
          switch name {
          case .month, .shortMonth: day.month - 1
          case .weekday, .shortWeekday: GregorianDay.weekday(ofNumber: number)
          case .dayPeriod: secondOfDay < 43_200 ? 0 : 1
          }
        bytes += names[name][index]
      case .zone(let style): Self.append(offset, style, to: &bytes)
      case .zoneName: return nil
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the quotient rounded down, and the nonnegative remainder.
  private static func divide(_ dividend: Int, _ divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  /// Appends a number below 10,000, padded with leading zeros.
  private static func append(_ value: Int, width: Int, to bytes: inout [UInt8]) {
    var scale = 1000
    var left = 4
    while left > 0 {
      if left <= width || value >= scale { bytes.append(0x30 + UInt8(value / scale % 10)) }
      scale /= 10
      left -= 1
    }
  }

  private static func append(_ offset: Int, _ style: ZoneStyle, to bytes: inout [UInt8]) {
    if offset == 0, style.zuluForZero {
      bytes.append(UInt8(ascii: "Z"))
      return
    }
    let minutes = offset.magnitude / 60
    bytes.append(UInt8(ascii: offset < 0 ? "-" : "+"))
    append(Int(minutes / 60), width: 2, to: &bytes)
    if style.dropsMinutes, minutes % 60 == 0 { return }
    if style.colon { bytes.append(UInt8(ascii: ":")) }
    append(Int(minutes % 60), width: 2, to: &bytes)
  }
}
