import Testing

@testable import TesseraCommands

@Suite("Lines of tessera eval")
struct EvalRequestTests {
  @Test(arguments: [
    (#"{"predicate": "a > 1", "with": {"a": 2}, "variables": {}}"#, #"{"result":true}"#),
    (#"{"expression": "a * $n", "with": {"a": 2}, "variables": {"n": 3}}"#, #"{"result":6}"#),
    (#"{"template": "Hi @{name}", "with": {"name": "Ada"}}"#, #"{"result":"Hi Ada"}"#),
    (#"{"template": "@{a + n}", "with": {"a": 2}, "variables": {"n": 3}}"#, #"{"result":5}"#),
    (#"{"template": "@{a + 1}", "with": {"a": 2}, "dialect": "native"}"#, #"{"result":3}"#),
    (#"{"template": "@{a + 1}", "with": {"a": 2}, "dialect": "beagle"}"#, #"{"result":"@{a + 1}"}"#),
    (#"{"template": "@{a}", "with": {"a": 2}, "dialect": "beagle"}"#, #"{"result":2}"#),
    (#"{"expression": "missing"}"#, #"{"result":null}"#),
    (#"{"predicate": "a >"}"#, #"{"error":"1:4: error: Expected a value at the end [expression-syntax]"}"#),
    (
      #"{"template": "@{a = 1}"}"#,
      #"{"error":"1:5: error: Expected an operator or '}', found '='; write '==' to compare [template-syntax]"}"#
    ),
    (
      #"{"template": "@{a}", "dialect": "beagel"}"#,
      #"{"error":"error: 'dialect' must be 'native' or 'beagle'; did you mean 'beagle'? [eval-request]"}"#
    ),
    (#"{"predicat": "a > 1"}"#, nil), ("nonsense", nil), ("[1]", nil), ("{}", nil),
  ])
  func `each line gives one line`(_ line: String, _ expected: String?) {
    var request = EvalRequest()
    let answer = String(decoding: request.respond(toLine: line.utf8), as: UTF8.self)
    if let expected { #expect(answer == expected) } else { #expect(answer.hasPrefix(#"{"error":""#)) }
  }

  @Test func `one text in two dialects is two templates`() {
    var request = EvalRequest()
    for _ in 0..<2 {
      for (dialect, expected) in [("native", #"{"result":2}"#), ("beagle", #"{"result":"@{1 + 1}"}"#)] {
        let line = #"{"template": "@{1 + 1}", "dialect": "\#(dialect)"}"#
        #expect(String(decoding: request.respond(toLine: line.utf8), as: UTF8.self) == expected)
      }
    }
  }

  @Test func `any line has an answer`() {
    var state: UInt64 = 99
    var request = EvalRequest()
    for _ in 0..<2000 {
      let bytes = (0..<40).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 33)
      }
      #expect(request.respond(toLine: bytes).starts(with: #"{"error":"#.utf8))
    }
  }
}
