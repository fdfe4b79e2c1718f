package import TesseraValues

extension Board {
  /// Returns the board after an edit made on a grid. If the edit is rejected, the board stays unchanged.
  ///
  /// Additions, removals and settings apply to all grids, positions to this grid only. On other grids, new items are
  /// placed automatically.
  ///
  /// - Parameters:
  ///   - edit: The edit.
  ///   - size: The size of the grid that the person sees.
  ///   - limits: Returns the allowed sizes of a widget.
  /// - Throws: The reason for rejecting the edit.
  package func applying(
    _ edit: BoardEdit, on size: GridSize, limits: @escaping TileLimits
  ) throws(BoardRefusal) -> Board {
    var editing = BoardEditing(board: self, arrangement: arrangement(for: size, limits: limits), limits: limits)
    try editing.perform(edit)
    return editing.board
  }
}

/// An edit in progress: the board, and the arrangement that the person sees.
private struct BoardEditing {
  var board: Board
  var arrangement: Arrangement
  let limits: Board.TileLimits
  /// The pages that were not empty before the edit.
  private let filledPages: Set<PageID>

  init(board: Board, arrangement: Arrangement, limits: @escaping Board.TileLimits) {
    self.board = board
    self.arrangement = arrangement
    self.limits = limits
    filledPages = Set(arrangement.pages.filter { !$0.isEmpty }.map(\.id))
  }

  /// Stores the arrangement if one exists for this grid. Removing an item does not create an arrangement.
  private mutating func storeIfArranged() {
    if board.arrangements.contains(where: { $0.size == arrangement.size }) { storeArrangement() }
  }

  mutating func perform(_ edit: BoardEdit) throws(BoardRefusal) {
    switch edit {
    case .add(let id, let tile, let size, let page, let near): try add(id, tile, size, page, near)
    case .move(let id, let page, let origin, let makesRoom): try move(id, page, origin, makesRoom)
    case .resize(let id, let size): try resize(id, size)
    case .expand(let id): try step(id, growing: true)
    case .shrink(let id): try step(id, growing: false)
    case .reshape(let id, let frame, let makesRoom): try reshape(id, frame, makesRoom)
    case .occupy(let id, let cells): try occupy(id, cells)
    case .remove(let id): try remove(id)
    case .setOptions(let id, let values): try setOptions(id, values)
    case .allowHost(let id, let host, let isAllowed): try allow(host, isAllowed, for: id)
    case .trustServer(let id, let host, let key):
      guard board.tiles[id] != nil else { throw .unknownTile(id) }
      board.tiles[id]?.grants.serverKeys[host] = key
    case .stack(let id, let other): try stack(id, onto: other)
    case .unstack(let id, let page, let origin): try unstack(id, page, origin)
    case .turn(let id): try turn(id)
    case .rotate(let id, let rotates): try setStack(of: id, \.rotates, rotates)
    case .setTabs(let id, let hasTabs): try setStack(of: id, \.hasTabs, hasTabs)
    case .addIcon(let id, let icon, let page, let index): try addIcon(id, icon, page, index)
    case .changeIcon(let id, let icon): try changeIcon(id, icon)
    case .moveIcon(let id, let page, let index): try moveIcon(id, page, index)
    case .removeIcon(let id): try removeIcon(id)
    case .collect(let id, let other, let folder): try collect(id, into: other, folder)
    case .addPage(let id, let index): try addPage(id, index)
    case .removePage(let id): try removePage(id)
    case .movePage(let id, let index): try movePage(id, index)
    case .renamePage(let id, let name): try renamePage(id, name)
    case .hidePage(let id, let isHidden): try hidePage(id, isHidden)
    case .rename(let name): board.name = try checked(name)
    case .setAppearance(let appearance): try setAppearance(appearance)
    }
  }

  /// Stores the arrangement for this grid. Pages that became empty are removed, unless a person named them.
  private mutating func storeArrangement() {
    arrangement.pages.removeAll { $0.isEmpty && $0.name == nil && filledPages.contains($0.id) }
    board.arrangements.removeAll { $0.size == arrangement.size }
    board.arrangements.append(arrangement)
    if board.arrangements.count > Board.maximumArrangements { board.arrangements.removeFirst() }
  }

