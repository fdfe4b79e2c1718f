import Foundation

/// The processor time of the calling thread, which does not depend on what else the machine does.
///
/// How fast the machine is decides it all the same, so that tests compare two measures of one run and no number of seconds.
package enum ProcessorTime {
  /// Runs a body, and returns the processor time that this thread needed for it, in seconds.
  package static func measure(_ body: () throws -> Void) rethrows -> Double {
    let start = now
    try body()
    return now - start
  }

  /// Runs a body for two sizes, and returns how many times longer the larger one takes.
  ///
  /// For a body whose time is proportional to the size, that is about `large / small`; for a quadratic one its square. A good
  /// bound lies between them. The small size should need more than a few milliseconds.
  package static func growth(from small: Int, to large: Int, _ body: (Int) throws -> Void) rethrows -> Double {
    // What a program does for the first time takes longer.
    try body(small)
    let first = try measure { try body(small) }
    return try measure { try body(large) } / max(first, 0.000_1)
  }

  /// What a fixed piece of work takes in this build on this machine: about a second without optimization, in seconds.
  package static let yardstick = measure {
    var value: UInt64 = 1
    for _ in 0..<10_000_000 { value = value &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407 }
    withExtendedLifetime(value) {}
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
