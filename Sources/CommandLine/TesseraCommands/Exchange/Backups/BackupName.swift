import Foundation
import TesseraBackup
import TesseraValues

/// The names of backups that are made regularly: they contain the date, and sort by it.
enum BackupName {
  static func of(_ date: Date, isEncrypted: Bool) -> String {
    "tessera \(date.fileNameText).zip\(isEncrypted ? ".age" : "")"
  }

  /// Returns the date in a name; nil if it is not that of such a backup.
  static func date(in name: String) -> Date? {
    guard let match = name.wholeMatch(of: pattern) else { return nil }
    let time = String(match.time)
    return try? Date(
      "\(match.day)T\(time.prefix(2)):\(time.dropFirst(2).prefix(2)):\(time.suffix(2))Z", strategy: .iso8601)
  }

  /// Returns the date of the newest backup in a folder; nil if there is none.
  static func newestDate(in folder: URL) -> Date? {
    names(in: folder).compactMap { date(in: $0) }.max()
  }

  /// Removes the oldest backups of a folder, and what killed ones have left.
  /// - Parameter new: The name of the backup that was made now. It stays, also if the clock was wrong before.
  static func removeOld(in folder: URL, keeping count: Int, besides new: String) {
    let names = names(in: folder)
    let backups = names.filter { $0 != new && $0.wholeMatch(of: pattern) != nil }.sorted()
    let stale = names.filter {
      $0.hasSuffix(BackupWriter.stagingSuffix)
        && $0.dropLast(BackupWriter.stagingSuffix.count).wholeMatch(of: pattern) != nil
    }
    for name in backups.dropLast(count - 1) + stale {
      try? FileManager.default.removeItem(at: folder.appending(path: name))
    }
  }

  private static func names(in folder: URL) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
  }

  private static var pattern: Regex<(Substring, day: Substring, time: Substring)> {
    /tessera (?<day>\d{4}-\d\d-\d\d) (?<time>\d{6})Z\.zip(?:\.age)?/
  }
}
