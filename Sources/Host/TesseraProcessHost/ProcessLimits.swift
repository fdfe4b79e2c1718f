import TesseraValues

/// The limits of a widget's process, and the time limits of its host.
package struct ProcessLimits: Sendable, Hashable {
  /// The maximum resident memory of a widget's process, in bytes. The process is killed.
  package var memory = 256 << 20
  /// The maximum processor time of a widget's process within a minute, in seconds. The process is killed.
  package var processorTime = 30.0
  /// The time limit for the start of a widget's process. The process is killed.
  package var startTimeout = Duration.seconds(15)
  /// The time limit for a response of a widget's process. The process is killed.
  package var responseTimeout = Duration.seconds(5)
  /// The time limit for updates, drawings and images of a widget's process. The process is killed.
  package var updateTimeout = Duration.seconds(30)
  /// The maximum size of a message to or from a widget's process, in bytes. A larger request is refused; a process that
  /// sends a larger message is killed.
  package var messageSize = 16 << 20
  /// The maximum size of what a widget's process may write within ten seconds, in bytes. The process is killed.
  package var outputSize = 64 << 20
  /// The maximum number of pending requests to a widget's process. The process is killed.
  package var queueLength = 256
  /// The time after which an unused process of a widget is stopped. It starts again when it is needed.
  package var idleTime = Duration.seconds(60)
  /// The time that a widget's process has to exit. Then it is killed.
  package var stopTime = Duration.seconds(2)

  /// Creates the default limits.
  package init() {}
}

/// The reason why a widget's process is not running, or why it refused a request.
package struct ProcessFailure: Error, Sendable, Hashable {
  /// One sentence for the user, with figures.
  package var reason: String
  /// The error code of a refused request; nil if the process is not running.
  package var code: Int?
  /// Whether the process refused a request and is still running.
  var isRefusal: Bool { code != nil }
}

/// The delay before a failed process is restarted.
///
/// The delay doubles with each failure, up to five minutes. It is reset once the process has run for a minute.
struct RestartDelay: Sendable {
  private static let backoff = ExponentialBackoff(first: .seconds(1), maximum: .seconds(300))
  private var failures = 0

  /// Records the end of a run.
  /// - Parameter duration: How long the process had run.
  mutating func recordRun(of duration: Duration) {
    if duration >= .seconds(60) { failures = 0 }
  }

  /// Records a failure and returns the delay before the next start.
  /// - Parameter duration: How long the process had run.
  mutating func next(afterRunning duration: Duration) -> Duration {
    recordRun(of: duration)
    failures += 1
    return Self.backoff.delay(afterFailures: failures)
  }
}
