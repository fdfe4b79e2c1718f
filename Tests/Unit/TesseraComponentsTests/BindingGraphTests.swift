import Foundation
import TesseraExpressions
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraComponents

/// A graph with one context, `data`, that records the evaluated bindings in order.
private final class Observatory {
  let scope = Scope()
  let data: Context
  private(set) var evaluated: [String] = []
  private(set) var written: [String] = []
  private(set) var reports: [String] = []
  private(set) lazy var graph = BindingGraph { [unowned self] message, _ in
    self.reports.append(message)
  }

  init(_ value: Value = [:]) {
    data = Context(identifier: "data", value: value, isWritable: true)
    scope.add(data)
  }

  /// Returns a binding that has not been started yet, named after the paths it reads.
  func reader(_ paths: String..., writing write: @escaping (Value) -> Void = { _ in }) throws -> Binding {
    let read = try paths.map { try ContextPath($0) }
    let name = paths.joined(separator: "+")
    return Binding(
      name: name, paths: Set(read.map(\.valuePath)), scope: scope,
      evaluate: { [unowned self] scope in
        self.evaluated.append(name)
        let values = read.map { path in
          ContextPath(nodes: Array(path.nodes.dropFirst())).value(in: scope.value(at: path.valuePath.root))
        }
        return values.count == 1 ? values[0] : .array(values)
      },
      write: { [unowned self] value in
        self.written.append(name)
        write(value)
      })
  }

  /// Starts a binding that reads the given paths.
  @discardableResult
  func follow(_ paths: String..., writing write: @escaping (Value) -> Void = { _ in }) throws -> Binding {
    let name = paths.joined(separator: "+")
    let binding =
      switch paths.count {
      case 1: try reader(paths[0], writing: write)
      case 2: try reader(paths[0], paths[1], writing: write)
      default: throw Unsupported(name: name)
      }
    graph.start(binding)
    return binding
  }

  private struct Unsupported: Error {
    var name: String
  }

  /// Writes as a binding does, which cannot report failures.
  func write(_ value: Value, at path: ContextPath) { try? data.set(value, at: path) }

  func set(_ value: Value, at path: String) throws {
    try data.set(value, at: path.isEmpty ? ContextPath(nodes: []) : try ContextPath(path))
  }

  /// Returns the bindings evaluated during a closure, in order.
  func evaluations(during body: () throws -> Void) rethrows -> [String] {
    evaluated = []
    try body()
    return evaluated
  }
}

extension ValuePath {
  /// The first key, as a path.
  fileprivate var root: ValuePath { ValuePath(keys: Array(keys.prefix(1))) }
}

@Suite("Bindings run when a value that they read changes")
struct BindingGraphTests {
  @Test(arguments: [
    ("a.b", ["data.a.b.c", "data.a.b", "data.a", "data"]),
    ("a", ["data.a.b.c", "data.a.c", "data.a.b", "data.a", "data"]),
    ("a.b.c", ["data.a.b.c", "data.a.b", "data.a", "data"]),
    ("a.c", ["data.a.c", "data.a", "data"]),
    ("a.d", ["data.a", "data"]),
    ("ab", ["data"]),
    ("list[1]", ["data", "data.list[1]", "data.list"]),
    ("list", ["data", "data.list[1]", "data.list[0]", "data.list"]),
    ("", ["data.a.b.c", "data.a.c", "data.a.b", "data.a", "data", "data.list[1]", "data.list[0]", "data.list"]),
  ])
  func `a write runs the readers of its path and of paths above and below, in order of creation`(
    path: String, expected: [String]
  ) throws {
    let screen = Observatory(["a": ["b": ["c": 1], "c": 2], "list": [1, 2]])
    for name in [
      "data.a.b.c", "data.a.c", "data.a.b", "data.a", "data", "data.list[1]", "data.list[0]", "data.list",
    ] {
      try screen.follow(name)
    }
    #expect(try screen.evaluations { try screen.set("new", at: path) } == expected)
  }

