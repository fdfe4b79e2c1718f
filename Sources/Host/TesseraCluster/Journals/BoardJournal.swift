import Foundation
import Synchronization
import TesseraCrypto
import TesseraData
import TesseraPostgreSQL

/// The journal of a database that belongs to a board, and that only the owner of the board may write.
final class BoardJournal: StoreJournal {
  /// The name of the database in the cluster.
  let store: String
  /// The board that it belongs to.
  let board: String
  /// The epoch in which the working copy was made. In another one, other hosts may have changed what it lacks.
  let epoch: Int64

  private let connection: JournalConnection
  private let state: Mutex<State>

  private struct State {
    /// The number of the last change; 0 if there is none.
    var last: Int64
    var hasContent: Bool
    /// The size of the changes since the content was persisted, in bytes, as they are persisted.
    var changeSize: Int
    var changeCount: Int
    var contentSize: Int
    var contentTime: ContinuousClock.Instant?
    /// Why nothing can be written; nil if it can.
    var refusal: StoreError?
    /// Whether what is persisted is damaged, so that another working copy would be no better.
    let isDamaged: Bool
  }

  /// The minimum size of changes after which all content is persisted, in bytes.
  private static let minimumChangeSize = 1 << 20
  /// The number of changes after which all content is persisted, however small they are: a host that takes the board
  /// makes all of them again.
  private static let maximumChangeCount = 512
  /// The number of changes that need no content before the board is given away: who gets it makes them again in an
  /// instant.
  private static let maximumMovedChanges = 32

  /// - Parameters:
  ///   - restored: What was read when the working copy was made.
  init(
    _ store: String, of board: String, epoch: Int64, restored: Restoration.Result, connection: JournalConnection
  ) {
    self.store = store
    self.board = board
    self.epoch = epoch
    self.connection = connection
    state = Mutex(
      State(
        last: restored.last, hasContent: restored.hasContent, changeSize: restored.changeSize,
        changeCount: restored.changeCount, contentSize: restored.contentSize,
        refusal: restored.damage.map { .notPersisted(reason: $0) },
        isDamaged: restored.damage != nil))
  }

  var isEmpty: Bool { state.withLock { !$0.hasContent } }

  var isLeaseValid: Bool { connection.session.lease(for: board)?.epoch == epoch }

  var wantsContent: Bool {
    state.withLock { state in
      state.refusal == nil
        && (state.changeSize > max(Self.minimumChangeSize, state.contentSize)
          || state.changeCount > Self.maximumChangeCount)
    }
  }

  /// Whether so many changes are persisted that all content should be before another host takes the board.
  var wantsContentBeforeMove: Bool {
    state.withLock { $0.refusal == nil && $0.changeCount > Self.maximumMovedChanges }
  }

  /// The number of changes since content was persisted.
  var changeCount: Int { state.withLock { $0.changeCount } }

  /// The size of the changes since content was persisted, in bytes.
  var changeSize: Int { state.withLock { $0.changeSize } }

  /// When content was persisted; nil if that was before the host had the board.
  var contentTime: ContinuousClock.Instant? { state.withLock { $0.contentTime } }

  /// Whether the working copy can be opened. If not, it has to be made anew.
  var isUsable: Bool { state.withLock { $0.refusal == nil || $0.isDamaged } }

  func abandonCopy() {
    state.withLock { $0.refusal = $0.refusal ?? .notPersisted(reason: "the working copy could not be opened") }
  }

  func invalidateCopy() {
    state.withLock { $0.refusal = .notPersisted(reason: "the working copy failed") }
    connection.session.invalidate(board)
  }

  /// Refuses all further changes, because the host does not own the board any more.
  func close() { state.withLock { $0.refusal = $0.refusal ?? .ownedElsewhere } }

  private static let unknown = "the database of the cluster did not answer in time"

  func append(_ changes: [UInt8]) throws(StoreError) {
    // Only one transaction at a time writes to the database, so nothing else waits for this lock for long.
    try state.withLock { state throws(StoreError) in try append(changes, to: &state) }
  }

  private func append(_ changes: [UInt8], to state: inout State) throws(StoreError) {
    if let refusal = state.refusal { throw refusal }
    let number = state.last + 1
    let sealed = connection.cipher.seal(changes, as: JournalConnection.context(of: store, change: number))
    do throws(StoreError) {
      try persist(sealed, as: number)
    } catch {
      switch error {
      case .perhapsPersisted(let reason): state.refusal = .notPersisted(reason: reason)
      case .ownedElsewhere: state.refusal = error
      default: break
      }
      throw error
    }
    state.last = number
    state.changeSize += sealed.count
    state.changeCount += 1
    connection.recordAppend(size: sealed.count)
  }

  /// Persists a change. An attempt whose answer is lost is repeated under its name: the database takes it once, and
  /// makes the repeated one wait for the first.
  private func persist(_ sealed: [UInt8], as number: Int64) throws(StoreError) {
    let attempt = randomBytes(count: 12).hexadecimalText
    var wasSent = false
    var end: ContinuousClock.Instant?
    // If an attempt was sent, the copy may lack a change that is persisted.
    func uncertainty(_ reason: String) -> StoreError {
      connection.session.invalidate(board)
      return .perhapsPersisted(reason: reason)
    }
    while true {
      guard let lease = connection.lease(for: board), lease.epoch == epoch, .now < end ?? lease.deadline else {
        throw wasSent ? uncertainty(Self.unknown) : connection.refusal(of: board)
      }
      let limit = end ?? lease.deadline
      end = limit
      let count: Int
      do throws(PostgresError) {
        count = try connection.pool.run(
          JournalStatements.append,
          [
            .text(board), .text(connection.session.id), .integer(epoch), .text(store), .integer(number),
            .text(attempt), .bytes(sealed),
          ], before: limit
        ).count
      } catch {
        if error.isDisconnection {
          wasSent = wasSent || !error.isUnsent
          Thread.sleep(forTimeInterval: JournalConnection.pause)
          continue
        }
        // Other errors say that the database did not do it.
        guard error.sqlState == PostgresError.uniqueViolation else {
          throw wasSent ? uncertainty(error.reason) : .notPersisted(reason: error.reason)
        }
        guard let isOwn = connection.isAttempt(attempt, of: store, number, before: lease.deadline) else {
          throw uncertainty(Self.unknown)
        }
        if isOwn { return }
        connection.session.invalidate(board)
        throw .ownedElsewhere
      }
      if count == 1 { return }
      connection.session.invalidate(board)
      // The condition of a repeated attempt is checked before it meets the first one, which may still succeed.
      throw wasSent ? .perhapsPersisted(reason: StoreError.otherOwner) : .ownedElsewhere
    }
  }

  func persist(_ content: [UInt8]) throws(StoreError) { try persist(content, before: nil) }

  /// Persists all content, unless that takes too long. What was persisted of it by then is not used.
  /// - Parameter deadline: When it is cancelled; nil without a limit.
  func persist(_ content: [UInt8], before deadline: ContinuousClock.Instant?) throws(StoreError) {
    try state.withLock { state throws(StoreError) in
      // An empty change gives each content a number of its own, which no other attempt to persist content has.
      try append([], to: &state)
      let size = try connection.persist(
        content, of: store, after: state.last, board: board, epoch: epoch, before: deadline)
      state.hasContent = true
      state.contentSize = size
      state.contentTime = .now
      state.changeSize = 0
      state.changeCount = 0
    }
  }
}
