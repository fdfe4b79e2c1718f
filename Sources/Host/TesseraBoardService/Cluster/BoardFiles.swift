package import Foundation
import Synchronization
package import TesseraBoard
package import TesseraData
package import TesseraValues

/// Stores each board in a file of its own, because the boards come from other hosts and go to them one by one.
package final class BoardFiles: BoardStorage {
  /// The folder of the files.
  private let folder: URL
  /// The other hosts.
  let cluster: any BoardCluster
  /// Replicates the files to the cluster.
  private let replication: any StoreReplication
  private let state = Mutex<[String: Files]>([:])

  private struct Files {
    var board: BoardStore
    var updates: UpdateStore
    /// The tiles of the board, also those that undo or redo can bring back.
    var tiles: Set<String> = []
  }

  /// - Parameters:
  ///   - folder: The folder of the data.
  ///   - cluster: The other hosts.
  ///   - replication: Replicates the files to the cluster.
  package init(folder: URL, cluster: any BoardCluster, replication: any StoreReplication) {
    self.folder = folder
    self.cluster = cluster
    self.replication = replication
  }

  /// Opens the files of a board that this host owns from now on, and publishes the board.
  /// - Parameter name: The name of a board of which nothing is stored.
  /// - Returns: The board, and what is wrong with it.
  /// - Throws: ``StoreError``, and a diagnostic if a later version wrote the board.
  func open(_ id: String, named name: String) throws -> (history: BoardHistory, problems: [Diagnostic]) {
    cluster.willAdopt(id)
    let board = try BoardStore(
      location: .file(folder.appending(path: "boards/\(id).sqlite")), replication: replication)
    let updates = try UpdateStore(
      location: .file(folder.appending(path: "updates/\(id).sqlite")), replication: replication)
    let (boards, problems) = try board.load()
    state.withLock { $0[id] = Files(board: board, updates: updates) }
    if let history = boards.first(where: { $0.board.id == id }) {
      try publish(history.board, tiles: history.tiles)
      return (history, problems)
    }
    let history = BoardHistory(board: Board(id: id, name: name))
    try save(history, after: history, change: .none, edit: nil)
    return (history, problems)
  }

  /// Publishes the name of a board and its tiles, also those that undo and redo can bring back.
  private func publish(_ board: Board, tiles: Set<TileID>) throws {
    let tiles = Set(tiles.map(\.rawValue))
    state.withLock { $0[board.id]?.tiles = tiles }
    try cluster.publish(board.id, named: board.name, tiles: tiles)
  }

  /// Closes the files of a board that this host does not own any more.
  func close(_ id: String) { state.withLock { $0[id] = nil } }

  fileprivate func updates(of board: String) -> UpdateStore? { state.withLock { $0[board]?.updates } }

  fileprivate func updates(ofTile tile: String) -> UpdateStore? {
    state.withLock { $0.values.first { $0.tiles.contains(tile) }?.updates }
  }

  private func store(_ id: String) throws(StoreError) -> BoardStore {
    guard let store = state.withLock({ $0[id]?.board }) else {
      throw .ownedElsewhere
    }
    return store
  }

  var refusal: String? { nil }

  func save(_ next: BoardHistory, after former: BoardHistory, change: BoardStore.Change, edit: String?) throws {
    // Requests for new tiles find the board before it has them.
    try publish(next.board, tiles: former.tiles.union(next.tiles))
    try store(next.board.id).save(next, after: former, change: change, edit: edit)
    if !former.tiles.isSubset(of: next.tiles) { try? publish(next.board, tiles: next.tiles) }
  }

  func hasEdit(_ name: String, of board: String) throws -> Bool { try store(board).hasEdit(name, of: board) }

  func remove(_ id: String) throws {
    try cluster.removeBoard(id)
    close(id)
  }
}

/// Stores the schedules and timelines of widgets beside the boards that they are on.
package struct UpdateFiles: UpdateStorage {
  private let files: BoardFiles

  package init(_ files: BoardFiles) { self.files = files }

  /// Schedules come with the boards.
  package func schedules() -> [String: (schedule: UpdateSchedule, failure: String?)] { [:] }

  package func schedules(of board: String) -> [String: (schedule: UpdateSchedule, failure: String?)] {
    files.updates(of: board)?.schedules() ?? [:]
  }

  package func timeline(of id: String) -> (timeline: Value, documents: String)? {
    files.updates(ofTile: id)?.timeline(of: id)
  }

  package func save(
    _ id: String, _ schedule: UpdateSchedule, failure: String?, timeline: Value?, documents: String?
  ) throws(StoreError) {
    guard let store = files.updates(ofTile: id) else { throw .ownedElsewhere }
    try store.save(id, schedule, failure: failure, timeline: timeline, documents: documents)
  }

  package func remove(_ id: String) { files.updates(ofTile: id)?.remove(id) }

  package var persistsBeforeRequest: Bool { true }
}
