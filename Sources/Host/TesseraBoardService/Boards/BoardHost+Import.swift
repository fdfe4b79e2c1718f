package import TesseraBoard
import TesseraProtocol
import TesseraValues

// Boards that come from another server, before pages follow them.
extension BoardHost {
  /// Adds boards. A board with the identity of an empty one takes its place; with that of another one, it gets a new
  /// identity. A board that is here already is left out, and boards that are here stay. Tiles get new identities where
  /// others have theirs, or have left data.
  ///
  /// - Parameter prepare: Called before each board is added, with its identity so far, and the one that it gets.
  /// - Returns: The identities that the boards have here, by those so far; without boards that were here already.
  /// - Throws: A diagnostic if there would be too many boards, or if one is too large. No board is added then.
  ///   ``StoreError`` if one cannot be stored, and what `prepare` throws: the boards before it stay.
  package func add(
    _ documents: [Board], prepare: @Sendable (_ former: String, _ identity: String) throws -> Void = { _, _ in }
  ) throws -> [String: String] {
    let wasFresh = isFresh
    let new = documents.filter { document in
      repository[document.id].map { editor.exported($0.board) } != document.settingSecrets(nil)
    }
    try check(new)
    var identities: [String: String] = [:]
    for document in new {
      let former = repository[document.id]
      let isReplacing = former.map { $0.board.tiles.isEmpty && $0.board.icons.isEmpty } ?? true
      let id = try isReplacing ? document.id : hosts.newIdentity(besides: repository.order, leaving: 0)
      let known = repository.knownTiles
      // What a document contains is no secret: those who export leave secrets out.
      let board = document.withoutGrants.settingSecrets([]).renamed(id) { [library] tile in
        known.contains(tile) || library.hasData(of: tile) ? TileID(rawValue: BoardNames.make()) : tile
      }
      try prepare(document.id, id)
      if isReplacing, let former {
        try repository.save(BoardHistory(board: board), after: former, as: .none)
      } else {
        try repository.add(board)
      }
      identities[document.id] = id
    }
    // The board that a new folder begins with is not one of theirs.
    if wasFresh, !identities.isEmpty, !documents.contains(where: { $0.id == Self.mainBoard }) {
      _ = try repository.remove(Self.mainBoard, of: boards.count)
    }
    return identities
  }

  private func check(_ documents: [Board]) throws(Diagnostic) {
    let ids = Set(documents.map(\.id))
    let others = repository.boards.filter { !ids.contains($0.id) || !$0.tiles.isEmpty || !$0.icons.isEmpty }
    guard others.count + documents.count <= BoardRepository.maximumBoards else {
      throw Diagnostic(
        rule: "too-many-boards",
        message: "There would be more than \(BoardRepository.maximumBoards) boards, the most that a server can have",
        fix: "Remove boards first")
    }
    for document in documents where !BoardStore.canStore(document.settingSecrets([])) {
      throw Diagnostic(rule: "too-large", message: "The board '\(document.name)' is larger than a board can be")
    }
  }
}

extension Board {
  /// Returns the board with the same names of secret options for all widgets.
  fileprivate func settingSecrets(_ names: Set<String>?) -> Board {
    var board = self
    for (tile, var content) in tiles {
      content.secrets = names
      board = board.replacing(tile, with: content)
    }
    return board
  }
}
