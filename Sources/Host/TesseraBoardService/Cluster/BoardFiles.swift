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

  /// Opens the files of a board that this host owns from now on.
  /// - Returns: The board, which is nil if nothing is stored of it, and what is wrong with it.
  /// - Throws: ``StoreError``, and a diagnostic if a later version wrote the board.
  func open(_ id: String) throws -> (history: BoardHistory?, problems: [Diagnostic]) {
    let board = try BoardStore(
      location: .file(folder.appending(path: "boards/\(id).sqlite")), replication: replication)
    let updates = try UpdateStore(
      location: .file(folder.appending(path: "updates/\(id).sqlite")), replication: replication)
    let (boards, problems) = try board.load()
    state.withLock { $0[id] = Files(board: board, updates: updates) }
    return (boards.first { $0.board.id == id }, problems)
  }

  /// Closes the files of a board that this host does not own any more.
  func close(_ id: String) { state.withLock { $0[id] = nil } }

  fileprivate func updates(of board: String) -> UpdateStore? { state.withLock { $0[board]?.updates } }

  private func store(_ id: String) throws(StoreError) -> BoardStore {
    guard let store = state.withLock({ $0[id]?.board }) else {
      throw .ownedElsewhere
    }
    return store
  }

  var refusal: String? { nil }

  func save(_ board: Board, former: Board?, change: BoardStore.Change, edit: String?) throws {
    try store(board.id).save(board, former: former, change: change, edit: edit)
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
  private let boards: BoardHost

  package init(_ files: BoardFiles, of boards: BoardHost) {
    self.files = files
    self.boards = boards
  }

  /// Schedules come with the boards.
  package func schedules() -> [String: (schedule: UpdateSchedule, failure: String?)] { [:] }

  package func schedules(of board: String) -> [String: (schedule: UpdateSchedule, failure: String?)] {
    files.updates(of: board)?.schedules() ?? [:]
  }

  package func timeline(of id: String) -> (timeline: Value, documents: String)? {
    store(of: id)?.timeline(of: id)
  }

  package func save(
    _ id: String, _ schedule: UpdateSchedule, failure: String?, timeline: Value?, documents: String?
  ) throws(StoreError) {
    guard let store = store(of: id) else { throw .ownedElsewhere }
    try store.save(id, schedule, failure: failure, timeline: timeline, documents: documents)
  }

  package func remove(_ id: String) { store(of: id)?.remove(id) }

  package var persistsBeforeRequest: Bool { true }

  private func store(of tile: String) -> UpdateStore? {
    boards.ownedTiles.board(of: tile).flatMap { files.updates(of: $0) }
  }
}
