import TesseraBundles
import TesseraExpressions
import TesseraLayout
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

@Suite("Languages")
struct LanguageTests {
  private static func widget(
    _ strings: [String: String], view: String = #"{"type": "text", "id": "label", "text": "@{strings.a}"}"#,
    locale: String? = nil
  ) throws -> TestWidget {
    let own = locale.map { #", "locale": "\#($0)""# } ?? ""
    var files = [
      "widget.json": #"{"format": 1, "id": "org.example.test", "name": "Test", "main": "Main"\#(own)}"#,
      "screens/Main.json": #"{"context": {"id": "n", "value": 2}, "view": \#(view)}"#,
    ]
    for (name, text) in strings { files["strings/\(name).json"] = text }
    return try TestWidget(files: files)
  }

  private func host(_ widget: TestWidget, _ languages: [String]) async -> TestHost {
    let presentation = await widget.instance.makePresentation(
      size: Size(width: 320, height: 480), languages: languages)
    await widget.clock.settle()
    return TestHost(presentation, widget.clock)
  }

  @Test(
    arguments: [
      (["de-AT", "en"], "Hallo"), (["de"], "Hallo"), (["fr", "de-CH"], "Hallo"), (["fr"], "Hello"), ([], "Hello"),
      (["pt-PT"], "Olá"), (["zh-TW"], "Hello"), (["zh-Hant-HK"], "你好"), (["x", "", "de_DE"], "Hallo"),
      (["no-such-locale-at-all", "*"], "Hello"),
    ] as [([String], String)])
  func `the best language that the widget supports is chosen`(languages: [String], text: String) async throws {
    let widget = try Self.widget([
      "en": #"{"a": "Hello"}"#, "de": #"{"a": "Hallo"}"#, "pt-BR": #"{"a": "Olá"}"#, "zh-Hant": #"{"a": "你好"}"#,
    ])
    #expect(widget.problems == [])
    #expect(try await host(widget, languages).text("label") == text)
  }

  @Test(arguments: [
    ("en", 1, "one"), ("en", 0, "other"), ("fr", 0, "one"), ("ru", 1, "one"), ("ru", 3, "few"), ("ru", 11, "many"),
    ("ru", 21, "one"), ("ar", 0, "zero"), ("ar", 2, "two"), ("ar", 7, "few"), ("ar", 15, "many"),
    ("ar", 100, "other"),
    ("ja", 1, "other"), ("cy", 6, "many"), ("pl", 22, "few"), ("xx", 1, "other"), ("", 1, "other"),
  ])
  func `plurals have the language's forms, as in CLDR`(language: String, number: Int, form: String) {
    #expect(PluralRules(language: language).category(of: Double(number)) == form)
  }

  @Test func `arguments are inserted in their places, with numbers in the viewer's format`() async throws {
    let view = #"{"type": "text", "id": "label", "text": "@{text('a', 1234.5, 'x')} @{text('b', n)} @{text('c')}"}"#
    let widget = try Self.widget(
      ["de": #"{"a": "{1}: {0} {2}{", "b": {"one": "ein", "other": "{0} viele"}}"#], view: view)
    #expect(try await host(widget, ["de-AT"]).text("label") == "x: 1.234,5 { 2 viele c")
  }

  @Test func `hostile texts and languages end soon`() async throws {
    let text = String(repeating: "{0}", count: 500_000)
    let widget = try Self.widget(
      ["en": #"{"a": "\#(text)"}"#],
      view: #"{"type": "text", "id": "label", "text": "@{length(text('a', ''))} @{length(text('a', 'xx'))}"}"#)
    #expect(try await host(widget, ["en"]).text("label") == "1 66667")
    let tag = try #require(LocaleTag("en-Latn-US-aaaaaaaa-u-nu-arab"))
    #expect(tag.languageAndRegion == "en-Latn-US")
  }

  @Test func `a widget in a right-to-left language is laid out accordingly, and declares its language`() async throws {
    let view = """
      {"type": "container", "style": {"flexDirection": "row"}, "children": [
        {"type": "text", "id": "label", "text": "@{strings.a}", "style": {"width": 20}}]}
      """
    let widget = try Self.widget(["ar": #"{"a": "س"}"#, "en": #"{"a": "a"}"#], view: view)
    let arabic = await host(widget, ["ar-EG"])
    let window = try #require(await arabic.tree[arabic.tree.root])
    #expect((window[.direction], window[.language]) == ("rtl", "ar"))
    #expect(try await arabic.node("label").frame.x == 300)
    let english = await host(widget, ["en"])
    #expect(try await english.node("label").frame.x == 0)
    #expect(await english.tree[english.tree.root]?[.direction] == .null)
  }

  @Test func `the widget can translate the engine's own texts`() async throws {
    let view = #"{"type": "textInput", "id": "field", "required": true, "validation": [{"minimumLength": 3}]}"#
    let widget = try Self.widget(["de": #"{"tessera.minimumLength": "Mindestens {0} Zeichen"}"#], view: view)
    let german = await host(widget, ["de"])
    let field = try await german.node("field").id
    await german.send(.input(field, text: "a"), .blur(field))
    #expect(try await german.node("field")[.error] == "Mindestens 3 Zeichen")
    for word in StringKey.allCases { #expect(!word.english.isEmpty) }
  }

  @Test func `the widget translates the texts of hosts, as far as it has translations`() async throws {
    let widget = try Self.widget(
      ["de": #"{"tessera.nothingFound": "Nichts gefunden"}"#], view: #"{"type": "text", "id": "label"}"#)
    let german = await host(widget, ["de"])
    #expect(await german.tree[german.tree.root]?[.words] == ["nothingFound": "Nichts gefunden"])
    let english = await host(widget, ["en"])
    #expect(await english.tree[english.tree.root]?[.words] == .null)
  }

  @Test(arguments: [
    (#"{"a": {"one": "x"}}"#, "strings-plural"), (#"{"a": {"on": "x", "other": "y"}}"#, "strings-type"),
    (#"{"a": 1}"#, "strings-type"), (#"{"b": "x"}"#, "unknown-string"), (#"{"a": {"other": "y"}}"#, "strings-plural"),
  ])
  func `texts are checked`(strings: String, rule: String) throws {
    let widget = try Self.widget(["en": strings])
    #expect(widget.definition.diagnostics.map(\.rule).contains(rule))
  }
}