  @Test func `a binding runs once when it begins`() throws {
    let screen = Observatory(["a": 1])
    var shown: [Value] = []
    try screen.follow("data.a") { shown.append($0) }
    #expect(screen.evaluated == ["data.a"])
    #expect(shown == [1])
  }

  @Test(
    arguments: [
      ("a", 1), ("b", ["c": "text"]), ("b.c", "text"), ("list", [1, ["d": nil]]), ("list[1].d", nil), ("none", nil),
      ("none.at.all", nil), ("", ["a": 1, "b": ["c": "text"], "list": [1, ["d": nil]]]),
    ] as [(String, Value)])
  func `writing the present value notifies no observers`(path: String, value: Value) throws {
    let screen = Observatory(["a": 1, "b": ["c": "text"], "list": [1, ["d": nil]]])
    for name in ["data", "data.a", "data.b.c", "data.list", "data.none"] { try screen.follow(name) }
    #expect(try screen.evaluations { try screen.set(value, at: path) } == [])
  }

  @Test(arguments: [(1, true), (1, 1.0), (0, nil), ("", nil), ([1], [true])] as [(Value, Value)])
  func `a value that merely compares equal is a change`(before: Value, after: Value) throws {
    let screen = Observatory(["a": before])
    try screen.follow("data.a")
    #expect(try screen.evaluations { try screen.set(after, at: "a") } == ["data.a"])
  }

  @Test func `an unchanged result is not written again`() throws {
    let screen = Observatory(["a": ["b": 1, "c": 1]])
    var shown: [Value] = []
    let binding = Binding(
      name: "sum", paths: ["data.a"], scope: screen.scope,
      evaluate: { scope in
        let a = scope.value(at: "data.a")
        return .integer((a.value(at: "b").integer ?? 0) + (a.value(at: "c").integer ?? 0))
      }, write: { shown.append($0) })
    screen.graph.start(binding)
    screen.graph.batch {
      screen.write(2, at: ContextPath(nodes: [.key("a"), .key("b")]))
      screen.write(0, at: ContextPath(nodes: [.key("a"), .key("c")]))
    }
    #expect(shown == [2])
    screen.write(5, at: ContextPath(nodes: [.key("a"), .key("b")]))
    #expect(shown == [2, 5])
  }

  @Test func `several changes at once run a binding once`() throws {
    let screen = Observatory(["a": 1, "b": 2])
    try screen.follow("data.a", "data.b")
    let evaluated = screen.evaluations {
      screen.graph.batch {
        screen.write(3, at: ContextPath(nodes: [.key("a")]))
        screen.write(4, at: ContextPath(nodes: [.key("b")]))
      }
    }
    #expect(evaluated == ["data.a+data.b"])
  }

  @Test(arguments: [false, true])
  func `a chain settles in one pass, whatever the order of its links`(reversed: Bool) throws {
    let screen = Observatory(["a0": 0])
    let links = 0..<5
    for link in reversed ? Array(links.reversed()) : Array(links) {
      try screen.follow("data.a\(link)") { value in
        screen.write(value, at: ContextPath(nodes: [.key("a\(link + 1)")]))
      }
    }
    let evaluated = try screen.evaluations { try screen.set("new", at: "a0") }
    #expect(evaluated == links.map { "data.a\($0)" })
    #expect(screen.data.value.value(at: "a5") == "new")
    #expect(screen.reports == [])
  }

  @Test(arguments: [2, 8, 9, 50])
  func `a long chain is not a cycle, even if one binding reads all of it`(length: Int) throws {
    let screen = Observatory()
    var shown: Value = .null
    // Precedes the chain, as a headline precedes the content that it summarizes.
    try screen.follow("data") { shown = $0 }
    for link in 0..<length {
      try screen.follow("data.a\(link)") { value in
        screen.write(value, at: ContextPath(nodes: [.key("a\(link + 1)")]))
      }
    }
    try screen.set("new", at: "a0")
    #expect(screen.reports == [])
    #expect(shown.value(at: ValuePath("a\(length)")) == "new", "those who look at it see the end")
  }

