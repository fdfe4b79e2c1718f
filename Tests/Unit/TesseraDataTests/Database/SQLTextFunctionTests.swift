import Foundation
import GRDB
import TesseraExpressions
import TesseraText
import Testing

@testable import TesseraData

@Suite("Searching stored text")
struct SQLTextFunctionTests {
  /// Texts that cover all relevant features.
  private static let texts = [
    "", "a", "A", "Hello World", "hello", "caf\u{e9}", "cafe\u{301}", "CAFE", "cafe", "Stra\u{df}e", "STRASSE",
    "strasse",
    "\u{130}stanbul", "istanbul", "\u{3a3}\u{3af}\u{3c2}", "\u{3c3}\u{3b9}\u{3c3}", "\u{ff21}\u{ff22}c", "abc",
    "\u{fb01}n",
    "fin", "日本語テキスト", "テキスト", "本", "\u{ac00}\u{b098}", "\u{1100}\u{1161}", "Привет", "привет", "й", "и", "😀 smile",
    "smile", "👨‍👩‍👧", "👩", "❤️ love", "love", "e\u{301}\u{323}", "e\u{323}\u{301}", "\u{212b}", "\u{e5}", "K", "\u{212a}",
    "\u{2026}",
    "...", "naïve…", "NAIVE", "a\u{0}b", "b", "ǅ", "ŉ", "ſ", "s", "é", "\u{301}", "Ω", "\u{2126}",
  ]

  @Test(arguments: 0..<8)
  func `every text is found, or not, as the language finds it`(options: Int) throws {
    let folding = TextFolding.Options(rawValue: UInt8(options))
    let queue = try DatabaseQueue()
    try queue.write { connection in
      try SQLTextFunctions.install(in: connection)
      // Inserted as bytes, since bound strings end at U+0000.
      try connection.execute(sql: "CREATE TABLE texts (number INTEGER PRIMARY KEY, text TEXT)")
      for (number, text) in Self.texts.enumerated() {
        try connection.execute(
          sql: "INSERT INTO texts VALUES (?, CAST(? AS TEXT))", arguments: [number, Data(text.utf8)])
      }
      let query = try connection.makeStatement(
        sql: """
          SELECT number, tessera_contains(text, CAST(?1 AS TEXT), ?2), tessera_prefix(text, CAST(?1 AS TEXT), ?2),
            tessera_suffix(text, CAST(?1 AS TEXT), ?2) FROM texts
          """)
      for part in Self.texts {
        let rows = try Row.fetchAll(query, arguments: [Data(part.utf8), options])
        #expect(rows.count == Self.texts.count)
        for row in rows {
          let text = Self.texts[row[0] as Int]
          let place = "'\(part)' in '\(text)'"
          #expect(row[1] == TextFolding.contains(text, part, options: folding), "contains \(place)")
          #expect(row[2] == TextFolding.hasPrefix(text, part, options: folding), "prefix \(place)")
          #expect(row[3] == TextFolding.hasSuffix(text, part, options: folding), "suffix \(place)")
        }
      }
    }
  }

  @Test func `a literal search compares bytes`() throws {
    try DatabaseQueue().write { connection in
      try SQLTextFunctions.install(in: connection)
      func contains(_ text: String, _ part: String) throws -> Bool? {
        try Bool.fetchOne(connection, sql: "SELECT tessera_contains(?, ?, 8)", arguments: [text, part])
      }
      #expect(try contains("Caf\u{e9}", "Caf") == true)
      #expect(try contains("Caf\u{e9}", "caf") == false)
      #expect(try contains("cafe\u{301}", "cafe") == true)
      #expect(try contains("cafe\u{301}", "caf\u{e9}") == false)
    }
  }

  @Test(arguments: 0..<8)
  func `texts are sorted as the language sorts them`(options: Int) {
    let folding = TextFolding.Options(rawValue: UInt8(options))
    for left in Self.texts {
      for right in Self.texts {
        Array(left.utf8).withUnsafeBufferPointer { a in
          Array(right.utf8).withUnsafeBufferPointer { b in
            #expect(
              StoredTextOrder.compare(a, b, options: folding).signum()
                == TextFolding.compare(left, right, options: folding).signum(), "'\(left)' and '\(right)'")
          }
        }
      }
    }
  }
}
