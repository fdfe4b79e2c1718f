import Foundation
import TesseraTestSupport
import Testing

@testable import TesseraBoard

extension UpdateScheduler {
  /// Answers each request when it is due, up to a date.
  fileprivate mutating func run(until end: Date, _ reply: (UpdateRequest, Date) -> UpdateResponse) {
    while let date = nextDate, date < end {
      for request in due(at: date) { answer(reply(request, date), to: request, at: date) }
    }
  }
}

@Suite("Scheduling of widget updates")
struct UpdateSchedulerTests {
  private static let start = Date(timeIntervalSince1970: 1_790_000_000)
  private static let hour = 3600.0

  private static func at(_ seconds: Double) -> Date { start.addingTimeInterval(seconds) }

  /// Limits without jitter, coalescing and learning, so that dates are exact.
  private static var plain: UpdateLimits {
    var limits = UpdateLimits()
    limits.mergeWindow = 0
    limits.maximumJitter = 0
    limits.learns = false
    return limits
  }

  /// Returns a scheduler with one widget whose first request has been answered.
  private func answered(
    _ answer: UpdateResponse, limits: UpdateLimits = Self.plain, interval: Double? = nil
  ) throws -> UpdateScheduler {
    var scheduler = UpdateScheduler(limits: limits)
    scheduler.add("a", interval: interval, at: Self.start)
    let requests = scheduler.due(at: Self.start)
    let request = try #require(requests.first)
    #expect(request.cause == .added)
    let isTaken1 = scheduler.answer(answer, to: request, at: Self.start)
    #expect(isTaken1)
    return scheduler
  }

  /// Returns the whole seconds since the start.
  private func seconds(_ date: Date?) -> Double? { date?.timeIntervalSince(Self.start).rounded() }

  /// Worked examples: a character that heals a quarter per hour, and a market that is closed.
  @Test(
    arguments: [
      ([0, 1, 2, 3], UpdatePolicy.atEnd, 3), ([0], .never, nil), ([0, 1, 2, 3], .after(at(2 * hour)), 2),
      ([0, 2], .atEnd, 2), ([0], .after(at(62 * hour)), 62),
      // A past or unspecified date still respects the spacing.
      ([-5], .atEnd, 0.25), ([], .atEnd, 0.25), ([0], .after(at(-9)), 0.25),
    ] as [([Double], UpdatePolicy, Double?)])
  func `a timeline sets the date of the next request`(_ hours: [Double], _ policy: UpdatePolicy, _ next: Double?) throws
  {
    let scheduler = try answered(.timeline(hours.map { Self.at($0 * Self.hour) }, policy))
    #expect(seconds(scheduler["a"]?.next) == next.map { $0 * Self.hour })
    #expect(seconds(scheduler.nextDate) == next.map { $0 * Self.hour })
  }

  @Test func `entries are sorted, spaced and limited`() throws {
    let dates = [600, 0, -50, -10, 10, 299, 300, 900, 1000].map(Self.at)
    let scheduler = try answered(.timeline(dates, .never))
    let schedule = try #require(scheduler["a"])
    #expect(schedule.entries.map(seconds) == [0, 300, 600, 900])
    let many = try answered(.timeline((0..<100_000).map { Self.at(Double($0) * 600) }, .atEnd))
    #expect(many["a"]?.entries.count == 500)
  }

