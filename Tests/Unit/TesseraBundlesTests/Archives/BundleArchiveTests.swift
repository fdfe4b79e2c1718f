import Foundation
import TesseraBundles
import TesseraValues
import Testing

@Suite struct BundleArchiveTests {
  private static let files: [String: [UInt8]] = [
    "widget.json": Array(#"{"id": "org.example.zip", "name": "Zipped"}"#.utf8),
    "screens/Main.json": Array(#"{"view": {"type": "text", "text": "Hello"}}"#.utf8), "images/empty.txt": [],
  ]

  private func archive(_ paths: [String]) throws -> [UInt8] {
    let directory = try TemporaryDirectory()
    let file = URL(filePath: directory.path).appending(path: "a.zip")
    try BundleArchive.write(paths, to: file) { Self.files[$0] ?? [] }
    return Array(try Data(contentsOf: file))
  }

  @Test func `A written archive is read as the same bundle`() throws {
    let bytes = try archive(Array(Self.files.keys))
    let bundle = WidgetBundle(files: ArchiveBundleFiles(bytes: bytes, name: "a.zip"))
    #expect(bundle.fingerprint == WidgetBundle(files: MemoryBundleFiles(Self.files)).fingerprint)
    #expect(bundle.storedPaths == Self.files.keys.sorted())
  }

  @Test func `The same files make the same bytes in any order`() throws {
    #expect(try archive(Self.files.keys.sorted()) == archive(Self.files.keys.sorted().reversed()))
  }

  @Test func `A file that cannot be read leaves no archive`() throws {
    let directory = try TemporaryDirectory()
    let file = URL(filePath: directory.path).appending(path: "a.zip")
    #expect(throws: Diagnostic.self) {
      try BundleArchive.write(["widget.json"], to: file) { throw Diagnostic(rule: "test", message: $0) }
    }
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }
}
