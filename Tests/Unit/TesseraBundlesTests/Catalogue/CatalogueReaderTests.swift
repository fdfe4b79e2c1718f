import TesseraBundles
import TesseraValues
import Testing

@Suite struct CatalogueReaderTests {
  private static let checksum = String(repeating: "0f", count: 32)

  private static func entry(_ more: String = "", id: String = "org.example.trains") -> String {
    """
    {"manifest": {"id": "\(id)", "name": "Trains", "version": "1.2.0", "hosts": ["api.example.org"]},
     "strings": {"de": {"manifest.name": "Züge"}}, "archive": "trains.zip", "sha256": "\(checksum)"\(more)}
    """
  }

  private static func document(_ widgets: String...) -> [UInt8] {
    Array(#"{"format": 1, "name": "Test", "widgets": [\#(widgets.joined(separator: ", "))]}"#.utf8)
  }

  @Test func `A widget is listed with its manifest in each language, its archive and its picture`() throws {
    let (catalogue, problems) = CatalogueReader.read(Self.document(Self.entry(#", "picture": "trains.png""#)))
    #expect(problems == [])
    let entry = try #require(catalogue?.entries.first)
    #expect(entry.manifest.version == SemanticVersion(1, 2, 0))
    #expect(entry.outline.manifest(in: ["de-AT"]).name == "Züge")
    #expect(entry.manifest.networkAccess.hosts.map(\.description) == ["api.example.org"])
    #expect(entry.source == .archive("trains.zip", sha256: Self.checksum))
    #expect(entry.picture == "trains.png")
  }

  @Test(arguments: [
    ("[]", "catalogue-type"), ("{", "json-syntax"), (#"{"name": "Test", "widgets": []}"#, "missing-key"),
    (#"{"format": 2, "name": "Test", "widgets": []}"#, "catalogue-format"),
    (#"{"format": 1, "widgets": []}"#, "missing-key"), (#"{"format": 1, "name": "Test"}"#, "missing-key"),
  ])
  func `A document that is no catalogue is refused with the reason`(text: String, rule: String) {
    let (catalogue, problems) = CatalogueReader.read(Array(text.utf8))
    #expect(catalogue == nil)
    #expect(problems.map(\.rule) == [rule])
  }

  @Test(arguments: [
    ("7", "catalogue-type"), ("{}", "missing-key"),
    (#"{"manifest": {"name": "No identity"}, "archive": "a.zip", "sha256": "\#(checksum)"}"#, "missing-key"),
    (#"{"manifest": {"id": "org.example.a", "name": "A"}, "archive": "a.zip", "sha256": "12"}"#, "catalogue-value"),
    (
      #"{"manifest": {"id": "org.example.a", "name": "A", "hosts": ["*"]}, "archive": "a", "sha256": "\#(checksum)"}"#,
      "manifest-value"
    ),
    (entry(), "duplicate-widget"),
  ])
  func `A widget with an error is left out, and others stay`(bad: String, rule: String) {
    let (catalogue, problems) = CatalogueReader.read(
      Self.document(Self.entry(), bad, Self.entry(id: "org.example.other")))
    #expect(catalogue?.entries.map(\.manifest.id) == ["org.example.trains", "org.example.other"])
    #expect(problems.contains { $0.rule == rule && $0.severity == .error && $0.range != nil })
  }

  @Test func `Keys of later versions are reported, and the widget is listed`() {
    let (catalogue, problems) = CatalogueReader.read(Self.document(Self.entry(#", "rating": 5"#)))
    #expect(catalogue?.entries.count == 1)
    #expect(problems.map(\.severity) == [.warning])
  }

  @Test(arguments: [
    ("org.example.trains", ["org.example.trains"]), ("trains", ["org.example.trains", "com.example.trains"]),
    ("TRAINS", ["org.example.trains", "com.example.trains"]), ("rail", []),
  ])
  func `A name means an identity, its last part, or a display name`(name: String, identities: [String]) {
    let catalogue = CatalogueReader.read(Self.document(Self.entry(), Self.entry(id: "com.example.trains"))).catalogue
    #expect(catalogue?.entries(named: name).map(\.manifest.id) == identities)
  }
}

@Suite struct NetworkAccessTests {
  private func access(_ manifest: String) -> NetworkAccess {
    WidgetBundle(texts: ["widget.json": manifest]).manifest.networkAccess
  }

  @Test func `What a widget contacts includes default addresses, pictures and sources`() {
    let access = access(
      """
      {"id": "org.example.a", "name": "A", "hosts": ["api.example.org", "machine.tessera.internal"], "pictures": "anywhere",
        "options": [{"name": "feed", "type": "url", "reach": true, "default": "https://news.example.org/rss"}]}
      """)
    #expect(access.servers.map(\.description) == ["api.example.org", "news.example.org"])
    #expect(access.sources == ["machine"])
    #expect(access.reachesTypedAddresses)
    #expect(access.showsPicturesFromAnywhere)
  }

  @Test func `An update exceeds the former version only by what is new`() {
    let before = access(#"{"id": "org.example.a", "name": "A", "hosts": ["a.example.org"]}"#)
    let after = access(
      #"{"id": "org.example.a", "name": "A", "hosts": ["a.example.org", "b.example.org"], "pictures": "anywhere"}"#)
    #expect(after.exceeding(before).hosts.map(\.description) == ["b.example.org"])
    #expect(after.exceeding(before).showsPicturesFromAnywhere)
    #expect(before.exceeding(after).isEmpty)
  }
}
