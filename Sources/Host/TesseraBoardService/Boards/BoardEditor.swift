import TesseraBoard
import TesseraBundles
import TesseraProtocol
import TesseraRuntime
import TesseraValues

/// Decides how edits change boards: checks options, adapts them to the present versions of widgets, and protects
/// secrets.
struct BoardEditor: Sendable {
  let library: WidgetLibrary

  /// The maximum length of the text of an option, in bytes. A longer text is refused.
  private static let maximumOption = 16_384
  /// The maximum size of an option that is a list or a record, as JSON, in bytes. A larger one is refused.
  private static let maximumComposedOption = 131_072

  /// What boards may do with each tile.
  var limits: Board.TileLimits { { [library] in library.rules(of: $0) } }

  /// Returns a board after an edit.
  /// - Throws: ``BoardRefusal`` if the board does not allow the edit, and a diagnostic for a wrong option or widget.
  func board(_ board: Board, after edit: BoardEdit, on grid: GridSize) throws -> Board {
    try check(edit, of: board)
    let next = try migrated(board, for: edit).applying(versioned(edit), on: grid, limits: limits)
    guard case .setOptions(let tile, let values) = edit else { return next }
    return try removingSecrets(
      of: tile, in: removingGrants(of: tile, in: next), before: board, except: Set(values.keys), on: grid)
  }

  /// Removes the grants of a tile for hosts that neither its widget nor its options name any more: they would count again
  /// if another address names such a host, without a question.
  private func removingGrants(of tile: TileID, in board: Board) -> Board {
    guard var content = board.tiles[tile], library.definition(content.widget) != nil else { return board }
    content.grants.keep(Set(library.hosts(of: content).map(\.description)))
    return board.replacing(tile, with: content)
  }

  /// Removes the secrets of a tile whose options name another host than before: who changes the address must know them.
  /// - Parameter given: The options that the same edit sets.
  private func removingSecrets(
    of tile: TileID, in next: Board, before board: Board, except given: Set<String>, on grid: GridSize
  ) throws -> Board {
    guard let former = board.tiles[tile], let content = next.tiles[tile] else { return next }
    let before = Set(library.reachedHosts(of: former))
    guard !before.isEmpty, !before.isSuperset(of: library.reachedHosts(of: content)) else { return next }
    let secrets = content.options.keys.filter { isSecret($0, of: content) && !given.contains($0) }
    guard !secrets.isEmpty else { return next }
    let values = Dictionary(secrets.map { ($0, Value.null) }, uniquingKeysWith: { $1 })
    return try next.applying(.setOptions(tile, values), on: grid, limits: limits)
  }

  /// Whether a tile of a document sends secrets only where the present one does. Without the widget, it is not known
  /// which options are addresses, so all have to be the same.
  private func sendsSecretsAsBefore(_ imported: BoardTile, _ present: BoardTile) -> Bool {
    guard library.definition(present.widget) != nil else {
      return imported.options == present.options.filter { !isSecret($0.key, of: present) }
    }
    return Set(library.reachedHosts(of: imported)).isSubset(of: library.reachedHosts(of: present))
  }

  /// Checks that the widget of an edit is known, and that it accepts the values of its options.
  private func check(_ edit: BoardEdit, of board: Board) throws(Diagnostic) {
    switch edit {
    case .add(_, let tile, _, _, _):
      guard library.definition(tile.widget) != nil else {
        throw Diagnostic(
          rule: "unknown-widget", message: "There is no widget '\(tile.widget)'",
          fix: SpellingSuggestion.fix(for: tile.widget, in: library.all.map(\.id)))
      }
      try check(tile.options, of: tile.widget)
    case .setOptions(let tile, let values):
      if let content = board.tiles[tile] { try check(values, of: content.widget) }
    case .allowHost(let tile, let host, true):
      let hosts = board.tiles[tile].map { library.hosts(of: $0) } ?? []
      guard hosts.contains(where: { $0.description == host }) else {
        throw Diagnostic(
          rule: "unknown-host", message: "Neither the widget nor its options name the host '\(host)'")
      }
    case .trustServer(let tile, let host, let key?):
      // Only what a person sees in the options: for the services that a manifest names in its 'hosts', authorities vouch.
      let hosts = board.tiles[tile].map { library.reachedHosts(of: $0) } ?? []
      guard hosts.contains(where: { $0.description == host }) else {
        throw Diagnostic(rule: "unknown-host", message: "No option of the widget names the host '\(host)'")
      }
      guard HostGrants.isServerKey(key) else {
        throw Diagnostic(
          rule: "server-key", message: "A public key is 'sha256//' and a digest in Base64, found '\(key.prefix(80))'")
      }
    default: return
    }
  }

