import Foundation
import TesseraBundles
import TesseraValues
import Testing

@Suite struct ArchiveTests {
  private static let texts = [
    "widget.json": #"{"id": "org.example.zip", "name": "Zipped"}"#,
    "screens/Main.json": #"{"view": {"type": "text", "text": "Hello"}}"#,
  ]

  private func bundle(_ writer: ArchiveWriter) -> WidgetBundle {
    WidgetBundle(files: ArchiveBundleFiles(bytes: writer.bytes, name: "Test.zip"))
  }

  @Test func `A bundle in an archive equals the one in a folder`() {
    let bundle = bundle(ArchiveWriter(Self.texts))
    #expect(bundle.diagnostics == [])
    #expect(bundle.manifest.name == "Zipped")
    #expect(bundle.screen(named: "Main")?["view"]?["text"]?.string == "Hello")
  }

  @Test func `An outer folder and the files that archivers add are not part of the paths`() {
    var texts = Dictionary(uniqueKeysWithValues: Self.texts.map { ("Feed.widget/" + $0, $1) })
    texts["Feed.widget/"] = ""
    texts["__MACOSX/Feed.widget/._widget.json"] = "x"
    texts[".DS_Store"] = "x"
    let bundle = bundle(ArchiveWriter(texts))
    #expect(bundle.diagnostics == [])
    #expect(bundle.paths == ["screens/Main.json", "widget.json"])
  }

  @Test func `An archive on a disk is read in place`() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/Test.widget.zip"
    try Data(ArchiveWriter(Self.texts).bytes).write(to: URL(filePath: path))
    #expect(WidgetSource(path) == .archive(path))
    #expect(WidgetBundle(files: BundleFormats().open(WidgetSource(path))).manifest.name == "Zipped")
    #expect(!WidgetBundle(files: BundleFormats().open(WidgetSource(path + "x.zip"))).diagnostics.isEmpty)
  }

  @Test(arguments: [
    ("../widget.json", "leaves the bundle"), ("/widget.json", "is absolute"), ("a\\b.json", "backslash"),
    ("C:/x.json", "colon"), ("screens/MAIN.json", "letter case"), ("screens/Main.json", "occurs twice"),
  ])
  func `A name that leads outside is left out and reported`(name: String, words: String) {
    var writer = ArchiveWriter(Self.texts)
    writer.entries.append(ArchiveWriter.Entry(name, "{}"))
    let bundle = bundle(writer)
    #expect(bundle.diagnostics.contains { $0.rule == "bundle-path" && $0.message.contains(words) })
    #expect(bundle.manifest.name == "Zipped")
  }

  @Test func `A link is not a file`() {
    var writer = ArchiveWriter(Self.texts)
    writer.entries.append(ArchiveWriter.Entry("model.json", "/etc/passwd"))
    writer.entries[2].mode = 0o120777
    let bundle = bundle(writer)
    #expect(bundle.diagnostics.map(\.rule) == ["bundle-path"])
    #expect(bundle.model == nil)
  }

  /// Archives that cannot be a widget, and the words of the error message.
  static let hostile: [(name: String, words: String, writer: ArchiveWriter)] = {
    let good = ArchiveWriter(texts)
    var encrypted = good
    encrypted.entries[0].flags |= 1
    var crowded = good
    crowded.claimedCount = 60_000
    var overlapping = good
    for _ in 0..<20 {
      var copy = overlapping.entries[0]
      copy.name = Array("screens/Copy\(overlapping.entries.count).json".utf8)
      copy.sharesBytesOf = 0
      overlapping.entries.append(copy)
    }
    var cut = good
    cut.entries[0].name.append(contentsOf: [0, 0x2E, 0x65, 0x78, 0x65])
    return [
      ("encrypted", "is encrypted", encrypted), ("more entries than any", "files and directories", crowded),
      ("overlapping", "overlap", overlapping), ("NUL in a name", "NUL", cut),
    ]
  }()

  @Test(arguments: hostile.indices)
  func `A hostile archive is rejected as a whole, with a reason`(index: Int) {
    let (name, words, writer) = Self.hostile[index]
    let bundle = bundle(writer)
    #expect(bundle.paths == [], "\(name)")
    #expect(bundle.diagnostics.contains { $0.message.contains(words) }, "\(name): \(bundle.diagnostics)")
  }

  @Test func `A file that unpacks to more than the archive declares is left out`() {
    // A stored block in a deflated entry (RFC 1951, section 3.2.4).
    var long = ArchiveWriter.Entry("screens/Long.json", "[" + String(repeating: " ", count: 60_000) + "]")
    let count = UInt16(long.bytes.count)
    long.crc = ArchiveWriter.crc(of: long.bytes)
    long.method = 8
    long.bytes =
      [1, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8)] + long.bytes
    long.unpackedSize = 10
    var writer = ArchiveWriter(Self.texts)
    writer.entries.append(long)
    let bundle = bundle(writer)
    #expect(bundle.document(at: "screens/Long.json") == nil)
    #expect(bundle.screen(named: "Main") != nil)
    #expect(bundle.diagnostics.map(\.message).contains { $0.contains("more than the 10 bytes") })
  }

  @Test func `A file with a wrong checksum is left out`() {
    var writer = ArchiveWriter(Self.texts)
    writer.entries[0].crc = 1
    let bundle = bundle(writer)
    #expect(bundle.screen(named: "Main") == nil)
    #expect(bundle.diagnostics.contains { $0.rule == "unreadable-file" })
  }

  @Test func `An archive with two end records or 64-bit sizes is rejected`() {
    let whole = ArchiveWriter(Self.texts).bytes
    // A second end record in the comment of the first one, which declares no entries.
    let decoy: [UInt8] = [0x50, 0x4B, 0x05, 0x06] + [UInt8](repeating: 0, count: 18)
    var comment = whole
    comment[whole.count - 2] = UInt8(decoy.count)
    let twofold = WidgetBundle(files: ArchiveBundleFiles(bytes: comment + decoy, name: "Test.zip"))
    #expect(twofold.paths == [])
    var huge = ArchiveWriter(Self.texts)
    huge.entries[0].size = 0xFFFF_FFF0
    #expect(bundle(huge).paths == [])
  }

  @Test func `An invalid or incomplete archive is reported as such`() {
    let whole = ArchiveWriter(Self.texts).bytes
    for bytes in [[], Array("Hello".utf8), Array(whole.dropLast(30)), Array(whole.prefix(40))] {
      let bundle = WidgetBundle(files: ArchiveBundleFiles(bytes: bytes, name: "Test.zip"))
      #expect(bundle.paths == [])
      #expect(bundle.diagnostics.contains { $0.message.contains("zip archive") })
    }
  }

  @Test func `Damage anywhere in an archive never stops the reader`() {
    let whole = ArchiveWriter(Self.texts).bytes
    for place in whole.indices {
      for value in [0, 0xFF, whole[place] ^ 0x80] as [UInt8] {
        var bytes = whole
        bytes[place] = value
        _ = WidgetBundle(files: ArchiveBundleFiles(bytes: bytes, name: "Test.zip"))
      }
    }
  }
}
