import TesseraTestSupport
import TesseraValues
import Testing

@testable import TesseraServices

@Suite("Responses in YAML")
struct YAMLResponseTests {
  private func read(_ text: String) throws(Diagnostic) -> Value { try ResponseFormat.yaml.value(of: Array(text.utf8)) }

  @Test func `become values by the core schema`() throws {
    let value = try read(
      """
      # The state of the house
      name: Home
      floors: [1, -2, 1.5, 1e3]
      "on": "true"
      isOpen: true
      nothing: ~
      none:
      since: 2026-11-26
      version: 1.2.3
      mode: 0644
      doors:
        - name: Front
          note: |
            Two
            lines
        - { name: Back }
      """)
    let expected: Value = [
      "name": "Home", "floors": [1, -2, 1.5, 1000.0], "on": "true", "isOpen": true, "nothing": nil, "none": nil,
      "since": "2026-11-26", "version": "1.2.3", "mode": 644,
      "doors": [["name": "Front", "note": "Two\nlines\n"], ["name": "Back"]],
    ]
    #expect(value == expected)
  }

  @Test(
    arguments: [
      ("", Value.null), ("--- 1", 1), ("Tom & Jerry", "Tom & Jerry"), ("[a, *.txt]", nil), ("Pourquoi ?", "Pourquoi ?"),
      ("- ¿Qué?", ["¿Qué?"]),
      ("a: x?b=1&c=2*c", ["a": "x?b=1&c=2*c"]),
      ("a: 1\n---\nb: 2", ["a": 1]), ("[0x1F, 0o17, 0x-1]", [31, 15, "0x-1"]),
    ]
      as [(String, Value?)])
  func `have a value for every text`(text: String, expected: Value?) { #expect((try? read(text)) == expected) }

  @Test(arguments: [
    ("a: [1", "invalid at line"), ("a: 1\na: 2", "invalid"), ("\u{1}", "invalid"),
    ("a: &x [1]\nb: [*x, *x]", "aliases"), ("{name: &a web, detail: *a\u{2028}}", "aliases"),
    ("{name: &a web, detail: *a\u{85}}", "aliases"), ("{x: &a y, *a: z}", "aliases"), ("- &a-1 x\n- *a-1", "aliases"),
    ("? &x [1]\n: 2\n? *x\n: 3", "aliases"),
    (String(repeating: "[", count: 70) + String(repeating: "]", count: 70), "levels deep"),
    (String(repeating: "[", count: 100_000), "invalid"),
    ("[" + String(repeating: "1,", count: 200_001) + "]", "more than 200000 values"), ("? [1]\n: 2", "is not a text"),
    ("{?[1]: 2}", "is not a text"), ("a: 1\u{2028}? [1]\n: 2", "is not a text"),
    ("a: 1\u{85} ? [1]\n: 2", "is not a text"),
  ])
  func `that are invalid or cost too much are refused`(text: String, words: String) {
    let problem = #expect(throws: Diagnostic.self) { try read(text) }
    #expect(problem?.rule == "yaml-syntax")
    let message = problem?.message ?? ""
    #expect(message.contains(words), "\(message)")
  }

  @Test func `are searched for aliases in linear time`() {
    let growth = ProcessorTime.growth(from: 50_000, to: 1_000_000) { count in
      let problem = #expect(throws: Diagnostic.self) {
        try read("- x" + String(repeating: "&", count: count) + "\n- [")
      }
      #expect(problem?.rule == "yaml-syntax")
    }
    #expect(growth < 100)
  }
}
