import Synchronization

/// Waits for work at most for some time. Work that takes longer goes on by itself, and nobody hears of its end: a widget that
/// never returns must not keep those who asked for it.
/// - Returns: what came of it; nil where that is not there in time.
func waiting<Result: Sendable>(
  atMost duration: Duration, for work: @escaping @Sendable () async throws -> Result
) async throws -> Result? {
  let race = Race<Result>()
  return try await withCheckedThrowingContinuation { continuation in
    race.begin(continuation)
    let timer = Task {
      try await Task.sleep(for: duration)
      race.finish(.success(nil))
    }
    Task {
      do {
        race.finish(.success(try await work()))
      } catch {
        race.finish(.failure(error))
      }
      timer.cancel()
    }
  }
}

/// Whoever comes first goes on.
private final class Race<Result: Sendable>: Sendable {
  private let continuation = Mutex<CheckedContinuation<Result?, any Error>?>(nil)

  func begin(_ continuation: CheckedContinuation<Result?, any Error>) {
    self.continuation.withLock { $0 = continuation }
  }

  func finish(_ result: Swift.Result<Result?, any Error>) {
    let waiting = continuation.withLock { continuation in
      defer { continuation = nil }
      return continuation
    }
    waiting?.resume(with: result)
  }
}
