import TesseraData
import TesseraLayout
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

/// Returns an action that appends a word and a space to `global.log`, which outlives screens.
private func remember(_ word: String) -> String {
  #"{"type": "setContext", "context": "global", "path": "log", "value": "@{global.log + '\#(word) '}"}"#
}

/// Returns handlers for `onInit`, `onAppear` and `onDisappear` that record the life cycle of a component.
private func living(_ name: String) -> String {
  ["Init", "Appear", "Disappear"].map { #""on\#($0)": \#(remember("\(name).\($0.lowercased())"))"# }
    .joined(separator: ", ")
}

@Suite("Events")
struct EventTests {
  /// Creates a screen with one component that records an event and its data.
  private func widget(_ component: String, _ more: String...) throws -> TestWidget {
    try TestWidget(
      screen: """
        {"context": [{"id": "log", "value": ""}, {"id": "data"}],
         "view": {"type": "container", "children": [
           \(([shown("log1", "@{log}"), shown("data1", "@{data}"), component] + more).joined(separator: ","))]}}
        """)
  }

  /// Returns a handler that records an event.
  private func heard(_ event: String) -> String {
    #""\#(event)": [\#(note(event)), \#(write("data", event))]"#
  }

  struct Example: Sendable, CustomTestStringConvertible {
    var type: String
    var event: String
    var more = ""
    var carried = "{}"
    var send: @Sendable (ViewID) -> [ViewEvent]
    var testDescription: String { "\(event) of \(type)" }
  }

  @Test(arguments: [
    Example(type: "button", event: "onPress") { [.press($0)] },
    Example(type: "container", event: "onPress") { [.press($0)] },
    Example(type: "text", event: "onPress") { [.press($0)] },
    Example(type: "image", event: "onPress") { [.press($0)] },
    Example(type: "button", event: "onLongPress") { [.longPress($0)] },
    Example(type: "text", event: "onLongPress") { [.longPress($0)] },
    Example(type: "textInput", event: "onChange", carried: #"{"value":"ab"}"#) { [.input($0, text: "a\nb")] },
    Example(type: "textInput", event: "onChange", carried: #"{"value":""}"#) { [.input($0, text: "")] },
    Example(type: "textArea", event: "onChange", carried: #"{"value":"a\nb"}"#) { [.input($0, text: "a\nb")] },
    Example(type: "searchBar", event: "onChange", carried: #"{"value":"a"}"#) { [.input($0, text: "a")] },
    Example(type: "textInput", event: "onSubmit", more: #""value": "v""#, carried: #"{"value":"v"}"#) {
      [.submit($0)]
    },
    Example(type: "searchBar", event: "onSubmit", carried: #"{"value":"q"}"#) {
      [.input($0, text: "q"), .submit($0)]
    },
    Example(type: "textInput", event: "onFocus", more: #""value": "v""#, carried: #"{"value":"v"}"#) { [.focus($0)] },
    Example(type: "textArea", event: "onBlur", carried: #"{"value":"t"}"#) { [.input($0, text: "t"), .blur($0)] },
    Example(type: "table", event: "onRefresh") { [.refresh($0)] },
    Example(type: "table", event: "onScroll", carried: #"{"offset":3}"#) { [.scroll($0, offset: 3)] },
    Example(type: "scroll", event: "onScroll", carried: #"{"offset":2.5}"#) { [.scroll($0, offset: 2.5)] },
    Example(type: "scroll", event: "onScroll", carried: #"{"offset":0}"#) { [.scroll($0, offset: -2)] },
    Example(type: "table", event: "onScrollEnd", carried: #"{"offset":3}"#) { [.scroll($0, offset: 3)] },
  ])
  func `each event runs its actions once, which read its details by its name`(example: Example) async throws {
    let more = example.more.isEmpty ? "" : ", " + example.more
    let host = try await widget(component(example.type, "it", heard(example.event) + more)).open()
    for event in example.send(try await host.node("it").id) { await host.send(event) }
    #expect(try await host.text("log1") == "\(example.event) ")
    #expect(try await host.text("data1") == example.carried)
  }

  @Test(
    arguments: [#""disabled": true"#, #""hidden": true"#],
    ["onPress", "onLongPress", "onChange", "onSubmit", "onRefresh"])
  func `disabled and hidden views receive no events`(state: String, event: String) async throws {
    let type = ["onChange": "textInput", "onSubmit": "textInput", "onRefresh": "table"][event] ?? "button"
    let host = try await widget(component(type, "it", heard(event) + ", " + state)).open()
    let id = try await host.node("it").id
    await host.send(.press(id), .longPress(id), .input(id, text: "a"), .submit(id), .refresh(id))
    #expect(try await host.text("log1") == "")
  }

  @Test func `the end of the content is reported when less than half of the visible height remains below`() async throws
  {
    let tall = #"{"type": "container", "style": {"height": 300, "flexShrink": 0}}"#
    let host = try await widget(
      component("scroll", "it", heard("onScrollEnd") + #", "style": {"height": 100}, "children": [\#(tall)]"#)
    ).open()
    let id = try await host.node("it").id
    for (offset, expected) in [(0.0, ""), (150, ""), (151, "onScrollEnd "), (100, "onScrollEnd ")] {
      await host.send(.scroll(id, offset: offset))
      #expect(try await host.text("log1") == expected, "at \(offset)")
    }
  }

  @Test func `a field writes typed text through its actions, and shows the result`() async throws {
    let host = try await widget(
      component("textInput", "it", #""text": "@{data}", "onChange": \#(write("data", "onChange.value | uppercase"))"#),
      doing("clear", #"{"type": "setContext", "context": "data"}"#)
    ).open()
    try await host.type("abc", into: "it")
    #expect(try await host.text("data1") == "ABC")
    #expect(try await host.value("it") == "ABC")
    try await host.press("clear")
    #expect(try await host.value("it") == "")
  }

  @Test func `an event stays with its component: neither its parent nor its siblings receive it`() async throws {
    let host = try await widget(
      component("container", "outer", #""onPress": \#(note("outer")), "children": [\#(doing("inner", note("inner")))]"#)
    ).open()
    try await host.press("inner")
    #expect(try await host.text("log1") == "inner ")
    try await host.press("outer")
    #expect(try await host.text("log1") == "inner outer ")
  }

  @Test func `an event's details are visible to all its actions, with those of the actions between`() async throws {
    let host = try await widget(
      component(
        "textInput", "it",
        """
        "onSubmit": {"type": "condition", "condition": "@{onSubmit.value == 'x'}", "onTrue": {"type": "condition",
          "condition": false, "onFalse": \(write("data", "[onSubmit.value, onTrue, onFalse]"))}}
        """)
    ).open()
    try await host.type("x", into: "it")
    await host.send(.submit(try await host.node("it").id))
    #expect(try await host.text("data1") == #"["x",{},{}]"#)
  }

  // MARK: Life cycle of screens

  private static let child = #"{"type": "container", \#(living("child")), "children": []}"#

  /// Creates a main screen and a detail screen that record their life cycles.
  private func lives(detail: String = container(), pushing: String = #"{"type": "push", "screen": "Detail"}"#) throws
    -> TestWidget
  {
    try TestWidget(
      screen: """
        {\(living("main")), "view": \(container(
          shown("log", "@{global.log}"), Self.child, doing("go", pushing),
          doing("clear", #"{"type": "setContext", "context": "global", "path": "log", "value": ""}"#)))}
        """,
      screens: ["Detail": #"{\#(living("detail")), "view": \#(detail)}"#])
  }

  @Test func `a screen and its components are initialized once, and then appear`() async throws {
    let host = try await lives().open()
    #expect(try await host.text("log") == "main.init child.init main.appear child.appear ")
  }

  @Test(arguments: ["push", "present"], ["back", "action"])
  func `a covered screen disappears before the other one is initialized, and reappears when that one closes`(
    way: String, leaving: String
  ) async throws {
    let action = way == "push" ? "pop" : "dismiss"
    let host = try await lives(
      detail: container(doing("leave", #"{"type": "\#(action)"}"#)),
      pushing: #"{"type": "\#(way)", "screen": "Detail"}"#
    ).open()
    try await host.press("clear")
    try await host.press("go")
    if leaving == "back" { await host.send(.back) } else { try await host.press("leave") }
    #expect(
      try await host.text("log")
        == """
        main.disappear child.disappear detail.init detail.appear detail.disappear main.appear child.appear\u{20}
        """)
  }

  @Test func `a second opening is initialized again, and a covered screen is not`() async throws {
    let host = try await lives().open()
    for _ in 0..<3 {
      try await host.press("go")
      await host.send(.back)
    }
    let words = try await host.text("log").split(separator: " ")
    #expect(words.count { $0 == "main.init" } == 1)
    #expect(words.count { $0 == "child.init" } == 1)
    #expect(words.count { $0 == "detail.init" } == 3)
    #expect(words.count { $0 == "main.appear" } == 4)
  }

  @Test func `the changes of a screen's onInit are in its first view`() async throws {
    let widget = try TestWidget(
      screen: """
        {"context": {"id": "n", "value": 1}, "onInit": \(write("n", "n + 1")),
         "view": \(container(shown("label", "@{n}"), component("container", "box", #""onInit": \#(write("n", "n * 10"))"#)))}
        """)
    #expect(try await widget.open().text("label") == "20")
  }

  @Test func `rows and added components receive onInit and onAppear, each for itself`() async throws {
    let widget = try TestWidget(
      screen: """
        {"context": {"id": "log", "value": ""}, "view": \(container(shown("label", "@{log}"), """
          {"type": "table", "id": "table", "cells": {"Cell": {"type": "container", "style": {"height": 40},
            "onInit": \(write("log", "log + 'i' + item.name")), "onAppear": \(write("log", "log + 'a' + item.name"))}}}
          """)), "objects": \(tableObjects())}
        """, model: itemModel)
    for number in 1...2 {
      _ = try widget.instance.store.insert(
        "Item", ["identifier": .integer(Int64(number)), "name": .string("\(number)")])
    }
    let host = await widget.open()
    #expect(try await host.text("label") == "i1a1i2a2")
    _ = try widget.instance.store.insert("Item", ["identifier": 3, "name": "3"])
    await widget.clock.settle()
    #expect(try await host.text("label") == "i1a1i2a2i3a3")
  }

  // MARK: Order

  @Test func `a controller that observes a button runs before the document's own actions`() async throws {
    let form = """
      {"view": {"type": "form", "id": "form", "children": [
         \(component("textInput", "name", #""value": "@{draft}""#)),
         \(doing("send", #"[{"type": "setContext", "context": "draft", "value": ""}, {"type": "dismiss"}]"#))]},
       "context": {"id": "draft", "value": "typed"},
       "objects": {"c": {"type": "ButtonActionController", "attrs": {"actionName": "send"},
         "outlets": {"sender": "send", "form": "form"}}}}
      """
    let widget = try TestWidget(
      screen: """
        {"view": \(container(shown("name1", "@{items.first.name}"), doing("open", #"{"type": "present", "screen": "Form"}"#))),
         "objects": {"items": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Item"}}}}
        """, screens: ["Form": form], model: itemModel,
      service: """
        {"options": {"provider": "stub"}, "defaults": {"baseUrl": "https://test.example.org"}, "actions": {
          "send": {"resultType": "Item", "parameters": {"name": "$name"}, "response": {"id": 1, "name": "Got $name"}}}}
        """)
    let host = await widget.open()
    try await host.press("open")
    try await host.press("send")
    #expect(await host.screens == ["Main"])
    #expect(try await host.text("name1") == "Got typed")
  }

  @Test func `an action of the section elements runs before those of the component`() async throws {
    let detail = """
      {"view": \(container(doing("leave", remember("component")))),
       "elements": {"leave": {"action": {"target": "@self", "selector": "backAction:"}}}, "onDisappear": \(remember("gone"))}
      """
    let widget = try TestWidget(
      screen: """
        {"view": \(container(shown("log", "@{global.log}"), doing("go", #"{"type": "push", "screen": "Detail"}"#)))}
        """, screens: ["Detail": detail])
    let host = await widget.open()
    try await host.press("go")
    try await host.press("leave")
    #expect(await host.screens == ["Main"])
    #expect(try await host.text("log") == "gone ", "a screen that is closed does nothing more")
  }
}
