/// What widgets may cost. Times are in seconds.
package struct UpdateLimits: Sendable, Hashable, Codable {
  /// The most counted questions to one widget within 24 hours.
  package var budget = 50
  /// The shortest time between counted questions to one widget.
  package var reloadSpacing = 900.0
  /// The shortest time between a question and one that follows because content changed.
  package var pushSpacing = 60.0
  /// The shortest time between entries of a timeline; those that follow sooner are left out.
  package var entrySpacing = 300.0
  /// The most entries of a timeline.
  package var maximumEntries = 500
  /// Questions that fall into the same so many seconds are asked together, at their end.
  package var mergeWindow = 30.0
  /// How long a widget may take to answer.
  package var deadline = 30.0
  /// The first wait after a failure; each further failure doubles it.
  package var backoff = 60.0
  /// The longest wait after failures.
  package var maximumBackoff = 14_400.0
  /// The most questions under way at once.
  package var maximumInFlight = 4
  /// The most that a date given by a widget is put off, so that many do not ask their servers in one second.
  package var maximumJitter = 300.0
  /// Whether widgets are asked less often at hours at which nobody looks at them.
  package var learns = true
  /// Seconds east of Greenwich, by which the hours of a day are told.
  package var secondsFromGMT = 0

  /// The most tries after failures within 24 hours, of a budget: a third of it, but one where there are two questions or more.
  package func retries(ofBudget budget: Int) -> Int { min(max(1, budget / 3), max(0, budget - 1)) }

  /// The usual ones.
  package init() {}
}