  @Test(arguments: [1, 2, 3, 7, 300])
  func `a cycle ends with one report that names a binding of it, and the others continue`(length: Int) throws {
    let screen = Observatory(["other": 1])
    for link in 0..<length {
      try screen.follow("data.a\(link)") { value in
        guard let number = value.integer else { return }
        screen.write(.integer(number + 1), at: ContextPath(nodes: [.key("a\((link + 1) % length)")]))
      }
    }
    try screen.follow("data.other")
    #expect(screen.reports == [])
    try screen.set(0, at: "a0")
    #expect(screen.reports == ["data.a0 depends on itself and never settles"])
    #expect(screen.evaluated.count < 10 * length + 10)
    #expect(try screen.evaluations { try screen.set(2, at: "other") } == ["data.other"])
    #expect(screen.reports.count == 1)
  }

  @Test func `a long chain in the wrong order runs twice, and not once for each of its links`() throws {
    let screen = Observatory()
    let length = 500
    for link in (0..<length).reversed() {
      try screen.follow("data.a\(link)") { value in
        screen.write(value, at: ContextPath(nodes: [.key("a\(link + 1)")]))
      }
    }
    let evaluated = try screen.evaluations { try screen.set("new", at: "a0") }
    #expect(screen.data.value.value(at: ValuePath("a\(length)")) == "new")
    #expect(evaluated.count <= 2 * length)
    #expect(screen.reports == [])
  }

  @Test func `a cycle that settles is not reported`() throws {
    let screen = Observatory(["a": 0, "b": 0])
    for (from, to) in [("a", "b"), ("b", "a")] {
      try screen.follow("data.\(from)") { value in screen.write(value, at: ContextPath(nodes: [.key(to)])) }
    }
    try screen.set(5, at: "b")
    #expect(screen.data.value == ["a": 5, "b": 5])
    try screen.set(6, at: "a")
    #expect(screen.data.value == ["a": 6, "b": 6])
    #expect(screen.reports == [])
  }

  @Test(arguments: [false, true])
  func `a reader of a cycle is not reported, whatever its position`(first: Bool) throws {
    let screen = Observatory()
    if first { try screen.follow("data.a", "data.b") }
    for (from, to) in [("a", "b"), ("b", "a")] {
      try screen.follow("data.\(from)") { value in
        guard let number = value.integer else { return }
        screen.write(.integer(number + 1), at: ContextPath(nodes: [.key(to)]))
      }
    }
    if !first { try screen.follow("data.a", "data.b") }
    try screen.set(0, at: "a")
    #expect(screen.reports.count == 1)
    #expect(!screen.reports.contains { $0.hasPrefix("data.a+data.b") })
  }

  @Test func `a stopped binding does not run again, even if it was pending`() throws {
    let screen = Observatory(["a": 1])
    let stopped = try screen.follow("data.a")
    screen.graph.stop(stopped)
    #expect(try screen.evaluations { try screen.set(2, at: "a") } == [])

    let second = try screen.reader("data.b")
    try screen.follow("data.a") { _ in screen.graph.stop(second) }
    screen.graph.start(second)
    let evaluated = screen.evaluations {
      screen.graph.batch {
        screen.write(3, at: ContextPath(nodes: [.key("a")]))
        screen.write(3, at: ContextPath(nodes: [.key("b")]))
      }
    }
    #expect(evaluated == ["data.a"])
  }

  @Test func `a name that appears later is resolved`() throws {
    let screen = Observatory()
    var shown: [Value] = []
    try screen.follow("later.value") { shown.append($0) }
    #expect(shown == [nil])
    let later = Context(identifier: "later", value: ["value": 1], isWritable: true)
    screen.scope.add(later)
    #expect(shown == [nil], "nobody said so yet")
    screen.graph.namesDidChange()
    #expect(shown == [nil, 1])
    try later.set(2, at: ContextPath(nodes: [.key("value")]))
    #expect(shown == [nil, 1, 2])
    #expect(screen.evaluations { screen.graph.namesDidChange() } == [], "it waits for nothing any more")
  }

  @Test func `a name that appears but was not read runs nothing`() throws {
    let screen = Observatory(["a": 1])
    try screen.follow("data.a")
    let evaluated = screen.evaluations {
      screen.scope.add(Context(identifier: "other", value: 1))
      screen.graph.namesDidChange()
    }
    #expect(evaluated == [])
  }

