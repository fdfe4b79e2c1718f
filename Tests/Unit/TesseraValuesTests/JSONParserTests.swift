import TesseraTestSupport
import TesseraValues
import Testing

@Suite("Reading JSON")
struct JSONParserTests {
  @Test(
    arguments: [
      ("null", Value.null), ("true", true), ("false", false), ("0", 0), ("-12", -12), ("1.5", 1.5), ("1e3", 1000.0),
      ("9007199254740993", .integer(9_007_199_254_740_993)),
      ("18446744073709551616", .double(18_446_744_073_709_551_616)),
      (#""a\"b\\c\/d\n\u00e9\ud83d\ude00""#, "a\"b\\c/d\né😀"), (#""\ud800x""#, "\u{FFFD}x"), ("[]", []),
      ("[1, [2]]", [1, [2]]), (#"{"a": {"b": []}}"#, ["a": ["b": []]]), ("\u{FEFF}1", 1), (" \t\r\n1 ", 1),
    ] as [(String, Value)])
  func `every kind of value is read`(text: String, expected: Value) throws {
    #expect(try JSONNode.parse(text).value == expected)
    #expect(try Value.parseJSON(text) == expected)
  }

  @Test(arguments: [
    ("", 1, 1, "json-syntax", "a value"), ("{\"a\" 1}", 1, 6, "json-syntax", "':'"),
    ("{\n  \"a\": 1,\n}", 3, 1, "json-syntax", "a name in double quotes"),
    ("[1 2]", 1, 4, "json-syntax", "',' or ']'"),
    ("[1,]", 1, 4, "json-syntax", "a value"), ("01", 1, 2, "json-syntax", "the end of the document"),
    ("\"é\u{1}\"", 1, 3, "json-syntax", "control characters"),
    ("\"a\nb\"", 1, 3, "json-syntax", "on the line where it begins"),
    ("\"\\x\"", 1, 3, "json-syntax", "escapes"), ("nul", 1, 1, "json-syntax", "a value"),
    ("{\"a\": 1, \"a\": 2}", 1, 10, "json-duplicate-key", "appears twice"),
    ("1e999", 1, 1, "json-syntax", "too large"),
    ("'a'", 1, 1, "json-syntax", "a value"), ("[\"\\u12g4\"]", 1, 7, "json-syntax", "four hexadecimal digits"),
  ])
  func `an error has its position and the expected token`(
    text: String, line: Int, column: Int, rule: String, words: String
  ) throws {
    let error = #expect(throws: Diagnostic.self) { try JSONNode.parse(text) }
    #expect(error?.rule == rule)
    #expect(error?.range?.start == SourcePosition(line: line, column: column))
    #expect(error?.message.contains(words) == true)
  }

  @Test func `a text that is not UTF-8 is rejected`() throws {
    let error = #expect(throws: Diagnostic.self) { try JSONNode.parse([0x22, 0xFF, 0x22]) }
    #expect(error?.rule == "json-encoding")
  }

  @Test func `limits on bytes, depth and values are enforced`() throws {
    let limits = JSONLimits(bytes: 40, depth: 3, nodes: 5)
    #expect(throws: Diagnostic.self) { try JSONNode.parse(String(repeating: " ", count: 41), limits: limits) }
    #expect(throws: Diagnostic.self) { try JSONNode.parse("[[[[1]]]]", limits: limits) }
    #expect(throws: Diagnostic.self) { try JSONNode.parse("[1,2,3,4,5]", limits: limits) }
    #expect(try JSONNode.parse("[[[1]]]", limits: limits).value == [[[1]]])
  }

  @Test func `a document nested a hundred thousand levels deep is an error, not a crash`() throws {
    let text = String(repeating: "[", count: 100_000)
    #expect(throws: Diagnostic.self) { try JSONNode.parse(text) }
    #expect(throws: Diagnostic.self) { try Value.parseJSON(text) }
  }

  @Test(arguments: [
    ("[1, 2,\n]", 2, 1, "Remove the ',' before it"), (#"{"a": 1, }"#, 1, 10, "Remove the ',' before it"),
    ("// hi\n{}", 1, 1, "JSON has no comments; a key '***' can hold one"), ("{'a': 1}", 1, 2, "Use double quotes"),
    ("[,]", 1, 2, nil), ("{,}", 1, 2, nil),
  ])
  func `a common mistake is reported with its fix`(text: String, line: Int, column: Int, fix: String?) throws {
    let problem = try #require(throws: Diagnostic.self) { try JSONNode.parse(text) }
    #expect(problem.range?.start == SourcePosition(line: line, column: column))
    #expect(problem.fix == fix)
  }

  @Test(arguments: [[0xFF, 0xFE, 0x7B, 0], [0xFE, 0xFF, 0, 0x7B]])
  func `a document in UTF-16 is reported with the advice to use UTF-8`(bytes: [UInt8]) throws {
    let problem = try #require(throws: Diagnostic.self) { try JSONNode.parse(bytes) }
    #expect(problem.rule == "json-encoding")
    #expect(problem.fix == "Save it as UTF-8")
  }

  @Test func `every part of a document knows its range, in characters`() throws {
    let node = try JSONNode.parse("{\"é\": [10,\n  \"x\"]}")
    let list = try #require(node["é"])
    #expect(node.members?.first?.nameRange == SourceRange(SourcePosition(line: 1, column: 2), length: 3))
    #expect(list.range.start == SourcePosition(line: 1, column: 7))
    #expect(list.range.end == SourcePosition(line: 2, column: 7))
    #expect(list.elements?.last?.range == SourceRange(SourcePosition(line: 2, column: 3), length: 3))
  }

  @Test(arguments: [
    JSONNode(["a": [1, 2.5, true, .null], "b": ["": "ä🙂\n\"\\\u{1}"], "c": [:], "d": []]),
    JSONNode(["ä": .array((0..<40).map { ["name": .string("Nummer \($0) 🙂"), "list": [.integer($0)]] })]),
    JSONNode(["numbers": [.double(3), .double(-0.0), .double(1e300), .double(.nan), .double(.infinity), 0.1]]),
    JSONNode((0..<600).reduce(Value.string("deep")) { value, _ in [value] }),
    JSONNode(.string(String(repeating: "long ", count: 100))),
  ])
  func `a document that is made has the positions that it has as a file`(node: JSONNode) throws {
    let (bytes, document) = node.file
    #expect(try JSONNode.parse(bytes, limits: JSONLimits(depth: 1000)) == document)
  }

  @Test func `random bytes and damaged documents never crash the parser`() {
    var generator = SeededGenerator(seed: 7)
    let sample = Array(#"{"a": [1, -2.5e3, "x\u00e9\n", null, true], "b": {"c": []}}"#.utf8)
    for _ in 0..<20_000 {
      var bytes = sample
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &generator)))
      let node = try? JSONNode.parse(bytes)
      let value = try? Value.parseJSON(bytes)
      if let node { #expect(value == node.value) }
    }
  }

  @Test(arguments: [false, true])
  func `written values parse to the same values`(indented: Bool) throws {
    let value: Value = [
      "text": "quote \" backslash \\ line\nbreak \u{1} é 😀 </script>", "list": [1, 2.5, -0.001, true, nil, []],
      "object": ["b": 1, "a": [:]], "large": 1e300, "exact": .integer(.max),
    ]
    let text = JSONText.text(of: value, indented: indented)
    #expect(try Value.parseJSON(text) == value)
  }
}
