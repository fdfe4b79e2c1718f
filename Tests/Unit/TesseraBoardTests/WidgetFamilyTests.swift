import TesseraBoard
import TesseraValues
import Testing

@Suite("Sizes of phones and tablets")
struct WidgetFamilyTests {
  @Test(
    "a family has the guidelines' size on each screen",
    arguments: [
      (430, 932, WidgetFamily.small, 170, 170), (428, 926, .medium, 364, 170), (414, 896, .large, 360, 379),
      (414, 736, .medium, 348, 157), (393, 852, .circular, 72, 72), (390, 844, .inline, 234, 26),
      (375, 812, .rectangular, 157, 72), (360, 780, .small, 155, 155), (375, 667, .large, 321, 324),
      (320, 568, .large, 292, 311), (768, 1024, .extraLarge, 540, 260), (1024, 1366, .medium, 260, 120),
      (240, 320, .small, 141, 141),
    ] as [(Double, Double, WidgetFamily, Double, Double)])
  func sizes(_ width: Double, _ height: Double, _ family: WidgetFamily, _ expected: Double, _ expectedHeight: Double) {
    #expect(family.size(onScreen: ScreenSize(width, height)) == ScreenSize(expected, expectedHeight))
  }

  @Test("a family that a screen does not offer has no size there")
  func missing() {
    #expect(WidgetFamily.extraLarge.size(onScreen: ScreenSize(390, 844)) == nil)
    #expect(WidgetFamily.circular.size(onScreen: ScreenSize(320, 568)) == nil)
  }

  @Test(
    "the largest family that fits is chosen",
    arguments: [
      (1, 4, nil), (2, 2, .small), (2, 3, .small), (2, 4, .medium), (3, 8, .medium), (4, 4, .large),
      (9, 9, .extraLarge),
    ] as [(Int, Int, WidgetFamily?)])
  func best(_ rows: Int, _ columns: Int, _ family: WidgetFamily?) {
    #expect(WidgetFamily.largest(in: GridSize(columns: columns, rows: rows)) == family)
  }

  @Test(
    "lengths are rounded up to cells",
    arguments: [
      // S1 to S9: length, classic, columns, rows.
      (40, 1, 1, 1), (57, 2, 1, 1), (58, 2, 2, 1), (102, 2, 2, 1), (103, 2, 2, 2), (110, 2, 2, 2), (111, 3, 2, 2),
      (130, 3, 2, 2), (131, 3, 3, 2), (180, 3, 3, 2), (220, 4, 4, 2), (250, 4, 4, 3), (276, 5, 4, 3),
      (0, 1, 1, 1), (-50, 1, 1, 1), (.infinity, 1, 1, 1), (.nan, 1, 1, 1),
    ] as [(Double, Int, Int, Int)])
  func cells(_ length: Double, _ classic: Int, _ columns: Int, _ rows: Int) {
    #expect(DensityCells.classic.count(for: length) == classic)
    #expect(DensityCells.columns.count(for: length) == columns)
    #expect(DensityCells.rows.count(for: length) == rows)
  }

  @Test("the size of a number of cells takes that many cells", arguments: DensityCells.allCases)
  func lengths(_ rule: DensityCells) {
    for count in 1...20 {
      #expect(rule.count(for: rule.length(of: count)) == count)
      #expect(rule.count(for: rule.length(of: count) + 0.01) == count + 1)
    }
  }
}
