package import Foundation
import HeapModule
import TesseraValues

/// Schedules update requests to widgets.
///
/// The scheduler is a state machine: times are passed in, randomness comes from a seed, and no call blocks. The host
/// calls ``due(at:)`` at ``nextDate`` and after every other call, sends the returned requests, and passes the responses
/// to ``answer(_:to:at:)``.
///
/// - Complexity: Each call takes O(log *n*) time in the number of widgets.
package struct UpdateScheduler: Sendable {
  /// A position in the queue: the date of a widget's next request or its deadline.
  private struct QueueEntry: Sendable, Comparable {
    let date: Date
    let ticket: Int
    let id: String

    static func < (left: QueueEntry, right: QueueEntry) -> Bool {
      (left.date, left.ticket) < (right.date, right.ticket)
    }
  }

  /// The update limits.
  package let limits: UpdateLimits
  private let seed: UInt64
  private var schedules: [String: UpdateSchedule] = [:]
  private var queue = Heap<QueueEntry>()
  /// The due requests that wait because too many are in progress, in order.
  private var waiting: [QueueEntry] = []
  private var firstWaiting = 0
  private var inFlight = 0
  private var ticketCount = 0
  /// The number of all requests, including those to removed widgets. It numbers the requests.
  private var questionCount = 0
  private var lastDate: Date?

  /// Creates a scheduler without widgets.
  package init(limits: UpdateLimits = UpdateLimits(), seed: UInt64 = 0) {
    self.limits = limits
    self.seed = seed
  }

  /// Returns the update state of a widget.
  package subscript(id: String) -> UpdateSchedule? { schedules[id] }

  /// The update states of all widgets, for persistence.
  package var all: [String: UpdateSchedule] { schedules }

  /// The next date at which to call ``due(at:)``, or nil if nothing is planned.
  package var nextDate: Date? {
    if firstWaiting < waiting.count, inFlight < limits.maximumInFlight { return lastDate ?? waiting[firstWaiting].date }
    return queue.min?.date
  }

  // MARK: Widgets

  /// Adds a widget, whose first request is due immediately.
  ///
  /// - Parameters:
  ///   - id: The identifier of the widget.
  ///   - kind: The kind, by which several widgets can be reloaded together.
  ///   - interval: The number of seconds from a response without a date to the next request, or nil for no further
  ///     request.
  ///   - budget: The maximum number of counted requests within 24 hours, or nil for the maximum of the limits.
  ///   - now: The current date.
  package mutating func add(
    _ id: String, kind: String = "", interval: Double? = nil, budget: Int? = nil, at now: Date
  ) {
    let now = adjusted(now)
    var schedule = UpdateSchedule(kind: kind, interval: interval, budget: budget, at: now)
    plan(now, .added, &schedule, now)
    store(schedule, id)
  }

  /// Records that a widget's documents changed. The next request is due as soon as the budget allows.
  package mutating func change(_ id: String, kind: String, interval: Double?, budget: Int?, at now: Date) {
    let now = adjusted(now)
    guard var schedule = schedules[id] else { return }
    (schedule.kind, schedule.interval, schedule.budget) = (kind, interval, budget)
    planEarlier(now, .push, &schedule, now)
    store(schedule, id)
  }

  /// Restores the state before a restart. Requests that were in progress are retried.
  package mutating func restore(_ kept: [String: UpdateSchedule], at now: Date) {
    let now = adjusted(now)
    for (id, var schedule) in kept {
      if schedule.underWay != nil {
        schedule.underWay = nil
        schedule.deadline = nil
        planRetry(at: now, &schedule, now)
      }
      schedule.isVisible = false
      schedule.visibilityDate = now
      store(schedule, id)
    }
  }

  /// Removes a widget. A response to a request in progress is ignored.
  package mutating func remove(_ id: String) {
    if schedules.removeValue(forKey: id)?.underWay != nil { inFlight -= 1 }
    dropStaleEntries()
  }

  /// Records whether a widget may be visible.
  package mutating func setVisible(_ id: String, _ isVisible: Bool, at now: Date) {
    let now = adjusted(now)
    guard var schedule = schedules[id], schedule.isVisible != isVisible else { return }
    schedule.observe(until: now, secondsFromGMT: limits.secondsFromGMT)
    schedule.isVisible = isVisible
    let isOld = schedule.age(at: now).map { $0 > limits.reloadSpacing } ?? true
    if isVisible, isOld, schedule.next != nil { planEarlier(now, .appeared, &schedule, now) }
    store(schedule, id)
  }

  /// Records that content changed, of one widget, of all widgets of a kind, or of all widgets.
  package mutating func contentDidChange(id: String? = nil, kind: String? = nil, at now: Date) {
    let now = adjusted(now)
    for id in id.map({ [$0] }) ?? Array(schedules.keys) {
      guard var schedule = schedules[id], kind == nil || schedule.kind == kind, schedule.hasContent else { continue }
      planEarlier(now, .push, &schedule, now)
      store(schedule, id)
    }
  }

  /// Schedules an immediate request, because a person requested an update or interacted with the widget.
  package mutating func refresh(_ id: String, _ cause: UpdateCause = .refresh, at now: Date) {
    let now = adjusted(now)
    guard var schedule = schedules[id] else { return }
    planEarlier(now, cause, &schedule, now)
    store(schedule, id)
  }

  /// Records whether a widget has content. Without content, it is not updated until it has content again or a person
  /// requests an update.
  package mutating func setHasContent(_ id: String, _ hasContent: Bool, at now: Date) {
    let now = adjusted(now)
    guard var schedule = schedules[id], schedule.hasContent != hasContent else { return }
    schedule.hasContent = hasContent
    if hasContent { plan(now, .content, &schedule, now) } else { schedule.next = nil }
    store(schedule, id)
  }

  // MARK: Requests and responses

  /// Returns the requests to send now. Requests whose deadline has passed are recorded as failures first.
  package mutating func due(at date: Date) -> [UpdateRequest] {
    let now = adjusted(date)
    while let entry = queue.min, entry.date <= now {
      _ = queue.popMin()
      guard let schedule = schedules[entry.id], schedule.ticket == entry.ticket else { continue }
      if schedule.underWay != nil {
        complete(entry.id, .failed, now)
      } else {
        waiting.append(entry)
      }
    }
    var requests: [UpdateRequest] = []
    while inFlight < limits.maximumInFlight, firstWaiting < waiting.count {
      let entry = waiting[firstWaiting]
      firstWaiting += 1
      if let request = start(entry, now) { requests.append(request) }
    }
    if firstWaiting == waiting.count || firstWaiting > 1024 {
      waiting.removeFirst(firstWaiting)
      firstWaiting = 0
    }
    return requests
  }

  /// Records the response to a request.
  ///
  /// - Returns: Whether the response was accepted. A response to a request that has already ended is ignored.
  @discardableResult
  package mutating func answer(_ answer: UpdateResponse, to request: UpdateRequest, at date: Date) -> Bool {
    let now = adjusted(date)
    guard schedules[request.id]?.underWay == request.number else { return false }
    complete(request.id, answer, now)
    return true
  }

  private mutating func start(_ entry: QueueEntry, _ now: Date) -> UpdateRequest? {
    guard var schedule = schedules[entry.id], schedule.ticket == entry.ticket, schedule.underWay == nil else {
      return nil
    }
    let cause = schedule.cause
    if cause.isCounted {
      // Another request may have been sent since this one was planned.
      guard allowed(now, cause, schedule, now, merging: false) <= now else {
        schedule.next = allowed(now, cause, schedule, now)
        store(schedule, entry.id)
        return nil
      }
      schedule.spent.removeAll { now.timeIntervalSince($0) >= 86_400 }
      schedule.spent.append(now)
      if cause == .retry { schedule.retried = schedule.retries(within24HoursBefore: now) + [now] }
    }
    schedule.requestCount += 1
    questionCount += 1
    schedule.isCountedUnderWay = cause.isCounted
    let request = UpdateRequest(
      id: entry.id, number: questionCount, cause: cause, date: now,
      deadline: now.addingTimeInterval(limits.deadline))
    schedule.underWay = request.number
    schedule.deadline = request.deadline
    schedule.lastRequest = now
    schedule.next = nil
    inFlight += 1
    store(schedule, entry.id)
    return request
  }

  private mutating func complete(_ id: String, _ answer: UpdateResponse, _ now: Date) {
    guard var schedule = schedules[id] else { return }
    schedule.underWay = nil
    schedule.deadline = nil
    inFlight -= 1
    // A request that was planned in the meantime is sent in any case.
    let pending = schedule.next.map { ($0, schedule.cause) }
    schedule.next = nil
    if case .failed = answer {
      // A failed attempt by a person does not delay the planned requests.
      if schedule.isCountedUnderWay != false || schedule.failures == 0 { schedule.failures += 1 }
      let backoff = ExponentialBackoff(first: .seconds(limits.backoff), maximum: .seconds(limits.maximumBackoff))
      let wait = backoff.delay(afterFailures: schedule.failures) / .seconds(1)
      let chance = 0.8 + 0.4 * self.chance(id, schedule.requestCount)
      planRetry(at: now.addingTimeInterval(wait * chance), &schedule, now)
    } else {
      schedule.failures = 0
      if case .skipped = answer {} else { schedule.lastGood = now }
      switch answer {
      case .timeline(let dates, let policy):
        schedule.entries = entries(dates, now)
        plan(policy, of: id, &schedule, now)
      case .newData:
        schedule.entries = [now]
        planInterval(schedule.interval, &schedule, now)
      // A widget that has not shown anything yet is updated again in any case.
      default:
        let first = schedule.entries.isEmpty && answer == .noData ? limits.reloadSpacing : nil
        planInterval(schedule.interval ?? schedule.span ?? first, &schedule, now)
      }
    }
    if let (date, cause) = pending { planEarlier(date, cause, &schedule, now) }
    store(schedule, id)
  }

  /// Returns the entries in order, limited in number and density. Of the past entries, only the last one is kept.
  private func entries(_ dates: [Date], _ now: Date) -> [Date] {
    let sorted = dates.sorted()
    let current = sorted.last { $0 <= now }
    var kept = current.map { [$0] } ?? []
    for date in sorted where date > now && kept.count < limits.maximumEntries {
      if let last = kept.last, date.timeIntervalSince(last) < limits.entrySpacing { continue }
      kept.append(date)
    }
    return kept
  }

  // MARK: Planning

  private func plan(_ policy: UpdatePolicy, of id: String, _ schedule: inout UpdateSchedule, _ now: Date) {
    var wanted: Date
    switch policy {
    case .never:
      schedule.span = nil
      return
    case .atEnd: wanted = max(now, schedule.entries.last ?? now)
    case .after(let date):
      wanted = max(now, date)
      let jitter = min(limits.maximumJitter, wanted.timeIntervalSince(now) / 10)
      wanted.addTimeInterval(jitter * chance(id, schedule.requestCount))
    }
    schedule.span = wanted.timeIntervalSince(now)
    plan(wanted, .scheduled, &schedule, now)
  }

  /// Plans a retry.
  ///
  /// Retries have a share of the budget, so that a service with bad hours does not use up the updates of its good
  /// hours. Once the share is spent, the next request is a regular one.
  private func planRetry(at date: Date, _ schedule: inout UpdateSchedule, _ now: Date) {
    let hasShare = schedule.retries(within24HoursBefore: date).count < limits.retries(ofBudget: budget(of: schedule))
    plan(date, hasShare ? .retry : .scheduled, &schedule, now)
  }

  private func planInterval(_ interval: Double?, _ schedule: inout UpdateSchedule, _ now: Date) {
    guard let interval else { return }
    plan(now.addingTimeInterval(interval), .scheduled, &schedule, now)
  }

  private func plan(_ date: Date, _ cause: UpdateCause, _ schedule: inout UpdateSchedule, _ now: Date) {
    guard schedule.hasContent || !cause.isCounted else { return }
    let allowed = allowed(date, cause, schedule, now)
    schedule.next = allowed == .distantFuture ? nil : allowed
    schedule.cause = cause
  }

  /// Plans a request unless the planned one is earlier. While a request is in progress, the new one follows it.
  private func planEarlier(_ date: Date, _ cause: UpdateCause, _ schedule: inout UpdateSchedule, _ now: Date) {
    guard schedule.hasContent || !cause.isCounted else { return }
    let allowed = allowed(date, cause, schedule, now)
    guard allowed < .distantFuture else { return }
    if let next = schedule.next, next <= allowed, cause.isCounted || !schedule.cause.isCounted { return }
    schedule.next = allowed
    schedule.cause = cause
  }

  /// Returns the earliest date, not before the wanted one, at which the limits allow a request.
  private func allowed(
    _ wanted: Date, _ cause: UpdateCause, _ schedule: UpdateSchedule, _ now: Date, merging: Bool = true
  ) -> Date {
    guard cause.isCounted else { return now }
    var date = max(wanted, now)
    var spacing = limits.reloadSpacing
    // With a budget of 0, the widget is updated once, and afterward only on request of a person.
    if limits.budget < 1, cause != .added { return .distantFuture }
    if cause == .push || cause == .content {
      spacing = limits.pushSpacing
    } else if cause == .retry {
      spacing = 0
    } else if cause == .scheduled {
      spacing = max(spacing, pace(of: schedule, at: date))
    }
    if let last = schedule.spent.last { date = max(date, last.addingTimeInterval(spacing)) }
    if merging, limits.mergeWindow > 0, cause != .push, cause != .added {
      let slots = (date.timeIntervalSince1970 / limits.mergeWindow).rounded(.up)
      date = Date(timeIntervalSince1970: slots * limits.mergeWindow)
    }
    // The budget applies to any period of 24 hours.
    let recent = schedule.spent.filter { date.timeIntervalSince($0) < 86_400 }
    let budget = budget(of: schedule)
    if recent.count >= budget {
      date = max(date, recent[recent.count - budget].addingTimeInterval(86_400))
    }
    return date
  }

  /// Returns the maximum number of counted requests to a widget within 24 hours, at least one.
  package func budget(of schedule: UpdateSchedule) -> Int {
    max(1, min(schedule.budget ?? limits.budget, limits.budget))
  }

  /// The share of the budget for planned dates. The rest is reserved for unplanned updates.
  private static let plannedPart = 0.9
  /// The share of the budget that may be spent as fast as the spacing allows.
  private static let freePart = 0.1

  /// Returns the number of seconds between requests with which the budget lasts for the whole day, with more requests
  /// in the relevant hours.
  private func pace(of schedule: UpdateSchedule, at date: Date) -> TimeInterval {
    let budget = Double(budget(of: schedule))
    guard Double(schedule.spent.count { date.timeIntervalSince($0) < 86_400 }) >= Self.freePart * budget else {
      return 0
    }
    // Retries reduce what is left for planned dates. They can exceed a budget that was lowered in the meantime.
    let left = max(1, budget - Double(schedule.retries(within24HoursBefore: date).count))
    let even = 86_400 / (Self.plannedPart * left)
    guard limits.learns else { return even }
    return even * schedule.meanWeight(at: date) / schedule.weight(at: date, secondsFromGMT: limits.secondsFromGMT)
  }

  private mutating func store(_ schedule: UpdateSchedule, _ id: String) {
    var schedule = schedule
    ticketCount += 1
    schedule.ticket = ticketCount
    if let date = schedule.underWay != nil ? schedule.deadline : schedule.next {
      queue.insert(QueueEntry(date: date, ticket: ticketCount, id: id))
    }
    schedules[id] = schedule
    dropStaleEntries()
    // Outdated positions behind a far-off date are not dropped otherwise.
    if queue.count > 2 * schedules.count + 64 {
      queue = Heap(queue.unordered.filter { schedules[$0.id]?.ticket == $0.ticket })
    }
  }

  /// Removes outdated positions from the front of the queue.
  private mutating func dropStaleEntries() {
    while let entry = queue.min, schedules[entry.id]?.ticket != entry.ticket { _ = queue.popMin() }
  }

  /// Returns a deterministic pseudorandom number from 0 to 1 that differs between widgets and requests (FNV-1a,
  /// followed by SplitMix64's mixing function).
  private func chance(_ id: String, _ number: Int) -> Double {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325 ^ seed
    for byte in id.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    hash = hash &+ UInt64(truncatingIfNeeded: number) &* 0x9e37_79b9_7f4a_7c15
    hash = (hash ^ (hash >> 30)) &* 0xbf58_476d_1ce4_e5b9
    hash = (hash ^ (hash >> 27)) &* 0x94d0_49bb_1331_11eb
    return Double((hash ^ (hash >> 31)) >> 11) / 9_007_199_254_740_992
  }

  // MARK: The clock

  /// The number of seconds that the clock may be set back without consequences.
  private static let tolerance = 60.0

  /// Records the current time. If the clock was set back, all dates are shifted.
  private mutating func adjusted(_ now: Date) -> Date {
    guard let last = lastDate, now < last else {
      lastDate = now
      return now
    }
    // Within the tolerance, time stands still until the clock catches up.
    let seconds = now.timeIntervalSince(last)
    guard -seconds > Self.tolerance else { return last }
    lastDate = now
    queue = Heap()
    (waiting, firstWaiting) = ([], 0)
    for (id, var schedule) in schedules {
      schedule.shift(by: seconds)
      store(schedule, id)
    }
    return now
  }
}
