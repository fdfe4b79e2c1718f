import TesseraData
import TesseraLayout
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

/// What is left of a presentation that nobody looks at.
@Suite("Resting")
struct RestTests {
  private func widget(_ channel: String = "rest", more: String = "") throws -> TestWidget {
    try TestWidget(
      files: [
        "widget.json": #"{"format": 1, "id": "org.example.test", "name": "Test", "main": "Main"}"#,
        "model.json":
          #"{"entities": {"Item": {"identityAttribute": "id", "attributes": {"id": "integer", "name": "string"}}}}"#,
        "service.json": stubService(#""load": {"resultType": "[Item]", "response": [{"id": 1, "name": "One"}]}"#),
        "screens/Main.json": """
        {\(more) "context": {"id": "state", "value": {"count": 0}},
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

  @Test("whoever comes finds the widget as it is when it is opened")
  func anew() async throws {
    let widget = try widget()
    let host = await widget.open()
    let before = await host.tree.preorder().map {
      [$0.identifier ?? "", "\($0.kind)", "\($0.frame)", $0[.text].description]
    }
    #expect(await host.presentation.rest())
    #expect(await !host.presentation.rest(), "it rests already")
    #expect(await host.presentation.screenNames == ["Main"])
    #expect(try await host.text("label") == "0 1 0", "onInit ran once for these screens")
    let after = await host.tree.preorder().map {
      [$0.identifier ?? "", "\($0.kind)", "\($0.frame)", $0[.text].description]
    }
    #expect(after == before)
  }

  @Test("a screen that was asked for is asked for again")
  func otherScreen() async throws {
    let host = try await widget().open(screen: "Second")
    #expect(await host.presentation.rest())
    #expect(await host.presentation.screenNames == ["Second"])
    _ = try await host.node("second")
  }

  @Test(
    "nobody rests in whose widget somebody did something",
    arguments: ["press", "type", "scroll", "open"])
  func used(what: String) async throws {
    let host = try await widget().open()
    switch what {
    case "press": try await host.press("add")
    case "type": try await host.type("Ada", into: "field")
    case "scroll": await host.send(.scroll(try await host.node("page").id, offset: 10))
    default: try await host.press("open")
    }
    #expect(await !host.presentation.rest())
  }

  @Test("all views and objects are gone meanwhile")
  func memory() async throws {
    let channel = "resting"
    Probe.reset(channel)
    let host = try await widget(channel).open()
    await host.send(.focus(try await host.node("field").id), .resize(Size(width: 400, height: 500)))
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

    let asking = try await self.widget(more: #""onAppear": {"type": "confirm", "text": "Really?"},"#).open()
    #expect(await !asking.presentation.rest())

    let loading = try self.widget(more: #""onAppear": {"type": "perform", "action": "load"},"#)
    let host2 = await loading.openAtOnce()
    #expect(await !host2.presentation.rest())
    await loading.clock.settle()
  }

  @Test("a presentation that was closed does not rest")
  func closed() async throws {
    let host = try await widget().open()
    await host.presentation.close()
    #expect(await !host.presentation.rest())
  }
}
