import TesseraBundles
import TesseraData
import TesseraLayout
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

/// A widget with one problem, its position, and the visible consequences.
struct Fault: Sendable, CustomTestStringConvertible {
  var name: String
  var file: String
  /// The content of the file. `⌖` precedes the reported position of the problem.
  var marked: String
  var rule: String
  /// A part of the fix; nil if none can be suggested.
  var fix: String?
  /// A part of the text of a placeholder; nil if none is shown.
  var placeholder: String?
  /// Whether the label `ok` is still shown.
  var livesOn = true

  var testDescription: String { name }

  var text: String { marked.replacing("⌖", with: "") }

  var position: SourcePosition? {
    guard let index = marked.firstIndex(of: "⌖") else { return nil }
    let before = marked[..<index]
    let line = before.count { $0 == "\n" } + 1
    let column = before.reversed().prefix { $0 != "\n" }.reduce(0) { $0 + $1.unicodeScalars.count } + 1
    return SourcePosition(line: line, column: column)
  }

  static func screen(
    _ name: String, view: String = "", objects: String = "", elements: String = "", rule: String, fix: String? = nil,
    placeholder: String?
  ) -> Fault {
    let marked = """
      {"view": {"type": "container", "children": [{"type": "text", "id": "ok", "text": "fine"},
        {"type": "table", "id": "table"}\(view.isEmpty ? "" : ",\n" + view)]},
       "objects": {"provider": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Item"}}\(objects.isEmpty ? "" : ",\n" + objects)},
       "elements": {\(elements)}}
      """
    return Fault(
      name: name, file: "screens/Main.json", marked: marked, rule: rule, fix: fix, placeholder: placeholder)
  }

