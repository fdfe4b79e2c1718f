import TesseraBoard
import TesseraRuntime
import TesseraValues

// What administrators see of widgets, and do with them.
extension BoardHost {
  /// Returns what runs of the widgets on all boards, board by board.
  package func statuses() async -> [WidgetStatus] {
    var statuses = repository.boards.flatMap { board in
      board.tiles.sorted { ($0.key.rawValue.count, $0.key.rawValue) < ($1.key.rawValue.count, $1.key.rawValue) }
        .map { status(of: $0.key, $0.value, on: board) }
    }
    for index in statuses.indices {
      let widget = widgets[statuses[index].id] as? any IsolatedWidget
      statuses[index].process = await widget?.processState()
    }
    return statuses
  }

  private func status(of id: TileID, _ tile: BoardTile, on board: Board) -> WidgetStatus {
    WidgetStatus(
      id: id.rawValue, name: publisher.name(of: tile, id), board: board.id, boardName: board.name, kind: tile.widget,
      state: state(of: id, tile), outage: registry.outages[id.rawValue], process: nil,
      storeSize: library.dataSize(of: id))
  }

  private func state(of id: TileID, _ tile: BoardTile) -> WidgetStatus.State {
    if registry.stopped.contains(id.rawValue) { return .stopped }
    if let widget = widgets[id.rawValue] { return widget is any IsolatedWidget ? .process : .server }
    return library.definition(tile.widget) == nil ? .missing : .idle
  }

  /// The tiles whose widgets an administrator stopped.
  var stoppedTiles: Set<String> { registry.stopped }

  /// Returns how often the widget of a tile was stopped or started. If that changes while a presentation is made, the
  /// presentation may belong to a widget that no longer runs.
  package func changeCount(of id: String) -> Int { registry.changeCount(of: id) }

  /// Ends what runs of a widget, and begins anew: its process, or its instance. Open presentations show the new one. A
  /// stopped widget starts.
  /// - Throws: A diagnostic if the widget does not exist or cannot be restarted, and ``StoreError``.
  package func restartWidget(_ id: String) async throws {
    _ = try tile(id)
    guard !registry.stopped.contains(id) else { return try await startWidget(id) }
    guard let known = widget(id) else {
      throw Diagnostic(rule: "unknown-widget", message: "This widget is not installed")
    }
    guard let running = known as? any BoardWidget else {
      throw Diagnostic(
        rule: "fixed-widget", message: "This widget belongs to the server's own program and cannot be restarted",
        fix: "Restart the server")
    }
    record("Restarted by an administrator", of: id)
    try await running.restart()
    if let tile = repository.tile(TileID(rawValue: id)) { running.setOptions(library.migrated(tile).options) }
  }

  /// Stops a widget until it is started or the host ends: its process ends, it is not updated, and its tile shows a
  /// sign. The caller closes its presentations.
  /// - Throws: A diagnostic if the widget does not exist.
  package func stopWidget(_ id: String) async throws {
    let tile = try tile(id)
    guard !registry.stopped.contains(id) else { return }
    registry.stop(id, named: publisher.name(of: tile, TileID(rawValue: id)))
    await runDidChange("Stopped by an administrator", of: id)
    await registry.waitForEnding(of: id)
  }

  /// Starts a widget that was stopped. The caller closes the presentations of the sign.
  /// - Throws: A diagnostic if the widget does not exist, and ``StoreError`` if its data cannot be read.
  package func startWidget(_ id: String) async throws {
    _ = try tile(id)
    // Two processes at once would write to the same store.
    await registry.waitForEnding(of: id)
    if let kept = registry.kept(id), let tile = repository.tile(TileID(rawValue: id)) {
      // The documents and the options may have changed meanwhile.
      if let definition = library.definition(tile.widget) { _ = try await kept.replace(with: definition) }
      try await kept.restart()
      kept.setOptions(library.migrated(tile).options)
    }
    guard registry.stopped.contains(id) else { return }
    registry.start(id)
    await runDidChange("Started by an administrator", of: id)
  }

  private func tile(_ id: String) throws(Diagnostic) -> BoardTile {
    guard let tile = repository.tile(TileID(rawValue: id)) else {
      throw Diagnostic(rule: "unknown-tile", message: "This widget is not on a board any more")
    }
    return tile
  }

  private func runDidChange(_ message: String, of id: String) async {
    record(message, of: id)
    await onTiles(.tiles)
    await onTiles(.outages)
  }

  private func record(_ message: String, of id: String) {
    library.log.record(message, isError: false, of: id, at: library.environment.now())
  }
}
