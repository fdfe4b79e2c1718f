import TesseraExpressions
import TesseraValues
import Testing

@Suite("Expressions for the elements of lists")
struct ElementExpressionTests {
  private static let scope: Value = [
    "posts": [["likes": 3, "tags": ["a", "b"]], ["likes": 12, "tags": []], ["likes": nil]], "least": 5,
    "dates": ["2026-11-26T09:00:00Z", "2026-11-26T10:00:00Z"], "item": ["names": ["x", "y"], "path": "likes"],
    "many": .array(Array(repeating: 1, count: 3000)), "word": .string(String(repeating: "x", count: 4000)),
  ]

  private func value(_ expression: String) -> Value {
    Template("@{\(expression)}", dialect: .native).value(in: Self.scope)
  }

  @Test(
    arguments: [
      ("map(posts, item.likes * 2)", [6, 24, nil]), ("map(posts, item.likes > least)", [false, true, false]),
      ("filter(posts, item.likes >= least)", [["likes": 12, "tags": []]]),
      ("map(filter(posts, item.likes != null), item.likes + least)", [8, 17]),
      ("map(dates, int(toDate(item) | date: 'H'))", [9, 10]), ("map([1, 2], item)", [1, 2]),
      ("map(posts, map(item.tags, concat(item, '!')))", [["a!", "b!"], [], nil]),
      ("map(item.names, concat(item, item))", ["xx", "yy"]), ("filter([0, 1, '', 'a'], item)", [1, "a"]),
      // Key paths and predicates are as before.
      ("map(posts, 'likes')", [3, 12, nil]), ("filter(posts, 'likes > 5')", [["likes": 12, "tags": []]]),
      ("map(least, item)", nil), ("map([], item.x)", []),
    ] as [(String, Value)])
  func `read the element as 'item', and everything around them`(expression: String, expected: Value) {
    #expect(value(expression) == expected)
  }

  @Test func `depend on what they read around them, and not on the element`() {
    let template = Template("@{map(posts, item.likes * least)}", dialect: .native)
    #expect(template.rootNames == ["posts", "least"])
    #expect(Template("@{map(item.tags, item)}", dialect: .native).rootNames == ["item"])
    let nested = Template("@{map(posts, filter(item.tags, item != least))}", dialect: .native)
    #expect(nested.rootNames == ["posts", "least"])
    #expect(template.description == "@{map(posts, item.likes * least)}")
  }

  /// Reading each level twice would never end.
  @Test func `within each other are read in linear time`() {
    let nested = (0..<60).reduce("item") { inner, _ in "map([1], \(inner))" }
    #expect(Template("@{\(nested)}", dialect: .native).rootNames == [])
    let constant = (0..<60).reduce("'x'") { inner, _ in "map(posts, \(inner))" }
    #expect(value(constant) == nil)
  }

  @Test(arguments: [
    "map(many, map(many, item))", "map(many, concat(word, item))",
    "map(many, \(Array(repeating: "item", count: 60).joined(separator: " && ")))",
  ])
  func `end when their steps are spent`(expression: String) { #expect(value(expression) == nil) }
}
