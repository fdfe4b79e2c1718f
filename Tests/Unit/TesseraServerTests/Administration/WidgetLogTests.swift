import Foundation
import Testing

@testable import TesseraBoardService

@Suite("The log of widgets")
struct WidgetLogTests {
  private static let start = Date(timeIntervalSince1970: 1_790_000_000)

  @Test func `the last messages of a tile stay, with their dates`() {
    let log = WidgetLog()
    for number in 1...60 {
      log.record("message \(number)", isError: false, of: "1", at: Self.start.addingTimeInterval(Double(number)))
    }
    let entries = log.entries(of: "1")
    #expect(entries.map(\.text) == (11...60).map { "message \($0)" })
    #expect(entries.last?.date == Self.start.addingTimeInterval(60))
    #expect(log.entries(of: "2").isEmpty)
    log.remove("1")
    #expect(log.entries(of: "1").isEmpty)
  }

  @Test func `the last error stays, however many other messages follow`() {
    let log = WidgetLog()
    log.record("first", of: "1", at: Self.start)
    log.record("second", of: "1", at: Self.start)
    for _ in 1...100 { log.record("all is well", isError: false, of: "1", at: Self.start) }
    #expect(log.lastError(of: "1")?.text == "second")
    #expect(log.lastError(of: "2") == nil)
  }

  @Test(arguments: [String(repeating: "a", count: 5000), "e" + String(repeating: "\u{301}", count: 5000)])
  func `a message is shortened, also if it is one character`(text: String) {
    let log = WidgetLog()
    log.record(text, of: "1", at: Self.start)
    #expect(log.entries(of: "1").map(\.text.unicodeScalars.count) == [WidgetLog.maximumLength])
  }

  @Test func `the tile that was silent longest makes room for another one`() {
    let log = WidgetLog()
    for number in 1...WidgetLog.maximumTiles { log.record("begins", of: "\(number)", at: Self.start) }
    log.record("goes on", of: "1", at: Self.start)
    log.record("is new", of: "new", at: Self.start)
    #expect(log.entries(of: "2").isEmpty)
    #expect(log.entries(of: "1").map(\.text) == ["begins", "goes on"])
    #expect(log.entries(of: "new").map(\.text) == ["is new"])
  }
}
