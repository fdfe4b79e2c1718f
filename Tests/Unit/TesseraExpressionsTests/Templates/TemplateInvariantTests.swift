import Foundation
import TesseraExpressions
import TesseraTestSupport
import TesseraValues
import Testing

/// Generates random expressions of the native grammar as text.
struct TemplateGenerator {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  mutating func pick<T>(_ items: [T]) -> T { items[number(0..<items.count)] }

  mutating func blank() -> String { pick(["", "", " ", "\n "]) }

  mutating func expression(_ depth: Int) -> String {
    guard depth > 0 else { return leaf() }
    func inner(_ generator: inout Self) -> String { generator.expression(depth - 1) }
    switch number(0..<16) {
    case 0...4:
      let sign = pick(["+", "-", "*", "/", "%", "&&", "||", "??", "+", "-"])
      return inner(&self) + blank() + sign + blank() + inner(&self)
    case 5: return "(\(inner(&self))) \(pick(["==", "!=", "<", "<=", ">", ">="])) (\(inner(&self)))"
    case 6: return "(\(inner(&self)) ? \(leaf()) : \(inner(&self)))"
    case 7: return "(\(blank())\(inner(&self))\(blank()))"
    case 8: return pick(["-", "!", "- "]) + "(\(inner(&self)))"
    case 9: return "(\(inner(&self)) | \(pick(["uppercase", "ago", "'odd name'", "f: 1", "f: a ? 1 : 'x'"])))"
    case 10: return "[\(inner(&self)), \(inner(&self))]"
    case 11: return "\(pick(["sum", "concat", "eq", "größe"]))(\(inner(&self)),\(inner(&self)))"
    case 12: return "(\(inner(&self)))" + suffix(depth)
    case 13: return "{a: \(inner(&self)),\(blank())'two words' :\(inner(&self))}" + pick(["", ".a", "['two words']"])
    case 14:
      return
        "\(pick(["map", "filter", "sort", "group"]))(list,\(blank())\(pick(["x", "item", "a"])) => \(inner(&self)))"
    default: return pick(["a", "b.c", "list"]) + suffix(depth)
    }
  }

  private mutating func suffix(_ depth: Int) -> String {
    switch number(0..<6) {
    case 0: return ".key"
    case 1: return "[\(number(-2..<9))]"
    case 2: return pick(["['x']", "[\"two words\"]", "[\"a\\\\b\"].c"])
    case 3: return "[\(expression(depth - 1))]"
    case 4: return pick([".@count", ".@sum.x.y", ".@unionOfObjects.x.@max.self", ".@count[0].x"])
    default: return ".1.5"
    }
  }

  private mutating func leaf() -> String {
    pick([
      "1", "-1", "2.5", "0.0", "true", "false", "null", "'x'", #"'\'\n'"#, #""a\\b\n\"\u00e9""#, "a", "b.c", "5o1",
      "list", "2.x", "9223372036854775807", "[]", "true.x", "f()",
    ])
  }
}

@Suite("Invariants of templates")
struct TemplateInvariantTests {
  static let scope: Value = [
    "a": 3, "b": ["c": "text", "key": 1], "list": [1, 2.5, "x", ["x": 4]], "5o1": "digits", "true": ["x": 1],
    "2": ["x": [1]], "nothing": nil,
  ]

