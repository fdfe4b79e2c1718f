import Foundation
import TesseraBeagle
import TesseraBundles
import TesseraRuntime
import TesseraTestSupport
import TesseraValues
import TesseraXcodeFiles
import Testing

@testable import TesseraCommands

extension FuzzedReader {
  /// Returns a widget of some files, with the usual manifest and screen unless the files have their own.
  private static func widget(_ files: [String: [UInt8]]) -> WidgetDefinition {
    var all: [String: [UInt8]] = ["widget.json": Array(#"{"id": "org.example.fuzz", "name": "Fuzz"}"#.utf8)]
    all["screens/Main.json"] = Array(#"{"view": {"type": "container"}}"#.utf8)
    all.merge(files) { _, new in new }
    let bundle = WidgetBundle(files: open(MemoryBundleFiles(all)))
    return WidgetDefinition(bundle: bundle, extensions: TesseraCommand.extensions)
  }

  private static func open(_ files: some BundleFiles) -> any BundleFiles {
    TesseraCommand.extensions.bundleFormats.open(files)
  }

  /// Returns a reader of the file at a path of a bundle.
  private static func file(_ name: String, at path: String, samples: [[UInt8]]) -> FuzzedReader {
    FuzzedReader(name, samples: samples) { _ = widget([path: $0]).diagnostics.count }
  }

  /// The readers of bundles and the documents in them.
  static let bundles = [
    file("manifests", at: "widget.json", samples: files(in: "Samples", ending: "widget.json")),
    file("screens", at: "screens/Main.json", samples: files(in: "docs/examples", ending: "Main.json")),
    file("models", at: "model.json", samples: files(in: "docs", ending: "model.json")),
    file("service-descriptions", at: "service.json", samples: files(in: "docs", ending: "service.json")),
    file("string-tables", at: "strings/en.json", samples: []),
    FuzzedReader("property-lists") { bytes in
      // A value that is an archive is also read as one.
      if let list = try? PropertyListValue.read(bytes) { _ = try? KeyedArchiveReader.read(list) }
      let files: [String: [UInt8]] = ["Info.plist": bytes, "Main.json": Array(#"{"view": {"type": "text"}}"#.utf8)]
      _ = WidgetBundle(files: open(MemoryBundleFiles(files))).diagnostics.count
    },
    FuzzedReader("catalogues") { bytes in
      guard let catalogue = CatalogueReader.read(bytes).catalogue else { return }
      #expect(catalogue.entries.allSatisfy { !$0.manifest.id.isEmpty })
      _ = catalogue.entries(named: "trains").map { $0.manifest.networkAccess }
    },
    FuzzedReader("archives") { bytes in
      let files = ArchiveBundleFiles(bytes: bytes, name: "archive")
      let definition = WidgetDefinition(bundle: WidgetBundle(files: open(files)), extensions: TesseraCommand.extensions)
      _ = definition.diagnostics.count
      for entry in files.list(limits: .standard).entries {
        _ = try? files.bytes(at: entry.path, limit: BundleLimits.standard.totalBytes)
      }
    },
    FuzzedReader("beagle", samples: files(in: "docs/examples/Cart.widget", ending: "Main.json")) { bytes in
      _ = widget(["screens/Main.json": bytes]).diagnostics.count
      guard let document = try? JSONNode.parse(bytes), BeagleDecoder.canRead(document) else { return }
      // Normalizing is idempotent.
      var decoder = BeagleDecoder()
      let once = BeagleEncoder().document(of: decoder.decode(document))
      let twice = BeagleEncoder().document(of: decoder.decode(once))
      let texts = [once, twice].map { JSONText.text(of: $0, indented: false) }
      #expect(texts[0] == texts[1])
    },
    FuzzedReader("scenarios", samples: files(in: "docs", ending: ".yaml")) {
      var reader = ScenarioReader()
      _ = reader.read(text($0))
    },
  ]
}
