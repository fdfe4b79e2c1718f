import Foundation
import TesseraCrypto
import TesseraValues

/// The last synchronized version of each shared file. It is a file in the data folder, so that after a restart nothing
/// is published again, and what was removed meanwhile is removed.
struct SyncManifest: Sendable, Hashable {
  /// The last synchronized state of a unit.
  struct Unit: Sendable, Hashable {
    /// The version in the database.
    var version: Int64
    /// The stamp that the unit had in the folder.
    var stamp: String
  }

  /// The highest version up to which everything was read.
  var last: Int64 = 0
  /// The units that are in the folder, by path.
  var units: [String: Unit] = [:]

  static let name = ".shared.json"
  private static let context = "shared folder"
  /// The maximum size of the file. A larger one counts as damaged.
  private static let limits = JSONLimits(bytes: 256 << 20, nodes: 8_000_000)

  /// What reading the manifest of a folder found.
  enum Reading {
    /// The folder was no host's copy.
    case none
    /// The folder was the copy of another cluster, or its manifest is damaged.
    case unusable
    case manifest(SyncManifest)
  }

  static func read(_ folder: URL, _ cipher: ContentCipher) -> Reading {
    let file = folder.appending(path: name)
    guard let data = FileManager.default.contents(atPath: file.path) else {
      return FileStamp(path: file.path) == nil ? .none : .unusable
    }
    guard let value = try? Value.parseJSON(data, limits: limits),
      let token = value.value(at: "cluster").string.flatMap({ [UInt8](base64URL: $0) }),
      cipher.open(token, as: context) != nil, let last = value.value(at: "last").integer,
      let units = value.value(at: "units").dictionary
    else { return .unusable }
    var manifest = SyncManifest(last: last)
    for (path, unit) in units {
      guard let parts = unit.array, parts.count == 2, let version = parts[0].integer, let stamp = parts[1].string
      else { return .unusable }
      manifest.units[path] = Unit(version: version, stamp: stamp)
    }
    return .manifest(manifest)
  }

  func encoded(_ cipher: ContentCipher) -> [UInt8] {
    let units = units.mapValues { Value.array([.integer($0.version), .string($0.stamp)]) }
    let value: Value = [
      // Only who has the key of the cluster can make this.
      "cluster": .string(cipher.seal([], as: Self.context).base64URLText), "last": .integer(last),
      "units": .dictionary(units),
    ]
    return Array(JSONText.text(of: value).utf8)
  }
}
