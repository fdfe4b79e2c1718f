import Dispatch
import Foundation
import Synchronization
import TesseraServer

/// SIGTERM and Ctrl-C, which stop the server in order. They are observed from the first use until the process ends: one that
/// comes between two servers counts, too.
///
/// If the server does not stop in time, the process ends, even if every thread that could stop it is busy. A second signal
/// ends it at once. Acknowledged changes are already in the stores' files, so nothing is lost.
final class StopSignals: Sendable {
  static let shared = StopSignals()

  private struct State {
    var count = 0
    var onStop: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let sources = Mutex<[any DispatchSourceSignal]>([])
  /// The time that the process may take to stop in order.
  private static let timeout = ConnectionLimits().stopTime + .seconds(3)

  private init() {
    let queue = DispatchQueue(label: "tessera.stop", qos: .userInteractive)
    sources.withLock { sources in
      sources = [SIGTERM, SIGINT].map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler { StopSignals.shared.received(number, queue) }
        source.resume()
        return source
      }
    }
  }

  private func received(_ number: Int32, _ queue: DispatchQueue) {
    let (count, onStop) = state.withLock { state in
      state.count += 1
      return (state.count, state.onStop)
    }
    guard count == 1 else { _exit(128 + number) }
    queue.asyncAfter(deadline: .now() + Self.timeout / .seconds(1)) { _exit(0) }
    onStop?()
  }

  /// Whether the process was told to stop.
  var wereReceived: Bool { state.withLock { $0.count > 0 } }

  /// Runs a task that a signal cancels, also one that came before.
  /// - Returns: What the task returns, or nil if the process was told to stop.
  func cancelling<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result?) async throws -> Result? {
    let task = Task { try await body() }
    let isStopping = state.withLock { state in
      state.onStop = { task.cancel() }
      return state.count > 0
    }
    if isStopping { task.cancel() }
    defer { state.withLock { $0.onStop = nil } }
    do {
      let result = try await task.value
      return wereReceived ? nil : result
    } catch let error as CancellationError {
      guard wereReceived else { throw error }
      return nil
    }
  }
}
