import Foundation
import TesseraBoard
import TesseraBundles
import TesseraCrypto
import TesseraRuntime
import TesseraServices
import TesseraTestSupport
import TesseraValues
import TesseraXcode
import Testing

@testable import TesseraBoardService

/// A folder with a catalogue of one widget, whose archive and document a test writes.
private final class CatalogueFolder {
  let url = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  static func manifest(version: String = "1.0.0", id: String = "org.example.trains", hosts: String = "") -> String {
    #"{"id": "\#(id)", "name": "Trains", "version": "\#(version)", "hosts": [\#(hosts)]}"#
  }

  /// Writes an archive, and the document that lists a manifest for it.
  func write(_ content: String, listed: String, archive: String = "trains.zip", checksum: String? = nil) throws {
    let files: [String: [UInt8]] = [
      "widget.json": Array(content.utf8),
      "screens/Main.json": Array(#"{"view": {"type": "text", "text": "8:04"}}"#.utf8),
    ]
    let file = url.appending(path: "trains.zip")
    try BundleArchive.write(Array(files.keys), to: file) { files[$0] ?? [] }
    let sha256 = try checksum ?? HashFunction.sha256.digest(of: Data(contentsOf: file)).hexadecimalText
    let entry = #"{"manifest": \#(listed), "archive": "\#(archive)", "sha256": "\#(sha256)"}"#
    let document = #"{"format": 1, "name": "Test", "widgets": [\#(entry)]}"#
    try Data(document.utf8).write(to: url.appending(path: "catalogue.json"))
  }

  /// Returns the bundle of the widget as the catalogue provides it.
  func bundle() async throws -> WidgetBundle {
    let transport = RuntimeEnvironment(textMeasuring: FixedWidthTextMeasuring()).transport
    let catalogues = Catalogues(
      [CatalogueLocation(url.path)], transport: transport, archives: url.appending(path: "archives"),
      formats: BundleFormats())
    let listing = try #require(await catalogues.all().first)
    let entry = try #require(listing.catalogue?.entries.first)
    return WidgetBundle(files: try await catalogues.files(of: entry, in: listing.location))
  }
}

@Suite struct CataloguesTests {
  @Test(arguments: [
    ("no JSON", []), ("{}", []),
    (
      #"["https://a.example/catalogue.json", 7, "/etc/passwd", "file:///x.json"]"#, ["https://a.example/catalogue.json"]
    ),
  ])
  func `A damaged list of added catalogues is no obstacle`(text: String, expected: [String]) async throws {
    let folder = try CatalogueFolder()
    let file = folder.url.appending(path: "catalogues.json")
    try Data(text.utf8).write(to: file)
    let catalogues = Catalogues(
      [], transport: RuntimeEnvironment(textMeasuring: FixedWidthTextMeasuring()).transport,
      archives: folder.url.appending(path: "archives"), formats: BundleFormats(), additions: file)
    #expect(await catalogues.all().map(\.location.text) == expected)
  }

