import Synchronization
import TesseraData
import TesseraLayout
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

@Suite("Table and collection controllers")
struct RowsControllerTests {
  private let owned = """
    {"entities": {
      "User": {"attributes": {"name": "string"}, "relationships": {"posts": {"destination": "Post", "toMany": true, "inverse": "author"}}},
      "Account": {"parent": "User", "isOwnerEntity": true},
      "Post": {"ownerRelationship": "author", "attributes": {"name": "string", "text": {"type": "string"}, "number": {"type": "integer"}},
        "relationships": {"author": {"destination": "User", "inverse": "posts"}}}}}
    """

  private func widget(
    attributes: String, table: String = "", outlets: String = "", objects: String = "", elements: String = "{}",
    view: String = "", files: [String: String] = [:], model: String = itemModel, entity: String = "Item",
    type: String = "TableDisplayController", count: Int = 3, service: String? = nil
  ) throws -> TestWidget {
    let screen = """
      {"view": {"type": "container", "style": {"height": 400}, "children": [
         {"type": "table", "id": "table", "rowHeight": 40, "style": {"height": 200}, \(table)
          "cells": {"Cell": {"type": "container", "style": {"height": 40}, "children": [
            {"type": "text", "id": "row", "text": "@{item.name} @{isSelected ? 'x' : ''}"}]}}},
         {"type": "text", "id": "chosen", "text": "@{display.selectedObjects[0].name}|@{display.selectedObjectsIDs}"},
         {"type": "button", "id": "clearButton"}\(view)]},
       "objects": {
         "provider": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "\(entity)"\(entity == "Item" ? #", "sortByFields": "identifier""# : "")}},
         "display": {"type": "\(type)", "attrs": {\(attributes)},
           "outlets": {"mainContentProvider": "provider", "tableView": "table"\(outlets)}}\(objects)},
       "elements": \(elements == "{}" ? #"{"clearButton": {"action": {"target": "display", "selector": "clearSelection:"}}}"# : elements)}
      """
    var texts = [
      "widget.json": #"{"id": "org.example.test", "name": "Test", "main": "Main"}"#, "screens/Main.json": screen,
      "model.json": model,
    ]
    texts["service.json"] = service
    texts.merge(files) { $1 }
    let widget = try TestWidget(files: texts)
    #expect(widget.problems == [])
    if entity == "Item" {
      for number in 0..<count {
        _ = try widget.instance.store.insert(
          "Item", ["identifier": .integer(Int64(number)), "name": .string("Row \(number)")])
      }
    }
    return widget
  }

  private func cells(_ host: TestHost) async -> [ViewNode] { await host.tree.preorder().filter { $0.kind == .cell } }

  private func pressRow(_ row: Int, of host: TestHost) async throws {
    let cell = try #require(await cells(host).first { $0[.rowIndex] == .integer(Int64(row)) })
    await host.send(.press(cell.id))
  }

