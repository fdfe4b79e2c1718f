import TesseraBundles
import TesseraData
import TesseraLoopback
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

@Suite("Work of a closed screen")
struct LifetimeTests {
  /// Returns an action that appends a word and a space to `global.log`.
  private static func remember(_ word: String) -> String {
    #"{"type": "setContext", "context": "global", "path": "log", "value": "@{global.log + '\#(word) '}"}"#
  }

  /// Creates a main screen with a label `log`, and a screen `Detail` whose button `go` performs actions.
  private func widget(
    _ actions: String, service: String? = nil, hosts: String = "[]", allowsPrivateAddresses: Bool = false
  ) throws -> TestWidget {
    try TestWidget(
      screen: """
        {"view": \(container(
          shown("log", "@{global.log}"), shown("itemLabel", "@{items.first.name}"),
          doing("open", #"{"type": "push", "screen": "Detail"}"#))),
         "objects": {"items": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Item"}}}}
        """, screens: ["Detail": #"{"view": \#(container(doing("go", actions)))}"#], model: itemModel, service: service,
      hosts: hosts, allowsPrivateAddresses: allowsPrivateAddresses)
  }

  @Test(arguments: [true, false])
  func `a request is cancelled, and its result is discarded`(closes: Bool) async throws {
    let (gate, release) = AsyncStream<Void>.makeStream()
    let (arrival, arrived) = AsyncStream<Void>.makeStream()
    try await LoopbackServer.run { _ in
      arrived.finish()
      for await _ in gate {}
      return .json("{}")
    } during: { server in
      defer { release.finish() }
      let widget = try widget(
        """
        {"type": "request", "url": "\(server.url("/"))", "onSuccess": \(Self.remember("success")),
         "onError": \(Self.remember("error")), "onFinish": \(Self.remember("finish"))}
        """, hosts: #"["\#(server.host)"]"#, allowsPrivateAddresses: true)
      let host = await widget.open()
      try await host.press("open")
      await host.sendAtOnce(.press(try await host.node("go").id))
      for await _ in arrival {}
      if closes { await host.sendAtOnce(.back) }
      release.finish()
      await widget.instance.environment.activities.untilIdle()
      if !closes { await host.send(.back) }
      #expect(try await host.text("log") == (closes ? "" : "success finish "))
      #expect(await host.alert == nil)
      await host.presentation.close()
    }
  }

  @Test(arguments: ["confirm", "alert"])
  func `a question is withdrawn, and its actions do not run`(type: String) async throws {
    let host = try await widget(
      #"[{"type": "\#(type)", "title": "Sure?", "onOk": \#(Self.remember("ok"))}, {"type": "pop"}]"#
    ).open()
    try await host.press("open")
    try await host.press("go")
    #expect(await host.screens == ["Main"])
    #expect(await host.alert == nil)
    try await host.press("open")
    #expect(await host.screens == ["Main", "Detail"], "nothing covers the screen")
    await host.send(.back)
    #expect(try await host.text("log") == "")
  }

  @Test(arguments: [true, false])
  func `a service action continues, its result is stored, and its events are discarded`(closes: Bool) async throws {
    let widget = try widget(
      """
      [{"type": "perform", "action": "send", "onSuccess": \(Self.remember("success")), "onFinish": \(Self.remember("finish"))}
       \(closes ? #", {"type": "pop"}"# : "")]
      """, service: stubService(#""send": {"resultType": "Item", "response": {"id": 1, "name": "One"}}"#))
    let host = await widget.open()
    try await host.press("open")
    await host.sendAtOnce(.press(try await host.node("go").id))
    #expect(await host.screens.count == (closes ? 1 : 2))
    await widget.clock.settle()
    if !closes { await host.send(.back) }
    #expect(try await host.text("itemLabel") == "One")
    #expect(try await host.text("log") == (closes ? "" : "success finish "))
  }

  @Test func `a toast outlives its screen`() async throws {
    let widget = try widget(#"[{"type": "toast", "text": "Sent"}, {"type": "pop"}]"#)
    let host = await widget.open()
    try await host.press("open")
    await host.sendAtOnce(.press(try await host.node("go").id))
    #expect(await host.screens == ["Main"])
    #expect(await host.texts("toast") == ["Sent"])
    await widget.clock.advance(by: .seconds(3))
    #expect(await host.texts("toast") == [])
  }

  @Test(arguments: ["pop", "dismiss"])
  func `actions after the one that closes the screen still start`(type: String) async throws {
    let host = try await widget(
      #"[\#(Self.remember("before")), {"type": "\#(type)"}, \#(Self.remember("after"))]"#
    ).open()
    try await host.press("open")
    try await host.press("go")
    if type == "dismiss" { await host.send(.back) }
    #expect(try await host.text("log") == "before after ")
  }

  @Test func `a reopened screen does not receive the results of the one before it`() async throws {
    let widget = try widget(
      #"{"type": "perform", "action": "send", "onFinish": \#(Self.remember("finish"))}"#,
      service: stubService(#""send": {"response": {}}"#))
    let host = await widget.open()
    try await host.press("open")
    await host.sendAtOnce(.press(try await host.node("go").id), .back)
    await host.sendAtOnce(.press(try await host.node("open").id))
    await widget.clock.settle()
    await host.send(.back)
    #expect(try await host.text("log") == "")
  }

  // MARK: Leaks

  /// Creates a widget whose screen `Detail` uses everything in the component model that could retain objects.
  private func leaky(_ channel: String) throws -> TestWidget {
    let row = """
      {"type": "container", "id": "row", "style": {"height": 40, "opacity": "@{isOpen ? 1 : 0.5}"},
       "context": {"id": "isOpen", "value": false}, "onInit": {"type": "setContext", "value": "@{item.identifier == 1}"},
       "onPress": {"type": "setContext", "value": "@{!isOpen}"}, "children": [
         \(shown("rowName", "@{item.name} @{index} @{own} @{global.n}"))]}
      """
    let added = """
      {"type": "container", "id": "added", "context": {"id": "inner", "value": "@{own}"}, "children": [
        \(component("textInput", "addedField", #""value": "@{inner}", "onChange": \#(write("inner", "onChange.value"))"#)),
        \(shown("addedText", "@{addedField.value}@{form.value}")),
        {"type": "table", "cells": {"Cell": \(shown("never", "@{item}"))}}]}
      """
    let detail = """
      {"context": [{"id": "own", "value": 1}, {"id": "form1"}], "navigationItem": {"title": "Detail @{own}"},
       "onInit": {"type": "addChildren", "to": "box", "children": [\(added)]},
       "onDisappear": {"type": "setContext", "context": "global", "path": "n", "value": "@{own}"},
       "view": \(container(
         component("form", "form", #""children": [{"type": "container", "id": "box"}]"#),
         doing("up", "[\(write("own", "own + 1")), {\"type\": \"toast\", \"text\": \"@{own}\"}]"),
         doing("replace", #"{"type": "addChildren", "to": "box", "mode": "replace", "children": [\#(shown("new", "@{own}@{form.value}"))]}"#),
         doing("ask", #"[{"type": "confirm", "title": "T", "onOk": \#(write("own", "0"))}, {"type": "perform", "action": "load", "onFinish": \#(write("own", "9"))}, {"type": "pop"}]"#),
         shown("later", "@{new.text}@{added.hidden}"),
         #"{"type": "table", "id": "table", "style": {"height": 100}, "cells": {"Cell": \#(row)}}"#)),
       "objects": \(tableObjects(#""probe": {"type": "Probe", "attrs": {"channel": "\#(channel)"}}"#))}
      """
    let widget = try TestWidget(
      screen: """
        {"view": \(container(shown("n", "@{global.n}"), doing("open", #"{"type": "push", "screen": "Detail"}"#)))}
        """, screens: ["Detail": detail], model: itemModel,
      service: stubService(#""load": {"resultType": "[Item]", "response": [{"id": 1, "name": "One"}]}"#),
      mediators: .probing)
    for number in 1...30 {
      _ = try widget.instance.store.insert("Item", ["identifier": .integer(Int64(number)), "name": "x"])
    }
    return widget
  }

  /// Opens the screen, uses it, and leaves it by its own action.
  private func use(_ widget: TestWidget, _ host: TestHost, _ channel: String) async throws {
    try await host.press("open")
    await host.presentation.witnessFrontScreen(on: channel)
    try await host.type("typed", into: "addedField")
    try await host.press("row", 1)
    await host.send(.scroll(try await host.node("table").id, offset: 800))
    await host.presentation.witnessFrontScreen(on: channel)
    try await host.press("replace")
    await host.presentation.witnessFrontScreen(on: channel)
    await host.sendAtOnce(.press(try await host.node("up").id), .press(try await host.node("ask").id))
    #expect(await host.screens == ["Main"])
  }

  @Test func `nothing is retained of a closed screen with contexts, expressions, rows and added components`()
    async throws
  {
    let channel = "lifetime.left"
    let widget = try leaky(channel)
    let host = await widget.open()
    for _ in 0..<3 { try await use(widget, host, channel) }
    await widget.clock.settle()
    let lasting: Set = ["core", "hierarchy", "context", "Main", "n", "open", "window", "navigation"]
    func kept() -> [String] {
      Probe.survivors(channel).filter { !lasting.contains($0) && $0 != "screen" && $0 != "container" }
    }
    await widget.instance.environment.activities.untilIdle()
    #expect(kept() == [])
    #expect(Probe.survivors(channel + ".front") == [])
    #expect(try await host.text("n") == "2")
  }

  @Test(arguments: [true, false])
  func `nothing is retained of a presentation that was closed, or released, with such a screen open`(closes: Bool)
    async throws
  {
    let channel = "lifetime.\(closes)"
    let widget = try leaky(channel)
    try await open(widget, channel, closes: closes)
    await widget.instance.environment.activities.untilIdle()
    #expect(Probe.survivors(channel) == [])
    #expect(Probe.survivors(channel + ".front") == [])
  }

  private func open(_ widget: TestWidget, _ channel: String, closes: Bool) async throws {
    let host = await widget.open()
    Probe.witness(host.presentation, "presentation", on: channel)
    try await host.press("open")
    try await host.press("row", 1)
    try await host.press("replace")
    await host.presentation.witnessFrontScreen(on: channel)
    await host.sendAtOnce(.press(try await host.node("up").id))
    if closes { await host.presentation.close() }
  }

  @Test func `data that all presentations share retains none of them`() async throws {
    let channel = "lifetime.shared"
    let widget = try leaky(channel)
    for _ in 0..<3 {
      try await open(widget, channel, closes: false)
      widget.instance.setOption("none", to: 1)
    }
    await widget.instance.environment.activities.untilIdle()
    #expect(Probe.survivors(channel) == [])
  }
}

extension Presentation {
  /// Watches the current views of the frontmost screen.
  fileprivate func witnessFrontScreen(on channel: String) {
    for view in core.screens.last?.view.descendants() ?? [] {
      Probe.witness(view, view.identifier ?? view.kind.name, on: channel + ".front")
    }
  }
}
