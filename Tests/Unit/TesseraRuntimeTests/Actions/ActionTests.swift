import TesseraData
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

@Suite("Actions")
struct ActionTests {
  private static let statusLabel = """
    "status": {"bindings": [{"predicateFormat": "s.inProgress == 1", "ifTrue": "running",
      "ifFalse": "$s.isSuccess$s.isFailure"}]}
    """

  private func widget(_ service: String, objects: String, elements: String = statusLabel) throws -> TestWidget {
    let widget = try TestWidget(
      view: container(
        label("status"), label("own"), component("button", "one"), component("button", "two"),
        component("button", "stop"), itemTable),
      objects: """
        {"provider": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Item", "sortByFields": "identifier"}},
         "display": {"type": "TableDisplayController", "outlets": {"mainContentProvider": "provider", "tableView": "table"}},
         "statusController": {"type": "ActionStatusController", "alias": "s", "attrs": {"actionName": "load",
           "errorTitle": "Sorry", "errorMessage": "It failed."}}, \(objects)}
        """,
      elements: "{\(elements)}", model: itemModel, service: service)
    // Some responses here are wrong on purpose.
    let problems = widget.problems.filter { !$0.contains("[service-response]") }
    #expect(problems.isEmpty, "\(problems)")
    return widget
  }

  private func button(_ id: String, _ sender: String, _ attributes: String = "", outlets: String = "") -> String {
    """
    "\(id)": {"type": "ButtonActionController", "attrs": {"actionName": "load"\(attributes.isEmpty ? "" : "," + attributes)},
      "outlets": {"sender": "\(sender)"\(outlets.isEmpty ? "" : "," + outlets)}}
    """
  }