  @Test func `Rows are selected one at a time, and a second press deselects`() async throws {
    let host = await (try widget(attributes: #""collectSelectedObjects": true"#)).open()
    try await pressRow(1, of: host)
    #expect(await cells(host).map { $0[.selected] == true } == [false, true, false])
    #expect(await host.texts("row") == ["Row 0 ", "Row 1 x", "Row 2 "])
    #expect(try await host.text("chosen").hasPrefix("Row 1|"))
    try await pressRow(2, of: host)
    #expect(await cells(host).map { $0[.selected] == true } == [false, false, true])
    try await pressRow(2, of: host)
    #expect(try await host.text("chosen") == "|[]")
  }

  @Test func `A deleted row is no longer selected`() async throws {
    let widget = try widget(attributes: #""collectSelectedObjects": true"#)
    let host = await widget.open()
    try await pressRow(1, of: host)
    let gone = try widget.instance.store.fetch(FetchRequest("Item")).first { $0.value(forKey: "name") == "Row 1" }
    _ = try widget.instance.store.delete([try #require(gone)])
    await widget.clock.settle()
    #expect(try await host.text("chosen") == "|[]")
  }

  @Test func `Several rows are selected with checkmarks, and all selections are cleared at once`() async throws {
    let host = await
      (try widget(
        attributes: #""defaultSelectionBehavior": true"#, table: #""allowsMultipleSelection": true,"#)).open()
    try await pressRow(0, of: host)
    try await pressRow(2, of: host)
    let signs = await host.tree.preorder().filter { $0[.text] == "✓" }
    #expect(signs.count == 2)
    #expect(await cells(host).map { $0[.selected] == true } == [true, false, true])
    try await host.press("clearButton")
    #expect(await cells(host).allSatisfy { $0[.selected].isNull })
    #expect(await host.tree.preorder().allSatisfy { $0[.text] != "✓" })
  }

  @Test func `A press opens the screen with the name of the row's prototype, with its item`() async throws {
    let screen = #"{"view": {"type": "text", "id": "detail", "text": "@{content.name}"}}"#
    let host = await
      (try widget(
        attributes: #""performSegueForCells": 1"#, files: ["screens/Cell.json": screen])).open()
    try await pressRow(1, of: host)
    #expect(await host.screens == ["Main", "Cell"])
    #expect(try await host.text("detail") == "Row 1")
  }

  @Test func `A screen that does not exist is reported`() async throws {
    let host = await (try widget(attributes: #""performSegueForCells": 1"#)).open()
    try await pressRow(1, of: host)
    #expect(await host.alert == "Error: display: the bundle has no screen 'Cell' for its rows to open")
  }

  @Test func `Prototypes may be in files of their own`() async throws {
    let files = ["cells/Wide.json": #"{"type": "text", "id": "wide", "text": "wide @{item.name}"}"#]
    let host = await
      (try widget(
        attributes: #""cellNibNames": ["Wide"], "cellIdentifier": "Wide""#, files: files)).open()
    #expect(await host.texts("wide") == ["wide Row 0", "wide Row 1", "wide Row 2"])
    let wrong = try TestWidget(files: [
      "widget.json": #"{"id": "org.example.test", "name": "Test"}"#,
      "cells/Wide.json": #"{"type": "txt"}"#,
      "screens/Main.json": """
      {"view": {"type": "table", "id": "table"}, "objects": {
        "items": {"type": "BaseContentProvider", "attrs": {"items": [1]}},
        "display": {"type": "TableDisplayController", "attrs": {"cellNibNames": ["Wide", "Wid"]},
          "outlets": {"mainContentProvider": "items", "tableView": "table"}}}}
      """,
    ])
    #expect(
      wrong.problems == [
        "cells/Wide.json:1:10: error: Unknown component 'txt'; did you mean 'text'? [unknown-component]",
        "screens/Main.json:3:84: error: The bundle has no file 'cells/Wid.json'; did you mean 'Wide'? [unknown-cell]",
      ])
  }

  @Test(arguments: [("table", "TableInfiniteScrollController"), ("collectionView", "CollectionDisplayController")])
  func `The first of the elements is the table or collection`(component: String, controller: String) async throws {
    let widget = try TestWidget(files: [
      "widget.json": #"{"id": "org.example.test", "name": "Test"}"#,
      "cells/Wide.json": #"{"type": "text", "id": "wide", "text": "wide @{item}"}"#,
      "screens/Main.json": """
      {"view": {"type": "\(component)", "id": "rows", "style": {"height": 200},
        "cells": {"Cell": {"type": "text", "id": "cell", "text": "@{item}"}}}, "objects": {
        "items": {"type": "BaseContentProvider", "attrs": {"items": [1, 2]}},
        "display": {"type": "\(controller)",
          "outlets": {"mainContentProvider": "items", "elements": ["rows"]}}}}
      """,
    ])
    #expect(widget.problems == [])
    #expect(await widget.open().texts("cell") == ["1", "2"])
  }

  @Test func `A table is as high as its rows, up to a height`() async throws {
    for (count, height) in [(2, 80.0), (9, 150.0)] {
      let screen = """
        {"view": {"type": "container", "children": [
           {"type": "table", "id": "table", "cells": {"Cell": {"type": "container", "style": {"height": 40}}}}]},
         "objects": {"items": {"type": "BaseContentProvider", "attrs": {"items": [\((0..<count).map(String.init).joined(separator: ","))]}},
           "display": {"type": "TableDisplayController", "attrs": {"maxHeight": 150},
             "outlets": {"mainContentProvider": "items", "tableView": "table"}}}}
        """
      let own = try TestWidget(
        files: ["widget.json": #"{"id": "org.example.test", "name": "Test"}"#, "screens/Main.json": screen])
      #expect(try await own.open().node("table").frame.height == height)
    }
  }

  @Test func `A named constraint holds the height of a table`() async throws {
    let screen = """
      {"view": {"type": "container", "layout": "constraints",
         "constraints": ["table.leading = leading", "table.trailing = trailing", "table.top = top", "tall: table.height = 10"],
         "children": [{"type": "table", "id": "table", "cells": {"Cell": {"type": "container", "style": {"height": 40}}}}]},
       "objects": {"items": {"type": "BaseContentProvider", "attrs": {"items": [1, 2]}},
         "display": {"type": "TableDisplayController", "attrs": {"maxHeight": 150},
           "outlets": {"mainContentProvider": "items", "tableView": "table", "contentHeightConstraint": "tall"}}}}
      """
    let widget = try TestWidget(
      files: ["widget.json": #"{"id": "org.example.test", "name": "Test"}"#, "screens/Main.json": screen])
    #expect(widget.problems == [])
    #expect(try await widget.open().node("table").frame.height == 80)
  }

  // MARK: Deleting

  private func posts(_ outlets: String = "", _ objects: String = "", service: String? = nil) throws -> TestWidget {
    let widget = try widget(
      attributes: #""allowDeletion": true"#, outlets: outlets, objects: objects, model: owned, entity: "Post",
      service: service)
    let store = widget.instance.store
    let me = try store.insert("Account", ["name": "Me"])
    let other = try store.insert("User", ["name": "Other"])
    _ = try store.insert("Post", ["text": "mine", "author": .object(me)])
    _ = try store.insert("Post", ["text": "theirs", "author": .object(other)])
    return widget
  }

  private func delete(_ host: TestHost) async throws {
    let cell = try #require(await cells(host).first { !$0[.menu].isNull })
    await host.send(.choose(cell.id, index: 0))
  }

  @Test func `The user's own rows can be deleted, and no others`() async throws {
    let widget = try posts()
    let host = await widget.open()
    let menus = await cells(host).map { $0[.menu].array?.first?.value(at: "swipe") ?? .null }
    #expect(menus.sorted { "\($0)" < "\($1)" } == [.null, "end"])
    try await delete(host)
    #expect(try widget.instance.store.fetch(FetchRequest("Post")).map { $0.value(forKey: "text") } == ["theirs"])
  }

  @Test func `A row disappears when the action that deletes it elsewhere succeeds, and stays when it fails`()
    async throws
  {
    for (answer, left) in [(#", "response": {}"#, ["theirs"]), ("", ["mine", "theirs"])] {
      let widget = try posts(
        #", "deleteController": "deleter""#,
        #", "deleter": {"type": "ActionController", "attrs": {"actionName": "remove"}}"#,
        service: stubService(#""remove": {"path": "/posts/1", "httpMethod": "DELETE"\#(answer)}"#))
      let host = await widget.open()
      let cell = try #require(await cells(host).first { !$0[.menu].isNull })
      await host.sendAtOnce(.choose(cell.id, index: 0))
      #expect(try widget.instance.store.fetch(FetchRequest("Post")).count == 2)
      await widget.clock.settle()
      let texts = try widget.instance.store.fetch(FetchRequest("Post")).compactMap { $0.value(forKey: "text")?.string }
      #expect(texts.sorted() == left)
    }
  }

  // MARK: Loading more

  @Test func `An action runs near the end of a table, with its last item, and not again while it runs`() async throws {
    let service = stubService(#""more": {"path": "/more?after=$name", "response": {}}"#, delay: 1)
    let widget = try widget(
      attributes: #""scrollDownThreshhold": 100"#,
      objects: """
        , "more": {"type": "InfiniteScrollActionController", "attrs": {"actionName": "more"}, "outlets": {"sender": "table"}}
        """, type: "TableInfiniteScrollController", count: 20, service: service)
    let host = await widget.open()
    let table = try await host.node("table").id
    let counter = Counter()
    _ = widget.instance.announcements.observe { if $0.name == "moreStart" { counter.add() } }
    await host.sendAtOnce(.scroll(table, offset: 100))
    #expect(counter.count == 0)
    await host.sendAtOnce(.scroll(table, offset: 520))
    await widget.clock.advance(by: .milliseconds(300))
    await host.sendAtOnce(.scroll(table, offset: 530))
    #expect(counter.count == 1)
    await widget.clock.advance(by: .milliseconds(50))
    await widget.clock.settle()
    await host.send(.scroll(table, offset: 540))
    #expect(counter.count == 2)
    await host.send(.scroll(table, offset: 10))
    #expect(counter.count == 2)
  }
}

/// A counter that can be used from any thread.
private final class Counter: Sendable {
  private let state = Mutex(0)
  var count: Int { state.withLock { $0 } }
  func add() { state.withLock { $0 += 1 } }
}
