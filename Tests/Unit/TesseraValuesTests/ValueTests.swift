import Foundation
import TesseraValues
import Testing

@Suite("Values")
struct ValueTests {
  @Test(
    arguments: [
      (Value.integer(1), Value.double(1), true), (.bool(true), .integer(1), true), (.bool(false), .double(0), true),
      (.integer(1), .string("1"), false), (.null, .integer(0), false), (.null, .null, true),
      (.integer(.max), .double(Double(Int64.max)), false), (.double(.nan), .double(.nan), false),
      (.array([1]), .array([1.0]), true), (["a": 1], ["a": true], true),
    ] as [(Value, Value, Bool)])
  func `numbers and Booleans are equal by value, with equal hashes`(left: Value, right: Value, areEqual: Bool) {
    #expect((left == right) == areEqual)
    #expect((right == left) == areEqual)
    if areEqual { #expect(left.hashValue == right.hashValue) }
  }

  @Test(arguments: [
    (Value.integer(5), "5"), (.double(5), "5"), (.double(0.5), "0.5"), (.bool(true), "1"), (.bool(false), "0"),
    (.null, ""), (.string("a"), "a"),
    (.date(Date(timeIntervalSince1970: 1_529_517_600)), "2018-06-20 18:00:00 +0000"),
    (.date(Date(timeIntervalSince1970: -1)), "1969-12-31 23:59:59 +0000"), (.array([1, "a"]), #"[1,"a"]"#),
    (.date(Date(timeIntervalSince1970: 951_782_400)), "2000-02-29 00:00:00 +0000"),
  ])
  func `a value is written in text templates as users expect`(value: Value, expected: String) {
    #expect(value.description == expected)
  }

  @Test(arguments: [
    ("author.name", Value.string("Ada")), ("author.missing.name", .null), ("posts.text", .array(["a", "b"])),
    ("posts.1.text", "b"), ("posts.9", .null), ("author.name.length", .null), ("count", 2), ("", .null),
  ])
  func `a key path reads through dictionaries and lists, and missing steps are null`(path: String, expected: Value) {
    let data: [String: Value] = [
      "author": ["name": "Ada"], "posts": [["text": "a"], ["text": "b"]], "count": 2,
    ]
    #expect(data.value(at: ValuePath(path)) == expected)
  }

  @Test func `the empty path of a value is the value itself`() {
    #expect(Value.integer(3).value(at: ValuePath(keys: [])) == 3)
  }

  @Test func `a trailing dot of a path is ignored`() {
    #expect(ValuePath("a.b.") == ValuePath("a.b"))
  }
}

@Suite("Spelling suggestions")
struct SpellingSuggestionTests {
  @Test(arguments: [
    ("lable", "label"), ("widht", "width"), ("Label", "label"), ("colour", nil), ("x", nil), ("paddin", "padding"),
    ("backgroundColour", "backgroundColor"), ("", nil),
  ])
  func `typing errors are recognized, and nothing else`(name: String, expected: String?) {
    let known = ["label", "width", "height", "padding", "backgroundColor"]
    #expect(SpellingSuggestion.suggestion(for: name, in: known) == expected)
  }

  @Test(arguments: [("heig", "height"), ("hei", nil), ("BACK", "backgroundColor")])
  func `an incomplete name is completed`(name: String, expected: String?) {
    #expect(SpellingSuggestion.continuation(of: name, in: ["height", "heights", "backgroundColor"]) == expected)
  }
}

@Suite("Diagnostics")
struct DiagnosticTests {
  @Test func `a diagnostic prints as compilers do`() {
    let diagnostic = Diagnostic(
      rule: "unknown-component", file: "screens/Feed.json",
      range: SourceRange(SourcePosition(line: 3, column: 14), length: 7), message: "Unknown component 'lable'",
      fix: "did you mean 'label'?")
    #expect(
      diagnostic.description
        == "screens/Feed.json:3:14: error: Unknown component 'lable'; did you mean 'label'? [unknown-component]")
  }

  @Test func `a collection holds no more than its limit`() {
    var diagnostics = Diagnostics(limit: 2)
    for _ in 0..<5 { diagnostics.add(Diagnostic(.warning, rule: "r", message: "m")) }
    #expect(diagnostics.all.count == 2)
    #expect(!diagnostics.hasErrors)
  }
}
