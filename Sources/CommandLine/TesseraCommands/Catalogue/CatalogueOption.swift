import ArgumentParser
import Foundation
import TesseraBoardService
import TesseraBundles
import TesseraHTTPClient
import TesseraRuntime
import TesseraText
import TesseraValues

/// The catalogues in which a command finds widgets by name.
struct CatalogueOption: ParsableArguments {
  @Option(
    name: .customLong("catalogue"),
    help: """
      The address, file or folder of a catalogue, or a folder of bundles; by default, the widgets that come with the \
      package.
      """)
  var locations: [String] = []

  /// The folder into which the package puts its widgets.
  private static let packaged = "/usr/share/tessera"

  /// Whether a text names a widget, rather than a file or an address.
  static func isName(_ text: String) -> Bool {
    !text.contains("/") && !ArchiveBundleFiles.isArchiveName(text) && !text.hasSuffix(".widget")
      && !FileManager.default.fileExists(atPath: text)
  }

  func catalogues() throws -> Catalogues {
    var texts = locations
    if texts.isEmpty, FileManager.default.fileExists(atPath: Self.packaged) { texts = [Self.packaged] }
    guard !texts.isEmpty else { throw ValidationError("There is no catalogue: name one with '--catalogue'") }
    return Catalogues(
      texts.map { CatalogueLocation($0) }, transport: .shared, archives: DataFolder.cache.appending(path: "archives"),
      formats: TesseraCommand.extensions.bundleFormats)
  }

  /// Returns the files of the widget with a name, and their origin for display.
  func find(_ name: String) async throws -> (files: any BundleFiles, origin: String) {
    let catalogues = try catalogues()
    let listings = await catalogues.all()
    StandardError.write(listings.flatMap(\.problems))
    let named = listings.flatMap { listing in
      (listing.catalogue?.entries(named: name) ?? []).map { (listing.location, $0) }
    }
    // What is called as another widget is identified does not hide that one.
    let identified = named.filter { $0.1.manifest.id == name }
    let found = identified.isEmpty ? named : identified
    guard let (location, entry) = found.first else {
      let known = listings.flatMap { $0.catalogue?.entries ?? [] }.flatMap { [$0.manifest.id, $0.manifest.name] }
      let fix = SpellingSuggestion.fix(for: name, in: known).map { "; \($0)" } ?? ""
      throw ValidationError("No catalogue lists a widget '\(name)'\(fix)")
    }
    let identities = Set(found.map(\.1.manifest.id)).sorted()
    guard identities.count == 1 else {
      let list = identities.joined(separator: ", ")
      throw ValidationError("'\(name)' is the name of several widgets: use one of \(list)")
    }
    do throws(Diagnostic) {
      return (try await catalogues.files(of: entry, in: location), location.text)
    } catch {
      StandardError.write([error])
      throw ExitCode(1)
    }
  }
}

extension NetworkAccess {
  /// What is contacted, in words that follow the name of the widget or stand alone.
  var sentences: [String] {
    var sentences: [String] = []
    if !servers.isEmpty {
      sentences.append("talks to \(servers.map { DomainName.displayed($0.description) }.joined(separator: ", "))")
    }
    if !sources.isEmpty { sentences.append("reads '\(sources.joined(separator: "', '"))' of the server") }
    if reachesTypedAddresses { sentences.append("talks to the hosts of addresses that you type into its options") }
    if showsPicturesFromAnywhere { sentences.append("shows pictures from any public host") }
    return sentences
  }
}
