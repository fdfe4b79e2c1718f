import Foundation
import TesseraValues

extension CompiledDateFormat {
  /// Returns the date represented by a text, or nil if only `DateFormatter` can decide whether it represents one.
  func date(from text: String) -> Date? {
    guard isReadable else { return nil }
    var text = text
    return text.withUTF8 { bytes in
      var reader = DateTextReader(bytes: bytes)
      guard reader.read(self) else { return nil }
      return reader.date(in: self)
    }
  }

  /// Returns the seconds since 1970 of a local time, which is given as if it were in UTC. If the local time occurs
  /// twice, the later one is returned, as by `DateFormatter`; if it is skipped, the result is nil.
  func seconds(ofWallTime wall: Int) -> Int? {
    let day = 86_400
    let before = offset(at: wall - day)
    let after = offset(at: wall + day)
    // Old local mean times have offsets with seconds, which are not tested.
    guard before % 60 == 0, after % 60 == 0 else { return nil }
    if before == after { return wall - before }
    // The later of the two moments has the smaller offset.
    for offset in [min(before, after), max(before, after)] where self.offset(at: wall - offset) == offset {
      return wall - offset
    }
    return nil
  }
}

/// Parses the fields of a text. Every step returns false if the text deviates from the supported forms.
private struct DateTextReader {
  let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  private var year = 0
  private var month = 0
  private var day = 0
  private var weekday: Int?
  private var hour = 0
  private var dayPeriod = 0
  private var minute = 0
  private var second = 0
  private var millisecond = 0
  /// The offset from UTC in seconds, positive to the east; nil if the text has none.
  private var offset: Int?

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func read(_ format: CompiledDateFormat) -> Bool {
    for part in format.parts {
      let isRead =
        switch part {
        case .literal(let start, let end): read(format.literals, start, end)
        case .number(let field, let width, let inRow): read(field, width: width, inRow: inRow)
        case .fraction(let digits, let inRow): readFraction(digits, inRow: inRow)
        case .name(let name): read(name, of: format.names[name])
        case .zone: readZone()
        case .zoneName: readZoneName() || readZone()
        }
      if !isRead { return false }
    }
    return position == bytes.count
  }

  private mutating func read(_ literals: [UInt8], _ start: Int, _ end: Int) -> Bool {
    guard end - start <= bytes.count - position else { return false }
    for index in start..<end {
      guard literals[index] == bytes[position] else { return false }
      position += 1
    }
    return true
  }

  /// Reads up to `limit` digits, or returns nil if there are none.
  private mutating func readDigits(_ limit: Int) -> (value: Int, count: Int)? {
    let start = position
    var value = 0
    while position < bytes.count, position - start < limit, isDigit(bytes[position]) {
      value = value * 10 + Int(bytes[position] &- 0x30)
      position += 1
    }
    return position > start ? (value, position - start) : nil
  }

  /// Whether a number certainly ends here: the next character is neither a digit nor a character that number formats
  /// interpret.
  private var isNumberEnd: Bool {
    guard let next else { return true }
    return !isDigit(next) && next < 0x80 && next | 0x20 != UInt8(ascii: "e") && next != UInt8(ascii: "%")
  }

  private mutating func read(_ field: CompiledDateFormat.Number, width: Int, inRow: Bool) -> Bool {
    let isYear = field == .year
    guard let (value, count) = readDigits(inRow ? width : isYear ? 4 : 2), inRow || isNumberEnd else { return false }
    if isYear || inRow {
      guard count == (isYear ? 4 : 2) else { return false }
    }
    switch field {
    case .year: year = value
    case .yearOfCentury: return false
    case .month: month = value
    case .day: day = value
    case .hour:
      hour = value
      return value < 24
    case .hourOfHalfDay:
      hour = value % 12
      return value > 0 && value <= 12
    case .minute:
      minute = value
      return value < 60
    case .second:
      second = value
      return value < 60
    }
    return true
  }

  /// Dates have millisecond precision; further digits are truncated.
  private mutating func readFraction(_ digits: Int, inRow: Bool) -> Bool {
    guard var (value, count) = readDigits(inRow ? digits : 9), inRow ? count == digits : isNumberEnd else {
      return false
    }
    while count < 3 {
      value *= 10
      count += 1
    }
    while count > 3 {
      value /= 10
      count -= 1
    }
    millisecond = value
    return true
  }

  /// Reads a whole word. It must end where the letters end, because a longer word could be another word of the locale.
  private mutating func read(_ name: CompiledDateFormat.Name, of words: [[UInt8]]) -> Bool {
    var end = position
    while end < bytes.count, isLetter(bytes[end]) { end += 1 }
    if end < bytes.count, bytes[end] >= 0x80 || bytes[end] == UInt8(ascii: ".") { return false }
    let found = words.firstIndex { word in
      word.count == end - position && (0..<word.count).allSatisfy { word[$0] == bytes[position + $0] }
    }
    guard let found else { return false }
    position = end
    switch name {
    case .month, .shortMonth: month = found + 1
    case .weekday, .shortWeekday: weekday = found
    case .dayPeriod: dayPeriod = found
    }
    return true
  }

  /// Reads `GMT` or `UTC`. If a sign follows, the name would be the start of an offset.
  private mutating func readZoneName() -> Bool {
    guard bytes.count - position >= 3 else { return false }
    let name = (bytes[position], bytes[position + 1], bytes[position + 2])
    guard
      name == (UInt8(ascii: "G"), UInt8(ascii: "M"), UInt8(ascii: "T"))
        || name == (UInt8(ascii: "U"), UInt8(ascii: "T"), UInt8(ascii: "C"))
    else { return false }
    if position + 3 < bytes.count {
      let following = bytes[position + 3]
      guard following == UInt8(ascii: " ") || following == UInt8(ascii: ")") else { return false }
    }
    position += 3
    offset = 0
    return true
  }

  /// Reads `Z`, `+hh`, `+hhmm` or `+hh:mm`. `DateFormatter` accepts all of them for each zone field.
  private mutating func readZone() -> Bool {
    guard let sign = next else { return false }
    position += 1
    if sign == UInt8(ascii: "Z") {
      offset = 0
      return next.map { !isLetter($0) && !isDigit($0) && $0 < 0x80 } ?? true
    }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), let (hours, count) = readDigits(2), count == 2,
      hours < 24
    else { return false }
    let colon = next == UInt8(ascii: ":")
    if colon { position += 1 }
    var minutes = 0
    if let (value, count) = readDigits(2) {
      guard count == 2, value < 60 else { return false }
      minutes = value
    } else if colon {
      return false
    }
    let seconds = hours * 3600 + minutes * 60
    offset = sign == UInt8(ascii: "-") ? -seconds : seconds
    return isNumberEnd && next != UInt8(ascii: ":")
  }

  func date(in format: CompiledDateFormat) -> Date? {
    let calendarDay = GregorianDay(year: year, month: month, day: day)
    guard CompiledDateFormat.years.contains(year), calendarDay.isValid else { return nil }
    let number = calendarDay.number
    if let weekday, weekday != GregorianDay.weekday(ofNumber: number) { return nil }
    let wall = number * 86_400 + (hour + 12 * dayPeriod) * 3600 + minute * 60 + second
    guard let seconds = offset.map({ wall - $0 }) ?? format.seconds(ofWallTime: wall) else { return nil }
    // Adds milliseconds before converting to the reference date, to get the same rounding as `DateFormatter`.
    let milliseconds = Double(seconds * 1000 + millisecond)
    return Date(timeIntervalSinceReferenceDate: milliseconds / 1000 - Date.timeIntervalBetween1970AndReferenceDate)
  }
}