  private let loading = stubService(
    #""load": {"resultType": "[Item]", "response": [{"id": 1, "name": "One"}]}, "fail": {"path": "x"}"#)

  @Test func `a status controller reports the state of an action, whatever started it`() async throws {
    let widget = try widget(loading, objects: button("c", "one"))
    let host = await widget.open()
    #expect(try await host.text("status") == "00")
    await host.sendAtOnce(.press(try await host.node("one").id))
    #expect(try await host.text("status") == "running")
    await widget.clock.settle()
    #expect(try await host.text("status") == "10")
    #expect(try await host.rows() == 1)
  }

  @Test func `a binding assigns whenever its input changes, even to an equal value, and at no other time`() async throws
  {
    let widget = try TestWidget(
      view: container(
        component("textInput", "field"), component("button", "one"), label("other"), component("button", "hide")),
      objects: """
        {"statusController": {"type": "ActionStatusController", "alias": "s", "attrs": {"actionName": "load"}},
         \(button("c", "one"))}
        """,
      elements: """
        {"field": {"bindings": [{"predicateFormat": "s.inProgress == 1", "ifTrue": "", "ifFalse": ""}]},
         "other": {"bindings": [{"from": "field.value"}]}}
        """, model: itemModel, service: loading)
    let host = await widget.open()
    await host.send(.input(try await host.node("field").id, text: "milk"))
    #expect(try await host.node("field")[.value] == "milk", "what is typed changes nothing that is read")
    try await host.press("one")
    #expect(try await host.node("field")[.value].string ?? "" == "")
  }

  @Test func `the rows that an action loads are shown together with its end`() async throws {
    let widget = try widget(loading, objects: button("c", "one"))
    let host = await widget.open()
    var (tree, revision) = await host.presentation.tree()
    await host.sendAtOnce(.press(try await host.node("one").id))
    await widget.clock.settle()
    let last = await host.presentation.tree().revision
    #expect(last > revision)
    for await update in await host.presentation.updates(after: revision) {
      guard case .patches(let patches, let next) = update else {
        Issue.record("the steps are known")
        break
      }
      tree.apply(patches)
      revision = next
      let status = tree.preorder().first { $0.identifier == "status" }
      let table = tree.preorder().first { $0.identifier == "table" }
      if status?[.text] != "running" { #expect(table?[.rowCount] == 1) }
      if revision == last { break }
    }
  }

  @Test func `a button's action sends a selector to an object of the scheme, or to the screen`() async throws {
    let items = """
      {"view": \(container(component("button", "one"), component("button", "two"), itemTable)),
       "objects": \(tableObjects(#""c": {"type": "ActionController", "attrs": {"actionName": "load"}}"#)),
       "elements": {"one": {"action": {"target": "c", "selector": "performAction:"}},
                    "two": {"action": {"target": "@self", "selector": "backAction:"}}}}
      """
    let widget = try TestWidget(
      view: container(component("button", "open", #""onPress": {"type": "push", "screen": "Items"}"#)),
      screens: ["Items": items], model: itemModel, service: loading)
    #expect(widget.problems == [])
    let host = await widget.open()
    try await host.press("open")
    #expect(await host.screens == ["Main", "Items"])
    #expect(try await host.rows() == 0)
    try await host.press("one")
    #expect(try await host.rows() == 1)
    #expect(await host.screens == ["Main", "Items"])
    try await host.press("two")
    #expect(await host.screens == ["Main"])
  }

  @Test(arguments: [
    (#""label": {"action": {"target": "c", "selector": "performAction:"}}"#, "Only a button"),
    (#""b": {"action": {"target": "d", "selector": "performAction:"}}"#, "The screen has no object 'd'"),
    (#""b": {"action": {"target": "c", "selector": "preformAction:"}}"#, "did you mean 'performAction'?"),
    (#""b": {"action": {"target": "@self", "selector": "quit:"}}"#, "'@self' has no action 'quit:'"),
    (#""b": {"action": "c"}"#, "'target' and 'selector'"),
  ])
  func `an invalid button action is reported with its position`(elements: String, words: String) throws {
    let widget = try TestWidget(
      view: container(label("label"), component("button", "b")),
      objects: #"{"c": {"type": "ActionController", "attrs": {"actionName": "load"}}}"#, elements: "{\(elements)}",
      service: loading)
    #expect(widget.problems.contains { $0.contains(words) }, "\(widget.problems)")
  }

  @Test func `an older run that ends does not end the status of a newer one`() async throws {
    let widget = try widget(
      loading, objects: button("c", "one"),
      elements: Self.statusLabel + #", "own": {"bindings": [{"from": "c.status.inProgress"}]}"#)
    let host = await widget.open()
    let one = try await host.node("one").id
    await host.sendAtOnce(.press(one))
    await widget.clock.advance(by: .milliseconds(500))
    await host.sendAtOnce(.press(one))
    await widget.clock.advance(by: .milliseconds(700))
    #expect(try await host.rows() == 1, "the first run has ended")
    #expect(try await host.text("status") == "running")
    #expect(try await host.text("own") == "1")
    await widget.clock.settle()
    #expect(try await host.text("status") == "10")
    #expect(try await host.text("own") == "0")
  }

  @Test func `a screen that opens during an action sees it running, and does not take its end for its own`()
    async throws
  {
    let form = """
      {"view": \(container(label("status"), component("button", "send"))),
       "objects": {"s": {"type": "ActionStatusController", "attrs": {"actionName": "load"}},
                   "c": {"type": "ButtonActionController", "attrs": {"actionName": "load"}, "outlets": {"sender": "send"}}},
       "elements": {"@self": {"bindings": [{"to": "dismissed", "from": "s.isSuccess"}]}, \(Self.statusLabel)}}
      """
    let widget = try TestWidget(
      view: container(component("button", "open", #""onPress": {"type": "present", "screen": "Form"}"#)),
      screens: ["Form": form], model: itemModel, service: loading)
    let host = await widget.open()
    try await host.press("open")
    await host.sendAtOnce(.press(try await host.node("send").id), .back)
    await host.sendAtOnce(.press(try await host.node("open").id))
    #expect(try await host.text("status") == "running")
    await widget.clock.settle()
    #expect(await host.screens == ["Main", "Form"], "the new form is not closed by what the old one sent")
    #expect(try await host.text("status") == "00")
    try await host.press("send")
    #expect(await host.screens == ["Main"])
  }

  @Test func `a cancelled run leaves nothing behind, and reports its cancellation`() async throws {
    let widget = try widget(
      loading, objects: button("c", "one", outlets: #""cancelButton": "stop""#),
      elements: Self.statusLabel + #", "own": {"bindings": [{"from": "c.status.inProgress"}]}"#)
    let host = await widget.open()
    await host.sendAtOnce(.press(try await host.node("one").id))
    #expect(try await host.text("own") == "1")
    await host.sendAtOnce(.press(try await host.node("stop").id))
    #expect(try await host.text("status") == "00")
    #expect(try await host.text("own") == "0")
    await widget.clock.settle()
    #expect(try await host.rows() == 0)
    #expect(await host.alert == nil)
  }

  @Test func `an action waits for its delay; pressing again restarts it, cancelling ends it`() async throws {
    let widget = try widget(
      loading, objects: button("c", "one", #""actionDelay": 2"#, outlets: #""cancelButton": "stop""#))
    let host = await widget.open()
    let (one, stop) = (try await host.node("one").id, try await host.node("stop").id)
    await host.sendAtOnce(.press(one))
    await widget.clock.advance(by: .milliseconds(1500))
    await host.sendAtOnce(.press(one))
    await widget.clock.advance(by: .milliseconds(1500))
    #expect(try await host.text("status") == "00")
    await widget.clock.advance(by: .milliseconds(600))
    #expect(try await host.text("status") == "running")
    await widget.clock.settle()
    #expect(try await host.text("status") == "10")
    await host.sendAtOnce(.press(one), .press(stop))
    await widget.clock.advance(by: .seconds(10))
    #expect(try await host.text("status") == "10", "nothing has begun")
  }

  @Test(arguments: ["1e300", "-5", "1e19"])
  func `out-of-range delays are harmless`(seconds: String) async throws {
    let widget = try widget(loading, objects: button("c", "one", #""actionDelay": \#(seconds)"#))
    let host = await widget.open()
    try await host.press("one")
    #expect(try await host.text("status") == (seconds == "-5" ? "10" : "00"))
    await host.presentation.close()
  }

  @Test func `an error is an alert with the status controller's text, once, and the widget continues`() async throws {
    let widget = try widget(
      stubService(#""load": {"path": "x"}, "other": {"resultType": "[Item]", "response": [{"id": 1}]}"#),
      objects: button("c", "one") + ","
        + #""d": {"type": "ButtonActionController", "attrs": {"actionName": "other"}, "outlets": {"sender": "two"}}"#)
    let host = await widget.open()
    try await host.press("one")
    #expect(await host.alert == "Sorry: It failed.\n\nTest response not implemented")
    #expect(try await host.text("status") == "01")
    try await host.answerAlert()
    #expect(await host.alert == nil)
    try await host.press("two")
    #expect(try await host.rows() == 1)
  }

  @Test func `an action without a status controller reports a plain error`() async throws {
    let widget = try widget(
      stubService(#""load": {"path": "y", "response": {}}, "fail": {"path": "x"}"#),
      objects:
        #""c": {"type": "ButtonActionController", "attrs": {"actionName": "fail"}, "outlets": {"sender": "one"}}"#)
    let host = await widget.open()
    try await host.press("one")
    #expect(await host.alert == "Error: Test response not implemented")
  }

  @Test func `an answer of the wrong shape is an alert and leaves the data unchanged`() async throws {
    let widget = try widget(
      stubService(#""load": {"resultType": "[Item]", "clearPolicy": "after", "response": {"id": 1}}"#),
      objects: button("c", "one"))
    _ = try widget.instance.store.insert("Item", ["identifier": 5])
    let host = await widget.open()
    try await host.press("one")
    #expect(await host.alert == "Sorry: It failed.\n\nThe server's answer is not what was expected")
    #expect(try await host.rows() == 1)
  }

  @Test func `an action with an invalid description clears nothing`() async throws {
    let widget = try TestWidget(
      view: container(component("button", "one"), itemTable),
      objects: tableObjects(button("c", "one")), model: itemModel,
      service: stubService(
        #""load": {"resultType": "[Item]", "clearPolicy": "before", "httpMethod": "FETCH", "response": []}"#))
    #expect(widget.problems.count == 1)
    _ = try widget.instance.store.insert("Item", ["identifier": 5])
    let host = await widget.open()
    try await host.press("one")
    #expect(await host.alert?.contains("is invalid") == true)
    #expect(try await host.rows() == 1)
  }

  @Test func `a next action receives the stored object, and each has its own status`() async throws {
    let widget = try widget(
      stubService(
        """
        "load": {"resultType": "Item", "response": {"id": 1, "name": "One"}, "nextAction": "then"},
        "then": {"resultType": "[Item]", "response": [{"id": 2, "name": "Two"}], "nextAction": "last"},
        "last": {"response": {}}
        """),
      objects: button("c", "one") + #", "t": {"type": "ActionStatusController", "attrs": {"actionName": "then"}}"#,
      elements: Self.statusLabel + #", "own": {"bindings": [{"from": "t.inProgress"}]}"#)
    let host = await widget.open()
    await host.sendAtOnce(.press(try await host.node("one").id))
    await widget.clock.advance(by: .milliseconds(1200))
    #expect(try await host.text("status") == "10")
    #expect(try await host.text("own") == "1")
    await widget.clock.settle()
    #expect(try await host.text("own") == "0")
    #expect(try await host.rows() == 2)
  }

  @Test func `a chain of next actions may be long, and a cyclic one ends`() async throws {
    let chain = (0..<40).map { #""a\#($0)": {"response": {}, "nextAction": "a\#($0 + 1)"}"# }
    let widget = try TestWidget(
      view: container(itemTable),
      objects: tableObjects(#""c": {"type": "OnLoadActionController", "attrs": {"actionName": "a0"}}"#),
      model: itemModel,
      service: stubService(
        (chain + [#""a40": {"resultType": "Item", "response": {"id": 1}}"#]).joined(separator: ","), delay: 0))
    let host = await widget.open()
    #expect(await host.alert == nil)
    #expect(try await host.rows() == 1)
    let circle = try TestWidget(
      view: container(label("label")),
      objects: #"{"c": {"type": "OnLoadActionController", "attrs": {"actionName": "a"}}}"#,
      service: stubService(#""a": {"response": {}, "nextAction": "b"}, "b": {"response": {}, "nextAction": "a"}"#))
    #expect(circle.definition.diagnostics.map(\.rule) == ["service-next-action-cycle"])
    let before = circle.clock.now
    let other = await circle.open()
    #expect(circle.clock.now.offset - before.offset < .seconds(10))
    #expect(await other.placeholders.count == 1)
  }

  @Test func `pulling to refresh runs the action once at a time, and the indicator turns on and off by itself`()
    async throws
  {
    let widget = try widget(
      loading,
      objects:
        #""r": {"type": "TableRefreshActionController", "attrs": {"actionName": "load"}, "outlets": {"sender": "table"}}"#
    )
    let host = await widget.open()
    let table = try await host.node("table")
    #expect(table[.refreshable] == true)
    await host.sendAtOnce(.refresh(table.id))
    #expect(try await host.node("table")[.refreshing] == true)
    await host.sendAtOnce(.refresh(table.id))
    await widget.clock.settle()
    #expect(try await host.node("table")[.refreshing].isNull)
    #expect(widget.clock.now.offset == .seconds(1))
    #expect(try await host.rows() == 1)
  }

  @Test func `an incomplete form shakes its empty fields, and nothing is sent`() async throws {
    let widget = try TestWidget(
      view: """
        {"type": "form", "id": "form", "children": [\(component("textInput", "a", #""name": "a""#)),
          \(component("textInput", "b", #""name": "b""#)), \(component("textInput", "c", #""name": "a""#)),
          \(component("button", "send"))]}
        """,
      objects:
        #"{"x": {"type": "ButtonActionController", "attrs": {"actionName": "load"}, "outlets": {"sender": "send", "form": "form"}}}"#,
      elements: #"{"form": {"outlets": {"mandatoryFields": ["a", "b"], "optionalFields": "c"}}}"#, model: itemModel,
      service: stubService(#""load": {"resultType": "Item", "response": {"id": 1, "name": "$a,$b"}}"#))
    let host = await widget.open()
    try await host.type("filled", into: "a")
    try await host.type(" \n", into: "b")
    let revision = await host.presentation.tree().revision
    try await host.press("send")
    let missing = try await host.node("b").id
    let effects: [ViewPatch] = await host.presentation.missed(after: revision).flatMap { update -> [ViewPatch] in
      if case .patches(let patches, _) = update { patches } else { [] }
    }
    #expect(effects == [.effect(missing, .shake), .effect(missing, .focus)])
    #expect(try widget.instance.store.fetch(FetchRequest("Item")).isEmpty)
    try await host.type("B \"quoted\"\\ $a", into: "b")
    try await host.type("ignored", into: "c")
    try await host.press("send")
    #expect(
      try widget.instance.store.fetch(FetchRequest("Item")).first?.value(forKey: "name") == "filled,B \"quoted\"\\ $a")
  }

  @Test func `a form that is its own field does not hang a host`() async throws {
    let widget = try TestWidget(
      view: container(
        component("form", "f", #""name": "f""#), component("form", "g", #""name": "g""#), component("button", "send")),
      objects:
        #"{"x": {"type": "ButtonActionController", "attrs": {"actionName": "load"}, "outlets": {"sender": "send", "form": "f"}}}"#,
      elements: #"{"f": {"outlets": {"mandatoryFields": ["f", "g"]}}, "g": {"outlets": {"optionalFields": ["f"]}}}"#,
      service: stubService(#""load": {"response": {}}"#))
    let host = await widget.open()
    try await host.press("send")
    #expect(await host.screens == ["Main"])
  }
}
