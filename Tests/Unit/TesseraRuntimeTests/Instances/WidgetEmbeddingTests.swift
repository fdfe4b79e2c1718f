import TesseraBundles
import TesseraLayout
import TesseraTestSupport
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

/// Widgets that are embedded in others.
struct WidgetEmbeddingTests {
  private static func manifest(_ name: String, _ more: String = "") -> String {
    #"{"format": 1, "id": "org.example.\#(name)", "name": "\#(name)", "main": "Main"\#(more)}"#
  }

  private static func counter(_ folder: String) -> [String: String] {
    [
      "\(folder)/widget.json": manifest("counter"),
      "\(folder)/images/dot.svg":
        #"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><circle cx="4" cy="4" r="4"/></svg>"#,
      "\(folder)/screens/Main.json": """
      {"context": {"id": "state", "value": {"count": 0}},
       "view": {"type": "container", "children": [
         {"type": "text", "id": "count", "text": "@{state.count} of @{widget.width}"},
         {"type": "textInput", "id": "field", "placeholder": "How many", "bind": "state.count"},
         {"type": "image", "image": "dot"},
         {"type": "button", "id": "more", "text": "More",
          "onPress": {"type": "setContext", "context": "state", "path": "count", "value": "@{state.count + 1}"}}]}}
      """,
    ]
  }

  private func outer(
    _ attributes: String, files: [String: String] = counter("widgets/Counter.widget"), more: String = "",
    adapt: (inout RuntimeEnvironment) -> Void = { _ in }
  ) throws -> TestWidget {
    var files = files
    files["widget.json"] = Self.manifest("outer")
    files["screens/Main.json"] = """
      {"view": {"type": "container", "children": [
         {"type": "widgetView", "id": "place", "style": {"height": 200}, \(attributes)}, {"type": "text", "id": "error"},
         {"type": "button", "id": "loading"}, {"type": "button", "id": "unloading"}\(more)]},
       "elements": {
         "loading": {"action": {"target": "place", "selector": "load:"}},
         "unloading": {"action": {"target": "place", "selector": "unload:"}}}}
      """
    let definition = WidgetDefinition(bundle: WidgetBundle(texts: files))
    return try TestWidget(definition, adapt: adapt)
  }

