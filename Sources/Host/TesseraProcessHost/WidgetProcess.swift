import Foundation
import TesseraProtocol
import TesseraValues

/// A program that shows a widget in its own process.
///
/// The program starts with the first request. If it exceeds its limits or exits, its process group is killed, and it
/// can start again after a delay.
actor WidgetProcess {
  /// The functions that handle the program's messages and its end.
  struct Delegate: Sendable {
    /// Returns the parameters of the first request, `hello`.
    var helloParameters: @Sendable () async -> Value
    /// Called before each start of the program. No other one runs then.
    var onBegin: @Sendable () -> Void = {}
    /// Handles a notification. An error ends the process.
    var onNotification: @Sendable (_ method: String, _ parameters: Value) async throws(Diagnostic) -> Void
    /// Answers a request of the program. An error ends the process; nil if programs must not ask anything.
    var onRequest:
      (@Sendable (_ number: Int, _ method: String, _ parameters: Value) async throws(Diagnostic) -> ProcessMessage)?
    /// Called when the program is ready, with the number of its run.
    var onStart: @Sendable (_ run: Int) async -> Void
    /// Called when the program failed, with the delay before it can start again.
    var onFailure: @Sendable (ProcessFailure, _ delay: Duration) async -> Void
    /// Called with each line that the program writes to its standard error.
    var onLog: @Sendable (String) -> Void
  }

  let command: @Sendable () -> ProgramCommand
  let limits: ProcessLimits
  let delegate: Delegate
  private var state = State.idle
  private var lastRun = 0
  private var delay = RestartDelay()
  private var pending: [Int: Pending] = [:]
  private var lastNumber = 0
  /// The number of pending requests of the program.
  var programRequests = 0
  /// Completes when a program that is being stopped has exited.
  private var ending: Task<Void, Never>?

  private enum State {
    /// The program starts with the next request.
    case idle
    /// The process has been launched, and the task waits for its response to `hello`.
    case starting(Run, Task<ProcessFailure?, Never>)
    case running(Run)
    /// The program failed, and cannot start before a point in time.
    case resting(until: ContinuousClock.Instant, ProcessFailure)
    /// The program has been stopped permanently.
    case stopped
  }

  struct Run {
    let number: Int
    let began: ContinuousClock.Instant
    let outbox: AsyncStream<[UInt8]>.Continuation
    let task: Task<Void, Never>
    var process: pid_t?
    /// The last line that the program wrote to its standard error.
    var lastWords: String?
    var lastWordsDate = ContinuousClock.now
    /// Whether all that was written to the standard error has been read.
    var hasReadErrors = false
  }

  private struct Pending {
    let method: String
    let run: Int
    let response: CheckedContinuation<Result<Value, ProcessFailure>, Never>
    let timer: Task<Void, Never>
  }

  /// - Parameter command: Returns the program to run, at each start.
  package init(_ command: @escaping @Sendable () -> ProgramCommand, limits: ProcessLimits, delegate: Delegate) {
    self.command = command
    self.limits = limits
    self.delegate = delegate
  }

  /// The process identifier; nil while no process is running.
  var processIdentifier: pid_t? { run?.process }

  var run: Run? {
    get {
      switch state {
      case .starting(let run, _), .running(let run): run
      default: nil
      }
    }
    set {
      guard let newValue else { return }
      switch state {
      case .starting(_, let task): state = .starting(newValue, task)
      case .running: state = .running(newValue)
      default: break
      }
    }
  }

  // MARK: Requests

  /// Sends a request, and starts the program if necessary.
  /// - Throws: If the program refuses the request, does not respond in time, or cannot start yet.
  func call(_ method: String, _ parameters: Value = [:], within limit: Duration? = nil) async throws(ProcessFailure)
    -> Value
  {
    if let failure = await start() { throw failure }
    guard let run else { throw Self.gone }
    return try await request(run, method, parameters, within: limit ?? limits.responseTimeout).get()
  }

  /// Sends a request if the program is running; otherwise returns nil and does not start it.
  func callIfRunning(_ method: String, _ parameters: Value = [:]) async -> Value? {
    guard case .running(let run) = state else { return nil }
    return try? await request(run, method, parameters, within: limits.responseTimeout).get()
  }

  private static let gone = ProcessFailure(reason: "It was stopped")

  private func request(
    _ run: Run, _ method: String, _ parameters: Value, within limit: Duration
  ) async -> Result<Value, ProcessFailure> {
    guard pending.count < limits.queueLength else {
      let failure = ProcessFailure(reason: "\(pending.count) requests are pending")
      await fail(run.number, failure)
      return .failure(failure)
    }
    lastNumber += 1
    let number = lastNumber
    let line = ProcessMessage.request(number, method: method, parameters).line
    guard line.count <= limits.messageSize else {
      return .failure(
        ProcessFailure(
          reason: "The request is larger than \(limits.messageSize >> 20) MB",
          code: ProcessMessage.invalidParameters))
    }
    // The process may have ended during encoding, and a request to it would never complete.
    guard self.run?.number == run.number else { return .failure(Self.gone) }
    return await withCheckedContinuation { response in
      let timer = Task { [weak self] in
        try? await Task.sleep(for: limit)
        if !Task.isCancelled { await self?.expire(number, after: limit) }
      }
      pending[number] = Pending(method: method, run: run.number, response: response, timer: timer)
      run.outbox.yield(line)
    }
  }

  private func expire(_ number: Int, after limit: Duration) async {
    guard let pendingRequest = pending[number] else { return }
    let seconds = limit / .seconds(1)
    let failure = ProcessFailure(
      reason: "It did not respond to '\(pendingRequest.method)' within \(Self.rounded(seconds)) s")
    await fail(pendingRequest.run, failure)
    resume(number, .failure(failure))
  }

  private static func rounded(_ seconds: Double) -> String {
    seconds == seconds.rounded() ? String(Int(seconds)) : String((seconds * 10).rounded() / 10)
  }

  func resume(_ number: Int, _ result: Result<Value, ProcessFailure>) {
    guard let pendingRequest = pending.removeValue(forKey: number) else { return }
    pendingRequest.timer.cancel()
    pendingRequest.response.resume(returning: result)
  }

  // MARK: Life cycle

  /// Starts the program, unless it is running or its restart delay has not passed.
  /// - Returns: The reason why the program is not running.
  @discardableResult
  package func start() async -> ProcessFailure? {
    // Two processes at once would write to the same store.
    await ending?.value
    switch state {
    case .running: return nil
    case .starting(_, let task): return await task.value
    case .stopped: return Self.gone
    case .resting(let end, let failure):
      guard ContinuousClock.now >= end else { return failure }
    case .idle: break
    }
    let run = launch()
    let task = Task { await greet(run) }
    state = .starting(run, task)
    return await task.value
  }

  /// Starts the program without waiting for the restart delay.
  func retry() async {
    if case .resting = state { state = .idle }
    await start()
  }

  /// Stops the program and resets the restart delay, because the documents have changed.
  func reset() async {
    delay = RestartDelay()
    if case .resting = state { state = .idle }
    await pause()
  }

  private func greet(_ run: Run) async -> ProcessFailure? {
    // A program may refuse the greeting, which is optional.
    if case .failure(let failure) = await request(
      run, "hello", await delegate.helloParameters(), within: limits.startTimeout),
      !failure.isRefusal
    {
      return failure
    }
    guard case .starting(let current, _) = state, current.number == run.number else { return Self.gone }
    state = .running(current)
    await delegate.onStart(run.number)
    return nil
  }

  /// Turns writes to a closed pipe into errors. The signal `SIGPIPE` would end the host.
  private static let ignoresBrokenPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

  private func launch() -> Run {
    Self.ignoresBrokenPipes
    delegate.onBegin()
    lastRun += 1
    let number = lastRun
    let (lines, outbox) = AsyncStream.makeStream(of: [UInt8].self)
    let task = Task { await execute(number, lines) }
    return Run(number: number, began: .now, outbox: outbox, task: task)
  }

  /// Stops the program. The next request starts it again.
  func pause() async { await end(.idle) }

  /// Stops the program permanently.
  package func stop() async { await end(.stopped) }

  private func end(_ next: State) async {
    let run = run
    if case .stopped = state { return }
    // The restart delay of a failed program continues.
    if case .resting = state, case .idle = next { return }
    state = next
    failRequests(Self.gone)
    guard let run else { return }
    delay.recordRun(of: .now - run.began)
    // The program exits when its standard input ends.
    run.outbox.finish()
    let task = Task { [limits] in
      let killing = Task {
        try? await Task.sleep(for: limits.stopTime)
        if !Task.isCancelled { Self.kill(run.process) }
      }
      await run.task.value
      killing.cancel()
    }
    ending = task
    await task.value
    if ending == task { ending = nil }
  }

  private func failRequests(_ failure: ProcessFailure) {
    let waiting = pending
    pending = [:]
    for pendingRequest in waiting.values {
      pendingRequest.timer.cancel()
      pendingRequest.response.resume(returning: .failure(failure))
    }
  }

  /// Kills a run that failed.
  func fail(_ number: Int, _ failure: ProcessFailure) async {
    guard let run, run.number == number else { return }
    let delay = delay.next(afterRunning: .now - run.began)
    state = .resting(until: .now + delay, failure)
    failRequests(failure)
    run.outbox.finish()
    Self.kill(run.process)
    await delegate.onFailure(failure, delay)
  }

  /// Kills the process group of a process.
  static func kill(_ process: pid_t?) {
    if let process { _ = Foundation.kill(-process, SIGKILL) }
  }
}
