import TesseraBoard
import TesseraData
import TesseraValues

/// All boards with their undo histories, in memory and in the store.
///
/// Every change is stored before it counts.
struct BoardRepository {
  private let store: any BoardStorage
  private var histories: [String: BoardHistory] = [:]
  /// The identities of the boards in the order in which they were made.
  private(set) var order: [String] = []

  /// The maximum number of boards of a server. A further one is refused.
  static let maximumBoards = 256
  /// The number of boards of a server or cluster that only administrators can add. Others are refused before.
  static let reservedBoards = 32

  /// Reads the boards. Without any, makes an empty first one.
  /// - Parameter problems: Receives what was wrong with the stored boards.
  init(_ store: BoardStore, problems: inout [Diagnostic]) throws {
    self.store = store
    let (boards, found) = try store.load()
    problems += found
    for history in boards {
      histories[history.board.id] = history
      order.append(history.board.id)
    }
    if order.isEmpty { try add(Board(id: BoardHost.mainBoard, name: "Home")) }
  }

  /// Makes a repository without boards, which other hosts share.
  init(_ files: BoardFiles) { store = files }

  /// Makes a repository of one board, without storing it.
  init(_ store: BoardStore, showing board: Board) {
    self.store = store
    histories = [board.id: BoardHistory(board: board)]
    order = [board.id]
  }

  /// Why boards cannot be stored; nil if they can.
  var problem: String? { store.refusal }

  // MARK: Reading

  subscript(id: String) -> BoardHistory? { histories[id] }

  /// Returns a board with its history.
  /// - Throws: A diagnostic if there is no such board.
  func history(of id: String) throws(Diagnostic) -> BoardHistory {
    guard let history = histories[id] else {
      throw Diagnostic(rule: "unknown-board", message: "The board does not exist")
    }
    return history
  }

  /// All histories, in no order.
  var all: some Collection<BoardHistory> { histories.values }

  /// The boards in the order in which they were made.
  var boards: [Board] { order.compactMap { histories[$0]?.board } }

  /// Returns a tile that is on a board.
  func tile(_ id: TileID) -> BoardTile? {
    for history in histories.values {
      if let tile = history.board.tiles[id] { return tile }
    }
    return nil
  }

  /// Returns the identity of the board that a tile is on.
  func board(of tile: TileID) -> String? {
    histories.first { $0.value.board.tiles[tile] != nil }?.key
  }

  /// Whether a tile is on a board, or can come back to one by undo or redo.
  func knows(_ tile: TileID) -> Bool { histories.values.contains { $0.tiles.contains(tile) } }

  /// The tiles on the boards and those that can come back.
  var knownTiles: Set<TileID> { Set(histories.values.flatMap(\.tiles)) }

  /// The tiles on the boards.
  var tiles: some Sequence<(key: TileID, value: BoardTile)> { histories.values.flatMap { $0.board.tiles } }

  /// Whether a change that a client named was made already.
  func hasEdit(_ name: String?, of board: String) throws -> Bool {
    try name.map { try store.hasEdit($0, of: board) } ?? false
  }

  // MARK: Writing

  /// Replaces a board and its history, with an entry in the stored history.
  /// - Parameter edit: The name that the client gave the change; nil if it gave none.
  mutating func save(
    _ next: BoardHistory, after former: BoardHistory, as change: BoardStore.Change, edit: String? = nil
  ) throws {
    try store.save(next, after: former, change: change, edit: edit)
    histories[next.board.id] = next
  }

  /// Adds a board after the others.
  mutating func add(_ board: Board) throws {
    let history = BoardHistory(board: board)
    try store.save(history, after: history, change: .none, edit: nil)
    histories[board.id] = history
    order.append(board.id)
  }

  // MARK: Boards of a cluster

  /// Adds a board that another host stored.
  mutating func adopt(_ history: BoardHistory) {
    let id = history.board.id
    histories[id] = history
    if !order.contains(id) { order.append(id) }
  }

  /// Removes a board without removing what is stored.
  /// - Returns: What it was.
  mutating func release(_ id: String) -> BoardHistory? {
    order.removeAll { $0 == id }
    return histories.removeValue(forKey: id)
  }

  /// Removes a board.
  /// - Parameter count: The number of boards that there are, also at other hosts.
  /// - Returns: What it was.
  mutating func remove(_ id: String, of count: Int) throws -> BoardHistory {
    let history = try history(of: id)
    guard count > 1 else {
      throw Diagnostic(rule: "last-board", message: "This is the only board", fix: "Make another one first")
    }
    try store.remove(id)
    return release(id) ?? history
  }
}
