/// Delays before another attempt, which double with each failure up to a maximum.
package struct ExponentialBackoff: Sendable {
  private let first: Duration
  private let maximum: Duration

  /// - Parameters:
  ///   - first: The delay after the first failure.
  ///   - maximum: The longest delay.
  package init(first: Duration, maximum: Duration) {
    self.first = first
    self.maximum = maximum
  }

  /// Returns the delay after a number of failures in a row. Without failures, it is the same as after the first.
  package func delay(afterFailures failures: Int) -> Duration {
    // Twenty doublings exceed all maxima and overflow nothing.
    min(first * (1 << min(max(failures - 1, 0), 20)), maximum)
  }
}
