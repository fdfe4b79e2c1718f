import Foundation
import TesseraBoard
import TesseraData
import TesseraValues

/// All boards with their undo histories, in memory and in the store.
///
/// Every change is stored before it counts.
struct BoardRepository {
  private let store: BoardStore
  private var histories: [String: BoardHistory] = [:]
  /// The identities of the boards in the order in which they were made.
  private(set) var order: [String] = []
  private var revisions: [String: Int] = [:]
  /// The first revision is greater than any that pages have seen of earlier servers.
  private let firstRevision = Int(Date().timeIntervalSince1970 * 1000)

  /// The maximum number of boards of a server. A further one is refused.
  static let maximumBoards = 32

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

  /// Makes a repository of one board, without storing it.
  init(_ store: BoardStore, showing board: Board) {
    self.store = store
    histories = [board.id: BoardHistory(board: board)]
    order = [board.id]
  }

  /// Why boards cannot be stored; nil if they can.
  var problem: String? { store.problem?.diagnostic.message }

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

  /// The number of changes of a board, counted on from a number that no earlier server reached.
  func revision(of id: String) -> Int { revisions[id, default: firstRevision] }

  // MARK: Writing

  mutating func countChange(of id: String) { revisions[id, default: firstRevision] += 1 }

  /// Replaces a board and its history, with an entry in the stored history.
  mutating func save(_ next: BoardHistory, after former: BoardHistory, as change: BoardStore.Change) throws {
    try store.save(next.board, former: change == .none ? nil : former.board, change: change)
    histories[next.board.id] = next
  }

  /// Adds a board after the others.
  mutating func add(_ board: Board) throws {
    try store.save(board, former: nil, change: .none)
    histories[board.id] = BoardHistory(board: board)
    order.append(board.id)
  }

  /// Returns the identity for another board.
  /// - Throws: ``BoardRefusal`` if there are too many boards.
  func newIdentity() throws -> String {
    guard order.count < Self.maximumBoards else { throw BoardRefusal.tooMany("boards") }
    return (1...).lazy.map { "board\($0)" }.first { histories[$0] == nil } ?? ""
  }

  /// Removes a board.
  /// - Returns: What it was.
  mutating func remove(_ id: String) throws -> BoardHistory {
    let history = try history(of: id)
    guard order.count > 1 else {
      throw Diagnostic(rule: "last-board", message: "This is the only board", fix: "Make another one first")
    }
    try store.remove(id)
    histories[id] = nil
    order.removeAll { $0 == id }
    return history
  }
}
