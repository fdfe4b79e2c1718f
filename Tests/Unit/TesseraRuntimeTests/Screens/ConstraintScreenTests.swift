import Synchronization
import TesseraBundles
import TesseraLayout
import TesseraRuntime
import TesseraValues
import TesseraViews
import Testing

@Suite("Boxes that place their children by constraints")
struct ConstraintScreenTests {
  /// Creates a screen of 320 × 480 points whose view places its children by constraints.
  private func widget(
    _ constraints: [String], _ children: String, context: String = "{}", style: String = "{}",
    adapt: (inout RuntimeEnvironment) -> Void = { _ in }
  ) throws -> TestWidget {
    let list = constraints.map { "\"\($0)\"" }.joined(separator: ", ")
    let bundle = WidgetBundle(texts: [
      "widget.json": #"{"id": "org.example.test", "name": "Test"}"#,
      "screens/Main.json": """
      {"context": {"id": "state", "value": \(context)},
       "view": {"type": "container", "id": "box", "layout": "constraints", "style": \(style),
         "constraints": [\(list)], "children": [\(children)]}}
      """,
    ])
    return try TestWidget(WidgetDefinition(bundle: bundle), adapt: adapt)
  }

  private static let toggle = """
    , {"type": "button", "id": "toggle", "text": "Toggle", "style": {"width": 60, "height": 20},
       "onPress": {"type": "setContext", "path": "isOpen", "value": "@{!state.isOpen}"}}
    """

