import TesseraData

/// The asynchronous operations that a presentation has started.
///
/// Screens and mediators are not `Sendable` and never leave their presentation. Work that runs elsewhere is identified
/// by a number. The completion handler stays here under that number, and runs when the result arrives on the actor. A
/// screen cancels its operations when it is closed.
final class PendingOperations {
  /// The identifier of an operation.
  struct ID: Hashable, Sendable {
    fileprivate let rawValue: Int
  }

  private var continuations: [ID: (any Sendable) -> Void] = [:]
  private var tasks: [ID: Task<Void, Never>] = [:]
  /// The handlers of reports that operations send before they end.
  private var reports: [ID: (any Sendable) -> Void] = [:]
  /// The operations that last as long as the presentation and do not count as activities.
  private var subscriptions: [ID: Task<Void, Never>] = [:]
  /// The operations that only wait for time to pass.
  private var sleeps: Set<ID> = []
  private var lastID = 0
  private let activities: IdlenessTracker
  /// Delivers a result to the actor.
  private let deliver: @Sendable (ID, any Sendable) async -> Void

  init(activities: IdlenessTracker, deliver: @escaping @Sendable (ID, any Sendable) async -> Void) {
    self.activities = activities
    self.deliver = deliver
  }

  deinit {
    for task in tasks.values { task.cancel() }
    for task in subscriptions.values { task.cancel() }
  }

  /// A report of an operation before its end.
  private struct Report: Sendable {
    let content: any Sendable
  }

  /// Whether operations other than ``ClockSleep`` are in progress.
  var isBusy: Bool { tasks.count > sleeps.count }

  /// Runs work outside the actor, and then `then` with its result on the actor.
  @discardableResult
  func run<Result: Sendable>(
    _ work: @escaping @Sendable () async -> Result, then: @escaping (Result) -> Void
  ) -> ID {
    lastID += 1
    let id = ID(rawValue: lastID)
    continuations[id] = { result in
      if let result = result as? Result { then(result) }
    }
    tasks[id] = activities.start { [deliver] in
      let result = await work()
      await deliver(id, result)
    }
    return id
  }

  /// Runs work that sends reports outside the actor, and then `then` with its result on the actor.
  /// - Parameter onReport: Called on the actor with each report.
  @discardableResult
  func run<Message: Sendable, Result: Sendable>(
    _ work: @escaping @Sendable (@escaping @Sendable (Message) async -> Void) async -> Result,
    onReport: @escaping (Message) -> Void, then: @escaping (Result) -> Void
  ) -> ID {
    let next = ID(rawValue: lastID + 1)
    reports[next] = { content in
      if let message = content as? Message { onReport(message) }
    }
    return run({ [deliver] in await work { await deliver(next, Report(content: $0)) } }, then: then)
  }

  /// Runs work until it is cancelled. It does not count as an activity: a widget that only listens is idle.
  func subscribe<Message: Sendable>(
    _ work: @escaping @Sendable (@escaping @Sendable (Message) async -> Void) async -> Void,
    onReport: @escaping (Message) -> Void
  ) -> ID {
    lastID += 1
    let id = ID(rawValue: lastID)
    reports[id] = { content in
      if let message = content as? Message { onReport(message) }
    }
    // What it does later belongs to no event.
    subscriptions[id] = EventMark.$current.withValue(nil) {
      Task { [deliver] in await work { await deliver(id, Report(content: $0)) } }
    }
    return id
  }

  /// Sleeps with ``ClockSleep``, and then runs `then` on the actor.
  @discardableResult
  func sleep(for duration: Duration, on clock: any Clock<Duration>, then: @escaping () -> Void) -> ID {
    let id = run(
      {
        await ClockSleep.sleep(for: duration, on: clock)
        return true
      },
      then: { (_: Bool) in then() })
    sleeps.insert(id)
    return id
  }

  /// Cancels an operation; its result is discarded.
  func cancel(_ id: ID) {
    continuations[id] = nil
    reports[id] = nil
    sleeps.remove(id)
    tasks.removeValue(forKey: id)?.cancel()
    subscriptions.removeValue(forKey: id)?.cancel()
  }

  /// Cancels all operations.
  func cancelAll() {
    for task in tasks.values { task.cancel() }
    for task in subscriptions.values { task.cancel() }
    tasks = [:]
    subscriptions = [:]
    sleeps = []
    reports = [:]
    continuations = [:]
  }

  /// Calls the handler of a result or a report.
  func complete(_ id: ID, with result: any Sendable) {
    if let report = result as? Report {
      reports[id]?(report.content)
      return
    }
    reports[id] = nil
    tasks[id] = nil
    sleeps.remove(id)
    continuations.removeValue(forKey: id)?(result)
  }
}
