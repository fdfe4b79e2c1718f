import TesseraBundles
import TesseraData
import TesseraLayout
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

/// Changes of documents while their widgets are shown.
@Suite("Reloading")
struct ReloadTests {
  private static func files(_ main: String, more: [String: String] = [:]) -> [String: String] {
    var files = [
      "widget.json": #"{"format": 1, "id": "org.example.test", "name": "Test", "main": "Main"}"#,
      "screens/Main.json": main,
    ]
    for (name, text) in more { files[name] = text }
    return files
  }

  private static func main(_ label: String, context: String = #"{"count": 0}"#, before: String = "") -> String {
    """
    {"context": {"id": "state", "value": \(context)},
     "onInit": {"type": "setContext", "path": "starts", "value": "@{1 + (state.starts ?? 0)}"},
     "view": {"type": "scroll", "id": "page", "children": [\(before)
       {"type": "text", "id": "label", "text": "\(label)"},
       {"type": "textInput", "id": "field"},
       {"type": "textInput", "placeholder": "without a name", "onChange": {"type": "setContext", "path": "heard", "value": 1}},
       {"type": "button", "id": "add", "onPress": {"type": "setContext", "path": "count", "value": "@{state.count + 1}"}},
       {"type": "button", "id": "open", "onPress": {"type": "push", "screen": "Second", "content": {"n": 7}}},
       {"type": "container", "style": {"height": 900}}]}}
    """
  }

  private static let second =
    #"{"context": {"id": "own", "value": 1}, "view": {"type": "text", "id": "second", "text": "n@{content.n} @{own}"}}"#

  private func reload(
    _ host: TestHost, _ widget: TestWidget, _ files: [String: String]
  ) async throws -> TestHost {
    let definition = WidgetDefinition(bundle: WidgetBundle(files: MemoryBundleFiles(texts: files)))
    let next = try await host.presentation.instance.replacing(definition: definition)
    await host.presentation.reload(next, isFresh: definition.model != widget.definition.model)
    await widget.clock.settle()
    return TestHost(host.presentation, widget.clock)
  }

  @Test func `what a person searched for stays, with the rows that it finds`() async throws {
    func screen(_ title: String) -> String {
      """
      {"objects": {
         "people": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Person", "sortByFields": "name"}},
         "rows": {"type": "TableDisplayController", "outlets": {"tableView": "table", "mainContentProvider": "people"}},
         "search": {"type": "SearchActionController", "attrs": {"filterFormat": "name CONTAINS[c] $input"},
                    "outlets": {"sender": "bar", "contentProvider": "people"}}},
       "view": {"type": "container", "children": [
         {"type": "text", "text": "\(title)"}, {"type": "searchBar", "id": "bar"},
         {"type": "table", "id": "table", "style": {"height": 300}, "cells": {
           "Cell": {"type": "text", "id": "name", "text": "@{content.name}"}}}]}}
      """
    }
    let model = #"{"entities": {"Person": {"identityAttribute": "name", "attributes": {"name": "string"}}}}"#
    let files = Self.files(screen("People"), more: ["model.json": model])
    let widget = try TestWidget(files: files)
    #expect(widget.problems == [])
    for name in ["Ada", "Grace", "Alan"] {
      _ = try widget.instance.store.insert("Person", ["name": .string(name)])
    }
    var host = await widget.open()
    await host.send(.input(try await host.node("bar").id, text: "a"))
    await widget.clock.advance(by: .seconds(1))
    await host.send(.input(try await host.node("bar").id, text: "ad"))
    await widget.clock.advance(by: .seconds(1))
    #expect(await host.nodes("name").map { $0[.text].string } == ["Ada"])
    host = try await reload(host, widget, Self.files(screen("All people"), more: ["model.json": model]))
    #expect(try await host.value("bar") == "ad")
    #expect(await host.nodes("name").map { $0[.text].string } == ["Ada"])
  }