  // MARK: Widgets

  private func sizes(_ tile: TileID) -> TileRules { limits(board.tiles[tile]) }

  private func place(_ id: TileID) throws(BoardRefusal) -> (page: Int, tile: Tile) {
    guard let (page, place) = arrangement.place(of: id), let tile = arrangement.pages[page].grid.tile(place) else {
      throw .unknownTile(id)
    }
    return (page, tile)
  }

  private func pageIndex(_ id: PageID?) throws(BoardRefusal) -> Int? {
    guard let id else { return nil }
    guard let index = arrangement.index(of: id) else { throw .unknownPage(id) }
    return index
  }

  private mutating func add(
    _ id: TileID, _ tile: BoardTile, _ size: GridSize?, _ page: PageID?, _ near: GridPosition?
  ) throws(BoardRefusal) {
    guard board.tiles[id] == nil else { throw .duplicate(id.rawValue) }
    guard board.tiles.count < Board.maximumTiles else { throw .tooMany("widgets") }
    let rules = limits(tile)
    let wanted = size ?? rules.preferred
    if let size, size != rules.preferred, !rules.allow(size, from: rules.preferred) { throw .size(size, rules) }
    let former = board
    func accepts(_ page: BoardPage) -> Bool { former.allows(oneMore: tile.widget, on: page, rules: rules) }
    board.tiles[id] = tile
    try arrangement.add(id, wanted, page: pageIndex(page), near: near, where: accepts)
    for index in board.arrangements.indices where board.arrangements[index].size != arrangement.size {
      try board.arrangements[index].add(id, wanted, where: accepts)
    }
    storeArrangement()
  }

  private mutating func move(
    _ id: TileID, _ page: PageID?, _ origin: GridPosition, _ makesRoom: Bool
  ) throws(BoardRefusal) {
    let (from, tile) = try place(id)
    let to = try pageIndex(page) ?? from
    let moved = tile.moved(to: origin)
    if from == to {
      try put(moved, on: to, makesRoom: makesRoom)
    } else {
      guard moved.frame.lies(in: arrangement.size) else { throw .noRoom }
      let stack = arrangement.pages[from].stacks.removeValue(forKey: tile.id)
      arrangement.pages[from].grid.remove(tile.id)
      try put(moved, on: to, makesRoom: makesRoom)
      arrangement.pages[to].stacks[tile.id] = stack
    }
    storeArrangement()
  }

  /// Puts a tile on a page if it fits, optionally moving other tiles out of the way: on the page where that is possible,
  /// else to the next pages, with icons that have no cells left.
  private mutating func put(_ tile: Tile, on page: Int, makesRoom: Bool) throws(BoardRefusal) {
    let grid = arrangement.pages[page].grid
    let own = grid.tile(tile.id).map { CellSet($0.cells, page: grid.size) }
    guard tile.frame.lies(in: grid.size) else { throw .noRoom }
    if grid.fits(CellSet(tile.cells, page: grid.size), of: tile.cells.count, givingUp: own) {
      do { try arrangement.pages[page].grid.put(tile) } catch { throw .noRoom }
    } else if makesRoom, let (made, _) = grid.makingRoom(for: tile) {
      arrangement.pages[page].grid = made
    } else if makesRoom {
      try arrangement.putPushingOn(tile, page: page)
    } else {
      throw .noRoom
    }
  }

  private mutating func resize(_ id: TileID, _ size: GridSize) throws(BoardRefusal) {
    let (page, tile) = try place(id)
    try check(size, for: tile, on: page)
    guard let origin = arrangement.pages[page].grid.originForResizing(tile, to: size) else { throw .noRoom }
    try put(tile.reshaped(to: GridFrame(origin: origin, size: size)), on: page, makesRoom: false)
    storeArrangement()
  }

  private mutating func step(_ id: TileID, growing: Bool) throws(BoardRefusal) {
    let (page, tile) = try place(id)
    let steps = arrangement.pages[page].steps(of: tile, growing: growing, sizes: { sizes($0) })
    guard !steps.isEmpty else { throw growing ? .largest : .smallest }
    guard let frame = arrangement.pages[page].frame(of: tile, firstOf: steps) else { throw .noRoom }
    try put(tile.reshaped(to: frame), on: page, makesRoom: false)
    storeArrangement()
  }

