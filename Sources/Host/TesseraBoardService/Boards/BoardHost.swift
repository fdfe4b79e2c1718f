import Foundation
package import TesseraBoard
package import TesseraBundles
import TesseraData
package import TesseraProtocol
package import TesseraRuntime
package import TesseraValues

/// The boards and the instances that are placed on them.
///
/// Edits come from anywhere, are made one after the other, and are kept before they are acknowledged. Who follows a board hears of
/// each. An instance is made when somebody first looks at it.
package actor BoardHost {
  private let store: BoardStore
  private let library: WidgetLibrary
  package nonisolated let widgets = ServedWidgets()
  private var histories: [String: BoardHistory] = [:]
  /// The boards in the order in which they were made.
  private var order: [String] = []
  /// Counts the changes of each board since the start.
  private var revisions: [String: Int] = [:]
  /// Where counting begins: beyond all that pages have seen of a server before.
  private let firstRevision = Int(Date().timeIntervalSince1970 * 1000)
  private var followers: [Int: Follower] = [:]
  private var lastFollower = 0
  /// Called with instances that are not on a board any more.
  private var onRemoval: @Sendable (String) async -> Void = { _ in }
  private var onTiles: @Sendable (TileChange) async -> Void = { _ in }

  /// What happened to the widgets on boards.
  enum TileChange: Sendable {
    /// Others are there, or some are not any more.
    case tiles
    /// The documents of a widget are others.
    case documents(String)
    /// What people set for the widgets of some tiles is something else.
    case options([String])
    /// The processes of other widgets are not there.
    case outages
  }

  private struct Follower {
    let board: String
    let grid: GridSize
    let updates: AsyncStream<BoardUpdate>.Continuation
  }

  /// Why processes of widgets are not there, by tiles.
  private(set) var outages: [String: String] = [:]

  /// The hosts of widgets that were there already and are in no library.
  private nonisolated let adoptedSources: [String]

  /// What went wrong when the boards were read.
  package nonisolated let problems: [Diagnostic]

  /// The board that is shown first.
  package static let mainBoard = "home"
  /// The most boards.
  private static let maximumBoards = 32
  /// The longest text of an option, in bytes.
  private static let maximumOption = 16_384

  /// Reads the boards.
  /// - Throws: ``StoreError`` where they cannot be kept, and a diagnostic where one was written by a later version.
  package init(store: BoardStore, library: WidgetLibrary) throws {
    self.store = store
    self.library = library
    let (boards, problems) = try store.load()
    self.problems = problems
    adoptedSources = []
    for history in boards {
      histories[history.board.id] = history
      order.append(history.board.id)
    }
    if order.isEmpty {
      let board = Board(id: Self.mainBoard, name: "Home")
      try store.save(board, former: nil, change: .none)
      histories[board.id] = BoardHistory(board: board)
      order = [board.id]
    }
  }

  /// Makes a board in memory on which widgets are placed that are there already.
  package init(placing widgets: [any ServedWidget], library: WidgetLibrary) throws {
    store = try BoardStore(location: .memory)
    self.library = library
    problems = []
    adoptedSources = Set(widgets.filter { !($0 is any BoardWidget) }.flatMap(\.frameSources)).sorted()
    var board = Board(id: Self.mainBoard, name: "Home")
    for widget in widgets {
      self.widgets.add(widget)
      let definition = (widget as? any BoardWidget)?.definition
      let kind = definition.map { library.add($0) } ?? widget.id
      board = try board.applying(
        .add(TileID(rawValue: widget.id), BoardTile(widget: kind), size: nil, page: nil, near: nil),
        on: BoardGrid.standard.size, limits: { [library] in library.sizes(of: $0) })
    }
    histories = [board.id: BoardHistory(board: board)]
    order = [board.id]
  }

  // MARK: Placing at the start

  /// Whether nobody has done anything yet.
  package var isFresh: Bool {
    histories.values.allSatisfy {
      $0.past.isEmpty && $0.future.isEmpty && $0.board == Board(id: Self.mainBoard, name: "Home")
    }
  }

  /// How often a widget is placed, or was as far as that can be taken back.
  package func count(of widget: String) -> Int {
    let boards = histories.values.flatMap(\.boards)
    return Set(boards.flatMap { $0.tiles.filter { $0.value.widget == widget }.keys }).count
  }

  /// Places a widget on the first board.
  /// - Parameters:
  ///   - grid: the one that a place is looked for on.
  ///   - isStep: whether that can be taken back.
  /// - Returns: the identity of the instance.
  @discardableResult
  package func place(_ widget: String, on grid: BoardGrid = .standard, isStep: Bool) throws -> String {
    let id = newNumber()
    try store(
      .add(
        TileID(rawValue: id), BoardTile(widget: widget, version: library.version(of: widget)), size: nil, page: nil,
        near: nil), on: grid.size,
      isStep: isStep)
    return id
  }

  private func store(_ edit: BoardEdit, on grid: GridSize, isStep: Bool = false) throws {
    guard let id = order.first, var history = histories[id] else { return }
    let board = try history.board.applying(edit, on: grid, limits: limits)
    try store.save(board, former: isStep ? history.board : nil, change: isStep ? .edit : .none)
    history.replace(with: board, isStep: isStep)
    histories[id] = history
  }

  /// Gives options of an instance values before anybody looks.
  package func setOptions(_ values: [String: Value], of tile: String) throws {
    guard !values.isEmpty else { return }
    try store(.setOptions(TileID(rawValue: tile), values), on: BoardGrid.standard.size)
  }

  /// Gives options of all instances of a widget values before anybody looks.
  package func setOptions(_ values: [String: Value], ofAll widget: String) throws {
    for id in order {
      guard var history = histories[id] else { continue }
      for (tile, content) in history.board.tiles where content.widget == widget {
        let board = try history.board.applying(
          .setOptions(tile, values), on: BoardGrid.standard.size, limits: limits)
        try store.save(board, former: nil, change: .none)
        history.replace(with: board, isStep: false)
      }
      histories[id] = history
    }
  }

  /// Makes a document the first board.
  /// - Returns: what of it was mended.
  package func begin(with document: some Sequence<UInt8>) throws -> [Diagnostic] {
    let reading = try BoardDocument.read(document)
    guard let id = order.first else { return [] }
    let board = reading.board.renamed(id) { $0 }
    try store.save(board, former: nil, change: .none)
    histories[id] = BoardHistory(board: board)
    return reading.problems
  }

  /// The smallest number that no tile has or had, and under which no data lies.
  private func newNumber() -> String {
    let known = Set(histories.values.flatMap(\.tiles))
    let number = (1...).lazy.map { TileID(rawValue: "\($0)") }
      .first { !known.contains($0) && !library.hasData(of: $0) }
    return number?.rawValue ?? BoardNames.make()
  }

  // MARK: Instances

  /// The instance of a tile, which is made if it is not there yet.
  package func widget(_ id: String) -> (any ServedWidget)? {
    guard let tile = tile(id) else { return nil }
    // One that was removed stays until it cannot come back: two would write into one file.
    if let widget = widgets[id] { return widget }
    guard let widget = library.makeWidget(TileID(rawValue: id), of: tile, onOutage: noteOutage) else { return nil }
    widget.setOptions(library.migrated(tile).options)
    widgets.add(widget)
    return widget
  }

  /// Hears why the process of a widget is not there; nil when it is.
  private nonisolated var noteOutage: @Sendable (_ id: String, _ reason: String?) -> Void {
    { [weak self] id, reason in Task { await self?.recordOutage(reason, of: id) } }
  }

  private func recordOutage(_ outage: String?, of id: String) async {
    guard outages[id] != outage, outage == nil || widgets[id] != nil else { return }
    outages[id] = outage
    await onTiles(.outages)
  }

  /// Does not leave the process of a widget alone any longer.
  package func retry(_ id: String) async { await (widgets[id] as? any IsolatedWidget)?.retry() }

  /// Ends the processes of all widgets.
  package func stop() async {
    await withDiscardingTaskGroup { group in
      for case let widget as any IsolatedWidget in widgets.all { group.addTask { await widget.stop() } }
    }
  }

  /// A stack that turns by itself.
  struct RotatingStack: Sendable {
    package let board: String
    package let grid: GridSize
    let stack: TileStack
  }

  /// The stacks that turn by themselves, of all boards and their arrangements.
  var rotatingStacks: [RotatingStack] {
    histories.values.flatMap { history in
      history.board.arrangements.flatMap { arrangement in
        arrangement.pages.flatMap(\.stacks.values).filter(\.rotates)
          .map { RotatingStack(board: history.board.id, grid: arrangement.size, stack: $0) }
      }
    }
  }

  /// Whether there is a tile on a board.
  package func hasTile(_ id: String) -> Bool { tile(id) != nil }

  private func tile(_ id: String) -> BoardTile? {
    for history in histories.values {
      if let tile = history.board.tiles[TileID(rawValue: id)] { return tile }
    }
    return nil
  }

  /// The instances of a widget that were made so far.
  package func instances(of widget: String) -> [any BoardWidget] {
    histories.values.flatMap { $0.board.tiles.filter { $0.value.widget == widget }.keys }
      .compactMap { widgets[$0.rawValue] as? any BoardWidget }
  }

  /// Puts another definition in the place of a widget's: instances that run go on with it, as far as it has a place for their state.
  /// - Returns: whether the data of one began anew, because the model is another.
  @discardableResult
  package func renew(_ widget: String, with definition: WidgetDefinition) async throws -> Bool {
    library.replace(widget, with: definition)
    var isModelNew = false
    for instance in instances(of: widget) {
      if try await instance.replace(with: definition) { isModelNew = true }
    }
    for id in order { notifyFollowers(id) }
    await onTiles(.documents(widget))
    return isModelNew
  }

  /// Shows bundles anew that somebody else installed in the folder of the library.
  /// - Parameter report: hears what cannot be shown.
  package func refreshInstalled(report: (Diagnostic) -> Void) async {
    for (id, definition) in library.refreshInstalled() {
      do {
        _ = try await renew(id, with: definition)
      } catch {
        report(Diagnostic(rule: "store-unavailable", message: "'\(id)' cannot be shown anew: \(error)"))
      }
    }
  }

  /// All instances by identity and name, board by board.
  package var names: [(id: String, name: String)] {
    order.compactMap { histories[$0]?.board }.flatMap { board in
      board.tiles.sorted { ($0.key.rawValue.count, $0.key.rawValue) < ($1.key.rawValue.count, $1.key.rawValue) }
        .map { ($0.key.rawValue, name(of: $0.value, $0.key)) }
    }
  }

  private func name(of tile: BoardTile, _ id: TileID) -> String {
    widgets[id.rawValue]?.name ?? library.definition(tile.widget)?.bundle.manifest.name ?? tile.widget
  }

  /// The hosts whose pages widgets may show in frames.
  package nonisolated var frameSources: [String] {
    adoptedSources.isEmpty ? library.hosts : adoptedSources + library.hosts
  }

  /// Calls something after each change of the widgets on boards.
  func observeTiles(_ body: @escaping @Sendable (TileChange) async -> Void) { onTiles = body }

  /// Whether a tile is on a board, or can come back to one.
  package func knows(_ tile: String) -> Bool {
    histories.values.contains { $0.tiles.contains(TileID(rawValue: tile)) }
  }

  /// What is on the boards: widgets by tiles.
  var widgetsByTile: [String: String] {
    Dictionary(
      histories.values.flatMap { $0.board.tiles.map { ($0.key.rawValue, $0.value.widget) } }, uniquingKeysWith: { $1 })
  }

  /// How often people let widgets ask for fresh content a day, by tiles.
  var updateBudgets: [String: Int] {
    Dictionary(
      histories.values.flatMap { history in
        history.board.tiles.compactMap { id, tile in
          UpdateChoice.budget(in: tile.options).map { (id.rawValue, $0) }
        }
      }, uniquingKeysWith: { $1 })
  }

  /// Calls something with each instance that is not on a board any more.
  package func observeRemovals(_ body: @escaping @Sendable (String) async -> Void) { onRemoval = body }

  // MARK: Boards

  /// The boards by identity and name, in their order.
  package var boards: [(id: String, name: String)] {
    order.compactMap { id in histories[id].map { (id, $0.board.name) } }
  }

  /// Makes another board.
  package func addBoard(named name: String) throws -> String {
    guard order.count < Self.maximumBoards else { throw BoardRefusal.tooMany("boards") }
    let id = (1...).lazy.map { "board\($0)" }.first { histories[$0] == nil } ?? ""
    let board = try Board(id: id, name: "").applying(.rename(name), on: BoardGrid.standard.size, limits: limits)
    try store.save(board, former: nil, change: .none)
    histories[id] = BoardHistory(board: board)
    order.append(id)
    return id
  }

  /// Takes a board away with all that is on it. There is always one.
  package func removeBoard(_ id: String) async throws {
    guard let history = histories[id] else { throw Self.unknownBoard }
    guard order.count > 1 else {
      throw Diagnostic(rule: "last-board", message: "This is the only board", fix: "Make another one first")
    }
    try store.remove(id)
    histories[id] = nil
    order.removeAll { $0 == id }
    for follower in followers.values where follower.board == id { follower.updates.finish() }
    for tile in history.tiles { await drop(tile) }
    await onTiles(.tiles)
  }

  /// A board as it is shown on a grid.
  package func update(of id: String, on grid: GridSize) throws -> BoardUpdate {
    guard let history = histories[id] else { throw Self.unknownBoard }
    return update(of: history, on: grid)
  }

  private func update(of history: BoardHistory, on grid: GridSize) -> BoardUpdate {
    BoardUpdate(
      board: history.board, arrangement: history.board.arrangement(for: grid, limits: limits),
      revision: revisions[history.board.id, default: firstRevision], canUndo: !history.past.isEmpty,
      canRedo: !history.future.isEmpty,
      kinds: Dictionary(
        history.board.tiles.map { id, tile in
          (
            id,
            BoardUpdate.Kind(
              name: name(of: tile, id), sizes: library.sizes(of: tile),
              hasOptions: !library.options(of: tile.widget).isEmpty,
              isMissing: widgets[id.rawValue] == nil && library.definition(tile.widget) == nil,
              decidesSize: library.definition(tile.widget)?.decidesSize ?? false)
          )
        }, uniquingKeysWith: { first, _ in first }), problem: store.problem?.diagnostic.message)
  }

  /// A board on a grid from now on: as it is, and after each change. What nobody read is passed over.
  package func updates(of id: String, on grid: GridSize) -> AsyncStream<BoardUpdate> {
    let (stream, continuation) = AsyncStream.makeStream(of: BoardUpdate.self, bufferingPolicy: .bufferingNewest(1))
    guard let history = histories[id] else {
      continuation.finish()
      return stream
    }
    lastFollower += 1
    let number = lastFollower
    followers[number] = Follower(board: id, grid: grid, updates: continuation)
    continuation.onTermination = { [weak self] _ in Task { await self?.removeFollower(number) } }
    continuation.yield(update(of: history, on: grid))
    return stream
  }

  private func removeFollower(_ follower: Int) { followers[follower] = nil }

  private func notifyFollowers(_ id: String) {
    guard let history = histories[id] else { return }
    revisions[id, default: firstRevision] += 1
    var updates: [GridSize: BoardUpdate] = [:]
    for follower in followers.values where follower.board == id {
      let update = updates[follower.grid] ?? update(of: history, on: follower.grid)
      updates[follower.grid] = update
      follower.updates.yield(update)
    }
  }

  /// Which sizes find room on a page of a board; on a board without pages each finds room on its first one.
  package func fits(_ sizes: [GridSize], on page: PageID?, of id: String, _ grid: GridSize) -> [Bool] {
    guard let arrangement = histories[id]?.board.arrangement(for: grid, limits: limits) else {
      return sizes.map { _ in false }
    }
    let index = page.flatMap { arrangement.index(of: $0) }
    return sizes.map { size in
      guard let index else { return arrangement.pages.isEmpty }
      return arrangement.pages[index].grid.fits(TileSizes.any.size(size, on: grid))
    }
  }

  // MARK: Editing

  private nonisolated var limits: Board.TileLimits { { [library] in library.sizes(of: $0) } }

  private static var unknownBoard: Diagnostic {
    Diagnostic(rule: "unknown-board", message: "There is no such board")
  }

  /// How a board would be after an edit.
  package func preview(_ edit: BoardEdit, of id: String, on grid: GridSize) throws -> BoardUpdate {
    guard var history = histories[id] else { throw Self.unknownBoard }
    history.replace(with: try history.board.applying(edit, on: grid, limits: limits))
    return update(of: history, on: grid)
  }

  /// Makes an edit. When this returns it is kept.
  /// - Throws: ``BoardRefusal`` where the board does not take it, a diagnostic where a value is wrong, and ``StoreError`` where it
  ///   cannot be kept: nothing has changed then.
  package func perform(_ edit: BoardEdit, on id: String, _ grid: GridSize) async throws -> BoardUpdate {
    guard let history = histories[id] else { throw Self.unknownBoard }
    try check(edit, of: history.board)
    let board = try updated(history.board, for: edit).applying(versioned(edit), on: grid, limits: limits)
    guard board != history.board else {
      removeOwnOptions(edit)
      return update(of: history, on: grid)
    }
    // Who turns a stack looks at something, and changes nothing.
    let isStep = if case .turn = edit { false } else { true }
    var next = history
    next.replace(with: board, isStep: isStep)
    let update = try await change(to: next, from: history, as: isStep ? .edit : .none, on: grid)
    removeOwnOptions(edit)
    return update
  }

  /// The board with a tile whose options are meant for the present version of its widget, if the edit is about these.
  private func updated(_ board: Board, for edit: BoardEdit) -> Board {
    guard case .setOptions(let id, _) = edit, let tile = board.tiles[id] else { return board }
    var migrated = library.migrated(tile)
    if library.definition(tile.widget) != nil {
      let secrets = library.options(of: tile.widget).filter(\.isSecret).map(\.name)
      // What the widget knew once, and may have called secret then, stays what it was.
      migrated.secrets = Set(secrets).union(migrated.options.keys.filter { isSecret($0, of: tile) })
    }
    return board.replacing(id, with: migrated)
  }

  /// The edit with the version of the widget that it places.
  private func versioned(_ edit: BoardEdit) -> BoardEdit {
    guard case .add(let id, var tile, let size, let page, let near) = edit else { return edit }
    tile.version = tile.version ?? library.version(of: tile.widget)
    return .add(id, tile, size: size, page: page, near: near)
  }

  /// What a person sets counts more than what the widget wrote there itself.
  private func removeOwnOptions(_ edit: BoardEdit) {
    guard case .setOptions(let id, let values) = edit else { return }
    (widgets[id.rawValue] as? any BoardWidget)?.removeOwnOptions(Set(values.keys))
  }

  /// Takes the last edit back, or makes it again.
  package func step(isUndo: Bool, on id: String, _ grid: GridSize) async throws -> BoardUpdate {
    guard let history = histories[id] else { throw Self.unknownBoard }
    var next = history
    guard isUndo ? next.undo() : next.redo() else { return update(of: history, on: grid) }
    return try await change(to: next, from: history, as: isUndo ? .undo : .redo, on: grid)
  }

  /// Puts another board in the place of one. That can be taken back. A name that stands for another widget anywhere gives way, and
  /// secrets, which no document has, stay as they are.
  package func replace(_ id: String, with document: Board) async throws -> BoardUpdate {
    guard let history = histories[id] else { throw Self.unknownBoard }
    let others = Set(histories.filter { $0.key != id }.values.flatMap(\.tiles))
    let known = history.boards.flatMap(\.tiles)
    var board = document.renamed(id) { tile in
      let isTaken = known.contains { $0.key == tile && $0.value.widget != document.tiles[tile]?.widget }
      return others.contains(tile) || isTaken ? TileID(rawValue: BoardNames.make()) : tile
    }
    // Who wrote the document does not decide what is secret here.
    for (tile, var content) in board.tiles {
      content.secrets = history.board.tiles[tile]?.secrets
      board = board.replacing(tile, with: content)
    }
    for (tile, content) in history.board.tiles where board.tiles[tile] != nil {
      for (name, value) in content.options where isSecret(name, of: content) {
        board = try board.applying(.setOptions(tile, [name: value]), on: BoardGrid.standard.size, limits: limits)
      }
    }
    var next = history
    next.replace(with: board)
    return try await change(to: next, from: history, as: .edit, on: BoardGrid.standard.size)
  }

  private func isSecret(_ option: String, of tile: BoardTile) -> Bool {
    if let known = library.options(of: tile.widget).first(where: { $0.name == option }) { return known.isSecret }
    // A widget that is not there said it when the option was set. Where it did not, the option may be one; so may one that a later
    // version does not know any more.
    guard library.definition(tile.widget) == nil else { return true }
    return tile.secrets?.contains(option) ?? true
  }

  private func change(
    to next: BoardHistory, from history: BoardHistory, as change: BoardStore.Change, on grid: GridSize
  ) async throws -> BoardUpdate {
    let id = history.board.id
    try store.save(next.board, former: history.board, change: change)
    histories[id] = next
    notifyFollowers(id)
    let result = update(of: next, on: grid)
    var changed: [String] = []
    for (tile, content) in next.board.tiles where history.board.tiles[tile]?.options != content.options {
      (widgets[tile.rawValue] as? any BoardWidget)?.setOptions(library.migrated(content).options)
      if history.board.tiles[tile] != nil { changed.append(tile.rawValue) }
    }
    if !changed.isEmpty { await onTiles(.options(changed)) }
    // Others may edit while this waits: what is here again by then stays.
    for tile in history.board.tiles.keys where next.board.tiles[tile] == nil && self.tile(tile.rawValue) == nil {
      await onRemoval(tile.rawValue)
    }
    for tile in history.tiles.subtracting(next.tiles) { await drop(tile) }
    if Set(next.board.tiles.keys) != Set(history.board.tiles.keys) { await onTiles(.tiles) }
    return result
  }

  /// Lets go of an instance that cannot come back, and of its data.
  private func drop(_ tile: TileID) async {
    guard !histories.values.contains(where: { $0.tiles.contains(tile) }) else { return }
    let widget = widgets[tile.rawValue] as? any BoardWidget
    widgets.remove(tile.rawValue)
    outages[tile.rawValue] = nil
    // It may still write.
    await widget?.stop()
    library.removeData(of: tile)
    await onRemoval(tile.rawValue)
  }

  /// Whether values of options are ones that the widget takes, and whether a widget is known.
  private func check(_ edit: BoardEdit, of board: Board) throws(Diagnostic) {
    switch edit {
    case .add(_, let tile, _, _, _):
      guard library.definition(tile.widget) != nil else {
        throw Diagnostic(
          rule: "unknown-widget", message: "There is no widget '\(tile.widget)'",
          fix: SpellingSuggestion.fix(for: tile.widget, in: library.all.map(\.id)))
      }
    case .setOptions(let tile, let values):
      guard let content = board.tiles[tile] else { return }
      guard library.definition(content.widget) != nil else {
        throw Diagnostic(rule: "unknown-widget", message: "The widget is not installed, so nothing can be set for it")
      }
      let options = library.options(of: content.widget)
      for (name, value) in values.sorted(by: { $0.key < $1.key }) {
        guard let option = options.first(where: { $0.name == name }) else {
          throw Diagnostic(
            rule: "unknown-option", message: "The widget has no option '\(name)'",
            fix: SpellingSuggestion.fix(for: name, in: options.map(\.name)))
        }
        guard (value.string?.utf8.count ?? 0) <= Self.maximumOption else {
          throw Diagnostic(
            rule: "option-value", message: "'\(option.title)' takes at most \(Self.maximumOption) bytes")
        }
        guard value.isNull || option.type.accepts(value) else {
          throw Diagnostic(
            rule: "option-value", message: "'\(option.title)' takes \(option.type.expectation)")
        }
      }
    default: return
    }
  }

  /// What a person can set for a tile, and what is set.
  package func settings(of id: String) async throws -> (
    options: [Manifest.Option], values: [String: Value], name: String
  ) {
    guard let tile = tile(id) else {
      throw Diagnostic(rule: "unknown-tile", message: "This widget is not on the board any more")
    }
    guard let definition = library.definition(tile.widget) else {
      throw Diagnostic(rule: "unknown-widget", message: "This widget is not installed, so nothing can be set for it")
    }
    let own = await (widgets[id] as? any BoardWidget)?.ownOptions() ?? [:]
    let values = library.migrated(tile).options.merging(own) { $1 }
    return (library.options(of: tile.widget), values, definition.bundle.manifest.name)
  }

  /// The document of a board for people to pass on: without secrets.
  package func exported(_ id: String) throws -> Board {
    var board = try document(of: id)
    for (tile, content) in board.tiles {
      var content = content
      content.options = content.options.filter { !isSecret($0.key, of: content) }
      content.secrets = nil
      board = board.replacing(tile, with: content)
    }
    return board
  }

  /// The names of pictures behind boards, as they are and as they can be again.
  package var backgroundPictures: Set<String> {
    Set(histories.values.flatMap(\.boards).compactMap(\.appearance.pictureName))
  }

  /// Whether there is a board.
  package func has(_ board: String) -> Bool { histories[board] != nil }

  /// The document of a board.
  package func document(of id: String) throws -> Board {
    guard let history = histories[id] else { throw Self.unknownBoard }
    return history.board
  }
}
