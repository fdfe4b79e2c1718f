import Foundation
package import TesseraBundles
import TesseraText
package import TesseraValues

/// What a client asks to install, if it does not send an archive.
package enum InstallationRequest: Sendable, Hashable {
  /// The files of a bundle by their paths.
  case files([String: [UInt8]])
  /// The address of an archive.
  case address(String)
  /// A widget in the catalogue with a number.
  case catalogue(Int, widget: String)
}

// Installing widgets.
extension WireFormat {
  /// The maximum size of a request body that contains a bundle, in bytes. A larger one is answered with 413.
  package static let maximumBundleSize = 96 << 20

  /// Decodes `{"files": {"widget.json": "<base64>", …}}`, `{"address": "https://…"}` or
  /// `{"catalogue": 0, "widget": "org.example.feed"}`.
  package static func installation(from bytes: some Sequence<UInt8>) throws(Diagnostic) -> InstallationRequest {
    let limits = JSONLimits(bytes: maximumBundleSize, depth: 4, nodes: 2_000)
    let value = try Value.parseJSON(bytes, limits: limits)
    if let address = value.value(at: "address").string { return .address(address) }
    if let widget = value.value(at: "widget").string, let number = value.value(at: "catalogue").number {
      guard let catalogue = Int(exactly: number) else { throw wrong("'catalogue' must be an integer") }
      return .catalogue(catalogue, widget: widget)
    }
    guard let files = value.value(at: "files").dictionary else {
      throw wrong("'files' must be an object that maps paths to contents")
    }
    var contents: [String: [UInt8]] = [:]
    for (path, content) in files {
      guard let text = content.string, let data = Data(base64Encoded: text) else {
        throw wrong("The content of '\(path.prefix(80))' must be base64")
      }
      contents[path] = Array(data)
    }
    return .files(contents)
  }

  /// Encodes what lists say of a widget.
  /// - Parameter manifest: The widget's manifest, perhaps in the person's language.
  package static func members(of manifest: Manifest, id: String, access: NetworkAccess) -> [String: Value] {
    var members: [String: Value] = [
      "id": .string(id), "name": .string(manifest.name), "summary": .string(manifest.summary),
      "version": .string(manifest.version.description), "access": value(of: access),
    ]
    members["author"] = manifest.author.map { .string($0.name) }
    members["category"] = manifest.category.map(Value.string)
    if !manifest.keywords.isEmpty { members["keywords"] = .array(manifest.keywords.map(Value.string)) }
    return members
  }

  /// Encodes what a widget can contact: `{"hosts": [text…], "sources": [text…], "typedAddresses": bool,
  /// "picturesFromAnywhere": bool}`.
  package static func value(of access: NetworkAccess) -> Value {
    [
      "hosts": .array(access.servers.map { .string(DomainName.displayed($0.description)) }),
      "sources": .array(access.sources.map(Value.string)),
      "typedAddresses": .bool(access.reachesTypedAddresses),
      "picturesFromAnywhere": .bool(access.showsPicturesFromAnywhere),
    ]
  }
}