  private mutating func reshape(_ id: TileID, _ frame: GridFrame, _ makesRoom: Bool) throws(BoardRefusal) {
    let (page, tile) = try place(id)
    try check(frame.size, for: tile, on: page)
    try put(tile.reshaped(to: frame), on: page, makesRoom: makesRoom)
    storeArrangement()
  }

  /// Checks that every widget of a stack supports the size.
  private func check(_ size: GridSize, for tile: Tile, on page: Int) throws(BoardRefusal) {
    guard size != tile.frame.size else { return }
    for member in arrangement.pages[page].members(of: tile.id) {
      let sizes = sizes(member)
      // A widget that a small page forced below its minimum size can grow again.
      guard sizes.allow(size, from: tile.frame.size) else { throw .size(size, sizes) }
    }
  }

  private mutating func occupy(_ id: TileID, _ cells: [GridPosition]) throws(BoardRefusal) {
    let (page, tile) = try place(id)
    guard cells.allSatisfy(arrangement.size.contains), let shaped = Tile(id: tile.id, cells: cells) else {
      throw .noRoom
    }
    try check(shaped.frame.size, for: tile, on: page)
    try put(shaped, on: page, makesRoom: false)
    storeArrangement()
  }

  private mutating func remove(_ id: TileID) throws(BoardRefusal) {
    guard board.tiles.removeValue(forKey: id) != nil else { throw .unknownTile(id) }
    arrangement.remove(id)
    for index in board.arrangements.indices { board.arrangements[index].remove(id) }
    storeIfArranged()
  }

  private mutating func setOptions(_ id: TileID, _ values: [String: Value]) throws(BoardRefusal) {
    guard var tile = board.tiles[id] else { throw .unknownTile(id) }
    for (name, value) in values {
      if value.isNull { tile.options.removeValue(forKey: name) } else { tile.options[name] = value }
    }
    board.tiles[id] = tile
  }

  private mutating func allow(_ host: String, _ isAllowed: Bool, for id: TileID) throws(BoardRefusal) {
    guard board.tiles[id] != nil else { throw .unknownTile(id) }
    if isAllowed {
      board.tiles[id]?.grants.privateHosts.insert(host)
    } else {
      board.tiles[id]?.grants.privateHosts.remove(host)
    }
  }

  // MARK: Stacks

  private mutating func stack(_ id: TileID, onto other: TileID) throws(BoardRefusal) {
    let (from, tile) = try place(id)
    let (to, target) = try place(other)
    guard tile.id != target.id else { return }
    let moving = arrangement.pages[from].members(of: tile.id)
    let front = arrangement.pages[from].front(of: tile.id)
    for member in moving {
      let sizes = sizes(member)
      let size = target.frame.size
      guard sizes.minimum.fits(in: size), sizes.maximum.map(size.fits) ?? true else { throw .size(size, sizes) }
    }
    arrangement.pages[from].stacks[tile.id] = nil
    arrangement.pages[from].grid.remove(tile.id)
    let present = arrangement.pages[to].stacks[target.id]
    arrangement.pages[to].stacks[target.id] = TileStack(
      members: arrangement.pages[to].members(of: target.id) + moving, front: front,
      rotates: present?.rotates ?? false, hasTabs: present?.hasTabs ?? false)
    storeArrangement()
  }

  private mutating func unstack(_ id: TileID, _ target: PageID?, _ origin: GridPosition?) throws(BoardRefusal) {
    let (page, tile) = try place(id)
    let to = try pageIndex(target) ?? page
    guard arrangement.pages[page].members(of: tile.id).count > 1 else { return }
    arrangement.pages[page].remove(id)
    if let origin {
      let frame = GridFrame(origin: origin, size: tile.frame.size)
      try put(Tile(id: id, frame: frame), on: to, makesRoom: true)
    } else {
      try arrangement.add(id, tile.frame.size, page: to, near: tile.frame.origin)
    }
    storeArrangement()
  }

  private mutating func turn(_ id: TileID) throws(BoardRefusal) {
    let (page, tile) = try place(id)
    guard arrangement.pages[page].stacks[tile.id] != nil else { return }
    arrangement.pages[page].stacks[tile.id]?.front = id
    storeArrangement()
  }

