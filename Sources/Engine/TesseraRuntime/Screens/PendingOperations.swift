/// What a presentation started outside its actor and waits for.
///
/// Screens and mediators are not `Sendable` and never leave their presentation. Work that has to run elsewhere gets a
/// number; what is to be done with its result stays here under that number, and runs when the result comes back to the
/// actor. A screen that is gone by then has cancelled its numbers.
final class PendingOperations {
  /// Names a started operation.
  struct ID: Hashable, Sendable {
    fileprivate let rawValue: Int
  }

  private var continuations: [ID: (any Sendable) -> Void] = [:]
  private var tasks: [ID: Task<Void, Never>] = [:]
  /// What is to be done with what an operation tells before its end.
  private var reports: [ID: (any Sendable) -> Void] = [:]
  /// Those that go on for as long as the presentation does, and that nobody waits for.
  private var subscriptions: [ID: Task<Void, Never>] = [:]
  /// Those that wait for nothing but that time passes.
  private var sleeps: Set<ID> = []
  private var lastID = 0
  private let activities: IdlenessTracker
  /// Brings a result back to the actor.
  private let deliver: @Sendable (ID, any Sendable) async -> Void

  init(activities: IdlenessTracker, deliver: @escaping @Sendable (ID, any Sendable) async -> Void) {
    self.activities = activities
    self.deliver = deliver
  }

  deinit {
    for task in tasks.values { task.cancel() }
    for task in subscriptions.values { task.cancel() }
  }

  /// Something that an operation tells before its end.
  private struct Report: Sendable {
    let content: any Sendable
  }

  /// Whether anything is under way besides ``ClockSleep``.
  var isBusy: Bool { tasks.count > sleeps.count }

  /// Runs work elsewhere, and `then` with its result back in the presentation.
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

  /// Runs work elsewhere that tells how it is doing, and `then` with its result back in the presentation.
  /// - Parameter onReport: takes what the work tells, back in the presentation.
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

  /// Runs work that goes on until it is cancelled. Nobody waits for it: a widget that only listens is at rest.
  func subscribe<Message: Sendable>(
    _ work: @escaping @Sendable (@escaping @Sendable (Message) async -> Void) async -> Void,
    onReport: @escaping (Message) -> Void
  ) -> ID {
    lastID += 1
    let id = ID(rawValue: lastID)
    reports[id] = { content in
      if let message = content as? Message { onReport(message) }
    }
    subscriptions[id] = Task { [deliver] in await work { await deliver(id, Report(content: $0)) } }
    return id
  }

  /// Waits for nothing but ``ClockSleep``, and runs `then` in the presentation.
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

  /// Forgets an operation: its result will not be looked at.
  func cancel(_ id: ID) {
    continuations[id] = nil
    reports[id] = nil
    sleeps.remove(id)
    tasks.removeValue(forKey: id)?.cancel()
    subscriptions.removeValue(forKey: id)?.cancel()
  }

  /// Forgets all operations.
  func cancelAll() {
    for task in tasks.values { task.cancel() }
    for task in subscriptions.values { task.cancel() }
    tasks = [:]
    subscriptions = [:]
    sleeps = []
    reports = [:]
    continuations = [:]
  }

  /// Runs what was to be done with a result, or with what is told before.
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
