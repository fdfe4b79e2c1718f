import TesseraBundles
import TesseraValues
import Testing

@testable import TesseraRuntime

/// Mistakes that authors made, each alone in a widget that is otherwise sound.
struct SlipTests {
  private static func definition(
    _ view: String = "", manifest: String = "", service: String = "", files: [String: String] = [:]
  ) -> WidgetDefinition {
    let sound = [
      "widget.json": """
      {"id": "org.example.test", "name": "Test", "main": "Main", "hosts": ["api.example.org"],
       "options": [{"name": "accent", "type": "color", "default": "red"}\(manifest)]}
      """,
      "screens/Main.json": """
      {"context": {"id": "state", "value": {"count": 0, "meals": [{"name": "Soup", "price": 4, "side": {"name": "Bread"}}]}},
       "view": {"type": "container", "style": {"backgroundColor": "@{options.accent}"}, "children": [
         {"type": "text", "text": "@{state.count}"}, {"type": "container", "children": [
      \(view)]}]}}
      """,
      "strings/en.json": #"{"late": "{0} minutes late", "many": {"one": "{0} tram", "other": "{0} trams"}}"#,
      "images/logo.svg": #"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>"#,
      "service.json": """
      {"actions": {"load": {"baseUrl": "https://api.example.org", "path": "trams"\(service)}}}
      """,
    ]
    return WidgetDefinition(bundle: WidgetBundle(texts: sound.merging(files) { $1 }))
  }

