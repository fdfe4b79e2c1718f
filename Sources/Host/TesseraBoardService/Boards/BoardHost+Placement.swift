import TesseraBoard
package import TesseraProtocol
package import TesseraValues

// Placing widgets before pages follow the boards.
extension BoardHost {
  /// Whether the boards are as they were made: one empty board without edits.
  package var isFresh: Bool {
    repository.all.allSatisfy {
      $0.past.isEmpty && $0.future.isEmpty && $0.board == Board(id: Self.mainBoard, name: "Home")
    }
  }

  /// How often a widget is placed, or can come back by undo or redo.
  package func count(of widget: String) -> Int {
    let boards = repository.all.flatMap(\.boards)
    return Set(boards.flatMap { $0.tiles.filter { $0.value.widget == widget }.keys }).count
  }

  /// Places a widget on the first board.
  /// - Parameters:
  ///   - grid: The grid to find room on.
  ///   - isStep: Whether that can be undone.
  /// - Returns: The identity of the tile.
  @discardableResult
  package func place(_ widget: String, on grid: BoardGrid = .standard, isStep: Bool) throws -> String {
    let id = newNumber()
    let tile = BoardTile(widget: widget, version: library.version(of: widget))
    try editFirstBoard(
      .add(TileID(rawValue: id), tile, size: nil, page: nil, near: nil), on: grid.size, isStep: isStep)
    return id
  }

  private func editFirstBoard(_ edit: BoardEdit, on grid: GridSize, isStep: Bool = false) throws {
    guard let id = repository.order.first else { return }
    try editSilently(id, edit, on: grid, isStep: isStep)
  }

  /// Performs an edit before pages follow the board.
  private func editSilently(_ id: String, _ edit: BoardEdit, on grid: GridSize, isStep: Bool) throws {
    let history = try repository.history(of: id)
    var next = history
    next.replace(with: try history.board.applying(edit, on: grid, limits: editor.limits), isStep: isStep)
    try repository.save(next, after: history, as: isStep ? .edit : .none)
  }

  /// Sets options of a tile before pages follow the board.
  package func setOptions(_ values: [String: Value], of tile: String) throws {
    guard !values.isEmpty else { return }
    try editFirstBoard(.setOptions(TileID(rawValue: tile), values), on: BoardGrid.standard.size)
  }

  /// Sets options of all tiles of a widget before pages follow the boards.
  package func setOptions(_ values: [String: Value], ofAll widget: String) throws {
    for board in repository.boards {
      for (tile, content) in board.tiles where content.widget == widget {
        try editSilently(board.id, .setOptions(tile, values), on: BoardGrid.standard.size, isStep: false)
      }
    }
  }

  /// Makes a document the first board.
  /// - Returns: What was repaired in the document.
  package func begin(with document: some Sequence<UInt8>) throws -> [Diagnostic] {
    let reading = try BoardDocument.read(document)
    guard let id = repository.order.first, let former = repository[id] else { return [] }
    try repository.save(
      BoardHistory(board: reading.board.withoutGrants.renamed(id) { $0 }), after: former, as: .none)
    return reading.problems
  }

  /// The smallest number that no tile has or had, and under which no data is stored.
  private func newNumber() -> String {
    let known = repository.knownTiles
    let number = (1...).lazy.map { TileID(rawValue: "\($0)") }
      .first { !known.contains($0) && !library.hasData(of: $0) }
    return number?.rawValue ?? BoardNames.make()
  }
}
