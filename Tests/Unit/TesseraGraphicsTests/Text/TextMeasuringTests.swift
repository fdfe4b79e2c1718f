import Foundation
import TesseraLayout
import TesseraTestSupport
import TesseraViews
import Testing

@testable import TesseraGraphics

@Suite("Measuring text")
struct TextMeasuringTests {
  let measurer = PangoTextMeasuring()

  @Test func `an empty text takes no room`() {
    let metrics = measurer.measure("", style: TextStyle(), width: nil)
    #expect(metrics == TextMetrics(size: .zero, firstBaseline: 0, lastBaseline: 0, lineCount: 0))
  }

  @Test(arguments: ["Bold words", "שלום a", "one\ntwo"])
  func `a span that covers all of a text is measured as the text in that font`(text: String) {
    let whole = 0..<text.utf8.count
    for width in [nil, 40] as [Double?] {
      for (span, style) in [
        (TextSpan(range: whole, fontWeight: 700), TextStyle(fontWeight: 700)),
        (TextSpan(range: whole, italic: true), TextStyle(italic: true)),
        (TextSpan(range: whole, color: "accent", decoration: .underline), TextStyle()),
      ] {
        let measured = measurer.measure(text, style: TextStyle(spans: [span]), width: width)
        #expect(measured == measurer.measure(text, style: style, width: width))
      }
    }
  }

  @Test func `spans of a text are as wide as they are alone`() {
    func width(_ text: String, _ style: TextStyle = TextStyle()) -> Double {
      measurer.measure(text, style: style, width: nil).size.width
    }
    let spans = [TextSpan(range: 6..<10, fontWeight: 700), TextSpan(range: 11..<15, isMonospaced: true)]
    let measured = width("plain bold mono", TextStyle(spans: spans))
    let mono = TextStyle(spans: [TextSpan(range: 0..<4, isMonospaced: true)])
    let parts = width("plain ") + width("bold", TextStyle(fontWeight: 700)) + width(" ") + width("mono", mono)
    #expect(abs(measured - parts) < 0.1)
    #expect(width("mono", mono) == width("iiii", mono) && width("mono", mono) != width("mono"))
  }

  @Test func `many icons and spans take linear time, and a truncated text shows no broken characters`() {
    let icons = String(repeating: "\u{F100}a", count: 25_000)
    let spans = (0..<1000).map { TextSpan(range: ($0 * 100)..<($0 * 100 + 48), fontWeight: 700) }
    for width in [nil, 30] as [Double?] {
      #expect(measurer.measure(icons, style: TextStyle(spans: spans), width: width).size.width > 0)
    }
    for end in 5...12 {
      let style = TextStyle(maximumLines: 1, spans: [TextSpan(range: 6..<end + 1, fontWeight: 700)])
      for width in stride(from: 20.0, through: 90, by: 5) {
        let line = measurer.set("Hello world, again", style: style, width: width).lines[0]
        let pieces = line.parts.flatMap { $0.pieces(style.spans) }
        #expect(pieces.map(\.text).joined() == line.parts.map(\.text).joined())
        #expect(!pieces.contains { $0.text.contains("\u{FFFD}") })
      }
    }
  }

