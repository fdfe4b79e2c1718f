package import Foundation

/// Replicates the changes of databases, so that another host can continue with them.
///
/// The file of such a database is a working copy: it contains what the replica has, and nothing else.
package protocol StoreReplication: Sendable {
  /// Makes a file equal to its replica, and returns the journal of its changes. A file that has a journal already is
  /// left as it is. Blocks the thread.
  /// - Throws: ``StoreError/notPersisted(reason:)`` if this host may not write the database, or cannot get its content.
  func journal(of file: URL) throws(StoreError) -> any StoreJournal

  /// Removes the replica of a file that is not needed any more, and of those in folders beside it. Blocks the thread.
  func remove(_ file: URL)
}

/// The journal of a database that all hosts write. Who is slower than another host applies its changes, and tries again.
package protocol SharedStoreJournal: StoreJournal {
  /// Returns the changes of other hosts that the working copy lacks. Blocks the thread.
  func newChanges() throws(StoreError) -> [(number: Int64, changes: [UInt8])]

  /// Whether a change is the next one that the working copy lacks.
  func lacks(_ number: Int64) -> Bool

  /// Records that the working copy has a change.
  func didApply(_ number: Int64)
}

/// The replicated changes of a database.
package protocol StoreJournal: Sendable {
  /// Whether nothing is persisted yet, not even empty tables.
  var isEmpty: Bool { get }

  /// Whether this host's lease for the data is valid, so that it may send requests. That of a host that was stopped for
  /// some time is not, because another one may have it.
  var isLeaseValid: Bool { get async }

  /// Persists the changes of a transaction. The caller has locked the database for writing. Blocks the thread.
  /// - Parameter changes: A patchset of SQLite's session extension.
  /// - Throws: ``StoreError/notPersisted(reason:)`` if they are not persisted, ``StoreError/perhapsPersisted(reason:)``
  ///   if that is not known, and ``StoreError/copyIsBehind`` if others were persisted before them. The transaction must
  ///   then be undone.
  func append(_ changes: [UInt8]) throws(StoreError)

  /// The transaction whose changes were persisted last could not be committed, so the working copy lacks them. From now
  /// on, ``append(_:)`` throws.
  func invalidateCopy()

  /// The working copy could not be opened, so it may differ from the replica: it is made anew before its next use.
  func abandonCopy()

  /// Whether so many changes are persisted that all content should be.
  var wantsContent: Bool { get }

  /// Persists all content, with the changes that were persisted so far. The caller has locked the database for writing.
  /// - Parameter content: The database as a file.
  func persist(_ content: [UInt8]) throws(StoreError)
}

extension StoreLocation {
  /// Returns the journal of a file; nil for a place without replication.
  package func journal(in replication: (any StoreReplication)?) throws(StoreError) -> (any StoreJournal)? {
    guard case .file(let url) = self, let replication else { return nil }
    return try replication.journal(of: url)
  }
}

extension StoreError {
  /// Why changes of what another host owns are refused.
  package static let otherOwner = "another host has the board now"

  /// The refusal of changes of what another host owns.
  package static let ownedElsewhere = StoreError.notPersisted(reason: otherOwner)
}
