import Foundation
import TesseraBundles
import TesseraCrypto
import TesseraGraphics
import TesseraLayout
import TesseraRuntime
import TesseraValues
import TesseraViews

/// Makes a catalogue of the widgets in a folder: an archive and a picture for each, and the document that lists them.
struct CatalogueWriter {
  /// The scenario that leads to the picture of a widget.
  static let pictureScenario = "tests/now.yaml"

  let name: String
  let target: URL
  private var widgets: [Value] = []

  init(name: String, target: URL) {
    self.name = name
    self.target = target
  }

  /// Writes the archive and the picture of a widget.
  /// - Returns: The warnings about the widget.
  /// - Throws: A diagnostic, and ``CatalogueProblems`` for a widget with errors. Nothing is listed then.
  mutating func add(_ source: WidgetSource) async throws -> [Diagnostic] {
    let files = try BundleArgument.files(of: source)
    let bundle = WidgetBundle(files: files)
    let definition = WidgetDefinition(bundle: bundle, extensions: TesseraCommand.extensions)
    let manifest = bundle.manifest
    guard !definition.hasErrors, !manifest.id.isEmpty else {
      throw CatalogueProblems(definition.diagnostics.map(source.locating))
    }
    try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
    let archive = "\(manifest.id)-\(manifest.version).zip"
    let file = target.appending(path: archive)
    try BundleArchive.write(bundle.storedPaths, to: file) {
      try files.bytes(at: $0, limit: BundleLimits.standard.totalBytes)
    }
    let checksum = HashFunction.sha256.digest(of: try Data(contentsOf: file)).hexadecimalText
    let picture = "\(manifest.id).png"
    let (bytes, problem) = try await self.picture(of: source, manifest)
    try Data(bytes).write(to: target.appending(path: picture))
    var entry: [String: Value] = [
      "manifest": bundle.document(at: WidgetBundle.manifestPath)?.plainValue ?? .null, "archive": .string(archive),
      "sha256": .string(checksum), "picture": .string(picture),
    ]
    let strings = Self.strings(of: bundle)
    if !strings.isEmpty { entry["strings"] = .dictionary(strings) }
    widgets.append(.dictionary(entry))
    return definition.diagnostics + [problem].compactMap(\.self)
  }

  /// Writes the document, after the widgets.
  /// - Returns: The number of widgets.
  func finish() throws -> Int {
    let document: Value = ["format": 1, "name": .string(name), "widgets": .array(widgets)]
    let text = JSONText.text(of: document, indented: true) + "\n"
    try Data(text.utf8).write(to: target.appending(path: Catalogue.fileName), options: .atomic)
    return widgets.count
  }

  /// Returns the texts that belong to the manifest, by languages.
  private static func strings(of bundle: WidgetBundle) -> [String: Value] {
    var strings: [String: Value] = [:]
    for language in bundle.languages {
      let texts = bundle.ownStrings(of: language).filter { $0.key.hasPrefix("manifest.") }
      if !texts.isEmpty { strings[language.description] = .dictionary(texts) }
    }
    return strings
  }

  /// Draws a widget in its default size after its scenario `tests/now.yaml`, or as it is when it is placed.
  private func picture(
    of source: WidgetSource, _ manifest: Manifest
  ) async throws -> (png: [UInt8], problem: Diagnostic?) {
    var scenario = Scenario()
    var path: String?
    if case .folder(let folder) = source {
      let found = URL(filePath: folder).appending(path: Self.pictureScenario).path
      if FileManager.default.fileExists(atPath: found) {
        let (read, problems) = ScenarioReader.scenario(at: found)
        guard let read else { throw CatalogueProblems(problems) }
        (scenario, path) = (read, found)
      }
    }
    scenario.show(in: manifest.sizes.default)
    let runner = try ScenarioRunner(scenario, source: source, drawsPictures: true)
    let presentation = await runner.present()
    let failure = await runner.play(on: presentation, checksExpectations: false)
    let png = try await runner.host.draw(
      await presentation.tree().tree, format: .png, scheme: .light, scale: 2)
    await presentation.close()
    return (png, failure?.inFile(path ?? source.text))
  }
}

/// The problems of a widget that cannot be listed.
struct CatalogueProblems: Error {
  let diagnostics: [Diagnostic]

  init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }
}