  @Test func `icons come from the font, each as wide as its size`() throws {
    let styles = try String(
      contentsOfFile: "/usr/share/fonts-materialdesignicons-webfont/css/materialdesignicons.min.css", encoding: .utf8)
    var known: [String: UInt32] = [:]
    for match in styles.matches(of: /\.mdi-([a-z0-9-]+):before\{content:"\\([0-9A-F]+)"/) {
      known[String(match.1)] = UInt32(match.2, radix: 16)
    }
    #expect(known.count > 1000)
    #expect(known == IconNames.all.reduce(into: [:]) { $0[$1] = IconNames.scalar(named: $1)?.value })
    for name in ["heart", "account", "weather-sunny"] {
      let letter = try #require(IconNames.scalar(named: name))
      for style in [TextStyle(fontSize: 32), TextStyle(fontSize: 32, fontWeight: 800, italic: true)] {
        var style = style
        let other = measurer.measure(String(Character(letter)), style: style, width: nil).size
        style.showsIcons = true
        let size = measurer.measure(String(Character(letter)), style: style, width: nil).size
        // In other texts, the letter is for private use, and a box.
        #expect(other != size, "\(name)")
        #expect(abs(size.width - 32) <= 1.0 / 64, "\(name)")
      }
    }
  }

  @Test func `measuring a text again gives the same result`() {
    let text = "The quick brown fox"
    for width in [nil, 0, 50, 500] as [Double?] {
      let first = measurer.measure(text, style: TextStyle(), width: width)
      #expect(measurer.measure(text, style: TextStyle(), width: width) == first)
      #expect(PangoTextMeasuring().measure(text, style: TextStyle(), width: width) == first)
    }
  }

  @Test(arguments: [
    "Hello, world", "state-of-the-art text", "a  b   c", "one\ntwo words", "😀 and שלום", "soft\u{AD}hyphen",
  ])
  func `the measured width is enough for the same lines, unless one character is too wide`(text: String) {
    for width in stride(from: 20.0, through: 200, by: 7.3) {
      let metrics = measurer.measure(text, style: TextStyle(), width: width)
      let again = measurer.measure(text, style: TextStyle(), width: metrics.size.width)
      #expect(again.lineCount == metrics.lineCount, "\(text) in \(width)")
      #expect(again.size.width <= metrics.size.width + 1.0 / 64, "\(text) in \(width)")
    }
  }

  @Test func `lines beyond the limit are cut, and the last one ends with an ellipsis that fits`() {
    let text = "The quick brown fox jumps over the lazy dog"
    for lines in 1...3 {
      let metrics = measurer.measure(text, style: TextStyle(maximumLines: lines), width: 100)
      #expect(metrics.lineCount == lines)
      #expect(metrics.size.height == 17 * Double(lines))
      #expect(metrics.lastBaseline == 17 * Double(lines - 1) + 13)
      #expect(metrics.size.width <= 100)
    }
    #expect(measurer.measure("short", style: TextStyle(maximumLines: 1), width: 100).size.width < 50)
    let cutAtLineFeed = measurer.measure("a\nb", style: TextStyle(maximumLines: 1), width: nil)
    #expect(cutAtLineFeed.lineCount == 1)
    #expect(cutAtLineFeed.size.width > measurer.measure("a", style: TextStyle(), width: nil).size.width)
  }

  @Test func `the narrowest width is that of the longest word`() {
    let metrics = measurer.measure("a reasonable text", style: TextStyle(), width: 0)
    #expect(metrics.size.width == measurer.measure("reasonable", style: TextStyle(), width: nil).size.width)
    #expect(metrics.lineCount == 3)
  }

  @Test func `a zero byte takes no room and hides nothing`() {
    let without = measurer.measure("ab", style: TextStyle(), width: nil).size.width
    let with = measurer.measure("a\0b", style: TextStyle(), width: nil).size.width
    #expect(abs(with - without) < 0.1)
    #expect(measurer.measure("\0", style: TextStyle(), width: nil).lineCount == 1)
  }

  @Test func `only the visible part of a very long text is measured`() {
    let line = String(repeating: "word ", count: 20) + "\n"
    let long = String(repeating: line, count: 10_000)
    let metrics = measurer.measure(long, style: TextStyle(), width: nil)
    #expect(metrics.lineCount == (TextLimits.maximumLength + line.utf8.count - 1) / line.utf8.count)
    let unbroken = measurer.measure(String(repeating: "x", count: 1 << 20), style: TextStyle(), width: 100)
    #expect(unbroken.lineCount > 1000)
    #expect(TextLimits.shown(String(repeating: "é", count: 60_000)).utf8.count == 100_000)
    #expect(TextLimits.shown("x" + String(repeating: "é", count: 60_000)).utf8.count == 99_999)
  }

  @Test(arguments: [0, -5, .nan, .infinity, 1e300, .leastNonzeroMagnitude] as [Double])
  func `unusual styles and widths give finite results`(number: Double) {
    for style in [
      TextStyle(fontSize: number), TextStyle(fontWeight: 12345), TextStyle(lineHeight: 0),
      TextStyle(maximumLines: -3),
    ] {
      for width in [nil, number] {
        let metrics = measurer.measure("Some text\nin lines", style: style, width: width)
        #expect(metrics.size.width.isFinite && metrics.size.height.isFinite)
        #expect(metrics.size.width >= 0 && metrics.size.height >= 0)
      }
    }
  }

  @Test(arguments: 0..<40)
  func `random characters are measured without a crash`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let scalars: [ClosedRange<UInt32>] = [
      0...0x7F, 0x80...0x24F, 0x300...0x36F, 0x590...0x6FF, 0xE00...0xE7F, 0x1100...0x11FF, 0x2000...0x206F,
      0x2600...0x27BF, 0x1F1E6...0x1F64F, 0xE0000...0xE01EF, 0xFE00...0xFEFF, 0x10_FF00...0x10_FFFF,
    ]
    var text = ""
    for _ in 0..<Int.random(in: 1...200, using: &generator) {
      let range = scalars.randomElement(using: &generator) ?? 0...0x7F
      if let scalar = UnicodeScalar(UInt32.random(in: range, using: &generator)) { text.unicodeScalars.append(scalar) }
    }
    for width in [nil, 0, 1, 80] as [Double?] {
      let metrics = measurer.measure(text, style: TextStyle(), width: width)
      #expect(metrics.lineCount >= 1)
      #expect(metrics.size.width.isFinite)
    }
  }

  @Test func `one measurer serves many threads`() async {
    let expected = measurer.measure("shared text", style: TextStyle(), width: 30)
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for index in 0..<200 {
            _ = measurer.measure("text \(task) \(index)", style: TextStyle(), width: Double(index))
            #expect(measurer.measure("shared text", style: TextStyle(), width: 30) == expected)
          }
        }
      }
    }
  }
}
