import Foundation
import HTTPTypes
import Hummingbird
import Synchronization
import TesseraValues
import Testing

@testable import TesseraBoardService
@testable import TesseraServer

@Suite("Whether a server is ready")
struct OperationRouteTests {
  /// A disk that refuses writes as long as it has a failure, and counts them.
  private final class Disk: Sendable {
    let failure = Mutex<WriteProbe.Failure?>(nil)
    let writes = Mutex(0)
    let time = Mutex(ContinuousClock.now)
    let reports = Mutex<[String]>([])

    var probe: WriteProbe {
      WriteProbe {
        self.writes.withLock { $0 += 1 }
        return self.failure.withLock { $0 }
      } now: {
        self.time.withLock { $0 }
      } report: { problem in
        self.reports.withLock { $0.append(problem.message) }
      }
    }

    func wait(_ duration: Duration) { time.withLock { $0 += duration } }
  }

  @Test func `it is not while the disk takes no writes, and says why`() async throws {
    let disk = Disk()
    var configuration = ServerConfiguration()
    configuration.writeProbe = disk.probe
    try await withRoutes(configuration: configuration) { client in
      #expect(try await client.get("/readyz").status == .ok)
      disk.failure.withLock { $0 = WriteProbe.Failure(number: ENOSPC) }
      disk.wait(.seconds(5))
      let refusal = try await client.get("/readyz")
      #expect(refusal.status == .serviceUnavailable && refusal.rule == "store-unavailable")
      #expect(refusal.text.contains("The disk is full"))
      #expect(try await client.get("/healthz").status == .ok)
      disk.failure.withLock { $0 = nil }
      disk.wait(.seconds(5))
      #expect(try await client.get("/readyz").status == .ok)
    }
    #expect(disk.reports.withLock { $0 } == ["The disk is full", "The disk takes writes again"])
  }

  @Test func `the disk is asked at most once in five seconds`() async {
    let disk = Disk()
    let probe = disk.probe
    for _ in 0..<3 { #expect(await probe.failure() == nil) }
    disk.wait(.milliseconds(4999))
    #expect(await probe.failure() == nil)
    #expect(disk.writes.withLock { $0 } == 1)
    disk.wait(.milliseconds(1))
    await withDiscardingTaskGroup { group in for _ in 0..<10 { group.addTask { _ = await probe.failure() } } }
    #expect(disk.writes.withLock { $0 } == 2)
  }

  @Test(arguments: [(ENOSPC, true), (EDQUOT, true), (EROFS, false), (EACCES, false), (EIO, false)] as [(Int32, Bool)])
  func `a full disk and a used-up quota are told as such`(number: Int32, isFull: Bool) {
    let failure = WriteProbe.Failure(number: number)
    #expect(failure.isFull == isFull)
    #expect((failure.message == "The disk is full") == isFull)
  }
}
