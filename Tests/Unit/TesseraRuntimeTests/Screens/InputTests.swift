import TesseraLayout
import TesseraRuntime
import TesseraValues
import TesseraViews
import Testing

@Suite("Inputs and their dependents")
struct InputTests {
  @Test(arguments: ["switch", "checkbox"])
  func `switches and checkboxes are toggled, fire events, and take part in forms`(type: String) async throws {
    let widget = try TestWidget(
      screen: """
        {"context": {"id": "state", "value": {"told": null, "sent": null}},
         "view": {"type": "form", "onSubmit": {"type": "setContext", "path": "sent", "value": "@{onSubmit.value}"},
           "children": [
             {"type": "\(type)", "id": "input", "name": "wanted",
              "onChange": {"type": "setContext", "path": "told", "value": "@{onChange.value}"}},
             {"type": "button", "id": "send", "text": "Send", "onPress": {"type": "submit"}},
             {"type": "text", "id": "label", "text": "@{input.value} @{state.told} @{state.sent}"}]}}
        """)
    let host = await widget.open()
    #expect(try await host.text("label") == "false  ")
    try await host.press("input")
    #expect(try await host.node("input")[.value] == true)
    try await host.press("send")
    #expect(try await host.text("label") == #"true true {"wanted":true}"#)
    try await host.press("input")
    #expect(try await host.node("input")[.value].isNull)
    #expect(try await host.text("label") == #"false false {"wanted":true}"#)
  }

  @Test func `a required checkbox must be checked`() async throws {
    let widget = try TestWidget(
      screen: """
        {"context": {"id": "state", "value": {"sent": "no"}},
         "view": {"type": "form", "onSubmit": {"type": "setContext", "path": "sent", "value": "yes"}, "children": [
           {"type": "checkbox", "id": "consent", "required": true},
           {"type": "button", "id": "send", "text": "Send", "onPress": {"type": "submit"}},
           {"type": "text", "id": "label", "text": "@{state.sent}"}]}}
        """)
    let host = await widget.open()
    try await host.press("send")
    #expect(try await host.text("label") == "no")
    try await host.press("consent")
    try await host.press("send")
    #expect(try await host.text("label") == "yes")
  }

