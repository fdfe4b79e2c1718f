import TesseraGraphics
import TesseraViews
import Testing

@testable import TesseraServer

@Suite("Style sheets")
struct StylesheetTests {
  @Test("every colour has a value for light and for dark", arguments: SemanticColor.allCases)
  func colors(color: SemanticColor) {
    #expect(Stylesheets.theme.matches(of: try! Regex("--\(color.rawValue): rgb\\(")).count == 2)
  }

  @Test("every kind of view has its default look", arguments: ViewKind.allCases)
  func kinds(kind: ViewKind) {
    #expect(Stylesheets.theme.contains("[data-kind=\"\(kind.rawValue)\"] { --color: var(--"))
  }

  @Test("lines are as high as they were measured", arguments: 8...48)
  func lineHeight(size: Int) {
    // What kinds.css makes of the two numbers: each rounded by itself, half up.
    let ascent = (Double(size) * Stylesheets.fontAscent + 0.5).rounded(.down)
    let descent = (Double(size) * Stylesheets.fontDescent + 0.5).rounded(.down)
    let measured = PangoTextMeasuring().lineHeight(of: TextStyle(fontSize: Double(size)))
    #expect(ascent + descent == measured)
  }
}
