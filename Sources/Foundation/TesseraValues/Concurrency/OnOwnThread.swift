import Dispatch

/// Runs a call that waits, on a thread of its own, so that the task's thread is free meanwhile.
///
/// Cancelling the task does not end the call.
package func onOwnThread<Output: Sendable, Failure: Error>(
  _ body: @escaping @Sendable () throws(Failure) -> Output
) async throws(Failure) -> Output {
  let result: Result<Output, Failure> = await withCheckedContinuation { continuation in
    // A serial queue has a thread of its own while it works; a concurrent one would share few with the process.
    DispatchQueue(label: "tessera.waiting").async {
      continuation.resume(returning: Result { () throws(Failure) in try body() })
    }
  }
  return try result.get()
}
