import TesseraBundles
import TesseraComponents
import TesseraLayout
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

/// Components and actions that are Swift values.
@Suite("Components and actions as Swift values")
struct ServerDrivenTests {
  /// A component with every kind of member that a document can contain.
  struct Panel: ServerDrivenComponent {
    enum Tone: String, Decodable, CaseIterable {
      case calm, loud
    }

    struct Place: Decodable {
      var city: String
      var floors: [Int]
    }

    static let memberDocumentation = ["title": "The text."]
    static let eventDetails: [String: [EventDefinition.Member]] = ["onTouch": [.init("title", .string, "what it says")]]

    var title: String
    var count: Int?
    var share: Double?
    var isOpen: Bool?
    var tone: Tone?
    var tags: [String]?
    var place: Place?
    var anything: Value?
    var header: Child?
    var rows: Children
    var onTouch: Event?

    /// Shows all its values in one text.
    final class Box: View {
      let label: Label
      let button: Button
      var send: () -> Void = {}

      init(in context: ViewContext) {
        label = Label(in: context)
        label.identifier = "said"
        button = Button(in: context)
        button.identifier = "touch"
        super.init(.container, in: context)
        addChild(label)
        addChild(button)
        button.on(.press) { [weak self] _ in self?.send() }
      }
    }

    static func makeView(in context: ViewContext) -> Box { Box(in: context) }

    func update(_ view: Box) {
      let parts = [
        title, count.map { "\($0)" }, share.map { "\($0)" }, isOpen.map { "\($0)" }, tone?.rawValue,
        tags?.joined(separator: "+"), place.map { "\($0.city)\($0.floors)" }, anything?.description,
      ]
      view.label.value = .string(parts.map { $0 ?? "-" }.joined(separator: "|"))
      for child in [header?.view].compactMap(\.self) + rows.views where child.parent == nil { view.addChild(child) }
      view.send = { onTouch?(["title": .string(title)]) }
    }
  }

  struct Note: ServerDrivenAction {
    static let eventDetails: [String: [EventDefinition.Member]] = ["onNoted": [.init("text", .string, "what is noted")]]

    struct Empty: Error, CustomStringConvertible { let description = "There is nothing to note" }

    var text: String
    var times: Int?
    var onNoted: Event?

    func perform(_ run: ActionRun) throws {
      guard !text.isEmpty else { throw Empty() }
      onNoted?(["text": .string(String(repeating: text, count: times ?? 1))])
    }
  }

  private func extensions() throws -> WidgetExtensions {
    var extensions = WidgetExtensions.standard
    try extensions.components.register(Panel.self)
    try extensions.actions.register(Note.self)
    try extensions.actions.register(Note.self, named: "jot")
    return extensions
  }

  private func widget(_ view: String, value: String = "{}") throws -> TestWidget {
    let bundle = WidgetBundle(texts: [
      "widget.json": #"{"id": "org.example.test", "name": "Test"}"#,
      "screens/Main.json":
        #"{"context": {"id": "s", "value": \#(value)}, "view": {"type": "container", "children": [\#(view)]}}"#,
    ])
    return try TestWidget(WidgetDefinition(bundle: bundle, extensions: extensions()))
  }

