import Synchronization

/// Writes the problems of widgets to the standard error. The same problem is written at most once a minute, so that a
/// widget cannot fill a disk.
final class ProblemLog: Sendable {
  private let told = Mutex<[String: ContinuousClock.Instant]>([:])

  /// The maximum number of different problems that a command writes within a minute. It omits the others.
  private static let maximumCount = 100

  func write(_ problem: String) {
    let line = String(problem.prefix(500))
    let isNew = told.withLock { told in
      let now = ContinuousClock.now
      told = told.filter { now - $0.value < .seconds(60) }
      guard told[line] == nil, told.count < Self.maximumCount else { return false }
      told[line] = now
      return true
    }
    if isNew { StandardError.write("problem: \(line.withVisibleControls(exceptLineBreaks: false))") }
  }
}