  @Test func `a disabled switch stays unchanged`() async throws {
    let widget = try TestWidget(
      screen: #"{"view": {"type": "switch", "id": "input", "value": true, "disabled": true}}"#)
    let host = await widget.open()
    try await host.press("input")
    #expect(try await host.node("input")[.value] == true)
  }

  @Test func `a bound input follows a context both ways`() async throws {
    let widget = try TestWidget(
      screen: """
        {"context": {"id": "state", "value": {"name": "Ada", "flags": [false]}},
         "view": {"type": "container", "children": [
           {"type": "textInput", "id": "field", "bind": "state.name",
            "onChange": {"type": "setContext", "context": "global", "path": "typed", "value": "@{state.name}"}},
           {"type": "switch", "id": "flag", "bind": "state.flags[0]"},
           {"type": "text", "id": "label", "text": "@{state.name} @{state.flags[0]} @{global.typed}"},
           {"type": "button", "id": "clear", "text": "Clear",
            "onPress": {"type": "setContext", "path": "name", "value": ""}}]}}
        """)
    let host = await widget.open()
    #expect(try await host.value("field") == "Ada")
    try await host.type("Grace", into: "field")
    try await host.press("flag")
    #expect(try await host.text("label") == "Grace true Grace")
    try await host.press("clear")
    #expect(try await host.value("field") == "")
  }

  @Test func `an input in a row is bound to the row's object`() async throws {
    let widget = try TestWidget(
      screen: """
        {"onInit": {"type": "insert", "entity": "Todo", "values": {"title": "Milk"}},
         "view": {"type": "container", "children": [
           {"type": "table", "id": "table", "style": {"height": 100}, "cells": {"Cell": {"type": "container", "children": [
             {"type": "checkbox", "id": "done", "bind": "item.isDone"},
             {"type": "textInput", "id": "title", "bind": "item.title"}]}}},
           {"type": "text", "id": "label", "text": "@{todos.first.title} @{todos.first.isDone}"}]},
         "objects": {
           "todos": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Todo"}},
           "rows": {"type": "TableDisplayController",
             "outlets": {"mainContentProvider": "todos", "tableView": "table"}}}}
        """,
      model:
        #"{"entities": {"Todo": {"attributes": {"title": "string", "isDone": {"type": "boolean", "default": false}}}}}"#
    )
    let host = await widget.open()
    try await host.press("done")
    try await host.type("Bread", into: "title")
    #expect(try await host.text("label") == "Bread true")
  }

  @Test(arguments: [
    (#"{"type": "textInput", "bind": "nobody.name"}"#, ["unknown-context"]),
    (#"{"type": "textInput", "bind": "options.name"}"#, ["unknown-context"]),
    (#"{"type": "textInput", "bind": "item.name"}"#, ["unknown-context"]),
    (#"{"type": "textInput", "bind": "state..name"}"#, ["template-path"]),
    (#"{"type": "textInput", "bind": 5}"#, ["bind"]), (#"{"type": "text", "bind": "state.name"}"#, ["bind"]),
    (#"{"type": "textInput", "text": "a", "bind": "state.name"}"#, ["duplicate-binding"]),
    (#"{"type": "table", "cells": {"Cell": {"type": "textInput", "bind": "item"}}}"#, ["bind"]),
    (#"{"type": "textInput", "bind": "state"}"#, []), (#"{"type": "textInput", "bind": "global.name"}"#, []),
  ])
  func `the check reports invalid bindings`(view: String, rules: [String]) throws {
    let widget = try TestWidget(
      screen: #"{"context": {"id": "state", "value": null}, "view": \#(view)}"#, isSound: false)
    #expect(widget.definition.diagnostics.map(\.rule) == rules)
  }

  @Test func `progress is a bar of the available width, or a ring, and stays within its bounds`() async throws {
    let widget = try TestWidget(
      screen: """
        {"view": {"type": "container", "style": {"alignItems": "stretch"}, "children": [
          {"type": "progress", "id": "bar", "value": "@{1 / 4}"}, {"type": "progress", "id": "over", "value": 7},
          {"type": "progress", "id": "unknown"},
          {"type": "progress", "id": "ring", "shape": "ring", "value": 0.5, "style": {"alignSelf": "flex-start"}}]}}
        """)
    let host = await widget.open()
    #expect(try await host.node("bar")[.value] == 0.25)
    #expect(try await host.node("bar").frame.size == Size(width: 320, height: 6))
    #expect(try await host.node("over")[.value] == 1)
    #expect(try await host.node("unknown")[.value].isNull)
    #expect(try await host.node("ring").kind.name == "progressRing")
    #expect(try await host.node("ring").frame.size == Size(width: 32, height: 32))
  }

  @Test(arguments: ["row", "column"])
  func `dividers lie across the direction, and spacers push apart`(direction: String) async throws {
    let widget = try TestWidget(
      screen: """
        {"view": {"type": "container", "style": {"flexDirection": "\(direction)", "width": 100, "height": 100}, "children": [
          {"type": "container", "style": {"width": 20, "height": 20}}, {"type": "divider", "id": "divider"},
          {"type": "spacer", "id": "spacer"}, {"type": "container", "id": "last", "style": {"width": 20, "height": 20}}]}}
        """)
    let host = await widget.open()
    let isRow = direction == "row"
    let line = Size(width: isRow ? 1 : 100, height: isRow ? 100 : 1)
    #expect(try await host.node("divider").frame.size == line)
    #expect(try await host.node("last").frame.origin == Point(x: isRow ? 80 : 0, y: isRow ? 0 : 80))
  }
}
