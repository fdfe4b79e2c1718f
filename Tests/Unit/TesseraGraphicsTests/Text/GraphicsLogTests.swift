import CPango
import Synchronization
import TesseraGraphics
import Testing

@Suite struct GraphicsLogTests {
  @Test func `reports of the libraries can be received`() {
    let reports = Mutex<[String]>([])
    GraphicsLog.send { report in reports.withLock { $0.append(report) } }
    g_return_if_fail_warning("Pango", "draw", "width > 0")
    GraphicsLog.send { _ in }
    let received = reports.withLock { $0 }
    #expect(received.contains { $0.hasPrefix("Pango: draw") && $0.contains("width > 0") }, "\(received)")
  }
}