  private mutating func setStack(
    of id: TileID, _ flag: WritableKeyPath<TileStack, Bool>, _ isOn: Bool
  ) throws(BoardRefusal) {
    let (page, tile) = try place(id)
    guard arrangement.pages[page].stacks[tile.id] != nil else { return }
    arrangement.pages[page].stacks[tile.id]?[keyPath: flag] = isOn
    storeArrangement()
  }

  // MARK: Icons

  private mutating func addIcon(
    _ id: IconID, _ icon: BoardIcon, _ page: PageID?, _ index: Int?
  ) throws(BoardRefusal) {
    guard board.icons[id] == nil else { throw .duplicate(id.rawValue) }
    guard board.icons.count < Board.maximumTiles else { throw .tooMany("icons") }
    board.icons[id] = try checked(icon, members: nil)
    try arrangement.add(id, page: pageIndex(page), index: index)
    for index in board.arrangements.indices where board.arrangements[index].size != arrangement.size {
      try board.arrangements[index].add(id)
    }
    storeArrangement()
  }

  private func checked(_ icon: BoardIcon, members: [IconID]?) throws(BoardRefusal) -> BoardIcon {
    var icon = icon
    icon.name = try checked(icon.name)
    icon.members = members
    if members != nil {
      icon.address = ""
    } else if !BoardIcon.isAllowed(address: icon.address) {
      throw .address(icon.address)
    }
    if let color = icon.color { try check(color: color) }
    if let symbol = icon.symbol, !BoardIcon.isSymbol(symbol) { throw .symbol(symbol) }
    if let picture = icon.picture, !BoardIcon.isPicture(picture) { throw .picture(picture) }
    return icon
  }

  private mutating func changeIcon(_ id: IconID, _ icon: BoardIcon) throws(BoardRefusal) {
    guard let present = board.icons[id] else { throw .unknownIcon(id) }
    board.icons[id] = try checked(icon, members: present.members)
  }

  private mutating func moveIcon(_ id: IconID, _ page: PageID, _ index: Int) throws(BoardRefusal) {
    guard board.icons[id] != nil else { throw .unknownIcon(id) }
    guard let to = arrangement.index(of: page) else { throw .unknownPage(page) }
    if let (from, place) = arrangement.place(of: id) {
      arrangement.pages[from].icons.remove(at: place)
    } else {
      // The icon was in a folder, which it leaves on all grids.
      leaveFolder(id)
      for index in board.arrangements.indices where board.arrangements[index].size != arrangement.size {
        try board.arrangements[index].add(id)
      }
    }
    let icons = arrangement.pages[to].icons
    guard icons.count < arrangement.pages[to].grid.iconCapacity else { throw .noRoom }
    arrangement.pages[to].icons.insert(id, at: min(max(0, index), icons.count))
    dissolveEmptyFolders()
    storeArrangement()
  }

  private mutating func removeIcon(_ id: IconID) throws(BoardRefusal) {
    guard let icon = board.icons.removeValue(forKey: id) else { throw .unknownIcon(id) }
    for member in icon.members ?? [] { board.icons[member] = nil }
    removeFromPages(id)
    leaveFolder(id)
    dissolveEmptyFolders()
    storeIfArranged()
  }

  private mutating func collect(_ id: IconID, into other: IconID, _ folder: IconID) throws(BoardRefusal) {
    guard let icon = board.icons[id] else { throw .unknownIcon(id) }
    guard let target = board.icons[other] else { throw .unknownIcon(other) }
    guard icon.members == nil else { throw .folderInFolder }
    guard id != other, target.members?.contains(id) != true else { return }
    if target.members == nil {
      guard board.icons[folder] == nil else { throw .duplicate(folder.rawValue) }
      guard board.icons.count < Board.maximumTiles else { throw .tooMany("icons") }
      guard arrangement.place(of: other) != nil else { throw .folderInFolder }
      removeFromPages(id)
      leaveFolder(id)
      board.icons[folder] = BoardIcon(name: "Folder", members: [other, id])
      replace(other, by: folder)
    } else {
      removeFromPages(id)
      leaveFolder(id)
      board.icons[other]?.members?.append(id)
    }
    dissolveEmptyFolders()
    storeIfArranged()
  }

