import TesseraData
import TesseraLayout
import TesseraRuntime
import TesseraValues
import TesseraViews
import Testing

/// WidgetKit's attributes of views.
@Suite("Elements of WidgetKit")
struct WidgetKitElementTests {
  private func widget(_ screen: String) throws -> TestWidget {
    try TestWidget(
      files: ["widget.json": #"{"id": "org.example.test", "name": "Test"}"#, "screens/Main.json": screen])
  }

  @Test(arguments: [
    ("text", "alpha", "0.5", ViewAttribute.opacity, Value.double(0.5)),
    ("text", "textColor", "\"#ff0000\"", .color, "#ff0000"), ("text", "isHidden", "true", .hidden, true),
    ("button", "enabled", "false", .disabled, true), ("button", "selected", "true", .selected, true),
    ("text", "numberOfLines", "2", .maximumLines, 2), ("text", "textAlignment", "\"center\"", .textAlign, "center"),
    ("container", "clipsToBounds", "true", .clips, true), ("container", "borderWidth", "2", .borderWidth, .double(2)),
    ("container", "borderColor", "\"#00ff00\"", .borderColor, "#00ff00"),
    (
      "container", "standardShadow", "true", .shadow,
      ["x": 0, "y": 0, "radius": 2, "color": "#0000004d"] as Value
    ), ("container", "shadowRadius", "3", .shadow, ["radius": 3, "color": "#00000000"] as Value),
    ("progress", "wx_value", "0.25", .value, 0.25), ("switch", "isOn", "true", .value, true),
    ("button", "title", "\"Go\"", .text, "Go"),
  ])
  func `A property may have its UIKit name, too`(
    type: String, name: String, literal: String, attribute: ViewAttribute, value: Value
  ) async throws {
    let widget = try widget(
      #"{"view": {"type": "container", "children": [{"type": "\#(type)", "id": "one"}]}, "elements": {"one": {"attrs": {"\#(name)": \#(literal)}}}}"#
    )
    #expect(widget.problems == [])
    #expect(try await widget.open().node("one")[attribute].isSame(as: value))
  }

  @Test func `A name with endless prefixes is an unknown name`() throws {
    let name = String(repeating: "wx.", count: 60_000)
    let widget = try widget(
      #"{"view": {"type": "text", "id": "one"}, "elements": {"one": {"attrs": {"\#(name)": 1}}}}"#)
    #expect(widget.problems.count == 1)
  }

  @Test func `A hidden view is revealed with an animation`() async throws {
    let host = try await widget(
      """
      {"context": {"id": "state", "value": {"alpha": 0.8}},
       "view": {"type": "container", "children": [{"type": "text", "id": "one", "hidden": true}]},
       "elements": {"one": {"bindings": [{"to": "unveilAlpha", "from": "state.alpha"}]}}}
      """
    ).open()
    let node = try await host.node("one")
    #expect(node[.hidden].isNull && node[.opacity] == 0.8)
    #expect(node[.transition].value(at: "duration") == 0.25)
  }

  @Test func `A component has bindings of its own, which precede those of the scheme`() async throws {
    let widget = try widget(
      """
      {"context": {"id": "state", "value": {"info": "test", "tagInfo": 5}},
       "view": {"type": "container", "children": [
         {"type": "text", "id": "one", "wx.addBinding": [
           "\\"from\\": \\"state.info\\", \\"predicateFormat\\": \\"SELF = 'test'\\", \\"ifTrue\\": \\"is test\\", \\"ifFalse\\": \\"is not\\", \\"format\\": \\"string %@\\"",
           {"to": "tag", "from": "state.tagInfo"}]},
         {"type": "text", "id": "two", "text": "@{one.tag} @{one.alpha}"}]},
       "elements": {"one": {"bindings": [{"from": "state.tagInfo"}]}}}
      """)
    #expect(widget.problems == [])
    let host = await widget.open()
    #expect(try await host.text("one") == "string is test")
    #expect(try await host.text("two") == "5 ")
  }

  @Test(arguments: [
    (#""id": "one", "wx.addBinding": "from content""#, "'wx.addBinding' takes a binding"),
    (#""wx.addBinding": {"from": "content"}"#, "needs an 'id'"),
    (#""id": "one", "wx.addBinding": {"to": "txet", "from": "content"}"#, "did you mean 'text'?"),
  ])
  func `An error in such a binding is reported`(members: String, words: String) throws {
    let widget = try widget(#"{"view": {"type": "text", \#(members)}}"#)
    #expect(widget.problems.count == 1 && widget.problems[0].contains(words), "\(widget.problems)")
  }

  // MARK: Constraints

  @Test func `A named constraint follows data, and is expanded and collapsed`() async throws {
    let widget = try widget(
      """
      {"context": {"id": "state", "value": {"width": "40", "isOpen": false}},
       "view": {"type": "container", "layout": "constraints",
         "constraints": ["box.leading = leading", "box.top = top", "wide: box.width = 0", "tall : box.height = 30"],
         "children": [{"type": "container", "id": "box"}]},
       "objects": {},
       "elements": {
         "wide": {"bindings": [{"to": "animatedConstant", "from": "state.width"}],
                  "attrs": {"animationDuration": 0.2, "animationDelay": 0.5}},
         "tall": {"attrs": {"expanded": "@{state.isOpen}"}}},
       "onInit": {"type": "setContext", "path": "isOpen", "value": true}}
      """)
    #expect(widget.problems == [])
    let host = await widget.open()
    #expect(try await host.node("box").frame.size == Size(width: 40, height: 30))
    #expect(try await host.node("box")[.transition] == ["duration": 0.2, "delay": 0.5])
  }

  @Test func `The properties of a constraint can be read, and its name is its own`() async throws {
    let widget = try widget(
      """
      {"context": {"id": "state", "value": {"height": 30}},
       "view": {"type": "container", "layout": "constraints",
         "constraints": ["box.leading = leading", "box.top = top", "box.width = width", "tall: box.height = 10", "label.top = box.bottom"],
         "children": [{"type": "container", "id": "box"}, {"type": "text", "id": "label", "text": "@{tall.constant} @{tall.expanded}"}]},
       "elements": {"tall": {"bindings": [{"from": "state.height", "to": "constant"}]}}}
      """)
    #expect(widget.problems == [])
    #expect(try await widget.open().text("label") == "30 true")
    let twice = try self.widget(
      """
      {"view": {"type": "container", "layout": "constraints", "constraints": ["box: box.height = 10"],
        "children": [{"type": "container", "id": "box"}]}}
      """)
    #expect(twice.problems.count == 1 && twice.problems[0].contains("duplicate-id"))
  }

  @Test func `A constraint has no other properties, and objects have no constraints for outlets of views`() throws {
    let widget = try widget(
      """
      {"view": {"type": "container", "layout": "constraints", "constraints": ["wide: box.width = 0"],
         "children": [{"type": "container", "id": "box"}]},
       "objects": {"items": {"type": "BaseContentProvider"}, "display": {"type": "TableDisplayController",
         "outlets": {"mainContentProvider": "items", "tableView": "wide"}}},
       "elements": {"wide": {"attrs": {"constnt": 5}}}}
      """)
    #expect(
      widget.problems == [
        "screens/Main.json:4:61: error: Outlet 'tableView' of 'TableDisplayController' cannot be the constraint 'wide' [outlet-type]",
        "screens/Main.json:5:34: error: Unknown attribute 'constnt' of 'constraint'; did you mean 'constant'? [unknown-attribute]",
      ])
  }

  // MARK: Views

  @Test func `Views in a box with content read that content`() async throws {
    let widget = try widget(
      """
      {"context": {"id": "state", "value": {"person": {"name": "Ann"}}},
       "view": {"type": "container", "children": [
         {"type": "contentDisplayView", "id": "card", "children": [
           {"type": "text", "id": "nameLabel"}, {"type": "text", "id": "again", "text": "@{content.name}"}]},
         {"type": "button", "id": "other", "onPress": {"type": "setContext", "path": "person", "value": {"name": "Ben"}}}]},
       "elements": {"card": {"bindings": [{"to": "content", "from": "state.person"}]},
                    "nameLabel": {"bindings": [{"from": "content.name"}]}}}
      """)
    #expect(widget.problems == [])
    let host = await widget.open()
    #expect(try await host.text("nameLabel") == "Ann")
    try await host.press("other")
    #expect(try await host.text("nameLabel") == "Ben")
    #expect(try await host.text("again") == "Ben")
  }

  @Test(arguments: [
    #""type": "containerView""#, #""type": "widgetView", "draggable": true, "selectable": true"#,
  ])
  func `A box is selected by a press, one among its siblings, and moved by a pointer`(box: String) async throws {
    let host = try await widget(
      """
      {"view": {"type": "container", "children": [
         {\(box), "id": "one", "activeColor": "#ff0000", "style": {"height": 50, "backgroundColor": "#cccccc"}},
         {\(box), "id": "two", "style": {"height": 50}}]}}
      """
    ).open()
    let (one, two) = (try await host.node("one").id, try await host.node("two").id)
    func touch(_ view: ViewID, from start: Point, by way: Point) async {
      await host.send(.pointer(view, Pointer(location: start), .began))
      let end = Point(x: start.x + way.x, y: start.y + way.y)
      await host.send(.pointer(view, Pointer(location: end), .moved))
      await host.send(.pointer(view, Pointer(location: start), .ended))
    }
    // Hosts send a press besides the pointer, unless that moved.
    await touch(one, from: Point(x: 10, y: 10), by: Point(x: 1, y: 0))
    #expect(try await host.node("one")[.backgroundColor] == "#cccccc")
    try await host.press("one")
    #expect(try await host.node("one")[.backgroundColor] == "#ff0000")
    #expect(try await host.node("one")[.transform].isNull)
    await touch(two, from: Point(x: 10, y: 10), by: Point(x: 30, y: 20))
    #expect(try await host.node("one")[.backgroundColor] == "#cccccc")
    #expect(try await host.node("two")[.transform] == ["translateX": 30, "translateY": 20])
  }

  @Test func `A field in a box has a placeholder and a button that empties it`() async throws {
    let widget = try widget(
      """
      {"view": {"type": "form", "id": "form", "children": [{"type": "textInputView", "id": "input", "name": "word", "children": [
         {"type": "textInput", "id": "field", "takesPartInForm": false}, {"type": "text", "id": "hint", "text": "Word"},
         {"type": "button", "id": "clear"}]},
         {"type": "text", "id": "sent", "text": "@{form.value}"}]},
       "elements": {"input": {"outlets": {"textInput": "field", "placeholder": "hint", "clearButton": "clear"}}}}
      """)
    #expect(widget.problems == [])
    let host = await widget.open()
    #expect(try await host.node("hint")[.hidden].isNull)
    #expect(try await host.node("clear")[.hidden] == true)
    try await host.type("Hello", into: "field")
    #expect(try await host.node("hint")[.hidden] == true)
    let sent = try await host.text("sent")
    #expect(sent == #"{"word":"Hello"}"#)
    try await host.press("clear")
    #expect(try await host.value("field") == "")
    #expect(try await host.node("hint")[.hidden].isNull)
  }

  // MARK: Notifications and the screen

  @Test func `A notification reloads a provider's items, and hosts receive it`() async throws {
    let widget = try TestWidget(
      view: container(
        label("count"), component("button", "notify", #""onPress": {"type": "post", "name": "changed", "value": 5}"#)),
      objects: """
        {"items": {"type": "ManagedObjectsCollection", "attrs": {"entityName": "Item"}},
         "display": {"type": "BaseDisplayController", "attrs": {"renderOn": "changed"},
           "outlets": {"mainContentProvider": "items"}}}
        """,
      elements: #"{"count": {"bindings": [{"from": "items.totalCount"}]}}"#, model: itemModel)
    #expect(widget.problems == [])
    let host = await widget.open()
    var heard = widget.instance.notifications.makeAsyncIterator()
    _ = try widget.instance.store.insert("Item", ["identifier": 1])
    await widget.clock.settle()
    #expect(try await host.text("count") == "0")
    try await host.press("notify")
    #expect(try await host.text("count") == "1")
    #expect(await heard.next() == WidgetNotification("changed", 5))
  }

  @Test func `Service actions post notifications of their progress`() async throws {
    let widget = try TestWidget(
      view: component("button", "go", #""onPress": {"type": "perform", "action": "load"}"#), model: itemModel,
      service: stubService(#""load": {"path": "/a", "resultType": "Item", "response": {"id": 7, "name": "Seven"}}"#))
    let host = await widget.open()
    var heard = widget.instance.notifications.makeAsyncIterator()
    try await host.press("go")
    #expect(await heard.next()?.name == "loadStart")
    #expect(await heard.next()?.name == "loadReady")
    let success = await heard.next()
    #expect(success?.name == "loadSuccess")
    #expect(success?.value.value(at: "name") == "Seven")
  }

  @Test func `A button opens the screen named Next`() async throws {
    let widget = try TestWidget(
      view: component("button", "go"), elements: #"{"go": {"action": {"target": "@self", "selector": "nextAction:"}}}"#,
      screens: ["Next": #"{"view": {"type": "text", "id": "there", "text": "here"}}"#])
    let host = await widget.open()
    try await host.press("go")
    #expect(await host.screens == ["Main", "Next"])
  }

  @Test func `A timer runs an action each minute while there is a viewer`() async throws {
    let widget = try TestWidget(
      view: label("count"), objects: #"{"timer": {"type": "TimerActionController", "attrs": {"actionName": "load"}}}"#,
      elements: #"{"count": {"bindings": [{"from": "timer.status.isSuccess"}]}}"#,
      service: stubService(#""load": {"path": "/a", "response": {}}"#))
    #expect(widget.problems == [])
    let host = await widget.open()
    _ = await host.presentation.tree()
    let stream = await host.presentation.updates(after: nil)
    defer { withExtendedLifetime(stream) {} }
    let before = try await host.text("count")
    #expect(before == "0")
    await widget.clock.advance(by: .seconds(62))
    #expect(try await host.text("count") == "1")
  }
}
