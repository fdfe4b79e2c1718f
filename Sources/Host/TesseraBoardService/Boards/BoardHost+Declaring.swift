import TesseraBoard
import TesseraData
import TesseraProtocol
package import TesseraValues

// Boards that a configuration declares.
extension BoardHost {
  /// Makes boards as a configuration declares them. A board that it declared before, and no more, stays, and people can
  /// change it again. Where other hosts share the boards, this one makes those that it owns, now or later.
  /// - Parameters:
  ///   - identity: Returns the identity of the widget with a source.
  ///   - prepare: Called with the identity of each new board before the board is there.
  /// - Returns: What is wrong with boards. These are not changed.
  package func declare(
    _ declarations: [BoardDeclaration], identity: @escaping @Sendable (_ source: String) -> String,
    prepare: (_ board: String) throws -> Void
  ) async -> [Diagnostic] {
    let fixed = declarations.filter { !$0.isStart }
    declaredBoards = Dictionary(fixed.map { ($0.id, ($0, identity)) }, uniquingKeysWith: { first, _ in first })
    if let cluster = files?.cluster { return await declare(fixed, in: cluster, prepare: prepare) }
    var problems: [Diagnostic] = []
    var waiting = declarations
    // A widget may move to a board from one that follows.
    for _ in 0..<2 {
      problems = []
      var refused: [BoardDeclaration] = []
      for declaration in waiting {
        if let problem = await declare(declaration, identity: identity, prepare: prepare) {
          problems.append(problem)
          refused.append(declaration)
        }
      }
      waiting = refused
    }
    // The empty board that every server has makes way for those that are declared.
    if let home = repository[Self.mainBoard], isUntouched(home),
      !declarations.contains(where: { $0.id == Self.mainBoard }),
      repository.order.count > 1
    {
      try? await removeBoard(Self.mainBoard)
    }
    for id in repository.order { boardDidChange(id) }
    return problems
  }

  /// Makes the declared boards of a cluster that this host has, and those that no host has.
  private func declare(
    _ declarations: [BoardDeclaration], in cluster: any BoardCluster, prepare: (_ board: String) throws -> Void
  ) async -> [Diagnostic] {
    var problems: [Diagnostic] = []
    for declaration in declarations {
      if repository[declaration.id] != nil {
        if let problem = await declareOwned(declaration.id) { problems.append(problem) }
      } else if !cluster.boards.contains(where: { $0.id == declaration.id }) {
        do {
          try prepare(declaration.id)
          let epoch = try cluster.addBoard(declaration.id, named: declaration.name, leaving: 0)
          problems += try await adopt(declaration.id, named: declaration.name, epoch: epoch)
        } catch {
          // Another host that declares the board may have been faster.
          if cluster.boards.contains(where: { $0.id == declaration.id }) { continue }
          let message = (error as? Diagnostic)?.message ?? (error as? StoreError)?.diagnostic.message ?? "\(error)"
          problems.append(
            Diagnostic(rule: "board", file: declaration.file, range: declaration.range, message: message))
        }
      }
    }
    return problems
  }

  /// Makes a board of this host as it is declared.
  /// - Returns: What is wrong; nil if it is as declared, or not declared.
  func declareOwned(_ id: String) async -> Diagnostic? {
    guard let (declaration, identity) = declaredBoards[id] else { return nil }
    return await declare(declaration, identity: identity) { _ in }
  }

  /// - Returns: What is wrong with the board; nil if it is as declared.
  private func declare(
    _ declaration: BoardDeclaration, identity: (_ source: String) -> String, prepare: (_ board: String) throws -> Void
  ) async -> Diagnostic? {
    let known = repository[declaration.id]
    // Without edits, the first board is the empty one that every server has.
    if declaration.isStart, let known, declaration.id != Self.mainBoard || !isUntouched(known) { return nil }
    do {
      let board = try board(of: declaration, identity: identity)
      guard let known else {
        try prepare(declaration.id)
        try repository.add(board)
        await onTiles(.tiles)
        return nil
      }
      if known.board.withoutVersions != board.withoutVersions { try await replaceDeclared(known, with: board) }
      return nil
    } catch let error as BoardRefusal {
      return Diagnostic(rule: error.rule, file: declaration.file, range: declaration.range, message: error.message)
    } catch let error as Diagnostic {
      return error.inFile(declaration.file).at(declaration.range)
    } catch {
      return Diagnostic(rule: "board", file: declaration.file, range: declaration.range, message: "\(error)")
    }
  }

  private func isUntouched(_ history: BoardHistory) -> Bool {
    history.past.isEmpty && history.future.isEmpty && history.board.tiles.isEmpty && history.board.icons.isEmpty
  }

  /// Returns the board of a declaration.
  private func board(
    of declaration: BoardDeclaration, identity: (_ source: String) -> String
  ) throws -> Board {
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
        guard let place = arrangement.pages.first(where: { $0.id == page })?.grid.tiles.first(where: { $0.id == id }),
          near == nil || place.frame.origin == near, arrangement.pages.map(\.id) == before
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
          let preferred = library.rules(of: BoardTile(widget: identity(widget.source))).preferred
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

  /// Throws if a configuration declares a board, so people cannot change it.
  func checkIsNotDeclared(_ id: String) throws(Diagnostic) {
    guard isDeclared(id) else { return }
    throw Diagnostic(
      rule: "declared-board", message: "This board is declared in the server's configuration, and is changed there")
  }
}

extension Board {
  /// The board as declarations know it: without the versions of widgets and what was secret in them.
  fileprivate var withoutVersions: Board {
    tiles.reduce(self) { board, entry in
      board.replacing(entry.key, with: BoardTile(widget: entry.value.widget, options: entry.value.options))
    }
  }
}
