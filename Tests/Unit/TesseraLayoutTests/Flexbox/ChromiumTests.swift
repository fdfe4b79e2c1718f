import TesseraFixtures
import TesseraLayout
import Testing

/// Compares layouts with results of headless Chromium, recorded by `make fixtures`.
@Suite("Layout matches Chromium")
struct ChromiumTests {
  /// Browsers round every length to 1/64 of a pixel, and a few such errors can add up.
  static let tolerance = 0.2

  @Test(arguments: [Direction.ltr, .rtl])
  func `every fixture is laid out as in the browser, in both directions`(direction: Direction) throws {
    let fixtures = try BrowserFixture.load()
    let differences = try BrowserFixture.differences()
    #expect(fixtures.count >= 800)
    for fixture in fixtures where differences[fixture.name] == nil {
      var layout = fixture.layout
      layout.direction = direction
      let expected = direction == .ltr ? fixture.leftToRight : fixture.rightToLeft
      let frames = try layout.frames().map { [$0.x, $0.y, $0.width, $0.height] }
      #expect(Self.agree(frames, expected), "\(fixture.name)\n\(fixture.layout.root)\n\(frames)\n\(expected)")
    }
  }

  @Test func `each listed intentional difference exists and differs`() throws {
    let fixtures = Dictionary(uniqueKeysWithValues: try BrowserFixture.load().map { ($0.name, $0) })
    for (name, reason) in try BrowserFixture.differences() {
      let fixture = try #require(fixtures[name], "\(name)")
      #expect(!reason.isEmpty)
      let frames = try [Direction.ltr, .rtl].map { direction in
        var layout = fixture.layout
        layout.direction = direction
        return try layout.frames().map { [$0.x, $0.y, $0.width, $0.height] }
      }
      #expect(!Self.agree(frames[0], fixture.leftToRight) || !Self.agree(frames[1], fixture.rightToLeft), "\(name)")
    }
  }

  static func agree(_ frames: [[Double]], _ expected: [[Double]]) -> Bool {
    frames.count == expected.count
      && zip(frames, expected).allSatisfy { zip($0, $1).allSatisfy { abs($0 - $1) <= tolerance } }
  }
}
