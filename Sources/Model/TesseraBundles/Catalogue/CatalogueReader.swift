package import TesseraValues

/// Reads a ``Catalogue`` and reports every problem with its position. An entry with an error is left out; the others
/// remain.
package struct CatalogueReader {
  private static let rules = ObjectRules(
    wrongType: "catalogue-type", unknownKey: "unknown-key", missingKey: "missing-key",
    // A later version may add keys.
    unknownKeySeverity: .warning, listsKnownKeys: true)

  private let report = DocumentReport(file: Catalogue.fileName)

  private init() {}

  /// Reads the bytes of a document.
  /// - Returns: The catalogue, nil if the document is not one, and all problems.
  package static func read(_ bytes: [UInt8]) -> (catalogue: Catalogue?, diagnostics: [Diagnostic]) {
    let limits = JSONLimits(bytes: Catalogue.maximumBytes)
    do throws(Diagnostic) {
      let node = try JSONNode.parse(bytes, limits: limits)
      let reader = CatalogueReader()
      let catalogue = reader.catalogue(node)
      return (catalogue, reader.report.diagnostics.all)
    } catch {
      return (nil, [error.inFile(Catalogue.fileName)])
    }
  }

  private func catalogue(_ node: JSONNode) -> Catalogue? {
    var members = ObjectReader(node, ObjectName("the catalogue", path: ""), Self.rules, report)
    guard members.isObject else { return nil }
    let format = members.require("format", as: .number)
    guard let format, format.value == 1 else {
      if let format {
        report.add(
          "catalogue-format", format.range,
          "Unknown format \(Value.double(format.value)); this version reads format 1",
          fix: format.value > 1 ? "Update Tessera" : "Write 1")
      }
      return nil
    }
    let name = members.require("name", as: .text)
    let widgets = members.require("widgets", as: .list)
    members.finish()
    guard let name, let widgets else { return nil }
    if widgets.value.count > Catalogue.maximumWidgets {
      report.add(
        "catalogue-limit", widgets.range,
        "The catalogue has \(widgets.value.count) widgets; the first \(Catalogue.maximumWidgets) are listed")
    }
    var entries: [Catalogue.Entry] = []
    var identities: Set<String> = []
    for widget in widgets.value.prefix(Catalogue.maximumWidgets) {
      guard let entry = entry(widget) else { continue }
      if identities.insert(entry.manifest.id).inserted {
        entries.append(entry)
      } else {
        report.add("duplicate-widget", widget.range, "The catalogue lists '\(entry.manifest.id)' more than once")
      }
    }
    return Catalogue(name: name.value, entries: entries)
  }

  private func entry(_ node: JSONNode) -> Catalogue.Entry? {
    var members = ObjectReader(node, ObjectName("a widget of the catalogue"), Self.rules, report)
    let manifest = members.require("manifest", as: .object)
    let strings = members.read("strings", as: .object)
    let archive = members.require("archive", as: .text)
    let checksum = members.require("sha256", as: .text)
    let picture = members.read("picture", as: .text)
    members.finish()
    guard let manifest, let archive, let checksum else { return nil }
    guard checksum.value.utf8.count == 64, checksum.value.allSatisfy(\.isHexDigit) else {
      report.add(
        "catalogue-value", checksum.range, "'sha256' has 64 hexadecimal digits, found '\(checksum.value.prefix(80))'")
      return nil
    }
    var reader = ManifestReader(report: report.part())
    let content = reader.read(manifest.value)
    reader.report.diagnostics.all.forEach(report.add)
    guard !reader.report.hasErrors, !content.id.isEmpty else { return nil }
    var texts = [ManifestReader.path: JSONText.text(of: manifest.value.value)]
    for member in strings?.value.members ?? [] where LocaleTag(member.name) != nil {
      texts["strings/\(member.name).json"] = JSONText.text(of: member.value.value)
    }
    return Catalogue.Entry(
      outline: WidgetBundle(texts: texts), source: .archive(archive.value, sha256: checksum.value.lowercased()),
      picture: picture?.value)
  }
}
