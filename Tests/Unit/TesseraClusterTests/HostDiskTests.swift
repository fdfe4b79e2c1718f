import Synchronization
import Testing

@testable import TesseraCluster

@Suite("The disk of a host")
struct HostDiskTests {
  private final class Disk: Sendable {
    let isExhausted = Mutex(false)
    let tries = Mutex(0)
  }

  private let disk = Disk()
  private let start = ContinuousClock.now

  private func makeHostDisk() -> HostDisk {
    HostDisk { [disk] in
      disk.tries.withLock { $0 += 1 }
      return disk.isExhausted.withLock { $0 }
    }
  }

  @Test func `it is tried once in five seconds, and only changes are told`() {
    let host = makeHostDisk()
    #expect(host.check(at: start) == nil)
    disk.isExhausted.withLock { $0 = true }
    #expect(host.check(at: start + .seconds(4)) == nil)
    #expect(!host.isFull)
    #expect(host.check(at: start + .seconds(5)) == true)
    #expect(host.isFull)
    #expect(host.check(at: start + .seconds(10)) == nil)
    #expect(host.isFull)
    disk.isExhausted.withLock { $0 = false }
    #expect(host.check(at: start + .seconds(15)) == false)
    #expect(!host.isFull)
    #expect(disk.tries.withLock { $0 } == 4)
  }

  @Test func `a board that did not fit is not tried again at once, even if the disk takes less`() {
    let host = makeHostDisk()
    #expect(host.check(at: start) == nil)
    host.refuse(at: start + .seconds(1))
    #expect(host.isFull)
    for second in [5, 10, 30] {
      #expect(host.check(at: start + .seconds(second)) == nil)
      #expect(host.isFull)
    }
    #expect(host.check(at: start + .seconds(31)) == false)
    #expect(!host.isFull)
  }
}