  @Test func `the user's state stays: screens, contexts, typed text, scrolling`() async throws {
    let widget = try TestWidget(
      files: Self.files(Self.main("@{state.count}"), more: ["screens/Second.json": Self.second]))
    var host = await widget.open()
    try await host.press("add")
    try await host.press("add")
    await host.send(.input(try await host.node("field").id, text: "Ada"))
    let nameless = try #require(await host.tree.preorder().first { $0[.placeholder] == "without a name" })
    await host.send(.input(nameless.id, text: "Grace"))
    await host.send(.scroll(try await host.node("page").id, offset: 200))
    let before = Self.main(
      "@{state.count} of @{state.limit}, @{state.starts}", context: #"{"count": 0, "limit": 9}"#)
    host = try await reload(host, widget, Self.files(before, more: ["screens/Second.json": Self.second]))
    #expect(try await host.text("label") == "2 of 9, 1", "onInit does not run again")
    #expect(try await host.value("field") == "Ada")
    let again = try #require(await host.tree.preorder().first { $0[.placeholder] == "without a name" })
    #expect(again[.value] == "Grace")
    #expect(try await host.node("page")[.scrollOffset] == 200)

    try await host.press("open")
    #expect(try await host.text("second") == "n7 1")
    let changed = Self.second.replacing("n@{content.n}", with: "m@{content.n}")
    host = try await reload(host, widget, Self.files(before, more: ["screens/Second.json": changed]))
    #expect(try await host.text("second") == "m7 1")
    await host.send(.back)
    #expect(try await host.text("label") == "2 of 9, 1")
  }

  @Test func `a field is found by its name after others were inserted before it`() async throws {
    let widget = try TestWidget(files: Self.files(Self.main("a"), more: ["screens/Second.json": Self.second]))
    var host = await widget.open()
    await host.send(.input(try await host.node("field").id, text: "Ada"))
    let main = Self.main("b", before: #"{"type": "text", "text": "new"},"#)
    host = try await reload(host, widget, Self.files(main, more: ["screens/Second.json": Self.second]))
    #expect(try await host.value("field") == "Ada")
    #expect(try await host.text("label") == "b")
  }

  @Test func `a removed screen is closed, and hosts get the whole tree again`() async throws {
    let widget = try TestWidget(files: Self.files(Self.main("a"), more: ["screens/Second.json": Self.second]))
    var host = await widget.open()
    try await host.press("open")
    let (_, revision) = await host.presentation.tree()
    let updates = await host.presentation.updates(after: revision)
    let main = Self.main("b").replacing(#""screen": "Second""#, with: #""screen": "Main""#)
    host = try await reload(host, widget, Self.files(main))
    #expect(await host.presentation.screenNames == ["Main"])
    var iterator = updates.makeAsyncIterator()
    guard case .tree(_, let next)? = await iterator.next() else {
      Issue.record("no tree")
      return
    }
    #expect(next > revision)
  }

  @Test func `data stays while the model does, and matching data stays with another one`() async throws {
    let model = #"{"entities": {"Item": {"attributes": {"name": "string"}}}}"#
    let main = """
      {"view": {"type": "container", "children": [
        {"type": "text", "id": "label", "text": "@{items.totalCount}"},
        {"type": "button", "id": "add", "onPress": {"type": "insert", "entity": "Item", "values": {"name": "a"}}}]},
       "objects": {"items": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Item"}}}}
      """
    let widget = try TestWidget(files: Self.files(main, more: ["model.json": model]))
    var host = await widget.open()
    try await host.press("add")
    host = try await reload(
      host, widget, Self.files(main.replacing("\"label\"", with: "\"sum\""), more: ["model.json": model]))
    #expect(try await host.text("sum") == "1")
    try await host.press("add")
    #expect(try await host.text("sum") == "2")
    let wider = model.replacing(#""name": "string""#, with: #""name": "string", "rank": "integer""#)
    host = try await reload(host, widget, Self.files(main, more: ["model.json": wider]))
    #expect(try await host.text("label") == "2")
  }

  @Test func `an error in a document is shown over the widget, which continues`() async throws {
    let widget = try TestWidget(
      files: Self.files(Self.main("@{state.count}"), more: ["screens/Second.json": Self.second]))
    let host = await widget.open()
    let problem = Diagnostic(
      rule: "json", file: "screens/Main.json", range: SourceRange(.start), message: "Expected a value", fix: "write one"
    )
    await host.presentation.show([DocumentProblem(problem, line: "  \"text\": ,")])
    let texts = await host.tree.preorder().compactMap { $0[.text].string }
    for text in ["screens/Main.json:1:1", "Expected a value", "\"text\": ,", "write one"] {
      #expect(texts.contains(text))
    }
    try await host.press("add")
    #expect(try await host.text("label") == "1")
    try await host.press("hideProblemsButton")
    #expect(await host.nodes("documentProblems").isEmpty)
  }
}
