import Foundation
import Testing

@testable import TesseraCluster

@Suite("The date of a cluster")
struct ClusterClockTests {
  private let own = Date(timeIntervalSince1970: 5)

  @Test func `is that of the host until the database has told its own`() {
    #expect(ClusterClock().date(at: .now, orElse: own) == own)
  }

  @Test(arguments: [0, 1.5, 3600])
  func `goes on from what the database told last`(seconds: Double) {
    var clock = ClusterClock()
    let instant = ContinuousClock.now
    clock.set(Date(timeIntervalSince1970: 1), at: instant - .seconds(60))
    clock.set(Date(timeIntervalSince1970: 1_800_000_000), at: instant)
    let date = clock.date(at: instant + .seconds(seconds), orElse: own)
    #expect(abs(date.timeIntervalSince1970 - 1_800_000_000 - seconds) < 0.001)
  }
}
