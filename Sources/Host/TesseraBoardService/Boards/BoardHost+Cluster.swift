import TesseraBoard
import TesseraData
package import TesseraValues

// Boards that come from other hosts and go to them.
extension BoardHost {
  /// Whether other hosts share the boards.
  package nonisolated var isShared: Bool { cluster != nil }

  /// Whether this host may show a board now: another one may have it, or is about to.
  package nonisolated func mayShow(_ board: String) -> Bool { cluster?.owns(board) ?? true }

  /// Shows a board that this host owns from now on.
  /// - Parameters:
  ///   - name: The name of a board that is not stored yet.
  ///   - epoch: A number that is greater than those of all earlier owners.
  /// - Returns: What is wrong with the board.
  /// - Throws: ``StoreError`` if it cannot be read, and a diagnostic if a later version wrote it.
  package func adopt(_ id: String, named name: String, epoch: Int64) async throws -> [Diagnostic] {
    guard let files, let cluster else { return [] }
    if repository[id] != nil { await release(id) }
    let (stored, problems) = try files.open(id)
    let history: BoardHistory
    if let stored {
      history = stored
    } else {
      history = BoardHistory(board: Board(id: id, name: name))
      try files.save(history.board, former: nil, change: .none, edit: nil)
    }
    let tiles = Set(history.tiles.map(\.rawValue))
    ownedTiles.set(tiles, of: id)
    try cluster.publish(id, named: history.board.name, tiles: tiles)
    repository.adopt(history, epoch: epoch)
    cluster.didAdopt(id, epoch: epoch)
    await onTiles(.adopted(id))
    return problems
  }

  /// Removes all that is kept of a board, in one step. What runs of it ends after that.
  func removeShared(_ id: String) throws -> BoardHistory {
    let history = try repository.history(of: id)
    guard let cluster, cluster.boards.count > 1 else { throw BoardRepository.lastBoard }
    try cluster.removeBoard(id)
    files?.close(id)
    return repository.release(id) ?? history
  }

  /// Ends all that runs of a board that another host owns from now on. What is stored stays.
  package func release(_ id: String) async {
    guard let history = repository.release(id) else { return }
    files?.close(id)
    broadcaster.finish { $0.board == id }
    for tile in history.tiles {
      await onRemoval(tile.rawValue)
      await endings[tile.rawValue]?.value
      await registry.remove(tile)?.stop()
    }
    ownedTiles.set([], of: id)
    await onTiles(.tiles)
  }
}
