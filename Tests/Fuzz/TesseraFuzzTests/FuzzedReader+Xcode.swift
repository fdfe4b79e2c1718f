import Foundation
import TesseraBundles
import TesseraTestSupport
import TesseraXcode
import TesseraXcodeFiles
import Testing

extension FuzzedReader {
  private static let information = Array(
    "<plist><dict><key>CFBundleIdentifier</key><string>org.example.fuzz</string></dict></plist>".utf8)

  private static let storyboardList = Array(
    """
    <plist><dict><key>UIStoryboardDesignatedEntryPointIdentifier</key><string>A</string>
    <key>UIViewControllerIdentifiersToNibNames</key><dict><key>A</key><string>A</string></dict></dict></plist>
    """.utf8)

  /// Translates a bundle of which the files at some paths have the same content.
  private static func translate(_ bytes: [UInt8], at paths: [String], with others: [String: [UInt8]] = [:]) {
    var files = others
    files["Info.plist"] = information
    for path in paths { files[path] = bytes }
    let translation = XcodeBundle.translate(files: files.keys.sorted()) { files[$0] }
    #expect(translation.documents["widget.json"] != nil)
  }

  /// Returns the nibs of WidgetKit's demo; none if it is not on this machine.
  private static var publishedNibs: [[UInt8]] {
    guard PublishedWidget.isThere else { return [] }
    let archive = ArchiveBundleFiles(path: PublishedWidget.archive.path)
    return archive.list(limits: .standard).entries.map(\.path).filter { $0.hasSuffix(".nib") }.sorted()
      .compactMap { try? archive.bytes(at: $0, limit: 20_000) }
  }

  /// The most bytes that a stream may yield: far more than those of the corpus do.
  private static let maximumStreamBytes = 4 << 20

  /// The readers of files that Xcode makes.
  static let xcode = [
    // NIBArchives and keyed archives, as a prototype and as the controller of a storyboard.
    FuzzedReader("nibs", samples: publishedNibs) { bytes in
      translate(
        bytes, at: ["Row.nib", "Main.storyboardc/A.nib"], with: ["Main.storyboardc/Info.plist": storyboardList])
    },
    FuzzedReader(
      "interface-documents",
      samples: files(in: "Tests/Unit/TesseraXcodeTests/Fixtures", ending: ".storyboard")
        + files(in: "Tests/Unit/TesseraXcodeTests/Fixtures", ending: ".xib")
    ) { translate($0, at: ["Main.storyboard", "Row.xib"]) },
    FuzzedReader(
      "data-models",
      samples: files(in: "Tests/Unit/TesseraXcodeFilesTests/Fixtures", ending: ".mom")
        + files(in: "Tests/Unit/TesseraXcodeFilesTests/Fixtures", ending: "contents.xml")
    ) { translate($0, at: ["Model.mom", "Model.xcdatamodel/contents"]) },
    FuzzedReader("compiled-catalogues") { translate($0, at: ["Assets.car"]) },
    FuzzedReader("asset-sets") { bytes in
      translate(
        bytes,
        at: ["A.xcassets/Contents.json", "A.xcassets/a.imageset/Contents.json", "A.xcassets/b.colorset/Contents.json"],
        with: ["A.xcassets/a.imageset/a.png": []])
    },
    FuzzedReader("lzfse", samples: files(in: "Tests/Unit/TesseraXcodeFilesTests/Fixtures", ending: ".lzfse")) { bytes in
      let decoded = try? LZFSE.decode(ByteRegion(bytes), maximumCount: maximumStreamBytes)
      #expect((decoded ?? []).count <= maximumStreamBytes)
    },
    FuzzedReader("strings-files") {
      translate($0, at: ["de.lproj/Main.strings", "de.lproj/Localizable.strings", "fr.lproj/Main.stringsdict"])
    },
  ]
}