  @Test(arguments: [1, 2, 3, 4])
  func `canonical text reads back as the same template with the same value`(_ seed: UInt64) {
    var generator = TemplateGenerator(seed: seed)
    var read = 0
    for _ in 0..<800 {
      let text = "@{\(generator.expression(generator.number(0..<5)))}" + generator.pick(["", "", #" \@{x} \\"#])
      let template = Template(text, dialect: .native)
      // Some generated texts contain chained comparisons.
      guard template.problem == nil else { continue }
      read += 1
      let again = Template(template.description, dialect: .native)
      #expect(again == template, "\(text) is printed as \(template.description)")
      #expect(again.description == template.description)
      #expect(again.value(in: Self.scope) == template.value(in: Self.scope))
    }
    #expect(read > 700)
  }

  @Test(arguments: [5, 6])
  func `the value of a template has the declared type`(_ seed: UInt64) {
    var generator = TemplateGenerator(seed: seed)
    for _ in 0..<1000 {
      let template = Template("@{\(generator.expression(generator.number(0..<5)))}", dialect: .native)
      guard template.problem == nil else { continue }
      let isTold =
        switch (template.resultType, template.value(in: Self.scope)) {
        case (.any, _), (_, .null), (.text, .string), (.number, .integer), (.number, .double), (.bool, .bool),
          (.list, .array):
          true
        default: false
        }
      #expect(isTold, "\(template)")
    }
  }

  private static let pieces = [
    "a", "b.c", "list", "[", "]", "(", ")", "{", "}", "@{", "@", ".", ",", ":", "?", "??", "|", "||", "&&", "&", "!",
    "=", "==", "<", ">=", "+", "-", "*", "/", "%", "'", "'x'", "\"", "\\", "\\'", "1", "1.5", "-2", "null", "true",
    "sum(", "concat(", ", ", " ", "\n", "é", "\u{301}", "\u{0}", "😀", ".@count", ".@sum", "[0]", "[a]", "\\u12", "“",
  ]

  @Test(arguments: [7, 8, 9, 10])
  func `random tokens are a template or have a problem with a position`(_ seed: UInt64) {
    var generator = TemplateGenerator(seed: seed)
    for _ in 0..<2500 {
      let soup = (0..<generator.number(0..<12)).map { _ in generator.pick(Self.pieces) }.joined()
      let text = generator.pick(["@{\(soup)}", "@{\(soup)", "x @{a} @{\(soup)}", soup])
      let template = Template(text, dialect: .native)
      let value = template.value(in: Self.scope)
      if let problem = template.problem {
        #expect(value == .string(text))
        #expect(problem.range.map { isInside($0, text) } == true, "\(text): \(problem)")
      } else {
        #expect(Template(template.description, dialect: .native) == template, "\(text)")
      }
    }
  }

  /// Returns whether a range is valid within a text.
  private func isInside(_ range: SourceRange, _ text: String) -> Bool {
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    func exists(_ place: SourcePosition) -> Bool {
      place.line >= 1 && place.line <= lines.count && place.column >= 1
        && place.column <= lines[place.line - 1].count + 1
    }
    return range.start <= range.end && exists(range.start) && exists(range.end)
  }

  @Test(arguments: [11, 12, 13])
  func `the strict dialect means the same in the native one`(_ seed: UInt64) {
    var generator = TemplateGenerator(seed: seed)
    let pieces = [
      "a", "b.c", "list", "list[0]", "list[-1]", "5o1", "2.x[0]", "true", "null", "true.x", "1", "-2", "1.5", "'x'",
      #"'\'\n\\'"#, #"'"'"#, "'}'", "sum(", "concat( ", "eq(", "f(", ")", ") ", ",", " , ", "\n,", "not(",
    ]
    var read = 0
    for _ in 0..<6000 {
      let soup = (0..<generator.number(1..<6)).map { _ in generator.pick(pieces) }.joined()
      let text = generator.pick(["@{\(soup)}", "@{\(soup)} and @{a}", #"\\@{\#(soup)} \@{a}"#])
      let strict = Template(text)
      guard strict.problem == nil else { continue }
      read += 1
      let native = Template(text, dialect: .native)
      #expect(native.problem == nil, "\(text)")
      #expect(native.value(in: Self.scope) == strict.value(in: Self.scope), "\(text)")
      #expect(native.paths == strict.paths)
      #expect(native.operationNames == strict.operationNames)
    }
    #expect(read > 500)
  }

  @Test func `the deepest templates fit into half of a typical stack`() async {
    let parts = [
      ("(", ")"), ("!", ""), ("[", "]"), ("f(", ")"), ("a[", "]"), ("a ? 1 : ", ""), ("a + (", ")"), ("a | f: (", ")"),
    ]
    let texts = parts.map { part in
      let count = part.0.contains(" (") || part.0.contains(": (") ? 30 : 60
      return "@{" + String(repeating: part.0, count: count) + "a" + String(repeating: part.1, count: count) + "}"
    }
    let results: [Bool] = await withCheckedContinuation { continuation in
      let thread = Thread {
        continuation.resume(
          returning: texts.map { text in
            let template = Template(text, dialect: .native)
            _ = template.value(in: ["a": 1])
            return template.problem == nil && Template(template.description, dialect: .native) == template
          })
      }
      thread.stackSize = 4 << 20
      thread.start()
    }
    #expect(results == texts.map { _ in true })
  }

  @Test func `long templates are parsed and evaluated in linear time`() {
    let list = Value.array((0..<1000).map { .integer($0) })
    let scope: Value = ["a": list, "s": .string(String(repeating: "x", count: 100_000))]
    let pieces = ["a + a, ", "a == a, ", "s + s, ", "'' + a, ", "[a], ", "a.@sum.self, ", "(a), ", "s | uppercase, "]
    for piece in pieces {
      let growth = ProcessorTime.growth(from: 1000, to: 20_000) { count in
        let text = "@{[" + String(repeating: piece, count: count / piece.utf8.count) + "0]}"
        let template = Template(text, dialect: .native)
        #expect(template.problem == nil)
        _ = template.value(in: scope)
      }
      #expect(growth < 100, "\(piece)")
    }
  }
}
