package import TesseraServices
import TesseraValues

/// The source `machine`: the figures of this machine, with rates since they were last asked for.
package actor MachineSource: LocalSourceProvider {
  /// The time over which rates are measured if nothing was asked for lately.
  private static let shortestSample = Duration.milliseconds(250)
  /// The time after which former figures are too old for rates.
  private static let longestSample = Duration.seconds(300)

  private let reader: MachineReader
  private let clock: any Clock<Duration>
  private var last: (figures: MachineFigures, time: Duration)?
  private let start: ContinuousClock.Instant

  /// - Parameter clock: Waits for the end of a sample.
  package init(reader: MachineReader = MachineReader(), clock: any Clock<Duration> = ContinuousClock()) {
    self.reader = reader
    self.clock = clock
    start = .now
  }

  package func response(to path: String) async -> NetworkResponse {
    guard path == "/figures" else { return NetworkResponse(status: 404) }
    return .json(await figures())
  }

  /// Returns the figures of this moment as JSON.
  func figures() async -> Value {
    let recent = last.flatMap { passed - $0.time <= Self.longestSample ? $0 : nil }
    let former = recent ?? (figures: reader.figures(), time: passed)
    if passed - former.time < Self.shortestSample { try? await clock.sleep(for: Self.shortestSample) }
    let figures = reader.figures()
    let now = passed
    last = (figures, now)
    return figures.value(since: former.figures, seconds: (now - former.time) / .seconds(1))
  }

  private var passed: Duration { start.duration(to: .now) }
}

extension NetworkResponse {
  /// Returns a response with a JSON body.
  static func json(_ value: Value) -> NetworkResponse {
    NetworkResponse(headers: ["content-type": "application/json"], body: Array(JSONText.text(of: value).utf8))
  }
}
