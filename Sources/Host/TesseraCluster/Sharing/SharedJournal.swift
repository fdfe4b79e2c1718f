import Foundation
import Synchronization
import TesseraCrypto
package import TesseraData
import TesseraPostgreSQL

/// The journal of a database that all hosts write, such as that of the accounts.
///
/// The number of a change decides who was first: the database takes each number once.
package final class SharedJournal: SharedStoreJournal {
  /// The name of the database in the cluster.
  let store: String
  private let connection: JournalConnection
  /// The number of the last change that the working copy has.
  private let last: Mutex<Int64>
  /// The number of the last change that the latest known content contains.
  private let contentNumber: Mutex<Int64>

  /// How long the database may take to answer.
  private static let timeout: Duration = .seconds(5)

  /// How long reading what other hosts did may take: people wait for it.
  private static let readingTime: Duration = .seconds(1)

  /// The number of changes after which all content is persisted. A host that begins applies hardly more than these.
  private let maximumChanges: Int64

  init(
    _ store: String, restored: Restoration.Result, connection: JournalConnection, maximumChanges: Int64
  ) {
    self.store = store
    self.maximumChanges = maximumChanges
    self.connection = connection
    last = Mutex(restored.last)
    contentNumber = Mutex(restored.contentNumber)
  }

  package var isEmpty: Bool { false }

  /// No lease bounds what all hosts write.
  package var isLeaseValid: Bool { true }

  package func append(_ changes: [UInt8]) throws(StoreError) {
    let number = last.withLock { $0 } + 1
    let sealed = connection.cipher.seal(changes, as: JournalConnection.context(of: store, change: number))
    let attempt = randomBytes(count: 12).hexadecimalText
    let deadline = ContinuousClock.now + Self.timeout
    var wasSent = false
    while true {
      do throws(PostgresError) {
        let parameters: [PostgresValue] = [.text(store), .integer(number), .text(attempt), .bytes(sealed)]
        try connection.pool.run(JournalStatements.appendShared, parameters, before: deadline)
        break
      } catch {
        guard error.isDisconnection, ContinuousClock.now < deadline else {
          // What was persisted after all comes back like a change of another host.
          guard error.sqlState == PostgresError.uniqueViolation else {
            throw wasSent || !error.isUnsent && error.isDisconnection
              ? .perhapsPersisted(reason: error.reason) : .notPersisted(reason: error.reason)
          }
          guard let isOwn = connection.isAttempt(attempt, of: store, number, before: deadline) else {
            throw .perhapsPersisted(reason: "the database of the cluster did not answer in time")
          }
          if isOwn { break }
          throw .copyIsBehind
        }
        wasSent = wasSent || !error.isUnsent
        Thread.sleep(forTimeInterval: JournalConnection.pause)
      }
    }
    last.withLock { $0 = number }
    connection.recordAppend(size: sealed.count)
    // Hosts that miss the notification catch up when they meet something unknown, and every few seconds.
    _ = try? connection.pool.run(BoardStatements.notify, [.text(store)], before: .now + Self.timeout)
  }

  package func newChanges() throws(StoreError) -> [(number: Int64, changes: [UInt8])] {
    let last = last.withLock { $0 }
    do {
      let rows = try connection.pool.run(
        JournalStatements.changes, [.text(store), .integer(last)], before: .now + Self.readingTime
      ).rows
      var changes: [(number: Int64, changes: [UInt8])] = []
      for row in rows {
        let number = try row.integer("seq")
        let sealed = try row.bytes("change")
        guard number == last + 1 + Int64(changes.count) else {
          throw StoreError.notPersisted(
            reason: "this host was cut off for so long that it lacks changes of '\(store)' that were removed; "
              + "start it again")
        }
        let context = JournalConnection.context(of: store, change: number)
        guard let opened = connection.cipher.open(sealed, as: context) else {
          throw StoreError.notPersisted(reason: "the change \(number) of '\(store)' is damaged")
        }
        changes.append((number, opened))
      }
      return changes
    } catch let error as StoreError {
      throw error
    } catch {
      throw .notPersisted(reason: (error as? PostgresError)?.reason ?? StoreError.of(error).description)
    }
  }

  package func lacks(_ number: Int64) -> Bool { last.withLock { $0 + 1 == number } }

  package func didApply(_ number: Int64) { last.withLock { $0 = number } }

  /// The copy lacks a change of its own, which it gets like those of others.
  package func invalidateCopy() { last.withLock { $0 -= 1 } }

  package func abandonCopy() {}

  package var wantsContent: Bool { last.withLock { $0 } - contentNumber.withLock { $0 } > maximumChanges }

  package func persist(_ content: [UInt8]) throws(StoreError) {
    do {
      let latest = try connection.pool.run(
        JournalStatements.latestContent, [.text(store)], before: .now + Self.timeout
      ).rows.first?.integer("seq")
      if let latest { contentNumber.withLock { $0 = latest } }
      // Another host may have persisted it.
      guard wantsContent else { return }
      // An empty change gives the content a number of its own. It fails if the content lacks what another host changed.
      try append([])
      let number = last.withLock { $0 }
      try ContentParts.forEach(of: content, of: store, after: number, sealedBy: connection.cipher) {
        part, parts, sealed throws(PostgresError) in
        _ = try connection.pool.run(
          JournalStatements.persistSharedPart,
          [.text(store), .integer(number), .integer(part), .integer(parts), .bytes(sealed)],
          before: .now + Self.timeout)
      }
      contentNumber.withLock { $0 = number }
      _ = try connection.pool.run(
        JournalStatements.trimShared, [.text(store), .integer(number)], before: .now + Self.timeout)
    } catch let error as StoreError {
      throw error
    } catch {
      throw .notPersisted(reason: (error as? PostgresError)?.reason ?? StoreError.of(error).description)
    }
  }
}
