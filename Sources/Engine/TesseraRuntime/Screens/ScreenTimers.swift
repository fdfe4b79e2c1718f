import TesseraValues

/// The timers of a screen. They end when the screen is closed.
final class ScreenTimers {
  private let operations: PendingOperations
  private let clock: any Clock<Duration>
  private var timers: Set<PendingOperations.ID> = []

  /// The longest wait of a timer, in seconds. A longer one ends then.
  private static let maximumSeconds = 31_536_000.0

  init(operations: PendingOperations, clock: any Clock<Duration>) {
    self.operations = operations
    self.clock = clock
  }

  var count: Int { timers.count }

  /// Runs work after a time.
  ///
  /// - Parameters:
  ///   - seconds: The time from a document, which may be any number.
  ///   - isTimePassing: Whether nothing is in progress meanwhile, so that a headless run does not wait for it.
  @discardableResult
  func after(seconds: Double, isTimePassing: Bool = false, _ body: @escaping () -> Void) -> PendingOperations.ID {
    let duration: Duration = seconds > 0 ? .seconds(min(seconds, Self.maximumSeconds)) : .zero
    var own: PendingOperations.ID?
    let end = { [weak self] in
      if let own { self?.timers.remove(own) }
      body()
    }
    let timer =
      isTimePassing
      ? operations.sleep(for: duration, on: clock, then: end)
      : operations.run(
        { [clock] in
          if duration > .zero { try? await clock.sleep(for: duration) }
          return true
        },
        then: { (_: Bool) in end() })
    own = timer
    timers.insert(timer)
    return timer
  }

  func cancel(_ timer: PendingOperations.ID) {
    timers.remove(timer)
    operations.cancel(timer)
  }

  func cancelAll() {
    for timer in timers { operations.cancel(timer) }
    timers = []
  }
}