  @Test func `an update may answer without a timeline`() throws {
    #expect(seconds(try answered(.newData, interval: 3600)["a"]?.next) == 3600)
    #expect(try answered(.newData)["a"]?.next == nil)
    #expect(seconds(try answered(.noData, interval: 3600)["a"]?.next) == 3600)
    // The widget is updated again after the same time, unless specified otherwise.
    var scheduler = try answered(.timeline([Self.start], .after(Self.at(7200))))
    let requests = scheduler.due(at: Self.at(7200))
    scheduler.answer(.noData, to: try #require(requests.first), at: Self.at(7200))
    #expect(seconds(scheduler["a"]?.next) == 14_400)
    #expect(scheduler["a"]?.entries == [Self.start])
  }

  @Test func `a widget that fails every other time is updated all day, with a third of the budget for retries`() throws
  {
    var limits = Self.plain
    limits.budget = 40
    var scheduler = UpdateScheduler(limits: limits)
    scheduler.add("a", interval: 2700, at: Self.start)
    var asked: [(time: Double, cause: UpdateCause)] = []
    scheduler.run(until: Self.at(3 * 86_400)) { request, date in
      asked.append((date.timeIntervalSince(Self.start), request.cause))
      return asked.count.isMultiple(of: 2) ? .newData : .failed
    }
    let pauses = zip(asked.dropFirst(), asked).map { $0.time - $1.time }
    #expect(try #require(pauses.max()) <= Self.hour)
    for (start, _) in asked {
      let day = asked.filter { (start..<start + 86_400).contains($0.time) }
      #expect(day.count <= 40)
      #expect(day.count { $0.cause == .retry } <= 13)
    }
  }

  @Test func `a lowered budget leaves valid dates, and a budget of two or more leaves a retry`() throws {
    var limits = Self.plain
    limits.budget = 50
    var scheduler = UpdateScheduler(limits: limits)
    scheduler.add("a", interval: 900, at: Self.start)
    var count = 0
    while count < 34, let date = scheduler.nextDate {
      for request in scheduler.due(at: date) {
        count += 1
        scheduler.answer(count.isMultiple(of: 2) ? .newData : .failed, to: request, at: date)
      }
    }
    let kept = try #require(scheduler["a"])
    let now = try #require(scheduler.nextDate)
    for budget in [1, 2, 16] {
      limits.budget = budget
      var later = UpdateScheduler(limits: limits)
      later.restore(["a": kept], at: now)
      for request in later.due(at: now.addingTimeInterval(3 * 86_400)) {
        later.answer(.newData, to: request, at: now.addingTimeInterval(3 * 86_400))
      }
      let next = try #require(later["a"]?.next)
      #expect(next.timeIntervalSince(now) < 6 * 86_400, "\(budget)")
    }
    #expect([0, 1, 2, 3, 40].map(UpdateLimits().retries(ofBudget:)) == [0, 0, 1, 1, 13])
  }

  @Test func `a widget without viewers is updated less than half as often, once that is learned`() throws {
    func count(learns: Bool) -> Int {
      var limits = Self.plain
      limits.learns = learns
      var scheduler = UpdateScheduler(limits: limits)
      scheduler.add("a", interval: 900, at: Self.start)
      var count = 0
      scheduler.run(until: Self.at(6 * 86_400)) { _, date in
        if date > Self.at(2 * 86_400) { count += 1 }
        return .newData
      }
      return count
    }
    let (learned, even) = (count(learns: true), count(learns: false))
    #expect(learned > 0 && learned * 2 < even)
  }

  @Test func `retries back off exponentially, give or take a fifth, and the content stays`() throws {
    var scheduler = try answered(.timeline([Self.start], .after(Self.at(900))))
    var now = Self.at(900)
    for failures in 1...12 {
      let requests = scheduler.due(at: now)
      scheduler.answer(.failed, to: try #require(requests.first), at: now)
      let next = try #require(scheduler["a"]?.next)
      let wait = min(14_400, 60 * pow(2, Double(failures - 1)))
      #expect((wait * 0.8...wait * 1.2).contains(next.timeIntervalSince(now)))
      #expect(scheduler["a"]?.failures == failures)
      #expect(scheduler["a"]?.entries == [Self.start])
      #expect(scheduler["a"]?.lastGood == Self.start)
      now = next
    }
    let requests = scheduler.due(at: now)
    scheduler.answer(.newData, to: try #require(requests.first), at: now)
    #expect(scheduler["a"]?.failures == 0)
  }

  @Test func `a missing answer is a failure, and a late, repeated or orphaned one is ignored`() throws {
    var scheduler = UpdateScheduler(limits: Self.plain)
    scheduler.add("a", at: Self.start)
    let requests = scheduler.due(at: Self.start)
    let request = try #require(requests.first)
    #expect(seconds(scheduler.nextDate) == 30)
    let late = scheduler.due(at: Self.at(30))
    #expect(late.isEmpty)
    #expect(scheduler["a"]?.failures == 1)
    let isTaken2 = scheduler.answer(.newData, to: request, at: Self.at(31))
    #expect(!isTaken2)
    let next = try #require(scheduler.nextDate)
    let retries = scheduler.due(at: next)
    let retry = try #require(retries.first)
    #expect(retry.cause == .retry)
    let isTaken3 = scheduler.answer(.newData, to: retry, at: next)
    #expect(isTaken3)
    let isTaken4 = scheduler.answer(.newData, to: retry, at: next)
    #expect(!isTaken4)
    scheduler.add("b", at: next)
    let others = scheduler.due(at: next)
    scheduler.remove("b")
    let isTaken5 = scheduler.answer(.newData, to: others[0], at: next)
    #expect(!isTaken5)
    #expect(scheduler["b"] == nil)
  }

  @Test func `a user's action updates at once, whatever was spent; a content change soon, within the budget`() throws {
    var limits = Self.plain
    limits.budget = 2
    var scheduler = try answered(.newData, limits: limits)
    scheduler.contentDidChange(id: "a", at: Self.at(10))
    #expect(seconds(scheduler.nextDate) == 60)
    let pushed = scheduler.due(at: Self.at(60))
    #expect(pushed.map(\.cause) == [.push])
    scheduler.answer(.newData, to: try #require(pushed.first), at: Self.at(60))
    // Both counted requests have been used.
    scheduler.contentDidChange(kind: "", at: Self.at(130))
    #expect(seconds(scheduler.nextDate) == 86_400)
    for cause in [UpdateCause.refresh, .interaction] {
      scheduler.refresh("a", cause, at: Self.at(200))
      let requests = scheduler.due(at: Self.at(200))
      #expect(requests.map(\.cause) == [cause])
      scheduler.answer(.newData, to: try #require(requests.first), at: Self.at(200))
    }
    #expect(scheduler["a"]?.spent.count == 2)
  }

  @Test func `a cause that arises during an update leads to another one`() throws {
    var scheduler = UpdateScheduler(limits: Self.plain)
    scheduler.add("a", at: Self.start)
    let first = scheduler.due(at: Self.start)
    scheduler.refresh("a", at: Self.at(1))
    let none = scheduler.due(at: Self.at(1))
    #expect(none.isEmpty)
    scheduler.answer(.newData, to: try #require(first.first), at: Self.at(2))
    let second = scheduler.due(at: Self.at(2))
    #expect(second.map(\.cause) == [.refresh])
  }

  @Test func `a widget without content is only updated on a user's request, until it has content again`() throws {
    var scheduler = try answered(.newData, interval: 3600)
    scheduler.setHasContent("a", false, at: Self.at(10))
    #expect(scheduler.nextDate == nil)
    scheduler.contentDidChange(at: Self.at(20))
    #expect(scheduler.nextDate == nil)
    scheduler.refresh("a", at: Self.at(30))
    #expect(seconds(scheduler.nextDate) == 30)
    let requests = scheduler.due(at: Self.at(30))
    scheduler.answer(.newData, to: try #require(requests.first), at: Self.at(31))
    #expect(scheduler["a"]?.next == nil)
    scheduler.setHasContent("a", true, at: Self.at(40))
    #expect(seconds(scheduler.nextDate) == 60)
    #expect(scheduler["a"]?.cause == .content)
  }

  @Test func `a widget that becomes visible is updated if its content is old`() throws {
    var scheduler = try answered(.newData, interval: 36_000)
    scheduler.setVisible("a", true, at: Self.at(600))
    #expect(seconds(scheduler.nextDate) == 36_000)
    scheduler.setVisible("a", false, at: Self.at(700))
    scheduler.setVisible("a", true, at: Self.at(2000))
    let requests = scheduler.due(at: Self.at(2000))
    #expect(requests.map(\.cause) == [.appeared])
  }

  @Test func `sixty simultaneous requests are sent a few at a time, each once, in order`() throws {
    var scheduler = UpdateScheduler(limits: Self.plain)
    let ids = (0..<60).map { String(format: "w%02d", $0) }
    for id in ids { scheduler.add(id, at: Self.start) }
    var asked: [String] = []
    var underWay: [UpdateRequest] = []
    var time = 0.0
    while asked.count < 60 {
      underWay += scheduler.due(at: Self.at(time))
      #expect(underWay.count <= 4)
      asked += underWay.map(\.id)
      for request in underWay { scheduler.answer(.newData, to: request, at: Self.at(time)) }
      underWay = []
      time += 1
    }
    #expect(asked == ids)
  }

  @Test func `common dates are spread, and close dates are merged`() throws {
    var scheduler = UpdateScheduler(seed: 7)
    var limits = UpdateLimits()
    limits.learns = false
    for number in 0..<200 {
      scheduler.add("w\(number)", at: Self.start)
      let requests = scheduler.due(at: Self.start)
      scheduler.answer(
        .timeline([Self.start], .after(Self.at(7200))), to: try #require(requests.first), at: Self.start)
    }
    let dates = (0..<200).compactMap { seconds(scheduler["w\($0)"]?.next) }
    #expect(dates.count == 200)
    #expect(dates.allSatisfy { $0 >= 7200 && $0 <= 7200 + 300 + 30 })
    #expect(Set(dates).count > 5 && Set(dates).count <= 12)
  }

  @Test func `a widget that always wants updates spreads its budget over the whole day`() throws {
    var limits = Self.plain
    limits.budget = 48
    var scheduler = UpdateScheduler(limits: limits)
    scheduler.add("a", interval: 60, at: Self.start)
    scheduler.add("b", interval: 60, budget: 24, at: Self.start)
    var dates: [String: [Double]] = [:]
    scheduler.run(until: Self.at(4 * 86_400)) { request, date in
      dates[request.id, default: []].append(date.timeIntervalSince(Self.start))
      return .newData
    }
    for (id, budget) in [("a", 48.0), ("b", 24.0)] {
      let dates = try #require(dates[id])
      let gaps = zip(dates.dropFirst(), dates).map { $0 - $1 }
      // Slightly more than the length of a day divided by the budget.
      #expect(try #require(gaps.max()) <= 86_400 / budget * 1.2)
      #expect(Double(dates.count) >= 4 * budget * 0.85)
    }
  }

  @Test func `hours without viewers get fewer updates, once that is learned`() throws {
    var limits = UpdateLimits()
    limits.maximumJitter = 0
    var scheduler = UpdateScheduler(limits: limits)
    scheduler.add("a", interval: 900, at: Self.start)
    var counts: [Int: Int] = [:]
    var now = Self.start
    let end = Self.at(10 * 86_400)
    var isVisible = false
    while now < end {
      let hour = Int(now.timeIntervalSince1970 / 3600) % 24
      let isSeen = (8..<10).contains(hour)
      if isSeen != isVisible { scheduler.setVisible("a", isSeen, at: now) }
      isVisible = isSeen
      for request in scheduler.due(at: now) {
        if now > Self.at(3 * 86_400) { counts[hour, default: 0] += 1 }
        scheduler.answer(.newData, to: request, at: now)
      }
      now.addTimeInterval(30)
    }
    #expect(counts[8, default: 0] >= 2 * counts[20, default: 0])
    #expect(counts[20, default: 0] > 0)
  }

  @Test func `a clock that is set back moves all dates along; one that jumps forward loses nothing`() throws {
    var scheduler = try answered(.newData, interval: 3600)
    scheduler.contentDidChange(at: Self.at(-7200 + 30))
    // Two hours earlier according to the clock, but actually half a minute later.
    #expect(seconds(scheduler["a"]?.lastGood) == -7170)
    #expect(seconds(scheduler.nextDate) == -7110)
    let requests = scheduler.due(at: Self.at(2 * 86_400))
    #expect(requests.map(\.id) == ["a"])
    #expect(seconds(scheduler.nextDate) == 172_830)
  }

  @Test func `a restart restores dates, causes and spending, and repeats pending requests`() throws {
    var scheduler = try answered(.newData, interval: 3600)
    scheduler.add("b", at: Self.at(10))
    let requests = scheduler.due(at: Self.at(10))
    #expect(requests.map(\.id) == ["b"])
    let kept = try JSONDecoder().decode(
      [String: UpdateSchedule].self, from: try JSONEncoder().encode(scheduler.all))
    #expect(kept == scheduler.all)
    var other = UpdateScheduler(limits: Self.plain)
    other.restore(kept, at: Self.at(100))
    #expect(seconds(other["a"]?.next) == 3600)
    #expect(other["a"]?.spent == [Self.start])
    let again = other.due(at: Self.at(100))
    #expect(again.map(\.id) == ["b"])
    #expect(again.map(\.cause) == [.retry])
  }

  @Test(arguments: 0..<20)
  func `no budget or spacing is ever exceeded, and every widget is updated again`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var limits = UpdateLimits()
    limits.budget = Int.random(in: 3...40, using: &random)
    var scheduler = UpdateScheduler(limits: limits, seed: UInt64(seed))
    let ids = (0..<8).map { "w\($0)" }
    for id in ids { scheduler.add(id, interval: 600, at: Self.start) }
    var asked: [String: [(date: Date, cause: UpdateCause)]] = [:]
    var underWay: [UpdateRequest] = []
    var time = 0.0
    while time < 3 * 86_400 {
      let now = Self.at(time)
      let id = ids[Int.random(in: 0..<8, using: &random)]
      switch Int.random(in: 0..<12, using: &random) {
      case 0: scheduler.contentDidChange(id: id, at: now)
      case 1: scheduler.refresh(id, at: now)
      case 2: scheduler.setVisible(id, Bool.random(using: &random), at: now)
      case 3 where Int.random(in: 0..<20, using: &random) == 0: scheduler.setHasContent(id, false, at: now)
      case 4: for id in ids { scheduler.setHasContent(id, true, at: now) }
      default: break
      }
      let requests = scheduler.due(at: now)
      for request in requests { asked[request.id, default: []].append((now, request.cause)) }
      underWay += requests
      underWay.removeAll { request in
        switch Int.random(in: 0..<4, using: &random) {
        case 0: false
        case 1: scheduler.answer(.failed, to: request, at: now) || true
        case 2: scheduler.answer(.timeline([now], .atEnd), to: request, at: now) || true
        default: scheduler.answer(.newData, to: request, at: now) || true
        }
      }
      time += Double.random(in: 1...200, using: &random)
    }
    for id in ids {
      let counted = (asked[id] ?? []).filter(\.cause.isCounted)
      for (index, request) in counted.enumerated() {
        let day = counted[index...].prefix { $0.date.timeIntervalSince(request.date) < 86_400 }
        #expect(day.count <= limits.budget)
        if index > 0, request.cause == .scheduled {
          #expect(request.date.timeIntervalSince(counted[index - 1].date) >= limits.reloadSpacing)
        }
      }
      #expect(counted.count > 3)
    }
  }
}
