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
}
