import TesseraTestSupport
import TesseraValues
import Testing

@testable import TesseraBoard

func at(_ row: Int, _ column: Int) -> GridPosition { GridPosition(row: row, column: column) }

func sized(_ rows: Int, _ columns: Int) -> GridSize { GridSize(columns: columns, rows: rows) }

/// The numbers are from the reference of the grid (section 17).
@Suite("Values of the grid")
struct GridValueTests {
  @Test(arguments: [
    (at(0, 1), sized(6, 4), false), (at(6, 4), sized(6, 4), true), (at(7, 4), sized(6, 4), false),
    (at(1, 1).moved(rows: -1, columns: -2), sized(6, 4), false), (at(1, 1), sized(0, 0), false),
  ])
  func `a position is on a page or not`(position: GridPosition, page: GridSize, isOnPage: Bool) {
    #expect(page.contains(position) == isOnPage)
  }

  @Test func `sizes count their cells, and empty sizes have none`() {
    #expect(sized(2, 4).cellCount == 8)
    #expect(sized(1, 1).adding(rows: -1, columns: -1).cellCount == 0)
    #expect(sized(-3, -2).cellCount == 0 && sized(-3, -2).isEmpty)
    #expect(sized(.max, 2).cellCount == .max)
  }

  @Test(arguments: [
    (GridFrame(origin: at(2, 1), size: sized(3, 2)), [at(2, 1), at(2, 2), at(3, 1), at(3, 2), at(4, 1), at(4, 2)]),
    (GridFrame(origin: at(2, 1), size: sized(3, 0)), []),
  ])
  func `a frame lists its cells row by row`(frame: GridFrame, expected: [GridPosition]) {
    #expect(frame.positions == expected)
  }

  private static let some = [at(1, 3), at(1, 4), at(2, 1), at(2, 2), at(2, 3), at(2, 4), at(3, 1), at(3, 2)]
  private static let corner = [at(5, 3), at(5, 4), at(6, 3), at(6, 4)]
  private static let checkerboard = [at(1, 2), at(1, 4), at(2, 1), at(2, 3)]
  private static let all = GridFrame(origin: at(1, 1), size: sized(6, 4)).positions

  @Test(
    arguments: [
      (all, sized(2, 2), at(1, 1)), (all, sized(2, 4), at(1, 1)), (all, sized(6, 4), at(1, 1)),
      (all, sized(7, 1), nil), (all, sized(1, 5), nil),
      (some, sized(2, 2), at(1, 3)), (some, sized(1, 4), at(2, 1)), (some, sized(2, 1), at(1, 3)),
      (some, sized(1, 2), at(1, 3)), (some, sized(3, 1), nil), (some, sized(3, 3), nil), (some, sized(2, 3), nil),
      (corner, sized(2, 2), at(5, 3)), (corner, sized(1, 1), at(5, 3)), (corner, sized(1, 3), nil),
      ([at(3, 2), at(1, 1), at(2, 2), at(2, 1)], sized(2, 1), at(1, 1)),
      (checkerboard, sized(1, 1), at(1, 2)), (checkerboard, sized(2, 1), nil), (checkerboard, sized(1, 2), nil),
      ([], sized(1, 1), nil), ([at(1, 1)], sized(0, 1), nil),
    ] as [([GridPosition], GridSize, GridPosition?)])
  func `a rectangle finds its first place`(cells: [GridPosition], size: GridSize, expected: GridPosition?) {
    #expect(CellSet(cells, page: sized(6, 4)).firstOrigin(of: size) == expected)
  }

  @Test(arguments: 0..<50)
  func `the first place matches an exhaustive search`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let page = sized(.random(in: 1...9, using: &generator), .random(in: 1...9, using: &generator))
    let all = CellSet.all(of: page).positions
    let cells = all.filter { _ in Int.random(in: 0..<10, using: &generator) < 7 }
    let set = CellSet(cells, page: page)
    #expect(set.positions == cells && set.count == cells.count)
    for rows in 1...4 {
      for columns in 1...4 {
        let tried = all.first { origin in
          GridFrame(origin: origin, size: sized(rows, columns)).positions.allSatisfy(Set(cells).contains)
        }
        #expect(set.firstOrigin(of: sized(rows, columns)) == tried, "\(rows) x \(columns)")
      }
    }
  }
}
