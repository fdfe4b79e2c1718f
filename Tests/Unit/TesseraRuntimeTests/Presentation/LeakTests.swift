import TesseraData
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

@Suite("Nothing is retained")
struct LeakTests {
  /// Creates a widget that uses everything that could retain objects.
  private func widget(_ channel: String) throws -> TestWidget {
    let form = """
      {"navigationItem": {"title": "Form", "leftItems": [\(component("button", "cancel", #""onPress": {"type": "dismiss"}"#))]},
       "view": {"type": "form", "id": "form", "children": [\(component("textArea", "text", #""name": "t""#)), \(component("button", "send"))]},
       "objects": {
         "probe": {"type": "Probe", "attrs": {"channel": "\(channel)"}},
         "c": {"type": "BarButtonActionController", "attrs": {"actionName": "load"}, "outlets": {"form": "form", "sender": "send", "cancelButton": "cancel"}},
         "s": {"type": "ActionStatusController", "attrs": {"actionName": "load"}, "outlets": {"elements": ["send"]}},
         "a": {"type": "ItemsCollection", "outlets": {"masterObject": "b"}},
         "b": {"type": "ItemsCollection", "outlets": {"masterObject": "a"}}},
       "elements": {"@self": {"bindings": [{"to": "dismissed", "from": "s.isSuccess"}]},
         "form": {"outlets": {"mandatoryFields": ["text"]}},
         "send": {"bindings": [{"to": "disabled", "from": "s.inProgress"}]}}}
      """
    let table = """
      {"type": "table", "id": "table", "style": {"height": 200}, "header": {"type": "searchBar", "id": "bar"},
       "cells": {"Cell": {"type": "container", "id": "row", "onPress": {"type": "push", "screen": "Form"},
         "children": [{"type": "text", "id": "nameLabel"}, {"type": "textInput", "id": "rowField"}]}}}
      """
    let widget = try TestWidget(
      view: container(component("button", "open", #""onPress": {"type": "present", "screen": "Form"}"#), table),
      objects: tableObjects(
        """
        "probe": {"type": "Probe", "attrs": {"channel": "\(channel)"}},
        "search": {"type": "SearchActionController", "attrs": {"filterFormat": "name CONTAINS $input"}, "outlets": {"sender": "bar", "contentProvider": "provider"}},
        "load": {"type": "OnLoadActionController", "attrs": {"actionName": "load"}},
        "again": {"type": "TableRefreshActionController", "attrs": {"actionName": "load"}, "outlets": {"sender": "table"}}
        """),
      elements: """
        {"@self": {"bindings": [{"to": "title", "from": "search.text"}]},
         "row": {"bindings": [{"to": "accessibilityLabel", "from": "content.name"}]},
         "nameLabel": {"bindings": [{"from": "content.name"}, {"to": "hidden", "from": "rowField.value.x"}]}}
        """, screens: ["Form": form], model: itemModel,
      service: stubService(#""load": {"resultType": "[Item]", "response": [{"id": 1, "name": "One"}]}"#),
      mediators: .probing)
    #expect(widget.problems.isEmpty, "\(widget.problems)")
    return widget
  }

  private func use(_ widget: TestWidget, _ channel: String, close: Bool) async throws {
    let host = await widget.open()
    Probe.witness(host.presentation, "presentation", on: channel)
    try await host.press("open")
    try await host.type("text", into: "text")
    await host.sendAtOnce(.press(try await host.node("send").id))
    await host.send(.back)
    try await host.type("x", into: "bar")
    try await host.type("", into: "bar")
    try await host.press("row")
    _ = await host.presentation.updates()
    await host.send(.back)
    await host.sendAtOnce(.refresh(try await host.node("table").id))
    await host.sendAtOnce(.input(try await host.node("bar").id, text: "y"))
    if close { await host.presentation.close() }
  }

  @Test func `of a presentation that was closed during a request`() async throws {
    let channel = "closed"
    let widget = try widget(channel)
    try await use(widget, channel, close: true)
    await widget.instance.environment.activities.untilIdle()
    #expect(Probe.survivors(channel) == [])
  }

  @Test func `of a presentation that was released without being closed`() async throws {
    let channel = "dropped"
    let widget = try widget(channel)
    try await use(widget, channel, close: false)
    await widget.instance.environment.activities.untilIdle()
    #expect(Probe.survivors(channel) == [])
    await widget.instance.environment.activities.untilIdle()
  }

  @Test func `of a closed screen, while the presentation lives`() async throws {
    let channel = "left"
    let widget = try widget("main")
    let own = try self.widget(channel)
    _ = widget
    let host = await own.open()
    for _ in 0..<3 {
      try await host.press("row")
      await host.send(.back)
    }
    await own.instance.environment.activities.untilIdle()
    let survivors = Probe.survivors(channel)
    #expect(!survivors.contains("form") && !survivors.contains("BarButtonActionController"), "\(survivors)")
    #expect(survivors.filter { $0 == "screen" }.count == 1)
    await host.presentation.close()
  }

  @Test func `of rows that scrolled away`() async throws {
    let widget = try widget("rows")
    let items = (0..<2000).map { Value.dictionary(["id": .integer($0), "name": .string("Item \($0)")]) }
    let host = await widget.open()
    try await widget.instance.store.importJSON(.array(items), entity: "Item", isList: true)
    await widget.clock.settle()
    let table = try await host.node("table").id
    Probe.reset("rows.cells")
    for step in 0..<20 {
      await host.send(.scroll(table, offset: Double(step) * 2000))
      await host.presentation.witnessCells(on: "rows.cells")
    }
    #expect(Probe.survivors("rows.cells").count < 100)
    await host.presentation.close()
  }

  @Test func `of timers that ended`() async throws {
    let widget = try widget("timers")
    let host = await widget.open()
    for number in 0..<20 { try await host.type("x\(number)", into: "bar") }
    #expect(await host.presentation.pendingTimers == 0)
  }
}
