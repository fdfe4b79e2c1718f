import TesseraFixtures
import TesseraLayout
import Testing

@Suite("Styles by name")
struct StyleTests {
  @Test func `lengths are points, percentages and keywords`() throws {
    var style = LayoutStyle()
    try style.set("width", to: .number(10))
    try style.set("height", to: .string("50%"))
    try style.set("minWidth", to: .string("auto"))
    try style.set("maxHeight", to: .string("none"))
    try style.set("flexBasis", to: .string("content"))
    #expect(style.width == 10)
    #expect(style.height == .percent(50))
    #expect(style.minWidth == .auto)
    #expect(style.maxHeight == .unset)
    #expect(style.flexBasis == .content)
  }

  @Test func `the more specific key of an object wins, whatever the order`() throws {
    var style = LayoutStyle()
    try style.set(
      "margin", to: .object(["all": .number(1), "horizontal": .number(2), "left": .string("auto"), "end": .number(4)]))
    #expect(style.margin == Edges(left: .auto, top: 1, right: 2, bottom: 1, end: 4))
    try style.set("position", to: .object(["top": .number(-3)]))
    #expect(style.position == Edges(left: .auto, top: -3, right: .auto, bottom: .auto))
    try style.set("gap", to: .object(["all": .number(1), "row": .string("10%")]))
    #expect(style.rowGap == .percent(10))
    #expect(style.columnGap == 1)
  }

  @Test(
    arguments: [
      (
        "flexDirection", .string("sideways"),
        "'flexDirection' is 'sideways'; expected one of 'row', 'row-reverse', 'column', 'column-reverse'"
      ),
      ("width", .number(-1), "'width' is -1.0; expected a finite number of 0 or more"),
      ("borderWidth", .string("10%"), "'borderWidth' is '10%'; expected a number of points"),
      (
        "padding", .object(["lef": .number(1)]),
        "Unknown key 'lef' in 'padding'; expected one of 'left', 'top', 'right', 'bottom', 'start', 'end', "
          + "'horizontal', 'vertical', 'all'"
      ),
      (
        "margin", .object(["left": .string("x")]),
        "'margin.left' is 'x'; expected a number of points or a percentage such as '50%' or one of 'auto'"
      ),
      ("aspectRatio", .number(0), "'aspectRatio' is 0.0; expected a finite number above 0"),
      ("flexGrow", .string("much"), "'flexGrow' is 'much'; expected a number of 0 or more"),
      ("widht", .number(1), "Unknown layout property 'widht'"),
    ] as [(String, StyleValue, String)])
  func `an invalid value is rejected, with the valid ones`(property: String, value: StyleValue, message: String) {
    var style = LayoutStyle()
    let error = #expect(throws: StyleError.self) { try style.set(property, to: value) }
    #expect(error?.description == message)
    #expect(style == LayoutStyle())
  }

  @Test(arguments: LayoutStyle.propertyNames)
  func `every listed property can be set`(property: String) throws {
    let values: [StyleValue] = [
      .number(1), .string("none"), .string("row"), .string("center"), .string("wrap"), .string("static"),
      .string("ltr"), .string("hidden"), .string("content-box"),
    ]
    let isTaken = values.contains { value in
      var style = LayoutStyle()
      do {
        try style.set(property, to: value)
        return style != LayoutStyle() || property == "maxWidth"
      } catch {
        return false
      }
    }
    #expect(isTaken)
  }

  @Test func `dimensions keep their values and print as CSS`() {
    #expect(Dimension.points(0.1).kind == .points(0.1))
    #expect(Dimension.percent(12.5).kind == .percent(12.5))
    #expect(Dimension.points(.nan) == .auto)
    #expect(Dimension.points(.infinity).kind == .points(Dimension.limit))
    #expect(Dimension.points(-0.0) == .zero)
    #expect("\(Dimension.percent(33.3)) \(Dimension.fitContent) \(Dimension.unset)" == "33.3% fit-content none")
    #expect(MemoryLayout<Dimension>.size == 8)
  }

  @Test(
    arguments: [
      ("", .maxContent, 0, 0), ("abc", .maxContent, 30, 10), ("ab cd", .maxContent, 50, 10),
      ("ab cd", .minContent, 20, 20), ("ab  cd ", .definite(45), 20, 20), ("ab\u{200B}cd", .maxContent, 40, 10),
      ("ab\u{200B}cd", .definite(39), 20, 20), ("abcdef", .definite(10), 60, 10), ("a b c", .definite(30), 30, 20),
      ("a \u{200B}b", .maxContent, 30, 10),
    ] as [(String, AvailableSpace, Double, Double)])
  func `text on a grid breaks at spaces and at zero-width spaces`(
    text: String, width: AvailableSpace, expectedWidth: Double, expectedHeight: Double
  ) {
    #expect(CharacterGrid().measure(text, width: width).size == Size(width: expectedWidth, height: expectedHeight))
  }
}
