import Foundation
import Synchronization
import TeamExtension
import TesseraBundles
import TesseraTestSupport
import TesseraValues
import Testing

@testable import TesseraRuntime

/// The flight widget of the Today extensions, as originally written. A caller that asks during another request starts a
/// request of its own, and fetched data is shown one query later.
private actor OriginalFlight {
  private let clock: any Clock<Duration>
  private var isLoaded = false
  private(set) var indicator = 0

  init(_ clock: any Clock<Duration>) { self.clock = clock }

  private func fetch() async {
    await ClockSleep.sleep(for: .seconds(5), on: clock)
    isLoaded = true
  }

  func appear() async { await fetch() }

  /// Called immediately for queries that are answered immediately.
  func update(_ activities: IdlenessTracker) async -> UpdateResult {
    if isLoaded {
      isLoaded = false
      activities.start { await self.fetch() }
      return .noData
    }
    await fetch()
    return .newData([:])
  }
}

@Suite("The flight widget")
struct FlightWidgetTests {
  private static let start = Date(timeIntervalSince1970: 1_790_000_000)

  /// The times of events and queries, and the expected answers of the original and of our implementation.
  struct TimeLine: Sendable, CustomTestStringConvertible {
    let name: String
    /// The time at which the widget appears; nil for never.
    let appears: Double?
    let updates: [Double]
    /// Pairs of a time and an answer.
    let original: [(Double, String)]
    let ours: [(Double, String)]
    /// The number of requests that our implementation sends to the airline.
    let requests: Int

    var testDescription: String { name }
  }

  private static let timeLines = [
    TimeLine(name: "T1", appears: 0, updates: [0.1], original: [(5.1, "new")], ours: [(5, "new")], requests: 1),
    TimeLine(
      name: "T2", appears: 0, updates: [0.1, 10], original: [(5.1, "new"), (10, "none")],
      ours: [(5, "new"), (15, "none")], requests: 2),
    TimeLine(
      name: "T3", appears: 0, updates: [0.1, 10, 12], original: [(5.1, "new"), (10, "none"), (17, "new")],
      ours: [(5, "new"), (15, "none"), (15, "none")], requests: 2),
    TimeLine(
      name: "T4", appears: 0, updates: [0.1, 10, 12, 16],
      original: [(5.1, "new"), (10, "none"), (16, "none"), (17, "new")],
      ours: [(5, "new"), (15, "none"), (15, "none"), (21, "none")], requests: 3),
    // The labels change here for the first time, but the original reports no change.
    TimeLine(name: "T5", appears: 0, updates: [6], original: [(6, "none")], ours: [(11, "new")], requests: 2),
    TimeLine(
      name: "T6", appears: nil, updates: [0, 60, 120], original: [(5, "new"), (60, "none"), (120, "none")],
      ours: [(5, "new"), (65, "none"), (125, "none")], requests: 3),
    // The button of T7 has the same effect as an update.
    TimeLine(
      name: "T7", appears: nil, updates: [0, 1], original: [(5, "new"), (6, "new")], ours: [(5, "new"), (5, "none")],
      requests: 1),
  ]

  private final class Answers: Sendable {
    private let list = Mutex<[(Double, String)]>([])
    func add(_ seconds: Double, _ result: UpdateResult) {
      let name =
        switch result {
        case .newData: "new"
        case .noData: "none"
        case .failed: "failed"
        }
      list.withLock { $0.append(((seconds * 10).rounded() / 10, name)) }
    }
    var all: [String] { list.withLock { $0.sorted { $0 < $1 }.map { "\($0.0) \($0.1)" } } }
  }

  private func play(
    _ line: TimeLine, appear: (@Sendable () async -> Void)?, update: @escaping @Sendable () async -> UpdateResult,
    on clock: VirtualClock, _ activities: IdlenessTracker
  ) async -> [String] {
    let answers = Answers()
    if let appears = line.appears, let appear {
      activities.start {
        await ClockSleep.sleep(for: .seconds(appears), on: clock)
        await appear()
      }
    }
    for seconds in line.updates {
      activities.start {
        await ClockSleep.sleep(for: .seconds(seconds), on: clock)
        let answer = await update()
        answers.add(clock.date.timeIntervalSince(Self.start), answer)
      }
    }
    await clock.advance(by: .seconds(200))
    return answers.all
  }

  @Test(arguments: timeLines)
  func `of the original answers as described`(_ line: TimeLine) async {
    let activities = IdlenessTracker()
    let clock = VirtualClock(start: Self.start, activities: activities)
    let widget = OriginalFlight(clock)
    let answers = await play(
      line, appear: { await widget.appear() }, update: { await widget.update(activities) }, on: clock, activities)
    // The button of the original ignores loaded data, and so do two queries before anything has been loaded.
    #expect(answers == line.original.map { "\($0.0) \($0.1)" })
  }

  @Test(arguments: timeLines)
  func `answers 'newData' when its drawing changes, and requests once for all callers`(_ line: TimeLine) async {
    let activities = IdlenessTracker()
    let clock = VirtualClock(start: Self.start, activities: activities)
    let requests = Mutex(0)
    let provider = FlightProvider { context in
      requests.withLock { $0 += 1 }
      await ClockSleep.sleep(for: .seconds(5), on: context.clock)
      return Flight(boarding: "12:05", takeoff: "12:35", landing: "18:10", isCheckedIn: true)
    }
    let context = ProviderContext(options: [:], date: Self.start, isPreview: false, hasContent: true, clock: clock) {
      _ in []
    }
    let answers = await play(
      // Appearing adds a viewer: data that is fetched for it is drawn with the next answer.
      line, appear: { await provider.prefetch(in: context) },
      update: {
        // A caller that joins another caller's request only waits for time to pass.
        let isJoining = await provider.waiting > 0
        if isJoining { activities.fallAsleep() }
        let answer = await provider.update(in: context)
        if isJoining { activities.wakeUp() }
        return answer
      }, on: clock, activities)
    #expect(answers == line.ours.map { "\($0.0) \($0.1)" })
    #expect(requests.withLock { $0 } == line.requests)
    #expect(await provider.waiting == 0)
  }

  @Test func `reports that the airline does not respond, and recovers when it does`() async {
    struct Silence: Error {}
    let isSilent = Mutex(true)
    let provider = FlightProvider { _ in
      if isSilent.withLock({ $0 }) { throw Silence() }
      return Flight(boarding: "12:05", takeoff: "12:35", landing: "18:10", isCheckedIn: false)
    }
    let context = ProviderContext(
      options: [:], date: Self.start, isPreview: false, hasContent: true, clock: ContinuousClock()
    ) { _ in [] }
    #expect(await provider.update(in: context) == .failed("The airline does not answer"))
    isSilent.withLock { $0 = false }
    guard case .newData(let content) = await provider.update(in: context) else {
      Issue.record("new data")
      return
    }
    #expect(content["takeoff"] == "12:35")
    #expect(await provider.update(in: context) == .noData)
  }
}
