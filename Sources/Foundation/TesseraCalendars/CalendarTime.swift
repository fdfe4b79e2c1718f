import TesseraValues

/// A time as a calendar writes it (RFC 5545, sections 3.3.4 and 3.3.5).
struct CalendarTime: Hashable {
  /// What the clock on the wall shows, in seconds since 1970 as if it were in UTC. For a day, its midnight.
  var wall: Int
  /// Whether the time is a day.
  var isDay: Bool
  /// The zone; nil for a time of wherever the reader is.
  var zone: CalendarZone?

  /// The number of the day since 1970.
  var day: Int { wall.flooredQuotient(by: 86_400) }

  /// Reads `20260302`, `20260302T140000` or `20260302T140000Z`; nil for any other text.
  /// - Parameter zone: The zone that the line's parameter names.
  init?(_ text: some StringProtocol, zone: CalendarZone?, isDay: Bool = false) {
    let bytes = Array(text.utf8.filter { $0 != UInt8(ascii: " ") })
    func number(_ range: Range<Int>) -> Int? {
      guard range.upperBound <= bytes.count else { return nil }
      var result = 0
      for byte in bytes[range] {
        guard (0x30...0x39).contains(byte) else { return nil }
        result = result * 10 + Int(byte - 0x30)
      }
      return result
    }
    guard let year = number(0..<4), let month = number(4..<6), let day = number(6..<8) else { return nil }
    let date = GregorianDay(year: year, month: month, day: day)
    guard date.isValid else { return nil }
    wall = date.number * 86_400
    if bytes.count == 8 || isDay {
      self.isDay = true
      return
    }
    self.isDay = false
    guard bytes[8] == UInt8(ascii: "T") || bytes[8] == UInt8(ascii: "t"), let hour = number(9..<11),
      let minute = number(11..<13), hour < 24, minute < 60
    else { return nil }
    // The seconds are missing in some files, and 60 is a leap second.
    let hasSeconds = bytes.count >= 15
    guard let second = hasSeconds ? number(13..<15) : 0, second <= 60 else { return nil }
    wall += hour * 3600 + minute * 60 + min(second, 59)
    switch bytes.dropFirst(hasSeconds ? 15 : 13) {
    case []: self.zone = zone
    case [UInt8(ascii: "Z")], [UInt8(ascii: "z")]: self.zone = .utc
    default: return nil
    }
  }

  init(wall: Int, isDay: Bool, zone: CalendarZone?) {
    self.wall = wall
    self.isDay = isDay
    self.zone = zone
  }

  /// Returns the seconds since 1970. Without a zone, and for days, they are those of the reader's zone.
  func instant(inReader zone: CalendarZone) -> Int {
    (isDay ? zone : self.zone ?? zone).instant(ofWall: wall)
  }
}
