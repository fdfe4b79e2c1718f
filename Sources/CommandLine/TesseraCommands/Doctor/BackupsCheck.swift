import Foundation

/// Checks the backups that a server makes on a schedule: whether the last one failed, and how old it is.
struct BackupsCheck {
  /// What became of the backups.
  let record: BackupRecord
  let now: Date

  private static let rule = "backups"
  /// The maximum age of the last backup, in seconds. `tessera doctor` warns of an older one.
  private static let maximumAge = 2 * 86_400.0

  var finding: Finding {
    if let failure = record.failure {
      let last = record.success.map { "; the last one is of \($0.ISO8601Format())" } ?? ", and none was made before"
      return .warning(
        Self.rule, "The backup of \(failure.date.ISO8601Format()) failed: \(failure.reason)\(last)",
        fix: "Remove the cause, and restart the server")
    }
    guard now.timeIntervalSince(record.success ?? record.start) <= Self.maximumAge else {
      let age = record.success.map { "The last backup is of \($0.ISO8601Format())" } ?? "No backup was made"
      return .warning(
        Self.rule, "\(age), and one is due each day in '\(record.folder)'",
        fix: "Start the server, and let it run at the time of backups")
    }
    guard let success = record.success else {
      return .ok(Self.rule, "The first backup in '\(record.folder)' is not made yet")
    }
    return .ok(Self.rule, "The last backup in '\(record.folder)' is of \(success.ISO8601Format())")
  }
}
