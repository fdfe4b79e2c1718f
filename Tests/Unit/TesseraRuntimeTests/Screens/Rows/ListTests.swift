import TesseraLayout
import TesseraRuntime
import TesseraValues
import TesseraViews
import Testing

@Suite("Lists and grids")
struct ListTests {
  private func open(
    _ list: String, state: String, besides: String = "", type: String = "list", model: String? = nil,
    objects: String = "{}"
  ) async throws -> TestHost {
    try await TestWidget(
      screen: """
        {"context": {"id": "state", "value": \(state)},
         "view": {"type": "container", "children": [
           {"type": "\(type)", "id": "list", "style": {"height": 200}, \(list)}\(besides)]},
         "objects": \(objects)}
        """, model: model
    ).open()
  }

  private func texts(_ host: TestHost, _ id: String = "title") async -> [String] {
    await host.nodes(id).map { $0[.text].string ?? "" }
  }

  private static let label = #"{"type": "text", "id": "title", "text": "@{item.title}"}"#

  @Test func `a row is made for each item, in order, and follows it`() async throws {
    let host = try await open(
      #""items": "@{state.books}", "template": \#(Self.label)"#,
      state: #"{"books": [{"id": 1, "title": "A"}, {"id": 2, "title": "B"}]}"#,
      besides: """
        , {"type": "button", "id": "change", "text": "Change",
           "onPress": {"type": "setContext", "path": "books[1].title", "value": "C"}},
          {"type": "button", "id": "turn", "text": "Turn",
           "onPress": {"type": "setContext", "path": "books", "value": [{"id": 3, "title": "D"}, {"id": 1, "title": "A"}]}}
        """)
    #expect(await texts(host) == ["A", "B"])
    let first = try await host.node("title").id
    try await host.press("change")
    #expect(await texts(host) == ["A", "C"])
    try await host.press("turn")
    #expect(await texts(host) == ["D", "A"])
    #expect(await host.nodes("title").contains { $0.id == first } == false, "the row of 2 is gone, not renamed")
    #expect(try await host.node("list")[.rowCount] == 2)
  }

  @Test func `a row keeps its view when its item moves, and a key identifies its item`() async throws {
    let host = try await open(
      #""items": "@{state.books}", "key": "title", "template": \#(Self.label)"#,
      state: #"{"books": [{"title": "A"}, {"title": "B"}]}"#,
      besides: """
        , {"type": "button", "id": "turn", "text": "Turn",
           "onPress": {"type": "setContext", "path": "books", "value": [{"title": "B"}, {"title": "A", "new": 1}]}}
        """)
    let before = await host.nodes("title").map(\.id)
    try await host.press("turn")
    #expect(await host.nodes("title").map(\.id) == before.reversed())
  }

  @Test func `equal items have rows of their own`() async throws {
    let host = try await open(
      #""items": ["a", "a", {"id": 1}, {"id": 1}], "template": {"type": "text", "id": "title", "text": "@{item.id ?? item}"}"#,
      state: "null")
    #expect(await texts(host) == ["a", "a", "1", "1"])
  }

  @Test func `rows have the given names for their item and index`() async throws {
    let host = try await open(
      """
      "items": [["x", "y"], ["z"]], "itemName": "row", "indexName": "r", "template":
        {"type": "list", "items": "@{row}", "style": {"height": 40}, "itemName": "cell", "indexName": "c", "template":
          {"type": "text", "id": "title", "text": "@{r}.@{c} @{cell} of @{row.@count}"}}
      """, state: "null")
    #expect(await texts(host) == ["0.0 x of 2", "0.1 y of 2", "1.0 z of 1"])
  }

  @Test func `the first template whose case holds makes the row`() async throws {
    let host = try await open(
      """
      "items": "@{state.news}", "templates": [
        {"case": "@{item.isAd}", "template": {"type": "text", "id": "title", "text": "Ad: @{item.title}"}},
        {"template": {"type": "text", "id": "title", "text": "@{item.title}"}}]
      """, state: #"{"news": [{"id": 1, "title": "A"}, {"id": 2, "title": "B", "isAd": true}]}"#,
      besides: """
        , {"type": "button", "id": "change", "text": "Change",
           "onPress": {"type": "setContext", "path": "news[0].isAd", "value": true}}
        """)
    #expect(await texts(host) == ["A", "Ad: B"])
    try await host.press("change")
    #expect(await texts(host) == ["Ad: A", "Ad: B"])
  }

