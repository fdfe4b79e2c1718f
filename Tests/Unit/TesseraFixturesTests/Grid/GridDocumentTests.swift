import Foundation
import TesseraFixtures
import TesseraTestSupport
import TesseraValues
import Testing

@Suite("Queries to the grid")
struct GridDocumentTests {
  private func answer(_ document: String) -> (json: String, problems: [String]) {
    let answer = GridDocument.run(Array(document.utf8))
    return (
      String(decoding: answer.json, as: UTF8.self).trimmingCharacters(in: .newlines),
      answer.diagnostics.all.map(\.description)
    )
  }

  private static let a =
    #""page": [6, 4], "widgets": [{"id": "a", "frame": [3, 2, 1, 1]}, {"id": "b", "frame": [3, 3, 1, 1]}]"#

  @Test(arguments: [
    (#"{\#(a), "ask": {"resize": "a", "to": [2, 2]}}"#, #"{"origin":[2,1]}"#),
    (#"{\#(a), "ask": {"resize": "a", "to": [1, 3]}}"#, #"{"origin":null}"#),
    (#"{\#(a), "ask": {"resize": "a", "to": [1, 3], "makeRoom": true}}"#, #"{"moved":{"b":[2,3]},"origin":[3,2]}"#),
    (#"{\#(a), "ask": {"move": "a", "to": [6, 4]}}"#, #"{"origin":[6,4]}"#),
    (#"{\#(a), "ask": {"move": "a", "to": [3, 3]}}"#, #"{"origin":null}"#),
    (#"{\#(a), "ask": {"move": "a", "to": [3, 3], "makeRoom": true}}"#, #"{"moved":{"b":[2,3]},"origin":[3,3]}"#),
    (#"{\#(a), "ask": {"move": "a", "to": [7, 1], "makeRoom": true}}"#, #"{"origin":null}"#),
    (#"{\#(a), "ask": {"fit": [2, 4]}}"#, #"{"origin":[1,1]}"#),
    (#"{\#(a), "ask": {"fit": [2, 2], "near": [6, 4]}}"#, #"{"origin":[5,3]}"#),
    (#"{\#(a), "icons": 18, "ask": {"fit": [3, 2]}}"#, #"{"origin":null}"#),
    (
      #"{"page": [2, 2], "icons": 3, "widgets": [{"id": 1, "frame": [1, 2, 1, 1]}], "ask": {"iconCells": true}}"#,
      #"{"cells":[[1,1],[2,1],[2,2]]}"#
    ),
    (#"[]"#, "[]"),
    (
      #"[{"page": [1, 1], "ask": {"fit": [1, 1]}}, {"page": [1, 1], "ask": {"fit": [2, 1]}}]"#,
      "[{\"origin\":[1,1]},\n{\"origin\":null}]"
    ),
  ])
  func `each query has its answer`(question: String, expected: String) {
    let (json, problems) = answer(question)
    #expect(json == expected)
    #expect(problems.isEmpty)
  }

  @Test(arguments: [
    (
      #"{"page": [0, 4], "ask": {"fit": [1, 1]}}"#,
      "1:10: error: A page has from 1 to 100 rows and columns [grid-question]"
    ),
    (
      #"{"page": [6, 4.5], "ask": {"fit": [1, 1]}}"#,
      "1:14: error: 'page' takes whole numbers of up to a million [grid-question]"
    ),
    (#"{"page": [6], "ask": {"fit": [1, 1]}}"#, "1:10: error: 'page' takes 2 numbers [grid-question]"),
    (
      #"{"page": [6, -9223372036854775808], "ask": {"fit": [1, 1]}}"#,
      "1:14: error: 'page' takes whole numbers of up to a million [grid-question]"
    ),
    (
      #"{"page": [6, 4], "icons": 30, "ask": {"iconCells": true}}"#,
      "1:27: error: 30 icons do not fit: there is room for 24 [grid-question]"
    ),
    (#"{"page": [6, 4], "icons": -1, "ask": {}}"#, "1:1: error: 'icons' cannot be negative [grid-question]"),
    (
      #"{"page": [6, 4], "widgets": [{"id": "a", "frame": [6, 4, 2, 2]}], "ask": {}}"#,
      "1:51: error: Widget 'a': The frame has no cells, or some that are not on the page [grid-question]"
    ),
    (
      #"{"page": [6, 4], "widgets": [{"id": "a", "frame": [1, 1, 1, 1]}, {"id": "b", "frame": [1, 1, 1, 1]}], "ask": {}}"#,
      "1:87: error: Widget 'b': Widget 'a' is already there [grid-question]"
    ),
    (
      #"{"page": [6, 4], "ask": {"resize": "a", "to": [1, 1]}}"#,
      "1:36: error: The page has no widget 'a' [grid-question]"
    ),
    (#"{\#(a), "ask": {"resize": "a"}}"#, "'ask' has no 'to'"),
    (#"{\#(a), "ask": {"rezise": "a", "to": [1, 1]}}"#, "did you mean 'resize'?"),
    (
      #"{\#(a), "ask": {"resize": "a", "move": "b", "to": [1, 1]}}"#,
      "'ask' needs one of 'resize', 'move', 'fit' and 'iconCells'"
    ),
    (#"{\#(a), "ask": {"fit": [1, 1], "to": [1, 1]}}"#, "Unknown key 'to' of 'fit'"),
    (#"{\#(a), "ask": {"move": "a", "to": [1, 1], "makeRoom": 1}}"#, "'makeRoom' takes true or false"),
    (#"{\#(a), "ask": {"iconCells": false}}"#, "'iconCells' takes true"),
    (#"{\#(a), "ask": {}}"#, "'ask' needs one of 'resize', 'move', 'fit' and 'iconCells'"),
    (#"3"#, "1:1: error: Found number where a question is expected [grid-question]"),
  ])
  func `an invalid query is reported with its position, and the others are answered`(question: String, expected: String)
  {
    let (json, problems) = answer("[\(question),\n{\"page\": [1, 1], \"ask\": {\"fit\": [1, 1]}}]")
    #expect(json.hasPrefix(#"[{"error":"#) && json.hasSuffix(#"{"origin":[1,1]}]"#), "\(json)")
    let shifted = expected.replacing(/^1:(\d+)/) { "1:\((Int($0.1) ?? 0) + 1)" }
    #expect(problems.count == 1 && problems[0].contains(shifted), "\(problems)")
  }

  @Test func `the guide's examples match the command's answers`() throws {
    let guide = Repository.url("docs/reference/grid.md")
    let text = try String(contentsOf: guide, encoding: .utf8)
    let blocks = text.matches(of: /```json\n([^`]*)```/).map { String($0.1) }
    try #require(blocks.count >= 6 && blocks.count.isMultiple(of: 2))
    for index in stride(from: 0, to: blocks.count, by: 2) {
      let (json, problems) = answer(blocks[index])
      let (told, expected) = (try JSONNode.parse(Array(json.utf8)), try JSONNode.parse(Array(blocks[index + 1].utf8)))
      #expect(told.value == expected.value && problems.isEmpty, "\(blocks[index])")
    }
  }

  @Test func `a document that is not JSON has no answer`() {
    let (json, problems) = answer("{")
    #expect(json.isEmpty && problems.count == 1)
  }
}
