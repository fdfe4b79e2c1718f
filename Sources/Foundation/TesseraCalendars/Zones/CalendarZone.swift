import Foundation

/// A time zone: one that the system knows, or one that a calendar file defines.
struct CalendarZone: Hashable, Sendable {
  private enum Rules: Sendable {
    case known(TimeZone)
    case defined(ZoneDefinition)
  }

  /// What identifies the zone among those of a file.
  let name: String
  private let rules: Rules

  static let utc = CalendarZone(.gmt)

  init(_ zone: TimeZone) {
    name = zone.identifier
    rules = .known(zone)
  }

  init(_ definition: ZoneDefinition, name: String) {
    self.name = name
    rules = .defined(definition)
  }

  static func == (left: CalendarZone, right: CalendarZone) -> Bool { left.name == right.name }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// Returns the seconds between a moment's clock and UTC.
  private func offset(at instant: Int) -> Int {
    switch rules {
    case .known(let zone): zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant)))
    case .defined(let definition): definition.offset(at: instant)
    }
  }

  /// Returns the moment at which a clock shows a time, in seconds since 1970. Of two such moments, it is the first; a time that
  /// a change of clocks skips is that of a clock that was not changed (RFC 5545, section 3.3.5).
  func instant(ofWall wall: Int) -> Int {
    let day = 86_400
    let before = offset(at: wall - day), after = offset(at: wall + day)
    if before == after { return wall - before }
    let first = wall - before
    if offset(at: first) == before { return first }
    return offset(at: wall - after) == after ? wall - after : first
  }

  /// Returns what a clock shows at a moment.
  func wall(ofInstant instant: Int) -> Int { instant + offset(at: instant) }
}
