import Dispatch
import Foundation
import Synchronization
package import TesseraValues

/// Decoders in processes of their own, which are started when there is something to decode and kept for a while.
///
/// A process whose decoder crashes, takes too long, or gives a response that is none, is killed. The content then fails
/// with a diagnostic of rule `decoder-failure`, and the next content gets another process.
package final class DecoderProcesses: ContentDecoding {
  private let command: DecoderCommand
  private let limits: DecoderLimits
  private let report: @Sendable (Diagnostic) -> Void
  private let permits: DispatchSemaphore
  private let state = Mutex(State())

  private struct State {
    var idle: [DecoderProcess] = []
    var hasReported = false
  }

  /// - Parameters:
  ///   - command: Starts a ``DecoderProgram``.
  ///   - report: Receives, once, that the system cannot confine decoders as it should.
  package init(
    _ command: DecoderCommand, limits: DecoderLimits = DecoderLimits(),
    report: @escaping @Sendable (Diagnostic) -> Void = { _ in }
  ) {
    self.command = command
    self.limits = limits
    self.report = report
    permits = DispatchSemaphore(value: limits.processes)
  }

  deinit {
    state.withLock { state in
      for process in state.idle { process.end() }
    }
  }

  /// Returns what a decoder makes of content.
  package func result(of decoder: String, parameters: [UInt8], content: [UInt8]) throws(Diagnostic) -> [UInt8] {
    guard content.count <= limits.contentSize else {
      throw .decoderFailure("it has more than \(limits.contentSize >> 20) MB")
    }
    let deadline = ContinuousClock.now + limits.duration
    guard permits.wait(timeout: .now() + limits.duration / .seconds(1)) == .success else {
      throw .decoderFailure("the decoders were busy for \(seconds) s")
    }
    defer { permits.signal() }
    let request = DecoderRequest(decoder: decoder, parameters: parameters, content: content)
    let response: DecoderResponse
    do throws(DecoderProcess.Failure) {
      response = try self.response(to: request, by: deadline)
    } catch {
      throw diagnostic(for: error)
    }
    switch response {
    case .result(let bytes): return bytes
    case .problem(let diagnostic): throw diagnostic
    }
  }

  private func response(
    to request: DecoderRequest, by deadline: ContinuousClock.Instant
  ) throws(DecoderProcess.Failure) -> DecoderResponse {
    while let process = state.withLock({ $0.idle.popLast() }) {
      do throws(DecoderProcess.Failure) {
        return try response(of: process, to: request, by: deadline)
      } catch .gone {
        // It had nothing to decode for too long.
      }
    }
    let process = try DecoderProcess(command, by: deadline)
    if !process.isFiltered { reportConfinement() }
    return try response(of: process, to: request, by: deadline)
  }

  /// Returns the response of a process, and keeps the process if it can be used further.
  private func response(
    of process: DecoderProcess, to request: DecoderRequest, by deadline: ContinuousClock.Instant
  ) throws(DecoderProcess.Failure) -> DecoderResponse {
    do throws(DecoderProcess.Failure) {
      let response = try process.response(to: request, limit: limits.resultSize, by: deadline)
      state.withLock { $0.idle.append(process) }
      return response
    } catch {
      process.end()
      throw error
    }
  }

  private func reportConfinement() {
    let isFirst = state.withLock { state in
      defer { state.hasReported = true }
      return !state.hasReported
    }
    guard isFirst else { return }
    report(
      Diagnostic(
        .warning, rule: "decoder-confinement",
        message: "This system does not filter the calls of decoders; only their resources are limited"))
  }

  /// The maximum duration in messages.
  private var seconds: String { (limits.duration / .seconds(1)).formatted(.number.locale(Locale(identifier: "en_US"))) }

  private func diagnostic(for failure: DecoderProcess.Failure) -> Diagnostic {
    switch failure {
    case .notStarted(let code): .decoderFailure("its decoder cannot be started: \(String(cString: strerror(code)))")
    case .gone: .decoderFailure("its decoder ended before it answered")
    case .late: .decoderFailure("its decoder took more than \(seconds) s")
    case .malformed: BinaryReader.malformed
    case .died(let code):
      switch Int32(code) {
      case 128 + SIGALRM, 128 + SIGXCPU: .decoderFailure("its decoder took more than \(seconds) s")
      case 129...: .decoderFailure("its decoder crashed with signal \(code - 128)")
      default: .decoderFailure("its decoder ended with code \(code)")
      }
    }
  }
}