  private mutating func removeFromPages(_ id: IconID) {
    arrangement.remove(id)
    for index in board.arrangements.indices { board.arrangements[index].remove(id) }
  }

  private mutating func replace(_ id: IconID, by other: IconID) {
    arrangement.replace(id, by: other)
    for index in board.arrangements.indices { board.arrangements[index].replace(id, by: other) }
  }

  private mutating func leaveFolder(_ id: IconID) {
    for (name, icon) in board.icons where icon.members?.contains(id) == true {
      board.icons[name]?.members?.removeAll { $0 == id }
    }
  }

  private mutating func dissolveEmptyFolders() {
    for (id, icon) in board.icons where icon.members?.isEmpty == true {
      board.icons[id] = nil
      removeFromPages(id)
    }
  }

  // MARK: Pages

  private mutating func addPage(_ id: PageID, _ index: Int?) throws(BoardRefusal) {
    guard arrangement.index(of: id) == nil else { throw .duplicate(id.rawValue) }
    guard arrangement.pages.count < Board.maximumPages, let page = BoardPage(id: id, size: arrangement.size) else {
      throw .tooMany("pages")
    }
    arrangement.pages.insert(page, at: min(max(0, index ?? arrangement.pages.count), arrangement.pages.count))
    storeArrangement()
  }

  private mutating func removePage(_ id: PageID) throws(BoardRefusal) {
    guard let index = arrangement.index(of: id) else { throw .unknownPage(id) }
    let page = arrangement.pages[index]
    for tile in page.grid.tiles.flatMap({ page.members(of: $0.id) }) { try remove(tile) }
    for icon in page.icons { try removeIcon(icon) }
    arrangement.pages.removeAll { $0.id == id }
    storeArrangement()
  }

  private mutating func movePage(_ id: PageID, _ index: Int) throws(BoardRefusal) {
    guard let from = arrangement.index(of: id) else { throw .unknownPage(id) }
    let page = arrangement.pages.remove(at: from)
    arrangement.pages.insert(page, at: min(max(0, index), arrangement.pages.count))
    storeArrangement()
  }

  private mutating func renamePage(_ id: PageID, _ name: String) throws(BoardRefusal) {
    guard let index = arrangement.index(of: id) else { throw .unknownPage(id) }
    arrangement.pages[index].name = name.allSatisfy(\.isWhitespace) ? nil : try checked(name)
    storeArrangement()
  }

  private mutating func hidePage(_ id: PageID, _ isHidden: Bool) throws(BoardRefusal) {
    guard let index = arrangement.index(of: id) else { throw .unknownPage(id) }
    guard !isHidden || arrangement.pages.contains(where: { $0.id != id && !$0.isHidden }) else { throw .lastPage }
    arrangement.pages[index].isHidden = isHidden
    storeArrangement()
  }

  // MARK: Names and appearance

  private func checked(_ name: String) throws(BoardRefusal) -> String {
    guard let name = DisplayName.normalized(name) else { throw .name }
    return name
  }

  private func check(color: String) throws(BoardRefusal) {
    guard BoardAppearance.isColor(color) else { throw .color(color) }
  }

  private mutating func setAppearance(_ appearance: BoardAppearance) throws(BoardRefusal) {
    if let accent = appearance.accent { try check(color: accent) }
    if let background = appearance.background, !BoardAppearance.isBackground(background) {
      throw .background(background)
    }
    board.appearance = appearance
  }
}

extension Arrangement {
  /// Places a widget on a page near a cell, else on the first page where it fits, else on a new page.
  ///
  /// - Parameter accepts: Returns whether the widget may be placed on a page.
  mutating func add(
    _ id: TileID, _ wanted: GridSize, page: Int? = nil, near: GridPosition? = nil,
    where accepts: (BoardPage) -> Bool = { _ in true }
  ) throws(BoardRefusal) {
    let size = GridSize(columns: min(wanted.columns, self.size.columns), rows: min(wanted.rows, self.size.rows))
    for index in order(from: page) where accepts(pages[index]) {
      let grid = pages[index].grid
      let origin = if let near, index == page { grid.origin(for: size, near: near) } else { grid.origin(for: size) }
      guard let origin else { continue }
      do { try pages[index].grid.add(Tile(id: id, frame: GridFrame(origin: origin, size: size))) } catch { continue }
      return
    }
    let index = try addPage()
    do {
      try pages[index].grid.add(Tile(id: id, frame: GridFrame(origin: GridPosition(row: 1, column: 1), size: size)))
    } catch {
      throw .noRoom
    }
  }

