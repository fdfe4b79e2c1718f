import Foundation
import TesseraBundles
import TesseraValues
import Testing

/// A place for decoders whose results a test can change.
private struct TestDecoding: ContentDecoding {
  var change: @Sendable (inout [UInt8]) -> Void = { _ in }

  func result(of decoder: String, parameters: [UInt8], content: [UInt8]) throws(Diagnostic) -> [UInt8] {
    #expect(decoder == ArchiveBundleFiles.decoder.name)
    var result = try ArchiveBundleFiles.decoder.decode(parameters, content)
    change(&result)
    return result
  }
}

/// A place for decoders in which all content is fatal.
private struct FailingDecoding: ContentDecoding {
  func result(of decoder: String, parameters: [UInt8], content: [UInt8]) throws(Diagnostic) -> [UInt8] {
    throw .decoderFailure("its decoder crashed with signal 11")
  }
}

/// A format whose screen is the file `Main.letter`.
private struct LetterFiles: BundleFiles {
  let base: any BundleFiles

  func list(limits: BundleLimits) -> BundleListing {
    var listing = base.list(limits: limits)
    for index in listing.entries.indices where listing.entries[index].path == "Main.letter" {
      listing.entries[index].path = "screens/Main.json"
    }
    return listing
  }

  func bytes(at path: String, limit: Int) throws(Diagnostic) -> [UInt8] {
    try base.bytes(at: path == "screens/Main.json" ? "Main.letter" : path, limit: limit)
  }
}

@Suite("Archives that are unpacked in another process")
struct ConfinedArchiveTests {
  private static let texts = [
    "widget.json": #"{"id": "org.example.zip", "name": "Zipped"}"#,
    "screens/Main.json": #"{"view": {"type": "text", "text": "Hello"}}"#,
  ]

  /// An archive with all that one can have: a link, a name that leads outside, and one that occurs twice.
  private static var archive: ArchiveWriter {
    var writer = ArchiveWriter(texts)
    writer.entries.append(ArchiveWriter.Entry("model.json", "/etc/passwd"))
    writer.entries[2].mode = 0o120777
    writer.entries.append(ArchiveWriter.Entry("../widget.json", "{}"))
    writer.entries.append(ArchiveWriter.Entry("screens/Main.json", "{}"))
    return writer
  }

  @Test func `have the same entries and files as in this process`() throws {
    let here = ArchiveBundleFiles(bytes: Self.archive.bytes, name: "Test.zip")
    let there = ArchiveBundleFiles(bytes: Self.archive.bytes, name: "Test.zip", decoding: TestDecoding())
    let listing = here.list(limits: .standard)
    #expect(there.list(limits: .standard) == listing)
    #expect(listing.entries.count == 5)
    for path in Self.texts.keys {
      #expect(try there.bytes(at: path, limit: 1000) == here.bytes(at: path, limit: 1000))
    }
    for (path, limit) in [("nothing", 1000), ("widget.json", 3)] {
      let expected = try #require(throws: Diagnostic.self) { try here.bytes(at: path, limit: limit) }
      #expect(throws: expected) { try there.bytes(at: path, limit: limit) }
    }
  }

  @Test func `are bundles, also on a disk`() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/Test.zip"
    try Data(ArchiveWriter(Self.texts).bytes).write(to: URL(filePath: path))
    func open(_ path: String) -> WidgetBundle {
      let decoding = TestDecoding()
      return WidgetBundle(files: BundleFormats().open(WidgetSource(path), decoding: decoding), decoding: decoding)
    }
    let bundle = open(path)
    #expect(bundle.diagnostics == [])
    #expect(bundle.screen(named: "Main")?["view"]?["text"]?.string == "Hello")
    #expect(open(folder.path + "/none.zip").hasErrors)
  }

  @Test func `are bundles in a registered format`() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/Test.zip"
    let texts = ["widget.json": Self.texts["widget.json"] ?? "", "Main.letter": Self.texts["screens/Main.json"] ?? ""]
    try Data(ArchiveWriter(texts).bytes).write(to: URL(filePath: path))
    let formats = BundleFormats([BundleFormat("letters") { LetterFiles(base: $0) }])
    let decoding = TestDecoding()
    let bundle = WidgetBundle(files: formats.open(WidgetSource(path), decoding: decoding), decoding: decoding)
    #expect(bundle.diagnostics == [])
    #expect(bundle.screen(named: "Main")?["view"]?["text"]?.string == "Hello")
    let failing = WidgetBundle(files: formats.open(WidgetSource(path), decoding: FailingDecoding()))
    #expect(failing.screen(named: "Main") == nil)
    #expect(failing.diagnostics.contains { $0.rule == "decoder-failure" })
  }

  @Test(arguments: [Array("no archive".utf8), [], Array(ArchiveWriter(texts).bytes.dropLast(9))])
  func `are refused for the same reasons`(bytes: [UInt8]) {
    let here = ArchiveBundleFiles(bytes: bytes, name: "Test.zip").list(limits: .standard)
    let there = ArchiveBundleFiles(bytes: bytes, name: "Test.zip", decoding: TestDecoding()).list(limits: .standard)
    #expect(!here.isComplete)
    #expect(there == here)
  }

  @Test func `a decoder that crashes makes a bundle with an error`() {
    let files = ArchiveBundleFiles(bytes: Self.archive.bytes, name: "Test.zip", decoding: FailingDecoding())
    let bundle = WidgetBundle(files: files)
    #expect(bundle.diagnostics.contains { $0.rule == "decoder-failure" && $0.severity == .error })
  }

  @Test func `a result that exceeds the limits is none`() {
    let archive = Self.archive.bytes
    for (entries, size) in [(4, 1 << 20), (100, 40)] {
      let decoding = TestDecoding { result in
        result = (try? ArchiveBundleFiles.decoder.decode(Self.parameters(.standard), archive)) ?? []
      }
      let listing = ArchiveBundleFiles(bytes: [UInt8](repeating: 0, count: 30), name: "Test.zip", decoding: decoding)
        .list(limits: BundleLimits(entries: entries, totalBytes: size))
      #expect(listing.diagnostics.map(\.rule) == ["decoder-failure"])
      #expect(!listing.isComplete)
    }
  }

  @Test func `damage anywhere in a result is an error or another listing, and no crash`() throws {
    let archive = Self.archive.bytes
    let count = try ArchiveBundleFiles.decoder.decode(Self.parameters(.standard), archive).count
    for place in 0..<count {
      for value: UInt8 in [0, 1, 0x7F, 0xFF] {
        let files = ArchiveBundleFiles(bytes: archive, name: "Test.zip", decoding: TestDecoding { $0[place] = value })
        for entry in files.list(limits: .standard).entries { _ = try? files.bytes(at: entry.path, limit: 1000) }
      }
      let files = ArchiveBundleFiles(
        bytes: archive, name: "Test.zip", decoding: TestDecoding { $0.removeSubrange(place...) })
      #expect(files.list(limits: .standard).diagnostics.map(\.rule) == ["decoder-failure"])
    }
  }

  private static func parameters(_ limits: BundleLimits) -> [UInt8] {
    var writer = BinaryWriter()
    writer.write("Test.zip")
    writer.write(limits.entries)
    writer.write(limits.totalBytes)
    return writer.bytes
  }
}
