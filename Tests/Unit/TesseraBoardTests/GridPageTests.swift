import TesseraValues
import Testing

@testable import TesseraBoard

/// A tile, written as `A (3,2; 1×1)` in the reference.
func tile(_ name: String, _ row: Int, _ column: Int, _ rows: Int, _ columns: Int) -> Tile {
  Tile(id: TileID(rawValue: name), frame: GridFrame(origin: at(row, column), size: sized(rows, columns)))
}

func page(_ tiles: Tile...) throws -> GridPage { try page(sized(6, 4), icons: 0, tiles) }

func page(icons: Int, _ tiles: Tile...) throws -> GridPage { try page(sized(6, 4), icons: icons, tiles) }

func page(_ size: GridSize, icons: Int, _ tiles: [Tile]) throws -> GridPage {
  var page = try GridPage(size: size, iconCount: icons)
  for tile in tiles { try page.add(tile) }
  return page
}

/// The numbers are from the reference of the grid (section 17).
@Suite("A page of the grid")
struct GridPageTests {
  private func twoTiles(icons: Int = 0) throws -> GridPage {
    try page(icons: icons, tile("A", 1, 1, 2, 2), tile("B", 1, 3, 6, 1))
  }

  // MARK: Fitting

  @Test func `a tile finds the first place beside others`() throws {
    let page = try twoTiles()
    #expect(page.free.count == 14)
    let expected: [(GridSize, GridPosition?)] = [
      (sized(2, 2), at(3, 1)), (sized(4, 2), at(3, 1)), (sized(4, 1), at(1, 4)), (sized(6, 1), at(1, 4)),
      (sized(2, 3), nil), (sized(5, 2), nil),
    ]
    for (size, origin) in expected { #expect(page.origin(for: size) == origin, "\(size)") }
  }

  @Test func `icons move out of the way while there are free cells`() throws {
    let icons = try page(icons: 20)
    for size in [sized(1, 1), sized(2, 2), sized(1, 4), sized(4, 1)] { #expect(icons.fits(size), "\(size)") }
    for size in [sized(2, 3), sized(1, 5), sized(5, 1)] { #expect(!icons.fits(size), "\(size)") }
    let crowded = try twoTiles(icons: 12)
    for size in [sized(1, 1), sized(2, 1)] { #expect(crowded.fits(size), "\(size)") }
    for size in [sized(2, 2), sized(6, 1)] { #expect(!crowded.fits(size), "\(size)") }
    let roomy = try twoTiles()
    #expect(roomy.fits(sized(4, 2)) && !roomy.fits(sized(5, 2)) && !roomy.fits(sized(1, 3)))
  }

  @Test func `a place that moves no icon comes first, as the original intends but fails to do`() throws {
    #expect(try page(icons: 10).origin(for: sized(2, 2)) == at(3, 3))
    #expect(try page(icons: 10).origin(for: sized(2, 4)) == at(4, 1))
    #expect(try page(icons: 10).origin(for: sized(1, 1)) == at(3, 3))
    #expect(try page(icons: 20).origin(for: sized(2, 2)) == at(1, 1), "there is none that moves none")
  }

  @Test func `explicit cells can be occupied`() throws {
    let page = try page(icons: 20, tile("A", 6, 4, 1, 1))
    #expect(page.fits([at(1, 1), at(6, 3), at(2, 2)]))
    #expect(!page.fits([at(1, 1), at(1, 2), at(1, 3), at(1, 4)]), "three cells are without icons")
    #expect(!page.fits([at(6, 4)]) && !page.fits([at(7, 1)]) && !page.fits([at(1, 1), at(1, 1)]))
    #expect(page.fits([GridPosition]()))
  }

  // MARK: Icons

  @Test func `icons flow around tiles`() throws {
    let first = try page(icons: 8, tile("A", 1, 1, 2, 2))
    #expect(
      first.iconCells == [at(1, 3), at(1, 4), at(2, 3), at(2, 4), at(3, 1), at(3, 2), at(3, 3), at(3, 4)])
    #expect(
      try page(icons: 8, tile("A", 2, 2, 2, 2)).iconCells == [
        at(1, 1), at(1, 2), at(1, 3), at(1, 4), at(2, 1), at(2, 4), at(3, 1), at(3, 4),
      ])
    #expect(
      try page(icons: 6, tile("A", 1, 1, 2, 4)).iconCells == [
        at(3, 1), at(3, 2), at(3, 3), at(3, 4), at(4, 1), at(4, 2),
      ])
    let last = try page(icons: 20, tile("A", 5, 1, 1, 4))
    #expect(last.iconCells.suffix(6) == [at(4, 3), at(4, 4), at(6, 1), at(6, 2), at(6, 3), at(6, 4)])
    #expect(last.iconCapacity == 20)
  }

  // MARK: Origins

  @Test(
    arguments: [
      (sized(2, 2), at(6, 4), at(5, 3)), (sized(2, 2), at(5, 4), at(5, 3)), (sized(2, 2), at(6, 3), at(5, 3)),
      (sized(2, 2), at(9, 9), at(5, 3)), (sized(2, 2), at(1, 1), at(1, 1)), (sized(1, 1), at(6, 4), at(6, 4)),
      (sized(2, 4), at(3, 3), at(3, 1)), (sized(6, 4), at(4, 2), at(1, 1)), (sized(7, 1), at(1, 1), nil),
      (sized(1, 5), at(1, 1), nil), (sized(2, 2), at(0, 1), nil), (sized(2, 2), at(1, 0), nil),
    ] as [(GridSize, GridPosition, GridPosition?)])
  func `a wanted place is moved back onto the page, below and to the right`(
    size: GridSize, wanted: GridPosition, expected: GridPosition?
  ) throws {
    #expect(try page().pulledBack(wanted, for: size) == expected)
  }

  @Test func `a new item takes the given place, else the first free one`() throws {
    #expect(try page().origin(for: sized(2, 2), near: at(6, 4)) == at(5, 3))
    #expect(try page(tile("B", 5, 3, 2, 2)).origin(for: sized(2, 2), near: at(6, 4)) == at(1, 1))
    let below = try page(tile("B", 1, 1, 2, 4))
    #expect(below.origin(for: sized(2, 4), near: at(2, 1)) == at(3, 1))
    #expect(below.origin(for: sized(2, 4), near: at(3, 2)) == at(3, 1))
    #expect(below.withIcons(12).origin(for: sized(2, 2), near: at(3, 3)) == at(3, 3))
    #expect(below.withIcons(12).origin(for: sized(2, 4), near: at(3, 3)) == nil)
    #expect(try page(icons: 20).origin(for: sized(2, 2), near: at(6, 1)) == at(5, 1))
  }

  // MARK: Refusals

  @Test func `an invalid tile is rejected, and the page stays the same`() throws {
    var page = try page(tile("A", 1, 1, 2, 2))
    let before = page
    let wrong: [(Tile, GridPage.Refusal)] = [
      (tile("B", 2, 2, 1, 1), .occupied(by: "A")), (tile("B", 6, 4, 2, 2), .outside), (tile("B", 0, 1, 1, 1), .outside),
      (tile("B", 3, 3, 0, 1), .outside), (tile("B", 3, 3, .max, .max), .outside),
      (tile("B", .max, .min, 1, 1), .outside), (tile("A", 5, 1, 1, 1), .duplicate),
    ]
    for (tile, refusal) in wrong {
      #expect(throws: refusal) { try page.add(tile) }
      #expect(page == before)
    }
    for size in [sized(0, 4), sized(4, -1), sized(101, 1), sized(.max, .max)] {
      #expect(throws: GridPage.Refusal.pageSize) { try GridPage(size: size) }
    }
    #expect(page.remove("B") == nil)
    page.remove("A")
    #expect(page.free.count == 24)
  }

  // MARK: Making room

  @Test func `obstructing tiles move as little as possible`() throws {
    let page = try page(tile("A", 1, 1, 2, 2), tile("B", 1, 3, 2, 2), tile("C", 3, 3, 1, 1))
    let room = try #require(page.makingRoom(for: tile("A", 1, 1, 2, 4)))
    #expect(room.moved == ["B": at(4, 3)])
    #expect(room.page.tile("C") == page.tile("C"))
    #expect(room.page.tile("A")?.frame == GridFrame(origin: at(1, 1), size: sized(2, 4)))
    #expect(page.makingRoom(for: tile("A", 1, 1, 6, 4)) == nil, "there is nowhere to go")
    #expect(page.makingRoom(for: tile("A", 5, 4, 2, 2)) == nil)
    #expect(page.withIcons(15).makingRoom(for: tile("A", 1, 1, 2, 4)) == nil, "icons need cells")
  }
}
