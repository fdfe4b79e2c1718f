import Foundation
import Synchronization

/// A limit on the processor time that all presentations of a widget use together within a minute.
package final class CPUQuota: Sendable {
  /// The maximum processor time of all presentations of a widget within a minute, in seconds. The widget is stopped.
  package static let limit = 30.0

  private let maximum: Double
  private let now: @Sendable () -> Double
  private let used = Mutex<[Piece]>([])

  /// The processor time used within one second.
  private struct Piece {
    var second: Int
    var time: Double
  }

  /// - Parameters:
  ///   - limit: The maximum processor time within a minute, in seconds.
  ///   - now: Returns the time in seconds on a monotonic clock.
  package init(limit: Double, now: @escaping @Sendable () -> Double = CPUQuota.monotonicTime) {
    maximum = limit
    self.now = now
  }

  /// The number of seconds since the machine started.
  package static let monotonicTime: @Sendable () -> Double = {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Records used processor time.
  func record(_ time: Double) {
    let second = Int(now())
    used.withLock { pieces in
      if pieces.last?.second == second {
        pieces[pieces.count - 1].time += time
      } else {
        pieces.removeAll { $0.second <= second - 60 }
        pieces.append(Piece(second: second, time: time))
      }
    }
  }

  /// The overrun, if the limit is exceeded.
  var overrun: WorkBudget.Overrun? {
    let second = Int(now())
    let sum = used.withLock { pieces in pieces.reduce(0) { $1.second > second - 60 ? $0 + $1.time : $0 } }
    return sum > maximum ? .share(used: sum, limit: maximum) : nil
  }
}