  @Test func `sections have headers, with their items' common value and count`() async throws {
    let host = try await open(
      """
      "items": "@{state.books}", "sectionBy": "author.name",
      "sectionHeader": {"type": "text", "id": "title", "text": "— @{item.title} (@{item.count})", "style": {"height": 20}},
      "template": {"type": "text", "id": "title", "text": "@{item.title} @{index}", "style": {"height": 60}}
      """,
      state: """
        {"books": [{"id": 1, "title": "A", "author": {"name": "Ada"}}, {"id": 2, "title": "B", "author": {"name": "Bea"}},
                   {"id": 3, "title": "C", "author": {"name": "Ada"}}]}
        """)
    #expect(await texts(host) == ["— Ada (2)", "A 0", "C 2", "— Bea (1)", "B 1"])
    let heads = await host.tree.preorder().filter { !$0[.stickyUntil].isNull }
    #expect(heads.map { $0[.stickyUntil] } == [140, 220])
    // The header of a section that begins far above is shown.
    await host.send(.scroll(try await host.node("list").id, offset: 60))
    #expect(await texts(host).contains("— Ada (2)"))
  }

  @Test func `an empty list shows its empty view`() async throws {
    let host = try await open(
      #""items": "@{state.books}", "template": \#(Self.label), "empty": {"type": "text", "id": "none", "text": "No books"}"#,
      state: #"{"books": null}"#,
      besides: """
        , {"type": "button", "id": "add", "text": "Add",
           "onPress": {"type": "setContext", "path": "books", "value": [{"title": "A"}]}}
        """)
    #expect(try await host.node("none")[.hidden].isNull)
    try await host.press("add")
    #expect(try await host.node("none")[.hidden] == true)
  }

