import Synchronization
import TesseraBundles
import TesseraComponents
import TesseraExpressions
import TesseraServices
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

@Suite("Form groups")
struct FormGroupTests {
  private static func form(_ id: String, _ more: String, field: String) -> String {
    #"""
    {"type": "form", "id": "\#(id)", "group": "order", \#(more)
     "onSubmit": {"type": "setContext", "context": "state", "path": "\#(id)", "value": "@{onSubmit.value}"}, "children": [
       {"type": "textInput", "id": "\#(field)"}, {"type": "button", "id": "\#(id)Button", "text": "Send", "onPress": {"type": "submit"}}]}
    """#
  }

  private static let main = #"""
    {"context": {"id": "state", "value": {}}, "view": {"type": "container", "children": [
      \#(form("first", #""storesValues": true,"#, field: "name")),
      \#(form("second", #""additionalData": {"source": "web", "street": "fixed"},"#, field: "street")),
      {"type": "button", "id": "clear", "text": "Clear", "onPress": {"type": "forget", "group": "order"}},
      {"type": "text", "id": "label", "text": "@{state.second}"}]}}
    """#

  private static let files = ["widget.json": #"{"id": "org.example.test", "name": "Test"}"#, "screens/Main.json": main]

  /// Submits the first form, then the second, and then the second again after the group was removed.
  private func submit(_ widget: TestWidget) async throws -> [Value] {
    #expect(widget.problems == [])
    let host = await widget.open()
    var results: [Value] = []
    try await host.type("Ada", into: "name")
    try await host.press("firstButton")
    try await host.type("Main Road", into: "street")
    try await host.press("secondButton")
    results.append(try Value.parseJSON(Array(try await host.text("label").utf8)))
    try await host.press("clear")
    try await host.press("secondButton")
    results.append(try Value.parseJSON(Array(try await host.text("label").utf8)))
    return results
  }

  @Test func `a form's stored values are submitted with its group until they are removed; the document's own win`()
    async throws
  {
    let widget = try TestWidget(files: Self.files)
    #expect(
      try await submit(widget) == [
        ["name": "Ada", "street": "fixed", "source": "web"], ["street": "fixed", "source": "web"],
      ])
  }

  /// A custom store of form values.
  private final class Storage: FormStorage {
    let kept = Mutex<[String: [String: Value]]>([:])
    func values(of group: String, in instance: String) -> [String: Value] {
      kept.withLock { $0["\(instance) \(group)"] ?? [:] }
    }
    func setValues(_ values: [String: Value], of group: String, in instance: String) {
      kept.withLock { $0["\(instance) \(group)"] = values }
    }
  }

  @Test func `an app may store the values itself`() async throws {
    let storage = Storage()
    storage.setValues(["coupon": "A1"], of: "order", in: "Test")
    let widget = try TestWidget(WidgetDefinition(bundle: WidgetBundle(texts: Self.files))) { $0.formStorage = storage }
    #expect(
      try await submit(widget).first == ["name": "Ada", "coupon": "A1", "street": "fixed", "source": "web"])
    #expect(storage.kept.withLock { $0 } == ["Test order": [:]])
  }

  @Test func `values that are too large to store are reported in the log, and the form is submitted nevertheless`()
    async throws
  {
    let lines = Mutex<[String]>([])
    let widget = try TestWidget(WidgetDefinition(bundle: WidgetBundle(texts: Self.files))) {
      $0.log = { entry in if entry.level == .error { lines.withLock { $0.append(entry.message) } } }
    }
    let host = await widget.open()
    try await host.type(String(repeating: "x", count: 70_000), into: "name")
    try await host.press("firstButton")
    #expect(lines.withLock { $0 } == ["The values of the forms 'order' are too large to be stored"])
    #expect(widget.instance.forms.values(of: "order") == [:])
  }

  @Test func `a cleared field is empty, whatever was stored`() async throws {
    let host = await (try TestWidget(files: Self.files)).open()
    try await host.type("Ada", into: "name")
    try await host.press("firstButton")
    try await host.type("", into: "name")
    try await host.press("firstButton")
    try await host.press("secondButton")
    #expect(try await host.text("label") == #"{"source":"web","street":"fixed"}"#)
  }

  @Test func `messages at fields are found by name, and disappear when the fields change`() async throws {
    let main = #"""
      {"view": {"type": "form", "onSubmit": {"type": "setContext", "context": "global", "path": "sent", "value": "@{onSubmit.value.name}"},
       "children": [
        {"type": "textInput", "id": "name"}, {"type": "textInput", "id": "street", "fieldName": "road"},
        {"type": "button", "id": "send", "text": "Send", "onPress": {"type": "submit"}},
        {"type": "text", "id": "label", "text": "@{global.sent}"},
        {"type": "button", "id": "go", "text": "Go", "onPress":
          {"type": "showErrors", "errors": {"name": "Taken", "road": "Unknown", "other": "?", "": "", "label": null}}}]}}
      """#
    let widget = try TestWidget(
      files: ["widget.json": #"{"id": "org.example.test", "name": "Test"}"#, "screens/Main.json": main])
    #expect(widget.problems == [])
    let host = await widget.open()
    try await host.type("Ada", into: "name")
    try await host.press("go")
    #expect(try await host.node("name")[.error] == "Taken")
    #expect(try await host.node("street")[.error] == "Unknown")
    try await host.type("Bob", into: "name")
    #expect(try await host.node("name")[.error].isNull)
    #expect(try await host.node("street")[.error] == "Unknown")
    // A value that was rejected before may be valid when it is submitted again.
    try await host.press("send")
    #expect(try await host.node("street")[.error].isNull)
    #expect(try await host.text("label") == "Bob")
  }

  private static let server = Answering { request in
    let answers = [
      "/list":
        #"[{"type": "setContext", "context": "state", "path": "n", "value": "@{state.n + 1}"}, {"type": "nothing"}, 5, {"_beagleAction_": "beagle:setContext", "contextId": "state", "path": "m", "value": "x"}]"#,
      "/payload":
        #"{"_beagleAction_": "beagle:setContext", "contextId": "state", "path": "n", "value": "@{sum(state.n, 10)}"}"#,
    ]
    let path = request.url.dropFirst("http://a.example".count)
    return NetworkResponse(body: Array((answers[String(path)] ?? "").utf8))
  }

  private static let manifest =
    #"{"id": "org.example.test", "name": "Test", "base": "http://a.example", "hosts": ["a.example"]}"#

  @Test func `actions come from data, in any spelling; invalid ones are left out`() async throws {
    let buttons = ["list", "payload", "nothing"].map { name in
      #"""
      {"type": "button", "id": "\#(name)", "text": "Go", "onPress": {"type": "request", "url": "/\#(name)",
        "onSuccess": {"type": "performActions", "from": "@{onSuccess.data}"}}}
      """#
    }
    let main = #"""
      {"context": {"id": "state", "value": {"n": 1}},
       "view": {"type": "container", "children": [{"type": "text", "id": "label", "text": "@{state.n}"}, {"type": "text", "id": "other", "text": "@{state.m}"}, \#(buttons.joined(separator: ","))]}}
      """#
    let definition = WidgetDefinition(
      bundle: WidgetBundle(texts: ["widget.json": Self.manifest, "screens/Main.json": main]), extensions: .withBeagle)
    #expect(definition.diagnostics.map(\.description) == [])
    let host = await (try TestWidget(definition) { $0.networkClient = Self.server }).open()
    try await host.press("list")
    #expect(try await host.text("label") == "2")
    try await host.press("payload")
    #expect(try await host.text("label") == "12")
    #expect(try await host.text("other") == "x")
    try await host.press("nothing")
    #expect(await host.alert == nil)
  }

  @Test func `actions that add themselves end`() async throws {
    // An expression in the value of a context is evaluated once, unless it is escaped.
    let main = #"""
      {"context": {"id": "state", "value": {"self": {"type": "performActions", "from": "\\@{state.self}"}}},
       "view": {"type": "button", "id": "go", "text": "Go", "onPress": {"type": "performActions", "from": "@{state.self}"}}}
      """#
    let definition = WidgetDefinition(
      bundle: WidgetBundle(texts: ["widget.json": Self.manifest, "screens/Main.json": main]), extensions: .withBeagle)
    #expect(definition.diagnostics.map(\.description) == [])
    let host = await (try TestWidget(definition)).open()
    try await host.press("go")
    #expect(await host.alert?.contains("levels deep") == true)
  }

  /// A form of Beagle 1.x with a validator and a group, whose response is an action.
  private static let legacy = #"""
    {"_beagleComponent_": "beagle:form", "group": "signup", "shouldStoreFields": true, "additionalData": {"source": "app"},
     "onSubmit": [{"_beagleAction_": "beagle:formRemoteAction", "path": "/signup", "method": "POST"}],
     "child": {"_beagleComponent_": "beagle:container", "children": [
       {"_beagleComponent_": "beagle:formInput", "name": "code", "required": true, "validator": "isCode", "errorMessage": "No code",
        "child": {"_beagleComponent_": "beagle:textInput", "id": "field"}},
       {"_beagleComponent_": "beagle:formSubmit", "child": {"_beagleComponent_": "beagle:button", "id": "send", "text": "Send"}}]}}
    """#

  private struct Answering: NetworkClient {
    let answer: @Sendable (NetworkRequest) -> NetworkResponse
    func send(_ request: NetworkRequest) async throws -> NetworkResponse { answer(request) }
  }

  @Test func `a form of 1.x runs an app's validator, sends its own values, and performs the answer`() async throws {
    let sent = Mutex<[Value]>([])
    let client = Answering { request in
      sent.withLock { $0.append((try? Value.parseJSON(request.body ?? [])) ?? .null) }
      let wrong =
        #"{"_beagleAction_": "beagle:formValidation", "errors": [{"inputName": "code", "message": "Used up"}]}"#
      return NetworkResponse(body: Array(wrong.utf8))
    }
    var extensions = WidgetExtensions.withBeagle
    try extensions.operations.register("isCode") { .bool($0.first?.string?.hasPrefix("A") == true) }
    let definition = WidgetDefinition(
      bundle: WidgetBundle(texts: ["widget.json": Self.manifest, "screens/Main.json": Self.legacy]),
      extensions: extensions)
    #expect(definition.diagnostics.map(\.description) == [])
    let widget = try TestWidget(definition) { $0.networkClient = client }
    let host = await widget.open()
    try await host.type("B7", into: "field")
    try await host.press("send")
    #expect(sent.withLock { $0 } == [])
    #expect(try await host.node("field")[.error] == "No code")
    try await host.type("A7", into: "field")
    try await host.press("send")
    #expect(sent.withLock { $0 } == [["code": "A7", "source": "app"]])
    #expect(try await host.node("field")[.error] == "Used up")
    #expect(widget.instance.forms.values(of: "signup") == [:])
  }

  @Test func `screens in answers are separate, even when they share a name`() async throws {
    let number = Mutex(0)
    let client = Answering { _ in
      let count = number.withLock {
        $0 += 1
        return $0
      }
      let screen = #"{"child": {"_beagleComponent_": "beagle:text", "id": "label", "text": "\#(count)"}}"#
      return NetworkResponse(
        body: Array(#"{"_beagleAction_": "beagle:pushView", "route": {"screen": \#(screen)}}"#.utf8))
    }
    let main = #"""
      {"view": {"type": "button", "id": "go", "text": "Go", "onPress": {"type": "request", "url": "/",
        "onSuccess": {"type": "performActions", "from": "@{onSuccess.data}"}}}}
      """#
    let definition = WidgetDefinition(
      bundle: WidgetBundle(texts: ["widget.json": Self.manifest, "screens/Main.json": main]), extensions: .withBeagle)
    let host = await (try TestWidget(definition) { $0.networkClient = client }).open()
    for count in 1...3 {
      try await host.press("go")
      #expect(try await host.text("label") == "\(count)")
      await host.send(.back)
    }
  }

  @Test
  func `a disabled button of 1.x is enabled once its form is complete; a missing value shows its author's message`()
    async throws
  {
    let main = #"""
      {"_beagleComponent_": "beagle:form", "onSubmit": [], "child": {"_beagleComponent_": "beagle:container", "children": [
        {"_beagleComponent_": "beagle:formInput", "name": "mail", "required": true, "errorMessage": "Give mail",
         "child": {"_beagleComponent_": "beagle:textInput", "id": "mail-field"}},
        {"_beagleComponent_": "beagle:formSubmit", "enabled": false, "child": {"_beagleComponent_": "beagle:button", "id": "send", "text": "Send"}},
        {"_beagleComponent_": "beagle:formSubmit", "child": {"_beagleComponent_": "beagle:button", "id": "other", "text": "Send"}}]}}
      """#
    let widget = try TestWidget(
      files: ["widget.json": #"{"id": "org.example.test", "name": "Test"}"#, "screens/Main.json": main])
    #expect(widget.problems == [])
    let host = await widget.open()
    #expect(try await host.node("send")[.disabled] == true)
    try await host.press("other")
    #expect(try await host.node("mail-field")[.error] == "Give mail")
    try await host.type("a@b.c", into: "mail-field")
    #expect(try await host.node("send")[.disabled] != true)
  }

  @Test func `a local action of 1.x is an action that the app registered`() async throws {
    let main = Self.legacy.replacing(
      #"{"_beagleAction_": "beagle:formRemoteAction", "path": "/signup", "method": "POST"}"#,
      with: #"{"_beagleAction_": "beagle:formLocalAction", "name": "SignUp", "data": {"a": "b"}}"#
    ).replacing(#", "validator": "isCode", "errorMessage": "No code""#, with: "")
    let seen = Mutex<[Value]>([])
    var extensions = WidgetExtensions.withBeagle
    extensions.actions.register(
      ActionDefinition(
        type: "signUp", documentation: "Signs up.",
        attributes: [.init("data", .object, "Data."), .init("values", .object, "The form's values.")]
      ) { run in seen.withLock { $0 += [run["data"], run["values"]] } })
    let definition = WidgetDefinition(
      bundle: WidgetBundle(texts: [
        "widget.json": #"{"id": "org.example.test", "name": "Test"}"#, "screens/Main.json": main,
      ]), extensions: extensions)
    #expect(definition.diagnostics.map(\.description) == [])
    let host = await (try TestWidget(definition)).open()
    try await host.type("A7", into: "field")
    try await host.press("send")
    #expect(seen.withLock { $0 } == [["a": "b"], ["code": "A7", "source": "app"]])
  }

  @Test func `an app replaces the placeholder of components that cannot be made, in documents and payloads`()
    async throws
  {
    var extensions = WidgetExtensions.withBeagle
    extensions.components.register(
      ComponentDefinition(
        type: "placeholder", documentation: "A note.", kind: ComponentDefinition.text.kind,
        properties: [
          .of(
            Label.self, "text", .scalar, "Why.", get: { $0.value },
            set: { $0.value = .string("Sorry: \($1.description)") })
        ], makeView: { Label(in: $0) }))
    for main in [
      #"{"view": {"type": "container", "children": [{"type": "nothing"}]}}"#,
      #"{"_beagleComponent_": "beagle:container", "children": [{"_beagleComponent_": "custom:nothing"}]}"#,
    ] {
      let definition = WidgetDefinition(
        bundle: WidgetBundle(texts: [
          "widget.json": #"{"id": "org.example.test", "name": "Test"}"#, "screens/Main.json": main,
        ]), extensions: extensions)
      let tree = await (try TestWidget(definition)).open().tree
      #expect(tree.preorder().contains { $0[.text].string?.hasPrefix("Sorry: Unknown component") == true })
    }
  }

  @Test func `tabs have icons, which are hidden from assistive technology`() async throws {
    let main = #"""
      {"_beagleComponent_": "beagle:tabBar", "id": "bar", "items": [
        {"title": "Home", "icon": {"mobileId": "home"}}, {"title": "Plain"}, {"title": "Odd", "icon": {"mobileId": "no-such-sign"}}]}
      """#
    let widget = try TestWidget(
      files: ["widget.json": #"{"id": "org.example.test", "name": "Test"}"#, "screens/Main.json": main])
    let tabs = await widget.open().tree.preorder().filter { $0.kind.name == "tab" }
    #expect(tabs.map { $0[.text].string?.hasSuffix("Home") } == [true, false, false])
    #expect(tabs.map { $0[.text].string?.count } == [6, 5, 3])
    #expect(tabs.map { $0[.accessibilityLabel] } == ["Home", .null, .null])
  }
}
