import TesseraBoard
package import TesseraBundles
import TesseraProtocol
package import TesseraRuntime
package import TesseraValues

// The widgets on the boards.
extension BoardHost {
  /// Returns the widget of a tile, which is made if it does not run yet.
  package func widget(_ id: String) -> (any ServedWidget)? {
    guard let tile = repository.tile(TileID(rawValue: id)) else { return nil }
    return registry.widget(id, of: tile) { [weak self] id, reason in
      Task { await self?.recordOutage(reason, of: id) }
    }
  }

  /// Returns the widget of a tile, as updates see it; nil for one that the host was created with.
  func boardWidget(_ id: String) -> (any BoardWidget)? { widget(id) as? any BoardWidget }

  private func recordOutage(_ outage: String?, of id: String) async {
    if registry.recordOutage(outage, of: id) { await onTiles(.outages) }
  }

  /// Why processes of widgets do not run, by tiles.
  var outages: [String: String] { registry.outages }

  /// Starts the process of a widget again without waiting any longer.
  package func retry(_ id: String) async { await (widgets[id] as? any IsolatedWidget)?.retry() }

  /// Ends the processes of all widgets.
  package func stop() async { await registry.stopProcesses() }

  /// Whether there is a tile on a board.
  package func hasTile(_ id: String) -> Bool { repository.tile(TileID(rawValue: id)) != nil }

  /// The tiles on a board.
  package func tiles(of board: String) -> Set<String> {
    Set((repository[board]?.board.tiles.keys).map { $0.map(\.rawValue) } ?? [])
  }

  /// Returns the identity of the board that a tile is on.
  package func board(ofTile id: String) -> String? { repository.board(of: TileID(rawValue: id)) }

  /// Whether a tile is on a board, or can come back to one.
  package func knows(_ tile: String) -> Bool { repository.knows(TileID(rawValue: tile)) }

  /// The running widgets of a kind.
  package func instances(of widget: String) -> [any BoardWidget] {
    repository.tiles.filter { $0.value.widget == widget }.compactMap { registry.running($0.key) }
  }

  /// Replaces the definition of a widget. Running widgets go on, as far as the new definition has a place for their
  /// state.
  /// - Returns: Whether the data of a widget starts anew, because the model changed.
  @discardableResult
  package func renew(_ widget: String, with definition: WidgetDefinition) async throws -> Bool {
    library.replace(widget, with: definition)
    var isModelNew = false
    for instance in instances(of: widget) {
      if try await instance.replace(with: definition) { isModelNew = true }
    }
    for id in repository.order { boardDidChange(id) }
    await onTiles(.documents(widget))
    return isModelNew
  }

  /// Shows changes of the bundles in the library's folder.
  /// - Parameter report: Called with each widget that cannot be shown.
  package func refreshInstalled(report: (Diagnostic) -> Void) async {
    let changes = library.refreshInstalled()
    for id in changes.removed { await endWidgets(of: id) }
    for (id, definition) in changes.replaced {
      do {
        _ = try await renew(id, with: definition)
      } catch {
        report(Diagnostic(rule: "store-unavailable", message: "'\(id)' cannot be shown anew: \(error)"))
      }
    }
  }

  /// Ends the running widgets of a kind that was uninstalled. Their data stays.
  private func endWidgets(of widget: String) async {
    for (tile, content) in repository.tiles where content.widget == widget && library.definition(widget) == nil {
      await registry.end(tile)
      await onRemoval(tile.rawValue)
    }
    for id in repository.order { boardDidChange(id) }
    await onTiles(.tiles)
  }

  /// Uninstalls a widget. Boards keep its places and its data until it is installed again, or lose both.
  /// - Parameter withData: Whether the widget's places and data are removed for good. Boards that a configuration
  ///   declares keep the places, without data. This also works for a widget that is no longer installed.
  /// - Throws: ``InstalledWidgets/Failure`` if the widget cannot be removed, and ``StoreError`` if a board cannot be
  ///   stored. What was removed by then stays removed, and this can be tried again.
  package func uninstall(_ widget: String, withData: Bool) async throws {
    // Without the bundle, no widget begins again while the others end.
    if library.installedWidgets[widget] != nil { try library.installed?.remove(widget) }
    await refreshInstalled { _ in }
    if library.removeInstalled(widget) { await endWidgets(of: widget) }
    guard withData else { return }
    for history in repository.all {
      let known = Set(history.boards.flatMap { $0.tiles.filter { $0.value.widget == widget }.keys })
      if !isDeclared(history.board.id) {
        for tile in known.intersection(history.board.tiles.keys) {
          do {
            _ = try await perform(.remove(tile), on: history.board.id, BoardGrid.standard.size)
          } catch is BoardRefusal {
            // Someone removed it meanwhile.
          }
        }
      }
      for tile in known { await forgetData(of: tile) }
    }
  }

