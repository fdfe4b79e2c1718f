import TesseraBundles
import TesseraData
import TesseraLayout
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

/// Presentations that are suspended because they have no viewer.
@Suite("Suspension")
struct SuspensionTests {
  /// - Parameter channel: The channel of a probe, which cannot be restored.
  private func widget(_ channel: String? = nil, more: String = "") throws -> TestWidget {
    try TestWidget(
      files: [
        "widget.json": #"{"format": 1, "id": "org.example.test", "name": "Test", "main": "Main"}"#,
        "model.json":
          #"{"entities": {"Item": {"identityAttribute": "id", "attributes": {"id": "integer", "name": "string"}}}}"#,
        "service.json": stubService(#""load": {"resultType": "[Item]", "response": [{"id": 1, "name": "One"}]}"#),
        "screens/Main.json": """
        {\(more) "context": {"id": "state", "value": {"count": 0, "list": ["a", "b"]}},
         "onInit": {"type": "setContext", "path": "starts", "value": "@{1 + (state.starts ?? 0)}"},
         "view": {"type": "scroll", "id": "page", "children": [
           {"type": "text", "id": "label", "text": "@{state.count} @{state.starts} @{items.totalCount}"},
           {"type": "textInput", "id": "field"},
           {"type": "button", "id": "add", "onPress": {"type": "setContext", "path": "count", "value": "@{state.count + 1}"}},
           {"type": "button", "id": "load"},
           {"type": "button", "id": "ask", "onPress": {"type": "confirm", "text": "Really?"}},
           {"type": "button", "id": "insert", "onPress": {"type": "insert", "entity": "Item", "values": {"id": 7}}},
           {"type": "select", "id": "choice", "options": "@{state.list}"},
           {"type": "container", "id": "box"},
           {"type": "button", "id": "more",
            "onPress": {"type": "addChildren", "to": "box", "children": [{"type": "text", "text": "More"}]}},
           {"type": "list", "items": [1], "template": {"type": "container", "context": {"id": "row", "value": 0}, "children": [
             {"type": "button", "id": "rowButton", "onPress": {"type": "setContext", "context": "row", "value": 7}}]}},
           {"type": "button", "id": "undo", "onPress": {"type": "undo"}},
           {"type": "button", "id": "open", "onPress": {"type": "push", "screen": "Second", "content": {"n": 7}}},
           {"type": "container", "style": {"height": 900}}]},
         "objects": {
           \(channel.map { #""probe": {"type": "Probe", "attrs": {"channel": "\#($0)"}},"# } ?? "")
           "items": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Item"}},
           "loader": {"type": "ButtonActionController", "attrs": {"actionName": "load"}, "outlets": {"sender": "load"}}}}
        """,
        "screens/Second.json": #"{"view": {"type": "text", "id": "second", "text": "n@{content.n}"}}"#,
      ], mediators: .probing)
  }

  @Test func `a resumed presentation is as it was when it was opened`() async throws {
    let widget = try widget()
    let host = await widget.open()
    let before = await host.tree.preorder().map {
      [$0.identifier ?? "", "\($0.kind)", "\($0.frame)", $0[.text].description]
    }
    #expect(await host.presentation.suspend())
    #expect(await !host.presentation.suspend(), "it is suspended already")
    #expect(await host.presentation.screenNames == ["Main"])
    #expect(try await host.text("label") == "0 1 0", "onInit ran once for these screens")
    let after = await host.tree.preorder().map {
      [$0.identifier ?? "", "\($0.kind)", "\($0.frame)", $0[.text].description]
    }
    #expect(after == before)
  }

  @Test func `the requested first screen is opened again`() async throws {
    let host = try await widget().open(screen: "Second")
    #expect(await host.presentation.suspend())
    #expect(await host.presentation.screenNames == ["Second"])
    _ = try await host.node("second")
  }

  /// An action of a user, and whether the widget can be suspended after it.
  struct Use: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var canSuspend = true
    var act: @Sendable (TestHost) async throws -> Void
  }

