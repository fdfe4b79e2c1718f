import TesseraValues
import Testing

@Suite("An exponential back-off")
struct ExponentialBackoffTests {
  @Test(arguments: [(0, 1), (1, 1), (2, 2), (3, 4), (8, 128), (9, 256), (10, 300), (1000, 300)])
  func `doubles the delay with each failure, up to the maximum`(failures: Int, seconds: Int) {
    let backoff = ExponentialBackoff(first: .seconds(1), maximum: .seconds(300))
    #expect(backoff.delay(afterFailures: failures) == .seconds(seconds))
  }
}
