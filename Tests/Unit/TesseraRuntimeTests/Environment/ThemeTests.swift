import TesseraBundles
import TesseraComponents
import TesseraLayout
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

@Suite("Themes")
struct ThemeTests {
  private static let theme = #"""
    {"headline": {"fontSize": 24, "fontWeight": "bold", "padding": 8, "color": "#112233"},
     "card": {"width": 100, "overflow": "hidden", "borderWidth": 2},
     "bar": {"backgroundColor": "#445566", "color": "#FFFFFF"}}
    """#

  private func widget(
    _ view: String, item: String = "{}", theme: String? = Self.theme, extensions: WidgetExtensions = .standard
  ) throws -> TestWidget {
    var files = [
      "widget.json": #"{"id": "org.example.test", "name": "Test"}"#,
      "screens/Main.json": #"{"navigationItem": \#(item), "view": \#(view)}"#,
    ]
    files["theme.json"] = theme
    return try TestWidget(WidgetDefinition(bundle: WidgetBundle(texts: files), extensions: extensions))
  }

  @Test func `a component takes the style that it names, and its own properties win`() async throws {
    let widget = try widget(
      #"""
      {"type": "container", "children": [
        {"type": "text", "id": "plain", "text": "a", "styleId": "headline"},
        {"type": "text", "id": "own", "text": "a", "style": {"fontSize": 12, "paddingLeft": 1}, "styleId": "headline"},
        {"type": "container", "id": "card", "styleId": "card", "style": {"overflow": "visible", "alignSelf": "flex-start"}}]}
      """#)
    #expect(widget.problems == [])
    let host = await widget.open()
    let plain = try await host.node("plain")
    #expect(plain[.fontSize] == 24)
    #expect(plain[.fontWeight] == 700)
    #expect(plain[.color] == "#112233")
    #expect(plain[.padding] == [8, 8, 8, 8])
    let own = try await host.node("own")
    #expect(own[.fontSize] == 12)
    #expect(own[.fontWeight] == 700)
    // From the top clockwise.
    #expect(own[.padding] == [8, 8, 8, 1])
    let card = try await host.node("card")
    #expect(card.frame.width == 100)
    #expect(card[.borderWidth] == [2, 2, 2, 2])
    #expect(card[.clips].isNull)
  }

  @Test(arguments: [
    (#""fontStyle": "normal""#, ViewAttribute.italic), (#""fontStyle": "@{'normal'}""#, .italic),
    (#""textDecoration": "none""#, .textDecoration), (#""textDecoration": "@{'none'}""#, .textDecoration),
    (#""borderWidth": 0"#, .borderWidth), (#""borderWidth": "@{0}""#, .borderWidth),
    (#""overflow": "visible""#, .clips),
  ])
  func `a component's own values override the style, even where they follow data`(
    _ style: String, _ attribute: ViewAttribute
  ) async throws {
    let theme =
      #"{"all": {"fontStyle": "italic", "textDecoration": "underline", "borderWidth": 2, "overflow": "hidden"}}"#
    for style in ["", style] {
      let widget = try widget(
        #"{"type": "container", "children": [{"type": "container", "id": "box", "styleId": "all", "style": {\#(style)}}]}"#,
        theme: theme)
      #expect(widget.problems == [])
      #expect(try await widget.open().node("box")[attribute].isNull == !style.isEmpty)
    }
  }

  @Test func `in a payload a style overrides its component type's defaults, and not the payload's own values`()
    async throws
  {
    let widget = try TestWidget(
      files: [
        "widget.json": #"{"id": "org.example.test", "name": "Test"}"#,
        "theme.json": ##"{"big": {"fontSize": 30, "height": 100, "color": "#111111"}}"##,
        "screens/Main.json": ##"""
        {"_beagleComponent_": "beagle:container", "children": [
          {"_beagleComponent_": "beagle:text", "id": "look", "text": "a", "styleId": "big"},
          {"_beagleComponent_": "beagle:text", "id": "plain", "text": "a"},
          {"_beagleComponent_": "beagle:text", "id": "own", "text": "a", "textColor": "#222222", "styleId": "big"},
          {"_beagleComponent_": "beagle:tabBar", "id": "bar", "items": [{"title": "a"}], "styleId": "big"}]}
        """##,
      ])
    #expect(widget.problems == [])
    let host = await widget.open()
    #expect(try await host.node("look")[.fontSize] == 30)
    #expect(try await host.node("plain")[.fontSize] == 16)
    #expect(try await host.node("own")[.color] == "#222222")
    #expect(try await host.node("bar").frame.height == 100)
  }

  /// Each case has the action that opens the stack, the presentation of the stack, and the expected problems.
  @Test(
    arguments: [
      (#"{"type": "present", "screen": "Next", "stack": "shop"}"#, "sheet", []),
      (#"{"type": "present", "screen": "Next", "stack": "shop", "as": "popover"}"#, "popover", []),
      (#"{"type": "present", "screen": "Next", "stack": "app"}"#, "popover", []),
      (#"{"type": "present", "screen": "Next", "stack": "shops"}"#, nil, ["unknown-stack"]),
    ] as [(String, String?, [String])])
  func `a stack has a style by its name, which its screens use where they set nothing`(
    action: String, presentation: String?, rules: [String]
  ) async throws {
    var extensions = WidgetExtensions.standard
    extensions.stacks = ["app": StackStyle(presentation: .popover, barStyleId: "bar"), "shop": StackStyle()]
    let files = [
      "widget.json":
        #"{"id": "org.example.test", "name": "Test", "stacks": {"shop": {"as": "sheet", "barStyleId": "bar"}}}"#,
      "theme.json": Self.theme,
      "screens/Main.json": #"{"view": {"type": "button", "id": "go", "text": "Go", "onPress": \#(action)}}"#,
      "screens/Next.json": #"""
      {"navigationItem": {"title": "Next"}, "view": {"type": "button", "id": "on", "text": "On",
       "onPress": {"type": "push", "screen": "Last"}}}
      """#,
      "screens/Last.json":
        #"{"navigationItem": {"title": "Last", "styleId": "headline"}, "view": {"type": "container"}}"#,
    ]
    let widget = try TestWidget(WidgetDefinition(bundle: WidgetBundle(texts: files), extensions: extensions))
    #expect(widget.definition.diagnostics.map(\.rule) == rules)
    let host = await widget.open()
    try await host.press("go")
    func top() async throws -> (stack: ViewNode, bar: ViewNode) {
      let nodes = await host.tree.preorder()
      return (
        try #require(nodes.last { $0.kind == .navigation }), try #require(nodes.last { $0.kind == .navigationBar })
      )
    }
    let next = try await top()
    #expect(next.stack[.presentation].string == presentation)
    #expect(next.bar[.backgroundColor].string == (rules.isEmpty ? "#445566" : nil))
    try await host.press("on")
    #expect(try await top().bar[.backgroundColor].isNull, "what a screen says itself wins")
  }

  @Test func `a payload's navigation controller names a stack's style, and an unknown one is not an error`()
    async throws
  {
    func route(_ action: String, _ controller: String) -> String {
      #"{"_beagleComponent_": "beagle:button", "id": "\#(controller)", "text": "b", "onPress": [{"_beagleAction_": "beagle:\#(action)", "controllerId": "\#(controller)", "route": {"screen": {"navigationBar": {"title": "T"}, "child": {"_beagleComponent_": "beagle:text", "text": "t"}}}}]}"#
    }
    for (action, controller, presentation) in [
      ("pushStack", "shop", "sheet"), ("pushStack", "other", nil), ("resetStack", "shop", nil),
      ("resetApplication", "shop", nil),
    ] as [(String, String, String?)] {
      let widget = try TestWidget(files: [
        "widget.json":
          #"{"id": "org.example.test", "name": "Test", "stacks": {"shop": {"as": "sheet", "barStyleId": "bar"}}}"#,
        "theme.json": Self.theme,
        "screens/Main.json": route(action, controller),
      ])
      #expect(!widget.definition.hasErrors)
      let host = await widget.open()
      try await host.press(controller)
      let nodes = await host.tree.preorder()
      #expect(nodes.last { $0.kind == .navigation }?[.presentation].string == presentation)
      #expect(
        nodes.last { $0.kind == .navigationBar }?[.backgroundColor].string == (controller == "shop" ? "#445566" : nil))
    }
  }

  @Test func `a navigation bar takes a style, including its title`() async throws {
    let widget = try widget(#"{"type": "container"}"#, item: #"{"title": "Hello", "styleId": "bar"}"#)
    #expect(widget.problems == [])
    let nodes = await widget.open().tree.preorder()
    #expect(nodes.first { $0.kind.name == "navigationBar" }?[.backgroundColor] == "#445566")
    #expect(nodes.first { $0[.text] == "Hello" }?[.color] == "#FFFFFF")
  }

  @Test(arguments: [
    (#"{"a": {"fontSise": 3}}"#, "unknown-style"), (#"{"a": {"fontSize": "large"}}"#, "style-value"),
    (#"{"a": {"fontSize": "@{content.size}"}}"#, "theme-value"), (#"{"a": 3}"#, "style-type"),
    (#"[]"#, "theme-type"), (#"{"a": "#, "json-syntax"),
  ])
  func `mistakes in a theme are reported at their position`(_ theme: String, _ rule: String) async throws {
    let widget = try widget(#"{"type": "text", "id": "label", "text": "still"}"#, theme: theme)
    #expect(widget.definition.diagnostics.map { "\($0.file ?? "") \($0.rule)" } == ["theme.json \(rule)"])
    #expect(try await widget.open().text("label") == "still")
  }

  @Test func `an unknown style is an error with a suggestion, and the component stays unchanged`() async throws {
    let widget = try widget(#"{"type": "text", "id": "label", "text": "a", "styleId": "headlin"}"#)
    let problem = try #require(widget.definition.diagnostics.first)
    #expect(problem.rule == "style-id")
    #expect(problem.fix?.contains("headline") == true)
    #expect(try await widget.open().node("label")[.fontSize].isNull)
  }

  @Test func `a payload names styles; unknown ones are ignored`() async throws {
    let widget = try TestWidget(
      files: [
        "widget.json": #"{"id": "org.example.test", "name": "Test"}"#, "theme.json": Self.theme,
        "screens/Main.json": #"""
        {"_beagleComponent_": "beagle:screenComponent", "navigationBar": {"title": "Hello", "styleId": "bar"}, "child":
          {"_beagleComponent_": "beagle:container", "children": [
            {"_beagleComponent_": "beagle:text", "id": "plain", "text": "a", "styleId": "headline"},
            {"_beagleComponent_": "beagle:button", "id": "odd", "text": "a", "styleId": "nothing"}]}}
        """#,
      ])
    #expect(widget.definition.diagnostics.map(\.severity) == [.warning])
    let host = await widget.open()
    #expect(try await host.node("plain")[.fontWeight] == 700)
    #expect(try await host.node("odd")[.fontWeight].isNull)
    #expect(await host.tree.preorder().first { $0.kind.name == "navigationBar" }?[.backgroundColor] == "#445566")
  }

  @Test func `an app's theme applies to all widgets; a widget's own wins, and code receives views of its class only`()
    async throws
  {
    var extensions = WidgetExtensions.standard
    try extensions.theme.define("headline", as: ["fontSize": 99])
    try extensions.theme.define("app", as: ["opacity": 0.5])
    extensions.theme.define("app", for: Label.self) { $0[.color] = "accent" }
    #expect(throws: Diagnostic.self) { try extensions.theme.define("bad", as: ["fontSise": 3]) }
    let widget = try widget(
      #"""
      {"type": "container", "children": [
        {"type": "text", "id": "own", "text": "a", "styleId": "headline"},
        {"type": "text", "id": "label", "text": "a", "styleId": "app"},
        {"type": "container", "id": "box", "styleId": "app"}]}
      """#, extensions: extensions)
    #expect(widget.problems == [])
    let host = await widget.open()
    #expect(try await host.node("own")[.fontSize] == 24)
    #expect(try await host.node("label")[.color] == "accent")
    #expect(try await host.node("label")[.opacity] == 0.5)
    #expect(try await host.node("box")[.opacity] == 0.5)
    #expect(try await host.node("box")[.color].isNull)
    // Code is the least, then the look, then what the component says.
    try extensions.theme.define("mixed", as: ["width": 100])
    extensions.theme.define("mixed", for: View.self) {
      $0[.color] = "accent"
      $0.style.width = .points(7)
      $0.style.height = .points(9)
    }
    let mixed = try self.widget(
      ##"{"type": "container", "children": [{"type": "container", "id": "box", "styleId": "mixed", "style": {"color": "#FF0000"}}]}"##,
      extensions: extensions)
    let box = try await mixed.open().node("box")
    #expect(box[.color] == "#FF0000")
    #expect(box.frame.width == 100)
    #expect(box.frame.height == 9)
  }
}
