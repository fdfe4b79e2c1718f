import TesseraBundles
import TesseraLayout
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

extension TestWidget {
  /// Creates a widget whose main screen is a whole document, which has no problems unless `isSound` is false.
  init(
    screen: String, screens: [String: String] = [:], model: String? = nil, service: String? = nil,
    options: String = "[]", hosts: String = "[]", mediators: MediatorRegistry = .standard, isSound: Bool = true,
    allowsPrivateAddresses: Bool = false
  ) throws {
    var files = [
      "widget.json": """
      {"format": 1, "id": "org.example.test", "name": "Test", "main": "Main", "options": \(options), "hosts": \(hosts)}
      """,
      "screens/Main.json": screen,
    ]
    for (name, text) in screens { files["screens/\(name).json"] = text }
    files["model.json"] = model
    files["service.json"] = service
    try self.init(files: files, mediators: mediators, allowsPrivateAddresses: allowsPrivateAddresses)
    if isSound { #expect(problems == []) }
  }
}

/// Returns a label that shows a text.
func shown(_ id: String, _ text: String, _ more: String = "") -> String {
  component("text", id, #""text": "\#(text)"\#(more.isEmpty ? "" : ", " + more)"#)
}

/// Returns a button that performs actions.
func doing(_ id: String, _ actions: String, _ more: String = "") -> String {
  component("button", id, #""onPress": \#(actions)\#(more.isEmpty ? "" : ", " + more)"#)
}

/// Returns an action that writes the value of an expression.
func write(_ context: String, _ expression: String) -> String {
  #"{"type": "setContext", "context": "\#(context)", "value": "@{\#(expression)}"}"#
}

/// Returns an action that appends a word and a space to the value of a context.
func note(_ word: String, in context: String = "log") -> String { write(context, "\(context) + '\(word) '") }

@Suite("Contexts")
struct ContextTests {
  @Test(arguments: [
    (#""path": "title", "value": "b""#, #"{"list":[1,{"d":null}],"title":"b"}"#),
    (#""path": "title", "value": {"a": [1]}"#, #"{"list":[1,{"d":null}],"title":{"a":[1]}}"#),
    (#""path": "title""#, #"{"list":[1,{"d":null}],"title":null}"#),
    (#""path": "title", "value": null"#, #"{"list":[1,{"d":null}],"title":null}"#),
    (#""path": "list[0]", "value": 2"#, #"{"list":[2,{"d":null}],"title":"a"}"#),
    (#""path": "list[1].d", "value": true"#, #"{"list":[1,{"d":true}],"title":"a"}"#),
    (#""path": "list[3]", "value": 4"#, #"{"list":[1,{"d":null},null,4],"title":"a"}"#),
    (#""path": "list[10000]", "value": 4"#, #"{"list":[1,{"d":null}],"title":"a"}"#),
    (#""path": "new.key[1]", "value": 1"#, #"{"list":[1,{"d":null}],"new":{"key":[null,1]},"title":"a"}"#),
    (#""path": "title.inner", "value": 1"#, #"{"list":[1,{"d":null}],"title":{"inner":1}}"#),
    (#""path": "@{'ti' + 'tle'}", "value": "@{draft.list[0] + 1}""#, #"{"list":[1,{"d":null}],"title":2}"#),
    (#""value": 5"#, "5"), (#""value": [1, {}]"#, "[1,{}]"),
  ])
  func `a write reaches the value at its path, and no other`(action: String, expected: String) async throws {
    let widget = try TestWidget(
      screen: """
        {"context": {"id": "draft", "value": {"title": "a", "list": [1, {"d": null}]}}, "view": \(container(
          shown("all", "@{draft}"), doing("write", #"{"type": "setContext", "context": "draft", \#(action)}"#)))}
        """)
    let host = await widget.open()
    #expect(try await host.text("all") == #"{"list":[1,{"d":null}],"title":"a"}"#)
    try await host.press("write")
    #expect(try await host.text("all") == expected)
    // A path beyond the length up to which lists are filled is reported.
    #expect((await host.alert == nil) == !action.contains("10000"))
  }

  @Test func `a write without a name goes to the nearest enclosing context`() async throws {
    let inner = """
      {"type": "container", "context": [{"id": "first", "value": "f"}, {"id": "second", "value": "s"}], "children": [
        \(shown("inside", "@{first}@{second}")), {"type": "container", "children": [
          \(doing("near", #"{"type": "setContext", "value": "new"}"#))]}]}
      """
    let widget = try TestWidget(
      screen: """
        {"context": {"id": "outer", "value": "o"}, "view": \(container(
          shown("outside", "@{outer}"), inner, doing("far", #"{"type": "setContext", "value": "far"}"#)))}
        """)
    let host = await widget.open()
    try await host.press("near")
    #expect(try await host.text("inside") == "news")
    #expect(try await host.text("outside") == "o")
    try await host.press("far")
    #expect(try await host.text("inside") == "news")
    #expect(try await host.text("outside") == "far")
  }

  @Test func `a context shadows an outer one with its name, for reading and for writing`() async throws {
    func box(_ id: String, _ children: String) -> String {
      #"{"type": "container", "context": {"id": "name", "value": "\#(id)"}, "children": [\#(children)]}"#
    }
    let inner = box("inner", shown("b", "@{name}") + "," + doing("write", write("name", "'new'")))
    let widget = try TestWidget(view: box("outer", shown("a", "@{name}") + "," + inner))
    let host = await widget.open()
    #expect(try await host.text("a") + host.text("b") == "outerinner")
    try await host.press("write")
    #expect(try await host.text("a") + host.text("b") == "outernew")
  }

  @Test func `a context's initial value is evaluated once`() async throws {
    let widget = try TestWidget(
      screen: """
        {"context": [{"id": "number", "value": 1}, {"id": "nothing"}], "view": {"type": "container",
          "context": {"id": "copy", "value": {"is": ["@{number}", "@{nothing}"]}}, "children": [
            \(shown("own", "@{number}")),
            \(shown("copyLabel", "@{copy}")), \(doing("write", write("number", "number + 1")))]}}
        """)
    let host = await widget.open()
    try await host.press("write")
    #expect(try await host.text("own") == "2")
    #expect(try await host.text("copyLabel") == #"{"is":[1,null]}"#)
  }

  @Test func `actions of one event see the writes of those before them`() async throws {
    let widget = try TestWidget(
      screen: """
        {"context": {"id": "n", "value": 1}, "view": \(container(
          shown("label", "@{n}"), doing("go", "[\(write("n", "n + 1")), \(write("n", "n * 10")), \(write("n", "n + n"))]")))}
        """)
    let host = await widget.open()
    try await host.press("go")
    #expect(try await host.text("label") == "40")
  }

  @Test func `everything on a screen can follow a context: the bar, styles, properties, other components, objects`()
    async throws
  {
    let widget = try TestWidget(
      screen: """
        {"context": {"id": "name", "value": "a"}, "navigationItem": {"title": "Title @{name}",
          "rightItems": [\(component("button", "itemButton", #""text": "Item @{name}""#))]},
         "view": \(container(
           shown("label", "@{name}", #""hidden": "@{name == 'b'}", "style": {"width": "@{name == 'b' ? 20 : 10}"}"#),
           shown("echo", "@{label.text}@{label.hidden}"), doing("write", write("name", "'b'")), label("attrs"))),
         "elements": {"@self": {"attrs": {}}, "attrs": {"attrs": {"text": "@{name}!"}}}}
        """)
    let host = await widget.open()
    func state() async throws -> [String] {
      let title = try #require(await host.tree.preorder().first { $0[.role] == "heading" })
      return [
        title[.text].description, try await host.text("itemButton"), try await host.text("echo"),
        try await host.text("attrs"), try await host.node("label").frame.width.description,
      ]
    }
    #expect(try await state() == ["Title a", "Item a", "afalse", "a!", "10.0"])
    try await host.press("write")
    #expect(try await state() == ["Title b", "Item b", "btrue", "b!", "20.0"])
  }

  @Test func `the content of a screen can be written, and its dependents follow`() async throws {
    let widget = try TestWidget(
      screen: """
        {"view": \(container(
          shown("template", "@{content.name}"), label("binding"),
          doing("write", #"{"type": "setContext", "context": "content", "path": "name", "value": "new"}"#))),
         "elements": {"binding": {"bindings": [{"from": "content.name"}]}}}
        """)
    let host = await widget.open()
    try await host.press("write")
    #expect(try await host.text("template") + host.text("binding") == "newnew")
  }

  @Test func `each opening of a screen has its own data, and a covered screen keeps its data`() async throws {
    let screen = """
      {"context": {"id": "n", "value": 0}, "view": \(container(
        shown("label", "@{n}"), doing("up", write("n", "n + 1")), doing("open", #"{"type": "push", "screen": "Main"}"#)))}
      """
    let host = try await TestWidget(screen: screen).open()
    try await host.press("up")
    try await host.press("open")
    #expect(try await host.text("label") == "0")
    try await host.press("up")
    try await host.press("up")
    #expect(try await host.text("label") == "2")
    await host.send(.back)
    #expect(try await host.text("label") == "1")
    try await host.press("open")
    #expect(try await host.text("label") == "0")
  }

  @Test(arguments: [("nobody", true), ("label", true), ("options", true), ("@{'nobody'}", false)])
  func `an unknown context is reported by the check, and by a running widget, which continues`(
    name: String, isKnownBefore: Bool
  ) async throws {
    let widget = try TestWidget(
      screen: """
        {"context": {"id": "n", "value": 0}, "view": \(container(
          shown("label", "@{n}"), doing("write", #"{"type": "setContext", "context": "\#(name)", "value": 1}"#),
          doing("up", write("n", "n + 1"))))}
        """, isSound: false)
    #expect(widget.problems.contains { $0.contains("[unknown-context]") } == isKnownBefore)
    #expect(widget.problems.count == (isKnownBefore ? 1 : 0))
    let host = await widget.open()
    try await host.press("write")
    if !isKnownBefore {
      #expect(await host.alert == "Error: setContext: There is no context 'nobody' in scope")
      try await host.answerAlert()
    } else if await host.alert != nil {
      try await host.answerAlert()
    }
    try await host.press("up")
    #expect(try await host.text("label") == "1")
  }

  @Test(arguments: ["a..b", ".a", "a[", "a b"])
  func `an invalid path from data is reported, and nothing is written`(path: String) async throws {
    let widget = try TestWidget(
      screen: """
        {"context": {"id": "n", "value": 0}, "view": \(container(
          shown("label", "@{n}"),
          doing("write", #"{"type": "setContext", "context": "n", "path": "@{'\#(path)'}", "value": 1}"#)))}
        """)
    let host = await widget.open()
    try await host.press("write")
    #expect(await host.alert == "Error: setContext: '\(path)' is not a path")
    #expect(try await host.text("label") == "0")
  }

  @Test func `a component that replaces another is observed under the same name`() async throws {
    let widget = try TestWidget(
      screen: """
        {"context": {"id": "n", "value": 7}, "view": \(container(
          component("container", "box"), shown("watch", "@{late.text}!"), doing("up", write("n", "n + 1")),
          doing("make", """
            {"type": "addChildren", "to": "box", "mode": "replace", "children": [\(shown("late", "@{n}"))]}
            """)))}
        """)
    let host = await widget.open()
    #expect(try await host.text("watch") == "!")
    try await host.press("make")
    #expect(try await host.text("watch") == "7!")
    try await host.press("make")
    try await host.press("up")
    #expect(try await host.text("late") == "8")
    #expect(try await host.text("watch") == "8!")
  }
}
