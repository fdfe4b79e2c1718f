package import Foundation
import Synchronization
package import TesseraData
import TesseraPostgreSQL
import TesseraValues

/// Persists the databases of a host's boards in the cluster, under the names of their files.
package final class ClusterReplication: StoreReplication {
  /// The folder of the working copies.
  package let folder: URL
  private let connection: JournalConnection
  private let report: @Sendable (Diagnostic) -> Void
  private let state = Mutex(State())
  private let restoring = NSLock()

  private struct State {
    var journals: [String: BoardJournal] = [:]
    /// The boards of tiles.
    var tiles: [String: String] = [:]
  }

  init(folder: URL, connection: JournalConnection, report: @escaping @Sendable (Diagnostic) -> Void) {
    self.folder = folder
    self.connection = connection
    self.report = report
  }

  /// Records which tiles are on a board, or can be brought back to it.
  func setTiles(_ tiles: Set<String>, of board: String) {
    state.withLock { state in
      state.tiles = state.tiles.filter { $0.value != board }
      for tile in tiles { state.tiles[tile] = board }
    }
  }

  package func journal(of file: URL) throws(StoreError) -> any StoreJournal {
    let store = try name(of: file)
    // Two threads must not make the same file.
    restoring.lock()
    defer { restoring.unlock() }
    guard let board = board(ofStore: store), let lease = connection.lease(for: board) else {
      throw .notPersisted(reason: "this host does not have the board of '\(store)'")
    }
    if let known = state.withLock({ $0.journals[store] }) {
      if known.epoch == lease.epoch, known.isUsable { return known }
      known.close()
    }
    let restored = try Restoration(store: store, connection: connection).restore(to: file)
    if let damage = restored.damage {
      report(
        Diagnostic(
          rule: "store-damaged",
          message: "'\(store)' can be read but not changed, because in the cluster \(damage)",
          fix: "Restore the database of the cluster from a backup, or remove the widget"))
    }
    guard connection.session.lease(for: board)?.epoch == lease.epoch else {
      throw .ownedElsewhere
    }
    let journal = BoardJournal(store, of: board, epoch: lease.epoch, restored: restored, connection: connection)
    state.withLock { $0.journals[store] = journal }
    return journal
  }

  /// The host does not own a board any more: its working copies are not used again.
  func close(_ board: String) {
    let closed = state.withLock { state in
      let closed = state.journals.values.filter { $0.board == board }
      for journal in closed { state.journals[journal.store] = nil }
      return closed
    }
    for journal in closed { journal.close() }
  }

  /// Persists all content of a board's databases that changed much since that was done, so that the host which gets the
  /// board need not make the changes again. Blocks the thread.
  /// - Parameter deadline: When it ends. What is not persisted by then, or cannot be persisted, stays as it is.
  func persistContents(of board: String, before deadline: ContinuousClock.Instant) {
    let journals = state.withLock { state in state.journals.values.filter { $0.board == board } }
      .filter(\.wantsContentBeforeMove)
    for journal in journals.sorted(by: { $0.changeCount > $1.changeCount }) {
      let file = StoreFile(url: folder.appending(path: journal.store + Self.suffix))
      try? file.withContent(upTo: Self.maximumMovedSize) { content throws(StoreError) in
        // The file may have been locked for some time.
        guard ContinuousClock.now < deadline else { return }
        try journal.persist(content, before: deadline)
      }
      guard ContinuousClock.now < deadline else { return }
    }
  }

  /// The maximum size of a file whose content is persisted before its board is transferred, in bytes. Persisting more
  /// takes longer than making the changes again.
  private static let maximumMovedSize = 32 << 20

  /// The size of the changes since contents were persisted, in bytes, and the age of the oldest content, in seconds.
  package var journalState: (size: Int, oldestContent: Double) {
    let journals = state.withLock { Array($0.journals.values) }
    let now = ContinuousClock.now
    let oldest = journals.compactMap { $0.contentTime.map { $0.duration(to: now) / .seconds(1) } }.max()
    return (journals.reduce(0) { $0 + $1.changeSize }, oldest ?? 0)
  }

  /// Removes a database and those beside it, such as those of embedded widgets.
  package func remove(_ file: URL) {
    guard let store = try? name(of: file), let board = board(ofStore: store) else { return }
    let removed = state.withLock { state in
      let names = state.journals.keys.filter { $0 == store || $0.hasPrefix(store + ".") }
      return names.compactMap { state.journals.removeValue(forKey: $0) }
    }
    for journal in removed { journal.close() }
    guard let lease = connection.session.lease(for: board) else { return }
    let pattern = store.replacing("\\", with: "\\\\").replacing("_", with: "\\_").replacing("%", with: "\\%") + ".%"
    // What cannot be removed now is removed with the board.
    _ = try? connection.pool.run(
      JournalStatements.removeStore,
      [.text(board), .text(connection.session.id), .integer(lease.epoch), .text(store), .text(pattern)],
      before: lease.deadline)
  }

  /// The name of a database in the cluster: its path in the folder, without the extension.
  private func name(of file: URL) throws(StoreError) -> String {
    let (path, root) = (file.standardizedFileURL.path, folder.standardizedFileURL.path + "/")
    guard path.hasPrefix(root), path.hasSuffix(Self.suffix) else {
      throw .notPersisted(reason: "'\(path)' is not in the folder of the cluster's data")
    }
    return String(path.dropFirst(root.count).dropLast(Self.suffix.count))
  }

  private static let suffix = ".sqlite"

  /// Returns the board of a database: that of the tile, or that which the name contains.
  private func board(ofStore store: String) -> String? {
    let parts = store.split(separator: "/", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    if parts[0] == "instances" {
      // The databases of embedded widgets are in folders beside that of the tile.
      let file = parts[1].split(separator: "/", maxSplits: 1)[0]
      let tile = file.hasSuffix(Self.embedded) ? file.dropLast(Self.embedded.count) : file
      return state.withLock { $0.tiles[String(tile)] }
    }
    return parts[1]
  }

  /// How the folder of embedded widgets is named after the file of the tile.
  private static let embedded = ".sqlite.widgets"
}
