import Synchronization
import TesseraLayout
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

/// Screens that were written to do harm. Every attack must end, be reported, and leave a widget that works.
@Suite("Hostile screens", .timeLimit(.minutes(10)))
struct HostileScreenTests {
  /// A part of each screen that must keep working: a counter.
  private static let counter = [shown("alive", "@{count}"), doing("up", write("count", "count + 1"))].joined(
    separator: ",")

  private func widget(_ components: String..., contexts: String = "", more: String = "", isSound: Bool = true) throws
    -> TestWidget
  {
    try TestWidget(
      screen: """
        {"context": [{"id": "count", "value": 0}\(contexts.isEmpty ? "" : ", " + contexts)]\(more.isEmpty ? "" : ", " + more),
         "view": {"type": "container", "id": "root", "children": [\(([Self.counter] + components).joined(separator: ","))]}}
        """, isSound: isSound)
  }

  /// Dismisses all alerts, and verifies that the counter works.
  private func expectAlive(_ host: TestHost, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    for _ in 0..<10 where await host.alert != nil { try await host.answerAlert() }
    #expect(await host.alert == nil, sourceLocation: sourceLocation)
    let before = try await host.text("alive")
    try await host.press("up", 0)
    #expect(
      try await host.text("alive") == String((Int(before) ?? -1) + 1), "the widget lives",
      sourceLocation: sourceLocation)
  }

  @Test(arguments: [1, 2, 3, 10])
  func `expressions in a cycle end with one alert that names one of them`(length: Int) async throws {
    let labels = (0..<length).map { shown("l\($0)", "@{l\(($0 + 1) % length).text}x") }
    let host = try await widget(labels.joined(separator: ","), isSound: false).open()
    let alert = try #require(await host.alert)
    #expect(alert.hasPrefix("Error: 'text' of 'l"))
    #expect(alert.contains("depends on itself"))
    try await host.answerAlert()
    #expect(await host.alert == nil, "one alert for one circle")
    try await expectAlive(host)
  }

  @Test func `a reader of a cycle is not reported as part of it`() async throws {
    let host = try await widget(
      shown("reader", "@{a.text}@{b.text}"), shown("a", "@{b.text}x"), shown("b", "@{a.text}y"), isSound: false
    ).open()
    #expect(await host.alert?.contains("'reader'") == false)
    try await host.answerAlert()
    #expect(await host.alert == nil)
    try await expectAlive(host)
  }

  @Test(arguments: [5, 50])
  func `a long chain in the wrong order is not a cycle`(length: Int) async throws {
    let labels = (1...length).reversed().map { shown("l\($0)", "@{l\($0 - 1).text}x") }
    let host = try await widget(
      labels.joined(separator: ","), component("textInput", "field"), shown("l0", "@{field.value}")
    )
    .open()
    #expect(await host.alert == nil)
    try await host.type("a", into: "field")
    #expect(await host.alert == nil)
    #expect(try await host.text("l\(length)") == "a" + String(repeating: "x", count: length))
    try await expectAlive(host)
  }

  @Test func `a context and a field that write to each other end`() async throws {
    let host = try await widget(
      component("textInput", "field", #""value": "@{text}x", "onChange": \#(write("text", "onChange.value + 'y'"))"#),
      contexts: #"{"id": "text", "value": ""}"#
    ).open()
    try await host.type("a", into: "field")
    #expect(try await host.value("field") == "ayx", "what data writes is not what a person types")
    #expect(await host.alert == nil)
    try await expectAlive(host)
  }

  @Test(arguments: [
    (#"{"type": "push", "screen": "Main"}"#, "onInit"),
    (#"[{"type": "push", "screen": "Main"}, {"type": "pop"}]"#, "onInit"), (#"{"type": "pop"}"#, "onInit"),
    (#"[{"type": "pop"}, {"type": "dismiss"}, {"type": "push", "screen": "Main"}]"#, "onDisappear"),
    (#"{"type": "alert", "title": "@{count}"}"#, "onAppear"), (#"{"type": "refresh"}"#, "onInit"),
    (#"{"type": "setContext", "context": "count", "value": "@{count + 1}"}"#, "onInit"),
  ])
  func `actions that trigger each other through a form's submission, screens and alerts end`(
    action: String, event: String
  ) async throws {
    let host = try await widget(
      doing("open", #"{"type": "push", "screen": "Main"}"#), more: #""\#(event)": \#(action)"#
    ).open()
    #expect(await host.screens.count <= 32)
    for _ in 0..<10 where await host.alert != nil { try await host.answerAlert() }
    await host.send(.press(try await host.node("open").id))
    #expect(await (1...32).contains(host.screens.count))
    for _ in 0..<50 { await host.send(.back) }
    try await expectAlive(host)
  }

  @Test func `components that keep adding others when they are made end with a report`() async throws {
    // Each level adds the next. A document is finite, so a cycle requires a table that adds rows of its own kind.
    var nested = shown("last", "end")
    for level in 0..<25 {
      nested =
        #"{"type": "container", "id": "n\#(level)", "onInit": {"type": "addChildren", "to": "root", "children": [\#(nested)]}}"#
    }
    let host = try await widget(nested).open()
    #expect(try await host.text("last") == "end")
    try await expectAlive(host)
  }

  @Test func `a component that replaces its own parent while it is made ends`() async throws {
    let host = try await widget(
      #"{"type": "container", "id": "box", "onInit": {"type": "addChildren", "to": "box", "mode": "replace", "children": [\#(shown("inside", "in"))]}}"#,
      doing(
        "go",
        #"[{"type": "addChildren", "to": "root", "mode": "replace", "children": [\#(shown("instead", "instead"))]}]"#)
    ).open()
    #expect(try await host.text("inside") == "in")
    try await expectAlive(host)
    try await host.press("go")
    #expect(try await host.text("instead") == "instead")
    #expect(await host.nodes("inside").isEmpty)
    #expect(await host.alert == nil)
  }

  @Test func `pressing a button that adds components a thousand times makes at most a thousand components`()
    async throws
  {
    let host = try await widget(
      component("container", "box"),
      doing("add", #"{"type": "addChildren", "to": "box", "children": [\#(shown("new", "@{count}"))]}"#)
    ).open()
    let add = try await host.node("add").id
    for _ in 0..<1000 { await host.sendAtOnce(.press(add)) }
    #expect(try await host.node("box").children.count == 1000)
    try await expectAlive(host)
    #expect(await Set(host.texts("new")) == ["1"], "all of them follow")
  }

  @Test func `of a thousand toasts one is visible, and all disappear`() async throws {
    let widget = try widget(
      doing("go", "[" + (0..<20).map { #"{"type": "toast", "text": "\#($0)"}"# }.joined(separator: ",") + "]"))
    let host = await widget.open()
    let go = try await host.node("go").id
    for _ in 0..<50 { await host.sendAtOnce(.press(go)) }
    #expect(await host.texts("toast") == ["19"])
    await widget.clock.advance(by: .seconds(4))
    #expect(await host.texts("toast") == [])
    #expect(await host.presentation.pendingTimers == 0)
    try await expectAlive(host)
  }

  @Test func `of a hundred alerts a few are shown at a time`() async throws {
    let host = try await widget(
      doing("go", "[" + (0..<20).map { #"{"type": "alert", "title": "\#($0)"}"# }.joined(separator: ",") + "]")
    ).open()
    try await host.press("go")
    #expect(await host.tree.preorder().filter { $0.kind == .alert }.count <= 8)
    try await expectAlive(host)
  }

  @Test(arguments: [
    "text + text", "concat(text, text, text)", "text + text + text + text", "uppercase(text + text)",
  ])
  func `growing texts end at a maximum length, wherever they grow`(expression: String) async throws {
    let host = try await widget(
      shown("huge", "@{text}"), shown("length", "@{length(text)}"), doing("grow", write("text", expression)),
      contexts: #"{"id": "text", "value": "\#(String(repeating: "x", count: 1000))"}"#
    ).open()
    for _ in 0..<30 {
      try await host.press("grow")
      #expect(try await host.text("huge").utf8.count <= 1 << 20)
      #expect(Int(try await host.text("length")) ?? 0 <= 1 << 20)
    }
    try await expectAlive(host)
  }

  @Test(arguments: ["[data, data]", "union(data, data)", "insert(data, data)"])
  func `growing data ends at a maximum size`(expression: String) async throws {
    let host = try await widget(
      shown("text", "@{data}@{null}", #""style": {"maximumLines": 1}"#), doing("grow", write("data", expression)),
      contexts: #"{"id": "data", "value": [1, 2, 3]}"#
    ).open()
    for _ in 0..<40 {
      try await host.press("grow")
      #expect(try await host.text("text").utf8.count <= 1 << 20)
    }
    try await expectAlive(host)
  }

  @Test(arguments: ["a[9999][9999][9999]", "a[1000000000]", "[9999].b[9999]"])
  func `far-reaching paths write nothing large`(path: String) async throws {
    let host = try await widget(
      shown("first", "@{data.a.@count}"),
      doing("far", #"{"type": "setContext", "context": "data", "path": "@{'\#(path)'}", "value": 1}"#),
      contexts: #"{"id": "data", "value": {}}"#
    ).open()
    for _ in 0..<20 { await host.sendAtOnce(.press(try await host.node("far").id)) }
    try await expectAlive(host)
  }

  @Test func `ten thousand contexts are reported by the check, and the first ones work`() async throws {
    let contexts = (0..<10_000).map { #"{"id": "c\#($0)", "value": \#($0)}"# }.joined(separator: ", ")
    let widget = try widget(shown("first", "@{c0}-@{c500}"), contexts: contexts, isSound: false)
    #expect(widget.problems.map { $0.contains("[context-limit]") } == [true])
    let host = await widget.open()
    #expect(try await host.text("first") == "0-500")
    try await expectAlive(host)
  }

  @Test(arguments: [50, 300])
  func `too deeply nested actions are reported by the check, and those above run`(depth: Int) async throws {
    var action = write("count", "count + 1000")
    for _ in 0..<depth {
      action = #"{"type": "condition", "condition": true, "onTrue": [\#(write("count", "count + 1")), \#(action)]}"#
    }
    let widget = try widget(doing("go", action), isSound: false)
    #expect(widget.problems.count == 1)
    #expect(widget.problems.allSatisfy { $0.contains("[action-limit]") || $0.contains("[json-") })
    guard depth == 50 else { return }
    let host = await widget.open()
    try await host.press("go")
    #expect(try await host.text("alive") == "31")
    try await expectAlive(host)
  }

  @Test(arguments: [
    (shown("it", "@{nobody.at.all}"), "[unknown-identifier]"),
    (component("text", "it", #""hidden": "@{nobody}""#), "[unknown-identifier]"),
    (component("text", "it", #""style": {"width": "@{nobody}"}"#), "[unknown-identifier]"),
    (doing("it", #"{"type": "setContext", "context": "nobody", "value": 1}"#), "[unknown-context]"),
    (doing("it", #"{"type": "push", "screen": "Nowhere"}"#), "[unknown-screen]"),
    (doing("it", #"{"type": "addChildren", "to": "nobody", "children": []}"#), "[unknown-identifier]"),
    (doing("it", #"{"type": "focus", "id": "nobody"}"#), "[unknown-identifier]"),
    (doing("it", #"{"type": "scrollTo", "id": "nobody"}"#), "[unknown-identifier]"),
    (doing("it", #"{"type": "perform", "action": "nothing"}"#), "[unknown-action]"),
    (doing("it", #"{"type": "insert", "entity": "Nothing"}"#), "[unknown-entity]"),
    (doing("it", #"{"type": "explode"}"#), "[unknown-action]"),
    (shown("it", "@{nothing(1)}"), "[unknown-operation]"),
    (shown("it", "@{count | nothing}"), "[unknown-transformer]"),
    (shown("it", "@{options.nothing}"), "[unknown-option]"),
    (shown("it", "@{it.colour}"), "[unknown-property]"),
    (doing("it", #"{"type": "toast", "text": "@{onPress.value}"}"#), "[unknown-property]"),
    (
      component("textInput", "it", #""onChange": {"type": "toast", "text": "@{onChange.valu}"}"#),
      "[unknown-property]"
    ),
  ])
  func `unknown names are reported by the check, and the widget works without them`(component: String, rule: String)
    async throws
  {
    let widget = try widget(component, isSound: false)
    #expect(widget.problems.count == 1, "\(widget.problems)")
    #expect(widget.problems.allSatisfy { $0.contains(rule) })
    let host = await widget.open()
    try await expectAlive(host)
    try await host.press("it")
    for _ in 0..<3 where await host.screens.count > 1 { await host.send(.back) }
    try await expectAlive(host)
  }

  @Test(arguments: ["__proto__", "constructor", "self", "item", "0", "a b", ""])
  func `keys with a meaning elsewhere are plain keys`(key: String) async throws {
    let host = try await widget(
      shown("it", "@{data}@{null}"),
      doing("go", #"{"type": "setContext", "context": "data", "value": {"\#(key)": 1}}"#), contexts: #"{"id": "data"}"#
    ).open()
    try await host.press("go")
    #expect(try await host.text("it") == #"{"\#(key)":1}"#)
    try await expectAlive(host)
  }

  @Test func `forms that contain each other in all ways are visited a limited number of times`() async throws {
    let count = 40
    let forms = (0..<count).map { component("form", "form\($0)", #""name": "form\#($0)", "children": []"#) }
    let outlets = (0..<count).map { index in
      let later = ((index + 1)..<count).map { #""form\#($0)""# }.joined(separator: ",")
      return #""form\#(index)": {"outlets": {"optionalFields": [\#(later)]}}"#
    }
    let host = try await widget(
      forms.joined(separator: ","), shown("it", "@{form0.value}"),
      doing("go", #"{"type": "reset", "id": "form0"}"#),
      more: #""elements": {\#(outlets.joined(separator: ","))}"#, isSound: false
    ).open()
    try await host.press("go")
    try await expectAlive(host)
  }

  @Test(arguments: [0.0, 300])
  func `the environment says how much processor time the presentations of a widget have`(seconds: Double) async throws {
    let definition = try TestWidget(view: #"{"type": "text", "id": "it", "text": "There"}"#).definition
    let widget = try TestWidget(definition) {
      $0.workLimit = 10
      $0.workQuota = seconds
    }
    _ = await widget.open()
    let second = await widget.open()
    #expect(await second.nodes("it").isEmpty == (seconds == 0))
    let reasons = await second.presentation.problems
    #expect(reasons.contains { $0.contains("within a minute; the limit is 0.0 s") } == (seconds == 0), "\(reasons)")
  }

  @Test(arguments: [59.0, 61])
  func `work counts for a minute of the environment's time`(later seconds: Double) async throws {
    let time = Mutex(1000.0)
    let definition = try TestWidget(view: #"{"type": "text", "id": "it", "text": "There"}"#).definition
    let widget = try TestWidget(definition) {
      $0.workLimit = 10
      $0.workQuota = 0
      $0.workTime = { time.withLock(\.self) }
    }
    _ = await widget.open()
    time.withLock { $0 += seconds }
    #expect(await widget.open().nodes("it").isEmpty == (seconds < 60))
  }

  @Test func `a widget with more text than its budget is stopped with a message, and accepts no more input`()
    async throws
  {
    let long = String(repeating: "word ", count: 20_000)
    let labels = Array(repeating: component("text", "text", #""text": "@{data.text}""#), count: 200)
    let widget = try TestWidget(
      screen: """
        {"context": {"id": "data", "value": {"text": "\(long)"}},
         "view": {"type": "container", "children": [
           {"type": "button", "id": "go", "onPress": {"type": "setContext", "path": "text", "value": ""}},
           \(labels.joined(separator: ",").replacing(#""id": "text","#, with: ""))]}}
        """)
    let host = await widget.open()
    #expect(
      try await host.text("stopped") == "This widget was stopped because it shows 16 MB of text; the limit is 16 MB")
    #expect(await host.nodes("go").isEmpty)
    #expect(await host.presentation.problems.count == 1)
    // A new viewer triggers a new attempt.
    for await update in await host.presentation.updates() {
      guard case .tree(let tree, _) = update else { continue }
      #expect(tree.nodes.values.contains { $0.identifier == "stopped" })
      break
    }
    #expect(await host.presentation.problems.count == 1)
  }
}
