import Synchronization

/// Waits for an operation, at most for a time limit.
///
/// An operation that takes longer continues, and its result is discarded. A widget that never responds must not block
/// its callers.
/// - Returns: The operation's result, or nil if the time limit passed first.
/// - Throws: The operation's error.
package func withTimeout<Result: Sendable>(
  _ limit: Duration, _ operation: @escaping @Sendable () async throws -> Result
) async throws -> Result? {
  let race = Race<Result>()
  return try await withCheckedThrowingContinuation { continuation in
    race.begin(continuation)
    let timer = Task {
      try await Task.sleep(for: limit)
      race.finish(.success(nil))
    }
    Task {
      do {
        race.finish(.success(try await operation()))
      } catch {
        race.finish(.failure(error))
      }
      timer.cancel()
    }
  }
}

/// The first result resumes the continuation.
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
