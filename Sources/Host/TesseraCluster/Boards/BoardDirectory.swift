import Synchronization
import TesseraBoardService
import TesseraPostgreSQL

/// The boards of all hosts, and who owns them, as the database said last.
final class BoardDirectory: Sendable {
  /// A board and its owner.
  struct Entry: Sendable, Hashable {
    var id: String
    var name: String
    var epoch: Int64
    /// The identity of the owner; nil without one.
    var host: String?
    /// The host to which the board is transferred; nil if any may acquire it.
    var transferTarget: String?
    /// The address of the owner; nil if it is not known any more.
    var address: String?
    /// What the owner speaks; nil if it is not known any more.
    var hostProtocol: HostProtocol?
    /// When the lease of the owner ends, unless it is renewed, counted from before the database was asked; nil if it has
    /// ended.
    var until: ContinuousClock.Instant?
  }

  private let pool: PostgresPool
  private let state = Mutex(State())

  private struct State {
    var entries: [Entry] = []
    var indices: [String: Int] = [:]
    /// When the reading began.
    var read: ContinuousClock.Instant?
    /// When it became known that owners changed. A reading that began before may not show it.
    var changed: ContinuousClock.Instant?
    /// The boards of tiles. A tile never moves to another board.
    var tiles: [String: String] = [:]
    /// When tiles were not found. Strangers may ask for any.
    var unknownTiles: [String: ContinuousClock.Instant] = [:]
  }

  /// The maximum number of tiles of other hosts in the cache. With more, all are looked up anew.
  private static let maximumTiles = 65_536
  /// How long a tile that was not found is not looked for.
  private static let absence: Duration = .milliseconds(500)
  /// How long an answer of the database counts as recent.
  private static let recency: Duration = .milliseconds(500)
  /// How long the database may take to answer.
  private static let timeout: Duration = .seconds(2)

  init(_ pool: PostgresPool) { self.pool = pool }

  /// All boards in the order in which they were made.
  var entries: [Entry] { state.withLock { $0.entries } }

  subscript(board: String) -> Entry? {
    state.withLock { state in state.indices[board].map { state.entries[$0] } }
  }

  /// Whether the database was asked a moment ago, and no owner has changed since, as far as this host knows.
  var isRecent: Bool {
    state.withLock { state in
      guard let read = state.read, .now < read + Self.recency else { return false }
      return state.changed.map { $0 < read } ?? true
    }
  }

  /// Reads all boards. Blocks the thread.
  func reload() throws(PostgresError) {
    let begin = ContinuousClock.now
    let rows = try pool.run(BoardStatements.list, [], before: begin + Self.timeout).rows
    var entries: [Entry] = []
    for row in rows {
      let leaseRemaining = try row.optionalDouble("rest") ?? 0
      entries.append(
        Entry(
          id: try row.text("id"), name: try row.text("name"), epoch: try row.integer("epoch"),
          host: try row.optionalText("host"), transferTarget: try row.optionalText("wanted"),
          address: try row.optionalText("address"),
          hostProtocol: try HostProtocol(row), until: leaseRemaining > 0 ? begin + .seconds(leaseRemaining) : nil))
    }
    state.withLock { state in
      // A later reading may have been faster.
      if let read = state.read, read > begin { return }
      state.read = begin
      state.entries = entries
      state.indices = Dictionary(entries.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { $1 })
    }
  }

  /// Makes the next look-up ask the database.
  func invalidate() { state.withLock { $0.changed = .now } }

  /// Returns the board of a tile; nil if there is none. Blocks the thread if that is not known.
  func board(ofTile id: String) throws(PostgresError) -> String? {
    let (known, missed) = state.withLock { ($0.tiles[id], $0.unknownTiles[id]) }
    if let known { return known }
    if let missed, missed + Self.absence > .now { return nil }
    let rows = try pool.run(BoardStatements.ofTile, [.text(id)], before: .now + Self.timeout).rows
    guard let board = try rows.first?.text("id") else {
      state.withLock { state in
        if state.unknownTiles.count >= Self.maximumTiles { state.unknownTiles = [:] }
        state.unknownTiles[id] = .now
      }
      return nil
    }
    state.withLock { state in
      if state.tiles.count >= Self.maximumTiles { state.tiles = [:] }
      state.tiles[id] = board
    }
    return board
  }
}

extension HostProtocol {
  /// Reads what a host speaks; nil if the row has no host. A host that says something senseless speaks what it says first.
  init?(_ row: PostgresRow) throws(PostgresError) {
    guard let newest = try row.optionalInteger("protocol"), let oldest = try row.optionalInteger("oldest_protocol")
    else { return nil }
    self.init(Int(min(oldest, newest))...Int(newest))
  }
}
