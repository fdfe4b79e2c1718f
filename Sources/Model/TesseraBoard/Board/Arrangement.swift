package import TesseraValues

/// The identifier of a page in an arrangement, independent of its index.
package typealias PageID = Name<BoardPage>

/// The layout of a board's widgets and icons on pages of one size.
///
/// A *place* on a page contains one widget or a stack of widgets.
package struct Arrangement: Sendable, Hashable {
  /// The number of rows and columns of each page.
  package let size: GridSize
  package internal(set) var pages: [BoardPage] = []

  /// Returns the place that contains a widget, alone or in a stack.
  package func place(of tile: TileID) -> (page: Int, place: TileID)? {
    for (index, page) in pages.enumerated() {
      if let place = page.place(of: tile) { return (index, place) }
    }
    return nil
  }

  /// Returns the index of a page.
  package func index(of page: PageID) -> Int? { pages.firstIndex { $0.id == page } }

  /// Returns the page of an icon and the icon's index on it, or nil if the icon is on no page.
  package func place(of icon: IconID) -> (page: Int, index: Int)? {
    for (number, page) in pages.enumerated() {
      if let index = page.icons.firstIndex(of: icon) { return (number, index) }
    }
    return nil
  }

  /// Returns the same layout with other identifiers for the widgets.
  func renamed(_ names: [TileID: TileID]) -> Arrangement {
    var result = self
    for index in result.pages.indices {
      for tile in pages[index].grid.tiles {
        guard let name = names[tile.id], name != tile.id || pages[index].stacks[tile.id] != nil else { continue }
        let stack = pages[index].stacks[tile.id].map { stack in
          TileStack(
            members: stack.members.map { names[$0] ?? $0 }, front: names[stack.front] ?? stack.front,
            rotates: stack.rotates, hasTabs: stack.hasTabs)
        }
        result.pages[index].setStack(stack, of: tile.id, namedAfter: name)
      }
    }
    return result
  }

  /// Returns the layout adapted to pages of another size, page by page and in reading order.
  ///
  /// Items that do not fit on their page are placed on additional pages after it, and then on any page with room for
  /// all of them. If that results in fewer pages, widgets that cover more than half of a page are made smaller. On pages
  /// that are at least twice as large, pages are combined. The first of the resulting pages keeps the identifier and the
  /// name.
  package func derived(for size: GridSize, sizes: (TileID) -> TileRules) -> Arrangement {
    let isMuchLarger = size.cellCount >= 2 * self.size.cellCount
    // What a person named or hid stays apart.
    let kept = Set(pages.filter { !isMuchLarger || $0.name != nil || $0.isHidden }.map(\.id))
    let result = spread(on: size) { sizes($0).size($1, on: size) }.merged(keeping: kept)
    guard result.pages.count > pages.count else { return result }
    let shrunk = spread(on: size) { sizes($0).half($1, on: size) }.merged(keeping: kept)
    return shrunk.pages.count < result.pages.count ? shrunk : result
  }

  /// Returns the layout on pages of another size, with additional pages where a page has no room for its items.
  ///
  /// - Parameter fit: Returns the size of a widget in place of its current one.
  private func spread(on size: GridSize, fit: (TileID, GridSize) -> GridSize) -> Arrangement {
    var result = Arrangement(size: size)
    var names = Set(pages.map(\.id))
    for page in pages {
      guard var first = BoardPage(id: page.id, size: size) else { return result }
      (first.name, first.isHidden) = (page.name, page.isHidden)
      var derived = [first]
      func addPage() {
        let name = (derived.count + 1..<Int.max).lazy.map { PageID(rawValue: "\(page.id.rawValue)-\($0)") }
          .first { !names.contains($0) }
        guard let name, var next = BoardPage(id: name, size: size) else { return }
        next.isHidden = page.isHidden
        names.insert(name)
        derived.append(next)
      }
      for tile in page.grid.tiles.sorted(by: { $0.frame.origin < $1.frame.origin }) {
        let all = page.members(of: tile.id).map { fit($0, tile.frame.size) }
        guard let wanted = all.max(by: { $0.cellCount < $1.cellCount }) else { continue }
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

  /// Returns the layout without the pages whose items all have room on other pages.
  ///
  /// - Parameter kept: The pages that stay in any case. The first page always stays.
  private func merged(keeping kept: Set<PageID>) -> Arrangement {
    // More pages than a board may have are left as they are, because merging takes time.
    guard pages.count <= Board.maximumPages else { return self }
    var result = self
    for id in pages.dropFirst().map(\.id) where !kept.contains(id) {
      guard let index = result.index(of: id) else { continue }
      var others = result
      // It may have taken in another page.
      let page = others.pages.remove(at: index)
      if others.takeIn(page) { result = others }
    }
    return result
  }

  /// Places all items of a page in free room. Returns false, with some of them placed, if there is not enough.
  private mutating func takeIn(_ page: BoardPage) -> Bool {
    for tile in page.grid.tiles {
      let size = tile.frame.size
      guard let index = pages.firstIndex(where: { $0.isHidden == page.isHidden && $0.grid.fits(size) }),
        let origin = pages[index].grid.origin(for: size),
        (try? pages[index].grid.add(Tile(id: tile.id, frame: GridFrame(origin: origin, size: size)))) != nil
      else { return false }
      pages[index].stacks[tile.id] = page.stacks[tile.id]
    }
    for icon in page.icons {
      let index = pages.firstIndex {
        $0.isHidden == page.isHidden && $0.icons.count < $0.grid.iconCapacity
      }
      guard let index else { return false }
      pages[index].icons.append(icon)
    }
    return true
  }
}

/// Several widgets in one place, one of which is visible.
package struct TileStack: Sendable, Hashable {
  /// The widgets in the order of switching through them; at least two.
  package internal(set) var members: [TileID]
  /// The visible widget.
  package internal(set) var front: TileID
  /// Whether the stack automatically switches to the most relevant widget.
  package internal(set) var rotates = false
  /// Whether the place shows the names of the widgets as tabs, in place of dots.
  package internal(set) var hasTabs = false

  /// Returns the most relevant widget: the one with the highest score above 0. If several are equal, the visible one
  /// wins, then the first one.
  package func mostRelevant(_ score: (TileID) -> Double) -> TileID? {
    let scores = members.map { (id: $0, score: score($0)) }.filter { $0.score > 0 }
    guard let most = scores.map(\.score).max() else { return nil }
    let best = scores.filter { $0.score == most }.map(\.id)
    return best.contains(front) ? front : best.first
  }
}

/// A page of an arrangement: the places of widgets, and the icons that flow around them.
package struct BoardPage: Sendable, Hashable {
  package let id: PageID
  /// The grid of places. A place has the identifier of one of its widgets.
  package internal(set) var grid: GridPage
  /// The stacks in places with more than one widget, by place.
  package internal(set) var stacks: [TileID: TileStack] = [:]
  /// The icons, in order.
  package internal(set) var icons: [IconID] = [] {
    didSet { grid = grid.withIcons(icons.count) }
  }
  /// The title, which a page need not have.
  package internal(set) var name: String?
  /// Whether the page is left out when people turn pages, and when a place for something new is looked for.
  package internal(set) var isHidden = false

  /// Creates an empty page. Returns nil for an invalid page size.
  init?(id: PageID, size: GridSize) {
    guard let grid = try? GridPage(size: size) else { return nil }
    self.id = id
    self.grid = grid
  }

  /// Returns the widgets in a place.
  package func members(of place: TileID) -> [TileID] { stacks[place]?.members ?? [place] }

  /// Returns the visible widget of a place.
  package func front(of place: TileID) -> TileID { stacks[place]?.front ?? place }

  /// Returns the place that contains a widget.
  package func place(of tile: TileID) -> TileID? {
    if grid.tile(tile) != nil, stacks[tile]?.members.contains(tile) ?? true { return tile }
    return stacks.first { $0.value.members.contains(tile) }?.key
  }

  /// Returns the next sizes for a tile in order of preference: larger or smaller in both directions, then in columns,
  /// then in rows. For a stack, these are the sizes that all its widgets support.
  package func steps(of tile: Tile, growing: Bool, sizes: (TileID) -> TileRules) -> [GridSize] {
    let members = members(of: tile.id).map(sizes)
    return members[0].steps(from: tile.frame.size, growing: growing).filter { size in
      members.allSatisfy { $0.allow(size, from: tile.frame.size) }
    }
  }

  /// Returns the frame of a tile in the first of the sizes that fits, or nil if none fits.
  package func frame(of tile: Tile, firstOf sizes: [GridSize]) -> GridFrame? {
    for size in sizes {
      if let origin = grid.originForResizing(tile, to: size) { return GridFrame(origin: origin, size: size) }
    }
    return nil
  }

  /// Whether the page has no widgets and no icons.
  package var isEmpty: Bool { grid.tiles.isEmpty && icons.isEmpty }

  /// Removes a widget. A place without remaining widgets is freed; otherwise it stays, with the identifier of one of
  /// the remaining widgets.
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

  /// Replaces the stack in a place.
  ///
  /// - Parameters:
  ///   - stack: The new stack, or nil for a single widget.
  ///   - place: The place.
  ///   - name: The widget that gives the place its identifier.
  mutating func setStack(_ stack: TileStack?, of place: TileID, namedAfter name: TileID) {
    stacks[place] = nil
    if place != name, let tile = grid.remove(place) { try? grid.add(tile.renamed(name)) }
    stacks[name] = stack
  }
}