  @Test(
    arguments: [
      (#""columns": 3"#, 3), (#""minimumColumnWidth": 100"#, 3), (#""minimumColumnWidth": 1000"#, 1), ("", 2),
    ]
    .map { ($0.0.isEmpty ? #""opacity": 1"# : $0.0, $0.1) })
  func `a grid has the given number of columns, or as many as fit`(attributes: String, columns: Int) async throws {
    let host = try await open(
      #"\#(attributes), "items": [1, 2, 3, 4], "spacing": 10, "template": {"type": "container", "id": "tile", "style": {"height": 30}}"#,
      state: "null", type: "grid")
    let frames = await host.tree.preorder().filter { $0.kind == .cell }.map(\.frame)
    let width = (320 - Double(columns - 1) * 10) / Double(columns)
    #expect(frames.count == 4)
    for (index, frame) in frames.enumerated() {
      #expect(abs(frame.x - Double(index % columns) * (width + 10)) < 1)
      #expect(frame.y == Double(index / columns) * 40)
    }
  }

  @Test(arguments: ["list", "grid"])
  func `only rows near the visible range exist, in a grid too`(type: String) async throws {
    let host = try await open(
      #""items": "@{state}", "rowHeight": 20, "spacing": 0, "template": {"type": "text", "id": "title", "text": "@{item}", "style": {"height": 20}}"#,
      state: "[" + (0..<5000).map(String.init).joined(separator: ",") + "]", type: type)
    #expect(await texts(host).count < 70)
    #expect(try await host.node("list")[.rowCount] == 5000)
    await host.send(.scroll(try await host.node("list").id, offset: 40_000))
    #expect(await texts(host).contains(type == "list" ? "2000" : "4000"))
    #expect(await texts(host).count < 100)
  }

  @Test(arguments: ["ltr", "rtl"])
  func `a horizontal list runs sideways, and from the right in right-to-left layouts`(direction: String) async throws {
    let widget = try TestWidget(
      screen: """
        {"view": {"type": "container", "style": {"direction": "\(direction)"}, "children": [
          {"type": "list", "id": "list", "direction": "horizontal", "spacing": 10, "items": [1, 2, 3, 4, 5, 6],
           "style": {"height": 50}, "template": {"type": "container", "style": {"width": 90, "height": 30}}}]}}
        """)
    let host = await widget.open()
    let frames = await host.tree.preorder().filter { $0.kind == .cell }.map(\.frame)
    try #require(frames.count > 3)
    #expect(frames[0].x == (direction == "ltr" ? 0 : 500))
    #expect(frames[1].x == (direction == "ltr" ? 100 : 400))
    #expect(try await host.node("list")[.contentWidth] == 590)
  }

  @Test func `rows are selected by a press, and the selection is bound`() async throws {
    let host = try await open(
      #""items": ["a", "b", "c"], "selection": "multiple", "bind": "state.chosen", "template": {"type": "text", "id": "title", "text": "@{item}"}"#,
      state: #"{"chosen": ["c"]}"#, besides: #", {"type": "text", "id": "label", "text": "@{state.chosen}"}"#)
    func cells() async -> [ViewNode] { await host.tree.preorder().filter { $0.kind == .cell } }
    #expect(await cells().map { $0[.selected] } == [nil, nil, true])
    await host.send(.press(await cells()[0].id))
    #expect(try await host.text("label") == #"["c","a"]"#)
    await host.send(.press(await cells()[2].id))
    #expect(try await host.text("label") == #"["a"]"#)
    #expect(await cells().map { $0[.selected] } == [true, nil, nil])
  }

  @Test func `the content of a row says how its selection looks`() async throws {
    let label = ##"{"type": "text", "id": "title", "text": "@{item}", "style": {"selectedBackgroundColor": "#00f"}}"##
    let host = try await open(
      #""items": ["a", "b"], "selection": "single", "bind": "state.chosen", "template": \#(label)"#,
      state: #"{"chosen": "b"}"#)
    let cells = await host.tree.preorder().filter { $0.kind == .cell }
    #expect(cells.map { $0[.selected] } == [nil, true])
    #expect(await host.nodes("title").map { $0[.selected] } == [nil, true])
    #expect(cells[1][.selectedBackgroundColor] == "clear")
    await host.send(.press(cells[0].id))
    #expect(await host.nodes("title").map { $0[.selected] } == [true, nil])
  }

  @Test func `a user's changes in a row are written to the source of the items`() async throws {
    let host = try await open(
      """
      "items": "@{state.tasks}", "itemName": "task", "template": {"type": "container", "children": [
        {"type": "checkbox", "id": "done", "bind": "task.isDone"}, {"type": "textInput", "id": "field", "bind": "item.title"}]}
      """, state: #"{"tasks": [{"id": 1, "title": "A"}, {"id": 2, "title": "B"}]}"#,
      besides: #", {"type": "text", "id": "label", "text": "@{state.tasks}"}"#)
    try await host.press("done", 1)
    await host.send(.input(await host.nodes("field")[0].id, text: "Z"))
    #expect(try await host.text("label") == #"[{"id":1,"title":"Z"},{"id":2,"isDone":true,"title":"B"}]"#)
  }

  @Test func `an expression may give the items, as a list or as the name of a provider`() async throws {
    let host = try await open(
      ##""items": "@{[1, 2, 3]}", "template": {"type": "text", "id": "title", "text": "# @{item}"}"##, state: "null")
    #expect(await texts(host) == ["# 1", "# 2", "# 3"])
  }

  @Test(arguments: ["songs", "@{songs}"])
  func `a provider's items are rows by its name or alone, and moving one writes its order`(items: String) async throws {
    let host = try await open(
      """
      "items": "\(items)", "reorderBy": "position", "template": {"type": "text", "id": "title", "text": "@{item.title} @{item.position}"},
      "onMove": {"type": "setContext", "path": "moved", "value": "@{onMove.from}>@{onMove.to} @{onMove.item.title}"},
      "onInit": [
        {"type": "insert", "entity": "Song", "values": {"title": "A", "position": 1}},
        {"type": "insert", "entity": "Song", "values": {"title": "B", "position": 2}},
        {"type": "insert", "entity": "Song", "values": {"title": "C", "position": 3}}]
      """, state: #"{"moved": null}"#, besides: #", {"type": "text", "id": "label", "text": "@{state.moved}"}"#,
      model: #"{"entities": {"Song": {"attributes": {"title": "string", "position": "integer"}}}}"#,
      objects:
        #"{"songs": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Song", "sortByFields": "position"}}}"#
    )
    #expect(await texts(host) == ["A 1", "B 2", "C 3"])
    let list = try await host.node("list").id
    await host.send(.move(list, from: 2, to: 0))
    #expect(await texts(host) == ["C 0", "A 1", "B 2"])
    #expect(try await host.text("label") == "2>0 C")
    await host.send(.move(list, from: 2, to: 1))
    #expect(await texts(host) == ["C 1", "B 2", "A 3"])
    await host.send(.move(list, from: 0, to: 7))
    #expect(await texts(host) == ["C 1", "B 2", "A 3"])
  }

  @Test(arguments: [
    (#""itemName": "a b""#, "context-name"), (#""itemName": "global""#, "context-name"),
    (#""templates": {}"#, "component-templates"), (#""templates": [{"case": "@{item.a}"}]"#, "component-templates"),
    (#""templates": [{"when": 1, "template": {"type": "text"}}]"#, "unknown-attribute"),
    (#""template": {"type": "text", "text": "@{book.title}"}"#, "unknown-identifier"),
    (#""template": {"type": "textInput", "bind": "item"}"#, "bind"), (#""columns": 2"#, "unknown-attribute"),
    (#""items": "nobody""#, "unknown-identifier"), (#""items": "@{status}""#, "expression-type"),
    (#""items": "@{songs.totalCount}""#, "expression-type"), (#""items": "@{title.text}""#, "expression-type"),
  ])
  func `the check reports invalid attributes of a list`(attributes: String, rule: String) throws {
    let template = attributes.contains("template") ? "" : #""template": {"type": "text"}, "#
    let widget = try TestWidget(
      screen: """
        {"view": {"type": "container", "children": [
           {"type": "text", "id": "title", "text": "Songs"}, {"type": "list", \(template)\(attributes)}]},
         "objects": {"status": {"type": "ActionStatusController", "attrs": {"actionName": "load"}},
                     "songs": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Song"}}}}
        """, model: #"{"entities": {"Song": {"attributes": {"title": "string"}}}}"#,
      service: #"{"actions": {"load": {"response": null}}}"#, isSound: false)
    #expect(widget.definition.diagnostics.map(\.rule) == [rule])
  }

  @Test func `an unknown provider is reported`() async throws {
    let host = try await open(#""items": "@{state}", "template": \#(Self.label)"#, state: #""nobody""#)
    #expect(await host.presentation.problems == ["The screen has no provider 'nobody'"])
  }

  @Test func `a value that is not a list is reported at run time`() async throws {
    let host = try await open(#""items": "@{state.number}", "template": \#(Self.label)"#, state: #"{"number": 5}"#)
    let problems = await host.presentation.problems
    #expect(problems == ["'items' of 'list' takes a list or the name of a provider, but is number"])
  }

  @Test func `a section without a header has a line with its title, and rows know whether they are selected`()
    async throws
  {
    let host = try await open(
      """
      "items": ["b", "a"], "sectionBy": "nothing", "selection": "single", "bind": "state.chosen",
      "template": {"type": "container", "style": {"borderWidth": 2}, "children": [
        {"type": "text", "id": "title", "text": "@{item} @{isSelected}"}]}
      """, state: #"{"chosen": "a"}"#)
    #expect(await texts(host) == ["b false", "a true"])
    await host.send(.press(await host.tree.preorder().filter { $0.kind == .cell }[1].id))
    #expect(await texts(host) == ["b true", "a false"])
    #expect(await host.presentation.problems == [])
    #expect(
      await host.tree.preorder().filter { $0.kind == .cell }.map { $0[.borderWidth].isNull } == [true, false, false])
  }

  @Test func `the empty view of a list has room in its content`() async throws {
    let host = try await open(
      #""items": [], "template": \#(Self.label), "empty": {"type": "text", "id": "none", "text": "No books"}"#,
      state: "null")
    #expect(try await host.node("list")[.contentHeight].number ?? 0 >= (try await host.node("none").frame.maxY))
  }

  @Test(arguments: [20.0, 150, 400])
  func `Header, empty view and footer do not overlap`(height: Double) async throws {
    let host = try await open(
      """
      "items": [], "template": \(Self.label),
      "header": {"type": "container", "id": "head", "style": {"height": 40}},
      "empty": {"type": "container", "id": "none", "style": {"height": \(height)}},
      "footer": {"type": "container", "id": "foot", "style": {"height": 30}}
      """, state: "null")
    let (head, none) = (try await host.node("head").frame, try await host.node("none").frame)
    let foot = try await host.node("foot").frame
    #expect(head.maxY <= none.minY && none.height == height && none.maxY <= foot.minY)
    #expect(try await host.node("list")[.contentHeight].number ?? 0 >= foot.maxY)
  }

  @Test func `A list that fits its content has room for its empty view`() async throws {
    let host = try await TestWidget(
      screen: """
        {"view": {"type": "container", "children": [
          {"type": "list", "id": "list", "items": [], "fitsContent": true, "template": \(Self.label),
           "empty": {"type": "text", "id": "none", "text": "No books"}}]}}
        """
    ).open()
    let none = try await host.node("none").frame
    #expect(none.height > 0 && none.minY == 0)
    #expect(try await host.node("list").frame.height == none.height)
  }

  @Test func `in a descending list a move changes one number, too`() async throws {
    let host = try await open(
      """
      "items": "songs", "reorderBy": "position", "template": {"type": "text", "id": "title", "text": "@{item.title} @{item.position}"},
      "onInit": [
        {"type": "insert", "entity": "Song", "values": {"title": "A", "position": 1}},
        {"type": "insert", "entity": "Song", "values": {"title": "B", "position": 2}},
        {"type": "insert", "entity": "Song", "values": {"title": "C", "position": 4}}]
      """, state: "null",
      model: #"{"entities": {"Song": {"attributes": {"title": "string", "position": "integer"}}}}"#,
      objects: """
        {"songs": {"type": "ManagedObjectsProvider",
          "attrs": {"entityName": "Song", "sortByFields": "position", "sortAscending": false}}}
        """)
    #expect(await texts(host) == ["C 4", "B 2", "A 1"])
    await host.send(.move(try await host.node("list").id, from: 2, to: 1))
    #expect(await texts(host) == ["C 4", "A 3", "B 2"])
  }

  @Test func `a right-to-left grid begins on the right, and headers take the whole line`() async throws {
    let widget = try TestWidget(
      screen: """
        {"view": {"type": "container", "style": {"direction": "rtl"}, "children": [
          {"type": "grid", "columns": 2, "spacing": 0, "items": [1, 2, 3], "sectionBy": "none",
           "template": {"type": "container", "style": {"height": 30}}}]}}
        """)
    let host = await widget.open()
    let frames = await host.tree.preorder().filter { $0.kind == .cell }.map(\.frame)
    #expect(frames.map(\.x) == [0, 160, 0, 160])
    #expect(frames.map(\.width) == [320, 160, 160, 160])
  }
}

@Suite("Pages")
struct PageTests {
  @Test func `a pager begins at the given page, and reports the visible page from any previous one`() async throws {
    let pages = (0..<8).map { #"{"type": "text", "text": "\#($0)"}"# }.joined(separator: ",")
    let widget = try TestWidget(
      screen: """
        {"view": {"type": "container", "children": [
          {"type": "pager", "id": "pager", "value": 5, "style": {"height": 100}, "children": [\(pages)]},
          {"type": "pageIndicator", "id": "dots", "count": 8, "value": 1e300},
          {"type": "text", "id": "label", "text": "@{pager.value} @{dots.value}"}]}}
        """)
    let host = await widget.open()
    #expect(try await host.text("label") == "5 100")
    #expect(try await host.node("pager")[.scrollOffset] == 1600)
    await host.send(.scroll(try await host.node("pager").id, offset: 1280))
    #expect(try await host.text("label") == "4 100")
    await host.send(.resize(Size(width: 200, height: 480)))
    #expect(try await host.node("pager")[.contentWidth] == 1600)
  }
}
