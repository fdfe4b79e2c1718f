import Foundation
import Subprocess
import SystemPackage
import TesseraProtocol
import TesseraValues

/// The execution of the program: its limits, its messages, and its end.
extension WidgetProcess {
  nonisolated func execute(_ run: Int, _ lines: AsyncStream<[UInt8]>) async {
    var options = PlatformOptions()
    // A process group of its own allows killing child processes too, and keeps terminal signals away from the program.
    options.processGroupID = 0
    do {
      let result = try await Subprocess.run(
        .path("/bin/sh"), arguments: Arguments(limitedArguments),
        // Backtraces would fill the log and delay the exit of a crashed process by seconds.
        // The push token is a secret of apps, which widgets must not receive.
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
          // A process normally ends with its output, and tells by its status and its last words why. One that still runs
          // cannot be reached any more.
          for _ in 0..<Self.maximumEndingLooks {
            if await hasEnded(run, process) { break }
            try? await Task.sleep(for: .milliseconds(50))
          }
          if ProcessUsage.isAlive(process) {
            await fail(run, ProcessFailure(reason: "It closed its standard output"))
          }
          Self.kill(process)
          group.cancelAll()
        }
      }
      await ended(run, Self.words(for: result.terminationStatus))
    } catch {
      await ended(run, "It cannot be started: \(error)")
    }
  }

  /// How often a process is looked at that has closed its output, twenty times a second. The kernel closes the output of
  /// a process that ends some time before the end, which is long where many others want the processor.
  private static let maximumEndingLooks = 40

  /// Whether a process has ended, and its last words are known. A child process may hold its standard error open.
  private func hasEnded(_ number: Int, _ process: pid_t) -> Bool {
    !ProcessUsage.isAlive(process) && (run?.number != number || run?.hasReadErrors == true)
  }

  /// The shell arguments that limit the data segment. The limit is four times the memory limit; the system enforces it
  /// between two samples.
  private nonisolated var limitedArguments: [String] {
    let command = command()
    return ["-c", "ulimit -d \"$0\" && exec \"$@\"", "\(4 * limits.memory >> 10)", command.executable]
      + command.arguments
  }

  private static func words(for status: TerminationStatus) -> String {
    switch status {
    case .exited(let code): "It exited with code \(code)"
    case .signaled(let signal): "It was terminated by signal \(signal)"
    }
  }

  private func began(_ number: Int, _ process: pid_t) {
    // The run may have been stopped meanwhile.
    guard run?.number == number else { return Self.kill(process) }
    run?.process = process
  }

  private func ended(_ number: Int, _ reason: String) async {
    guard let run, run.number == number else { return }
    // Older output is unrelated to the end.
    let isRecent = .now - run.lastWordsDate < .seconds(10)
    let words = isRecent ? run.lastWords.map { ": \($0)" } ?? "" : ""
    await fail(number, ProcessFailure(reason: reason + words))
  }

  private static func write(_ lines: AsyncStream<[UInt8]>, to writer: StandardInputWriter) async {
    for await line in lines {
      // A program that does not read has exited, or will exceed its time limit.
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
      await fail(run, ProcessFailure(reason: "It wrote an invalid message: \(error.message)"))
    } catch {
      await fail(run, ProcessFailure(reason: "Its output cannot be read: \(error)"))
    }
  }

  private func handle(_ line: [UInt8], of run: Int) async throws(Diagnostic) {
    guard self.run?.number == run else { return }
    switch try ProcessMessage(line: line, limit: limits.messageSize) {
    case .result(let number, let value): resume(number, .success(value))
    case .failure(let number, let code, let message):
      resume(number, .failure(ProcessFailure(reason: "\(message) (\(code))", code: code)))
    case .notification(let method, let parameters): try await delegate.onNotification(method, parameters)
    case .request(let number, let method, let parameters): try ask(number, method, parameters, of: run)
    }
  }

  /// The maximum number of requests of a program that are not answered yet. Each is of a thread that waits.
  private static let maximumProgramRequests = 64

  /// Lets a request of the program be answered, while it is read further.
  private func ask(_ number: Int, _ method: String, _ parameters: Value, of run: Int) throws(Diagnostic) {
    // Responses would accumulate for a program that does not read them.
    guard let onRequest = delegate.onRequest, programRequests < Self.maximumProgramRequests else {
      throw WireFormat.wrong("A program must not send requests, but it sent '\(method.prefix(40))'")
    }
    programRequests += 1
    Task {
      defer { programRequests -= 1 }
      do throws(Diagnostic) {
        let response = try await onRequest(number, method, parameters)
        guard let current = self.run, current.number == run else { return }
        current.outbox.yield(response.line)
      } catch {
        await fail(run, ProcessFailure(reason: "It sent an invalid message: \(error.message)"))
      }
    }
  }

  private nonisolated func readErrors(_ output: SubprocessOutputSequence, of run: Int) async {
    var reader = LineReader(limit: Self.maximumLogLine)
    do {
      for try await piece in output {
        // A child process may hold the pipe open after the program has ended.
        if Task.isCancelled { return }
        let lines = piece.withUnsafeBytes { piece in try? reader.append(piece) }
        // An overlong line is discarded.
        if lines == nil { reader = LineReader(limit: Self.maximumLogLine) }
        for line in lines ?? [] { await record(String(decoding: line.prefix(500), as: UTF8.self), of: run) }
      }
    } catch {
      // The last line is recorded already. The end of standard output reports the end of the process.
    }
    await endErrors(of: run)
  }

  private func endErrors(of number: Int) { if run?.number == number { run?.hasReadErrors = true } }

  /// The maximum length of a line that a widget's process logs, in bytes. A longer line is discarded.
  private static let maximumLogLine = 16 << 10

  private func record(_ words: String, of number: Int) {
    guard run?.number == number else { return }
    run?.lastWords = String(words.prefix(200))
    run?.lastWordsDate = .now
    delegate.onLog(words)
  }

  /// Samples the usage of a process, four times a second.
  private nonisolated func watch(_ process: pid_t, of run: Int) async {
    var watch = UsageWatch(limits)
    let beginning = ContinuousClock.now
    while (try? await Task.sleep(for: .milliseconds(250))) != nil {
      guard let usage = ProcessUsage(of: process) else { continue }
      if let failure = watch.record(usage, at: .now - beginning) { return await fail(run, failure) }
    }
  }
}
