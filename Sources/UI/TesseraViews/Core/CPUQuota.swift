import Foundation
import Synchronization

/// How much of the processor the presentations of a widget use up together: seconds within a minute, whoever of them does.
package final class CPUQuota: Sendable {
  /// Seconds of processor time within a minute.
  package let limit: Double
  private let now: @Sendable () -> Double
  private let used = Mutex<[Piece]>([])

  /// What was used up within a second.
  private struct Piece {
    var second: Int
    var time: Double
  }

  /// - Parameter now: seconds on a clock that goes on while the machine sleeps or works.
  package init(limit: Double = 30, now: @escaping @Sendable () -> Double = CPUQuota.monotonicTime) {
    self.limit = limit
    self.now = now
  }

  /// Seconds since the machine began.
  package static let monotonicTime: @Sendable () -> Double = {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Counts time that was used up.
  func note(_ time: Double) {
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

  /// What was used up, where that is too much.
  var overrun: WorkBudget.Overrun? {
    let second = Int(now())
    let sum = used.withLock { pieces in pieces.reduce(0) { $1.second > second - 60 ? $0 + $1.time : $0 } }
    return sum > limit ? .share(used: sum, limit: limit) : nil
  }
}
