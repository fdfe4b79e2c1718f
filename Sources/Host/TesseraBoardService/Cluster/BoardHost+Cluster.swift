import TesseraBoard
package import TesseraValues

// Boards that come from other hosts and go to them.
extension BoardHost {
  /// Whether other hosts share the boards, so that this one knows neither all tiles nor all pictures.
  package nonisolated var isShared: Bool { files != nil }

  /// Returns the epoch in which this host may serve a board now; nil if it may not.
  package nonisolated func epoch(of board: String) -> Int64? { hosts.epoch(of: board) }

  /// Serves a board that this host owns from now on.
  /// - Parameters:
  ///   - name: The name of a board that is not stored yet.
  ///   - epoch: A number that is greater than those of all earlier owners.
  /// - Returns: What is wrong with the board.
  /// - Throws: ``StoreError`` if it cannot be read, and a diagnostic if a later version wrote it.
  package func adopt(_ id: String, named name: String, epoch: Int64) async throws -> [Diagnostic] {
    let former = adoptions[id]
    let adoption = Task {
      _ = await former?.result
      return try await open(id, named: name, epoch: epoch)
    }
    adoptions[id] = adoption
    defer { if adoptions[id] == adoption { adoptions[id] = nil } }
    return try await adoption.value
  }

  private func open(_ id: String, named name: String, epoch: Int64) async throws -> [Diagnostic] {
    guard let files else { return [] }
    // A board that this host makes also comes to it as those do that it takes.
    if repository[id] != nil, hosts.epoch(of: id) == epoch { return [] }
    await end(id)
    // A long journal takes time, in which the other boards are served.
    let (history, damage) = try await onOwnThread { try files.open(id, named: name) }
    repository.adopt(history)
    publisher.adopt(id, epoch: epoch)
    files.cluster.didAdopt(id, epoch: epoch)
    await onTiles(.adopted(id))
    guard let problem = await declareOwned(id) else { return damage }
    return damage + [problem]
  }

  /// Ends all that runs of a board that another host owns from now on. What is stored stays. The caller adopts
  /// the board again only afterwards.
  package func release(_ id: String) async {
    _ = await adoptions[id]?.result
    await end(id)
  }

  private func end(_ id: String) async {
    guard let history = repository.release(id) else { return }
    files?.close(id)
    publisher.finish(id)
    for tile in history.tiles {
      await onRemoval(tile.rawValue)
      await registry.end(tile)
    }
    await onTiles(.tiles)
  }
}