  /// Places an icon on a page if it has a free cell, else on the first page that has one, else on a new page.
  mutating func add(_ id: IconID, page: Int? = nil, index: Int? = nil) throws(BoardRefusal) {
    let found = order(from: page).first { pages[$0].icons.count < pages[$0].grid.iconCapacity }
    let target = if let found { found } else { try addPage() }
    let count = pages[target].icons.count
    pages[target].icons.insert(id, at: target == page ? min(max(0, index ?? count), count) : count)
  }

  /// The pages to look at for a place: the specified one, then those after it, then those before it. People do not see
  /// what stands on a hidden page.
  private func order(from page: Int?) -> [Int] {
    let order = page.map { Array($0..<pages.count) + Array(0..<$0) } ?? Array(pages.indices)
    return order.filter { $0 == page || !pages[$0].isHidden }
  }

  private mutating func addPage(at index: Int? = nil) throws(BoardRefusal) -> Int {
    // Pages created for overflowing items are not limited in number, so that every item has a place.
    guard let page = BoardPage(id: newPageName, size: size) else { throw .noRoom }
    pages.insert(page, at: index ?? pages.count)
    return index ?? pages.count - 1
  }

  /// Puts a tile on a page. Tiles in its way for which the page has no other place go on to the next pages, as do icons
  /// without cells; a new page after it takes those for which no page has room.
  fileprivate mutating func putPushingOn(_ tile: Tile, page: Int) throws(BoardRefusal) {
    guard let (grid, replaced) = pages[page].grid.replacingTiles(by: tile) else { throw .noRoom }
    pages[page].grid = grid
    for other in replaced.sorted(by: { $0.frame.origin < $1.frame.origin }) {
      let stack = pages[page].stacks.removeValue(forKey: other.id)
      let target = try placePushed(other, after: page)
      pages[target].stacks[other.id] = stack
    }
    let capacity = pages[page].grid.iconCapacity
    let surplus = pages[page].icons.dropFirst(capacity)
    pages[page].icons.removeLast(surplus.count)
    var next = page
    for icon in surplus {
      while next == page || pages[next].icons.count >= pages[next].grid.iconCapacity || pages[next].isHidden {
        next += 1
        if next == pages.count { next = try addPage(at: page + 1) }
      }
      pages[next].icons.append(icon)
    }
  }

  /// Puts a tile on its page, if icons keep their cells, or on the next page with room for it.
  /// - Returns: The page.
  private mutating func placePushed(_ tile: Tile, after page: Int) throws(BoardRefusal) -> Int {
    for index in page..<pages.count where !pages[index].isHidden || index == page {
      guard let origin = pages[index].grid.origin(for: tile.frame.size),
        (try? pages[index].grid.add(tile.moved(to: origin))) != nil
      else { continue }
      return index
    }
    let index = try addPage(at: page + 1)
    do { try pages[index].grid.add(tile.moved(to: GridPosition(row: 1, column: 1))) } catch { throw .noRoom }
    return index
  }

  /// A page identifier that is not in use.
  var newPageName: PageID {
    let names = Set(pages.map(\.id))
    return (1...).lazy.map { PageID(rawValue: "page\($0)") }.first { !names.contains($0) } ?? "page"
  }

  mutating func remove(_ id: TileID) {
    for index in pages.indices { pages[index].remove(id) }
  }

  mutating func remove(_ id: IconID) {
    for index in pages.indices where pages[index].icons.contains(id) { pages[index].icons.removeAll { $0 == id } }
  }

  mutating func replace(_ id: IconID, by other: IconID) {
    for index in pages.indices {
      pages[index].icons = pages[index].icons.map { $0 == id ? other : $0 }
    }
  }
}
