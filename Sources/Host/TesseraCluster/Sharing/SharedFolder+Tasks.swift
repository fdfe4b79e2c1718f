import Dispatch
package import TesseraData
package import TesseraValues

extension Cluster {
  /// The files that all hosts have, in the folder of the working copies.
  /// - Parameter report: Called with what cannot be read or written.
  package func sharedFolder(report: @escaping @Sendable (Diagnostic) -> Void) -> SharedFolder {
    SharedFolder(replication.folder, pool: journals.pool, cipher: journals.cipher, report: report)
  }
}

// For tasks, whose threads must not wait.
extension SharedFolder {
  /// As ``pull()``, on another thread.
  package func pullChanges() async throws(StoreError) -> Set<String> {
    try await onThread { () throws(StoreError) in try self.pull() }
  }

  /// As ``publish()``, on another thread.
  package func publishChanges() async throws(StoreError) {
    try await onThread { () throws(StoreError) in try self.publish() }
  }

  private func onThread<Output: Sendable>(
    _ body: @escaping @Sendable () throws(StoreError) -> Output
  ) async throws(StoreError) -> Output {
    let result: Result<Output, StoreError> = await withCheckedContinuation { continuation in
      // A serial queue has a thread of its own while it works.
      DispatchQueue(label: "tessera.shared-folder").async {
        continuation.resume(returning: Result { () throws(StoreError) in try body() })
      }
    }
    return try result.get()
  }
}