  @Test func `edges, sizes and centres of children follow each other`() async throws {
    let widget = try widget(
      [
        "icon.leading = margins.leading", "icon.centerY = centerY", "icon.size = 40",
        "title.leading = icon.trailing + 8", "title.trailing = margins.trailing", "title.centerY = icon.centerY",
      ], #"{"type": "container", "id": "icon"}, {"type": "text", "id": "title", "text": "Hello"}"#)
    #expect(widget.problems == [])
    let host = await widget.open()
    #expect(try await host.node("icon").frame == Rect(x: 8, y: 220, width: 40, height: 40))
    let title = try await host.node("title").frame
    #expect(title.x == 56)
    #expect(title.width == 320 - 56 - 8)
    #expect(title.y + title.height / 2 == 240)
  }

  @Test func `a number can be an expression, and its dependents move`() async throws {
    let widget = try widget(
      [
        "drawer.leading = leading", "drawer.top = top", "drawer.height = @{state.isOpen ? 200 : 50}",
        "toggle.top = drawer.bottom", "toggle.leading = drawer.leading",
      ], #"{"type": "container", "id": "drawer"}"# + Self.toggle, context: #"{"isOpen": false}"#)
    #expect(widget.problems == [])
    let host = await widget.open()
    #expect(try await host.node("toggle").frame == Rect(x: 0, y: 50, width: 60, height: 20))
    try await host.press("toggle")
    #expect(try await host.node("drawer").frame.height == 200)
    #expect(try await host.node("toggle").frame.y == 200)
    try await host.press("toggle")
    #expect(try await host.node("toggle").frame.y == 50)
  }

  @Test func `a child that is added later is bound by the constraints that name it`() async throws {
    let widget = try widget(
      ["button.leading = leading", "button.top = top", "late.top = button.bottom + 5", "late.leading = leading"],
      """
      {"type": "button", "id": "button", "text": "Add", "style": {"height": 20}, "onPress": {"type": "addChildren",
        "to": "box", "children": [{"type": "text", "id": "late", "text": "Late"}]}}
      """)
    #expect(widget.definition.diagnostics.map(\.rule) == ["unknown-child", "unknown-child"])
    let host = await widget.open()
    if await host.alert != nil { try await host.answerAlert() }
    try await host.press("button")
    #expect(try await host.node("late").frame.y == 25)
  }

  @Test(arguments: ["ltr", "rtl"])
  func `a row can place its children by constraints, in right-to-left layouts too`(direction: String) async throws {
    let widget = try TestWidget(
      screen: """
        {"onInit": {"type": "insert", "entity": "Item", "values": {"name": "A"}},
         "view": {"type": "table", "id": "table", "style": {"direction": "\(direction)"}, "cells": {"Cell": {
           "type": "container", "layout": "constraints", "id": "box",
           "constraints": ["a.leading = leading + 50", "a.top = top + 30", "bottom = a.bottom", "a.width = 20"],
           "children": [{"type": "text", "id": "a", "text": "A"}]}}},
         "objects": {
           "items": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Item"}},
           "rows": {"type": "TableDisplayController",
             "outlets": {"mainContentProvider": "items", "tableView": "table"}}}}
        """, model: #"{"entities": {"Item": {"attributes": {"name": "string"}}}}"#)
    let host = await widget.open()
    let label = try await host.node("a").frame
    #expect(label.x == (direction == "ltr" ? 50 : 320 - 70))
    #expect(label.y == 30)
  }

  @Test func `leading is on the right in a right-to-left box`() async throws {
    let widget = try widget(
      ["icon.leading = leading + 10", "icon.size = 40", "icon.top = top"], #"{"type": "container", "id": "icon"}"#,
      style: #"{"direction": "rtl"}"#)
    let host = await widget.open()
    #expect(try await host.node("icon").frame.x == 270)
  }

  @Test func `a box within flexbox is as large as its constraints need`() async throws {
    let widget = try TestWidget(
      view: """
        {"type": "container", "style": {"flexDirection": "row", "alignItems": "flex-start"}, "children": [
          {"type": "container", "id": "card", "layout": "constraints",
           "constraints": ["a.edges = margins.edges", "a.width = 100", "a.height = 30"],
           "children": [{"type": "container", "id": "a"}]}, {"type": "container", "id": "next", "style": {"width": 10}}]}
        """)
    #expect(widget.problems == [])
    let host = await widget.open()
    #expect(try await host.node("card").frame.size == Size(width: 116, height: 46))
    #expect(try await host.node("next").frame.x == 116)
  }

  @Test func `a contradiction is no alert, and the rest is laid out`() async throws {
    let lines = Mutex<[String]>([])
    let widget = try widget(
      ["a.width = 100", "a.width = 200", "a.top = top", "a.leading = leading", "a.height = 5"],
      #"{"type": "container", "id": "a"}"#
    ) { $0.log = { entry in if entry.level == .error { lines.withLock { $0.append(entry.message) } } } }
    let host = await widget.open()
    #expect(await host.alert == nil)
    #expect(lines.withLock { $0.map { $0.prefix(21) } } == ["'box': 'a.width = 200"])
    #expect(try await host.node("a").frame.width == 100)
  }

  @Test(arguments: [
    "a.width = height / @{2}", "a.width = 40 @ @{700}", "a.width = @{1} * width - @{2}", "@{'a.top = top'}",
    "a.width = height-8.5",
  ])
  func `expressions may stand for numbers, and for whole constraints`(constraint: String) throws {
    #expect(try widget([constraint], #"{"type": "text", "id": "a"}"#).problems == [])
  }

  @Test(arguments: [
    (#""layout": "constraints", "constraints": ["b.top = top"]"#, "unknown-child"),
    (#""layout": "constraints", "constraints": ["a.topp = top"]"#, "constraint"),
    (#""layout": "constraints", "constraints": ["a.top = top + @{1 + }"]"#, "template-syntax"),
    (#""layout": "constraints", "constraints": ["a.topp = top + @{1}"]"#, "constraint"),
    (#""layout": "constraints", "constraints": "a.top = top""#, "attribute-type"),
    (#""layout": "grid""#, "attribute-type"), (#""layout": "@{'flex'}""#, "expression-type"),
    (#""constraints": ["a.top = top"]"#, "unknown-attribute"),
    (#""layout": "flex", "constraints": ["a.top = top"]"#, "unknown-attribute"),
  ])
  func `the check reports invalid constraints`(attributes: String, rule: String) throws {
    let widget = try TestWidget(
      view: #"{"type": "container", \#(attributes), "children": [{"type": "text", "id": "a"}]}"#)
    #expect(widget.definition.diagnostics.map(\.rule) == [rule])
  }
}