  @Test func `A widget of the bundle is embedded in another one, and receives the user's input there`() async throws {
    let widget = try outer(#""autoload": true, "resourceName": "Counter", "scaled": false"#)
    #expect(widget.problems == [])
    let host = await widget.open()
    // 320 points, less 2 on each side.
    #expect(try await host.text("count") == "0 of 316")
    try await host.press("more")
    #expect(try await host.text("count") == "1 of 316")
    try await host.type("41", into: "field")
    #expect(try await host.text("count") == "41 of 316")
    let place = try await host.node("place")
    let tree = await host.tree
    let base = try #require(place.children.first.flatMap { tree[$0] })
    #expect(base.frame.y == 22 && base.frame.width == 316 && base.frame.height == 176)
    let picture = try #require(tree.preorder().first { $0.kind == .image })
    #expect(picture[.image].value(at: "name") == "@org.example.counter/dot")
    #expect(try await host.node("field")[.placeholder] == "How many")
    await host.send(.resize(Size(width: 200, height: 480)))
    #expect(try await host.text("count") == "41 of 196")
  }

  @Test func `A widget scales down to fit if it is laid out for the window`() async throws {
    let widget = try outer(#""autoload": true, "resourceName": "Counter", "margins": 80"#)
    let host = await widget.open()
    #expect(try await host.text("count") == "0 of 320")
    let tree = await host.tree
    let base = try #require(try await host.node("place").children.first.flatMap { tree[$0] })
    let root = try #require(base.children.first.flatMap { tree[$0] })
    #expect(root[.transform].value(at: "scaleX") == 0.5)
    // Scaling is relative to the centre: the view is twice as large as its place, and has the same centre.
    #expect(root.frame.width == 320 && root.frame.x == -80)
  }

  @Test func `Widgets are loaded and unloaded by buttons`() async throws {
    let widget = try outer(#""resourceName": "Counter""#)
    let host = await widget.open()
    #expect(await host.nodes("count").isEmpty)
    try await host.press("loading")
    try await host.press("more")
    #expect(try await host.text("count") == "1 of 320")
    try await host.press("unloading")
    #expect(await host.nodes("count").isEmpty)
    try await host.press("loading")
    #expect(try await host.text("count") == "0 of 320")
  }

  @Test func `A widget of the host is placed by its name`() async throws {
    let registry = WidgetRegistry()
    registry.register(
      "org.example.hello",
      WidgetDefinition(
        bundle: WidgetBundle(texts: [
          "widget.json": Self.manifest("hello"),
          "screens/Main.json": #"{"view": {"type": "text", "id": "hi", "text": "Hi"}}"#,
        ])))
    let widget = try outer(#""autoload": true, "resourceName": "org.example.hello""#) { $0.widgets = registry }
    let host = await widget.open()
    #expect(try await host.text("hi") == "Hi")
  }

  @Test(arguments: [
    (#""autoload": true, "resourceName": "Conter""#, "There is no widget 'Conter'; did you mean 'Counter'?"),
    (#""autoload": true, "resourceName": "Counter", "widgetIdentifier": "../x""#, "'../x' is not a valid identifier"),
    (#""autoload": true, "downloadUrl": "https://example.org/a.zip""#, "The widget may not contact 'example.org'"),
  ])
  func `A widget that cannot be loaded reports the reason`(attributes: String, words: String) async throws {
    let widget = try outer(
      attributes
        + #", "onError": {"type": "alert", "title": "No", "message": "@{onError.message}"}"#)
    let host = await widget.open()
    let alert = await host.alert ?? "nothing"
    #expect(alert.contains(words))
  }

  @Test func `Widgets nest three levels deep`() async throws {
    // The widget embeds itself.
    let registry = WidgetRegistry()
    registry.register(
      "again",
      WidgetDefinition(
        bundle: WidgetBundle(texts: [
          "widget.json": Self.manifest("again"),
          "screens/Main.json": """
          {"view": {"type": "container", "children": [{"type": "text", "id": "level", "text": "level"},
             {"type": "widgetView", "style": {"height": 300}, "autoload": true, "resourceName": "again", "onError": []}]}}
          """,
        ])))
    let widget = try outer(#""autoload": true, "resourceName": "again""#) { $0.widgets = registry }
    let host = await widget.open()
    #expect(await host.nodes("level").count == 3)
  }

  @Test func `A widget reaches no host that the one around it may not`() async throws {
    var files = Self.counter("widgets/Counter.widget")
    files["widgets/Counter.widget/widget.json"] = Self.manifest("counter", #", "hosts": ["example.org"]"#)
    let widget = try outer(#""autoload": true, "resourceName": "Counter""#, files: files)
    _ = await widget.open()
    let inner = try #require(widget.instance.embeddedInstance("org.example.counter"))
    #expect(!inner.allows(address: "https://example.org/"))
  }

  @Test func `An error in a widget of a bundle is reported with its position`() throws {
    var files = Self.counter("widgets/Counter.widget")
    files["widgets/Counter.widget/screens/Main.json"] = #"{"view": {"type": "txt"}}"#
    let widget = try outer(#""resourceName": "Counter""#, files: files)
    #expect(widget.definition.diagnostics.map { $0.file } == ["widgets/Counter.widget/screens/Main.json"])
  }

  @Test func `Views covered by an alert are not reachable, in an inner widget either`() async throws {
    let widget = try outer(
      #""autoload": true, "resourceName": "Counter""#,
      more: #", {"type": "button", "id": "warn", "onPress": {"type": "alert", "title": "Wait"}}"#)
    let host = await widget.open()
    try await host.press("warn")
    #expect(await host.alert != nil)
    try await host.press("more")
    #expect(try await host.text("count") == "0 of 320")
    try await host.answerAlert()
    try await host.press("more")
    #expect(try await host.text("count") == "1 of 320")
  }
}
