import TesseraRuntime
import TesseraValues
import TesseraViews
import Testing

@Suite("Menus and undo")
struct MenuAndUndoTests {
  private let model = #"{"entities": {"Todo": {"attributes": {"title": "string", "count": "integer"}}}}"#

  private func open() async throws -> TestHost {
    try await TestWidget(
      screen: """
        {"context": {"id": "state", "value": {"undone": 0}},
         "view": {"type": "container", "children": [
           {"type": "container", "id": "row", "menu": [
             {"type": "menuItem", "text": "Change", "onPress":
               {"type": "update", "object": "@{todos.first}", "values": {"title": "Changed", "count": 2}}},
             {"type": "menuItem", "text": "Hidden", "hidden": true},
             {"type": "menuItem", "text": "@{todos.first.title}", "disabled": true, "onPress": {"type": "toast", "text": "no"}},
             {"type": "menuItem", "text": "Delete", "destructive": true, "swipe": "end", "onPress": [
               {"type": "delete", "object": "@{todos.first}"},
               {"type": "toast", "text": "Gone", "button": "Undo", "onPress": {"type": "undo"}}]}],
            "children": [{"type": "text", "id": "label", "text": "@{todos.totalCount} @{todos.first.title} @{state.undone}"}]},
           {"type": "button", "id": "add", "text": "Add",
            "onPress": {"type": "insert", "entity": "Todo", "values": {"title": "New", "count": 1}}},
           {"type": "button", "id": "undo", "text": "Undo", "onPress":
             {"type": "undo", "onSuccess": {"type": "setContext", "path": "undone", "value": "@{state.undone + 1}"}}}]},
         "objects": {"todos": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Todo"}}}}
        """, model: model
    ).open()
  }

  @Test func `a menu gives a host its present choices`() async throws {
    let host = try await open()
    try await host.press("add")
    #expect(
      try await host.node("row")[.menu] == [
        ["text": "Change", "index": 0], ["text": "New", "index": 2, "disabled": true],
        ["text": "Delete", "index": 3, "destructive": true, "swipe": "end"],
      ])
    let row = try await host.node("row").id
    for index in [1, 2, 9] { await host.send(.choose(row, index: index)) }
    #expect(try await host.text("label") == "1 New 0")
    await host.send(.choose(row, index: 0))
    #expect(try await host.text("label") == "1 Changed 0")
  }

  @Test func `the last change is undone first, and nothing happens without one`() async throws {
    let host = try await open()
    try await host.press("undo")
    #expect(try await host.text("label") == "0  0")
    try await host.press("add")
    let row = try await host.node("row").id
    await host.send(.choose(row, index: 0))
    await host.send(.choose(row, index: 3))
    #expect(try await host.text("label") == "0  0")
    // The button of the toast.
    try await host.press("toastButton")
    #expect(try await host.text("label") == "1 Changed 0")
    #expect(await host.nodes("toast").isEmpty)
    try await host.press("undo")
    #expect(try await host.text("label") == "1 New 1")
    try await host.press("undo")
    #expect(try await host.text("label") == "0  2")
  }
}