  static let all: [Fault] = [
    Fault(
      name: "broken JSON", file: "screens/Main.json", marked: "{\"view\": {\"type\": \"text\",⌖}}", rule: "json-syntax",
      placeholder: "json-syntax", livesOn: false),
    Fault(
      name: "a screen that is a list", file: "screens/Main.json", marked: "⌖[1, 2]", rule: "screen-type",
      placeholder: "found list", livesOn: false),
    .screen(
      "a wrong type", view: #"{"type": "container", "opacity": ⌖"half"}"#, rule: "attribute-type",
      placeholder: "takes number, found 'half'"),
    .screen(
      "an unknown component", view: #"{"type": ⌖"contaner", "id": "broken"}"#, elements: #""broken": {}"#,
      rule: "unknown-component", fix: "container", placeholder: "Unknown component 'contaner'"),
    .screen(
      "an unknown attribute of a component", view: #"{"type": "text", ⌖"txet": "a"}"#, rule: "unknown-attribute",
      fix: "text", placeholder: "Unknown attribute 'txet'"),
    .screen(
      "an unknown attribute of an object",
      objects: #""x": {"type": "ManagedObjectsProvider", "attrs": {⌖"entityNmae": "Item"}}"#, rule: "unknown-attribute",
      fix: "entityName", placeholder: "Unknown attribute 'entityNmae'"),
    .screen(
      "an attribute of an object of the wrong type",
      objects: #""x": {"type": "ActionController", "attrs": {"actionDelay": ⌖"soon"}}"#, rule: "attribute-type",
      placeholder: "takes number, found 'soon'"),
    .screen(
      "an unknown key of an object", objects: #""x": {"type": "ActionController", ⌖"attr": {}}"#,
      rule: "unknown-attribute", fix: "attrs", placeholder: "Unknown key 'attr'"),
    .screen(
      "an unknown outlet",
      objects: #""x": {"type": "TableDisplayController", "outlets": {⌖"tabelView": "table"}}"#, rule: "unknown-outlet",
      fix: "tableView", placeholder: "Unknown outlet 'tabelView'"),
    .screen(
      "an outlet to nothing",
      objects: #""x": {"type": "TableDisplayController", "outlets": {"tableView": ⌖"tabel"}}"#,
      rule: "unknown-identifier", fix: "table", placeholder: "Unknown name 'tabel' on this screen"),
    .screen(
      "an outlet to the wrong kind of view",
      objects: #""x": {"type": "TableDisplayController", "outlets": {"tableView": ⌖"ok"}}"#, rule: "outlet-type",
      placeholder: "cannot be the text 'ok'"),
    .screen(
      "an outlet to the wrong kind of object",
      objects: #""x": {"type": "TableDisplayController", "outlets": {"searchController": ⌖"provider"}}"#,
      rule: "outlet-type", placeholder: "cannot be the object 'provider'"),
    .screen(
      "a sender that sends nothing",
      objects: #""x": {"type": "ButtonActionController", "outlets": {"sender": ⌖"ok"}}"#, rule: "outlet-type",
      placeholder: "cannot be the text 'ok'"),
    .screen(
      "a list for an outlet of one",
      objects:
        #""x": {"type": "TableDisplayController", "outlets": {"mainContentProvider": ⌖["provider", "provider"]}}"#,
      rule: "outlet-type", placeholder: "takes one identifier"),
    .screen(
      "an unknown mediator", objects: #""x": {"type": ⌖"TableDisplayControler"}"#, rule: "unknown-mediator",
      fix: "TableDisplayController", placeholder: "Unknown object type 'TableDisplayControler'"),
    .screen(
      "an unknown element", elements: #"⌖"okk": {"attrs": {}}"#, rule: "unknown-identifier", fix: "ok",
      placeholder: "No component of this screen has the id 'okk'"),
    .screen(
      "a bad predicate",
      objects:
        #""x": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Item", "predicateFormat": "name ==⌖"}}"#,
      rule: "expression-syntax", placeholder: "expression-syntax"),
    .screen(
      "a bad predicate of a binding",
      elements: #""ok": {"bindings": [{"to": "hidden", "predicateFormat": "content =⌖! 1"}]}"#,
      rule: "expression-syntax", placeholder: "expression-syntax"),
    .screen(
      "an unknown function of a result chain",
      objects:
        #""x": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Item", "resultChain": ⌖["wx_frist"]}}"#,
      rule: "expression-unknown-function", fix: "wx_first", placeholder: "'wx_frist'"),
    .screen(
      "a result chain with too few arguments",
      objects:
        #""x": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Item", "resultChain": ["wx_first", "wx_count"], "resultChainArgs": ⌖[""]}}"#,
      rule: "result-chain-arguments", fix: "\"\"", placeholder: "2 functions but 1 arguments"),
    .screen(
      "a binding to an unknown property", elements: #""ok": {"bindings": [{"to": ⌖"txet"}]}"#,
      rule: "unknown-attribute", fix: "text", placeholder: "Unknown attribute 'txet'"),
    .screen(
      "a binding from nothing", elements: #""ok": {"bindings": [{"from": "⌖contnet.name"}]}"#,
      rule: "unknown-identifier", fix: "content", placeholder: "Unknown name 'contnet' on this screen"),
    .screen(
      "a binding with an unknown key", elements: #""ok": {"bindings": [{"from": "content", ⌖"formta": "%@"}]}"#,
      rule: "unknown-attribute", fix: "format", placeholder: "Unknown key 'formta'"),
    .screen(
      "a binding with an unknown transformer",
      elements: #""ok": {"bindings": [{"from": "content", "transformer": ⌖"agoo"}]}"#,
      rule: "unknown-transformer", fix: "ago", placeholder: "Unknown value transformer 'agoo'"),
    .screen(
      "bindings that are no list", elements: #""ok": {"bindings": ⌖{"from": "content"}}"#, rule: "binding-type",
      placeholder: "'bindings' takes a list"),
    .screen(
      "a missing image", view: #"{"type": "image", "image": ⌖"face"}"#, rule: "missing-image",
      placeholder: "The bundle has no image 'face'"),
    .screen(
      "an unknown entity",
      objects: #""x": {"type": "ManagedObjectsProvider", "attrs": {"entityName": ⌖"Itme"}}"#, rule: "unknown-entity",
      fix: "Item", placeholder: "The model has no entity 'Itme'"),
    .screen(
      "an unknown action of the service",
      objects: #""x": {"type": "ActionController", "attrs": {"actionName": ⌖"laod"}}"#, rule: "unknown-action",
      fix: "load", placeholder: "The service has no action 'laod'"),
    .screen(
      "an unknown screen", view: #"{"type": "button", "onPress": {"type": "push", "screen": ⌖"Man"}}"#,
      rule: "unknown-screen", fix: "Main", placeholder: "The bundle has no screen 'Man'"),
    .screen(
      "an id that stands twice", view: #"{"type": "text", "id": ⌖"ok"}"#, rule: "duplicate-id", fix: "Rename",
      placeholder: "The id 'ok' is used twice"),
    .screen(
      "an alias that is taken", objects: #""x": {"type": "ActionController", "alias": ⌖"provider"}"#,
      rule: "duplicate-id", placeholder: "'provider' is already used"),
    .screen(
      "a form that is a field of itself", view: #"{"type": "form", "id": "f", "name": "f"}"#,
      elements: #""f": {"outlets": {"mandatoryFields": [⌖"f"]}}"#, rule: "outlet-cycle",
      placeholder: "a field of itself"),
    Fault(
      name: "a cycle of next actions", file: "service.json",
      marked:
        #"{"options": {"provider": "stub"}, "actions": {"load": {"response": {}, "nextAction": "b"}, "b": {"response": {}, "nextAction": ⌖"load"}}}"#,
      rule: "service-next-action-cycle", fix: "nextAction", placeholder: "form a cycle"),
    Fault(
      name: "a stub answer of the wrong shape", file: "service.json",
      marked:
        #"{"options": {"provider": "stub"}, "actions": {"load": {"resultType": "[Item]", "response": ⌖{"a": 1}}}}"#,
      rule: "service-response", placeholder: "needs a list of objects, found object"),
    Fault(
      name: "a stub answer with something else in its list", file: "service.json",
      marked:
        #"{"options": {"provider": "stub"}, "actions": {"load": {"resultType": "[Item]", "response": [{}, ⌖5]}}}"#,
      rule: "service-response", placeholder: "needs an object, found number"),
    Fault(
      name: "a stub answer without the promised part", file: "service.json",
      marked:
        #"{"options": {"provider": "stub"}, "actions": {"load": {"resultKeyPath": "data.items", "resultType": "Item", "response": {"data": ⌖{}}}}}"#,
      rule: "service-response", placeholder: "has no value at 'items'"),
    Fault(
      name: "a stub answer with a wrong type in it", file: "service.json",
      marked:
        #"{"options": {"provider": "stub"}, "actions": {"load": {"resultType": "Item", "response": ⌖{"id": 7, "name": [1]}}}}"#,
      rule: "service-response", placeholder: "is not a valid 'Item'"),
    .screen(
      "an unknown key to sort by",
      objects:
        #""x": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Item", "sortByFields": "name, ⌖nmae"}}"#,
      rule: "unknown-property", fix: "name", placeholder: "'Item' has no property 'nmae'"),
    Fault(
      name: "an unknown transformer in the model", file: "model.json",
      marked:
        #"{"entities": {"Item": {"attributes": {"name": {"type": "string", "JSONTransformerName": ⌖"agoo"}}}}}"#,
      rule: "unknown-transformer", fix: "ago", placeholder: "Unknown value transformer 'agoo'"),
    Fault(
      name: "an unknown operation in the model", file: "model.json",
      marked:
        #"{"entities": {"Item": {"attributes": {"name": {"type": "string", "JSONExpression": ⌖"@{uppercas(name)}"}}}}}"#,
      rule: "unknown-operation", fix: "uppercase", placeholder: "Unknown operation 'uppercas'"),
    Fault(
      name: "an expression in the model that is none", file: "model.json",
      marked:
        #"{"entities": {"Item": {"attributes": {"name": {"type": "string", "JSONExpression": ⌖"price * 2"}}}}}"#,
      rule: "attribute-expression", placeholder: "is an expression such as '@{price * count}'"),
    Fault(
      name: "a wrong type in the model", file: "model.json",
      marked: #"{"entities": {"Item": {"attributes": {"name": {"type": ⌖"strnig"}}}}}"#, rule: "attribute-type",
      fix: "string", placeholder: "strnig"),
    Fault(
      name: "a main screen that does not exist", file: "widget.json",
      marked: #"{"format": 1, "id": "org.example.test", "name": "Test", "main": ⌖"Mian"}"#, rule: "missing-screen",
      fix: "Main", placeholder: "The main screen 'Mian' has no file", livesOn: false),
    Fault(
      name: "a manifest that is broken JSON", file: "widget.json", marked: #"{"format": 1,⌖}"#, rule: "json-syntax",
      placeholder: "json-syntax"),
  ]
}

