import CSQLiteSession
package import GRDB
import GRDBSQLite

extension Database {
  /// Performs a transaction. With a journal, its changes are persisted there before they are committed.
  ///
  /// Changes of tables themselves are not recorded: ``persistContent(in:since:)`` persists these.
  package func performTransaction<Result>(
    persistedIn journal: (any StoreJournal)?, _ body: () throws -> Result
  ) throws -> Result {
    var result: Result?
    guard let journal else {
      do {
        try inTransaction(.immediate) {
          result = try body()
          return .commit
        }
      } catch {
        throw withCause(error)
      }
      return try result.orCancelled()
    }
    let recording = try ChangeRecording(self)
    var isPersisted = false
    do {
      try inTransaction(.immediate) {
        result = try body()
        let changes = try recording.changes()
        if !changes.isEmpty {
          try flush()
          try journal.append(changes)
          isPersisted = true
        }
        return .commit
      }
    } catch {
      guard isPersisted else { throw withCause(error) }
      journal.invalidateCopy()
      throw StoreError.perhapsPersisted(
        reason: "the file of this host failed: \(StoreError.of(withCause(error)).description)")
    }
    return try result.orCancelled()
  }

  /// Writes the changes of the transaction before it is committed, so that a full disk refuses them before they are
  /// persisted elsewhere.
  private func flush() throws {
    let code = sqlite3_db_cacheflush(sqliteConnection)
    // What is in use is written with the commit.
    guard code == SQLITE_OK || code == SQLITE_BUSY else { throw failure(code, "the changes cannot be written") }
  }

  /// Performs a part of a transaction, which is undone alone if it fails.
  func performPartOfTransaction<Result>(_ body: () throws -> Result) throws -> Result {
    var result: Result?
    try inSavepoint {
      result = try body()
      return .commit
    }
    return try result.orCancelled()
  }

  /// The state of the tables, which changes with each change of their columns.
  package func tableVersion() throws -> Int { try Int.fetchOne(self, sql: "PRAGMA schema_version") ?? 0 }

  /// Persists all content if tables were made or changed since they had a version, or if nothing is persisted yet.
  package func persistContent(in journal: (any StoreJournal)?, since version: Int) throws {
    guard let journal, try journal.isEmpty || tableVersion() != version else { return }
    try persistContent(in: journal)
  }

  fileprivate func persistContent(in journal: any StoreJournal) throws {
    // Another connection must not write between the content and its place among the changes.
    try inTransaction(.immediate) {
      try journal.persist(content())
      return .commit
    }
  }

  /// Prepares a working copy: what is replicated need not be on this disk as well.
  package func useAsWorkingCopy() throws { try execute(sql: "PRAGMA synchronous = OFF") }

  /// Returns the database as a file.
  /// - Throws: ``StoreError`` without memory.
  package func content() throws -> [UInt8] {
    var size: Int64 = 0
    guard let bytes = tessera_session_content(UnsafeMutableRawPointer(sqliteConnection), &size) else {
      throw StoreError.database(code: Int(SQLITE_NOMEM), message: "the content does not fit into memory")
    }
    defer { tessera_session_free(bytes) }
    return Array(UnsafeRawBufferPointer(start: bytes, count: Int(size)))
  }

  /// Applies the changes of transactions that another host made, one after the other. They are one transaction here: each
  /// by itself costs many times as much.
  /// - Parameter transactions: Patchsets of SQLite's session extension, of which it is certain that they are whole: SQLite
  ///   reads a cut one without end.
  /// - Returns: How many were applied: all, or those before the first that does not fit the content.
  /// - Throws: ``StoreError`` if this machine fails, such as with a full disk. Nothing was applied then.
  package func apply(_ transactions: [[UInt8]]) throws -> Int {
    // The changes contain what foreign keys made the other host delete.
    let checksKeys = try Bool.fetchOne(self, sql: "PRAGMA foreign_keys") ?? false
    try execute(sql: "PRAGMA foreign_keys = OFF")
    defer { if checksKeys { try? execute(sql: "PRAGMA foreign_keys = ON") } }
    var count = 0
    do {
      // A commit that fails, as on a full disk, would leave the transaction of SQLite's function open if it had its own.
      try inTransaction(.immediate) {
        for changes in transactions {
          let code = changes.withUnsafeBytes {
            tessera_session_apply(UnsafeMutableRawPointer(sqliteConnection), Int32(clamping: $0.count), $0.baseAddress)
          }
          if code != SQLITE_OK {
            let error = failure(code, Self.misfit)
            if error.isOfThisMachine { throw error }
            break
          }
          count += 1
        }
        return .commit
      }
    } catch {
      throw withCause(error)
    }
    return count
  }

  /// Applies the changes of a transaction that another host made.
  /// - Throws: ``StoreError`` if the changes do not fit the content, or if this machine fails. Nothing was applied then.
  package func apply(_ changes: [UInt8]) throws {
    guard try apply([changes]) == 1 else {
      throw StoreError.database(code: Int(SQLITE_CONSTRAINT), message: Self.misfit)
    }
  }

  private static var misfit: String { "changes do not fit what they were made to" }
}

extension DatabaseWriter {
  /// Persists all content if the journal wants it. Does not wait for that, which takes long: only later writes do.
  package func persistContentIfWanted(in journal: (any StoreJournal)?) {
    guard let journal, journal.wantsContent else { return }
    asyncWriteWithoutTransaction { database in
      // An earlier write may have persisted it. What cannot be persisted now is persisted after a later change.
      if journal.wantsContent { try? database.persistContent(in: journal) }
    }
  }
}

extension Optional {
  fileprivate func orCancelled() throws -> Wrapped {
    guard let self else { throw CancellationError() }
    return self
  }
}

/// Records the changes of one transaction.
private final class ChangeRecording {
  private let session: UnsafeMutableRawPointer

  init(_ database: Database) throws {
    var session: UnsafeMutableRawPointer?
    let code = tessera_session_begin(UnsafeMutableRawPointer(database.sqliteConnection), &session)
    guard code == SQLITE_OK, let session else {
      throw StoreError.database(code: Int(code), message: "changes cannot be recorded")
    }
    self.session = session
  }

  deinit { tessera_session_end(session) }

  /// The changes so far, as a patchset.
  func changes() throws -> [UInt8] {
    var size: Int32 = 0
    var bytes: UnsafeMutableRawPointer?
    let code = tessera_session_patchset(session, &size, &bytes)
    defer { tessera_session_free(bytes) }
    guard code == SQLITE_OK else {
      throw StoreError.database(code: Int(code), message: "changes cannot be recorded")
    }
    return Array(UnsafeRawBufferPointer(start: bytes, count: Int(size)))
  }
}
