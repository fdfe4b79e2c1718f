import TesseraBoard
import TesseraData
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
    self.declarations.set(fixed, identity: identity)
    if let cluster = files?.cluster { return await declare(fixed, in: cluster, prepare: prepare) }
    var problems: [Diagnostic] = []
    var waiting = declarations
    // A widget may move to a board from one that follows.
    for _ in 0..<2 {
      problems = []
      var refused: [BoardDeclaration] = []
      for declaration in waiting {
        if let problem = await declare(declaration, prepare: prepare) {
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
    guard let declaration = declarations[id] else { return nil }
    return await declare(declaration) { _ in }
  }

  /// - Returns: What is wrong with the board; nil if it is as declared.
  private func declare(
    _ declaration: BoardDeclaration, prepare: (_ board: String) throws -> Void
  ) async -> Diagnostic? {
    let known = repository[declaration.id]
    // Without edits, the first board is the empty one that every server has.
    if declaration.isStart, let known, declaration.id != Self.mainBoard || !isUntouched(known) { return nil }
    do {
      let board = try declarations.board(of: declaration, among: repository)
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
}

extension Board {
  /// The board as declarations know it: without the versions of widgets and what was secret in them.
  fileprivate var withoutVersions: Board {
    tiles.reduce(self) { board, entry in
      board.replacing(entry.key, with: BoardTile(widget: entry.value.widget, options: entry.value.options))
    }
  }
}
