import Foundation
import TesseraLayout
import TesseraViews
import Testing

@testable import TesseraGraphics

/// Compares text measuring with the recorded results of Chromium; `Tools/text-fixtures` records them.
@Suite("Text measurements match Chromium")
struct ChromiumTextTests {
  struct Fixture: Decodable {
    struct Style: Decodable {
      var fontSize: Double
      var fontWeight: Int?
      var italic: Bool?
      var lineHeight: Double?

      var textStyle: TextStyle {
        TextStyle(
          fontSize: fontSize, fontWeight: fontWeight ?? 400, italic: italic ?? false, lineHeight: lineHeight)
      }
    }
    struct Text: Decodable {
      var text: String
      /// The width and height for every style and width; widths vary fastest.
      var answers: [[Double]]
    }
    var naturalLineHeights: [String: Double]
    var breaks: [String: String]
    var breaksAfterMinus: String
    var styles: [Style]
    /// The first baseline for every style.
    var baselines: [Double]
    var widths: [Double?]
    var texts: [Text]

    static func load() throws -> Fixture {
      let url = try #require(
        Bundle.module.url(forResource: "chromium-text", withExtension: "json", subdirectory: "Fixtures"))
      return try JSONDecoder().decode(Fixture.self, from: Data(contentsOf: url))
    }
  }

  let fixture: Fixture
  let measurer = PangoTextMeasuring()

  init() throws { fixture = try Fixture.load() }

  @Test func `the fonts of the recording are installed`() {
    #expect(FontFile.installed() != nil, "install fonts-inter")
    #expect(FontFile.installed(family: FontFile.emojiFamily) != nil, "install fonts-noto-color-emoji")
  }

  @Test func `every text, style and width has the same width, height and baseline`() throws {
    #expect(fixture.texts.count >= 60)
    var different: Set<Place> = []
    for text in fixture.texts {
      var answers = text.answers.makeIterator()
      for (style, baseline) in zip(fixture.styles, fixture.baselines) {
        for width in fixture.widths {
          let answer = answers.next()
          let expected = try #require(answer)
          let metrics = measurer.measure(text.text, style: style.textStyle, width: width)
          let place = Place(text: text.text, fontSize: style.fontSize, width: width)
          if abs(metrics.size.width - expected[0]) >= 0.1 || abs(metrics.size.height - expected[1]) >= 0.05 {
            different.insert(place)
            #expect(
              knownDifferences.contains(place), "\(metrics.size) instead of \(expected) for \(place)")
          }
          #expect(metrics.firstBaseline == baseline, "baseline of \(place)")
        }
      }
    }
    #expect(different == knownDifferences)
  }

  struct Place: Hashable {
    var text: String
    var fontSize: Double
    var width: Double?
  }

  /// Words broken between letters, in lines of two or three letters. Chromium reshapes from the last position where
  /// this is safe: it lets `AT` extend 1.2 points beyond the end, and joins Arabic letters across the end of a line.
  let knownDifferences: Set<Place> = [
    Place(text: "AVATAR To Type Yes. We, P. \"T\" 'L'", fontSize: 31, width: 37),
    Place(text: "-> <- => <= != >= ... --- :: 8x8 10x20 (A) [B] {C} A-B a@b", fontSize: 31, width: 37),
    Place(text: "مرحبا بالعالم", fontSize: 14, width: 37),
    Place(text: "مرحبا بالعالم", fontSize: 13.5, width: 37),
    Place(text: "مرحبا بالعالم", fontSize: 31, width: 64),
    Place(text: "مرحبا 456 Hello بالعالم", fontSize: 14, width: 37),
    Place(text: "مرحبا 456 Hello بالعالم", fontSize: 13.5, width: 37),
    Place(text: "مرحبا 456 Hello بالعالم", fontSize: 31, width: 64),
  ]

  @Test func `lines of a style without line height are as high as Chromium's`() throws {
    for (size, height) in fixture.naturalLineHeights {
      let style = TextStyle(fontSize: try #require(Double(size)))
      #expect(measurer.lineHeight(of: style) == height, "font size \(size)")
      #expect(measurer.measure("x", style: style, width: nil).size.height == height, "font size \(size)")
    }
  }

  @Test func `lines break between the same pairs of ASCII characters`() {
    for previous in 33..<UInt32(127) {
      let name = String(UnicodeScalar(UInt8(previous)))
      #expect(
        allowed(after: previous, before: UInt32(UInt8(ascii: "b"))) == fixture.breaks[name] ?? "", "after \(name)")
    }
    #expect(allowed(after: UInt32(UInt8(ascii: "-")), before: UInt32(UInt8(ascii: " "))) == fixture.breaksAfterMinus)
  }

  private func allowed(after previous: UInt32, before: UInt32) -> String {
    var result = ""
    for current in 33..<UInt8(127)
    where LineBreakOpportunities.isAllowed(
      beforePrevious: before, previous: previous, current: UInt32(current))
    {
      result.unicodeScalars.append(UnicodeScalar(current))
    }
    return result
  }
}
