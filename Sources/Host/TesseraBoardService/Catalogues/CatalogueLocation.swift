import Foundation
package import TesseraBundles
import TesseraServices
import TesseraValues

/// Where a catalogue is: the address or the file of its document, or a folder of bundles.
package enum CatalogueLocation: Sendable, Hashable {
  case address(String)
  case file(String)
  /// A folder of bundles and archives, which are listed as they are, without a document.
  case bundles(String)

  /// Creates a location from what a person typed: an address, or a path. A folder with a document is that document.
  package init(_ text: String) {
    if text.hasPrefix("http://") || text.hasPrefix("https://") {
      self = .address(text)
      return
    }
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: text, isDirectory: &isFolder)
    guard exists, isFolder.boolValue else {
      self = .file(text)
      return
    }
    let document = URL(filePath: text).appending(path: Catalogue.fileName).path
    self = FileManager.default.fileExists(atPath: document) ? .file(document) : .bundles(text)
  }

  /// The text that a person types for the location.
  package var text: String {
    switch self {
    case .address(let text), .file(let text), .bundles(let text): text
    }
  }

  /// The hosts that may be contacted for what the catalogue names: that of its address, and all with public addresses.
  var policy: HostPolicy {
    if case .address(let address) = self, let policy = HostPolicy(ofOwner: address) { return policy }
    var policy = HostPolicy.none
    policy.allowsAnyHost = true
    return policy
  }

  /// Returns the location of a file that the catalogue names; nil if catalogues here cannot name it.
  func resolving(_ reference: String) -> FileLocation? {
    if reference.hasPrefix("http://") || reference.hasPrefix("https://") { return .address(reference) }
    switch self {
    case .address(let base):
      guard let url = URL(string: reference, relativeTo: URL(string: base))?.absoluteURL,
        ["http", "https"].contains(url.scheme)
      else { return nil }
      return .address(url.absoluteString)
    case .file(let path):
      // A document that someone else wrote must not name other files of this machine.
      guard BundlePath.problem(in: reference) == nil else { return nil }
      return .file(URL(filePath: path).deletingLastPathComponent().appending(path: reference).path)
    case .bundles: return nil
    }
  }

  /// The location of a file that a catalogue names.
  enum FileLocation: Sendable, Hashable {
    case address(String)
    case file(String)
  }

  /// Lists the bundles in a folder as they are.
  /// - Parameter decoding: Where archives are unpacked; nil for this process.
  static func catalogue(
    ofBundlesIn folder: String, _ formats: BundleFormats, decoding: (any ContentDecoding)?
  ) -> Catalogue? {
    guard let sources = bundles(in: folder) else { return nil }
    let entries = sources.compactMap { source -> Catalogue.Entry? in
      let bundle = WidgetBundle(files: formats.open(source, decoding: decoding), decoding: decoding)
      return bundle.manifest.id.isEmpty ? nil : Catalogue.Entry(outline: bundle, source: .local(source))
    }
    return Catalogue(name: URL(filePath: folder).lastPathComponent, entries: entries)
  }

  /// Returns the bundles in a folder, sorted by name: folders named `*.widget`, and archives. Nil if the folder cannot be
  /// read.
  package static func bundles(in folder: String) -> [WidgetSource]? {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return nil }
    return names.sorted().filter { name in
      !name.hasPrefix(".") && (name.hasSuffix(".widget") || ArchiveBundleFiles.isArchiveName(name))
    }.map { WidgetSource(URL(filePath: folder).appending(path: $0).path) }
  }
}
