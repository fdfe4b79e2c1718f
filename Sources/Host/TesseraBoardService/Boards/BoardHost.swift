import Foundation
package import TesseraBoard
import TesseraData
package import TesseraProtocol
package import TesseraValues

/// The boards and the widgets that are placed on them.
///
/// Edits from all clients are made one after the other. An edit is stored before it is acknowledged, and then sent to
/// all streams of its board.
package actor BoardHost {
  var repository: BoardRepository
  let registry: TileRegistry
  var publisher: BoardPublisher
  var declarations: BoardDeclarations
  let library: WidgetLibrary
  let editor: BoardEditor
  /// The hosts that serve boards.
  nonisolated let hosts: any BoardHosts
  /// The files of boards that come from other hosts and go to them; nil for a single host.
  nonisolated let files: BoardFiles?
  var onRemoval: @Sendable (String) async -> Void = { _ in }
  var onTiles: @Sendable (TileChange) async -> Void = { _ in }
  /// The latest adoption of each board that another host owned.
  var adoptions: [String: Task<[Diagnostic], any Error>] = [:]

  /// A change of the widgets on boards.
  enum TileChange: Sendable {
    /// Tiles were added or removed, or may reach other hosts.
    case tiles
    /// The documents of a widget changed.
    case documents(String)
    /// The options of some tiles changed.
    case options([String])
    /// The processes that do not run changed.
    case outages
    /// A board came from another host.
    case adopted(String)
  }

  /// The running widgets.
  package nonisolated let widgets: ServedWidgets

  /// The hosts of the widgets that the host was created with and that are in no library.
  nonisolated let adoptedSources: [String]

  /// What was wrong with the stored boards.
  package nonisolated let problems: [Diagnostic]

  /// The identity of the board that is shown first.
  package static let mainBoard = "home"

  /// Reads the boards.
  /// - Throws: ``StoreError`` if they cannot be stored, and a diagnostic if a later version wrote one of them.
  package init(store: BoardStore, library: WidgetLibrary) throws {
    var problems: [Diagnostic] = []
    self.init(try BoardRepository(store, problems: &problems), TileRegistry(library), library, problems: problems)
  }

  /// Makes a host without boards. Those of a cluster come to it with ``adopt(_:named:epoch:)``.
  package init(files: BoardFiles, library: WidgetLibrary) {
    self.init(BoardRepository(files), TileRegistry(library), library, files: files)
  }

  /// Makes a board in memory with widgets that run already.
  package init(placing widgets: [any ServedWidget], library: WidgetLibrary) throws {
    let registry = TileRegistry(library)
    var board = Board(id: Self.mainBoard, name: "Home")
    for widget in widgets {
      registry.widgets.add(widget)
      let definition = (widget as? any BoardWidget)?.definition
      let kind = definition.map { library.add($0) } ?? widget.id
      board = try board.applying(
        .add(TileID(rawValue: widget.id), BoardTile(widget: kind), size: nil, page: nil, near: nil),
        on: BoardGrid.standard.size, limits: BoardEditor(library: library).limits)
    }
    self.init(
      BoardRepository(try BoardStore(location: .memory), showing: board), registry, library,
      adoptedSources: Set(widgets.filter { !($0 is any BoardWidget) }.flatMap(\.frameSources)).sorted())
  }

  private init(
    _ repository: BoardRepository, _ registry: TileRegistry, _ library: WidgetLibrary, files: BoardFiles? = nil,
    problems: [Diagnostic] = [], adoptedSources: [String] = []
  ) {
    self.repository = repository
    self.registry = registry
    self.library = library
    self.files = files
    self.problems = problems
    self.adoptedSources = adoptedSources
    hosts = if let files { files.cluster } else { SingleHost() }
    widgets = registry.widgets
    editor = BoardEditor(library: library)
    declarations = BoardDeclarations(editor)
    publisher = BoardPublisher(editor, widgets, problem: repository.problem)
  }

  // MARK: Observing

  /// Sets the closure that is called after each change of the widgets on boards.
  func observeTiles(_ body: @escaping @Sendable (TileChange) async -> Void) { onTiles = body }

  /// Sets the closure that is called with each tile that is no longer on a board.
  package func observeRemovals(_ body: @escaping @Sendable (String) async -> Void) { onRemoval = body }

  /// Returns a stream of a board on a grid: its present state, then each change. A slow reader gets the latest state.
  package func updates(of id: String, on grid: GridSize) -> AsyncStream<BoardUpdate> {
    guard let history = repository[id] else { return AsyncStream { $0.finish() } }
    return publisher.stream(of: history, on: grid)
  }

  func boardDidChange(_ id: String) {
    if let history = repository[id] { publisher.publish(history) }
  }

  // MARK: Boards

  /// The boards by identity and name, in their order.
  package var boards: [(id: String, name: String)] { hosts.boards(with: repository.boards.map { ($0.id, $0.name) }) }

  /// Why boards cannot be stored; nil if they can.
  package var storeProblem: String? { repository.problem }

  /// Whether there is a board.
  package func has(_ board: String) -> Bool { repository[board] != nil }

  /// The document of a board.
  package func document(of id: String) throws -> Board { try repository.history(of: id).board }

  /// The document of a board for people to pass on, without secrets.
  package func exported(_ id: String) throws -> Board { editor.exported(try document(of: id)) }

  /// The names of the pictures of boards and icons, and of those that undo or redo can bring back; nil if boards of other
  /// hosts may use any picture.
  package var usedPictures: Set<String>? {
    guard !isShared else { return nil }
    let boards = repository.all.flatMap(\.boards)
    return Set(boards.compactMap(\.appearance.pictureName) + boards.flatMap { $0.icons.values.compactMap(\.picture) })
  }

  /// Adds a board.
  /// - Parameters:
  ///   - usesReserve: Whether it may be one of the last boards, which are for administrators.
  ///   - prepare: Called with the identity of the board before the board is there. If it throws, there is no board.
  package func addBoard(
    named name: String, usesReserve: Bool = true, prepare: (String) throws -> Void = { _ in }
  ) async throws -> String {
    let reserve = usesReserve ? 0 : BoardRepository.reservedBoards
    let id = try hosts.newIdentity(besides: repository.order, leaving: reserve)
    let board = try Board(id: id, name: "").applying(.rename(name), on: BoardGrid.standard.size, limits: editor.limits)
    try prepare(id)
    if let cluster = files?.cluster {
      let epoch = try cluster.addBoard(id, named: board.name, leaving: reserve)
      _ = try await adopt(id, named: board.name, epoch: epoch)
    } else {
      try repository.add(board)
    }
    return id
  }

  /// Removes a board with all that is on it. The last board cannot be removed.
  /// - Parameter revoke: Called with the identity as soon as the board is gone, before another board can get it. What
  ///   it throws is thrown when all is removed.
  package func removeBoard(_ id: String, revoke: (String) throws -> Void = { _ in }) async throws {
    try declarations.checkIsNotDeclared(id)
    let history = try repository.remove(id, of: boards.count)
    let forgetting = Result { try revoke(id) }
    publisher.finish(id)
    for tile in history.tiles { await removeWidget(tile) }
    await onTiles(.tiles)
    try forgetting.get()
  }

  /// Returns a board as it is shown on a grid.
  package func update(of id: String, on grid: GridSize) throws -> BoardUpdate {
    publisher.update(of: try repository.history(of: id), on: grid)
  }

  /// Returns which widgets can be added to a page of a board in their preferred sizes. To a board without pages, each
  /// of them can be.
  package func fits(
    _ widgets: [(id: String, rules: TileRules)], on page: PageID?, of id: String, _ grid: GridSize
  ) -> [Bool] {
    guard let board = repository[id]?.board else { return widgets.map { _ in false } }
    let arrangement = board.arrangement(for: grid, limits: editor.limits)
    let page = page.flatMap { arrangement.index(of: $0) }.map { arrangement.pages[$0] }
    return widgets.map { widget, rules in
      guard let page else { return arrangement.pages.isEmpty }
      return page.grid.fits(rules.size(rules.preferred, on: grid))
        && board.allows(oneMore: widget, on: page, rules: rules)
    }
  }

  // MARK: Edits

  /// Returns a board as it would be after an edit.
  package func preview(_ edit: BoardEdit, of id: String, on grid: GridSize) throws -> BoardUpdate {
    var history = try repository.history(of: id)
    history.replace(with: try history.board.applying(edit, on: grid, limits: editor.limits))
    return publisher.update(of: history, on: grid)
  }

  /// Performs an edit. When this returns, the edit is stored.
  /// - Parameter name: The name that the client gives the edit: with the same name, it is performed once.
  /// - Throws: ``BoardRefusal`` if the board does not allow the edit, a diagnostic for a wrong value, and ``StoreError``
  ///   if the edit cannot be stored. Nothing has changed then.
  package func perform(
    _ edit: BoardEdit, on id: String, _ grid: GridSize, named name: String? = nil
  ) async throws -> BoardUpdate {
    let history = try repository.history(of: id)
    if try repository.hasEdit(name, of: id) { return publisher.update(of: history, on: grid) }
    // Turning a stack is looking at it, not changing it.
    let isStep = if case .turn = edit { false } else { true }
    if isStep { try declarations.checkIsNotDeclared(id) }
    let board = try editor.board(history.board, after: edit, on: grid)
    guard board != history.board else {
      removeOwnOptions(edit)
      return publisher.update(of: history, on: grid)
    }
    var next = history
    next.replace(with: board, isStep: isStep)
    let update = try await change(to: next, from: history, as: isStep ? .edit : .none, named: name, on: grid)
    removeOwnOptions(edit)
    return update
  }

  /// A value that a person sets takes precedence over one that the widget wrote.
  private func removeOwnOptions(_ edit: BoardEdit) {
    guard case .setOptions(let id, let values) = edit else { return }
    registry.running(id)?.removeOwnOptions(Set(values.keys))
  }

  /// Undoes the last edit, or redoes the one that was undone last.
  /// - Parameter name: The name that the client gives this step: with the same name, it is made once.
  package func step(
    isUndo: Bool, on id: String, _ grid: GridSize, named name: String? = nil
  ) async throws -> BoardUpdate {
    let history = try repository.history(of: id)
    if try repository.hasEdit(name, of: id) { return publisher.update(of: history, on: grid) }
    var next = history
    guard isUndo ? next.undo() : next.redo() else { return publisher.update(of: history, on: grid) }
    try declarations.checkIsNotDeclared(id)
    return try await change(to: next, from: history, as: isUndo ? .undo : .redo, named: name, on: grid)
  }

  /// Replaces a board by a document. This can be undone.
  package func replace(_ id: String, with document: Board) async throws -> BoardUpdate {
    try declarations.checkIsNotDeclared(id)
    let history = try repository.history(of: id)
    var others = Set(repository.all.filter { $0.board.id != id }.flatMap(\.tiles))
    // Boards of other hosts may have any of them.
    if isShared { others.formUnion(Set(document.tiles.keys).subtracting(history.tiles)) }
    var next = history
    next.replace(with: try editor.imported(document, over: history, others: others))
    return try await change(to: next, from: history, as: .edit, on: BoardGrid.standard.size)
  }

  /// Replaces a board by a declared one. Its history keeps the former board, and the data of widgets that are no longer on
  /// it.
  func replaceDeclared(_ history: BoardHistory, with board: Board) async throws {
    var next = history
    next.replace(with: board)
    _ = try await change(to: next, from: history, as: .edit, on: BoardGrid.standard.size)
  }

  /// Whether a configuration declares a board.
  package func isDeclared(_ board: String) -> Bool { declarations[board] != nil }

  private func change(
    to next: BoardHistory, from history: BoardHistory, as change: BoardStore.Change, named name: String? = nil,
    on grid: GridSize
  ) async throws -> BoardUpdate {
    try repository.save(next, after: history, as: change, edit: name)
    boardDidChange(history.board.id)
    let result = publisher.update(of: next, on: grid)
    var changed: [String] = []
    for (tile, content) in next.board.tiles where history.board.tiles[tile]?.options != content.options {
      registry.running(tile)?.setOptions(library.migrated(content).options)
      if history.board.tiles[tile] != nil { changed.append(tile.rawValue) }
    }
    if !changed.isEmpty { await onTiles(.options(changed)) }
    var hasNewGrants = false
    for (tile, content) in next.board.tiles {
      guard let former = history.board.tiles[tile], former.grants != content.grants else { continue }
      hasNewGrants = true
      library.grants[tile] = content.grants
      // What a widget may reach is decided when it begins to run.
      if registry.running(tile) != nil { try? await restartWidget(tile.rawValue) }
    }
    // Other edits may come while this waits. A tile that is back by then stays.
    for tile in history.board.tiles.keys where next.board.tiles[tile] == nil && repository.tile(tile) == nil {
      await onRemoval(tile.rawValue)
    }
    for tile in history.tiles.subtracting(next.tiles) { await removeWidget(tile) }
    if hasNewGrants || Set(next.board.tiles.keys) != Set(history.board.tiles.keys) { await onTiles(.tiles) }
    return result
  }

  /// Removes a widget that no undo can restore, and its data.
  private func removeWidget(_ tile: TileID) async {
    guard !repository.knows(tile) else { return }
    await forgetData(of: tile)
    await onRemoval(tile.rawValue)
  }

  /// Removes the data of a widget. If it is restored, it starts without data.
  func forgetData(of tile: TileID) async {
    // The widget may write until it has stopped.
    await registry.end(tile)
    library.removeData(of: tile)
    library.log.remove(tile.rawValue)
  }
}