  /// All tiles by identity and name, board by board.
  package var names: [(id: String, name: String)] {
    repository.boards.flatMap { board in
      board.tiles.sorted { ($0.key.rawValue.count, $0.key.rawValue) < ($1.key.rawValue.count, $1.key.rawValue) }
        .map { ($0.key.rawValue, publisher.name(of: $0.value, $0.key)) }
    }
  }

  /// The hosts whose pages widgets may show in frames.
  package nonisolated var frameSources: [String] {
    adoptedSources.isEmpty ? library.hosts : adoptedSources + library.hosts
  }

  /// The maximum number of hosts of typed addresses that one page may show in frames. Others are not shown there: servers
  /// before this one limit the length of header fields.
  private static let maximumTypedHosts = 50

  /// The hosts of the addresses that people typed into the options of widgets with frames on a board, in the form of
  /// content security policies.
  package func typedHosts(on board: String) -> [String] {
    guard let tiles = try? repository.history(of: board).board.tiles.values else { return [] }
    return typedHosts(of: Array(tiles))
  }

  /// The same hosts of one widget.
  package func typedHosts(ofTile id: String) -> [String] {
    typedHosts(of: [repository.tile(TileID(rawValue: id))].compactMap(\.self))
  }

  private func typedHosts(of tiles: [BoardTile]) -> [String] {
    let hosts = tiles.flatMap { tile -> [HostPattern] in
      let hosts = library.reachedHosts(of: tile)
      return hosts.isEmpty || library.definition(tile.widget)?.bundle.hasFrames != true ? [] : hosts
    }
    return Set(hosts.map(\.description)).sorted().prefix(Self.maximumTypedHosts)
      .map(\.self)
  }

  /// The kinds of widgets on the boards, by tiles.
  var widgetsByTile: [String: String] {
    Dictionary(repository.tiles.map { ($0.key.rawValue, $0.value.widget) }, uniquingKeysWith: { $1 })
  }

  /// The daily update budgets that people chose, by tiles.
  var updateBudgets: [String: Int] {
    Dictionary(
      repository.tiles.compactMap { id, tile in
        UpdateChoice.budget(in: tile.options).map { (id.rawValue, $0) }
      }, uniquingKeysWith: { $1 })
  }

  /// A stack that turns by itself.
  struct RotatingStack: Sendable {
    package let board: String
    package let grid: GridSize
    let stack: TileStack
  }

  /// The stacks that turn by themselves, on all boards and grids.
  var rotatingStacks: [RotatingStack] {
    repository.boards.flatMap { board in
      board.arrangements.flatMap { arrangement in
        arrangement.pages.flatMap(\.stacks.values).filter(\.rotates)
          .map { RotatingStack(board: board.id, grid: arrangement.size, stack: $0) }
      }
    }
  }

  /// The hosts that a tile's widget or its options name, and whether a person let it reach those with private addresses;
  /// nil if private addresses are allowed for all widgets, so there is nothing to ask.
  package func hosts(of id: String) -> [(host: HostPattern, isAllowed: Bool)]? {
    guard !library.environment.allowsPrivateAddresses, let tile = repository.tile(TileID(rawValue: id)),
      let definition = library.definition(tile.widget), !definition.bundle.allowsPrivateAddresses
    else { return nil }
    return library.hosts(of: tile).map { ($0, tile.grants.privateHosts.contains($0.description)) }
  }

  /// The options that a person can set for a tile, and their values.
  /// - Parameter languages: The person's languages in order of preference.
  package func settings(of id: String, in languages: [String] = []) async throws -> (
    options: [Manifest.Option], values: [String: Value], name: String
  ) {
    let id = TileID(rawValue: id)
    guard let tile = repository.tile(id) else {
      throw Diagnostic(rule: "unknown-tile", message: "This widget is not on the board any more")
    }
    guard let definition = library.definition(tile.widget) else {
      throw Diagnostic(rule: "unknown-widget", message: "This widget is not installed, so nothing can be set for it")
    }
    let own = await registry.running(id)?.ownOptions() ?? [:]
    let values = library.migrated(tile).options.merging(own) { $1 }
    let manifest = definition.bundle.manifest(in: languages)
    let options = library.options(of: definition, manifest).map { option in
      var option = option
      option.isSecret = option.isSecret || tile.options[option.name] != nil && editor.isSecret(option.name, of: tile)
      return option
    }
    return (options, values, manifest.name)
  }
}
