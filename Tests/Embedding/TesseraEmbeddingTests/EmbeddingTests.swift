import Synchronization
import TesseraBundles
import TesseraComponents
import TesseraExpressions
import TesseraGraphics
import TesseraLayout
import TesseraRuntime
import TesseraServer
import TesseraServices
import TesseraValues
import TesseraViews
import Testing

// The view of an app that uses the libraries: this target has no access to declarations with package access.

@Suite("An app that uses the libraries")
struct EmbeddingTests {
  @Test func `lays out boxes with flexbox`() {
    var tree = LayoutTree()
    let left = tree.makeNode(LayoutStyle { $0.flexGrow = 1 })
    let right = tree.makeNode(LayoutStyle { $0.width = .points(40) })
    let row = tree.makeNode(LayoutStyle { $0.flexDirection = .row })
    tree.setChildren(of: row, [left, right])
    tree.compute(root: row, width: .definite(100), height: .definite(20))
    #expect(tree.frame(of: left) == Rect(x: 0, y: 0, width: 60, height: 20))
    #expect(tree.frame(of: right) == Rect(x: 60, y: 0, width: 40, height: 20))
  }

  @Test func `evaluates predicates, expressions and templates`() throws {
    let post: Value = ["title": "Tessera", "likes": 12]
    #expect(try ValuePredicate("likes > 10 AND title BEGINSWITH 'T'").evaluate(with: post))
    #expect(try ValueExpression("likes * 2").value(with: post) == 24)
    #expect(Template("@{title}: @{likes + 1}", dialect: .native).text(in: post) == "Tessera: 13")
  }

  @Test func `receives a widget's notification, and posts one to it`() async throws {
    let bundle = WidgetBundle(texts: [
      "widget.json": #"{"id": "org.example.counter", "name": "Counter"}"#,
      "screens/Main.json": #"{"view": {"type": "text", "text": "Hello"}}"#,
    ])
    let instance = try Instance(
      id: "1", definition: WidgetDefinition(bundle: bundle),
      environment: RuntimeEnvironment(textMeasuring: PangoTextMeasuring()))
    var announcements = instance.notifications.makeAsyncIterator()
    instance.post(WidgetNotification("showAvatarsChanged"))
    #expect(await announcements.next()?.name == "showAvatarsChanged")
  }

  @Test func `opens a widget, presses its button and draws it`() async throws {
    let bundle = WidgetBundle(texts: [
      "widget.json": #"{"id": "org.example.counter", "name": "Counter", "version": "1.0.0"}"#,
      "screens/Main.json": """
      {
        "context": {"id": "state", "value": {"count": 0}},
        "view": {
          "type": "button", "text": "@{state.count}",
          "onPress": {"type": "setContext", "path": "count", "value": "@{state.count + 1}"}
        }
      }
      """,
    ])
    let definition = WidgetDefinition(bundle: bundle)
    #expect(definition.diagnostics == [])
    let measuring = PangoTextMeasuring()
    let instance = try Instance(
      id: "1", definition: definition, environment: RuntimeEnvironment(textMeasuring: measuring))
    let presentation = await instance.makePresentation(size: Size(width: 160, height: 160))
    let button = try #require(await presentation.tree().tree.preorder().first { $0.kind == .button })
    #expect(button[.text] == "0")
    await presentation.send([.press(button.id)])
    let tree = await presentation.tree().tree
    #expect(tree[button.id]?[.text] == "1")
    #expect(try TreeRenderer(measuring: measuring).svg(tree).hasPrefix("<svg"))
    await presentation.close()
  }

  @Test func `serves widgets`() throws {
    let definition = WidgetDefinition(bundle: WidgetBundle(texts: [:]))
    #expect(definition.hasErrors)
    let instance = try Instance(
      id: "1", definition: definition, environment: RuntimeEnvironment(textMeasuring: PangoTextMeasuring()))
    _ = try WidgetServer(instances: [instance], fonts: .find())
  }

  /// A network client with canned responses.
  private struct CannedClient: NetworkClient {
    let answers: [String: String]

    func send(_ request: NetworkRequest) async throws -> NetworkResponse {
      answers[request.url].map { NetworkResponse(body: Array($0.utf8)) } ?? NetworkResponse(status: 404)
    }
  }

  /// A thread-safe log of lines and records.
  private final class Log: AnalyticsProvider {
    private let lines = Mutex<[String]>([])

    var configuration: AnalyticsConfiguration { AnalyticsConfiguration(actions: ["push": ["url"]]) }