  @Test func `What is no catalogue is not added, and only an added one is removed`() async throws {
    let folder = try CatalogueFolder()
    let file = folder.url.appending(path: "catalogues.json")
    let catalogues = Catalogues(
      [CatalogueLocation(folder.url.path)],
      transport: RuntimeEnvironment(textMeasuring: FixedWidthTextMeasuring()).transport,
      archives: folder.url.appending(path: "archives"), formats: BundleFormats(), additions: file)
    for address in ["/etc/passwd", folder.url.path, "https://a.example/catalogue.json"] {
      await #expect(throws: Diagnostic.self) { _ = try await catalogues.add(address) }
    }
    await #expect(throws: Diagnostic.self) { try await catalogues.remove(folder.url.path) }
    #expect(await catalogues.all().count == 1)
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test func `A folder with a document is a catalogue, and its archives are beside the document`() async throws {
    let folder = try CatalogueFolder()
    try folder.write(CatalogueFolder.manifest(), listed: CatalogueFolder.manifest())
    #expect(try await folder.bundle().manifest.name == "Trains")
  }

  @Test func `A folder of bundles is a catalogue without a document`() async throws {
    let folder = try CatalogueFolder()
    try folder.write(CatalogueFolder.manifest(), listed: CatalogueFolder.manifest())
    try FileManager.default.removeItem(at: folder.url.appending(path: "catalogue.json"))
    #expect(try await folder.bundle().manifest.version == SemanticVersion(1, 0, 0))
  }

  @Test(arguments: [
    ("another checksum", CatalogueFolder.manifest(), "trains.zip", String(repeating: "0", count: 64), "download"),
    ("another version", CatalogueFolder.manifest(version: "1.0.1"), "trains.zip", nil, "catalogue-mismatch"),
    ("another widget", CatalogueFolder.manifest(id: "org.example.buses"), "trains.zip", nil, "catalogue-mismatch"),
    ("a path that leads elsewhere", CatalogueFolder.manifest(), "../trains.zip", nil, "download"),
    ("an absolute path", CatalogueFolder.manifest(), "/etc/passwd", nil, "download"),
    ("a file that is not there", CatalogueFolder.manifest(), "buses.zip", nil, "download"),
  ])
  func `An archive that is not the listed one is refused`(
    name: String, listed: String, archive: String, checksum: String?, rule: String
  ) async throws {
    let folder = try CatalogueFolder()
    try folder.write(CatalogueFolder.manifest(), listed: listed, archive: archive, checksum: checksum)
    let error = try await #require(throws: Diagnostic.self) { try await folder.bundle() }
    #expect(error.rule == rule)
  }

  @Test func `A widget that contacts more than the catalogue says is refused`() async throws {
    let folder = try CatalogueFolder()
    try folder.write(CatalogueFolder.manifest(hosts: #""hidden.example.org""#), listed: CatalogueFolder.manifest())
    let error = try await #require(throws: Diagnostic.self) { try await folder.bundle() }
    #expect(error.rule == "catalogue-mismatch")
    #expect(error.message.contains("'hidden.example.org'"))
  }

  @Test(arguments: [
    ("https://example.org/c/catalogue.json", "a.zip", "https://example.org/c/a.zip"),
    ("https://example.org/c/catalogue.json", "/a.zip", "https://example.org/a.zip"),
    ("https://example.org/c/catalogue.json", "https://files.example.org/a.zip", "https://files.example.org/a.zip"),
    ("https://example.org/c/catalogue.json", "file:///etc/passwd", nil), ("https://example.org/c", "ftp://a/b", nil),
  ])
  func `What a catalogue names is found relative to it`(catalogue: String, reference: String, address: String?) {
    #expect(CatalogueLocation(catalogue).resolving(reference) == address.map { .address($0) })
  }

  @Test(arguments: [
    ("https://example.org/catalogue.json", "http://192.168.1.1/a.zip", false),
    ("https://example.org/catalogue.json", "https://files.example.net/a.zip", true),
    ("http://nas.local/catalogue.json", "http://192.168.1.1/a.zip", false),
  ])
  func `A catalogue does not lead into the network of its reader`(catalogue: String, archive: String, isAllowed: Bool) {
    let policy = CatalogueLocation(catalogue).policy
    #expect(policy.allowsAnyHost && policy.allows(url: archive))
    let isPrivate = policy.privateHosts.isEmpty && policy.hosts.allSatisfy { $0.description != "192.168.1.1" }
    #expect(isPrivate)
    #expect(policy.reaches(archive) == isAllowed)
  }
}

extension HostPolicy {
  /// Whether the address in a URL, or any public one for a name, may be connected to.
  fileprivate func reaches(_ url: String) -> Bool {
    guard let host = HostAuthority(ofAddress: url)?.host, let address = NetworkAddress(host) else { return true }
    return address.scope == .global
      || allowsPrivateAddresses && hosts.contains { $0.matches(host: host, port: 80, standardPort: 80) }
  }
}

@Suite struct UninstallingTests {
  private func widget(_ version: String) -> MemoryBundleFiles {
    MemoryBundleFiles(texts: [
      "widget.json": CatalogueFolder.manifest(version: version),
      "screens/Main.json": #"{"view": {"type": "text", "text": "\#(version)"}}"#,
    ])
  }

  @Test(arguments: [false, true])
  func `Boards keep the places of an uninstalled widget, or lose them with its data`(withData: Bool) async throws {
    let folder = BoardFolder()
    let library = folder.library()
    let boards = try folder.open(library)
    _ = try library.install(widget("1.0.0"))
    let tile = try await boards.place("org.example.trains", isStep: true)
    let removed = try await boards.place("org.example.trains", isStep: true)
    _ = try await boards.edit(.remove(TileID(rawValue: removed)))
    #expect(await boards.widget(tile) != nil)
    try await boards.uninstall("org.example.trains", withData: withData)
    // No instance goes on.
    #expect(boards.widgets[tile] == nil)
    #expect(library.definition("org.example.trains") == nil)
    #expect(await boards.hasTile(tile) == !withData)
  }

  @Test func `An update says what is new, and can be taken back`() async throws {
    let folder = BoardFolder()
    let library = folder.library()
    let boards = try folder.open(library)
    _ = try library.install(widget("1.0.0"))
    var next = widget("1.1.0")
    next = MemoryBundleFiles(texts: [
      "widget.json": CatalogueFolder.manifest(version: "1.1.0", hosts: #""new.example.org""#),
      "screens/Main.json": #"{"view": {"type": "text", "text": "1.1.0"}}"#,
    ])
    let preview = try library.previewInstallation(of: next)
    #expect(preview.installedVersion == SemanticVersion(1, 0, 0))
    #expect(preview.newAccess.hosts.map(\.description) == ["new.example.org"])
    #expect(library.definition("org.example.trains")?.bundle.manifest.version == SemanticVersion(1, 0, 0))
    _ = try library.install(next)
    #expect(library.installedWidgets.mapValues(\.previousVersion) == ["org.example.trains": "1.0.0"])
    try library.rollBack("org.example.trains")
    await boards.refreshInstalled { Issue.record("\($0)") }
    #expect(library.definition("org.example.trains")?.bundle.manifest.version == SemanticVersion(1, 0, 0))
  }

  @Test(.enabled(if: PublishedWidget.isThere, "\(PublishedWidget.absence)"))
  func `A preview names the images that cannot be decoded`() throws {
    let archive = ArchiveBundleFiles(path: PublishedWidget.archive.path)
    var contents: [String: [UInt8]] = [:]
    for entry in archive.list(limits: .standard).entries {
      contents[entry.path] = try archive.bytes(at: entry.path, limit: 4_000_000)
    }
    let catalogue = try #require(contents["Assets.car"])
    // The end of the last compressed image.
    let end = try #require(Data(catalogue).range(of: Data("bvx$".utf8), options: .backwards)).lowerBound
    contents["Assets.car"]?.replaceSubrange(end - 400..<end, with: repeatElement(0xFF, count: 400))
    let files = BundleFormats([.xcode]).open(MemoryBundleFiles(contents))
    let preview = try BoardFolder().library().previewInstallation(of: files)
    #expect(preview.definition.diagnostics.contains { $0.rule == "asset-catalogue" && $0.message.contains("read") })
  }
}
