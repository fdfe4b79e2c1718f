/// Names a page of an arrangement, wherever it is moved to.
package typealias PageID = Name<BoardPage>

/// Where the things of a board stand on pages of one size.
package struct Arrangement: Sendable, Hashable {
  /// How many rows and columns each page has.
  package let size: GridSize
  package internal(set) var pages: [BoardPage] = []

  package init(size: GridSize) { self.size = size }

  /// The place in which a widget stands, alone or in a stack.
  package func place(of tile: TileID) -> (page: Int, place: TileID)? {
    for (index, page) in pages.enumerated() {
      if let place = page.place(of: tile) { return (index, place) }
    }
    return nil
  }

  /// The place of a page.
  package func index(of page: PageID) -> Int? { pages.firstIndex { $0.id == page } }

  /// The page of an icon that stands on one, and its number there.
  package func place(of icon: IconID) -> (page: Int, index: Int)? {
    for (number, page) in pages.enumerated() {
      if let index = page.icons.firstIndex(of: icon) { return (number, index) }
    }
    return nil
  }

  /// The same places of widgets with other names.
  func renamed(_ names: [TileID: TileID]) -> Arrangement {
    var result = self
    for index in result.pages.indices {
      for tile in pages[index].grid.tiles {
        guard let name = names[tile.id], name != tile.id || pages[index].stacks[tile.id] != nil else { continue }
        let stack = pages[index].stacks[tile.id].map { stack in
          TileStack(
            members: stack.members.map { names[$0] ?? $0 }, front: names[stack.front] ?? stack.front,
            rotates: stack.rotates)
        }
        result.pages[index].setStack(stack, of: tile.id, namedAfter: name)
      }
    }
    return result
  }

  /// The same things on pages of another size: page by page and in the order of reading. What finds no room on its page stands on
  /// one of its own behind it. A page's name stays with the first of those that come from it.
  package func derived(for size: GridSize, sizes: (TileID) -> TileSizes) -> Arrangement {
    var result = Arrangement(size: size)
    var names = Set(pages.map(\.id))
    for page in pages {
      var derived = [BoardPage(id: page.id, size: size)].compactMap(\.self)
      guard !derived.isEmpty else { return result }
      func addPage() {
        let name = (derived.count + 1..<Int.max).lazy.map { PageID(rawValue: "\(page.id.rawValue)-\($0)") }
          .first { !names.contains($0) }
        guard let name, let next = BoardPage(id: name, size: size) else { return }
        names.insert(name)
        derived.append(next)
      }
      for tile in page.grid.tiles.sorted(by: { $0.frame.origin < $1.frame.origin }) {
        let wanted = sizes(page.members(of: tile.id).first ?? tile.id).size(tile.frame.size, on: size)
        func put(on index: Int) -> Bool {
          guard let origin = derived[index].grid.free.firstOrigin(of: wanted),
            (try? derived[index].grid.add(Tile(id: tile.id, frame: GridFrame(origin: origin, size: wanted)))) != nil
          else { return false }
          derived[index].stacks[tile.id] = page.stacks[tile.id]
          return true
        }
        if derived.indices.contains(where: put) { continue }
        addPage()
        _ = put(on: derived.count - 1)
      }
      for icon in page.icons {
        if derived.allSatisfy({ $0.icons.count >= $0.grid.iconCapacity }) { addPage() }
        if let index = derived.firstIndex(where: { $0.icons.count < $0.grid.iconCapacity }) {
          derived[index].icons.append(icon)
        }
      }
      result.pages += derived
    }
    return result
  }
}

/// Several widgets in one place, of which one is seen.
package struct TileStack: Sendable, Hashable {
  /// In the order in which one turns through them; at least two.
  package internal(set) var members: [TileID]
  /// The one that is seen.
  package internal(set) var front: TileID
  /// Whether it turns by itself to the widget that matters most.
  package internal(set) var rotates = false

  /// The widget that matters most: that of the highest score above 0. Of equal ones the one that is seen, else the first.
  package func mostRelevant(_ score: (TileID) -> Double) -> TileID? {
    let scores = members.map { (id: $0, score: score($0)) }.filter { $0.score > 0 }
    guard let most = scores.map(\.score).max() else { return nil }
    let best = scores.filter { $0.score == most }.map(\.id)
    return best.contains(front) ? front : best.first
  }
}

/// One page of an arrangement: places of widgets, and icons that flow around them.
package struct BoardPage: Sendable, Hashable {
  package let id: PageID
  /// Where the places are. A place has the name of one of the widgets in it.
  package internal(set) var grid: GridPage
  /// What stands in the places that hold more than one widget.
  package internal(set) var stacks: [TileID: TileStack] = [:]
  /// The icons in their order.
  package internal(set) var icons: [IconID] = [] {
    didSet { grid = grid.withIcons(icons.count) }
  }

  /// An empty page; nil for a size that pages cannot have.
  init?(id: PageID, size: GridSize) {
    guard let grid = try? GridPage(size: size) else { return nil }
    self.id = id
    self.grid = grid
  }

  /// The widgets in a place.
  package func members(of place: TileID) -> [TileID] { stacks[place]?.members ?? [place] }

  /// The widget of a place that is seen.
  package func front(of place: TileID) -> TileID { stacks[place]?.front ?? place }

  /// The place in which a widget stands.
  package func place(of tile: TileID) -> TileID? {
    if grid.tile(tile) != nil, stacks[tile]?.members.contains(tile) ?? true { return tile }
    return stacks.first { $0.value.members.contains(tile) }?.key
  }

  /// The next sizes that a tile may take, in the order in which they are tried: both ways, wider, higher; for a stack those that all
  /// its widgets may take.
  package func steps(of tile: Tile, growing: Bool, sizes: (TileID) -> TileSizes) -> [GridSize] {
    let members = members(of: tile.id).map(sizes)
    return members[0].steps(from: tile.frame.size, growing: growing).filter { size in
      members.allSatisfy { $0.allow(size, from: tile.frame.size) }
    }
  }

  /// Where a tile stands in the first of some sizes that finds room; nil where none does.
  package func frame(of tile: Tile, firstOf sizes: [GridSize]) -> GridFrame? {
    for size in sizes {
      if let origin = grid.originForResizing(tile, to: size) { return GridFrame(origin: origin, size: size) }
    }
    return nil
  }

  /// Whether nothing is on it.
  package var isEmpty: Bool { grid.tiles.isEmpty && icons.isEmpty }

  /// Takes a widget from the page. A place that it leaves empty is free; one that others are in stays, under the name of one of
  /// those.
  mutating func remove(_ tile: TileID) {
    guard let place = place(of: tile) else { return }
    guard var stack = stacks[place], stack.members.count > 1 else {
      stacks[place] = nil
      grid.remove(place)
      return
    }
    let index = stack.members.firstIndex(of: tile) ?? 0
    stack.members.removeAll { $0 == tile }
    if stack.front == tile { stack.front = stack.members[min(index, stack.members.count - 1)] }
    setStack(stack.members.count > 1 ? stack : nil, of: place, namedAfter: stack.members[0])
  }

  /// Gives a place other widgets.
  /// - Parameter name: the first of them: the place is named after it.
  mutating func setStack(_ stack: TileStack?, of place: TileID, namedAfter name: TileID) {
    stacks[place] = nil
    if place != name, let tile = grid.remove(place) { try? grid.add(tile.renamed(name)) }
    stacks[name] = stack
  }
}
