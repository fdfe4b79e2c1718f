import TesseraData
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

@Suite("Searching")
struct SearchTests {
  private func widget(
    field: String = "searchBar", search attributes: String, outlets: String = #""sender": "bar""#, more: String = "",
    service: String? = nil
  ) throws -> TestWidget {
    let table = """
      {"type": "table", "id": "table", "rowHeight": 40, "style": {"height": 200},
       "cells": {"Cell": {"type": "container", "children": [{"type": "text", "id": "nameLabel"}]},
                 "Found": {"type": "container", "children": [{"type": "text", "id": "foundLabel"}]}}}
      """
    let widget = try TestWidget(
      view: container(component(field, "bar"), label("empty"), table),
      objects: """
        {"provider": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Item", "sortByFields": "identifier"}},
         "display": {"type": "TableDisplayController", "outlets": {"mainContentProvider": "provider", "tableView": "table",
           "searchController": "search", "emptyDataView": "empty"},
           "attrs": {"searchCellIdentifier": "Found"}},
         "search": {"type": "SearchActionController", "attrs": {\(attributes)}, "outlets": {\(outlets)}}\(more)}
        """,
      elements:
        #"{"nameLabel": {"bindings": [{"from": "content.name"}]}, "foundLabel": {"bindings": [{"from": "content.name"}]}}"#,
      model: itemModel, service: service)
    #expect(widget.problems.isEmpty, "\(widget.problems)")
    for (number, name) in ["Äpfel", "Birnen", "Zitronen"].enumerated() {
      _ = try widget.instance.store.insert("Item", ["identifier": .integer(Int64(number)), "name": .string(name)])
    }
    return widget
  }

  private let filter = #""filterFormat": "name CONTAINS[cd] $input", "filterThrottleInterval": 0.5"#

  @Test func `filtering waits for a pause in typing, and uses the last text`() async throws {
    let widget = try widget(search: filter)
    let host = await widget.open()
    let bar = try await host.node("bar").id
    await host.sendAtOnce(.input(bar, text: "z"))
    await widget.clock.advance(by: .milliseconds(400))
    await host.sendAtOnce(.input(bar, text: "b"))
    await widget.clock.advance(by: .milliseconds(400))
    #expect(try await host.rows() == 3)
    await widget.clock.advance(by: .milliseconds(200))
    #expect(await host.texts("nameLabel") == ["Birnen"])
    try await host.type("apf", into: "bar")
    #expect(await host.texts("nameLabel") == ["Äpfel"])
    try await host.type("quince", into: "bar")
    #expect(try await host.rows() == 0)
    #expect(try await host.node("empty")[.hidden].isNull)
    try await host.type("", into: "bar")
    #expect(try await host.rows() == 3)
    #expect(try await host.node("empty")[.hidden] == true)
  }

  @Test func `the search key filters at once`() async throws {
    let widget = try widget(search: filter)
    let host = await widget.open()
    let bar = try await host.node("bar").id
    await host.sendAtOnce(.input(bar, text: "b"), .submit(bar))
    #expect(try await host.rows() == 1)
    #expect(widget.clock.nextDeadline == nil, "the timer is gone")
  }

  @Test func `a plain field searches on return, or while typing if configured`() async throws {
    let plain = try await widget(field: "textInput", search: filter).open()
    try await plain.type("b", into: "bar")
    #expect(try await plain.rows() == 3)
    await plain.send(.submit(try await plain.node("bar").id))
    #expect(try await plain.rows() == 1)
    let dynamic = try await widget(
      field: "textInput", search: filter + #", "dynamicSearch": true, "searchOnReturn": false"#
    ).open()
    try await dynamic.type("b", into: "bar")
    #expect(try await dynamic.rows() == 1)
  }

  @Test func `the typed text also filters items that arrive later`() async throws {
    let widget = try widget(search: filter)
    let host = await widget.open()
    try await host.type("b", into: "bar")
    _ = try widget.instance.store.insert("Item", ["identifier": 7, "name": "Bananen"])
    _ = try widget.instance.store.insert("Item", ["identifier": 8, "name": "Kirschen"])
    await widget.clock.settle()
    #expect(await host.texts("nameLabel") == ["Birnen", "Bananen"])
  }

  @Test func `a search with an action shows its results' provider, in rows of their own`() async throws {
    let widget = try widget(
      search: #""actionName": "find", "minimumTextLength": 2"#,
      outlets: #""sender": "bar", "contentProvider": "results""#,
      more:
        #", "results": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Item", "predicateFormat": "groupTitle == 'found'"}}"#,
      service: stubService(
        #""find": {"resultType": "[Item]", "response": [{"id": 50, "name": "Quitten", "group": "found"}]}"#))
    let host = await widget.open()
    try await host.type("q", into: "bar")
    #expect(try await host.rows() == 0, "too short to ask for")
    try await host.type("qu", into: "bar")
    #expect(await host.texts("foundLabel") == ["Quitten"])
    #expect(await host.texts("nameLabel") == [])
    try await host.type("", into: "bar")
    #expect(await host.texts("nameLabel") == ["Äpfel", "Birnen", "Zitronen", "Quitten"])
    #expect(await host.texts("foundLabel") == [])
  }

  @Test func `a search that never ends is ended with its screen`() async throws {
    let widget = try widget(search: #""filterFormat": "name CONTAINS $input", "filterThrottleInterval": 1e300"#)
    let host = await widget.open()
    await host.sendAtOnce(.input(try await host.node("bar").id, text: "b"))
    await host.presentation.close()
    await widget.instance.environment.activities.untilIdle()
    #expect(widget.clock.nextDeadline == nil)
  }
}
