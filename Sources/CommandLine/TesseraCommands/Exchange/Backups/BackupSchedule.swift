import ArgumentParser
import Foundation

/// A time of day, to the minute.
struct TimeOfDay: Sendable, Hashable {
  let hour: Int
  let minute: Int

  /// Returns the first moment after a date at which clocks show the time.
  ///
  /// Each day has one such moment. Where clocks are set back, so that they show the time twice, it is the first one. Where
  /// they are set forward, and leave the time out, it is as long after midnight as on other days.
  func next(after date: Date, in zone: TimeZone) -> Date {
    let now = date.timeIntervalSince1970
    let today = Int(((now + Self.offset(at: now, in: zone)) / Self.day).rounded(.down))
    // A time that is left out may be on the next day.
    for day in (today - 1)...(today + 2) {
      let moment = moment(onDay: day, in: zone)
      if moment > now { return Date(timeIntervalSince1970: moment) }
    }
    return date + Self.day
  }

  /// - Parameter day: The number of days since 1970.
  /// - Returns: The seconds since 1970.
  private func moment(onDay day: Int, in zone: TimeZone) -> Double {
    let shown = Double(day) * Self.day + Double(hour * 3600 + minute * 60)
    let offsets = [-Self.day, Self.day].map { Self.offset(at: shown + $0, in: zone) }
    let moments = offsets.filter { Self.offset(at: shown - $0, in: zone) == $0 }.map { shown - $0 }
    return moments.min() ?? shown - offsets[0]
  }

  /// Returns the difference between local time and UTC, in seconds.
  private static func offset(at moment: Double, in zone: TimeZone) -> Double {
    Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: moment)))
  }

  private static let day = 86_400.0
}

extension TimeOfDay: ExpressibleByArgument, CustomStringConvertible {
  /// Reads a text such as `03:00`.
  init?(argument: String) {
    guard let match = argument.wholeMatch(of: /(\d\d?):(\d\d)/), let hour = Int(match.1), let minute = Int(match.2),
      hour < 24, minute < 60
    else { return nil }
    self.init(hour: hour, minute: minute)
  }

  var description: String { [hour, minute].map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: ":") }
}

/// Decides when backups are made: each day at a time, and at once if the last one is older than a day when the server
/// starts.
///
/// It runs nothing, and asks no clock.
struct BackupSchedule: Sendable {
  /// What to do now.
  enum Step: Sendable, Hashable {
    case makeBackup
    /// Wait so many seconds, and ask again.
    case wait(Double)
  }

  private let time: TimeOfDay
  /// The date of the last attempt, or of the start if no backup was due then; nil if one is due at once.
  private var last: Date?

  private static let day = 86_400.0
  /// The maximum time for which the schedule of backups waits, in seconds. It asks again then, because the clock may have
  /// been set.
  private static let maximumWait = 60.0

  /// - Parameter newest: The date of the newest backup; nil if there is none.
  init(at time: TimeOfDay, newest: Date?, now: Date) {
    self.time = time
    if let newest, now.timeIntervalSince(newest) <= Self.day { last = now }
  }

  /// Returns what to do now. A backup that is to be made counts as tried.
  mutating func step(now: Date, in zone: TimeZone) -> Step {
    // The clock was far ahead, and has been set.
    if let start = last, start > now + Self.day { last = now }
    let due = last.map { time.next(after: $0, in: zone) } ?? now
    guard due > now else {
      last = now
      return .makeBackup
    }
    return .wait(min(due.timeIntervalSince(now), Self.maximumWait))
  }
}
