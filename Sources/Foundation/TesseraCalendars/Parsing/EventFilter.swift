import Foundation

/// Leaves single events out of a calendar file that are certainly outside of a period, before the file is
/// read: calendars of many years consist mostly of them, and it takes much longer to read one than to skip it.
///
/// What cannot be told by the dates of its lines stays: events that recur, that are exceptions or later versions of others,
/// that have a duration, and that have lines in an unexpected form.
struct EventFilter {
  /// The days of the period as numbers such as 20261126, with days around it for all time zones.
  private let days: ClosedRange<Int>

  init(_ period: ClosedRange<Date>) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    func day(_ date: Date) -> Int {
      let parts = calendar.dateComponents([.year, .month, .day], from: date)
      return ((parts.year ?? 0) * 100 + (parts.month ?? 0)) * 100 + (parts.day ?? 0)
    }
    let margin: TimeInterval = 2 * 86_400
    let first = day(period.lowerBound.addingTimeInterval(-margin))
    days = first...max(first, day(period.upperBound.addingTimeInterval(margin)))
  }

  /// Returns the file without such events.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  func kept(of bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 1)
    bytes.withUnsafeBufferPointer { bytes in
      var event: Event?
      // Where the bytes begin that are not yet decided on.
      var start = 0
      var line = 0
      while line < bytes.count {
        let end = bytes[line...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
        let content = UnsafeBufferPointer(rebasing: bytes[line..<end])
        if var current = event {
          let isOver = current.read(content)
          event = isOver ? nil : current
          if isOver {
            if !current.isOutside(of: days) { result += bytes[start..<end] }
            start = end
          }
        } else if content.begins(with: "BEGIN:VEVENT") {
          result += bytes[start..<line]
          start = line
          event = Event()
        }
        line = end
      }
      result += bytes[start...]
    }
    return result
  }

  /// What the lines of an event say.
  private struct Event {
    private var first: Int?
    private var last: Int?
    private var isKept = false
    /// The number of components within the event that have begun, such as alarms.
    private var depth = 0
    private var wasDate = false

    /// Reads a line.
    /// - Returns: Whether it ends the event.
    mutating func read(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
      let isDate = wasDate
      wasDate = false
      switch line.first {
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        // The date could go on in this line.
        if isDate { isKept = true }
      case UInt8(ascii: "B"), UInt8(ascii: "b"): if line.begins(with: "BEGIN:") { depth += 1 }
      case UInt8(ascii: "E"), UInt8(ascii: "e"):
        guard line.begins(with: "END:") else { return false }
        guard depth > 0 else {
          if !line.begins(with: "END:VEVENT") { isKept = true }
          return true
        }
        depth -= 1
      case UInt8(ascii: "R"), UInt8(ascii: "r"):
        if line.begins(with: "RRULE") || line.begins(with: "RDATE") || line.begins(with: "RECURRENCE-ID") {
          isKept = true
        }
      case UInt8(ascii: "S"), UInt8(ascii: "s"):
        // Its first version may be within the period.
        if line.begins(with: "SEQUENCE:"), !line.begins(with: "SEQUENCE:0") { isKept = true }
      case UInt8(ascii: "D"), UInt8(ascii: "d"):
        guard depth == 0 else { return false }
        if line.begins(with: "DURATION") {
          isKept = true
        } else if line.begins(with: "DTSTART") {
          if first != nil { isKept = true }
          first = Self.day(in: line)
          wasDate = true
        } else if line.begins(with: "DTEND") {
          last = Self.day(in: line)
          if last == nil { isKept = true }
          wasDate = true
        }
      default: break
      }
      return false
    }

    func isOutside(of days: ClosedRange<Int>) -> Bool {
      guard !isKept, let first else { return false }
      let last = last ?? first
      return first <= last && (last < days.lowerBound || first > days.upperBound)
    }

    /// Returns the day of a line such as `DTSTART;TZID=Europe/Berlin:20261126T090000`; nil for any other form.
    private static func day(in line: UnsafeBufferPointer<UInt8>) -> Int? {
      guard let colon = line.lastIndex(of: UInt8(ascii: ":")), line.count - colon > 8 else { return nil }
      var day = 0
      for byte in line[(colon + 1)...(colon + 8)] {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        day = day * 10 + Int(byte - UInt8(ascii: "0"))
      }
      return day
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes begin with words in capital letters, in whatever case.
  fileprivate func begins(with words: StaticString) -> Bool {
    words.withUTF8Buffer { words in
      guard count >= words.count else { return false }
      for index in 0..<words.count {
        let byte = self[index]
        let isSmall = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        if (isSmall ? byte - 32 : byte) != words[index] { return false }
      }
      return true
    }
  }
}
