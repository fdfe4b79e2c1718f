import Foundation
import TesseraBackup
import TesseraValues

/// What became of the backups that a server makes on a schedule. It is kept in the data folder, for `tessera doctor`.
struct BackupRecord: Sendable, Hashable {
  /// The folder of the backups.
  var folder: String
  /// When the schedule began.
  var start: Date
  /// When the last backup was made; nil for never.
  var success: Date?
  /// When the last one failed since then, and why; nil if none did.
  var failure: Failure?

  /// A failed backup.
  struct Failure: Sendable, Hashable {
    var date: Date
    var reason: String
  }

  /// The name of the file, which no backup contains.
  private static let fileName = "\(BackupWriter.ownPrefix)s.json"
  /// The maximum length of the reason of a failed backup that is kept, in characters. A longer one is cut.
  private static let maximumReason = 500

  /// Returns the record of a data folder; nil if it has none that can be read.
  static func read(in folder: URL) -> BackupRecord? {
    guard let bytes = FileManager.default.contents(atPath: folder.appending(path: fileName).path),
      let value = try? Value.parseJSON(Array(bytes), limits: JSONLimits(bytes: 64 << 10, depth: 4, nodes: 100)),
      let folder = value.value(at: "folder").string, let start = date(value.value(at: "start"))
    else { return nil }
    var record = BackupRecord(folder: folder, start: start, success: date(value.value(at: "success")))
    if let failed = date(value.value(at: "failure")) {
      record.failure = Failure(date: failed, reason: value.value(at: "reason").string ?? "")
    }
    return record
  }

  /// Keeps the record in a data folder. If it cannot be written, `tessera doctor` knows an older one.
  func write(in folder: URL) {
    let file = folder.appending(path: Self.fileName)
    var members: [String: Value] = ["folder": .string(self.folder), "start": .string(start.ISO8601Format())]
    members["success"] = success.map { .string($0.ISO8601Format()) }
    members["failure"] = failure.map { .string($0.date.ISO8601Format()) }
    members["reason"] = failure.map { .string(String($0.reason.prefix(Self.maximumReason))) }
    try? Data(JSONText.text(of: .dictionary(members)).utf8).write(to: file, options: .atomic)
    try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
  }

  /// Removes the record of a data folder whose server makes no backups.
  static func remove(in folder: URL) { try? FileManager.default.removeItem(at: folder.appending(path: fileName)) }

  private static func date(_ value: Value) -> Date? {
    value.string.flatMap { try? Date($0, strategy: .iso8601) }
  }
}
