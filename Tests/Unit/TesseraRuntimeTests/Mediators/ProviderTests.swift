import Foundation
import TesseraData
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

@Suite("List providers")
struct ProviderTests {
  private func widget(_ provider: String, files: [String: String] = [:], view: String = "") throws -> TestWidget {
    let screen = """
      {"context": {"id": "state", "value": {"names": ["Ann", "Ben", "Cleo"]}},
       "view": {"type": "container", "children": [
         {"type": "text", "id": "all", "text": "@{items.value}"},
         {"type": "text", "id": "at", "text": "@{items.currentIndex}: @{items.current} (@{items.previous}, @{items.next})"},
         {"type": "button", "id": "nextButton"}, {"type": "button", "id": "previousButton"},
         {"type": "button", "id": "resetButton"}, {"type": "button", "id": "addButton"}\(view)]},
       "objects": {"items": \(provider)},
       "elements": {
         "nextButton": {"action": {"target": "items", "selector": "next:"}},
         "previousButton": {"action": {"target": "items", "selector": "previous:"}},
         "resetButton": {"action": {"target": "items", "selector": "reset:"}}
       }}
      """
    var texts = ["widget.json": #"{"id": "org.example.test", "name": "Test"}"#, "screens/Main.json": screen]
    texts.merge(files) { $1 }
    return try TestWidget(files: texts)
  }

  @Test func `Items of the document are selected, sorted, and traversed one by one`() async throws {
    let widget = try widget(
      #"{"type": "BaseContentProvider", "attrs": {"items": "@{state.names}", "predicateFormat": "SELF != 'Ben'"}}"#)
    #expect(widget.problems == [])
    let host = await widget.open()
    #expect(try await host.text("all") == #"["Ann","Cleo"]"#)
    #expect(try await host.text("at") == "0: Ann (, Cleo)")
    try await host.press("nextButton")
    try await host.press("nextButton")
    #expect(try await host.text("at") == "1: Cleo (Ann, )")
    try await host.press("previousButton")
    #expect(try await host.text("at") == "0: Ann (, Cleo)")
    try await host.press("nextButton")
    try await host.press("resetButton")
    #expect(try await host.text("at") == "0: Ann (, Cleo)")
  }

  @Test func `The current item may be set before there are items`() async throws {
    for (index, at) in [("1", "1: Ben (Ann, Cleo)"), ("1e300", "0: Ann (, Ben)"), ("-7", "0: Ann (, Ben)")] {
      let widget = try widget(
        #"{"type": "BaseContentProvider", "attrs": {"items": ["Ann", "Ben", "Cleo"], "currentIndex": \#(index)}}"#)
      #expect(try await widget.open().text("at") == at)
    }
  }

  @Test func `Items that a button adds join the others, until they are reset`() async throws {
    let screen = """
      {"view": {"type": "container", "children": [
         {"type": "text", "id": "all", "text": "@{items.value}"}, {"type": "button", "id": "resetButton"},
         {"type": "contentDisplayView", "content": "@{'Dora'}", "children": [{"type": "button", "id": "addButton"}]}]},
       "objects": {"items": {"type": "BaseContentProvider", "attrs": {"items": ["Ann"]}}},
       "elements": {"addButton": {"action": {"target": "items", "selector": "insertItem:"}},
                    "resetButton": {"action": {"target": "items", "selector": "reset:"}}}}
      """
    let widget = try TestWidget(
      files: ["widget.json": #"{"id": "org.example.test", "name": "Test"}"#, "screens/Main.json": screen])
    #expect(widget.problems == [])
    let host = await widget.open()
    try await host.press("addButton")
    #expect(try await host.text("all") == #"["Ann","Dora"]"#)
    try await host.press("resetButton")
    #expect(try await host.text("all") == #"["Ann"]"#)
  }

  @Test func `A result chain may be written as one text`() async throws {
    let widget = try widget(
      """
      {"type": "BaseContentProvider", "attrs": {
        "items": [{"name": "item1"}, {"name": "item4"}, {"name": "item5"}],
        "resultChainTxt": "wx_takeLast: | wx_map: | wx_joinedBy:", "resultChainArgsTxt": "2|name|,"}}
      """)
    let host = await widget.open()
    #expect(try await host.text("all") == "item4,item5")
  }

  @Test func `A file of the bundle is a list of items, or one`() async throws {
    let provider = #"{"type": "JSONFileDataProvider", "attrs": {"fileName": "People", "sortByFields": "name"}}"#
    let list = try widget(provider, files: ["data/People.json": #"[{"name": "Ben"}, {"name": "Ann"}]"#])
    #expect(list.problems == [])
    #expect(try await list.open().text("all") == #"[{"name":"Ann"},{"name":"Ben"}]"#)
    let one = try widget(provider, files: ["data/People.json": #"{"name": "Ben"}"#])
    #expect(try await one.open().text("all") == #"[{"name":"Ben"}]"#)
    let missing = try widget(provider, files: ["data/Peple.json": "[]"])
    #expect(missing.problems.count == 1)
    #expect(missing.problems[0].contains("The bundle has no file 'data/People.json'; did you mean 'Peple'?"))
  }

  @Test func `A collection of rows does not change after it was read`() async throws {
    let widget = try widget(
      """
      {"type": "ManagedObjectsCollection", "attrs": {"entityName": "Item", "sortByFields": "identifier",
        "resultChain": ["wx_takeFirst:", "wx_map:"], "resultChainArgs": ["2", "name"]}}
      """, files: ["model.json": itemModel])
    #expect(widget.problems == [])
    for (number, name) in ["b", "a", "c"].enumerated() {
      _ = try widget.instance.store.insert("Item", ["identifier": .integer(Int64(number)), "name": .string(name)])
    }
    let host = await widget.open()
    #expect(try await host.text("all") == #"["b","a"]"#)
    _ = try widget.instance.store.insert("Item", ["identifier": -1, "name": "z"])
    await widget.clock.settle()
    #expect(try await host.text("all") == #"["b","a"]"#)
    try await host.press("resetButton")
    #expect(try await host.text("all") == #"["z","b"]"#)
  }

  @Test func `Rows that a predicate selects again as time goes by are the same, and nothing follows from them`()
    async throws
  {
    let screen = """
      {"view": {"type": "contentDisplayView", "id": "data", "content": {"rows": "@{coming.allItems}"}, "children": [
         {"type": "text", "id": "names", "text": "@{map(data.content.rows, item.name)} @{probe.number}"}]},
       "objects": {"probe": {"type": "Probe", "attrs": {"channel": "coming"}},
                   "coming": {"type": "ManagedObjectsProvider", "attrs": {
                     "entityName": "Event", "predicateFormat": "ends > @{now()}", "sortByFields": "ends"}}}}
      """
    let model = #"{"entities": {"Event": {"attributes": {"name": "string", "ends": "date"}}}}"#
    let widget = try TestWidget(
      files: [
        "widget.json": #"{"id": "org.example.test", "name": "Test"}"#, "screens/Main.json": screen, "model.json": model,
      ], mediators: .probing)
    #expect(widget.problems == [])
    for (name, seconds) in [("a", 1800.0), ("b", 7200)] {
      let ends = Value.date(TestWidget.start.addingTimeInterval(seconds))
      _ = try widget.instance.store.insert("Event", ["name": .string(name), "ends": ends])
    }
    let host = await widget.open()
    #expect(try await host.text("names") == #"["a","b"] 0"#)
    let reads = Probe.reads("coming")
    await widget.clock.advance(by: .seconds(1790))
    #expect(Probe.reads("coming") == reads)
    await widget.clock.advance(by: .seconds(60))
    #expect(try await host.text("names") == #"["b"] 0"#)
    #expect(Probe.reads("coming") == reads + 1)
  }

  @Test func `Actions learn which objects came, changed and went, but not of a selection`() async throws {
    let screen = """
      {"context": {"id": "state", "value": {"log": "", "limit": 9}},
       "view": {"type": "container", "children": [
         {"type": "text", "id": "log", "text": "@{state.log}"}, {"type": "text", "id": "all", "text": "@{items.value}"},
         {"type": "button", "id": "less", "onPress": {"type": "setContext", "path": "limit", "value": 1}}]},
       "objects": {"items": {
         "type": "ManagedObjectsProvider",
         "attrs": {"entityName": "Item", "predicateFormat": "identifier <= @{state.limit}", "sortByFields": "identifier"},
         "onDataChange": {"type": "setContext", "path": "log", "value":
           "+@{map(onDataChange.inserted, item.name)} ~@{map(onDataChange.updated, item.name)} -@{map(onDataChange.deleted, item.name)}"}}}}
      """
    let widget = try TestWidget(
      files: [
        "widget.json": #"{"id": "org.example.test", "name": "Test"}"#, "screens/Main.json": screen,
        "model.json": itemModel,
      ])
    #expect(widget.problems == [])
    let store = widget.instance.store
    let first = try store.insert("Item", ["identifier": 1, "name": "a"])
    let host = await widget.open()
    #expect(try await host.text("log") == "")
    let second = try store.insert("Item", ["identifier": 2, "name": "b"])
    await widget.clock.settle()
    #expect(try await host.text("log") == #"+["b"] ~[] -[]"#)
    try store.update(first, ["name": "A"])
    await widget.clock.settle()
    #expect(try await host.text("log") == #"+[] ~["A"] -[]"#)
    try store.delete([second])
    await widget.clock.settle()
    #expect(try await host.text("log") == #"+[] ~[] -["b"]"#)
    _ = try store.insert("Item", ["identifier": 3, "name": "c"])
    await widget.clock.settle()
    #expect(try await host.text("log") == #"+["c"] ~[] -[]"#)
    try await host.press("less")
    #expect(try await host.text("log") == #"+["c"] ~[] -[]"#)
    // An object that is not selected is none of the provider's items.
    _ = try store.insert("Item", ["identifier": 4, "name": "d"])
    await widget.clock.settle()
    #expect(try await host.text("log") == #"+["c"] ~[] -[]"#)
  }

  @Test func `Values are the same item by their id, or else if they are equal`() async throws {
    let screen = """
      {"context": {"id": "state", "value": {"log": "", "items": [{"id": 1, "n": "a"}, {"id": 2, "n": "b"}, 7, 7]}},
       "view": {"type": "container", "children": [
         {"type": "text", "id": "log", "text": "@{state.log}"},
         {"type": "button", "id": "change", "onPress": {
           "type": "setContext", "path": "items", "value": [7, {"id": 2, "n": "B"}, {"id": 3, "n": "c"}]}},
         {"type": "button", "id": "again", "onPress": {
           "type": "setContext", "path": "items", "value": [{"id": 3, "n": "c"}, 7, {"id": 2, "n": "B"}]}}]},
       "objects": {"items": {
         "type": "BaseContentProvider", "attrs": {"items": "@{state.items}"},
         "onDataChange": [{"type": "setContext", "path": "log", "value": "@{state.log}@{onDataChange}"}]}}}
      """
    let widget = try TestWidget(
      files: ["widget.json": #"{"id": "org.example.test", "name": "Test"}"#, "screens/Main.json": screen])
    #expect(widget.problems == [])
    let host = await widget.open()
    let log = #"{"deleted":[{"id":1,"n":"a"},7],"inserted":[{"id":3,"n":"c"}],"updated":[{"id":2,"n":"B"}]}"#
    try await host.press("change")
    #expect(try await host.text("log") == log)
    try await host.press("again")
    #expect(try await host.text("log") == log)
  }

  @Test func `An event that changes its own items goes on slowly, and loses no change`() async throws {
    let screen = """
      {"context": {"id": "state", "value": {"log": ""}},
       "view": {"type": "container", "children": [
         {"type": "text", "id": "number", "text": "@{items.totalCount}"},
         {"type": "text", "id": "log", "text": "@{state.log}"}]},
       "objects": {"items": {
         "type": "ManagedObjectsProvider", "attrs": {"entityName": "Item"},
         "onDataChange": [
           {"type": "setContext", "path": "log", "value": "@{length(onDataChange.inserted)}"},
           {"type": "insert", "entity": "Item", "values": {"identifier": "@{items.totalCount}"}}]}}}
      """
    let widget = try TestWidget(
      files: [
        "widget.json": #"{"id": "org.example.test", "name": "Test"}"#, "screens/Main.json": screen,
        "model.json": itemModel,
      ])
    let host = await widget.open()
    _ = try widget.instance.store.insert("Item", ["identifier": 0])
    await widget.clock.settle()
    #expect(try await host.text("number") == "17")
    _ = try widget.instance.store.insert("Item", ["identifier": -1])
    await widget.clock.settle()
    #expect(try await host.text("number") == "18")
    await widget.clock.advance(by: .seconds(1))
    #expect(try await host.text("number") == "34")
    #expect(try await host.text("log") == "1")
  }
}