@Suite("A fault in a bundle")
struct FaultTests {
  private static let good = [
    "widget.json": #"{"format": 1, "id": "org.example.test", "name": "Test", "main": "Main"}"#,
    "screens/Main.json": Fault.screen("none", rule: "", placeholder: nil).text, "model.json": itemModel,
    "service.json": stubService(#""load": {"response": {}}"#),
  ]

  @Test func `the widget without a fault has no diagnostics`() throws {
    #expect(try TestWidget(files: Self.good).problems == [])
  }

  @Test(arguments: Fault.all)
  func `has a diagnostic with its position and its fix, a placeholder, and a running widget`(_ fault: Fault)
    async throws
  {
    let widget = try TestWidget(files: Self.good.merging([fault.file: fault.text]) { $1 })
    #expect(widget.problems.count == 1, "\(widget.problems)")
    let diagnostic = try #require(widget.definition.diagnostics.first, "no diagnostic")
    #expect(diagnostic.rule == fault.rule)
    #expect(diagnostic.file == fault.file)
    #expect(diagnostic.range?.start == fault.position, "\(diagnostic)")
    if let fix = fault.fix {
      #expect(diagnostic.fix?.contains(fix) == true, "\(diagnostic)")
    }
    let host = await widget.open()
    let placeholders = await host.placeholders
    if let part = fault.placeholder {
      #expect(placeholders.contains { $0.contains(part) }, "\(placeholders)")
    } else {
      #expect(placeholders == [])
    }
    #expect(await host.nodes("ok").isEmpty != fault.livesOn)
    await host.send(.resize(Size(width: 100, height: 100)))
    await host.presentation.close()
  }

  @Test func `in one name is reported once, not again for its dependents`() throws {
    let model =
      #"{"entities": {"Item": {"attributes": {"at": {"type": "date", "JSONTransformerName": "toDate", "JSONKeyPath": "at"}}}}}"#
    let transformers = #""transformers": {"date": {"toDate": {"format": "y"}}}"#
    func problems(_ service: String) throws -> [String] {
      let bundle = Self.good.merging(["model.json": model, "service.json": service]) { $1 }
      return try TestWidget(files: bundle).definition.diagnostics.filter { $0.file != "screens/Main.json" }.map(\.rule)
    }
    let actions = #""actions": {"load": {"resultType": "[Item]", "response": [{"at": "2018"}]}}"#
    #expect(try problems(#"{"options": {"provider": "stub", \#(transformers)}, \#(actions)}"#) == [])
    #expect(try problems(#"{"options": {"provider": "stub"}, \#(actions)}"#) == ["unknown-transformer"])
    #expect(try problems("[]") == ["service-type"])
  }

  @Test func `of severity warning is not shown to users`() async throws {
    let text = Self.good["screens/Main.json"]?.replacing(
      #""elements": {"#,
      with: #""elements": {"ok": {"bindings": [{"to": "hidden", "predicateFormat": "contnet == 1"}]}"#)
    let widget = try TestWidget(files: Self.good.merging(["screens/Main.json": text ?? ""]) { $1 })
    #expect(widget.definition.diagnostics.map(\.severity) == [.warning])
    #expect(widget.definition.diagnostics.first?.fix?.contains("content") == true)
    #expect(await widget.open().placeholders == [])
  }

  @Test func `in another screen is shown there`() async throws {
    let main = #"{"view": {"type": "button", "id": "go", "onPress": {"type": "push", "screen": "Other"}}}"#
    let other =
      #"{"view": {"type": "container", "children": [{"type": "text", "id": "ok", "text": "fine"}, {"type": "txt"}]}}"#
    let widget = try TestWidget(
      files: Self.good.merging(["screens/Main.json": main, "screens/Other.json": other]) { $1 })
    let host = await widget.open()
    #expect(await host.placeholders == [])
    try await host.press("go")
    #expect(await host.placeholders.count == 1)
    #expect(try await host.text("ok") == "fine")
  }

  @Test func `an empty bundle is a screen with a message`() async throws {
    let widget = try TestWidget(files: [:])
    #expect(widget.definition.hasErrors)
    let placeholders = await widget.open().placeholders
    #expect(placeholders.contains { $0.contains("no manifest") }, "\(placeholders)")
    #expect(placeholders.contains { $0.contains("has no screen") }, "\(placeholders)")
    #expect(!placeholders.contains { $0.contains("''") }, "\(placeholders)")
  }

  @Test func `a path outside the bundle and a file over the limit are errors; the widget continues`() async throws {
    var files = MemoryBundleFiles(texts: Self.good)
    files.add("../secret.json", [])
    let widget = try TestWidget(bundle: WidgetBundle(files: files))
    #expect(widget.definition.diagnostics.map(\.rule) == ["bundle-path"])
    #expect(await widget.open().texts("ok") == ["fine"])
    var limits = BundleLimits.standard
    limits.imageBytes = 10
    files = MemoryBundleFiles(texts: Self.good)
    files.add("images/big.png", Array(repeating: 0, count: 11))
    let large = try TestWidget(bundle: WidgetBundle(files: files, limits: limits))
    #expect(large.definition.diagnostics.map(\.rule) == ["bundle-limit"])
    #expect(large.definition.diagnostics.first?.file == "images/big.png")
    #expect(await large.open().texts("ok") == ["fine"])
  }

  @Test func `components nested too deep are cut off with a diagnostic`() async throws {
    for depth in [60, 101, 400] {
      let view =
        String(repeating: #"{"type": "container", "children": ["#, count: depth)
        + #"{"type": "text", "id": "ok", "text": "fine"}"#
        + String(repeating: "]}", count: depth)
      let widget = try TestWidget(view: view)
      let host = await widget.open()
      #expect(await host.texts("ok") == (depth == 60 ? ["fine"] : []))
      #expect(widget.definition.hasErrors == (depth > 100))
      if depth > 100 { #expect(await !host.placeholders.isEmpty) }
    }
  }

  /// The time limit is far above the expected time, and far below what a quadratic algorithm would take.
  @Test(.timeLimit(.minutes(10)))
  func `10,000 bindings are read and run, as are 10,000 that lead nowhere`() async throws {
    for (count, root) in [(9_000, "field"), (9_000, "feild")] {
      let labels = (0..<count).map { label("l\($0)") }.joined(separator: ",")
      let elements = (0..<count).map { #""l\#($0)": {"bindings": [{"from": "\#(root).value"}]}"# }
      let widget = try TestWidget(
        view: container(component("textInput", "field"), labels), elements: "{\(elements.joined(separator: ","))}")
      let host = await widget.open()
      try await host.type("x", into: "field")
      #expect(try await host.text("l\(count - 1)") == (root == "field" ? "x" : ""))
    }
  }

  @Test func `a problem that recurs with each change is reported once`() async throws {
    let widget = try TestWidget(
      view: container(itemTable),
      objects: """
        {"provider": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Item", "sortByFields": "nothing"}},
         "display": {"type": "TableDisplayController", "outlets": {"mainContentProvider": "provider", "tableView": "table"}}}
        """, model: itemModel)
    let host = await widget.open()
    #expect(await host.alert?.contains("nothing") == true)
    try await host.answerAlert()
    for number in 1...3 {
      _ = try widget.instance.store.insert("Item", ["identifier": .integer(Int64(number))])
      await widget.clock.settle()
    }
    #expect(await host.alert == nil)
  }
}
