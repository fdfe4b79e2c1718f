import TesseraData
import TesseraLayout
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

@Suite("Navigation")
struct NavigationTests {
  private func widget(detailElements: String = "", onDetail: String = "{}") throws -> TestWidget {
    let table = """
      {"type": "table", "id": "table", "style": {"height": 200}, "cells": {"Cell": {"type": "container", "id": "row",
       "style": {"height": 40}, "onPress": {"type": "push", "screen": "Detail"}, "children": [
         {"type": "button", "id": "rowButton", "onPress": {"type": "present", "screen": "Detail"}}]}}}
      """
    let detail = """
      {"navigationItem": {"title": "Detail"}, "view": \(container(
        label("detail"), component("textInput", "field"),
        component("button", "back", #""onPress": {"type": "pop"}"#),
        component("button", "close", #""onPress": {"type": "dismiss"}"#),
        component("button", "deeper", #""onPress": {"type": "push", "screen": "Detail"}"#))),
       "elements": {"detail": {"bindings": [{"from": "content.name", "placeholder": "none"}]}\(detailElements)}}
      """
    let widget = try TestWidget(
      view: container(
        component("button", "push", #""onPress": {"type": "push", "screen": "Detail"}"#),
        component("button", "present", #""onPress": {"type": "present", "screen": "Detail"}"#),
        component("button", "alert", #""onPress": [{"type": "alert", "title": "Hi", "message": "There"}]"#), table),
      objects: tableObjects(), screens: ["Detail": detail], model: itemModel)
    #expect(widget.problems.isEmpty, "\(widget.problems)")
    _ = try widget.instance.store.insert("Item", ["identifier": 1, "name": "One"])
    _ = try widget.instance.store.insert("Item", ["identifier": 2, "name": "Two"])
    return widget
  }

  @Test func `a row passes its item to the screen that it pushes, and a button in a row to the one it presents`()
    async throws
  {
    let host = try await widget().open()
    try await host.press("row", 1)
    #expect(await host.screens == ["Main", "Detail"])
    #expect(try await host.text("detail") == "Two")
    try await host.press("backButton")
    #expect(await host.screens == ["Main"])
    try await host.press("rowButton", 0)
    #expect(try await host.text("detail") == "One")
    try await host.press("push")
    #expect(await host.screens == ["Main", "Detail"], "the button is covered by the screen that was presented")
  }

  @Test func `a screen that does not derive its content gets none`() async throws {
    let host = try await widget(detailElements: #", "@self": {"attrs": {"deriveSegueContent": false}}"#).open()
    try await host.press("row", 1)
    #expect(try await host.text("detail") == "none")
  }

  @Test func `screens are closed by pop, by dismiss and by going back`() async throws {
    let host = try await widget().open()
    try await host.press("push")
    try await host.press("deeper")
    #expect(await host.screens == ["Main", "Detail", "Detail"])
    await host.send(.back)
    #expect(await host.screens == ["Main", "Detail"])
    try await host.press("back")
    #expect(await host.screens == ["Main"])
    await host.send(.back)
    #expect(await host.screens == ["Main"], "the first screen stays")
    try await host.press("present")
    try await host.press("deeper")
    try await host.press("close")
    #expect(await host.screens == ["Main"], "what was presented goes with all that was pushed on it")
    try await host.press("present")
    try await host.press("back")
    #expect(await host.screens == ["Main"], "to leave the first screen of a stack leaves the stack")
  }

  @Test(arguments: ["push", "present"])
  func `a screen closes itself by its property dismissed, pushed or presented`(way: String) async throws {
    let host = try await widget(
      detailElements: #", "@self": {"bindings": [{"to": "wx_dismissed", "predicateFormat": "field.value == 'done'"}]}"#
    ).open()
    try await host.press(way)
    try await host.press("deeper")
    await host.send(.back)
    try await host.type("not yet", into: "field")
    #expect(await host.screens == ["Main", "Detail"])
    try await host.type("done", into: "field")
    #expect(await host.screens == ["Main"])
    #expect(try await host.rows() == 2)
  }

  @Test func `a screen that closes itself at once is never shown, and the first screen cannot be closed`() async throws
  {
    let host = try await widget(
      detailElements: #", "@self": {"bindings": [{"to": "dismissed", "predicateFormat": "TRUEPREDICATE"}]}"#
    ).open()
    for way in ["push", "present"] {
      try await host.press(way)
      #expect(await host.screens == ["Main"])
    }
    let own = try TestWidget(
      view: container(label("label")),
      elements: #"{"@self": {"bindings": [{"to": "dismissed", "predicateFormat": "TRUEPREDICATE"}]}}"#)
    #expect(await own.open().screens == ["Main"])
  }

  @Test(arguments: [
    (#"{"title": "All"}"#, "‹ Back", "Back"),
    (#"{"title": "All", "backTitle": "Everything"}"#, "‹ Everything", "Everything"),
    (#"{"backTitle": "@{state.count} posts"}"#, "‹ 3 posts", "3 posts"), (#"{"backTitle": " "}"#, "‹", "Back"),
    (#"{"backTitle": ""}"#, "‹ Back", "Back"),
  ])
  func `the back button says what the screen below says, else 'Back'`(item: String, text: String, label: String)
    async throws
  {
    let widget = try TestWidget(files: [
      "widget.json": #"{"id": "org.example.test", "name": "Test"}"#,
      "screens/Main.json": """
      {"context": {"id": "state", "value": {"count": 3}}, "navigationItem": \(item),
       "view": {"type": "button", "id": "push", "onPress": {"type": "push", "screen": "Detail"}}}
      """,
      "screens/Detail.json": """
      {"navigationItem": {"title": "Detail", "backTitle": "Not this"}, "view": {"type": "container"}}
      """,
    ])
    #expect(widget.problems == [])
    let host = await widget.open()
    try await host.press("push")
    #expect(try await host.text("backButton") == text)
    #expect(try await host.node("backButton")[.accessibilityLabel].string == label)
  }

  @Test func `an alert covers everything until it is answered`() async throws {
    let host = try await widget().open()
    try await host.press("alert")
    #expect(await host.alert == "Hi: There")
    try await host.press("push")
    await host.send(.back)
    #expect(await host.screens == ["Main"])
    try await host.press("alert")
    #expect(await host.tree.preorder().filter { $0.kind == .alert }.count == 1)
    try await host.answerAlert()
    #expect(await host.alert == nil)
    try await host.press("push")
    #expect(await host.screens == ["Main", "Detail"])
  }

  @Test func `scrolling and typing in flight when an alert opens are not lost`() async throws {
    let widget = try TestWidget(
      view: container(
        component("textInput", "field"), component("button", "alert", #""onPress": {"type": "alert", "title": "Hi"}"#),
        itemTable), objects: tableObjects(), model: itemModel)
    for number in 1...100 { _ = try widget.instance.store.insert("Item", ["identifier": .integer(Int64(number))]) }
    let host = await widget.open()
    let (field, table) = (try await host.node("field").id, try await host.node("table").id)
    try await host.press("alert")
    await host.send(.input(field, text: "typed"), .scroll(table, offset: 2000))
    #expect(try await host.value("field") == "typed")
    #expect(try await host.node("table")[.scrollOffset] == 2000)
  }

  @Test func `the number of stacked screens is limited`() async throws {
    let host = try await widget().open()
    try await host.press("push")
    for _ in 0..<50 { try await host.press("deeper") }
    #expect(await host.screens.count == 32)
    for _ in 0..<50 { await host.send(.back) }
    #expect(await host.screens == ["Main"])
  }

  @Test func `a screen returns as it was left`() async throws {
    let widget = try TestWidget(
      view: container(
        component("textInput", "field"),
        component("button", "push", #""onPress": {"type": "push", "screen": "Detail"}"#),
        itemTable), objects: tableObjects(), screens: ["Detail": #"{"view": {"type": "text"}}"#], model: itemModel)
    for number in 1...100 { _ = try widget.instance.store.insert("Item", ["identifier": .integer(Int64(number))]) }
    let host = await widget.open()
    try await host.type("typed", into: "field")
    await host.send(.scroll(try await host.node("table").id, offset: 2000))
    let before = await host.tree
    try await host.press("push")
    _ = try widget.instance.store.insert("Item", ["identifier": 0])
    await widget.clock.settle()
    await host.send(.back)
    #expect(try await host.value("field") == "typed")
    #expect(try await host.rows() == 101)
    let row = before.preorder().first { $0.kind == .cell && $0[.rowIndex] == 50 }
    #expect(await host.tree.preorder().first { $0.kind == .cell && $0[.rowIndex] == 51 }?.id == row?.id)
  }
}