  @Test func `the type's properties define what documents can set`() throws {
    let definition = try #require(try extensions().components["panel"])
    let types = Dictionary(
      ["title", "count", "share", "isOpen", "tone", "tags", "place", "anything"].map {
        ($0, definition.properties.named($0)?.type)
      }, uniquingKeysWith: { $1 })
    #expect(
      types == [
        "title": .string, "count": .number, "share": .number, "isOpen": .bool, "tone": .choice(["calm", "loud"]),
        "tags": .strings, "place": .object, "anything": .any,
      ])
    #expect(definition.slots.map(\.name) == ["header", "rows"])
    #expect(definition.slots.map(\.content) == [.one, .many])
    #expect(definition.event("onTouch") != nil)
    let action = try #require(try extensions().actions["jot"])
    #expect(action.attributes.map(\.name) == ["text", "times"])
    #expect(action.attributes.map(\.isRequired) == [true, false])
    #expect(action.events.map(\.name) == ["onNoted"])
  }

  @Test func `a component follows data, holds a document's components, and fires its events`() async throws {
    let widget = try widget(
      #"""
      {"type": "panel", "title": "@{s.title}", "count": "@{s.n}", "share": 0.5, "isOpen": true, "tone": "loud",
       "tags": ["a", "b"], "place": {"city": "Lima", "floors": [1, 2]}, "anything": {"x": [null]},
       "header": {"type": "text", "id": "head", "text": "@{s.title}!"},
       "rows": [{"type": "text", "id": "row", "text": "r"},
                {"type": "button", "id": "more", "text": "+", "onPress": {"type": "setContext", "path": "n", "value": "@{s.n + 1}"}}],
       "onTouch": {"type": "jot", "text": "@{onTouch.title}", "times": 2,
                   "onNoted": {"type": "setContext", "path": "title", "value": "@{onNoted.text}"}}}
      """#, value: #"{"title": "T", "n": 1}"#)
    #expect(widget.definition.diagnostics == [])
    let host = await widget.open()
    #expect(try await host.text("said") == #"T|1|0.5|true|loud|a+b|Lima[1, 2]|{"x":[null]}"#)
    #expect(try await host.text("head") == "T!")
    try await host.press("more")
    #expect(try await host.text("said").hasPrefix("T|2|"))
    try await host.press("touch")
    #expect(try await host.text("said").hasPrefix("TT|2|"))
    #expect(try await host.text("head") == "TT!")
  }

  @Test func `an invalid value is reported, and the previous one stays`() async throws {
    let wrong = try widget(
      #"{"type": "panel", "titel": "x", "tone": "shrill"}, {"type": "button", "id": "b", "text": "b", "onPress": {"type": "note"}}"#
    )
    #expect(
      Set(wrong.definition.diagnostics.map(\.rule)) == ["unknown-attribute", "attribute-type", "missing-attribute"])

    let widget = try widget(
      #"""
      {"type": "panel", "title": "@{s.title}", "count": "@{s.n}", "rows": [
        {"type": "button", "id": "break", "text": "b", "onPress": {"type": "setContext", "path": "n", "value": 1.5}},
        {"type": "button", "id": "empty", "text": "b", "onPress": {"type": "note", "text": ""}}]}
      """#, value: #"{"title": "T", "n": 1}"#)
    let host = await widget.open()
    try await host.press("break")
    #expect(try await host.text("said").hasPrefix("T|1|"))
    #expect(await host.presentation.problems.contains { $0.contains("panel: 'count' does not fit") })
    let second = await widget.open()
    try await second.press("empty")
    #expect(await second.presentation.problems.contains { $0.contains("There is nothing to note") })

    let missing = try self.widget(#"{"type": "panel"}"#)
    let other = await missing.open()
    #expect(await other.tree.preorder().contains { $0[.text].string == "panel: 'title' is missing" })
  }

  @Test func `a value that arrives later is awaited without a report`() async throws {
    let widget = try widget(
      #"""
      {"type": "panel", "title": "@{s.title}", "isOpen": "@{s.flag}", "rows": []},
      {"type": "button", "id": "come", "text": "b", "onPress": {"type": "setContext", "path": "title", "value": "here"}},
      {"type": "button", "id": "go", "text": "b", "onPress": {"type": "setContext", "path": "title"}},
      {"type": "button", "id": "note", "text": "b", "onPress": {"type": "note", "text": "@{s.nothing}"}}
      """#, value: #"{"flag": 1}"#)
    let host = await widget.open()
    #expect(await host.presentation.problems == [])
    #expect(await host.tree.preorder().allSatisfy { $0.identifier != "said" })
    try await host.press("come")
    #expect(try await host.text("said") == "here|-|-|true|-|-|-|-")
    try await host.press("go")
    #expect(try await host.text("said").hasPrefix("here"))
    #expect(await host.presentation.problems == [])
    try await host.press("note")
    #expect(await host.presentation.problems == ["note: 'text' is missing"])
  }

  /// Members that documents cannot express, or that have another meaning in documents.
  struct Named: ServerDrivenAction {
    var id: String
    func perform(_ run: ActionRun) {}
  }

  struct Nested: ServerDrivenComponent {
    var children: [Child]
    static func makeView(in context: ViewContext) -> Label { Label(in: context) }
    func update(_ view: Label) {}
  }

  struct Pressed: ServerDrivenComponent {
    var onPress: Event
    static func makeView(in context: ViewContext) -> Label { Label(in: context) }
    func update(_ view: Label) {}
  }

  @Test func `members that could never arrive are rejected`() {
    var extensions = WidgetExtensions.standard
    #expect(throws: Diagnostic.self) { try extensions.actions.register(Named.self) }
    #expect(throws: Diagnostic.self) { try extensions.components.register(Pressed.self) }
    // A list is empty in the example, so nothing is asked of it: what stands in it is no place.
    #expect(throws: Never.self) { try extensions.components.register(Nested.self) }
    #expect(extensions.components["nested"]?.slots.isEmpty == true)
  }

  @Test func `large whole numbers stay exact`() async throws {
    struct Large: ServerDrivenAction {
      var id64: Int64
      var onDone: Event
      static let eventDetails: [String: [EventDefinition.Member]] = ["onDone": [.init("id", .string, "it")]]
      func perform(_ run: ActionRun) { onDone(["id": .string("\(id64)")]) }
    }
    var extensions = WidgetExtensions.standard
    try extensions.actions.register(Large.self)
    let bundle = WidgetBundle(texts: [
      "widget.json": #"{"id": "org.example.test", "name": "Test"}"#,
      "screens/Main.json": #"""
      {"context": {"id": "s", "value": {"n": 9007199254740993, "text": ""}}, "view": {"type": "container", "children": [
        {"type": "text", "id": "label", "text": "@{s.text}"},
        {"type": "button", "id": "go", "text": "b", "onPress": {"type": "large", "id64": "@{s.n}",
         "onDone": {"type": "setContext", "path": "text", "value": "@{onDone.id}"}}}]}}
      """#,
    ])
    let host = try await TestWidget(WidgetDefinition(bundle: bundle, extensions: extensions)).open()
    try await host.press("go")
    #expect(try await host.text("label") == "9007199254740993")
  }

  /// Rejects the examples from which the members are derived.
  struct Picky: ServerDrivenAction {
    var name: String
    init(from decoder: any Decoder) throws {
      name = try decoder.singleValueContainer().decode(String.self)
      if name.isEmpty { throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "empty")) }
    }
    func perform(_ run: ActionRun) {}
  }

  @Test func `a type that rejects examples is rejected`() {
    var extensions = WidgetExtensions.standard
    #expect(throws: Diagnostic.self) { try extensions.actions.register(Picky.self) }
  }
}