  @Test(arguments: [
    (#"{"type": "text", "text": "@{widget.widht}"}"#, "'widget' has no 'widht'"),
    (#"{"type": "text", "text": "@{substr('tram')}"}"#, "'substr' takes at least 2 arguments, found 1"),
    (#"{"type": "text", "text": "@{length('a', 'b')}"}"#, "'length' takes 1 argument, found 2"),
    (#"{"type": "text", "text": "@{condition(true, 1)}"}"#, "'condition' takes 3 arguments, found 2"),
    (#"{"type": "text", "text": "@{sort([], 'a', 'b', 'c')}"}"#, "'sort' takes at most 3 arguments, found 4"),
    (#"{"type": "text", "text": "@{text('late')}"}"#, "The text 'late' takes 1 argument, found 0"),
    (#"{"type": "text", "text": "@{text('many')}"}"#, "The text 'many' takes 1 argument, found 0"),
    (#"{"type": "image", "image": "@{state.count > 3 ? 'lgoo' : 'logo'}"}"#, "The bundle has no image 'lgoo'"),
    (#"{"type": "textInput", "bind": "state.serach"}"#, "'state' has no 'serach'"),
    (#"{"type": "text", "text": "@{map(state.meals, 'naem')}"}"#, "The elements of 'state.meals' have no 'naem'"),
    (
      #"{"type": "text", "text": "@{sort(filter(state.meals, 'prize > 3'), 'name')}"}"#,
      "The elements of 'state.meals' have no 'prize'"
    ),
    (
      #"{"type": "text", "text": "@{group(state.meals ?? [], 'nmae')}"}"#,
      "The elements of 'state.meals' have no 'nmae'"
    ),
    (#"{"type": "text", "text": "@{map(state.meals, item.nane)}"}"#, "The elements of 'state.meals' have no 'nane'"),
    (#"{"type": "text", "id": "a", "text": "@{a.text}!"}"#, "'a.text' is computed from itself"),
    (
      #"{"type": "container", "children": [{"type": "text", "id": "a", "text": "@{b.text}"}, {"type": "text", "id": "b", "text": "@{a.text}"}]}"#,
      "'a.text' is computed from itself: a.text reads b.text reads a.text"
    ),
    (
      #"{"type": "contentDisplayView", "id": "d", "content": {"a": "@{d.content.b + 1}", "b": ["@{d.content.a}"]}}"#,
      "'d.content.a' is computed from itself: d.content.a reads d.content.b reads d.content.a"
    ),
  ])
  func `a mistake in an expression is found`(view: String, message: String) {
    let found = Self.definition(view).diagnostics
    #expect(found.map(\.message) == [message])
    #expect(found.allSatisfy { $0.file == "screens/Main.json" && $0.range?.start.line == 4 })
  }

  @Test(arguments: [
    #"{"type": "text", "text": "@{widget.update} @{widget.maximumSize.expanded.height}"}"#,
    #"{"type": "text", "text": "@{substr('tram', 1)} @{text('late', 3)} @{text('many', 3)}"}"#,
    #"{"type": "text", "text": "@{map(state.meals, 'side.nane')} @{filter(state.meals, 'naem == nil')}"}"#
      .replacing("naem", with: "weight"),
    #"{"type": "text", "text": "@{map(state.meals, item.side.name)} @{filter(state.meals, '%K > 3', 'price')}"}"#,
    #"{"type": "image", "image": "@{state.count > 3 ? 'logo' : ''}"}"#,
    #"{"type": "textInput", "id": "a", "bind": "state.word"}, {"type": "text", "text": "@{state.word}"}"#,
    #"{"type": "textInput", "bind": "state.word"}, {"type": "text", "text": "@{length(entries(state))}"}"#,
    #"{"type": "textInput", "bind": "state.word"}, {"type": "text", "text": "@{state.word ?? 'none'}"}"#,
    #"{"type": "textInput", "id": "a", "value": "@{a.value}", "hidden": "@{a.hidden ?? false}"}"#,
    #"{"type": "contentDisplayView", "id": "d", "content": {"a": "@{d.content.b}", "b": "@{d.content.c}", "c": 1}}"#,
  ])
  func `what is meant is no mistake`(view: String) {
    #expect(Self.definition(view).diagnostics.map(\.description) == [])
  }

  @Test func `An expression in a service is a warning with the placeholder that is meant`() throws {
    let definition = Self.definition(
      service: #", "parameters": {"limit": "@{options.limit}", "all": "$options.accent"}"#)
    let problem = try #require(definition.diagnostics.first)
    #expect(problem.rule == "service-expression" && problem.severity == .warning && problem.file == "service.json")
    #expect(problem.fix == "Write '$options.limit'")
    #expect(definition.diagnostics.count == 1)
  }

  @Test func `Expressions in recorded responses are those of payloads`() {
    #expect(Self.definition(service: #", "response": {"text": "@{state.count}"}"#).diagnostics.map(\.description) == [])
  }

  @Test func `Screens that nothing opens and options that nothing reads are warnings`() {
    #expect(Self.definition().oversights == [])
    let forgotten = Self.definition(
      manifest: #", {"name": "colour2", "type": "color"}"#, files: ["screens/Old.json": #"{"view": {"type": "text"}}"#])
    #expect(
      forgotten.oversights.map(\.description) == [
        "screens/Old.json: warning: Nothing opens the screen 'Old' [unused-screen]",
        "widget.json:2:78: warning: Nothing reads the option 'colour2' [unused-option]",
      ])
    let opened = Self.definition(
      #"{"type": "button", "text": "@{options.colour2}", "onPress": {"type": "push", "screen": "@{state.count > 1 ? 'Old' : 'Main'}"}}"#,
      manifest: #", {"name": "colour2", "type": "color"}"#, files: ["screens/Old.json": #"{"view": {"type": "text"}}"#])
    #expect(opened.oversights == [])
  }

  @Test(
    arguments: [
      (#"{"type": "image", "url": "https://api.example.org/a.png"}"#, true),
      (#"{"type": "image", "url": "@{state.picture}", "style": {"width": 80}}"#, true),
      (#"{"type": "image", "url": "@{state.picture}", "style": {"aspectRatio": 1}}"#, false),
      (#"{"type": "image", "url": "@{state.picture}", "style": "@{state.style}"}"#, false),
      (#"{"type": "image", "url": "@{state.picture}", "placeholder": "logo"}"#, false),
      (#"{"type": "image", "image": "logo"}"#, false),
      (
        #"{"type": "container", "constraints": ["i.width = 40"], "children": [{"type": "image", "id": "i", "url": "@{state.picture}"}]}"#,
        false
      ),
    ])
  func `A remote picture without a height is a warning`(view: String, isMistake: Bool) {
    let found = Self.definition(view).oversights.filter { $0.rule == "image-size" }
    #expect(found.map(\.file) == (isMistake ? ["screens/Main.json"] : []))
    #expect(found.allSatisfy { $0.range?.start.line == 4 })
  }

  @Test func `A text that one language lacks is a warning, but those of the manifest stand in it`() {
    let translated = Self.definition(
      files: [
        "strings/de.json": #"{"late": "{0} Minuten später", "manifest.name": "Probe", "tessera.retry": "Nochmal"}"#
      ])
    #expect(
      translated.oversights.map(\.description) == [
        "strings/de.json: warning: The text 'many' is missing, which another language has [strings-missing]"
      ])
    #expect(Self.definition(files: ["strings/de-AT.json": "{}"]).oversights == [])
  }
}
