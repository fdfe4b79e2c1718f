import TesseraValues
import Testing

@testable import TesseraBoard

/// The numbers are from the reference of the grid (section 17).
@Suite("Resizing and moving on the grid")
struct GridResizingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    var size = sized(6, 4)
    var icons = 0
    let a: Tile
    var others: [Tile] = []
    let to: GridSize
    let origin: GridPosition?

    var testDescription: String { name }
  }

  private static let c32 = tile("A", 3, 2, 1, 1)
  private static let three = [tile("B", 4, 2, 1, 1), tile("C", 2, 2, 1, 1)]

  static let cases = [
    Case(name: "E1", a: tile("A", 1, 1, 1, 1), to: sized(2, 2), origin: at(1, 1)),
    Case(name: "E2", a: tile("A", 6, 4, 1, 1), to: sized(2, 2), origin: at(5, 3)),
    Case(name: "E3", a: tile("A", 1, 4, 1, 1), to: sized(1, 2), origin: at(1, 3)),
    Case(name: "E4", a: c32, to: sized(2, 2), origin: at(3, 2)),
    Case(name: "E5", a: c32, others: [tile("B", 3, 3, 1, 1)], to: sized(2, 2), origin: at(2, 1)),
    Case(name: "E6", a: c32, others: [tile("B", 4, 3, 1, 1)], to: sized(2, 2), origin: at(2, 1)),
    Case(name: "E7", a: c32, others: three, to: sized(2, 2), origin: nil),
    Case(name: "E8", a: c32, others: three, to: sized(1, 2), origin: at(3, 2)),
    Case(name: "E9", a: c32, others: [tile("B", 3, 3, 1, 1)], to: sized(1, 2), origin: at(3, 1)),
    Case(name: "E10", a: c32, others: [tile("B", 3, 3, 1, 1)], to: sized(1, 3), origin: nil),
    Case(name: "E11", a: c32, others: [tile("B", 3, 4, 1, 1)], to: sized(1, 3), origin: at(3, 1)),
    Case(
      name: "E12", a: tile("A", 2, 2, 1, 1), others: [tile("B", 2, 3, 1, 1), tile("C", 3, 2, 1, 1)], to: sized(2, 2),
      origin: at(1, 1)),
    Case(name: "E13a", a: tile("A", 1, 3, 2, 2), to: sized(2, 4), origin: at(1, 1)),
    Case(name: "E13b", a: tile("A", 1, 2, 2, 2), to: sized(2, 4), origin: at(1, 1)),
    Case(name: "E14", a: tile("A", 1, 1, 2, 2), others: [tile("B", 1, 3, 2, 2)], to: sized(2, 4), origin: nil),
    Case(name: "E15", a: tile("A", 3, 1, 2, 4), others: [tile("B", 5, 1, 2, 4)], to: sized(4, 4), origin: at(1, 1)),
    Case(name: "E16", a: tile("A", 5, 1, 2, 4), to: sized(4, 4), origin: at(3, 1)),
    Case(
      name: "E17", a: c32, others: [tile("B", 2, 1, 1, 1), tile("C", 4, 3, 1, 1)], to: sized(3, 3), origin: at(1, 2)),
    Case(name: "E18", a: tile("A", 3, 3, 1, 2), others: [tile("B", 4, 1, 1, 4)], to: sized(2, 4), origin: at(2, 1)),
    Case(name: "E19", a: tile("A", 2, 1, 2, 3), to: sized(3, 2), origin: at(2, 1)),
    Case(name: "E20", a: tile("A", 2, 1, 2, 3), others: [tile("B", 4, 1, 1, 4)], to: sized(3, 2), origin: at(1, 2)),
    Case(name: "E21", icons: 20, a: tile("A", 1, 1, 1, 4), to: sized(4, 1), origin: at(1, 1)),
    Case(name: "E22", icons: 20, a: tile("A", 6, 1, 1, 4), to: sized(4, 1), origin: at(3, 1)),
    Case(name: "E23a", icons: 18, a: tile("A", 1, 1, 2, 2), to: sized(2, 3), origin: at(1, 1)),
    Case(name: "E23b", icons: 19, a: tile("A", 1, 1, 2, 2), to: sized(2, 3), origin: nil),
    Case(name: "E24a", icons: 16, a: tile("A", 1, 1, 2, 2), to: sized(2, 4), origin: at(1, 1)),
    Case(name: "E24b", icons: 17, a: tile("A", 1, 1, 2, 2), to: sized(2, 4), origin: nil),
    Case(name: "E25", a: tile("A", 2, 2, 2, 2), to: sized(1, 1), origin: at(2, 2)),
    Case(name: "E26", a: tile("A", 2, 2, 2, 2), to: sized(2, 2), origin: nil),
    Case(name: "E27", a: tile("A", 1, 1, 6, 4), to: sized(7, 4), origin: nil),
    Case(name: "nothing", a: tile("A", 1, 1, 2, 2), to: sized(0, 2), origin: nil),
    Case(name: "less than nothing", a: tile("A", 1, 1, 2, 2), to: sized(-2, .min), origin: nil),
    Case(name: "far too much", a: tile("A", 1, 1, 2, 2), to: sized(.max, .max), origin: nil),
  ]

  @Test(arguments: cases)
  func `a tile changes its size`(_ example: Case) throws {
    var page = try GridPage(size: example.size, iconCount: example.icons)
    for tile in [example.a] + example.others { try page.add(tile) }
    #expect(page.originForResizing(example.a, to: example.to) == example.origin)
  }

  @Test func `a tile grows step by step from a corner (E28)`() throws {
    var page = try page(sized(4, 4), icons: 0, [tile("A", 3, 3, 1, 1)])
    for expected in [at(3, 3), at(2, 2), at(1, 1)] {
      let tile = try #require(page.tile("A"))
      let size = tile.frame.size.adding(rows: 1, columns: 1)
      let origin = try #require(page.originForResizing(tile, to: size))
      #expect(origin == expected)
      try page.put(tile.reshaped(to: GridFrame(origin: origin, size: size)))
    }
    #expect(try page.originForResizing(#require(page.tile("A")), to: sized(5, 5)) == nil)
  }

  @Test func `the middle row stays in place on request`() throws {
    let a = tile("A", 3, 1, 1, 1)
    let page = try page(a, tile("B", 5, 1, 1, 2), tile("C", 1, 1, 1, 2))
    #expect(page.originForResizing(a, to: sized(3, 2)) == nil)
    #expect(page.originForResizing(a, to: sized(3, 2), isCentred: true) == at(2, 1))
    for example in Self.cases where example.name == "E5" {
      let page = try TesseraBoardTests.page(sized(6, 4), icons: 0, [example.a] + example.others)
      #expect(page.originForResizing(example.a, to: example.to, isCentred: true) == example.origin)
    }
  }

  @Test func `a shape of cells changes, shrinks and moves, and others fit around it`() throws {
    let shape = try #require(Tile(id: "L", cells: [at(1, 1), at(2, 1), at(2, 2)]))
    var page = try page(shape, tile("B", 1, 2, 1, 1))
    #expect(shape.frame == GridFrame(origin: at(1, 1), size: sized(2, 2)))
    #expect(page.canReshape(shape, to: [at(1, 1)]) && !page.canReshape(shape, to: shape.cells))
    #expect(!page.canReshape(shape, to: [at(1, 1), at(1, 2)]), "another tile stands there")
    #expect(!page.canReshape(shape, to: [GridPosition]()))
    #expect(page.canReshape(shape, to: [at(1, 1), at(2, 1), at(3, 1), at(3, 2)]))
    #expect(page.canMove(shape, to: at(3, 3)) && !page.canMove(shape, to: at(6, 1)))
    try page.put(shape.moved(to: at(3, 3)))
    #expect(page.tile("L")?.cells == [at(3, 3), at(4, 3), at(4, 4)])
    #expect(Tile(id: "R", cells: [at(2, 2), at(1, 1), at(1, 2), at(2, 1)])?.customCells == nil)
    #expect(Tile(id: "N", cells: [GridPosition]()) == nil)
  }

  @Test func `a tile finds where it can be dropped (D1, D2)`() throws {
    let a = tile("A", 1, 1, 2, 2)
    let two = try page(a, tile("B", 1, 3, 2, 2))
    let expected: [(GridPosition, Bool)] = [
      (at(1, 2), false), (at(2, 2), false), (at(2, 1), true), (at(3, 3), true), (at(5, 3), true), (at(5, 4), false),
      (at(6, 1), false), (at(1, 1), true), (at(0, 1), false),
    ]
    for (origin, isAccepted) in expected { #expect(two.canMove(a, to: origin) == isAccepted, "\(origin)") }
    let icons = try page(icons: 20, a)
    #expect(icons.canMove(a, to: at(1, 2)) && icons.canMove(a, to: at(5, 3)))
  }
}
