import Dispatch

extension ContinuousClock.Instant {
  /// A day, in milliseconds.
  private static let day: Int64 = 24 * 60 * 60 * 1000

  var isPast: Bool { self <= .now }

  /// The least time for one of several attempts to connect, if so much is left. Encrypted connections take several round
  /// trips.
  private static let leastShare: Duration = .milliseconds(500)

  /// The deadline of the next of several attempts that share the time until this one.
  func share(amongst count: Int) -> Self { min(self, .now + max((self - .now) / count, Self.leastShare)) }

  /// The time that is left, rounded up, in milliseconds; 0 if the instant is past, and a day if it is further away.
  var millisecondsLeft: Int32 {
    let left = (self - .now).components
    guard left.seconds >= 0, left.attoseconds >= 0 else { return 0 }
    guard left.seconds < Self.day / 1000 else { return Int32(Self.day) }
    return Int32(left.seconds * 1000 + (left.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}

extension DispatchSemaphore {
  /// Takes a unit.
  /// - Returns: Whether there was one before the deadline.
  func take(before deadline: ContinuousClock.Instant) -> Bool {
    while true {
      if wait(timeout: .now() + .milliseconds(Int(deadline.millisecondsLeft))) == .success { return true }
      if deadline.isPast { return false }
    }
  }
}
