import TeamExtension
import TesseraBeagleScreens
import TesseraBundles
import TesseraLayout
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

/// Interactive payloads: the actions of users, and their visible results.
@Suite("Beagle screens")
struct BeagleScreenTests {
  private func widget(_ payload: String, extensions: WidgetExtensions = .standard, format: ScreenFormat = .beagle)
    throws
    -> TestWidget
  {
    var extensions = extensions
    extensions.register(format)
    let bundle = WidgetBundle(texts: [
      "widget.json": #"{"format": 1, "id": "org.example.test", "name": "Test", "main": "Main"}"#,
      "screens/Main.json": payload,
    ])
    return try TestWidget(WidgetDefinition(bundle: bundle, extensions: extensions))
  }

  /// Returns a screen with data in `s`, and a text `log` that shows `s.log`.
  private func screen(_ children: String..., value: String = #"{"log": "", "n": 0}"#, more: String = "") -> String {
    #"""
    {"_beagleComponent_": "beagle:screenComponent", "id": "home", \#(more) "context": {"id": "s", "value": \#(value)},
     "child": {"_beagleComponent_": "beagle:container", "children": [
       {"_beagleComponent_": "beagle:text", "id": "log", "text": "@{s.log}"}, \#(children.joined(separator: ","))]}}
    """#
  }

  private func set(_ path: String, _ value: String) -> String {
    #"{"_beagleAction_": "beagle:setContext", "contextId": "s", "path": "\#(path)", "value": "\#(value)"}"#
  }

  private func button(_ id: String, _ actions: String..., more: String = "") -> String {
    #"{"_beagleComponent_": "beagle:button", "id": "\#(id)", "text": "\#(id)", \#(more) "onPress": [\#(actions.joined(separator: ","))]}"#
  }

  private func log(_ text: String) -> String { set("log", "@{concat(s.log, '\(text)')}") }

  @Test func `a button counts, and is enabled while a condition holds`() async throws {
    let host = try await widget(
      screen(
        button("press", set("n", "@{sum(s.n, 1)}"), set("log", "@{s.n} times"), more: #""enabled": "@{lt(s.n, 2)}","#))
    ).open()
    for _ in 0..<4 { try await host.press("press") }
    #expect(try await host.text("log") == "2 times")
    #expect(try await host.node("press")[.disabled] == true)
  }

  @Test func `typed text is passed on by name, and field errors prevent the form's submission`() async throws {
    let host = try await widget(
      screen(
        #"{"_beagleComponent_": "beagle:simpleForm", "onSubmit": [\#(log("sent"))], "onValidationError": [\#(log("wrong "))], "children": ["#
          + #"{"_beagleComponent_": "beagle:textInput", "id": "field", "type": "NUMBER", "value": "@{s.name}", "error": "@{condition(isEmpty(s.name), 'needed', '')}", "showError": "@{eq(s.n, 1)}", "onChange": [\#(set("name", "@{onChange.value}"))], "onFocus": [\#(set("n", "1"))]},"#
          + button("submit", #"{"_beagleAction_": "beagle:submitForm"}"#) + "]}",
        value: #"{"log": "", "n": 0, "name": ""}"#)
    ).open()
    #expect(try await host.node("field")[.error].isNull)
    try await host.press("submit")
    #expect(try await host.text("log") == "wrong ")
    await host.send(.focus(try await host.node("field").id))
    try await host.type("7a", into: "field")
    // The return key only ends editing.
    await host.send(.submit(try await host.node("field").id))
    #expect(try await host.text("log") == "wrong ")
    try await host.press("submit")
    #expect(try await host.text("log") == "wrong sent")
  }

  @Test(arguments: ["true", "1", "'true'", "null", "s.none"])
  func `a condition holds only for exactly true`(condition: String) async throws {
    let host = try await widget(
      screen(
        button(
          "go",
          #"{"_beagleAction_": "beagle:condition", "condition": "@{\#(condition)}", "onTrue": [\#(log("yes"))], "onFalse": [\#(log("no"))]}"#
        ))
    ).open()
    try await host.press("go")
    #expect(try await host.text("log") == (condition == "true" ? "yes" : "no"))
  }

  @Test func `alerts and confirmations continue with the answer`() async throws {
    let host = try await widget(
      screen(
        button(
          "ask",
          #"{"_beagleAction_": "beagle:confirm", "title": "@{s.n}", "message": "Sure?", "labelOk": "Yes", "onPressOk": [\#(log("ok"))], "onPressCancel": [\#(log("no"))]}"#
        ))
    ).open()
    try await host.press("ask")
    #expect(await host.alert == "0: Sure?")
    let alert = try #require(await host.tree.preorder().last { $0.kind == .alert })
    #expect(alert[.buttons].array?.contains("Yes") == true)
    let yes = alert[.buttons].array?.firstIndex(of: "Yes") ?? 0
    await host.send(.answer(alert.id, index: yes))
    #expect(try await host.text("log") == "ok")
  }

  @Test func `a screen gets a value when it opens, and when another returns to it`() async throws {
    let back =
      #"{"_beagleAction_": "beagle:popToView", "route": "home", "navigationContext": {"path": "from", "value": "@{navigationContext.n}"}}"#
    let third =
      #"{"id": "third", "child": {"_beagleComponent_": "beagle:container", "children": [\#(button("home", back.replacing("navigationContext.n", with: "'third'")))]}}"#
    let second =
      #"{"id": "second", "child": {"_beagleComponent_": "beagle:container", "children": [{"_beagleComponent_": "beagle:text", "id": "given", "text": "@{navigationContext.n}"}, \#(button("further", #"{"_beagleAction_": "beagle:pushView", "route": {"screen": \#(third)}}"#))]}}"#
    let host = try await widget(
      screen(
        #"{"_beagleComponent_": "beagle:text", "id": "back", "text": "@{navigationContext.from}"}"#,
        button(
          "go",
          #"{"_beagleAction_": "beagle:pushView", "route": {"screen": \#(second)}, "navigationContext": {"value": {"n": "@{sum(s.n, 5)}"}}}"#
        ))
    ).open()
    try await host.press("go")
    #expect(await host.screens.last == "second")
    #expect(try await host.text("given") == "5")
    try await host.press("further")
    #expect(await host.screens == ["Main", "second", "third"])
    try await host.press("home")
    #expect(await host.screens == ["Main"])
    #expect(try await host.text("back") == "third")
  }

  /// The action that opens a screen, the action performed on it, and the screens that are open afterwards.
  @Test(arguments: [
    ("pushView", #"{"_beagleAction_": "beagle:popView"}"#, ["Main"]),
    ("pushView", #"{"_beagleAction_": "beagle:popStack"}"#, ["Main", "second"]),
    ("pushView", #"{"_beagleAction_": "beagle:popToView", "route": "nowhere"}"#, ["Main", "second"]),
    (
      "pushView",
      #"{"_beagleAction_": "beagle:resetStack", "route": {"screen": {"id": "new", "child": {"_beagleComponent_": "beagle:text", "text": "n"}}}}"#,
      ["new"]
    ),
    ("pushStack", #"{"_beagleAction_": "beagle:popView"}"#, ["Main"]),
    ("pushStack", #"{"_beagleAction_": "beagle:popStack"}"#, ["Main"]),
    ("pushStack", #"{"_beagleAction_": "beagle:popToView", "route": "home"}"#, ["Main", "second"]),
    (
      "pushStack",
      #"{"_beagleAction_": "beagle:resetStack", "route": {"screen": {"id": "new", "child": {"_beagleComponent_": "beagle:text", "text": "n"}}}}"#,
      ["Main", "new"]
    ),
    (
      "pushStack",
      #"{"_beagleAction_": "beagle:resetApplication", "route": {"screen": {"id": "new", "child": {"_beagleComponent_": "beagle:text", "text": "n"}}}}"#,
      ["new"]
    ),
  ])
  func `stacks of screens are opened and closed as in the original`(opening: String, action: String, expected: [String])
    async throws
  {
    let host = try await widget(
      screen(
        button(
          "go",
          #"{"_beagleAction_": "beagle:\#(opening)", "route": {"screen": {"id": "second", "child": \#(button("then", action))}}}"#
        ))
    ).open()
    try await host.press("go")
    #expect(await host.screens == ["Main", "second"])
    try await host.press("then")
    #expect(await host.screens == expected)
  }

  @Test func `rows write into their data source, and refer to their item by the list's name for it`() async throws {
    let inner =
      #"{"_beagleComponent_": "beagle:listView", "dataSource": "@{outer.items}", "templates": [{"case": "@{eq(item, 'b')}", "view": {"_beagleComponent_": "beagle:text", "id": "row", "text": "B of @{outer.name}"}}, {"view": {"_beagleComponent_": "beagle:text", "id": "row", "text": "@{item} @{index}"}}]}"#
    let host = try await widget(
      screen(
        #"{"_beagleComponent_": "beagle:listView", "iteratorName": "outer", "dataSource": "@{s.list}", "templates": [{"view": {"_beagleComponent_": "beagle:container", "children": [\#(inner), {"_beagleComponent_": "beagle:button", "id": "rename", "text": "r", "onPress": [{"_beagleAction_": "beagle:setContext", "contextId": "outer", "path": "name", "value": "new"}]}]}}]}"#,
        value: #"{"log": "@{s.none}", "list": [{"name": "one", "items": ["a", "b"]}, {"name": "two", "items": ["b"]}]}"#
      )
    ).open()
    #expect(await host.texts("row") == ["a 0", "B of one", "B of two"])
    try await host.press("rename", 1)
    #expect(await host.texts("row") == ["a 0", "B of one", "B of new"])
  }

  @Test func `added components read the names in scope at their position`() async throws {
    let added =
      #"{"_beagleAction_": "beagle:addChildren", "componentId": "box", "mode": "PREPEND", "value": [{"_beagleComponent_": "beagle:text", "id": "new", "text": "@{inner}"}, {"_beagleComponent_": "beagle:unknown"}]}"#
    let host = try await widget(
      screen(
        #"{"_beagleComponent_": "beagle:container", "id": "box", "context": {"id": "inner", "value": "there"}, "children": [{"_beagleComponent_": "beagle:text", "id": "old", "text": "old"}]}"#,
        #"{"_beagleComponent_": "beagle:container", "context": {"id": "inner", "value": "here"}, "children": [\#(button("add", added))]}"#
      )
    ).open()
    try await host.press("add")
    #expect(await host.texts("new") == ["there"])
    let box = try await host.node("box")
    #expect(box.children.count == 2)
  }

  @Test func `a thousand screens that were opened and closed leave nothing behind`() async throws {
    let second =
      #"{"id": "second", "child": {"_beagleComponent_": "beagle:container", "context": {"id": "own", "value": 1}, "children": [{"_beagleComponent_": "beagle:listView", "dataSource": [1, 2], "templates": [{"view": {"_beagleComponent_": "beagle:text", "text": "@{item} @{own}"}}]}]}}"#
    let host = try await widget(
      screen(button("go", #"{"_beagleAction_": "beagle:pushView", "route": {"screen": \#(second)}}"#))
    ).open()
    let before = await host.tree.preorder().count
    let views = await host.presentation.viewCount
    let go = try await host.node("go").id
    for _ in 0..<1000 { await host.presentation.send([.press(go), .back]) }
    await host.clock.settle()
    #expect(await host.tree.preorder().count == before)
    #expect(await host.screens == ["Main"])
    #expect(await host.presentation.viewCount == views)
  }

  /// Modelled on the tutorial of the original: a label in a bold font of 20 points, the server's content below it, and
  /// a margin of 10 points.
  @Test func `an app's component holds the server's children, with their data and actions`() async throws {
    let host = try await widget(
      screen(
        #"{"_beagleComponent_": "custom:ContainerTitle", "id": "box", "title": "Hi @{s.n}", "style": {"margin": {"top": {"value": 5, "type": "REAL"}}}, "child": \#(button("press", set("n", "@{sum(s.n, 1)}")))}"#
      ), extensions: .team
    ).open()
    try await host.press("press")
    let box = try await host.node("box")
    let inner = try #require(await host.tree[box.children[0]])
    let label = try #require(await host.tree[inner.children[0]])
    #expect(label[.text] == "Hi 1" && label[.fontSize] == 20)
    let child = try await host.node("press")
    #expect(inner.frame.size == box.frame.size)
    #expect(label.frame.x == 10 && label.frame.width == box.frame.width - 20)
    #expect(child.frame.x == 10 && child.frame.width == box.frame.width - 20)
    #expect(child.frame.y == label.frame.maxY)
    #expect(box.frame.height == label.frame.height + child.frame.height + 10)
    #expect(try await host.node("log").frame.maxY + 5 == box.frame.y)
  }

  @Test func `names with another meaning in native documents keep theirs in payloads`() async throws {
    let host = try await widget(
      #"""
      {"_beagleComponent_": "beagle:container", "id": "item", "context": {"id": "item_", "value": "outer"}, "children": [
        {"_beagleComponent_": "beagle:container", "context": {"id": "content", "value": "C"}, "children": [
          {"_beagleComponent_": "beagle:container", "context": {"id": "item", "value": "I"}, "children": [
            {"_beagleComponent_": "beagle:text", "id": "all", "text": "@{item} @{item_} @{content} @{options}"}]}]}]}
      """#
    ).open()
    #expect(try await host.text("all") == "I outer C ")
  }

  @Test func `failing actions are not reported to users`() async throws {
    let host = try await widget(
      screen(
        button(
          "nothing", #"{"_beagleAction_": "beagle:setContext", "contextId": "none", "value": 1}"#,
          #"{"_beagleAction_": "beagle:addChildren", "componentId": "none", "value": []}"#,
          #"{"_beagleAction_": "beagle:submitForm"}"#, #"{"_beagleAction_": "beagle:openExternalURL", "url": "no"}"#,
          #"{"_beagleAction_": "custom:none"}"#, log("done")))
    ).open()
    try await host.press("nothing")
    #expect(await host.alert == nil)
    #expect(try await host.text("log") == "done")
  }

  @Test func `tabs and pages report their position as a number`() async throws {
    let host = try await widget(
      screen(
        #"{"_beagleComponent_": "beagle:tabBar", "id": "tabs", "items": [{"title": "A"}, {"title": "B"}], "currentTab": "@{s.n}", "onTabSelection": [\#(set("n", "@{onTabSelection}"))]}"#,
        #"{"_beagleComponent_": "beagle:pageView", "id": "pages", "currentPage": "@{s.n}", "onPageChange": [\#(set("log", "@{sum(onPageChange, 10)}"))], "style": {"size": {"height": {"value": 40, "type": "REAL"}}}, "children": [{"_beagleComponent_": "beagle:text", "text": "1"}, {"_beagleComponent_": "beagle:text", "text": "2"}]}"#
      )
    ).open()
    await host.send(.change(try await host.node("tabs").id, value: 1))
    #expect(try await host.node("pages")[.value] == 1)
    await host.send(.scroll(try await host.node("pages").id, offset: 0))
    #expect(try await host.text("log") == "10")
  }

  @Test func `the end of a short list is reported at once, and again for other data`() async throws {
    let host = try await widget(
      screen(
        #"{"_beagleComponent_": "beagle:listView", "id": "list", "dataSource": "@{s.list}", "onScrollEnd": [\#(log("e"))], "templates": [{"view": {"_beagleComponent_": "beagle:text", "text": "@{item}"}}], "style": {"size": {"height": {"value": 100, "type": "REAL"}}}}"#,
        button(
          "more", #"{"_beagleAction_": "beagle:setContext", "contextId": "s", "path": "list", "value": ["a", "b"]}"#),
        value: #"{"log": "", "list": []}"#)
    ).open()
    #expect(try await host.text("log") == "e")
    try await host.press("more")
    #expect(try await host.text("log") == "ee")
  }

  @Test func `a mistake invalidates its place, or the whole payload as in the original`() async throws {
    let payload = screen(#"{"_beagleComponent_": "beagle:text", "text": 5}"#, #"{"_beagleComponent_": "beagle:none"}"#)
    let tolerant = try await widget(payload).open()
    #expect(await tolerant.placeholders == ["Unknown component of type: beagle:none"])
    #expect(try await tolerant.text("log") == "")
    let strict = try await widget(payload, format: .strictBeagle).open()
    #expect(await strict.placeholders.allSatisfy { $0.contains("'text' of 'beagle:text' takes text") })
    #expect(await strict.nodes("log").isEmpty)
  }
}

extension Presentation {
  /// The number of views, visible or not.
  fileprivate var viewCount: Int { core.hierarchy.context.viewCount }
}
