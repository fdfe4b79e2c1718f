import Foundation
import TesseraBoard
import TesseraBundles
import TesseraData
import TesseraRuntime

/// The files in which instances store their data, one for each tile.
struct InstanceStorage: Sendable {
  /// The data folder; nil for memory.
  let folder: URL?
  /// Keeps the files in a cluster; nil without any.
  var replication: (any StoreReplication)?

  private func file(of id: TileID, in folder: URL) -> URL { folder.appending(path: "instances/\(id.rawValue).sqlite") }

  /// Returns where a tile's data is stored.
  func location(of id: TileID, _ definition: WidgetDefinition, kind: String) -> StoreLocation {
    guard let folder else { return .memory }
    let file = file(of: id, in: folder)
    // A widget without an identity is known by its name, which need not be a file name.
    guard replication == nil, definition.bundle.manifest.id == kind else { return .file(file) }
    for name in [kind] + (2...9).map({ "\(kind)_\($0)" }) {
      adopt(folder.appending(path: "\(name).sqlite"), as: file)
    }
    return .file(file)
  }

  /// Moves the data that a widget stored under the name of its bundle, before there were boards.
  private func adopt(_ former: URL, as file: URL) {
    let files = FileManager.default
    guard !files.fileExists(atPath: file.path), files.fileExists(atPath: former.path) else { return }
    try? files.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    // The database itself is moved last: as long as it is there, an interrupted move is repeated.
    for suffix in ["-wal", "-shm", ""] where files.fileExists(atPath: former.path + suffix) {
      try? files.moveItem(atPath: former.path + suffix, toPath: file.path + suffix)
    }
  }

  /// Whether data is stored under the identity of a tile.
  func hasData(of id: TileID) -> Bool {
    folder.map { FileManager.default.fileExists(atPath: file(of: id, in: $0).path) } ?? false
  }

  /// Returns the size of a tile's data, in bytes; nil if it is in memory.
  func size(of id: TileID) -> Int? { folder.map { StoreFile(url: file(of: id, in: $0)).size } }

  /// Removes the data of a tile that cannot come back.
  func removeData(of id: TileID) {
    guard let folder else { return }
    replication?.remove(file(of: id, in: folder))
    for suffix in ["", "-wal", "-shm", ".answers", ".widgets"] {
      try? FileManager.default.removeItem(atPath: file(of: id, in: folder).path + suffix)
    }
  }
}
