import Foundation
import TesseraExpressions
import TesseraValues
import Testing

/// A table of names that is not a value, like the scope of a screen.
struct NameTable: ValueReading {
  var members: [String: Value]

  func value(forKey key: String) -> Value? { members[key] }
}

@Suite("Paths of bindings")
struct ReadingPathTests {
  static let content: Value = [
    "title": "Feed", "remarks": ["a", "b"], "nothing": nil,
    "posts": [["likes": 3, "tags": ["x"]], ["likes": 12, "tags": ["y", "x"]]],
  ]

  @Test(
    arguments: [
      ("content.title", "Feed"), ("content.title.", "Feed"), ("content.remarks.@count", 2), ("content.posts.@count", 2),
      ("content.posts.@sum.likes", 15), ("content.posts.likes", [3, 12]), ("content.posts.likes.@max.self", 12),
      ("content.posts.1.likes", 12), ("content.posts.@distinctUnionOfArrays.tags.@count", 2),
      ("content.nothing.@count", 0), ("content.missing", nil), ("content.title.@count", nil), ("other.@count", 0),
      ("content.title.length", 4), ("content.description", nil), ("content.posts.@count.description", "2"),
    ] as [(String, Value)])
  func `paths read keys and collection operators`(_ text: String, _ expected: Value) throws {
    let path = try ReadingPath(text)
    #expect(path.value(in: NameTable(members: ["content": Self.content])) == expected)
    #expect(path.value(in: Value.dictionary(["content": Self.content])) == expected)
  }

  @Test func `a leading operator applies to the scope itself`() throws {
    #expect(try ReadingPath("@count").value(in: Value.array([1, 2, 3])) == 3)
    #expect(try ReadingPath("@max.self").value(in: Value.array([1, 3, 2])) == 3)
    #expect(try ReadingPath("@count").value(in: NameTable(members: ["a": 1])) == 0)
    #expect(try ReadingPath("@count").root == nil)
  }

  @Test func `a path has a root and keys`() throws {
    let path = try ReadingPath("content.posts.@sum.likes")
    #expect(path.root == "content")
    #expect(path.path == "content.posts.likes")
    #expect(path.description == "content.posts.@sum.likes")
    #expect(!path.isPlain)
    #expect(try ReadingPath("a.b").isPlain)
    #expect(try ReadingPath("a.b.") == ReadingPath("a.b"))
  }

  @Test func `an invalid path has a position and a fix`() throws {
    let unknown = #expect(throws: Diagnostic.self) { try ReadingPath("content.remarks.@cuont") }
    #expect(unknown?.rule == "expression-unknown-operator")
    #expect(unknown?.range?.start == SourcePosition(line: 1, column: 17))
    #expect(unknown?.range?.end == SourcePosition(line: 1, column: 23))
    #expect(unknown?.fix == "did you mean '@count'?")
    for text in ["", ".", "a" + String(repeating: ".a", count: 64)] {
      let problem = #expect(throws: Diagnostic.self) { try ReadingPath(text) }
      #expect(problem?.rule == "reading-path")
    }
  }
}