    func record(_ record: AnalyticsRecord) { add("\(record.kind) \(record.screen) \(record.action ?? "")") }

    func add(_ line: String) { lines.withLock { $0.append(line) } }

    var all: [String] { lines.withLock { $0 } }
  }

  @Test func `replaces parts of the runtime with its own`() async throws {
    let home = #"{"view": {"type": "text", "id": "home", "text": "Hello", "styleId": "headline"}}"#
    let (recorder, log) = (Log(), Log())
    var extensions = WidgetExtensions.standard
    try extensions.theme.define("headline", as: ["fontSize": 24, "fontWeight": "bold"])
    extensions.theme.define("headline", for: Label.self) { $0[.color] = "accent" }
    extensions.stacks["checkout"] = StackStyle(presentation: .sheet, barStyleId: "headline")
    var environment = RuntimeEnvironment(textMeasuring: PangoTextMeasuring())
    environment.networkClient = CannedClient(answers: ["http://shop.example/v2/home": home])
    environment.resolveAddress = { address, base in (base ?? "") + "/v2" + address }
    environment.analytics = recorder
    environment.log = { entry in log.add("\(entry.category): \(entry.message)") }
    environment.openRoute = { route in route.route == "settings" }
    let bundle = WidgetBundle(texts: [
      "widget.json":
        #"{"id": "org.example.shop", "name": "Shop", "base": "http://shop.example", "hosts": ["shop.example"]}"#,
      "screens/Main.json": #"{"view": {"type": "button", "text": "Go", "onPress": {"type": "push", "url": "/home"}}}"#,
    ])
    let definition = WidgetDefinition(bundle: bundle, extensions: extensions)
    #expect(definition.diagnostics == [])
    let instance = try Instance(id: "1", definition: definition, environment: environment)
    let presentation = await instance.makePresentation(size: Size(width: 160, height: 160))
    let button = try #require(await presentation.tree().tree.preorder().first { $0.kind == .button })
    await presentation.send([.press(button.id)])
    var label: ViewNode?
    for await update in await presentation.updates(after: nil) {
      _ = update
      label = await presentation.tree().tree.preorder().first { $0.identifier == "home" }
      if label != nil { break }
    }
    #expect(label?[.fontSize] == 24)
    #expect(label?[.color] == "accent")
    #expect(recorder.all == ["screen Main ", "action Main push", "screen http://shop.example/v2/home "])
    #expect(log.all.contains("network: GET http://shop.example/v2/home: 200"))
    await presentation.close()
  }

  @Test func `provides images that documents name`() async throws {
    let square = Array(
      #"<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><path d="M0 0h9v9z"/></svg>"#.utf8)
    var extensions = WidgetExtensions.standard
    try extensions.images.register("square", bytes: square)
    #expect(throws: Diagnostic.self) { try extensions.images.register("text", bytes: Array("text".utf8)) }
    #expect(extensions.images.names == ["square"])
    let bundle = WidgetBundle(texts: [
      "widget.json": #"{"id": "org.example.shop", "name": "Shop"}"#,
      "screens/Main.json": #"{"view": {"type": "container", "children": [{"type": "image", "image": "square"}]}}"#,
    ])
    #expect(WidgetDefinition(bundle: bundle).diagnostics.map(\.rule) == ["missing-image"])
    let definition = WidgetDefinition(bundle: bundle, extensions: extensions)
    #expect(definition.diagnostics == [])
    let instance = try Instance(
      id: "1", definition: definition, environment: RuntimeEnvironment(textMeasuring: PangoTextMeasuring()))
    let presentation = await instance.makePresentation(size: Size(width: 160, height: 160))
    let picture = try #require(await presentation.tree().tree.preorder().first { !$0[.image].isNull })
    // The aspect ratio is known.
    #expect((picture.frame.height - picture.frame.width * 20 / 30).magnitude < 1)
    await presentation.close()
  }

  @Test func `places views by constraints`() {
    let hierarchy = ViewContext(textMeasuring: PangoTextMeasuring())
    let box = ConstraintView(in: hierarchy)
    let child = View(.container, in: hierarchy)
    box.addChild(child)
    let width = child.widthAnchor.constraint(equalToConstant: 40)
    width.priority = .defaultHigh
    ViewConstraint.activate([child.leadingAnchor.constraint(equalTo: box.leadingAnchor, constant: 5), width])
    #expect(width.isActive)
    #expect(width.activationError == nil)
    #expect(child.topAnchor.constraint(equalTo: box.bottomAnchor).isActive == false)
  }
}
