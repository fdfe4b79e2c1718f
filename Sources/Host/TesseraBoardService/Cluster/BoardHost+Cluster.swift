import TesseraBoard
import TesseraData
package import TesseraValues

// Boards that come from other hosts and go to them.
extension BoardHost {
  /// The other hosts; nil without any.
  nonisolated var cluster: (any BoardCluster)? { files?.cluster }

  /// Whether other hosts share the boards.
  package nonisolated var isShared: Bool { files != nil }

  /// Returns the epoch in which this host may serve a board now; nil if it may not, or no other host shares the boards.
  package nonisolated func epoch(of board: String) -> Int64? { cluster?.epoch(of: board) }

  /// Serves a board that this host owns from now on.
  /// - Parameters:
  ///   - name: The name of a board that is not stored yet.
  ///   - epoch: A number that is greater than those of all earlier owners.
  /// - Returns: What is wrong with the board.
  /// - Throws: ``StoreError`` if it cannot be read, and a diagnostic if a later version wrote it.
  package func adopt(_ id: String, named name: String, epoch: Int64) async throws -> [Diagnostic] {
    let former = arrivals[id]
    let arrival = Task {
      _ = await former?.result
      return try await open(id, named: name, epoch: epoch)
    }
    arrivals[id] = arrival
    defer { if arrivals[id] == arrival { arrivals[id] = nil } }
    return try await arrival.value
  }

  private func open(_ id: String, named name: String, epoch: Int64) async throws -> [Diagnostic] {
    guard let files else { return [] }
    // A board that this host makes also comes to it as those do that it takes.
    if repository[id] != nil, files.cluster.epoch(of: id) == epoch { return [] }
    await end(id)
    files.cluster.willAdopt(id)
    // A long journal takes time, in which the other boards are served.
    let (stored, damage) = try await onOwnThread { try files.open(id) }
    let history: BoardHistory
    if let stored {
      history = stored
    } else {
      history = BoardHistory(board: Board(id: id, name: name))
      try files.save(history.board, former: nil, change: .none, edit: nil)
    }
    try publish(history.board, tiles: history.tiles)
    repository.adopt(history, epoch: epoch)
    files.cluster.didAdopt(id, epoch: epoch)
    await onTiles(.adopted(id))
    guard let problem = await declareOwned(id) else { return damage }
    return damage + [problem]
  }

  /// Publishes the name of a board and its tiles, also those that undo and redo can bring back.
  func publish(_ board: Board, tiles: Set<TileID>) throws {
    guard let cluster else { return }
    let tiles = Set(tiles.map(\.rawValue))
    ownedTiles.set(tiles, of: board.id)
    try cluster.publish(board.id, named: board.name, tiles: tiles)
  }

  /// Ends all that runs of a board that another host owns from now on. What is stored stays. The caller adopts
  /// the board again only afterwards.
  package func release(_ id: String) async {
    _ = await arrivals[id]?.result
    await end(id)
  }

  private func end(_ id: String) async {
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
