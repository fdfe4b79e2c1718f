/// The limits for widget updates. Times are in seconds.
package struct UpdateLimits: Sendable, Hashable, Codable {
  /// The maximum number of counted requests to a widget within 24 hours. A further one waits.
  package var budget = 50
  /// The minimum time between counted requests to a widget, in seconds. An earlier one waits.
  package var reloadSpacing = 900.0
  /// The minimum time between a request and a subsequent one caused by a content change, in seconds. An earlier one
  /// waits.
  package var pushSpacing = 60.0
  /// The minimum time between entries of a timeline, in seconds. `tessera serve` sets none; in simulations, entries
  /// that follow sooner are dropped.
  package var entrySpacing = 300.0
  /// The maximum number of entries in a timeline. Later ones are dropped.
  package var maximumEntries = 500
  /// The length of the window for coalescing, in seconds. Requests that fall into the same window are sent together, at
  /// its end.
  package var mergeWindow = 30.0
  /// The maximum time for a response to a request, in seconds. A later one counts as a failure.
  package var deadline = 30.0
  /// The delay after the first failed request, in seconds. Each further failure doubles it.
  package var backoff = 60.0
  /// The maximum delay after failed requests, in seconds. It no longer grows.
  package var maximumBackoff = 14_400.0
  /// The maximum number of concurrent requests to widgets. Further ones wait.
  package var maximumInFlight = 4
  /// The maximum random delay of a date given by a widget, in seconds. The delay is a tenth of the wait, up to this. It
  /// keeps many widgets from contacting their servers in the same second.
  package var maximumJitter = 300.0
  /// Whether widgets are updated less often at hours at which they are usually not visible.
  package var learns = true
  /// The UTC offset in seconds, for determining the hour of the day.
  package var secondsFromGMT = 0

  /// Returns the maximum number of retries within 24 hours for a budget: a third of it, but at least one if the budget
  /// allows two requests or more.
  package func retries(ofBudget budget: Int) -> Int { min(max(1, budget / 3), max(0, budget - 1)) }

  /// Creates the default limits.
  package init() {}
}
