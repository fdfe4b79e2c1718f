import TesseraValues
import Testing

@testable import TesseraBoard

@Suite("Editing a page")
struct EditingTests {
  private func drag(icons: Int = 0) throws -> TileDrag {
    try #require(TileDrag("A", on: try page(icons: icons, tile("A", 1, 1, 2, 2), tile("B", 1, 3, 2, 2))))
  }

  private func origin(_ page: GridPage) -> GridPosition? { page.tile("A")?.frame.origin }

  @Test("a target takes effect shortly after the pointer reaches it")
  func delay() throws {
    var drag = try drag()
    drag.move(to: at(3, 3), at: .milliseconds(100))
    #expect(drag.nextChange == .milliseconds(130))
    var changes = [drag.advance(to: .milliseconds(129))]
    #expect(origin(drag.page) == at(1, 1))
    changes.append(drag.advance(to: .milliseconds(130)))
    #expect(origin(drag.page) == at(3, 3) && drag.nextChange == nil)
    changes.append(drag.advance(to: .seconds(9)))
    #expect(changes == [false, true, false])
  }

  @Test("a later target replaces the pending one, and the same one does not restart the delay")
  func replaced() throws {
    var drag = try drag()
    drag.move(to: at(3, 3), at: .zero)
    drag.move(to: at(3, 3), at: .milliseconds(20))
    #expect(drag.nextChange == .milliseconds(30))
    drag.move(to: at(4, 1), at: .milliseconds(29))
    let changes = [drag.advance(to: .milliseconds(31)), drag.advance(to: .milliseconds(59))]
    #expect(changes == [false, true] && origin(drag.page) == at(4, 1))
    drag.move(to: at(3, 1), at: .milliseconds(60))
    drag.move(to: at(4, 1), at: .milliseconds(70))
    #expect(drag.nextChange == nil, "it is back where it stands")
  }

  @Test("an immediate drop uses the latest target")
  func quickDrop() throws {
    var drag = try drag()
    drag.move(to: at(5, 2), at: .zero)
    #expect(origin(drag.drop()) == at(5, 2))
  }

  @Test("a pointer beyond the page is clamped to its edge; an occupied place is ignored")
  func targets() throws {
    var drag = try drag()
    drag.move(to: at(9, 9), at: .zero)
    let isChanged = drag.advance(to: .seconds(1))
    #expect(isChanged && origin(drag.page) == at(5, 3))
    drag.move(to: at(1, 2), at: .seconds(2))
    #expect(drag.nextChange == nil && origin(drag.page) == at(5, 3))
  }

  @Test("cancelling a drag restores the page")
  func cancelled() throws {
    var drag = try drag(icons: 4)
    drag.move(to: at(3, 3), at: .zero)
    let isChanged = drag.advance(to: .seconds(1))
    #expect(isChanged)
    #expect(drag.page.iconCells.first == at(1, 1))
    #expect(try drag.cancel() == self.drag(icons: 4).page)
    #expect(try TileDrag("C", on: page()) == nil)
  }

  struct Placement: Sendable {
    let size: GridSize
    let width: Double
    let type: AccessoryType?
    var enabled: Set<AccessoryType> = []
    let x: Double
    let y: Double
  }

  /// The tile is 200 points high; the buttons are 20 by 30 points.
  static let placements = [
    Placement(size: sized(1, 4), width: 300, type: nil, x: 0, y: 0),
    Placement(size: sized(2, 2), width: 300, type: nil, x: 20, y: 30),
    Placement(size: sized(4, 1), width: 300, type: .expand, x: 300, y: 200),
    Placement(size: sized(2, 2), width: 300, type: .expand, x: 280, y: 170),
    Placement(size: sized(1, 2), width: 300, type: .shrink, x: 300, y: 200),
    Placement(size: sized(2, 2), width: 300, type: .shrink, x: 280, y: 170),
    Placement(size: sized(1, 2), width: 300, type: .shrink, enabled: [.expand], x: 270, y: 200),
    Placement(size: sized(2, 2), width: 300, type: .shrink, enabled: [.expand], x: 250, y: 170),
    Placement(size: sized(1, 1), width: 50, type: .shrink, enabled: [.expand], x: 50, y: 155),
    Placement(size: sized(2, 2), width: 50, type: .shrink, enabled: [.expand], x: 30, y: 125),
    Placement(size: sized(1, 2), width: 300, type: .settings, x: 300, y: 0),
    Placement(size: sized(2, 2), width: 300, type: .settings, x: 280, y: 30),
  ]

  @Test("a tile has its buttons", arguments: placements)
  func accessories(_ expected: Placement) {
    let placement = AccessoryPlacement(
      width: expected.width, height: 200, size: expected.size, buttonWidth: 20, buttonHeight: 30)
    let center = expected.type.map { placement.center(of: $0, among: expected.enabled) } ?? placement.close
    #expect(center == AccessoryPlacement.Point(x: expected.x, y: expected.y))
  }
}

@Suite("Names of boards, pages and icons")
struct DisplayNameTests {
  @Test(
    "are one line with something to read",
    arguments: [
      ("Home", "Home"), ("  one\n two\t", "one two"), ("a\u{0}b\u{7}", "ab"), ("", nil), (" \n", nil),
      ("\u{202E}\u{200F}", nil), ("\u{202E}abc", "\u{202E}abc"),
      ("a" + String(repeating: "\u{301}", count: 9_999), nil),
      (String(repeating: "W", count: 100), String(repeating: "W", count: 100)),
      (String(repeating: "W", count: 101), nil), ("👩‍💻", "👩‍💻"), ("שלום", "שלום"),
    ])
  func names(text: String, expected: String?) { #expect(DisplayName.normalized(text) == expected) }
}
