import Dispatch
import Foundation
import Synchronization

/// Ends the process if the server does not stop in time. A second SIGTERM or Ctrl-C ends it at once, and so does a
/// timeout, even if every thread that could stop it in order is busy.
///
/// Acknowledged changes are already in the stores' files, so nothing is lost.
struct StopSignals {
  private let sources: [any DispatchSourceSignal]

  /// Begins to observe the signals.
  /// - Parameter patience: The time that the process may take to stop in order, in seconds.
  static func watch(patience: Double) -> StopSignals {
    let queue = DispatchQueue(label: "tessera.stop", qos: .userInteractive)
    let count = SignalCount()
    let sources = [SIGTERM, SIGINT].map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        guard count.next() == 1 else { _exit(128 + number) }
        queue.asyncAfter(deadline: .now() + patience) { _exit(0) }
      }
      source.resume()
      return source
    }
    return StopSignals(sources: sources)
  }

  /// Stops observing the signals.
  func end() { for source in sources { source.cancel() } }
}

private final class SignalCount: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
