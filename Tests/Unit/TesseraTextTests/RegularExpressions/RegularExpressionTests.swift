import Foundation
import TesseraExpressions
import TesseraValues
import Testing

@testable import TesseraText

@Suite("MATCHES")
struct RegularExpressionTests {
  static let patterns = [
    "", "a", "a*", "a+b?", "(ab)+", "a|b|", "(a|b)*c", "a{2}", "a{2,}", "a{1,3}b", "[abc]+", "[^abc]", "[a-c0-9]*",
    #"\d+"#, #"\w+@\w+\.(com|org)"#, #"[A-Z]{2}\d{3}"#, "^a$", "a.c", "(?i)abc", "(?:a|b)+?c", #"\s*x\s*"#,
    #"\bcat\b.*"#, "[[a-z]&&[^aeiou]]+", "[a-z--b]+", #"\p{L}+"#, #"\p{Lu}\P{Lu}*"#, "(a*)*b", "(a+)+", "x*y*z*",
    #"[\w.]+"#, #"\x61\u0062"#, #"\Qa.c\E"#, "(?s)a.c", "[]a]+", "[a-]+", #"[\]]+"#, "(?x) a b # comment",
    #"-?\d+(\.\d+)?([eE][+-]?\d+)?"#, #"[:alpha:]"#, #"[[:alpha:]]+"#, "é", "[à-ü]+", #"\R"#, #"\h+"#, "a(?#no)b",
    "(?i:A)B", "(?<name>a)b", "$", "^", #"\A\z"#, #"a\Z"#, "(?m)^a$", #"\t"#, #"\cA"#, "[^\\d]+", "((a|b)(c|d))*",
    "(a|b){2}", "((a|b)c?){2,3}", "(a{1,2}b?){2}", "((ab)*c?){2,}", "(a?){0,3}b", "(a{0}b){1,2}", "((a|bc)+){2}",
    "(x*y?z{1,}){1,2}",
  ]
  static let texts = [
    "", "a", "b", "ab", "abab", "aab", "aaab", "c", "bc", "abc", "ABC", "aBc", "AB", "AB123", "42", "-3.5e+10", "a.c",
    "a\nc", "a\n", "user@example.com", "user@example.net", " x ", "cat sat", "concat", "xyz", "bcd", "é", "Élan", "ü",
    "]a]", "a-", "]", "\r\n", "\n", "\t", "\u{1}", "  ", "acbd", "zzz", "straße", "日本語", "a b",
  ]

  @Test(arguments: patterns)
  func `results match those of ICU's engine`(_ pattern: String) throws {
    // The comment of a pattern with (?x) would include the closing parenthesis; a line break ends the comment.
    let authority = try NSRegularExpression(pattern: "\\A(?:\(pattern)\(pattern.contains("(?x)") ? "\n" : ""))\\z")
    let own = try RegularExpression(pattern, options: [])
    for text in Self.texts {
      let expected = authority.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
      #expect(own.matches(text) == expected, "\(pattern) on \(text.debugDescription)")
    }
  }

  @Test(arguments: patterns.filter { !$0.isEmpty })
  func `a search finds the same parts and groups as ICU's engine`(_ pattern: String) throws {
    let authority = try NSRegularExpression(pattern: pattern)
    let own = try RegularExpression(pattern, isSearch: true)
    for text in Self.texts + ["xx a.c, AB123 and user@example.com", "aXbab aab\nabc", "cat, bobcat, cat"] {
      var budget = 100_000
      var found = own.firstMatch(in: text, budget: &budget)?.map { $0.map(String.init) }
      let result = authority.firstMatch(in: text, range: NSRange(text.startIndex..., in: text))
      var expected: [String?]? = result.map { result in
        (0..<result.numberOfRanges).map { group in
          let range = result.range(at: group)
          return range.location == NSNotFound ? nil : (text as NSString).substring(with: range)
        }
      }
      if pattern == "(a*)*b" {
        // ICU repeats a group once more for the empty text, which this search, like RE2, does not.
        found?.removeLast()
        expected?.removeLast()
      }
      #expect(found == expected, "\(pattern) on \(text.debugDescription)")
    }
  }

  @Test func `a search for a hostile pattern ends`() throws {
    let own = try RegularExpression("(a*)*(a+)+(a|a)*b", isSearch: true)
    var budget = 50_000_000
    #expect(own.firstMatch(in: String(repeating: "a", count: 20_000), budget: &budget) == nil)
    #expect(budget > 0)
    budget = 10_000
    #expect(own.firstMatch(in: String(repeating: "a", count: 20_000), budget: &budget) == nil)
    #expect(budget < 0)
    budget = .max
    #expect(own.firstMatch(in: String(repeating: "a", count: 10_000_000), budget: &budget) == nil)
  }

  @Test(arguments: [
    ("STRAND", "strand", "c", true), ("Élan", "elan", "cd", true), ("Élan", "[a-f]lan", "cd", true),
    ("Élan", "elan", "c", false), ("ΣΑΣ", "σας", "c", false), ("K9", "[a-z]\\d", "c", true),
  ])
  func `case and diacritics are ignored on demand`(
    _ text: String, _ pattern: String, _ options: String, _ expected: Bool
  ) throws {
    let predicate = try ValuePredicate("%@ MATCHES[\(options)] %@", arguments: [.string(text), .string(pattern)])
    #expect(predicate.evaluate(with: Value.null) == expected)
  }

  @Test(arguments: [
    "(", "a)", "[a", "*", "a{2,1}", "a**+", "(?=a)", "(?<!a)b", #"\1"#, "(?>a)", "a++", #"\p{Foo}"#, "a{9999}",
  ])
  func `an invalid pattern is reported when the predicate is parsed`(_ pattern: String) {
    let problem = #expect(throws: Diagnostic.self) {
      try ValuePredicate("a MATCHES %@", arguments: [.string(pattern)])
    }
    #expect(problem?.rule == "expression-pattern")
    #expect(problem?.range?.start.column == 11)
  }

  @Test func `an invalid pattern from data is false`() throws {
    let predicate = try ValuePredicate("text MATCHES pattern")
    #expect(!predicate.evaluate(with: ["text": "(", "pattern": "("]))
    #expect(predicate.evaluate(with: ["text": "aaa", "pattern": "a+"]))
  }

  @Test(arguments: [
    "(a*)*b", "(a+)+b", "(a|aa)+b", "(.*)(.*)(.*)(.*)b", "(a{1,20}){1,20}b", "((((a?)+)?)+)+b",
    "(((((){900}){900}){900}){900}){900}b",
  ])
  func `hostile patterns end within a number of steps`(_ pattern: String) throws {
    let expression = try RegularExpression(pattern, options: [])
    #expect(!expression.matches(String(repeating: "a", count: 4096)))
  }
}
