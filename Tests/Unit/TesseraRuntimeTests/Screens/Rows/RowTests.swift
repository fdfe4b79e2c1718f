import TesseraData
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

@Suite("Rows")
struct RowTests {
  private let table = """
    {"type": "table", "id": "table", "rowHeight": 40, "style": {"height": 200},
     "cells": {"Plain": {"type": "container", "id": "plainRow", "children": [{"type": "text", "id": "plain"}]},
               "Group": {"type": "container", "children": [{"type": "text", "id": "grouped"}]}}}
    """

  private func widget(evaluation: String) throws -> TestWidget {
    let widget = try TestWidget(
      view: container(component("textInput", "field"), table),
      objects: """
        {"provider": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Item", "sortByFields": "identifier"}},
         "display": {"type": "TableDisplayController", "evals": {"cellIdentifier": \(evaluation)},
           "outlets": {"mainContentProvider": "provider", "tableView": "table"}}}
        """,
      elements:
        #"{"plain": {"bindings": [{"from": "content.name"}]}, "grouped": {"bindings": [{"from": "content.name"}]}}"#,
      model: itemModel)
    #expect(widget.problems.isEmpty, "\(widget.problems)")
    return widget
  }

  private let byGroup = #"{"predicateFormat": "content.groupTitle == nil", "ifTrue": "Plain", "ifFalse": "Group"}"#

  @Test func `an evaluation on the item selects the prototype, again when the item changes`() async throws {
    let widget = try widget(evaluation: byGroup)
    let store = widget.instance.store
    let one = try store.insert("Item", ["identifier": 1, "name": "One"])
    _ = try store.insert("Item", ["identifier": 2, "name": "Two", "groupTitle": "G"])
    let host = await widget.open()
    #expect(await host.texts("plain") == ["One"])
    #expect(await host.texts("grouped") == ["Two"])
    _ = try store.update(one, ["groupTitle": "G"])
    await widget.clock.settle()
    #expect(await host.texts("plain") == [])
    #expect(await host.texts("grouped") == ["One", "Two"])
  }

  @Test func `an unknown prototype is a placeholder in its row`() async throws {
    // The name is composed at run time, so no check can find the problem.
    let widget = try widget(
      evaluation:
        #"{"predicateFormat": "TRUEPREDICATE", "ifTrue": "Plan", "ifFalse": "Plain", "format": "%@e"}"#)
    _ = try widget.instance.store.insert("Item", ["identifier": 1, "name": "One"])
    #expect(await widget.open().placeholders == ["The table has no cell 'Plane'"])
  }

  @Test func `the only prototype serves all rows by default`() async throws {
    let widget = try TestWidget(
      view: container(
        """
        {"type": "table", "id": "table", "style": {"height": 200},
         "cells": {"Plain": {"type": "container", "children": [{"type": "text", "id": "plain", "text": "@{item.name}"}]}}}
        """),
      objects: """
        {"provider": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Item"}},
         "display": {"type": "TableDisplayController",
           "outlets": {"mainContentProvider": "provider", "tableView": "table"}}}
        """,
      model: itemModel)
    #expect(widget.problems == [])
    _ = try widget.instance.store.insert("Item", ["identifier": 1, "name": "One"])
    let host = await widget.open()
    #expect(await host.texts("plain") == ["One"])
    #expect(await host.placeholders == [])
  }

  @Test func `new, changed and removed items change only their rows`() async throws {
    let widget = try widget(evaluation: byGroup)
    let store = widget.instance.store
    for number in 1...5 { _ = try store.insert("Item", ["identifier": .integer(Int64(number * 10)), "name": "x"]) }
    let host = await widget.open()
    let before = await host.nodes("plainRow").map(\.id)
    let revision = await host.presentation.tree().revision
    _ = try store.insert("Item", ["identifier": 25, "name": "new"])
    await widget.clock.settle()
    #expect(await host.texts("plain") == ["x", "x", "new", "x", "x", "x"])
    let after = await host.nodes("plainRow").map(\.id)
    #expect(after.filter(before.contains) == before, "the other rows keep their views")
    for update in await host.presentation.missed(after: revision) {
      guard case .patches(let patches, _) = update else { continue }
      let texts = patches.filter { patch in
        if case .attributes(_, let changes) = patch { changes.keys.contains(.text) } else { false }
      }
      #expect(texts.isEmpty, "no other text is sent again")
    }
    try store.delete(Array(try store.fetch(FetchRequest("Item")).prefix(5)))
    await widget.clock.settle()
    #expect(try await host.rows() == 1)
  }

  @Test func `a list with duplicate objects, or several equal values, has a row for each`() async throws {
    let widget = try TestWidget(
      view: container(table),
      objects: """
        {"all": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Category",
           "resultChain": ["wx_map:", "wx_first"], "resultChainArgs": ["items", ""]}},
         "list": {"type": "ItemsCollection", "attrs": {"sortByFields": "name"}, "outlets": {"masterObject": "all"}},
         "display": {"type": "TableDisplayController", "attrs": {"cellIdentifier": "Plain"},
           "outlets": {"mainContentProvider": "list", "tableView": "table"}}}
        """,
      elements: #"{"plain": {"bindings": [{"from": "content.name"}]}}"#,
      model: """
        {"entities": {"Item": {"attributes": {"name": {"type": "string"}}},
          "Category": {"attributes": {"items": {"type": "any"}}}}}
        """)
    #expect(widget.problems.isEmpty, "\(widget.problems)")
    _ = try widget.instance.store.insert(
      "Category", ["items": [["name": "b"], ["name": "a"], ["name": "b"], ["name": "a"]]])
    #expect(await widget.open().texts("plain") == ["a", "a", "b", "b"])
  }

  @Test func `rows of a long list exist near the visible range only`() async throws {
    let widget = try widget(evaluation: byGroup)
    let items = (0..<10_000).map { Value.dictionary(["id": .integer($0), "name": .string("Item \($0)")]) }
    try await widget.instance.store.importJSON(.array(items), entity: "Item", isList: true)
    let host = await widget.open()
    #expect(try await host.rows() == 10_000)
    #expect(await (1..<60).contains(host.texts("plain").count))
    await host.send(.scroll(try await host.node("table").id, offset: 1e12))
    #expect(await host.texts("plain").last == "Item 9999")
    #expect(await (1..<60).contains(host.texts("plain").count))
  }
}
