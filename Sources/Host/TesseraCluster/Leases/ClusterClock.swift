import Foundation

/// The clock of the database, as a host knows it from the last renewal of its lease.
///
/// The clocks of hosts may differ by hours. Dates that hosts tell each other, and those that decide when widgets update,
/// are of this clock.
struct ClusterClock: Sendable {
  private var reading: (date: Date, instant: ContinuousClock.Instant)?

  /// Records what the database's clock showed.
  mutating func set(_ date: Date, at instant: ContinuousClock.Instant) { reading = (date, instant) }

  /// Returns the date.
  /// - Parameter own: The date of the host's own clock, which is used before the database's is known.
  func date(at instant: ContinuousClock.Instant, orElse own: Date) -> Date {
    guard let reading else { return own }
    return reading.date.addingTimeInterval(reading.instant.duration(to: instant) / .seconds(1))
  }
}
