/// What the process of a widget may take, and how long its host waits for it.
package struct ProcessLimits: Sendable, Hashable {
  /// Bytes of memory that are its own or in use.
  package var memory = 256 << 20
  /// Seconds of processor time within a minute.
  package var processorTime = 30.0
  /// How long it may take to begin.
  package var startTime = Duration.seconds(15)
  /// How long an answer may take.
  package var answerTime = Duration.seconds(5)
  /// How long the answer to the question for fresh content may take: as long as the board waits.
  package var updateTime = Duration.seconds(30)
  /// The longest message in either direction, in bytes.
  package var messageSize = 16 << 20
  /// Bytes that it may write within ten seconds.
  package var outputSize = 64 << 20
  /// Messages that wait for it.
  package var queueLength = 256
  /// How long it may stay when nobody needs it.
  package var idleTime = Duration.seconds(60)
  /// How long it may take to end when it is asked to.
  package var stopTime = Duration.seconds(2)

  /// The usual limits.
  package init() {}
}

/// Why the process of a widget is not there.
package struct ProcessFailure: Error, Sendable, Hashable {
  /// One sentence for people, with figures.
  package var reason: String
  /// The code with which the process refused one thing; nil where the process is not there any more.
  package var code: Int?
  /// Whether the process is still there.
  var isRefusal: Bool { code != nil }
}

/// How long a process that failed is left alone: longer each time, up to five minutes, and as little as at first after it has run
/// for a minute.
struct RestartDelay: Sendable {
  private var failures = 0

  /// Counts a failure.
  /// - Parameter duration: how long the process had run.
  package mutating func next(afterRunning duration: Duration) -> Duration {
    if duration >= .seconds(60) { failures = 0 }
    failures += 1
    return min(.seconds(1 << min(failures - 1, 9)), .seconds(300))
  }
}
