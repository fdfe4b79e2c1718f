package import Foundation
import HeapModule

/// Days of updates, run through in a moment: widgets that answer by a script, people who look at set hours, and content that changes.
package struct UpdateSimulation: Sendable {
  /// A widget and what happens to it.
  package struct Widget: Sendable {
    /// What a widget answers.
    package enum Answer: Sendable, Hashable {
      /// Something is new, or not, or it cannot tell.
      case newData, noData, failed
      /// Nothing, ever.
      case silence
      /// Entries so many seconds from then, and so many seconds until the next question; nil for never.
      case timeline([Double], after: Double?)
      /// Entries so many seconds from then; the next question comes after the last.
      case timelineAtEnd([Double])
    }

    /// Something that happens.
    package enum Event: String, Sendable, CaseIterable {
      /// Its content changed.
      case push
      /// A person wants it fresh.
      case refresh
      /// A person did something in it.
      case interaction
      /// It has nothing to show any more.
      case empty
      /// It has something to show again.
      case content
    }

    /// Its name.
    package var id: String
    /// The seconds between updates where answers name no date; nil for none.
    package var interval: Double?
    /// What it answers, one after the other and from the start again.
    package var answers: [Answer] = [.newData]
    /// How long an answer takes, in seconds.
    package var latency = 1.0
    /// When somebody looks at it: seconds of each day, from and to.
    package var visible: [ClosedRange<Double>] = []
    /// What happens, in seconds from the start.
    package var events: [(time: Double, event: Event)] = []

    /// A widget that always has something new.
    package init(id: String) { self.id = id }
  }

  /// Something that happened.
  package struct Line: Sendable {
    /// When, in seconds from the start.
    package let time: Double
    /// The widget.
    package let id: String
    /// `asked`, the name of an answer, `late` or `silence`.
    package let event: String
    /// Why it was asked; nil for other events than questions.
    package let cause: UpdateCause?
  }

  /// What came of it.
  package struct Result: Sendable {
    /// The questions by cause.
    package internal(set) var requests: [UpdateCause: Int] = [:]
    /// The answers by name.
    package internal(set) var answers: [String: Int] = [:]
    /// The most counted questions to one widget within any 24 hours.
    package internal(set) var mostCounted = 0
    /// The most tries after failures at one widget within any 24 hours.
    package internal(set) var mostRetried = 0
    /// How old what people looked at was, in seconds, sampled each quarter of an hour while somebody looked; in order.
    package internal(set) var ages: [Double] = []
    /// How often somebody looked at a widget that had never had anything to show.
    package internal(set) var blanks = 0

    /// The age below which a part of the samples is, such as 0.99.
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

  private struct Place: Comparable {
    let time: Double
    let number: Int
    let step: Step

    static func == (left: Place, right: Place) -> Bool { left.number == right.number }
    static func < (left: Place, right: Place) -> Bool { (left.time, left.number) < (right.time, right.number) }
  }

  private let start: Date
  private let duration: Double
  private let widgets: [Widget]
  private var scheduler: UpdateScheduler
  private var steps = Heap<Place>()
  private var stepCount = 0
  private var result = Result()
  private var answerCounts: [Int]
  private let places: [String: Int]
  /// When counted questions were asked within the last day, by widget, and which of them were tries after failures.
  private var counted: [[(time: Double, isRetry: Bool)]]

  private static let samplingInterval = 900.0

  /// - Parameters:
  ///   - start: the first moment. Hours of the day are told by the limits' distance from Greenwich.
  ///   - days: how long it goes on, in days.
  package init(start: Date, days: Double, widgets: [Widget], limits: UpdateLimits, seed: UInt64) {
    self.start = start
    duration = days * 86_400
    self.widgets = widgets
    scheduler = UpdateScheduler(limits: limits, seed: seed)
    answerCounts = [Int](repeating: 0, count: widgets.count)
    counted = Array(repeating: [], count: widgets.count)
    places = Dictionary(widgets.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Runs it.
  /// - Parameter log: hears each question and what came of it, in order.
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
      if let place = steps.min, place.time <= time {
        _ = steps.popMin()
        perform(place.step, at: time, log)
      }
      for request in scheduler.due(at: date(time)) { ask(request, at: time, log) }
    }
    result.ages.sort()
    return result
  }

  private func date(_ time: Double) -> Date { start.addingTimeInterval(time) }

  /// The seconds from the start to the midnight before it; not positive.
  private func midnightBefore() -> Double {
    let local = start.timeIntervalSince1970 + Double(scheduler.limits.secondsFromGMT)
    return -(local - (local / 86_400).rounded(.down) * 86_400)
  }

  private mutating func add(_ step: Step, at time: Double) {
    stepCount += 1
    steps.insert(Place(time: time, number: stepCount, step: step))
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

  /// Notes how old what somebody looks at is.
  private mutating func sample(_ index: Int, at time: Double) {
    if let age = scheduler[widgets[index].id]?.age(at: date(time)) {
      result.ages.append(age)
    } else {
      result.blanks += 1
    }
    add(.sample(index), at: time + Self.samplingInterval)
  }

  private mutating func ask(_ request: UpdateRequest, at time: Double, _ log: (Line) -> Void) {
    guard let index = places[request.id] else { return }
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
