import TesseraBundles
import TesseraValues
import Testing

@Suite("A manifest in the viewer's language")
struct ManifestLocalizationTests {
  private static let bundle = TesseraBundlesTests.bundle(adding: [
    "widget.json": """
    {"id": "org.example.test", "name": "News", "summary": "What is new", "options": [
      {"name": "count", "type": "number", "title": "Stories", "unit": "each", "group": "List"},
      {"name": "unit", "type": "choice", "choices": ["km", {"value": "mi", "title": "Miles"}]},
      {"name": "feeds", "type": "list", "element": {"type": "record", "fields": [
        {"name": "address", "type": "url", "title": "Address"}]}}
    ]}
    """,
    "strings/de.json": """
    {"manifest.name": "Nachrichten", "manifest.options.count.title": "Meldungen", "manifest.options.count.unit": "je",
     "manifest.options.count.group": "Liste", "manifest.options.unit.choices.mi": "Meilen",
     "manifest.options.feeds.fields.address.title": "Adresse"}
    """,
  ])

  @Test(arguments: ["de", "de-AT"])
  func `has the texts of its strings, and its own where there are none`(language: String) throws {
    let manifest = Self.bundle.manifest(in: ["fr", language, "en"])
    #expect(manifest.name == "Nachrichten" && manifest.summary == "What is new")
    #expect(manifest.options[0].title == "Meldungen" && manifest.options[0].group == "Liste")
    #expect(manifest.options[0].unit == "je")
    #expect(manifest.options[1].type == .choice([.init(value: "km"), .init(value: "mi", title: "Meilen")]))
    guard case .list(of: .record(let fields), count: 0...100) = manifest.options[2].type else {
      Issue.record("The type is \(manifest.options[2].type)")
      return
    }
    #expect(fields.map(\.title) == ["Adresse"])
  }

  @Test(arguments: [[], ["en"], ["fr", "nonsense language"]])
  func `is as written for other languages`(languages: [String]) {
    #expect(Self.bundle.manifest(in: languages) == Self.bundle.manifest)
  }
}