  static let uses: [Use] = [
    Use(testDescription: "pressing") { try await $0.press("add") },
    Use(testDescription: "typing") { try await $0.type("Ada", into: "field") },
    Use(testDescription: "scrolling") { host in await host.send(.scroll(try await host.node("page").id, offset: 10)) },
    Use(testDescription: "opening a screen") { try await $0.press("open") },
    Use(testDescription: "opening a screen from a scrolled one") { host in
      try await host.type("Ada", into: "field")
      await host.send(.scroll(try await host.node("page").id, offset: 40))
      try await host.press("open")
    },
    Use(testDescription: "choosing what data offers") { host in
      await host.send(.change(try await host.node("choice").id, value: "b"))
    },
    Use(testDescription: "inserting into the store") { try await $0.press("insert") },
    Use(testDescription: "a request that was answered") { host in
      try await host.press("load")
      await host.clock.settle()
    },
    Use(testDescription: "adding components", canSuspend: false) { try await $0.press("more") },
    Use(testDescription: "writing into a row", canSuspend: false) { try await $0.press("rowButton") },
  ]

  @Test(arguments: uses)
  func `input is restored after a suspension, or prevents it`(use: Use) async throws {
    let widget = try widget()
    let host = await widget.open()
    try await use.act(host)
    let before = await host.presentation.tree().tree.shape
    #expect(await host.presentation.suspend() == use.canSuspend)
    #expect(await !host.presentation.suspend(), "it is suspended already, or nothing has changed since")
    #expect(await host.presentation.tree().tree.shape == before)
    // Not only once.
    #expect(await host.presentation.suspend() == use.canSuspend)
    #expect(await host.presentation.tree().tree.shape == before)
  }

  @Test func `going back after a suspension shows the covered screen as it was left`() async throws {
    let host = try await widget().open()
    try await host.press("add")
    try await host.type("Ada", into: "field")
    await host.send(.scroll(try await host.node("page").id, offset: 40))
    let before = await host.tree.shape
    try await host.press("open")
    #expect(await host.presentation.suspend())
    #expect(await host.presentation.screenNames == ["Main", "Second"])
    #expect(try await host.text("second") == "n7")
    await host.send(.back)
    #expect(await host.tree.shape == before)
  }