  @Test func `one write runs one of a thousand readers of different keys`() throws {
    let keys = (0..<1000).map { "key\($0)" }
    let screen = Observatory(.dictionary(Dictionary(uniqueKeysWithValues: keys.map { ($0, .integer(0)) })))
    for key in keys { try screen.follow("data.\(key)") }
    #expect(screen.evaluated.count == 1000)
    for key in ["key0", "key500", "key999"] {
      #expect(try screen.evaluations { try screen.set(1, at: key) } == ["data.\(key)"])
    }
  }

  @Test func `data that has lost its readers can be written`() throws {
    let screen = Observatory(["a": 1])
    for _ in 0..<3 { screen.graph.stop(try screen.follow("data.a")) }
    try screen.set(2, at: "a")
    #expect(screen.data.value == ["a": 2])
    try screen.follow("data.a")
    #expect(try screen.evaluations { try screen.set(3, at: "a") } == ["data.a"])
  }

  @Test func `a binding to a view runs when the view changes, and only then is the view observed`() throws {
    let screen = BuiltScreen()
    let view = try screen.build(
      """
      {"type": "container", "children": [
        {"type": "textInput", "id": "field", "value": "a"}, {"type": "text", "id": "echo", "text": "@{field.value}!"},
        {"type": "text", "id": "alone", "text": "b"}]}
      """)
    let (field, echo, alone) = (view.children[0], view.children[1], view.children[2])
    #expect(echo.value == "a!")
    field.value = "c"
    #expect(echo.value == "c!")
    #expect(field.isObserved)
    #expect(!alone.isObserved)
  }

  @Test func `a closed subtree observes nothing`() throws {
    let screen = BuiltScreen()
    let context = Context(identifier: "global", value: ["a": 1], isWritable: true)
    screen.scope.add(context)
    let label = try screen.build(#"{"type": "text", "text": "@{global.a}"}"#)
    try context.set(2, at: ContextPath(nodes: [.key("a")]))
    #expect(label.value == "2")
    for subtree in screen.subtrees { subtree.close() }
    try context.set(3, at: ContextPath(nodes: [.key("a")]))
    #expect(label.value == "2")
  }

  /// A binding to a value that depends on the time, which counts how often it is evaluated at other times.
  private final class Clock {
    private(set) var looks = 0
    private(set) var now = Date(timeIntervalSinceReferenceDate: 700_000_000)
    private let graph = BindingGraph { _, _ in }

    init(_ value: @escaping (TimeInterval) -> Value) {
      let start = now
      graph.start(
        Binding(
          name: "time", paths: [], scope: Scope(),
          evaluate: { [unowned self] _ in value(self.now.timeIntervalSince(start)) },
          valueAt: { [unowned self] _, date in
            self.looks += 1
            return value(date.timeIntervalSince(start))
          }, write: { _ in }))
    }

    /// Waits for the next change, and returns how often the value was evaluated to know when that is.
    func advance() -> Int {
      let before = looks
      now = graph.nextChange(after: now) ?? now
      graph.timeDidPass(to: now)
      return looks - before
    }
  }

  @Test func `a value that time has not changed lately is evaluated by the minute, and still changes in its second`() {
    let clock = Clock { .bool($0 >= 4 * 3600 + 437) }
    let start = clock.now
    #expect(clock.advance() == 18)
    for _ in 1..<49 { #expect(clock.advance() == 6) }
    #expect(clock.now.timeIntervalSince(start) == 4 * 3600 + 300)
    _ = clock.advance()
    #expect(clock.now.timeIntervalSince(start) == 4 * 3600 + 437)
    #expect(clock.advance() == 18, "after a change it may be a clock")
  }

  @Test func `a value that changes each second is found each second`() {
    let clock = Clock { .integer(Int64($0)) }
    let start = clock.now
    for _ in 0..<90 { _ = clock.advance() }
    #expect(clock.now.timeIntervalSince(start) == 90)
  }
}
