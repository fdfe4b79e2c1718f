import TesseraBoard
import TesseraProtocol
import TesseraValues

/// The boards that a configuration declares, so that people cannot change them.
struct BoardDeclarations {
  private let editor: BoardEditor
  private var boards: [String: BoardDeclaration] = [:]
  /// Returns the identity of the widget with a source.
  private var identity: @Sendable (_ source: String) -> String = { $0 }

  init(_ editor: BoardEditor) { self.editor = editor }

  /// Sets the boards. Of two with the same identity, the first counts.
  mutating func set(_ declarations: [BoardDeclaration], identity: @escaping @Sendable (_ source: String) -> String) {
    boards = Dictionary(declarations.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    self.identity = identity
  }

  subscript(id: String) -> BoardDeclaration? { boards[id] }

  /// Throws if a configuration declares a board, so people cannot change it.
  func checkIsNotDeclared(_ id: String) throws(Diagnostic) {
    guard boards[id] != nil else { return }
    throw Diagnostic(
      rule: "declared-board", message: "This board is declared in the server's configuration, and is changed there")
  }

  /// Returns the board of a declaration.
  /// - Parameter repository: The boards that there are: no two of them have the same tile.
  /// - Throws: ``BoardRefusal``, and a diagnostic.
  func board(of declaration: BoardDeclaration, among repository: BoardRepository) throws -> Board {
    let size = BoardGrid.standard.size
    var board = Board(id: declaration.id, name: "")
    func perform(_ edit: BoardEdit) throws { board = try editor.board(board, after: edit, on: size) }
    try perform(.rename(declaration.name))
    try perform(
      .setAppearance(BoardAppearance(background: declaration.background, accent: declaration.accent)))
    var counts: [String: Int] = [:]
    var iconCount = 0
    func add(_ widget: BoardDeclaration.Widget, size wanted: GridSize?, page: PageID, near: GridPosition?) throws {
      do {
        let kind = identity(widget.source)
        let number = counts[kind, default: 0] + 1
        counts[kind] = number
        let own = "\(declaration.id)-\(kind.replacing(".", with: "-"))".prefix(60)
        let id = TileID(rawValue: widget.id ?? own + (number == 1 ? "" : "-\(number)"))
        guard BoardDocument.isName(id.rawValue) else {
          throw Diagnostic(
            rule: "tile-name", message: "'\(id.rawValue)' cannot be the identity of a widget on a board",
            fix: "Give it an 'id' of letters, digits and hyphens")
        }
        guard repository.board(of: id).map({ $0 == declaration.id }) ?? true else {
          throw Diagnostic(rule: "duplicate-name", message: "Another board has a widget '\(id.rawValue)'")
        }
        let kinds = Set(repository.all.flatMap(\.boards).compactMap { $0.tiles[id]?.widget })
        guard kinds.subtracting([kind]).isEmpty else {
          throw Diagnostic(
            rule: "tile-name", message: "The data under the identity '\(id.rawValue)' belongs to another widget",
            fix: "Give this one another 'id'")
        }
        let before = board.arrangement(for: size, limits: editor.limits).pages.map(\.id)
        try perform(.add(id, BoardTile(widget: kind), size: wanted, page: page, near: near))
        let arrangement = board.arrangement(for: size, limits: editor.limits)
        // Where there is no room, people's widgets go to another page. A declared one says so.
        guard let tile = arrangement.pages.first(where: { $0.id == page })?.grid.tiles.first(where: { $0.id == id }),
          near == nil || tile.frame.origin == near, arrangement.pages.map(\.id) == before
        else {
          throw Diagnostic(
            rule: "no-room",
            message: "There is no room for this widget on its page of \(size.columns) by \(size.rows) cells",
            fix: "Make it smaller, put it elsewhere, or begin another page")
        }
        if !widget.options.isEmpty { try perform(.setOptions(id, widget.options)) }
      } catch let error as BoardRefusal {
        throw Diagnostic(
          rule: error.rule, file: widget.file, range: widget.range, message: error.message)
      } catch let error as Diagnostic {
        throw error.inFile(widget.file).at(widget.range)
      }
    }
    for (index, page) in declaration.pages.enumerated() {
      let id = PageID(rawValue: "page\(index + 1)")
      try perform(.addPage(id, index: nil))
      var column = 1
      for block in page.columns {
        var row = 1
        for widget in block.widgets {
          let preferred = editor.library.rules(of: BoardTile(widget: identity(widget.source))).preferred
          let rows = (widget.size ?? preferred).rows
          try add(
            widget, size: GridSize(columns: block.width, rows: rows), page: id,
            near: GridPosition(row: row, column: column))
          row += rows
        }
        column += block.width
      }
      for widget in page.widgets { try add(widget, size: widget.size, page: id, near: widget.position) }
      for icon in page.icons {
        iconCount += 1
        try perform(.addIcon(IconID(rawValue: "icon\(iconCount)"), icon, page: id, index: nil))
      }
    }
    return board
  }
}
