import TesseraBundles
import TesseraExpressions
import TesseraGraphics
import TesseraLayout
import TesseraRuntime
import TesseraServer
import TesseraValues
import TesseraViews
import Testing

// What an app sees that uses the libraries: this target has no access to what only the package's own targets see.

@Suite("An app that uses the libraries")
struct EmbeddingTests {
  @Test("lays out boxes by flexbox")
  func layout() {
    var tree = LayoutTree()
    let left = tree.makeNode(LayoutStyle { $0.flexGrow = 1 })
    let right = tree.makeNode(LayoutStyle { $0.width = .points(40) })
    let row = tree.makeNode(LayoutStyle { $0.flexDirection = .row })
    tree.setChildren(of: row, [left, right])
    tree.compute(root: row, width: .definite(100), height: .definite(20))
    #expect(tree.frame(of: left) == Rect(x: 0, y: 0, width: 60, height: 20))
    #expect(tree.frame(of: right) == Rect(x: 60, y: 0, width: 40, height: 20))
  }

  @Test("evaluates predicates, expressions and templates")
  func expressions() throws {
    let post: Value = ["title": "Tessera", "likes": 12]
    #expect(try ValuePredicate("likes > 10 AND title BEGINSWITH 'T'").evaluate(with: post))
    #expect(try ValueExpression("likes * 2").value(with: post) == 24)
    #expect(Template("@{title}: @{likes + 1}", dialect: .native).text(in: post) == "Tessera: 13")
  }

  @Test("opens a widget, presses its button and draws it")
  func widget() async throws {
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

  @Test("serves widgets")
  func server() throws {
    let definition = WidgetDefinition(bundle: WidgetBundle(texts: [:]))
    #expect(definition.hasErrors)
    let instance = try Instance(
      id: "1", definition: definition, environment: RuntimeEnvironment(textMeasuring: PangoTextMeasuring()))
    _ = try WidgetServer(instances: [instance], fonts: .find())
  }
}
