import Foundation
import TesseraExpressions
import Testing

@testable import TesseraData

@Suite("Searching in stored texts")
struct FoldedSearchTests {
  private static let allOptions = (0..<8).map { TextFolding.Options(rawValue: $0) }

  private static func simple(_ text: String, _ options: TextFolding.Options) -> String? {
    var buffer: [UInt8] = []
    let isSimple = Array(text.utf8).withUnsafeBytes { SimpleFolding.fold($0, options: options, into: &buffer) }
    return isSimple ? String(decoding: buffer, as: UTF8.self) : nil
  }

  @Test("every scalar that folds by itself folds as the language folds it", arguments: 0..<8)
  func foldsScalars(options: Int) throws {
    let options = TextFolding.Options(rawValue: UInt8(options))
    var checked = 0
    for code in (UInt32(0x80)..<0x530).map({ $0 }) + (UInt32(0x800)..<0x20000).filter(SimpleFolding.isFixed) {
      // Han and Hangul are many and alike.
      if (0x4E00...0x9FA5).contains(code) || (0xAC00...0xD7A3).contains(code), code % 37 != 0 { continue }
      let scalar = try #require(Unicode.Scalar(code))
      // Between letters, where neighbours would show.
      let text = "aE\(scalar)oK"
      guard let folded = Self.simple(text, options) else { continue }
      checked += 1
      let expected = TextFolding.fold(text, options: options)
      if !folded.utf8.elementsEqual(expected.utf8) {
        Issue.record("U+\(String(code, radix: 16)) folds to \(expected), not \(folded)")
      }
    }
    #expect(checked > 2000)
  }

  /// Texts that have something of everything.
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

  @Test("every text is found, or not, as the language finds it", arguments: 0..<8)
  func searchesLikeTheLanguage(options: Int) {
    let folding = TextFolding.Options(rawValue: UInt8(options))
    for part in Self.texts {
      let search = FoldedSearch(part, flags: Int64(options))
      for text in Self.texts {
        Array(text.utf8).withUnsafeBytes { bytes in
          let place = "'\(part)' in '\(text)'"
          #expect(
            search.matches(bytes, .contains) == TextFolding.contains(text, part, options: folding), "contains \(place)")
          #expect(
            search.matches(bytes, .prefix) == TextFolding.hasPrefix(text, part, options: folding), "prefix \(place)")
          #expect(
            search.matches(bytes, .suffix) == TextFolding.hasSuffix(text, part, options: folding), "suffix \(place)")
        }
      }
    }
  }

  @Test("texts are ordered as the language orders them", arguments: 0..<8)
  func ordersLikeTheLanguage(options: Int) {
    let folding = TextFolding.Options(rawValue: UInt8(options))
    for left in Self.texts {
      for right in Self.texts {
        Array(left.utf8).withUnsafeBytes { a in
          Array(right.utf8).withUnsafeBytes { b in
            #expect(
              StoredTextOrder.compare(a, b, options: folding).signum()
                == TextFolding.compare(left, right, options: folding).signum(), "'\(left)' and '\(right)'")
          }
        }
      }
    }
  }
}