  private func check(_ values: [String: Value], of widget: String) throws(Diagnostic) {
    guard library.definition(widget) != nil else {
      throw Diagnostic(rule: "unknown-widget", message: "The widget is not installed, so nothing can be set for it")
    }
    let options = library.options(of: widget)
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      guard let option = options.first(where: { $0.name == name }) else {
        throw Diagnostic(
          rule: "unknown-option", message: "The widget has no option '\(name)'",
          fix: SpellingSuggestion.fix(for: name, in: options.map(\.name)))
      }
      let (size, most) =
        switch value {
        case .string(let text): (text.utf8.count, Self.maximumOption)
        case .array, .dictionary: (JSONText.text(of: value).utf8.count, Self.maximumComposedOption)
        default: (0, 0)
        }
      guard size <= most else {
        throw Diagnostic(rule: "option-value", message: "'\(option.title)' takes at most \(most) bytes")
      }
      guard value.isNull || option.type.accepts(value) else {
        throw Diagnostic(rule: "option-value", message: "'\(option.title)' takes \(option.type.expectation)")
      }
    }
  }

  /// Returns the board with a tile whose options are those of the widget's present version, if the edit sets options.
  private func migrated(_ board: Board, for edit: BoardEdit) -> Board {
    guard case .setOptions(let id, _) = edit, let tile = board.tiles[id] else { return board }
    var migrated = library.migrated(tile)
    if library.definition(tile.widget) != nil {
      let secrets = library.options(of: tile.widget).filter(\.isSecret).map(\.name)
      // An option that only an earlier version knew may have been secret then. It stays so.
      migrated.secrets = Set(secrets).union(migrated.options.keys.filter { isSecret($0, of: tile) })
    }
    return board.replacing(id, with: migrated)
  }

  /// Returns the edit with the version of the widget that it places.
  private func versioned(_ edit: BoardEdit) -> BoardEdit {
    guard case .add(let id, var tile, let size, let page, let near) = edit else { return edit }
    tile.version = tile.version ?? library.version(of: tile.widget)
    return .add(id, tile, size: size, page: page, near: near)
  }

  /// Whether the value of an option is secret: a later version of the widget cannot uncover what an earlier one asked for.
  func isSecret(_ option: String, of tile: BoardTile) -> Bool {
    if tile.secrets?.contains(option) == true, tile.options[option] != nil { return true }
    if let known = library.options(of: tile.widget).first(where: { $0.name == option }) { return known.isSecret }
    // The tile of a widget that is not installed knows which options were secret when they were set. Where it does
    // not know, and for an option that a later version removed, secrecy is assumed.
    guard library.definition(tile.widget) == nil else { return true }
    return tile.secrets?.contains(option) ?? true
  }

  // MARK: Documents

  /// Returns a board without secrets, for people to pass on.
  func exported(_ board: Board) -> Board {
    var result = board
    for (tile, content) in board.tiles {
      var content = content
      content.options = content.options.filter { !isSecret($0.key, of: content) }
      content.secrets = nil
      content.grants = HostGrants()
      result = result.replacing(tile, with: content)
    }
    return result
  }

  /// Returns the board of a document in place of an existing board.
  ///
  /// A tile's identity that belongs to a different widget is replaced. Secrets, which documents do not contain, stay,
  /// unless the document names other hosts to which they would go.
  /// - Parameter others: The tiles of all other boards.
  func imported(_ document: Board, over history: BoardHistory, others: Set<TileID>) throws -> Board {
    let present = history.board
    let known = history.boards.flatMap(\.tiles)
    var board = document.renamed(present.id) { tile in
      let isTaken = known.contains { $0.key == tile && $0.value.widget != document.tiles[tile]?.widget }
      return others.contains(tile) || isTaken ? TileID(rawValue: BoardNames.make()) : tile
    }
    // The author of a document decides neither what is secret here nor what may be reached.
    for (tile, var content) in board.tiles {
      content.secrets = present.tiles[tile]?.secrets
      content.grants = present.tiles[tile]?.grants ?? HostGrants()
      board = removingGrants(of: tile, in: board.replacing(tile, with: content))
    }
    for (tile, content) in present.tiles {
      guard let imported = board.tiles[tile], sendsSecretsAsBefore(imported, content) else { continue }
      for (name, value) in content.options where isSecret(name, of: content) {
        board = try board.applying(.setOptions(tile, [name: value]), on: BoardGrid.standard.size, limits: limits)
      }
    }
    return board
  }
}
