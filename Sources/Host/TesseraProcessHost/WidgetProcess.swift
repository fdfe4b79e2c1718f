import Foundation
import Subprocess
import SystemPackage
import TesseraProtocol
import TesseraValues

/// A program that shows a widget, in a process of its own. It begins when it is first asked something; one that does not keep to its
/// limits, or ends by itself, is killed with all that it started, and left alone for a while before it begins again.
actor WidgetProcess {
  /// What is done with what a program says, and with its end.
  struct Delegate: Sendable {
    /// What a program is told first.
    var hello: @Sendable () async -> Value
    /// Takes what a program tells; throws what is wrong with it, which ends the process.
    var onNotification: @Sendable (_ method: String, _ parameters: Value) async throws(Diagnostic) -> Void
    /// Hears that a program is ready; the number counts its beginnings.
    var onStart: @Sendable (_ run: Int) async -> Void
    /// Hears that a program failed, and after how long it can begin again.
    var onFailure: @Sendable (ProcessFailure, _ delay: Duration) async -> Void
    /// Hears what a program writes to its standard error.
    var onLog: @Sendable (String) -> Void
  }

  private let command: ProgramCommand
  private let limits: ProcessLimits
  private let delegate: Delegate
  private var state = State.idle
  private var lastRun = 0
  private var delay = RestartDelay()
  private var pending: [Int: Pending] = [:]
  private var lastNumber = 0
  /// The end of a program that was asked to end.
  private var ending: Task<Void, Never>?

  private enum State {
    /// It begins when it is needed.
    case idle
    /// It has begun, and is told what there is to know.
    case starting(Run, Task<ProcessFailure?, Never>)
    case running(Run)
    /// It failed.
    case resting(until: ContinuousClock.Instant, ProcessFailure)
    /// Nobody needs it any more.
    case stopped
  }

  private struct Run {
    let number: Int
    let began: ContinuousClock.Instant
    let outbox: AsyncStream<[UInt8]>.Continuation
    let task: Task<Void, Never>
    var process: pid_t?
    /// The last that it wrote to its standard error.
    var lastWords: String?
    var lastWordsDate = ContinuousClock.now
  }

  private struct Pending {
    let method: String
    let run: Int
    let answer: CheckedContinuation<Result<Value, ProcessFailure>, Never>
    let timer: Task<Void, Never>
  }

  /// - Parameter command: what is run.
  package init(_ command: ProgramCommand, limits: ProcessLimits, delegate: Delegate) {
    self.command = command
    self.limits = limits
    self.delegate = delegate
  }

  /// The number of the process; nil while there is none.
  var processIdentifier: pid_t? { run?.process }

  /// Whether a program is there, or begins.
  var isRunning: Bool { run != nil }

  private var run: Run? {
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

  // MARK: Asking

  /// Asks something. A program that is not there begins.
  /// - Throws: where it refuses, does not answer in time, or is left alone at the moment.
  func call(_ method: String, _ parameters: Value = [:], within limit: Duration? = nil) async throws(ProcessFailure)
    -> Value
  {
    if let failure = await start() { throw failure }
    guard let run else { throw Self.gone }
    return try await request(run, method, parameters, within: limit ?? limits.answerTime).get()
  }

  /// The same of a program that is there; one that is not does not begin for it.
  func callIfRunning(_ method: String, _ parameters: Value = [:]) async -> Value? {
    guard case .running(let run) = state else { return nil }
    return try? await request(run, method, parameters, within: limits.answerTime).get()
  }

  private static let gone = ProcessFailure(reason: "It was stopped")

  private func request(
    _ run: Run, _ method: String, _ parameters: Value, within limit: Duration
  ) async -> Result<Value, ProcessFailure> {
    guard pending.count < limits.queueLength else {
      let failure = ProcessFailure(reason: "\(pending.count) questions wait for it")
      await fail(run.number, failure)
      return .failure(failure)
    }
    lastNumber += 1
    let number = lastNumber
    let line = ProcessMessage.request(number, method: method, parameters).line
    guard line.count <= limits.messageSize else {
      return .failure(
        ProcessFailure(
          reason: "What it is asked takes more than \(limits.messageSize >> 20) MB",
          code: ProcessMessage.invalidParameters))
    }
    // It may have ended while what it is asked was put together: nobody would answer.
    guard self.run?.number == run.number else { return .failure(Self.gone) }
    return await withCheckedContinuation { answer in
      let timer = Task { [weak self] in
        try? await Task.sleep(for: limit)
        if !Task.isCancelled { await self?.expire(number, after: limit) }
      }
      pending[number] = Pending(method: method, run: run.number, answer: answer, timer: timer)
      run.outbox.yield(line)
    }
  }

  private func expire(_ number: Int, after limit: Duration) async {
    guard let question = pending[number] else { return }
    let seconds = limit / .seconds(1)
    let failure = ProcessFailure(
      reason: "It did not answer '\(question.method)' within \(Self.rounded(seconds)) s")
    await fail(question.run, failure)
    answer(number, .failure(failure))
  }

  private static func rounded(_ seconds: Double) -> String {
    seconds == seconds.rounded() ? String(Int(seconds)) : String((seconds * 10).rounded() / 10)
  }

  private func answer(_ number: Int, _ result: Result<Value, ProcessFailure>) {
    guard let question = pending.removeValue(forKey: number) else { return }
    question.timer.cancel()
    question.answer.resume(returning: result)
  }

  // MARK: Life

  /// Lets the program begin, if it is not there and is not left alone.
  /// - Returns: why it is not there.
  @discardableResult
  package func start() async -> ProcessFailure? {
    // Two at once would write into one file.
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

  /// Does not leave the program alone any longer.
  func retry() async {
    if case .resting = state { state = .idle }
    await start()
  }

  /// Ends the program, and forgets that it failed: it is another one from now on.
  func reset() async {
    delay = RestartDelay()
    if case .resting = state { state = .idle }
    await pause()
  }

  private func greet(_ run: Run) async -> ProcessFailure? {
    // A program that does not know the greeting needs nothing of it.
    if case .failure(let failure) = await request(run, "hello", await delegate.hello(), within: limits.startTime),
      !failure.isRefusal
    {
      return failure
    }
    guard case .starting(let current, _) = state, current.number == run.number else { return Self.gone }
    state = .running(current)
    await delegate.onStart(run.number)
    return nil
  }

  /// A pipe that nobody reads would end the host otherwise: what is written there fails, and is dealt with.
  private static let ignoresBrokenPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

  private func launch() -> Run {
    Self.ignoresBrokenPipes
    lastRun += 1
    let number = lastRun
    let (lines, outbox) = AsyncStream.makeStream(of: [UInt8].self)
    let task = Task { await execute(number, lines) }
    return Run(number: number, began: .now, outbox: outbox, task: task)
  }

  /// Ends the program; it begins again when it is needed.
  func pause() async { await end(.idle) }

  /// Ends the program for good.
  package func stop() async { await end(.stopped) }

  private func end(_ next: State) async {
    let run = run
    if case .stopped = state { return }
    // Who failed is still left alone.
    if case .resting = state, case .idle = next { return }
    state = next
    failRequests(Self.gone)
    guard let run else { return }
    if .now - run.began >= .seconds(60) { delay = RestartDelay() }
    // The end of its input asks it to end.
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
    for question in waiting.values {
      question.timer.cancel()
      question.answer.resume(returning: .failure(failure))
    }
  }

  /// Kills a run that failed.
  private func fail(_ number: Int, _ failure: ProcessFailure) async {
    guard let run, run.number == number else { return }
    let delay = delay.next(afterRunning: .now - run.began)
    state = .resting(until: .now + delay, failure)
    failRequests(failure)
    run.outbox.finish()
    Self.kill(run.process)
    await delegate.onFailure(failure, delay)
  }

  /// Ends a process and all that it started.
  private static func kill(_ process: pid_t?) {
    if let process { _ = Foundation.kill(-process, SIGKILL) }
  }

  // MARK: The process

  private nonisolated func execute(_ run: Int, _ lines: AsyncStream<[UInt8]>) async {
    var options = PlatformOptions()
    // What it starts ends with it, and the terminal's signals are for the host.
    options.processGroupID = 0
    do {
      let result = try await Subprocess.run(
        .path("/bin/sh"), arguments: Arguments(limitedArguments),
        // Traces would be lines and lines in the log, and keep a process that crashed alive for seconds.
        // What apps have to know is nothing for widgets.
        environment: .inherit.updating(["SWIFT_BACKTRACE": "enable=no", "TESSERA_PUSH_TOKEN": nil]),
        platformOptions: options,
        input: .inputWriter, output: .sequence, error: .sequence
      ) { execution in
        let process = execution.processIdentifier.value
        await began(run, process)
        await withTaskGroup(of: Void.self) { group in
          group.addTask { await Self.write(lines, to: execution.standardInputWriter) }
          group.addTask { await self.readErrors(execution.standardError, of: run) }
          group.addTask { await self.watch(process, of: run) }
          await read(execution.standardOutput, of: run)
          // The end of a process is the end of its output; one that goes on without cannot be talked to.
          try? await Task.sleep(for: .milliseconds(50))
          if ProcessUsage.isAlive(process) {
            await fail(run, ProcessFailure(reason: "It closed its standard output"))
          }
          Self.kill(process)
          group.cancelAll()
        }
      }
      await ended(run, Self.words(for: result.terminationStatus))
    } catch {
      await ended(run, "It cannot be run: \(error)")
    }
  }

  /// What lets the system refuse memory that is taken between two looks: a program may reserve four times as much as it may use.
  private nonisolated var limitedArguments: [String] {
    ["-c", "ulimit -d \"$0\" && exec \"$@\"", "\(4 * limits.memory >> 10)", command.executable] + command.arguments
  }

  private static func words(for status: TerminationStatus) -> String {
    switch status {
    case .exited(let code): "It ended with exit code \(code)"
    case .signaled(let signal): "It was ended by signal \(signal)"
    }
  }

  private func began(_ number: Int, _ process: pid_t) {
    // It may be unwanted by now.
    guard run?.number == number else { return Self.kill(process) }
    run?.process = process
  }

  private func ended(_ number: Int, _ reason: String) async {
    guard let run, run.number == number else { return }
    // What was said long before has nothing to do with it.
    let isRecent = .now - run.lastWordsDate < .seconds(10)
    let words = isRecent ? run.lastWords.map { ": \($0)" } ?? "" : ""
    await fail(number, ProcessFailure(reason: reason + words))
  }

  private static func write(_ lines: AsyncStream<[UInt8]>, to writer: StandardInputWriter) async {
    for await line in lines {
      // Who does not read has ended, or is too late with an answer.
      guard (try? await writer.write(line)) != nil else { return }
    }
    try? await writer.finish()
  }

  private nonisolated func read(_ output: SubprocessOutputSequence, of run: Int) async {
    var lines = LineReader(limit: limits.messageSize)
    var (written, since) = (0, ContinuousClock.now)
    do {
      for try await piece in output {
        if .now - since > .seconds(10) { (written, since) = (0, .now) }
        written += piece.count
        guard written <= limits.outputSize else {
          return await fail(
            run, ProcessFailure(reason: "It wrote more than \(limits.outputSize >> 20) MB within 10 s"))
        }
        for line in try piece.withUnsafeBytes({ try lines.append($0) }) { try await handle(line, of: run) }
      }
    } catch is LineReader.TooLong {
      await fail(run, ProcessFailure(reason: "It wrote a message of more than \(limits.messageSize >> 20) MB"))
    } catch let error as Diagnostic {
      await fail(run, ProcessFailure(reason: "It wrote what cannot be read: \(error.message)"))
    } catch {
      await fail(run, ProcessFailure(reason: "What it writes cannot be read: \(error)"))
    }
  }

  private func handle(_ line: [UInt8], of run: Int) async throws(Diagnostic) {
    guard self.run?.number == run else { return }
    switch try ProcessMessage(line: line, limit: limits.messageSize) {
    case .result(let number, let value): answer(number, .success(value))
    case .failure(let number, let code, let message):
      answer(number, .failure(ProcessFailure(reason: "\(message) (\(code))", code: code)))
    case .notification(let method, let parameters): try await delegate.onNotification(method, parameters)
    case .request(_, let method, _):
      // Answers would pile up for who does not read them.
      throw WireFormat.wrong("A program asks nothing, and it asked '\(method.prefix(40))'")
    }
  }

  private nonisolated func readErrors(_ output: SubprocessOutputSequence, of run: Int) async {
    var reader = LineReader(limit: Self.maximumLogLine)
    do {
      for try await piece in output {
        // Something that it started may hold the pipe when it is gone.
        if Task.isCancelled { return }
        let lines = piece.withUnsafeBytes { piece in try? reader.append(piece) }
        // A line without end is of no use, but it has to be taken.
        if lines == nil { reader = LineReader(limit: Self.maximumLogLine) }
        for line in lines ?? [] { await record(String(decoding: line.prefix(500), as: UTF8.self), of: run) }
      }
    } catch {
      // What it said last is known; its end is told by the other stream.
    }
  }

  private static let maximumLogLine = 16 << 10

  private func record(_ words: String, of number: Int) {
    guard run?.number == number else { return }
    run?.lastWords = String(words.prefix(200))
    run?.lastWordsDate = .now
    delegate.onLog(words)
  }

  /// Looks at what a process takes, four times a second.
  private nonisolated func watch(_ process: pid_t, of run: Int) async {
    var watch = UsageWatch(limits)
    let beginning = ContinuousClock.now
    while (try? await Task.sleep(for: .milliseconds(250))) != nil {
      guard let usage = ProcessUsage(of: process) else { continue }
      if let failure = watch.record(usage, at: .now - beginning) { return await fail(run, failure) }
    }
  }
}
