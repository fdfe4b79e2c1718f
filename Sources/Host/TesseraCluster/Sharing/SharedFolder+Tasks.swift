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
    try await onOwnThread { () throws(StoreError) in try self.pull() }
  }

  /// As ``publish()``, on another thread.
  package func publishChanges() async throws(StoreError) {
    try await onOwnThread { () throws(StoreError) in try self.publish() }
  }
}
