import TesseraGraphics
import TesseraViews
import Testing

@testable import TesseraServer

@Suite("Style sheets")
struct StylesheetTests {
  static let looks: [ViewKind] = ViewKind.structural + [.container, .text, .button, .textInput, .table]
  static let theme = Stylesheets.theme(of: looks)

  @Test(arguments: SemanticColor.allCases)
  func `every colour has a value for light, for dark, and for a board's dark theme`(color: SemanticColor) {
    #expect(Self.theme.matches(of: try! Regex("--\(color.rawValue): rgb\\(")).count == 3)
  }

  @Test(arguments: looks)
  func `every kind of view has its default look`(kind: ViewKind) {
    #expect(Self.theme.contains("[data-kind=\"\(kind.name)\"] { --color: var(--"))
  }

  @Test(arguments: 8...48)
  func `lines have the measured height`(size: Int) {
    // What styles/views.css makes of the two numbers: each rounded by itself, half up.
    let ascent = (Double(size) * Stylesheets.fontAscent + 0.5).rounded(.down)
    let descent = (Double(size) * Stylesheets.fontDescent + 0.5).rounded(.down)
    let measured = PangoTextMeasuring().lineHeight(of: TextStyle(fontSize: Double(size)))
    #expect(ascent + descent == measured)
  }
}