  @Test func `suspension sends no onDisappear, and resumption no onAppear`() async throws {
    let insert = #"{"type": "insert", "entity": "Item", "values": {"name": "One more"}}"#
    let widget = try widget(more: #""onDisappear": \#(insert), "onAppear": \#(insert),"#)
    let host = await widget.open()
    try await host.press("add")
    let before = try await host.text("label")
    #expect(await host.presentation.suspend())
    #expect(try await host.text("label") == before)
    let count = try widget.instance.store.fetch(FetchRequest("Item")).count
    #expect(count == 1)
  }

  @Test func `rows do not run onInit again, and a list not onScrollEnd`() async throws {
    let insert = #"{"type": "insert", "entity": "Item", "values": {"name": "One more"}}"#
    let bundle = WidgetBundle(texts: [
      "widget.json": #"{"id": "org.example.test", "name": "Test"}"#,
      "model.json": #"{"entities": {"Item": {"attributes": {"name": "string"}}}}"#,
      "screens/Main.json": """
      {"context": {"id": "state", "value": 0},
       "view": {"type": "container", "children": [
         {"type": "button", "id": "add", "onPress": {"type": "setContext", "context": "state", "value": 1}},
         {"type": "list", "items": [1, 2], "scrollEndThreshold": 100, "onScrollEnd": \(insert),
          "template": {"type": "text", "text": "@{item}", "onInit": \(insert)}}]}}
      """,
    ])
    let widget = try TestWidget(WidgetDefinition(bundle: bundle))
    let host = await widget.open()
    try await host.press("add")
    func count() throws -> Int { try widget.instance.store.fetch(FetchRequest("Item")).count }
    #expect(try count() == 3)
    #expect(await host.presentation.suspend())
    _ = await host.tree
    await host.clock.settle()
    #expect(try count() == 3)
    // Everything works again.
    try await host.press("add")
    #expect(await host.presentation.suspend())
  }

  @Test func `a screen for an object of the store shows the object's present state`() async throws {
    let bundle = WidgetBundle(texts: [
      "widget.json": #"{"id": "org.example.test", "name": "Test"}"#,
      "model.json":
        #"{"entities": {"Item": {"identityAttribute": "id", "attributes": {"id": {"type": "integer", "JSONKeyPath": "id"}, "name": {"type": "string", "JSONKeyPath": "name"}}}}}"#,
      "screens/Main.json": """
      {"view": {"type": "list", "items": "items", "template":
         {"type": "button", "id": "row", "text": "@{item.name}", "onPress": {"type": "push", "screen": "Second"}}},
       "objects": {"items": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Item"}}},
       "screens": {"Second": {"view": {"type": "text", "id": "name", "text": "@{content.name}"}}}}
      """,
    ])
    let widget = try TestWidget(WidgetDefinition(bundle: bundle))
    try await widget.instance.store.importJSON([["id": 1, "name": "Old"]], entity: "Item", isList: true)
    let host = await widget.open()
    try await host.press("row")
    #expect(await host.presentation.suspend())
    try await widget.instance.store.importJSON([["id": 1, "name": "New"]], entity: "Item", isList: true)
    #expect(try await host.text("name") == "New")
  }

  @Test func `an object that counts events prevents suspension`() async throws {
    let host = try await widget("counting").open()
    try await host.press("insert")
    #expect(await !host.presentation.suspend())
  }

  @Test func `an action can be undone after a suspension`() async throws {
    let host = try await widget().open()
    try await host.press("insert")
    #expect(try await host.text("label") == "0 1 1")
    #expect(await host.presentation.suspend())
    try await host.press("undo")
    #expect(try await host.text("label") == "0 1 0")
  }

  @Test func `a fresh reload discards the state of a suspended presentation`() async throws {
    let widget = try widget()
    let host = await widget.open()
    try await host.press("add")
    #expect(await host.presentation.suspend())
    await host.presentation.reload(widget.instance, isFresh: true)
    #expect(try await host.text("label") == "0 1 0")
  }

  @Test func `suspension releases all views and objects`() async throws {
    let channel = "suspended"
    Probe.reset(channel)
    let widget = try widget(channel)
    let host = await widget.open()
    await host.send(.focus(try await host.node("field").id), .resize(Size(width: 400, height: 500)))
    #expect(Probe.survivors(channel).contains("field"))
    #expect(await host.presentation.suspend())
    await widget.instance.environment.activities.untilIdle()
    #expect(Probe.survivors(channel) == [])
  }

  @Test func `a returning host gets a whole tree, in which no view has a number of an earlier one`() async throws {
    let widget = try widget()
    let host = await widget.open()
    let before = await host.presentation.tree()
    #expect(await host.presentation.suspend())
    var updates = await host.presentation.updates(after: before.revision).makeAsyncIterator()
    guard case .tree(let tree, let revision) = await updates.next() else {
      Issue.record("there was no tree")
      return
    }
    #expect(revision > before.revision)
    #expect(Set(tree.preorder().map(\.id)).isDisjoint(with: before.tree.preorder().map(\.id)))
  }

  @Test func `input that arrives during a suspension reaches its control`() async throws {
    let widget = try widget()
    let host = await widget.open()
    let (field, button) = (try await host.node("field").id, try await host.node("add").id)
    #expect(await host.presentation.suspend())
    await host.send(.input(field, text: "Grace"), .press(button))
    #expect(try await host.value("field") == "Grace")
    #expect(try await host.text("label") == "1 1 0")
  }

  @Test func `changes of the store during a suspension are shown`() async throws {
    let widget = try widget()
    let host = await widget.open()
    #expect(await host.presentation.suspend())
    try await widget.instance.store.importJSON([["id": 3]], entity: "Item", isList: true)
    #expect(try await host.text("label") == "0 1 1")
  }

  @Test func `a viewer, a request and a question prevent suspension`() async throws {
    let widget = try widget()
    let host = await widget.open()
    let updates = await host.presentation.updates()
    #expect(await !host.presentation.suspend())
    withExtendedLifetime(updates) {}

    let asking = try await self.widget(more: #""onAppear": {"type": "confirm", "text": "Really?"},"#).open()
    #expect(await !asking.presentation.suspend())

    let loading = try self.widget(more: #""onAppear": {"type": "perform", "action": "load"},"#)
    let host2 = await loading.openAtOnce()
    #expect(await !host2.presentation.suspend())
    await loading.clock.settle()
  }

  @Test func `a closed presentation cannot be suspended`() async throws {
    let host = try await widget().open()
    await host.presentation.close()
    #expect(await !host.presentation.suspend())
  }
}

extension ViewTree {
  /// The visible content, without the numbers of views.
  fileprivate var shape: [[String]] {
    var shape: [[String]] = []
    var pending = [root]
    while let node = pending.popLast().flatMap({ self[$0] }) {
      if node.kind == .screen, node[.hidden].isTrue { continue }
      let attributes = node.attributes.map { "\($0.key): \($0.value)" }.sorted()
      shape.append([node.identifier ?? "", "\(node.kind)", "\(node.frame)"] + attributes)
      pending += node.children.reversed()
    }
    return shape
  }
}
