import TesseraRuntime
import TesseraValues
import Testing

@Suite("Static checks of documents")
struct DocumentCheckTests {
  private static let model = """
    {"entities": {"Item": {"identityAttribute": "code", "attributes": {"code": "string", "count": "integer",
      "due": "date", "done": "boolean"}}}}
    """

  /// Returns a screen with a table whose rows have a label `rowLabel`, and a button next to it.
  private static func screen(press: String = "[]", text: String = "\"\"", elements: String = "{}", objects: String = "")
    -> String
  {
    """
    {"context": {"id": "state", "value": {}},
     "view": {"type": "container", "children": [
       {"type": "table", "id": "table", "cells": {"Cell": {"type": "text", "id": "rowLabel", "text": "@{item.code}"}}},
       {"type": "text", "id": "label", "text": \(text)}, {"type": "button", "id": "button", "onPress": \(press)}]},
     "objects": {"items": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Item"}}\(objects)},
     "elements": \(elements)}
    """
  }

  @Test(arguments: [
    (#"{"code": "a", "count": 1, "due": "2026-03-01T12:00:00Z", "done": true}"#, []),
    (#"{"code": "@{state.code}", "count": "@{1 + 1}", "due": "@{now()}", "due ": null}"#, ["unknown-property"]),
    (#"{"cod": "a"}"#, ["unknown-property"]), (#"{"count": "many"}"#, ["attribute-type"]),
    (#"{"due": "tomorrow"}"#, ["attribute-type"]), (#"{"due": "2026-03-01"}"#, []),
    (#"{"due": "2026-03-01 nonsense"}"#, ["attribute-type"]), (#"{"due": "2026-03-01T12:00:00.500Z"}"#, []),
    (#"{"due": "2026-03-01T12:00:00+01:00"}"#, []),
    (#"{"done": "yes"}"#, ["attribute-type"]), (#"{"done": 1}"#, []),
  ])
  func `the values of an insert are checked against its entity`(values: String, rules: [String]) throws {
    let widget = try TestWidget(
      screen: Self.screen(press: #"{"type": "insert", "entity": "Item", "values": \#(values)}"#), model: Self.model,
      isSound: false)
    #expect(widget.definition.diagnostics.map(\.rule) == rules)
  }

  @Test(arguments: [
    (Self.screen(text: #""@{rowLabel.text}""#), ["unknown-identifier"]),
    (Self.screen(text: #""@{label.hidden}""#), []),
    (
      Self.screen(
        text: #""@{state.a}""#,
        elements: #"{"label": {"bindings": [{"to": "text", "from": "state.b"}]}}"#), ["duplicate-binding"]
    ),
    (Self.screen(text: "\"a\"", elements: #"{"label": {"bindings": [{"to": "text", "from": "state.b"}]}}"#), []),
  ])
  func `names in rows are valid in rows only, and a property has an expression or a binding`(
    screen: String, rules: [String]
  ) throws {
    let widget = try TestWidget(screen: screen, model: Self.model, isSound: false)
    #expect(widget.definition.diagnostics.map(\.rule) == rules)
  }

  @Test(arguments: [
    #"{"type": "ManagedObjectsProvider"}"#, #"{"type": "TableDisplayController"}"#,
    #"{"type": "TableDisplayController", "outlets": {"mainContentProvider": "items"}}"#,
    #"{"type": "TableDisplayController", "outlets": {"tableView": "table"}}"#,
  ])
  func `objects without effect are reported`(object: String) throws {
    let widget = try TestWidget(
      screen: Self.screen(objects: #", "thing": \#(object)"#), model: Self.model, isSound: false)
    #expect(Set(widget.definition.diagnostics.map(\.rule)) == ["missing-attribute"])
  }

  @Test(arguments: [("a_1", true), ("größe", true), ("a.b", false), ("a b", false), ("1a", false), ("a-b", false)])
  func `a context has a name that expressions can read`(name: String, isGood: Bool) throws {
    let widget = try TestWidget(
      screen: #"{"context": {"id": "\#(name)", "value": 1}, "view": {"type": "text"}}"#, isSound: false)
    #expect(widget.definition.diagnostics.map(\.rule) == (isGood ? [] : ["context-name"]))
  }

  @Test(arguments: [
    (#"{"type": "image", "url": "https://a.example.org/x.png"}"#, []),
    (#"{"type": "image", "url": "https://b.example.org/x.png"}"#, ["host-not-allowed"]),
    (#"{"type": "image", "value": "https://b.example.org/x.png"}"#, ["host-not-allowed"]),
    (#"{"type": "image", "url": "https://@{state}.example.org/x.png"}"#, []),
    (#"{"type": "button", "onPress": {"type": "request", "url": "https://b.example.org"}}"#, ["host-not-allowed"]),
    (#"{"type": "button", "onPress": {"type": "request", "url": "b.example.org"}}"#, ["address"]),
    (#"{"type": "button", "onPress": {"type": "push", "url": "https://a.example.org/s"}}"#, []),
    (
      #"{"type": "button", "onPress": {"type": "push", "url": "https://b.example.org/@{state}"}}"#,
      ["host-not-allowed"]
    ),
    (#"{"type": "button", "onPress": {"type": "push", "to": "https://a.example.org/s"}}"#, ["unknown-attribute"]),
  ])
  func `addresses lead to hosts in the manifest`(view: String, rules: [String]) throws {
    let widget = try TestWidget(
      screen: #"{"context": {"id": "state", "value": "a"}, "view": \#(view)}"#, hosts: #"["a.example.org"]"#,
      isSound: false)
    #expect(widget.definition.diagnostics.map(\.rule) == rules)
  }

  @Test(
    arguments: [
      (#"{"type": "icon", "value": "hart"}"#, ["unknown-icon"], "did you mean 'cart'?"),
      (#"{"type": "icon", "value": "heart", "size": 12}"#, [], nil),
      (#"{"type": "button", "icon": "plsu"}"#, ["unknown-icon"], "did you mean 'plus'?"),
      (#"{"type": "text", "style": {"backgroundGradient": {"colors": ["accent"]}}}"#, ["style-type"], nil),
      (
        #"{"type": "text", "style": {"backgroundGradient": {"colors": ["accent", "gren"], "angle": 1}}}"#,
        ["style-value"], nil
      ),
      (
        ##"{"type": "text", "style": {"backgroundGradient": {"colors": ["#fff", "#000"], "turn": 1}}}"##,
        ["unknown-style"], nil
      ),
      (#"{"type": "text", "style": {"textDecoration": "strike"}}"#, ["style-value"], nil),
      (#"{"type": "checkbox", "bind": "state", "text": "Terms"}"#, [], nil),
      (#"{"type": "textInput", "bind": "state", "text": "Terms"}"#, ["duplicate-binding"], "Remove one of them"),
    ] as [(String, [String], String?)])
  func `icon names and gradient colours are checked`(view: String, rules: [String], fix: String?) throws {
    let widget = try TestWidget(
      screen: #"{"context": {"id": "state", "value": "a"}, "view": \#(view)}"#, isSound: false)
    #expect(widget.definition.diagnostics.map(\.rule) == rules)
    if let fix { #expect(widget.definition.diagnostics.first?.fix == fix) }
  }

  @Test func `an insert with a known identity updates its object, and dates may be text`() async throws {
    let widget = try TestWidget(
      screen: Self.screen(
        press: """
          [{"type": "insert", "entity": "Item", "values": {"code": "a", "count": 1, "due": "2018-06-21"}},
           {"type": "insert", "entity": "Item", "values": {"code": "a", "done": true}},
           {"type": "insert", "entity": "Item", "values": {"code": "b", "due": "@{now()}"}},
           {"type": "insert", "entity": "Item", "values": {"count": 5}},
           {"type": "insert", "entity": "Item", "values": {"count": 6}}]
          """,
        text: #""@{items.totalCount}: @{items.first.count} @{items.first.done} @{items.first.due | date: 'd.M.'}""#),
      model: Self.model)
    let host = await widget.open()
    try await host.press("button")
    #expect(try await host.text("label") == "4: 1 true 21.6.")
  }
}

@Suite("Values that a service sets")
struct ServiceModelCheckTests {
  @Test func `A property that an entity does not have is reported with a suggestion`() throws {
    let service = stubService(
      #""load": {"path": "/a", "resultType": "[Item]", "set": {"name": "x", "groupTitel": "y"}, "response": []}"#)
    let widget = try TestWidget(view: label("one"), model: itemModel, service: service)
    #expect(widget.problems.count == 1)
    #expect(widget.problems[0].contains("'Item' has no property 'groupTitel'; did you mean 'groupTitle'?"))
  }

  @Test func `A type may have a module's name as a prefix`() throws {
    let widget = try TestWidget(
      view: label("one"), objects: #"{"items": {"type": "WidgetKit.BaseContentProvider", "attrs": {"items": [1]}}}"#)
    #expect(widget.problems == [])
  }
}
