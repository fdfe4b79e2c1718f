import TesseraData
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

@Suite("Actions and contexts of rows")
struct RowActionTests {
  /// Creates a table of items sorted by number, whose rows have a context `isOpen` and some buttons.
  private func widget(
    _ count: Int, row more: String = "", elements: String = "{}", objects: String = "", sort: String = "identifier",
    service: String? = nil
  ) throws -> TestWidget {
    let row = """
      {"type": "container", "id": "row", "style": {"height": 40, "flexDirection": "row"},
       "context": {"id": "isOpen", "value": "@{item.identifier * 10}"},
       "onPress": {"type": "push", "screen": "Detail"}, "children": [
         \(shown("name", "@{index}:@{item.name}")), \(shown("state", "@{isOpen}")),
         \(doing("toggle", #"{"type": "setContext", "value": "open@{item.identifier}"}"#))\(more.isEmpty ? "" : ", " + more)]}
      """
    let widget = try TestWidget(
      screen: """
        {"context": {"id": "log", "value": ""}, "view": \(container(
          shown("logLabel", "@{log}"), """
            {"type": "table", "id": "table", "rowHeight": 40, "cells": {"Cell": \(row)},
             "style": {"flexGrow": 0, "flexShrink": 0, "flexBasis": 200}}
            """)),
         "objects": {"provider": {"type": "ManagedObjectsProvider",
             "attrs": {"entityName": "Item", "sortByFields": "\(sort)"}},
           "display": {"type": "TableDisplayController",
             "outlets": {"mainContentProvider": "provider", "tableView": "table"}}\(objects.isEmpty ? "" : ", " + objects)},
         "elements": \(elements)}
        """, screens: ["Detail": #"{"view": \#(shown("detail", "@{content.name}"))}"#], model: itemModel,
      service: service)
    for number in 0..<count {
      _ = try widget.instance.store.insert(
        "Item", ["identifier": .integer(Int64(number + 1)), "name": .string("Item \(number + 1)")])
    }
    return widget
  }

  @Test func `a button in a row changes its row's object, without a service or controllers`() async throws {
    let widget = try widget(
      3, row: doing("more", #"{"type": "update", "object": "@{item}", "values": {"name": "@{item.name + '!'}"}}"#))
    let host = await widget.open()
    let before = await host.nodes("row").map(\.id)
    try await host.press("more", 1)
    try await host.press("more", 1)
    #expect(await host.texts("name") == ["0:Item 1", "1:Item 2!!", "2:Item 3"])
    #expect(await host.nodes("row").map(\.id) == before, "rows keep their views")
    let names = try widget.instance.store.fetch(FetchRequest("Item")).map { $0.value(forKey: "name")?.string ?? "" }
    #expect(names.sorted() == ["Item 1", "Item 2!!", "Item 3"])
  }

  @Test func `a row can delete its object, and the indices of those below follow`() async throws {
    let host = try await widget(3, row: doing("gone", #"{"type": "delete", "object": "@{item}"}"#)).open()
    try await host.press("gone", 0)
    #expect(await host.texts("name") == ["0:Item 2", "1:Item 3"])
    try await host.press("gone", 1)
    #expect(await host.texts("name") == ["0:Item 2"])
  }

  @Test(arguments: [0, 2])
  func `a controller that a row's button triggers gets the row's object`(index: Int) async throws {
    let widget = try widget(
      3, row: component("button", "send"),
      elements: #"{"send": {"action": {"target": "c", "selector": "performAction:"}}}"#,
      objects: #""c": {"type": "ActionController", "attrs": {"actionName": "send"}}"#,
      service: """
        {"options": {"provider": "stub"}, "defaults": {"baseUrl": "https://test.example.org"}, "actions": {
          "send": {"resultType": "Item", "parameters": {"name": "$name"}, "response": {"id": 9, "name": "Sent $name"}}}}
        """)
    let host = await widget.open()
    try await host.press("send", index)
    let names = await host.texts("name")
    #expect(names.count == 4)
    #expect(names.last == "3:Sent Item \(index + 1)")
  }

  @Test func `a service action that a row performs gets the row's object`() async throws {
    let widget = try widget(
      2, row: doing("send", #"{"type": "perform", "action": "send"}"#),
      service: """
        {"options": {"provider": "stub"}, "defaults": {"baseUrl": "https://test.example.org"}, "actions": {
          "send": {"resultType": "Item", "parameters": {"name": "$name"}, "response": {"id": 9, "name": "Sent $name"}}}}
        """)
    let host = await widget.open()
    try await host.press("send", 1)
    #expect(await host.texts("name").last == "2:Sent Item 2")
  }

  @Test func `a pressed row opens a screen with its item, or with other content that it gives`() async throws {
    let host = try await widget(
      3, row: doing("other", #"{"type": "push", "screen": "Detail", "content": {"name": "@{index}@{isOpen}"}}"#)
    ).open()
    try await host.press("row", 2)
    #expect(try await host.text("detail") == "Item 3")
    await host.send(.back)
    try await host.press("other", 1)
    #expect(try await host.text("detail") == "120")
  }

  @Test func `each row has its own data, which begins with values of its item`() async throws {
    let host = try await widget(3).open()
    #expect(await host.texts("state") == ["10", "20", "30"])
    try await host.press("toggle", 1)
    #expect(await host.texts("state") == ["10", "open2", "30"])
  }

  @Test func `the data of a row survives scrolling away and back`() async throws {
    let host = try await widget(200).open()
    try await host.press("toggle", 1)
    let (table, before) = (try await host.node("table").id, try await host.node("row", 1).id)
    await host.send(.scroll(table, offset: 4000))
    #expect(await host.tree[before] == nil, "the row does not exist as a view")
    #expect(await !host.texts("state").contains("open2"))
    await host.send(.scroll(table, offset: 0))
    #expect(await host.texts("state").prefix(3) == ["10", "open2", "30"])
    try await host.press("toggle", 0)
    #expect(await host.texts("state").prefix(2) == ["open1", "open2"], "and can be written again")
  }

  @Test func `the data of a row follows its item when rows are inserted, deleted and moved`() async throws {
    let widget = try widget(3, sort: "name")
    let store = widget.instance.store
    let host = await widget.open()
    try await host.press("toggle", 1)
    _ = try store.insert("Item", ["identifier": 7, "name": "A"])
    await widget.clock.settle()
    #expect(await host.texts("name") == ["0:A", "1:Item 1", "2:Item 2", "3:Item 3"])
    #expect(await host.texts("state") == ["70", "10", "open2", "30"])
    let item = try #require(try store.fetch(FetchRequest("Item")).first { $0.value(forKey: "identifier") == 2 })
    _ = try store.update(item, ["name": "Z"])
    await widget.clock.settle()
    #expect(await host.texts("name") == ["0:A", "1:Item 1", "2:Item 3", "3:Z"])
    #expect(await host.texts("state") == ["70", "10", "30", "open2"])
    let first = try #require(try store.fetch(FetchRequest("Item")).first { $0.value(forKey: "identifier") == 7 })
    try store.delete([first])
    await widget.clock.settle()
    #expect(await host.texts("name") == ["0:Item 1", "1:Item 3", "2:Z"])
    #expect(await host.texts("state") == ["10", "30", "open2"])
  }

  @Test func `the data of a row that scrolled away follows its item to another index`() async throws {
    let widget = try widget(200)
    let host = await widget.open()
    try await host.press("toggle", 0)
    let table = try await host.node("table").id
    await host.send(.scroll(table, offset: 4000))
    let store = widget.instance.store
    let item = try #require(try store.fetch(FetchRequest("Item")).first { $0.value(forKey: "identifier") == 1 })
    _ = try store.update(item, ["identifier": 1000])
    await widget.clock.settle()
    await host.send(.scroll(table, offset: 1e9))
    #expect(await host.texts("name").last == "199:Item 1")
    #expect(await host.texts("state").last == "open1")
  }

  @Test func `writing a row's data leaves the other rows alone: a host receives one row's text`() async throws {
    let host = try await widget(4).open()
    let state = try await host.node("state", 2)
    let revision = await host.presentation.tree().revision
    try await host.press("toggle", 2)
    var texts: [ViewID] = []
    for update in await host.presentation.missed(after: revision) {
      guard case .patches(let patches, _) = update else { continue }
      for case .attributes(let id, let changes) in patches where changes.keys.contains(.text) { texts.append(id) }
    }
    #expect(texts == [state.id])
  }

  @Test func `rows read and write the data around their table`() async throws {
    let host = try await widget(3, row: doing("tell", write("log", "log + item.name + index + ' '"))).open()
    try await host.press("tell", 2)
    try await host.press("tell", 0)
    #expect(try await host.text("logLabel") == "Item 32 Item 10 ")
  }

  @Test func `elements of rows run for each row, and read its item, index and data`() async throws {
    let widget = try widget(
      2, row: label("attribute") + "," + label("binding"),
      elements: """
        {"attribute": {"attrs": {"text": "@{item.name}/@{index}/@{isOpen}"}},
         "binding": {"bindings": [{"format": "$content.name/$index/$isOpen"}]}}
        """)
    let host = await widget.open()
    try await host.press("toggle", 0)
    #expect(await host.texts("attribute") == ["Item 1/0/open1", "Item 2/1/20"])
    #expect(await host.texts("binding") == ["Item 1/0/open1", "Item 2/1/20"])
  }
}
