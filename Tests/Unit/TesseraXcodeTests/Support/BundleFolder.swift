import Foundation
import TesseraBundles
import TesseraTestSupport
import TesseraValues
import TesseraXcode

/// The files of a bundle in memory.
struct BundleFolder {
  var contents: [String: [UInt8]]

  /// WidgetKit's demo as it was published; nil if it is not on this machine.
  static let published: BundleFolder? = {
    guard PublishedWidget.isThere else { return nil }
    let archive = ArchiveBundleFiles(path: PublishedWidget.archive.path)
    var folder = BundleFolder(contents: [:])
    for entry in archive.list(limits: .standard).entries {
      folder.contents[entry.path] = try? archive.bytes(at: entry.path, limit: 4_000_000)
    }
    return folder
  }()

  /// A bundle of the fixtures.
  static func fixture(_ name: String) -> BundleFolder? {
    BundleFolder(
      URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/\(name)").standardized)
  }

  init(contents: [String: [UInt8]]) { self.contents = contents }

  init?(_ folder: URL) {
    guard let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap({ $0 as? String }) else {
      return nil
    }
    contents = [:]
    for path in paths {
      if let data = try? Data(contentsOf: folder.appending(path: path)) { contents[path] = [UInt8](data) }
    }
    if contents.isEmpty { return nil }
  }

  /// The widget of the files.
  var bundle: WidgetBundle { WidgetBundle(files: BundleFormats([.xcode]).open(MemoryBundleFiles(contents))) }

  func translate() -> XcodeBundle.Translation {
    XcodeBundle.translate(files: contents.keys.sorted()) { contents[$0] }
  }
}

extension XcodeBundle.Translation {
  /// A document as JSON.
  func document(_ path: String) throws -> JSONNode? { documents[path]?.file.document }
}

extension JSONNode {
  /// All components in the document, in order.
  var components: [JSONNode] {
    var found: [JSONNode] = []
    var pending = [self]
    while let node = pending.popLast() {
      if node["type"]?.string != nil { found.append(node) }
      pending += (node.members?.map(\.value) ?? node.elements ?? []).reversed()
    }
    return found
  }

  func component(_ id: String) -> JSONNode? { components.first { $0["id"]?.string == id } }

  var constraintTexts: [String] { self["constraints"]?.elements?.compactMap(\.string) ?? [] }
}
