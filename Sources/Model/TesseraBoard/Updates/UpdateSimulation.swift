package import Foundation
import HeapModule

/// A fast simulation of days of updates, with widgets whose responses are scripted, people who look at fixed hours, and
/// content that changes.
package struct UpdateSimulation: Sendable {
  /// A widget and its scripted behaviour.
  package struct Widget: Sendable {
    /// The response of a widget.
    package enum Answer: Sendable, Hashable {
      /// There is new content, there is none, or the request failed.
      case newData, noData, failed
      /// No response at all.
      case silence
      /// Entries at offsets in seconds, and the number of seconds until the next request, or nil for no further
      /// request.
      case timeline([Double], after: Double?)
      /// Entries at offsets in seconds. The next request follows the last entry.
      case timelineAtEnd([Double])
    }

    /// An event.
    package enum Event: String, Sendable, CaseIterable {
      /// The content changed.
      case push
      /// A person requested an update.
      case refresh
      /// A person interacted with the widget.
      case interaction
      /// The widget has no content anymore.
      case empty
      /// The widget has content again.
      case content
    }

    /// The identifier.
    package var id: String
    /// The number of seconds between updates if responses specify no date, or nil for no updates.
    package var interval: Double?
    /// The responses, which are repeated from the start after the last one.
    package var answers: [Answer] = [.newData]
    /// The latency of a response, in seconds.
    package var latency = 1.0
    /// The times of each day at which the widget is visible, in seconds since midnight.
    package var visible: [ClosedRange<Double>] = []
    /// The events, with times in seconds since the start.
    package var events: [(time: Double, event: Event)] = []

    /// Creates a widget that always has new content.
    package init(id: String) { self.id = id }
  }

  /// An event of the simulation.
  package struct Line: Sendable {
    /// The time in seconds since the start.
    package let time: Double
    /// The identifier of the widget.
    package let id: String
    /// The event: `asked`, the name of a response, `late` or `silence`.
    package let event: String
    /// The cause of a request, or nil for other events.
    package let cause: UpdateCause?
  }

  /// The result of a simulation.
  package struct Result: Sendable {
    /// The number of requests by cause.
    package internal(set) var requests: [UpdateCause: Int] = [:]
    /// The number of responses by name.
    package internal(set) var answers: [String: Int] = [:]
    /// The highest number of counted requests to a widget within any 24 hours.
    package internal(set) var mostCounted = 0
    /// The highest number of retries for a widget within any 24 hours.
    package internal(set) var mostRetried = 0
    /// The ages of visible content in seconds, sampled every 15 minutes while a widget is visible; sorted.
    package internal(set) var ages: [Double] = []
    /// The number of samples in which a visible widget had never had content.
    package internal(set) var blanks = 0

    /// Returns the age at a quantile of the samples, such as 0.99.
    package func age(at part: Double) -> Double? {
      ages.isEmpty ? nil : ages[min(ages.count - 1, Int(Double(ages.count) * part))]
    }
  }

  private enum Step {
    case answer(UpdateRequest, Widget.Answer)
    case event(Int, Widget.Event)
    case visibility(Int, Bool)
    case sample(Int)
  }

  private struct QueueEntry: Comparable {
    let time: Double
    let number: Int
    let step: Step

    static func == (left: QueueEntry, right: QueueEntry) -> Bool { left.number == right.number }
    static func < (left: QueueEntry, right: QueueEntry) -> Bool {
      (left.time, left.number) < (right.time, right.number)
    }
  }

  private let start: Date
  private let duration: Double
  private let widgets: [Widget]
  private var scheduler: UpdateScheduler
  private var steps = Heap<QueueEntry>()
  private var stepCount = 0
  private var result = Result()
  private var answerCounts: [Int]
  private let widgetIndexes: [String: Int]
  /// The counted requests within the last day, by widget, with a flag for retries.
  private var counted: [[(time: Double, isRetry: Bool)]]

  private static let samplingInterval = 900.0

  /// Creates a simulation.
  ///
  /// - Parameters:
  ///   - start: The start. The hours of the day follow from the UTC offset of the limits.
  ///   - days: The duration in days.
  ///   - widgets: The widgets.
  ///   - limits: The update limits.
  ///   - seed: The seed for random numbers.
  package init(start: Date, days: Double, widgets: [Widget], limits: UpdateLimits, seed: UInt64) {
    self.start = start
    duration = days * 86_400
    self.widgets = widgets
    scheduler = UpdateScheduler(limits: limits, seed: seed)
    answerCounts = [Int](repeating: 0, count: widgets.count)
    counted = Array(repeating: [], count: widgets.count)
    widgetIndexes = Dictionary(widgets.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Runs the simulation.
  ///
  /// - Parameter log: Called with each request and each response, in order.
  package mutating func run(log: (Line) -> Void = { _ in }) -> Result {
    let midnight = midnightBefore()
    for (index, widget) in widgets.enumerated() {
      scheduler.add(widget.id, interval: widget.interval, at: start)
      for (time, event) in widget.events where time <= duration { add(.event(index, event), at: time) }
      for range in widget.visible { addVisibility(range, of: index, from: midnight) }
    }
    while true {
      let planned = scheduler.nextDate.map { max(0, $0.timeIntervalSince(start)) } ?? .infinity
      let time = min(steps.min?.time ?? .infinity, planned)
      guard time <= duration else { break }
      if let entry = steps.min, entry.time <= time {
        _ = steps.popMin()
        perform(entry.step, at: time, log)
      }
      for request in scheduler.due(at: date(time)) { start(request, at: time, log) }
    }
    result.ages.sort()
    return result
  }

  private func date(_ time: Double) -> Date { start.addingTimeInterval(time) }

  /// Returns the offset in seconds of the midnight before the start; zero or negative.
  private func midnightBefore() -> Double {
    let local = start.timeIntervalSince1970 + Double(scheduler.limits.secondsFromGMT)
    return -(local - (local / 86_400).rounded(.down) * 86_400)
  }

  private mutating func add(_ step: Step, at time: Double) {
    stepCount += 1
    steps.insert(QueueEntry(time: time, number: stepCount, step: step))
  }

  private mutating func addVisibility(_ range: ClosedRange<Double>, of index: Int, from midnight: Double) {
    var day = midnight
    while day < duration {
      let (from, to) = (max(0, day + range.lowerBound), day + range.upperBound)
      if to > 0, from < duration {
        add(.visibility(index, true), at: from)
        add(.visibility(index, false), at: to)
      }
      day += 86_400
    }
  }

  private mutating func perform(_ step: Step, at time: Double, _ log: (Line) -> Void) {
    let now = date(time)
    switch step {
    case .answer(let request, let answer):
      let said = said(answer, at: time)
      let name = scheduler.answer(said, to: request, at: now) ? said.name : "late"
      result.answers[name, default: 0] += 1
      log(Line(time: time, id: request.id, event: name, cause: nil))
    case .event(let index, let event):
      let id = widgets[index].id
      switch event {
      case .push: scheduler.contentDidChange(id: id, at: now)
      case .refresh: scheduler.refresh(id, at: now)
      case .interaction: scheduler.refresh(id, .interaction, at: now)
      case .empty: scheduler.setHasContent(id, false, at: now)
      case .content: scheduler.setHasContent(id, true, at: now)
      }
    case .visibility(let index, let isVisible):
      scheduler.setVisible(widgets[index].id, isVisible, at: now)
      if isVisible { sample(index, at: time) }
    case .sample(let index): if scheduler[widgets[index].id]?.isVisible == true { sample(index, at: time) }
    }
  }

  /// Records the age of the visible content.
  private mutating func sample(_ index: Int, at time: Double) {
    if let age = scheduler[widgets[index].id]?.age(at: date(time)) {
      result.ages.append(age)
    } else {
      result.blanks += 1
    }
    add(.sample(index), at: time + Self.samplingInterval)
  }

  private mutating func start(_ request: UpdateRequest, at time: Double, _ log: (Line) -> Void) {
    guard let index = widgetIndexes[request.id] else { return }
    result.requests[request.cause, default: 0] += 1
    log(Line(time: time, id: request.id, event: "asked", cause: request.cause))
    if request.cause.isCounted {
      counted[index].removeAll { time - $0.time >= 86_400 }
      counted[index].append((time, request.cause == .retry))
      result.mostRetried = max(result.mostRetried, counted[index].count { $0.isRetry })
      result.mostCounted = max(result.mostCounted, counted[index].count)
    }
    let widget = widgets[index]
    let answer = widget.answers.isEmpty ? .silence : widget.answers[answerCounts[index] % widget.answers.count]
    answerCounts[index] += 1
    if answer == .silence {
      result.answers["silence", default: 0] += 1
      log(Line(time: time, id: request.id, event: "silence", cause: nil))
    } else {
      add(.answer(request, answer), at: time + max(0, widget.latency))
    }
  }

  private func said(_ answer: Widget.Answer, at time: Double) -> UpdateResponse {
    switch answer {
    case .newData: .newData
    case .noData: .noData
    case .failed, .silence: .failed
    case .timeline(let entries, let seconds):
      .timeline(entries.map { date(time + $0) }, seconds.map { .after(date(time + $0)) } ?? .never)
    case .timelineAtEnd(let entries): .timeline(entries.map { date(time + $0) }, .atEnd)
    }
  }
}
