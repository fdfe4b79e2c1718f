import TesseraData
import TesseraLayout
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

/// What is left of a presentation that nobody looks at.
@Suite("Resting")
struct RestTests {
  private func widget(_ channel: String = "rest") throws -> TestWidget {
    try TestWidget(
      files: [
        "widget.json": #"{"format": 1, "id": "org.example.test", "name": "Test", "main": "Main"}"#,
        "model.json":
          #"{"entities": {"Item": {"identityAttribute": "id", "attributes": {"id": "integer", "name": "string"}}}}"#,
        "service.json": stubService(#""load": {"resultType": "[Item]", "response": [{"id": 1, "name": "One"}]}"#),
        "screens/Main.json": """
        {"context": {"id": "state", "value": {"count": 0}},
         "onInit": {"type": "setContext", "path": "starts", "value": "@{1 + (state.starts ?? 0)}"},
         "view": {"type": "scroll", "id": "page", "children": [
           {"type": "text", "id": "label", "text": "@{state.count} @{state.starts} @{items.totalCount}"},
           {"type": "textInput", "id": "field"},
           {"type": "button", "id": "add", "onPress": {"type": "setContext", "path": "count", "value": "@{state.count + 1}"}},
           {"type": "button", "id": "load"},
           {"type": "button", "id": "ask", "onPress": {"type": "confirm", "text": "Really?"}},
           {"type": "button", "id": "insert", "onPress": {"type": "insert", "entity": "Item", "values": {"id": 7}}},
           {"type": "button", "id": "undo", "onPress": {"type": "undo"}},
           {"type": "button", "id": "open", "onPress": {"type": "push", "screen": "Second", "content": {"n": 7}}},
           {"type": "container", "style": {"height": 900}}]},
         "objects": {
           "probe": {"type": "Probe", "attrs": {"channel": "\(channel)"}},
           "items": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Item"}},
           "loader": {"type": "ButtonActionController", "attrs": {"actionName": "load"}, "outlets": {"sender": "load"}}}}
        """,
        "screens/Second.json": #"{"view": {"type": "text", "id": "second", "text": "n@{content.n}"}}"#,
      ], mediators: .probing)
  }

  @Test("screens, contexts, typed text, scrolling and what may be taken back are there again")
  func kept() async throws {
    let widget = try widget()
    let host = await widget.open()
    try await host.press("add")
    try await host.press("insert")
    try await host.type("Ada", into: "field")
    await host.send(.scroll(try await host.node("page").id, offset: 200))
    #expect(await host.presentation.rest())
    #expect(await host.presentation.screenNames == ["Main"])
    #expect(try await host.text("label") == "1 1 1", "onInit does not run again")
    #expect(try await host.value("field") == "Ada")
    #expect(try await host.node("page")[.scrollOffset] == 200)
    try await host.press("undo")
    #expect(try await host.text("label") == "1 1 0")

    try await host.press("open")
    #expect(await host.presentation.rest())
    #expect(await host.presentation.screenNames == ["Main", "Second"])
    #expect(try await host.text("second") == "n7")
    await host.send(.back)
    #expect(try await host.value("field") == "Ada")
  }

  @Test("all views and objects are gone meanwhile")
  func memory() async throws {
    let channel = "resting"
    Probe.reset(channel)
    let host = try await widget(channel).open()
    try await host.type("Ada", into: "field")
    #expect(Probe.survivors(channel).contains("field"))
    #expect(await host.presentation.rest())
    for _ in 0..<1000 where !Probe.survivors(channel).isEmpty { await Task.yield() }
    #expect(Probe.survivors(channel) == [])
  }

  @Test("a host that comes back is shown everything, and no view has a number that another one had")
  func comingBack() async throws {
    let widget = try widget()
    let host = await widget.open()
    let before = await host.presentation.tree()
    #expect(await host.presentation.rest())
    var updates = await host.presentation.updates(after: before.revision).makeAsyncIterator()
    guard case .tree(let tree, let revision) = await updates.next() else {
      Issue.record("there was no tree")
      return
    }
    #expect(revision > before.revision)
    #expect(Set(tree.preorder().map(\.id)).isDisjoint(with: before.tree.preorder().map(\.id)))
  }

  @Test("what people did to a control counts though it arrives while the presentation rests")
  func lateEvents() async throws {
    let widget = try widget()
    let host = await widget.open()
    let (field, button) = (try await host.node("field").id, try await host.node("add").id)
    #expect(await host.presentation.rest())
    await host.send(.input(field, text: "Grace"), .press(button))
    #expect(try await host.value("field") == "Grace")
    #expect(try await host.text("label") == "1 1 0")
  }

  @Test("news of the store that came meanwhile is shown")
  func news() async throws {
    let widget = try widget()
    let host = await widget.open()
    #expect(await host.presentation.rest())
    try await widget.instance.store.importJSON([["id": 3]], entity: "Item", isList: true)
    #expect(try await host.text("label") == "0 1 1")
  }

  @Test("nobody rests who is looked at, waits for an answer, or asks for one")
  func awake() async throws {
    let widget = try widget()
    let host = await widget.open()
    let updates = await host.presentation.updates()
    #expect(await !host.presentation.rest())
    withExtendedLifetime(updates) {}

    let asking = await widget.open()
    try await asking.press("ask")
    #expect(await !asking.presentation.rest())
    try await asking.answerAlert()
    #expect(await asking.presentation.rest())

    let loading = await widget.open()
    await loading.sendAtOnce(.press(try await loading.node("load").id))
    #expect(await !loading.presentation.rest())
    await widget.clock.settle()
    #expect(await loading.presentation.rest())
    #expect(try await loading.text("label") == "0 1 1")
  }

  @Test("a presentation that was closed does not rest")
  func closed() async throws {
    let host = try await widget().open()
    await host.presentation.close()
    #expect(await !host.presentation.rest())
  }
}
