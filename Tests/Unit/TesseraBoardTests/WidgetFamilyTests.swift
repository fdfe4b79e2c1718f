import TesseraBoard
import Testing

@Suite("Sizes of phones and tablets")
struct WidgetFamilyTests {
  @Test(
    arguments: [
      (430, 932, WidgetFamily.small, 170, 170), (428, 926, .medium, 364, 170), (414, 896, .large, 360, 379),
      (414, 736, .medium, 348, 157), (393, 852, .circular, 72, 72), (390, 844, .inline, 234, 26),
      (375, 812, .rectangular, 157, 72), (360, 780, .small, 155, 155), (375, 667, .large, 321, 324),
      (320, 568, .large, 292, 311), (768, 1024, .extraLarge, 540, 260), (1024, 1366, .medium, 260, 120),
      (240, 320, .small, 141, 141),
    ] as [(Double, Double, WidgetFamily, Double, Double)])
  func `a family has the guidelines' size on each screen`(
    _ width: Double, _ height: Double, _ family: WidgetFamily, _ expected: Double, _ expectedHeight: Double
  ) {
    #expect(family.size(onScreen: ScreenSize(width, height)) == ScreenSize(expected, expectedHeight))
  }

  @Test func `a family that a screen does not offer has no size there`() {
    #expect(WidgetFamily.extraLarge.size(onScreen: ScreenSize(390, 844)) == nil)
    #expect(WidgetFamily.circular.size(onScreen: ScreenSize(320, 568)) == nil)
  }
}
