import TesseraBundles
import TesseraData
import TesseraLayout
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

@Suite("Presentations")
struct PresentationTests {
  private let onLoad = tableObjects(#""load": {"type": "OnLoadActionController", "attrs": {"actionName": "load"}}"#)
  private let loading = stubService(
    #""load": {"resultType": "[Item]", "response": [{"id": 1, "name": "One"}], "nextAction": "more"}, "more": {"resultType": "[Item]", "response": [{"id": 2}]}"#
  )

  private func widget(service: String? = nil) throws -> TestWidget {
    let widget = try TestWidget(
      view: container(component("textInput", "field"), itemTable), objects: service == nil ? tableObjects() : onLoad,
      elements: #"{"nameLabel": {"bindings": [{"from": "content.name"}]}}"#, model: itemModel, service: service)
    #expect(widget.problems.isEmpty, "\(widget.problems)")
    return widget
  }

  @Test func `of different sizes share the data and nothing else`() async throws {
    let widget = try widget()
    let small = await widget.open(size: Size(width: 200, height: 300))
    let large = await widget.open(size: Size(width: 900, height: 700))
    try await small.type("mine", into: "field")
    _ = try widget.instance.store.insert("Item", ["identifier": 1, "name": "New"])
    await widget.clock.settle()
    for (host, width) in [(small, 200.0), (large, 900.0)] {
      #expect(await host.texts("nameLabel") == ["New"])
      #expect(try await host.node("table").frame.width == width)
    }
    #expect(try await large.value("field") == "")
  }

  @Test func `that open at once request the same data once, and each receives the result`() async throws {
    let widget = try widget(service: loading)
    let first = await widget.openAtOnce()
    let second = await widget.openAtOnce()
    await widget.clock.settle()
    #expect(widget.clock.now.offset == .seconds(2), "one request behind the other, each once")
    #expect(try await first.rows() == 2)
    #expect(try await second.rows() == 2)
    let third = await widget.open()
    #expect(widget.clock.now.offset == .seconds(2), "the data is fresh")
    #expect(try await third.rows() == 2)
  }

  @Test func `that wait for another one's request get its result even if that one is closed`() async throws {
    let widget = try widget(service: loading)
    let first = await widget.openAtOnce()
    let second = await widget.openAtOnce()
    await widget.clock.advance(by: .milliseconds(500))
    await first.presentation.close()
    await widget.clock.settle()
    #expect(try await second.rows() == 2)
  }

  @Test func `with a failed request repeat it when the next one opens`() async throws {
    let widget = try widget(service: stubService(#""load": {"path": "x"}"#))
    let first = await widget.openAtOnce()
    let second = await widget.openAtOnce()
    await widget.clock.settle()
    #expect(await first.alert != nil)
    #expect(await second.alert != nil)
    let before = widget.clock.now
    #expect(await widget.open().alert != nil)
    #expect(widget.clock.now.offset - before.offset == .seconds(1))
  }

  @Test func `send patches that lead from any tree to the present one`() async throws {
    let widget = try widget()
    let host = await widget.open()
    var (tree, revision) = await host.presentation.tree()
    let store = widget.instance.store
    for step in 0..<12 {
      switch step % 4 {
      case 0:
        for number in 0..<8 {
          _ = try store.insert("Item", ["identifier": .integer(Int64((step * 31 + number * 17) % 97)), "name": "n"])
        }
        await widget.clock.settle()
      case 1: await host.send(.scroll(try await host.node("table").id, offset: Double(step * 40)))
      case 2: await host.send(.resize(Size(width: 200 + Double(step) * 20, height: 480)))
      default:
        try store.delete(Array(try store.fetch(FetchRequest("Item", sortByFields: "name", limit: 3))))
        await widget.clock.settle()
      }
      // A host that reports a scroll offset already knows it, so the change is not sent back.
      if let table = tree.nodes.values.first(where: { $0.kind == .table })?.id, step % 4 == 1 {
        tree.apply([.attributes(table, [.scrollOffset: .double(Double(step * 40))])])
      }
      for update in await host.presentation.missed(after: revision) {
        guard case .patches(let patches, _) = update else {
          Issue.record("a tree instead of patches")
          continue
        }
        tree.apply(patches)
        revision = update.revision
      }
      let now = await host.tree
      for id in Set(tree.nodes.keys).union(now.nodes.keys) {
        #expect(tree[id] == now[id], "after step \(step)")
      }
    }
  }

  @Test func `send a returning host what it missed, or everything after a long time`() async throws {
    let widget = try widget()
    let host = await widget.open()
    let (old, known) = await host.presentation.tree()
    _ = try widget.instance.store.insert("Item", ["identifier": 1, "name": "One"])
    await widget.clock.settle()
    _ = try widget.instance.store.insert("Item", ["identifier": 2, "name": "Two"])
    await widget.clock.settle()
    let missed = await host.presentation.missed(after: known)
    #expect(missed.map(\.revision) == [known + 1, known + 2])
    var tree = old
    for case .patches(let patches, _) in missed { tree.apply(patches) }
    #expect(tree == (await host.tree))
    for revision in [known + 3, -1, Int.max, Int.min] {
      let all = await host.presentation.missed(after: revision)
      #expect(all == [.tree(await host.tree, revision: known + 2)], "revision \(revision) is none of this presentation")
    }
    for number in 0..<400 {
      await host.send(.resize(Size(width: 200 + Double(number % 50), height: 400)))
    }
    _ = await host.presentation.missed(after: known)
    let late = await host.presentation.missed(after: known)
    let current = await host.presentation.tree()
    if case .tree(let tree, let revision) = late.first {
      #expect(tree == current.tree)
      #expect(revision == current.revision)
    } else {
      #expect(late.last?.revision == current.revision)
    }
  }

  @Test func `release a host that does not read, and continue`() async throws {
    let widget = try widget()
    let host = await widget.open()
    let stream = await host.presentation.updates()
    for number in 0..<1100 { await host.send(.resize(Size(width: 200 + Double(number % 2), height: 400))) }
    var count = 0
    for await _ in stream { count += 1 }
    #expect(count == 1000, "what was buffered, and then the end")
  }

  @Test func `that are closed show nothing, do nothing, and end all streams`() async throws {
    let widget = try widget(service: loading)
    let host = await widget.openAtOnce()
    let field = try await host.node("field").id
    let stream = await host.presentation.updates()
    await host.presentation.close()
    await host.presentation.close()
    for await _ in stream {}
    for await _ in await host.presentation.updates() {}
    await host.send(.input(field, text: "x"), .press(field), .back, .resize(Size(width: 1, height: 1)))
    _ = try widget.instance.store.insert("Item", ["identifier": 9])
    await widget.clock.settle()
    #expect(await host.tree.nodes.count == 1, "the window")
    #expect(await host.screens == [])
    #expect(await host.alert == nil)
  }

  @Test func `survive hostile events`() async throws {
    let widget = try widget()
    for number in 0..<50 { _ = try widget.instance.store.insert("Item", ["identifier": .integer(Int64(number))]) }
    let host = await widget.open()
    let (field, table) = (try await host.node("field").id, try await host.node("table").id)
    let hostile: [Double] = [.nan, .infinity, -.infinity, -1, -1e300, 1e300, .leastNonzeroMagnitude]
    for number in hostile {
      await host.send(.resize(Size(width: number, height: number)), .scroll(table, offset: number))
      await host.send(.scroll(field, offset: number))
    }
    for id in [ViewID(0), ViewID(-5), ViewID(.max), table, field] {
      await host.send(
        .press(id), .input(id, text: "x"), .submit(id), .focus(id), .blur(id), .refresh(id), .answer(id, index: -1),
        .scroll(id, offset: 3))
    }
    await host.send(.resize(Size(width: 320, height: 480)), .scroll(table, offset: -50))
    #expect(try await host.node("table")[.scrollOffset].isNull)
    #expect(try await host.value("field") == "x")
    let long = String(repeating: "ab🌱\0", count: 100_000)
    try await host.type(long, into: "field")
    #expect(await host.texts("nameLabel").count >= 5)
    #expect(try await host.rows() == 50)
  }

  @Test func `ignore an invalid size`() async throws {
    let host = try await widget().open()
    await host.send(.resize(Size(width: .nan, height: 300)))
    #expect(try await host.node("table").frame.width == 320)
  }

  @Test func `do not let hidden and disabled views react`() async throws {
    let widget = try TestWidget(
      view: container(
        #"{"type": "container", "id": "box", "properties": 1, "children": [\#(component("textInput", "field"))]}"#
          .replacing(#""properties": 1, "#, with: #""hidden": true, "#),
        component("textInput", "off", #""disabled": true"#), component("textArea", "read", #""readOnly": true"#),
        component("button", "b", #""disabled": true, "onPress": {"type": "alert", "title": "No"}"#)))
    #expect(widget.problems.isEmpty, "\(widget.problems)")
    let host = await widget.open()
    for id in ["field", "off", "read"] {
      try await host.type("x", into: id)
      #expect(try await host.value(id) == "")
    }
    try await host.press("b")
    #expect(await host.alert == nil)
  }
}
