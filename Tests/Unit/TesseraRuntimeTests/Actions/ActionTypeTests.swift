import TesseraBundles
import TesseraData
import TesseraLayout
import TesseraLoopback
import TesseraTestSupport
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

/// Creates a widget with a label `log` that shows the context of that name, and a label `data` for an event's data.
private func logging(
  _ components: String..., screens: [String: String] = [:], model: String? = nil, service: String? = nil,
  hosts: String = "[]", objects: String = "{}", isSound: Bool = true, allowsPrivateAddresses: Bool = false
) throws -> TestWidget {
  let view = ([shown("logLabel", "@{log}"), shown("dataLabel", "@{data}")] + components).joined(separator: ",")
  return try TestWidget(
    screen: """
      {"context": [{"id": "log", "value": ""}, {"id": "data"}], "objects": \(objects),
       "view": {"type": "container", "children": [\(view)]}}
      """, screens: screens, model: model, service: service, hosts: hosts, isSound: isSound,
    allowsPrivateAddresses: allowsPrivateAddresses)
}

/// Returns handlers for the events of an action. Each appends the event's name to `log`, and writes its data to `data`.
private func hearing(_ events: String...) -> String {
  events.map { #""\#($0)": [\#(note($0)), \#(write("data", $0))]"# }.joined(separator: ", ")
}

extension TestHost {
  /// Returns the patches that the host receives during an operation.
  fileprivate func patches(_ body: () async throws -> Void) async rethrows -> [ViewPatch] {
    let revision = await presentation.tree().revision
    try await body()
    return await presentation.missed(after: revision).flatMap { (update: PresentationUpdate) -> [ViewPatch] in
      if case .patches(let patches, _) = update { patches } else { [] }
    }
  }

  /// Returns the effects that occur during an operation.
  fileprivate func effects(_ body: () async throws -> Void) async rethrows -> [ViewEffect] {
    try await patches(body).compactMap { if case .effect(_, let effect) = $0 { effect } else { nil } }
  }

  /// The buttons of the frontmost alert.
  fileprivate var buttons: [String] {
    get async { await tree.preorder().last { $0.kind == .alert }?[.buttons].array?.map(\.description) ?? [] }
  }

  /// Presses a button of the frontmost alert.
  fileprivate func answer(_ index: Int) async throws {
    let alert = try #require(await tree.preorder().last { $0.kind == .alert })
    await send(.answer(alert.id, index: index))
  }
}

@Suite("Types of actions")
struct ActionTypeTests {
  // MARK: All

  @Test(
    arguments: [
      ("push", ["screen", "content"], []), ("present", ["screen", "content", "as"], []), ("pop", [], []),
      ("dismiss", [], []), ("openURL", ["url"], []), ("alert", ["title", "message", "button"], ["onOk"]),
      ("confirm", ["title", "message", "okText", "cancelText"], ["onOk", "onCancel"]),
      ("toast", ["text", "duration"], []), ("condition", ["condition"], ["onTrue", "onFalse"]),
      ("setContext", ["context", "path", "value"], []), ("addChildren", ["to", "mode"], []),
      ("perform", ["action", "object"], ["onSuccess", "onError", "onFinish"]),
      ("request", ["url", "method", "headers", "body"], ["onSuccess", "onError", "onFinish"]),
      ("insert", ["entity", "values"], ["onSuccess", "onError"]),
      ("update", ["object", "values"], ["onSuccess", "onError"]), ("delete", ["object"], ["onSuccess", "onError"]),
      ("focus", ["id"], []), ("scrollTo", ["id", "row", "offset"], []), ("refresh", ["id"], []),
    ] as [(String, [String], [String])])
  func `every attribute takes an expression, and every event takes actions`(
    type: String, attributes: [String], events: [String]
  ) throws {
    let members =
      attributes.map { #""\#($0)": "@{content}""# } + events.map { #""\#($0)": {"type": "pop"}"# }
    let action = #"{"type": "\#(type)"\#(members.map { ", " + $0 }.joined())}"#
    let widget = try TestWidget(view: doing("button", action))
    #expect(widget.problems == [])
  }

  // MARK: Navigation

  private static let detail = """
    {"view": \(container(
      shown("detail", "@{content}"), doing("pop", #"{"type": "pop"}"#), doing("dismiss", #"{"type": "dismiss"}"#),
      doing("deeper", #"{"type": "push", "screen": "Detail", "content": "deeper"}"#)))}
    """

  @Test(
    arguments: ["push", "present"],
    [
      (#""content": "text""#, "text"), (#""content": "@{data}""#, "7"),
      (#""content": {"a": ["@{data}"]}"#, #"{"a":[7]}"#),
      (#""content": null"#, ""), (#""content": "@{log}""#, ""), ("", "own"),
    ])
  func `a screen gets the action's content, or else that of the screen below`(
    way: String, example: (attribute: String, expected: String)
  ) async throws {
    let attribute = example.attribute.isEmpty ? "" : ", " + example.attribute
    let host = try await logging(
      doing(
        "go",
        """
        [\(write("data", "7")), {"type": "setContext", "context": "content", "value": "own"},
         {"type": "\(way)", "screen": "Detail"\(attribute)}]
        """), screens: ["Detail": Self.detail]
    ).open()
    try await host.press("go")
    #expect(await host.screens == ["Main", "Detail"])
    #expect(try await host.text("detail") == example.expected)
  }

  @Test(
    arguments: [
      ("", nil, Rect(x: 0, y: 0, width: 320, height: 480)),
      (#""as": "full""#, nil, Rect(x: 0, y: 0, width: 320, height: 480)),
      (#""as": "sheet""#, "sheet", Rect(x: 0, y: 48, width: 320, height: 432)),
      (#""as": "@{'sheet'}""#, "sheet", Rect(x: 0, y: 48, width: 320, height: 432)),
      (#""as": "popover""#, "popover", Rect(x: 16, y: 48, width: 288, height: 384)),
      (#""as": "@{'nothing'}""#, nil, Rect(x: 0, y: 0, width: 320, height: 480)),
    ] as [(String, String?, Rect)])
  func `a presented screen covers the others in the given style`(attribute: String, style: String?, frame: Rect)
    async throws
  {
    let attribute = attribute.isEmpty ? "" : ", " + attribute
    let host = try await logging(
      doing("go", #"{"type": "present", "screen": "Detail"\#(attribute)}"#), screens: ["Detail": Self.detail]
    ).open()
    try await host.press("go")
    let stack = try #require(await host.tree.preorder().last { $0.kind == .navigation })
    #expect(stack[.modal] == true)
    #expect(stack[.presentation].string == style)
    #expect(stack.frame == frame)
  }

  @Test func `pop closes one screen, dismiss all presented ones, and the first screen stays`() async throws {
    let host = try await logging(
      doing("push", #"{"type": "push", "screen": "Detail"}"#),
      doing("present", #"{"type": "present", "screen": "Detail", "as": "sheet"}"#),
      doing("stay", #"[{"type": "pop"}, {"type": "dismiss"}]"#), screens: ["Detail": Self.detail]
    ).open()
    try await host.press("stay")
    #expect(await host.screens == ["Main"])
    try await host.press("push")
    try await host.press("deeper")
    try await host.press("dismiss")
    #expect(await host.screens == ["Main", "Detail", "Detail"], "nothing was presented")
    try await host.press("pop")
    try await host.press("pop")
    #expect(await host.screens == ["Main"])
    try await host.press("present")
    try await host.press("deeper")
    try await host.press("dismiss")
    #expect(await host.screens == ["Main"])
  }

  @Test func `a screen that does not exist is a placeholder, and back works`() async throws {
    let host = try await logging(doing("go", #"{"type": "push", "screen": "@{'Nowhere'}"}"#)).open()
    try await host.press("go")
    #expect(await host.placeholders == ["The bundle has no screen 'Nowhere'"])
    await host.send(.back)
    #expect(await host.screens == ["Main"])
  }

  @Test(arguments: [
    "https://example.org/a?b=c#d", "http://example.org", "HTTPS://example.org", "mailto:ann@example.org",
    "tel:+15551234",
  ])
  func `an address is passed to the host unchanged`(url: String) async throws {
    let host = try await logging(doing("go", #"{"type": "openURL", "url": "@{'\#(url)'}"}"#)).open()
    #expect(try await host.effects { try await host.press("go") } == [.openURL(url)])
    #expect(await host.alert == nil)
  }

  @Test(arguments: [
    "javascript:alert(1)", "file:///etc/passwd", "data:text/html,hi", "vbscript:x", " https://example.org",
    "https:", "https://", "//example.org", "example.org", "",
  ])
  func `other schemes and invalid addresses are rejected with a message`(url: String) async throws {
    let host = try await logging(doing("go", #"{"type": "openURL", "url": "@{'\#(url)'}"}"#)).open()
    #expect(try await host.effects { try await host.press("go") } == [])
    #expect(await host.alert == "Error: openURL: '\(url)' is not a URL that can be opened")
  }

  // MARK: Messages

  @Test func `an alert shows its text, and continues when it is answered`() async throws {
    let host = try await logging(
      doing("plain", #"{"type": "alert", "title": "T@{1 + 1}", "message": "@{[1]}@{null}", \#(hearing("onOk"))}"#),
      doing("named", #"{"type": "alert", "title": 5, "button": "Fine"}"#)
    ).open()
    try await host.press("plain")
    #expect(await host.alert == "T2: [1]")
    #expect(await host.buttons == ["OK"])
    #expect(try await host.text("logLabel") == "")
    try await host.answer(0)
    #expect(await host.alert == nil)
    #expect(try await host.text("logLabel") == "onOk ")
    #expect(try await host.text("dataLabel") == "{}")
    try await host.press("named")
    #expect(await host.alert == "5: ")
    #expect(await host.buttons == ["Fine"])
  }

  @Test(arguments: [(0, "onCancel "), (1, "onOk "), (2, ""), (-1, "")])
  func `a question has two answers`(answer: Int, expected: String) async throws {
    let host = try await logging(
      doing(
        "ask",
        """
        {"type": "confirm", "title": "Sure?", "okText": "Yes", "cancelText": "@{'N' + 'o'}",
         \(hearing("onOk", "onCancel"))}
        """)
    ).open()
    try await host.press("ask")
    #expect(await host.alert == "Sure?: ")
    #expect(await host.buttons == ["No", "Yes"])
    try await host.answer(answer)
    #expect(try await host.text("logLabel") == expected)
    #expect(await host.alert == (expected.isEmpty ? "Sure?: " : nil))
  }

  @Test func `a question has answers by default`() async throws {
    let host = try await logging(doing("ask", #"{"type": "confirm", "title": "Sure?"}"#)).open()
    try await host.press("ask")
    #expect(await host.buttons == ["Cancel", "OK"])
  }

  @Test(
    arguments: [
      ("", 3), (#""duration": 5"#, 5), (#""duration": 0"#, 1), (#""duration": 1e300"#, 30), (#""duration": "@{2}""#, 2),
    ]
      as [(String, Int)])
  func `a toast disappears after its time`(attribute: String, seconds: Int) async throws {
    let attribute = attribute.isEmpty ? "" : ", " + attribute
    let widget = try logging(doing("go", #"{"type": "toast", "text": "Hi @{1 + 1}"\#(attribute)}"#))
    let host = await widget.open()
    await host.sendAtOnce(.press(try await host.node("go").id))
    #expect(await host.texts("toast") == ["Hi 2"])
    await widget.clock.advance(by: .seconds(seconds) - .milliseconds(1))
    #expect(await host.texts("toast") == ["Hi 2"])
    await widget.clock.advance(by: .milliseconds(1))
    #expect(await host.texts("toast") == [])
  }

  @Test func `a toast replaces the previous one, has its own duration, and covers nothing`() async throws {
    let widget = try logging(
      doing("one", #"{"type": "toast", "text": "one"}"#), doing("two", #"{"type": "toast", "text": "two"}"#),
      doing("none", #"{"type": "toast", "text": "@{null}"}"#))
    let host = await widget.open()
    await host.sendAtOnce(.press(try await host.node("one").id))
    await widget.clock.advance(by: .seconds(2))
    await host.sendAtOnce(.press(try await host.node("two").id), .press(try await host.node("none").id))
    #expect(await host.texts("toast") == ["two"])
    await widget.clock.advance(by: .milliseconds(2999))
    #expect(await host.texts("toast") == ["two"], "the time of the first one is over")
    await widget.clock.advance(by: .milliseconds(1))
    #expect(await host.texts("toast") == [])
  }

  // MARK: Choices

  @Test(arguments: [
    ("null", false), ("true", true), ("false", false), ("0", false), ("1", true), ("-1", true), ("0.0", false),
    ("0.5", true), ("''", false), ("' '", true), ("'0'", true), ("'false'", true), ("[]", false), ("[0]", true),
    ("content", false), ("data.none", false), ("data", true), ("1 / 0", false), ("1 == 1.0", true),
  ])
  func `a condition holds as in expressions`(expression: String, holds: Bool) async throws {
    let host = try await logging(
      doing(
        "go",
        """
        [{"type": "setContext", "context": "data", "value": {"a": 1}},
         {"type": "condition", "condition": "@{\(expression)}", "onTrue": \(note("true")), "onFalse": \(note("false"))},
         \(note("after")), \(write("data", "(\(expression)) ? 'true' : 'false'"))]
        """)
    ).open()
    try await host.press("go")
    #expect(try await host.text("logLabel") == "\(holds) after ")
    #expect(try await host.text("dataLabel") == "\(holds)", "an expression's own condition agrees")
  }

  @Test(arguments: [("true", true), ("0", false), ("{}", false), (#""text""#, true)])
  func `literals are conditions too`(literal: String, holds: Bool) async throws {
    let host = try await logging(
      doing("go", #"{"type": "condition", "condition": \#(literal), \#(hearing("onTrue", "onFalse"))}"#),
      isSound: false
    ).open()
    try await host.press("go")
    #expect(try await host.text("logLabel") == (holds ? "onTrue " : "onFalse "))
  }

  // MARK: Components

  @Test(arguments: [
    ("", "a b x y"), (#""mode": "append""#, "a b x y"), (#""mode": "prepend""#, "x y a b"),
    (#""mode": "replace""#, "x y"), (#""mode": "@{'pre' + 'pend'}""#, "x y a b"), (#""mode": "@{7}""#, "a b"),
  ])
  func `components are appended, prepended or put in place of the children`(mode: String, expected: String) async throws
  {
    let mode = mode.isEmpty ? "" : ", " + mode
    let box = #"{"type": "container", "id": "box", "children": [\#(shown("a", "a")), \#(shown("b", "b"))]}"#
    let host = try await logging(
      box,
      doing(
        "go",
        #"{"type": "addChildren", "to": "box"\#(mode), "children": [\#(shown("x", "x")), \#(shown("y", "@{x.text == 'x' ? 'y' : ''}"))]}"#
      ),
      isSound: mode.contains("7") == false
    ).open()
    try await host.press("go")
    let box2 = try await host.node("box")
    let tree = await host.tree
    #expect(box2.children.compactMap { tree[$0]?[.text].string }.joined(separator: " ") == expected)
    let frames = box2.children.compactMap { tree[$0]?.frame.y }
    #expect(frames == frames.sorted() && Set(frames).count == frames.count, "they are laid out in this order")
  }

  @Test func `added components are live: they follow data, run actions, own contexts, and are known to the screen`()
    async throws
  {
    let added = """
      {"type": "container", "context": {"id": "own", "value": 1}, "onInit": \(note("init")), "onAppear": \(note("appear")),
       "children": [\(shown("late", "@{own}-@{data}")), \(doing("up", "[\(write("own", "own + 1")), \(write("data", "own"))]"))]}
      """
    let host = try await logging(
      component("container", "box"), shown("watch", "@{late.text}!"),
      doing("add", #"{"type": "addChildren", "to": "box", "children": [\#(added)]}"#)
    ).open()
    try await host.press("add")
    #expect(try await host.text("logLabel") == "init appear ")
    #expect(try await host.text("watch") == "1-!")
    try await host.press("up")
    #expect(try await host.text("watch") == "2-2!")
    try await host.press("add")
    #expect(await host.texts("late") == ["2-2", "1-2"], "each has a context of its own")
  }

  @Test(arguments: ["logLabel", "@{'nobody'}", "@{null}"])
  func `nothing is added to a view that is not a container`(name: String) async throws {
    let host = try await logging(
      doing("go", #"{"type": "addChildren", "to": "\#(name)", "children": [\#(shown("x", "x"))]}"#)
    ).open()
    try await host.press("go")
    #expect(await host.alert?.contains("is not a container of this screen") == true)
    #expect(await host.nodes("x").isEmpty)
  }

  @Test func `a field gets the focus, and an unknown name does nothing`() async throws {
    let host = try await logging(
      component("textInput", "field"), doing("go", #"{"type": "focus", "id": "field"}"#),
      doing("nowhere", #"{"type": "focus", "id": "@{'nobody'}"}"#)
    ).open()
    #expect(try await host.effects { try await host.press("go") } == [.focus])
    #expect(try await host.effects { try await host.press("nowhere") } == [])
  }

  @Test(
    arguments: [
      ("table", #""row": 10"#, 400), ("table", #""offset": 123"#, 123), ("table", "", 0),
      ("table", #""row": 1000"#, 80),
      ("table", #""row": -1"#, 80), ("table", #""offset": -5"#, 0), ("table", #""offset": 1e12"#, 3800),
      ("scroll", #""offset": 50"#, 50), ("scroll", #""offset": 1e12"#, 100), ("scroll", "", 0),
    ] as [(String, String, Double)])
  func `a table and a scrolling box scroll`(id: String, attribute: String, expected: Double) async throws {
    let tall = #"{"type": "container", "style": {"height": 200, "flexShrink": 0}}"#
    let table = """
      {"type": "table", "id": "table", "rowHeight": 40, "style": {"flexGrow": 0, "flexShrink": 0, "flexBasis": 200},
       "cells": {"Cell": {"type": "container", "style": {"height": 40}}}}
      """
    let widget = try TestWidget(
      view: container(
        table, #"{"type": "scroll", "id": "scroll", "style": {"height": 100}, "children": [\#(tall)]}"#,
        doing("go", #"{"type": "scrollTo", "id": "\#(id)"\#(attribute.isEmpty ? "" : ", " + attribute)}"#)),
      objects: tableObjects(), model: itemModel)
    #expect(widget.problems == [])
    for number in 1...100 { _ = try widget.instance.store.insert("Item", ["identifier": .integer(Int64(number))]) }
    let host = await widget.open()
    await host.send(.scroll(try await host.node(id).id, offset: 80))
    try await host.press("go")
    #expect(try await host.node(id)[.scrollOffset].number ?? 0 == expected)
  }

  @Test func `a view that does not scroll is reported`() async throws {
    let host = try await logging(doing("go", #"{"type": "scrollTo", "id": "logLabel"}"#)).open()
    try await host.press("go")
    #expect(await host.alert == "Error: scrollTo: 'logLabel' does not scroll")
  }

  @Test func `refreshing a table equals pulling it, and without a name all that loads with the screen reloads`()
    async throws
  {
    let widget = try logging(
      #"{"type": "table", "id": "table", "onRefresh": \#(note("pulled"))}"#,
      doing("table1", #"{"type": "refresh", "id": "table"}"#), doing("all", #"{"type": "refresh"}"#),
      doing("wrong", #"{"type": "refresh", "id": "logLabel"}"#),
      shown("runs", "@{load.status.isSuccess}@{items.totalCount}"),
      model: itemModel, service: stubService(#""load": {"resultType": "[Item]", "response": [{"id": 1}]}"#),
      objects: """
        {"load": {"type": "OnLoadActionController", "attrs": {"actionName": "load"}},
         "items": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Item"}}}
        """)
    let host = await widget.open()
    #expect(try await host.text("runs") == "true1")
    try widget.instance.store.delete(Array(try widget.instance.store.fetch(FetchRequest("Item"))))
    await widget.clock.settle()
    #expect(try await host.text("runs") == "true0")
    try await host.press("table1")
    #expect(try await host.text("logLabel") == "pulled ")
    #expect(try await host.text("runs") == "true0")
    try await host.press("all")
    #expect(try await host.text("runs") == "true1")
    try await host.press("wrong")
    #expect(await host.alert == "Error: refresh: 'logLabel' cannot be refreshed")
  }

  // MARK: Service

  private static let service = stubService(
    """
    "load": {"resultType": "Item", "response": {"id": 1, "name": "One"}},
    "list": {"resultType": "[Item]", "response": [{"id": 1}, {"id": 2}]},
    "send": {"response": {}}, "fail": {"path": "x"}
    """)

  @Test(arguments: [
    ("load", "onSuccess onFinish ", #"One"#), ("list", "onSuccess onFinish ", ""),
    ("send", "onSuccess onFinish ", ""),
    ("fail", "onError onFinish ", "Test response not implemented"),
  ])
  func `a service action fires the event of its result, then onFinish`(action: String, events: String, carried: String)
    async throws
  {
    let widget = try logging(
      doing(
        "go",
        """
        {"type": "perform", "action": "\(action)", "onSuccess": [\(note("onSuccess")), \(write("data", "onSuccess.object.name"))],
         "onError": [\(note("onError")), \(write("data", "onError.message"))], "onFinish": \(note("onFinish"))}
        """), model: itemModel, service: Self.service)
    let host = await widget.open()
    await host.sendAtOnce(.press(try await host.node("go").id))
    #expect(try await host.text("logLabel") == "", "it takes a second")
    await widget.clock.settle()
    #expect(try await host.text("logLabel") == events)
    #expect(try await host.text("dataLabel") == carried)
    #expect(await host.alert == nil)
  }

  @Test func `a switch changes at once, and reverts when its action fails`() async throws {
    let widget = try logging(
      #"{"type": "switch", "id": "good", "onChange": {"type": "perform", "action": "send"}}"#,
      """
      {"type": "switch", "id": "bad", "onChange": {"type": "perform", "action": "fail",
        "onError": [\(note("bad")), {"type": "perform", "action": "fail", "onError": \(note("worse"))}]}}
      """,
      shown("stateLabel", "@{bad.value}"), model: itemModel, service: Self.service)
    let host = await widget.open()
    for name in ["good", "bad"] { await host.sendAtOnce(.press(try await host.node(name).id)) }
    #expect(try await host.node("good")[.value] == true)
    #expect(try await host.node("bad")[.value] == true)
    #expect(try await host.text("stateLabel") == "true")
    await widget.clock.settle()
    #expect(try await host.node("good")[.value] == true)
    #expect(try await host.node("bad")[.value] == .null)
    #expect(try await host.text("stateLabel") == "false")
    // Actions that follow a failure do not affect the value of the switch.
    #expect(try await host.text("logLabel") == "bad worse ")
    // If there are two presses, the last one counts, and its failure restores the value that the first one set.
    for _ in 0..<2 { await host.sendAtOnce(.press(try await host.node("bad").id)) }
    await widget.clock.settle()
    #expect(try await host.node("bad")[.value] == true)
  }

  @Test func `a failure without a handler is an alert, and also fires onFinish`() async throws {
    let host = try await logging(
      doing("go", #"{"type": "perform", "action": "fail", "onFinish": \#(note("over"))}"#), model: itemModel,
      service: Self.service
    ).open()
    try await host.press("go")
    #expect(await host.alert == "Error: Test response not implemented")
    #expect(try await host.text("logLabel") == "over ")
  }

  /// Sends an action's request to a server, and waits until all activities have ended.
  private func ask(
    _ action: @escaping @Sendable (LoopbackServer) -> String, hosts: String? = nil, allowsPrivateAddresses: Bool = true,
    answer: @escaping LoopbackServer.Handler,
    _ body: @escaping @Sendable (TestHost, LoopbackServer) async throws -> Void
  ) async throws {
    try await LoopbackServer.run(answer) { server in
      let widget = try logging(
        doing("go", action(server)), hosts: hosts ?? #"["\#(server.host)"]"#, isSound: hosts == nil,
        allowsPrivateAddresses: allowsPrivateAddresses)
      let host = await widget.open()
      try await host.press("go")
      try await body(host, server)
      await host.presentation.close()
      await widget.instance.environment.activities.untilIdle()
    }
  }

  @Test(arguments: [
    (
      200, #"{"a": [1, null]}"#, "onSuccess onFinish ",
      #"{"data":{"a":[1,null]},"status":200,"statusText":"success"}"#
    ),
    (201, "plain text", "onSuccess onFinish ", #"{"data":"plain text","status":201,"statusText":"success"}"#),
    (204, "", "onSuccess onFinish ", #"{"data":null,"status":204,"statusText":"success"}"#),
    (
      404, #"{"why": "gone"}"#, "onError onFinish ",
      #"{"data":{"why":"gone"},"message":"The server responded with status 404","status":404,"statusText":"The server responded with status 404"}"#
    ),
    (
      500, "", "onError onFinish ",
      #"{"data":null,"message":"The server responded with status 500","status":500,"statusText":"The server responded with status 500"}"#
    ),
  ])
  func `a request passes on a server's answer`(status: Int, body: String, events: String, carried: String) async throws
  {
    try await ask({ server in
      """
      {"type": "request", "url": "\(server.url("/a?b=c"))", "onSuccess": [\(note("onSuccess")), \(write("data", "onSuccess"))],
       "onError": [\(note("onError")), \(write("data", "onError"))], "onFinish": \(note("onFinish"))}
      """
    }) { _ in
      LoopbackServer.Answer(status: status, body: Array(body.utf8))
    } _: { (host, server) async throws in
      #expect(try await host.text("logLabel") == events)
      let told = try #require(try Value.parseJSON(Array(try await host.text("dataLabel").utf8)).dictionary)
      let exchange = ["headers", "latency", "address"]
      #expect(.dictionary(told.filter { !exchange.contains($0.key) }) == (try Value.parseJSON(Array(carried.utf8))))
      #expect(told["address"] == .string(server.url("/a?b=c")))
      #expect(try #require(told["latency"]?.number) > 0)
      // A response without content has no length (RFC 9110, section 8.6).
      let length: Value? = status == 204 ? Optional.none : .string("\(body.utf8.count)")
      #expect(told["headers"]?.value(forKey: "content-length") == length)
      #expect(await host.alert == nil)
      #expect(server.requests.map(\.target) == ["/a?b=c"])
      #expect(server.requests.map(\.method) == ["GET"])
    }
  }

  @Test func `a request has a method, headers and a body, with expressions in them`() async throws {
    try await ask({ server in
      """
      {"type": "request", "url": "@{'\(server.url("/"))' + 'x'}", "method": "post", "headers": {"X-One": "@{1 + 1}"},
       "body": {"log": "@{log}", "list": ["@{1 + 1}", null]}, "onSuccess": \(note("done"))}
      """
    }) { _ in
      .json("{}")
    } _: { (host, server) async throws in
      #expect(try await host.text("logLabel") == "done ")
      let request = try #require(server.requests.first)
      #expect(request.method == "POST")
      #expect(request.target == "/x")
      #expect(request.headers["x-one"] == "2")
      #expect(request.headers["content-type"] == "application/json")
      #expect(request.text == #"{"list":[2,null],"log":""}"#)
    }
  }

  @Test(arguments: [true, false])
  func `a request stays within the limits of the manifest and the user`(isNamed: Bool) async throws {
    try await ask(
      { #"{"type": "request", "url": "\#($0.url("/"))", \#(hearing("onSuccess", "onError", "onFinish"))}"# },
      hosts: isNamed ? nil : #"["example.org"]"#, allowsPrivateAddresses: !isNamed
    ) { _ in
      .json("{}")
    } _: { (host, server) async throws in
      #expect(try await host.text("logLabel") == "onError onFinish ")
      #expect(server.requests.isEmpty)
    }
  }

  @Test(arguments: [
    (#""url": "http://other.example.org/""#, "The widget may not contact 'other.example.org'"),
    (#""url": "ftp://example.org/""#, "'ftp://example.org/' is not an address that can be requested"),
    (#""url": "@{null}""#, "'' is not an address that can be requested"),
    (#""url": "http://example.org/", "method": "FETCH""#, "'FETCH' is not an HTTP method"),
    (#""url": "http://example.org/", "headers": {"Host": "x"}"#, "The header 'Host' cannot be sent"),
  ])
  func `an invalid request is reported at once, by the event or by an alert`(attributes: String, message: String)
    async throws
  {
    let host = try await logging(
      doing(
        "told",
        """
        {"type": "request", \(attributes), "onError": [\(note("onError")), \(write("data", "onError.message"))],
         "onFinish": \(note("onFinish"))}
        """),
      doing("plain", #"{"type": "request", \#(attributes)}"#), hosts: #"["example.org"]"#, isSound: false
    ).open()
    try await host.press("told")
    #expect(try await host.text("logLabel") == "onError onFinish ")
    #expect(try await host.text("dataLabel") == message)
    #expect(await host.alert == nil)
    try await host.press("plain")
    #expect(await host.alert == "Error: request: \(message)")
  }

  // MARK: Data

  private func dataWidget(_ action: String, isSound: Bool = true) throws -> TestWidget {
    let widget = try logging(
      itemTable, doing("go", action), model: itemModel, objects: tableObjects(), isSound: isSound)
    _ = try widget.instance.store.insert("Item", ["identifier": 1, "name": "One"])
    _ = try widget.instance.store.insert("Item", ["identifier": 2, "name": "Two"])
    return widget
  }

  /// Returns the names of all items, sorted by number.
  private func names(_ widget: TestWidget) throws -> String {
    try widget.instance.store.fetch(FetchRequest("Item"))
      .sorted { ($0.value(forKey: "identifier")?.integer ?? 0) < ($1.value(forKey: "identifier")?.integer ?? 0) }
      .map { $0.value(forKey: "name")?.string ?? "" }.joined(separator: ",")
  }

  @Test(
    arguments: [
      (
        #""type": "insert", "entity": "Item", "values": {"identifier": "@{1 + 2}", "name": "Three"}"#, "One,Two,Three",
        "Three"
      ),
      (#""type": "insert", "entity": "Item""#, ",One,Two", ""),
      (#""type": "update", "object": "@{provider.first}", "values": {"name": "Uno"}"#, "Uno,Two", "Uno"),
      (#""type": "update", "object": "@{provider.last}", "values": {"name": null}"#, "One,", ""),
      (#""type": "update", "object": "@{provider.last}", "values": {}"#, "One,Two", "Two"),
      (#""type": "delete", "object": "@{provider.first}""#, "Two", nil),
      (#""type": "delete", "object": "@{provider.allItems}""#, "", nil),
      (#""type": "delete", "object": []"#, "One,Two", nil),
    ] as [(String, String, String?)])
  func `objects of the store are inserted, updated and deleted`(action: String, expected: String, carried: String?)
    async throws
  {
    let after = [note("done")] + (carried == nil ? [] : [write("data", "onSuccess.object.name")])
    let widget = try dataWidget(
      "{\(action), \"onSuccess\": [\(after.joined(separator: ", "))], \"onError\": \(note("no"))}")
    #expect(widget.problems == [])
    let host = await widget.open()
    try await host.press("go")
    #expect(try names(widget) == expected)
    #expect(try await host.text("logLabel") == "done ")
    if let carried { #expect(try await host.text("dataLabel") == carried) }
    #expect(try await host.rows() == (expected.isEmpty ? 0 : expected.count { $0 == "," } + 1))
  }

  @Test(arguments: [
    (#""type": "insert", "entity": "@{'Nothing'}""#, "Unknown entity 'Nothing'"),
    (#""type": "insert", "entity": "Item", "values": {"nope": 1}"#, "Unknown property 'nope' of 'Item'"),
    (
      #""type": "insert", "entity": "Item", "values": {"identifier": "abc"}"#,
      "Item.identifier: expected number, found text"
    ),
    (#""type": "update", "object": "@{provider.first}", "values": {"nope": 1}"#, "Unknown property 'nope' of 'Item'"),
    (#""type": "update", "object": 5, "values": {"name": "x"}"#, "'object' is not an object of the store"),
    (#""type": "update", "object": "@{log}", "values": {"name": "x"}"#, "'object' is not an object of the store"),
    (#""type": "delete", "object": null"#, "'object' is not an object of the store"),
    (#""type": "delete", "object": "@{content}""#, "'object' is not an object of the store"),
  ])
  func `a failing store action changes nothing, and is reported by the event or by an alert`(
    action: String, message: String
  ) async throws {
    let told = try dataWidget(
      "{\(action), \"onError\": [\(note("no")), \(write("data", "onError.message"))], \"onSuccess\": \(note("done"))}",
      isSound: false)
    let host = await told.open()
    try await host.press("go")
    #expect(try await host.text("logLabel") == "no ")
    #expect(try await host.text("dataLabel") == message)
    #expect(try names(told) == "One,Two")
    let plain = try dataWidget("{\(action)}", isSound: false)
    let other = await plain.open()
    try await other.press("go")
    let type = try #require(action.split(separator: "\"").dropFirst(2).first)
    #expect(await other.alert == "Error: \(type): \(message)")
    #expect(try names(plain) == "One,Two")
  }

  @Test func `an object that was deleted meanwhile cannot be changed`() async throws {
    let widget = try dataWidget(
      """
      [{"type": "setContext", "context": "data", "value": "@{provider.first}"}, {"type": "delete", "object": "@{data}"},
       {"type": "update", "object": "@{data}", "values": {"name": "x"}, "onSuccess": \(note("done")),
        "onError": \(note("no"))}]
      """)
    let host = await widget.open()
    try await host.press("go")
    #expect(try await host.text("logLabel") == "no ")
    #expect(try names(widget) == "Two")
  }
}
