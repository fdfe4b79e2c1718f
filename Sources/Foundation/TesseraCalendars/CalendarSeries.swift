import TesseraValues

/// An event with what takes the place of its occurrences.
struct CalendarSeries {
  let entry: CalendarEntry
  private let zones: CalendarZones
  /// Occurrences that are left out, or that another event takes the place of.
  private var left = Occurrences()
  /// What takes the place of all occurrences from one on, in order.
  private var futures: [(wall: Int, entry: CalendarEntry)] = []

  /// An occurrence, and the event whose words it has.
  struct Occurrence {
    var entry: CalendarEntry
    var start: CalendarTime
    /// In seconds.
    var length: Int
  }

  /// Times that name occurrences, in whatever form they are written.
  private struct Occurrences {
    var walls: Set<Int> = []
    var days: Set<Int> = []
    var instants: Set<Int> = []
  }

  init(_ entry: CalendarEntry, replacements: [CalendarEntry], zones: CalendarZones) {
    self.entry = entry
    self.zones = zones
    for time in entry.exceptions { leaveOut(time) }
    for replacement in replacements {
      guard let time = replacement.replaced else { continue }
      leaveOut(time)
      if replacement.replacesFuture { futures.append((wall(of: time), replacement)) }
    }
    futures.sort { $0.wall < $1.wall }
  }

  /// Returns the occurrences of a period, without those that other events take the place of alone.
  /// - Parameters:
  ///   - period: In seconds since 1970.
  ///   - steps: The steps that may still be made. Occurrences that need more are left out.
  func occurrences(during period: ClosedRange<Int>, steps: inout Int) -> [Occurrence] {
    guard !entry.isCancelled else { return [] }
    let start = entry.start
    let longest = max(entry.length, futures.map(\.entry.length).max() ?? 0)
    let shift = futures.map { abs($0.entry.start.wall - $0.wall) }.max() ?? 0
    let margin = 2 * 86_400 + shift
    let window = (period.lowerBound - longest - margin)...(period.upperBound + margin)
    // The first occurrence counts even if no rule contains it (RFC 5545, section 3.8.5.3).
    var walls: Set<Int> = [start.wall]
    for rule in entry.rules {
      let iterator = RecurrenceIterator(
        rule, start: start.wall, isDay: start.isDay, until: rule.until.map(last), window: window)
      var found = iterator.walls(steps: &steps)
      // Of clocks that change meanwhile, the moment counts.
      if let until = rule.until, let end = until.zone?.instant(ofWall: until.wall), let zone = start.zone, !start.isDay
      {
        while let last = found.last, zone.instant(ofWall: last) > end { found.removeLast() }
      }
      walls.formUnion(found)
    }
    var result: [Occurrence] = []
    // A time that a change of clocks skips can become another one of the series.
    var instants: Set<Int> = []
    for wall in walls.sorted() {
      let time = CalendarTime(wall: wall, isDay: start.isDay, zone: start.zone)
      guard instants.insert(time.instant(inReader: zones.reader)).inserted,
        let occurrence = occurrence(at: time, entry.length)
      else { continue }
      result.append(occurrence)
    }
    for date in entry.dates where steps > 0 {
      steps -= 1
      guard instants.insert(date.start.instant(inReader: zones.reader)).inserted,
        let occurrence = occurrence(at: date.start, date.length ?? entry.length)
      else { continue }
      result.append(occurrence)
    }
    return result
  }

  /// Returns what takes place at an occurrence; nil if nothing does.
  private func occurrence(at time: CalendarTime, _ length: Int) -> Occurrence? {
    guard !isLeftOut(time) else { return nil }
    let wall = wall(of: time)
    guard let future = futures.last(where: { $0.wall <= wall }) else {
      return Occurrence(entry: entry, start: time, length: length)
    }
    guard !future.entry.isCancelled else { return nil }
    var start = future.entry.start
    start.wall += wall - future.wall
    return Occurrence(entry: future.entry, start: start, length: future.entry.length)
  }

  // MARK: Times in other forms than the start

  private mutating func leaveOut(_ time: CalendarTime) {
    if entry.start.isDay {
      left.days.insert(day(of: time))
    } else if time.isDay {
      left.days.insert(time.day)
    } else if let zone = time.zone, entry.start.zone != nil {
      left.instants.insert(zone.instant(ofWall: time.wall))
    } else {
      left.walls.insert(wall(of: time))
    }
  }

  private func isLeftOut(_ time: CalendarTime) -> Bool {
    let wall = wall(of: time)
    if left.walls.contains(wall) || left.days.contains(wall.flooredQuotient(by: 86_400)) { return true }
    guard !left.instants.isEmpty, let zone = time.zone, !time.isDay else { return false }
    return left.instants.contains(zone.instant(ofWall: time.wall))
  }

  /// Returns what a clock in the zone of the series shows at a time, or at the time of its start on a day.
  private func wall(of time: CalendarTime) -> Int {
    if entry.start.isDay { return day(of: time) * 86_400 }
    if time.isDay { return time.wall + entry.start.wall.flooredRemainder(by: 86_400) }
    guard let zone = time.zone, zone != entry.start.zone else { return time.wall }
    // What has no zone is meant as it is written, but people do not write times in UTC.
    guard let own = entry.start.zone ?? (zone == .utc ? zones.reader : nil) else { return time.wall }
    return own.wall(ofInstant: zone.instant(ofWall: time.wall))
  }

  /// Returns the day that a time means for a series of days. Exchange writes the midnight at which it begins, in the zone of
  /// the organizer, or in UTC.
  private func day(of time: CalendarTime) -> Int {
    guard !time.isDay, time.zone == .utc, time.wall.flooredRemainder(by: 86_400) != 0 else { return time.day }
    let local = (zones.floating ?? zones.reader).wall(ofInstant: time.wall)
    return local.flooredRemainder(by: 86_400) == 0 ? local.flooredQuotient(by: 86_400) : time.day
  }

  /// Returns the last moment of an `UNTIL`, as a clock in the zone of the series shows it. A day is meant as a whole, as Google
  /// writes it.
  private func last(_ until: CalendarTime) -> Int {
    until.isDay && !entry.start.isDay ? until.wall + 86_399 : wall(of: until)
  }
}
