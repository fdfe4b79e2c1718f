import Foundation
import TesseraTestSupport
import TesseraValues
import Testing

@testable import TesseraText

@Suite("Folding of texts")
struct TextFoldingTests {
  static let allOptions: [TextFolding.Options] = (0..<8).map { TextFolding.Options(rawValue: $0) }

  @Test(arguments: allOptions)
  func `every scalar folds as Foundation folds it`(_ options: TextFolding.Options) {
    var differences: [String] = []
    let ranges: [ClosedRange<UInt32>] = [0x20...0x52F, 0x1E00...0x21FF, 0x3000...0x30FF, 0xFF00...0xFFEF]
    let samples = stride(from: UInt32(0x4E00), to: 0x1FAFF, by: 97)
    for code in ranges.flatMap(Array.init) + Array(samples) {
      guard let scalar = Unicode.Scalar(code) else { continue }
      let text = "a\(Character(scalar))B"
      if TextFolding.fold(text, options: options) != TextFolding.foldSlowly(text, options: options) {
        differences.append(String(code, radix: 16))
      }
    }
    #expect(differences == [])
  }

  @Test func `scalars that folding leaves alone are left alone by Foundation too`() {
    let options: TextFolding.Options = [.case, .diacritics, .width]
    var differences: [String] = []
    for range in FoldingTable.inert {
      for code in range {
        guard let scalar = Unicode.Scalar(code) else { continue }
        let text = String(scalar)
        if !TextFolding.foldSlowly(text, options: options).utf8.elementsEqual(text.utf8) {
          differences.append(String(code, radix: 16))
        }
      }
    }
    #expect(differences == [])
  }

  @Test(arguments: [
    ("Geometría", "GEOMETRIA", true), ("STRASSE", "straße", true), ("Σίσυφος", "ΣΙΣΥΦΟΣ", true),
    ("İstanbul", "istanbul", true), ("ısı", "isi", false), ("ＡＢＣ", "abc", true), ("ｶﾀｶﾅ", "カタカナ", true),
    ("e\u{301}a", "éA", true), ("Ångström", "angstrom", true), ("Ελλάδα", "ελλαδα", true), ("Ёлка", "елка", true),
    ("が", "か", false), ("ﬁn", "FIN", true), ("Łódź", "łodz", true), ("Łódź", "lodz", false), ("K", "k", true),
    ("", "", true), ("a", "", true), ("", "a", false),
  ])
  func `texts are found regardless of case, diacritics and width`(_ text: String, _ part: String, _ expected: Bool) {
    let options: TextFolding.Options = [.case, .diacritics, .width]
    #expect(TextFolding.contains("x" + text + "y", part, options: options) == expected)
    #expect(TextFolding.hasPrefix(text + "y", part, options: options) == expected)
    #expect(TextFolding.hasSuffix("x" + text, part, options: options) == expected)
    if !part.isEmpty || text.isEmpty {
      #expect(TextFolding.equal(text, part, options: options) == expected)
      #expect((TextFolding.compare(text, part, options: options) == 0) == expected)
    }
  }

  @Test func `without options equivalent spellings match, letters with diacritics do not`() {
    #expect(TextFolding.contains("cafe\u{301}", "é", options: []))
    #expect(!TextFolding.contains("cafe\u{301}", "e", options: []))
    #expect(!TextFolding.contains("x\u{301}", "x", options: []))
    #expect(!TextFolding.hasPrefix("e\u{301}", "e", options: .case))
    #expect(TextFolding.compare("é", "f", options: []) < 0)
    #expect(TextFolding.compare("é", "e\u{301}", options: []) == 0)
  }

  @Test func `long patterns are found as short ones are`() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      let text = String((0..<80).map { _ in "aAb".randomElement(using: &generator) ?? "a" })
      let part = String(
        (0..<Int.random(in: 1...24, using: &generator)).map { _ in
          "aab".randomElement(using: &generator) ?? "a"
        })
      #expect(TextFolding.contains(text, part, options: .case) == text.lowercased().contains(part))
      #expect(TextFolding.contains(text, part, options: []) == text.contains(part))
    }
  }

  @Test func `invalid UTF-8 folds to replacement characters`() {
    for bytes: [UInt8] in [[0xC3], [0xE2, 0x82], [0xFF, 0x41], [0xED, 0xA0, 0x80], [0xC0, 0x80]] {
      let folded = TextFolding.fold(bytes, options: .case)
      #expect(String(decoding: folded, as: UTF8.self).contains("\u{FFFD}"))
    }
  }

  @Test(arguments: [
    ("", "", true), ("a", "", false), ("", "*", true), ("abc", "a*c", true), ("abc", "a?c", true),
    ("ac", "a?c", false), ("abcbc", "a*bc", true), ("a*c", #"a\*c"#, true), ("abc", #"a\*c"#, false),
    ("aXbXc", "*X*X*", true), ("mississippi", "*is*ip*", true), ("mississippi", "*is*ip", false),
    ("ä", "?", true), ("a\u{308}", "?", true), ("a\\", #"a\"#, true), ("line\nbreak", "line*", true),
    ("👍🏽", "??", true),
  ])
  func `LIKE supports ?, * and escapes`(_ text: String, _ pattern: String, _ expected: Bool) {
    #expect(Wildcard(pattern, options: []).matches(text) == expected)
  }
}
