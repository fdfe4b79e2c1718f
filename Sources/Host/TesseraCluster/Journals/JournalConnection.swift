import Foundation
import Synchronization
import TesseraData
import TesseraPostgreSQL

/// What the journals of a host share: connections to the database, the cipher, and the host's leases.
package final class JournalConnection: Sendable {
  let session: HostSession
  let pool: PostgresPool
  let cipher: ContentCipher
  private let state = Mutex(Counts())

  /// What was persisted since the process began.
  package struct Counts: Sendable, Hashable {
    /// The changes, and their size as they are persisted, in bytes.
    package var changes = 0
    package var changeBytes = 0
    /// The contents, and their size as they are persisted, in bytes.
    package var contents = 0
    package var contentBytes = 0
    /// The databases that were read because the host began to own their boards.
    package var restored = 0
    /// The databases that were found damaged.
    package var damaged = 0
  }

  /// How long reading, or persisting a part of content, may take.
  static let timeout: Duration = .seconds(10)

  /// How long to wait before a statement is repeated whose answer was lost, in seconds.
  static let pause = 0.05

  init(session: HostSession, pool: PostgresPool, cipher: ContentCipher) {
    self.session = session
    self.pool = pool
    self.cipher = cipher
  }

  package var counts: Counts { state.withLock { $0 } }

  func recordAppend(size: Int) {
    state.withLock { counts in
      counts.changes += 1
      counts.changeBytes += size
    }
  }

  func recordRestoration(isDamaged: Bool) {
    state.withLock { counts in
      counts.restored += 1
      if isDamaged { counts.damaged += 1 }
    }
  }

  /// What a change is encrypted as.
  static func context(of store: String, change number: Int64) -> String { "\(store)|\(number)" }

  /// What a part of content is encrypted as.
  static func context(of store: String, content number: Int64, part: Int, of parts: Int) -> String {
    "\(store)|\(number)|\(part)/\(parts)"
  }

  /// Returns why nothing can be written to a board for which the host has no valid lease.
  func refusal(of board: String) -> StoreError {
    guard session.boards.contains(board) else { return .ownedElsewhere }
    return .notPersisted(reason: PostgresError.noResponse)
  }

  /// Returns the host's lease for a board. While the connection of the host's session is made anew, this waits a
  /// little.
  func lease(for board: String) -> (epoch: Int64, deadline: ContinuousClock.Instant)? {
    let end = ContinuousClock.now + Self.leaseTimeout
    while true {
      if let lease = session.lease(for: board) { return lease }
      guard session.boards.contains(board), ContinuousClock.now < end else { return nil }
      Thread.sleep(forTimeInterval: Self.pause)
    }
  }

  /// How long a change waits for a valid lease. Then it is refused.
  private static let leaseTimeout: Duration = .seconds(1)

  /// Whether a change is the one of an attempt; nil if the database does not say.
  func isAttempt(
    _ attempt: String, of store: String, _ number: Int64, before deadline: ContinuousClock.Instant
  ) -> Bool? {
    let parameters: [PostgresValue] = [.text(store), .integer(number)]
    guard let found = try? pool.run(JournalStatements.attempt, parameters, before: deadline) else { return nil }
    return (try? found.rows.first?.text("tx")) == attempt
  }

  /// Persists the content of a board's database, and removes what it replaces.
  /// - Parameters:
  ///   - number: The last change that the content contains.
  ///   - deadline: When it is cancelled; nil if only each part has a timeout.
  /// - Returns: The size as it is persisted, in bytes.
  func persist(
    _ content: [UInt8], of store: String, after number: Int64, board: String, epoch: Int64,
    before deadline: ContinuousClock.Instant? = nil
  ) throws(StoreError) -> Int {
    var size = 0
    func run(_ sql: String, _ parameters: [PostgresValue]) throws(StoreError) -> PostgresResult {
      guard let lease = lease(for: board), lease.epoch == epoch else {
        throw refusal(of: board)
      }
      do {
        return try pool.run(
          sql, [.text(board), .text(session.id), .integer(lease.epoch), .text(store)] + parameters,
          before: min(deadline ?? .now + Self.timeout, .now + Self.timeout))
      } catch {
        throw .notPersisted(reason: error.reason)
      }
    }
    _ = try run(JournalStatements.addStore, [])
    try ContentParts.forEach(of: content, of: store, after: number, sealedBy: cipher) {
      part, parts, sealed throws(StoreError) in
      size += sealed.count
      let persisted = try run(
        JournalStatements.persistPart, [.integer(number), .integer(part), .integer(parts), .bytes(sealed)])
      guard persisted.count == 1 else { throw .ownedElsewhere }
    }
    // What is left here is removed after the next content.
    _ = try? run(JournalStatements.trimJournal, [.integer(number)])
    _ = try? run(JournalStatements.trimContent, [.integer(number)])
    state.withLock { [size] counts in
      counts.contents += 1
      counts.contentBytes += size
    }
    return size
  }
}
