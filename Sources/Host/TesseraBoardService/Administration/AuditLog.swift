package import Foundation
package import TesseraValues

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Keeps who changed what, as one JSON object on each line of a file in the data folder. Several processes may write at once.
package struct AuditLog: Sendable {
  /// What was changed.
  package enum Action: String, Sendable, CaseIterable {
    case accountAdded = "account-added"
    case accountRemoved = "account-removed"
    case passwordSet = "password-set"
    case roleSet = "role-set"
    case secondFactorAdded = "second-factor-added"
    case secondFactorRemoved = "second-factor-removed"
    case secondFactorReset = "second-factor-reset"
    case recoveryCodesReplaced = "recovery-codes-replaced"
    case passkeyAdded = "passkey-added"
    case passkeyRemoved = "passkey-removed"
    case linkAdded = "link-added"
    case linkRemoved = "link-removed"
    case hostAllowed = "host-allowed"
    case hostForbidden = "host-forbidden"
    case serverTrusted = "server-trusted"
    case serverDistrusted = "server-distrusted"
    case widgetInstalled = "widget-installed"
    case widgetRolledBack = "widget-rolled-back"
    case widgetRemoved = "widget-removed"
    case catalogueAdded = "catalogue-added"
    case catalogueRemoved = "catalogue-removed"
    case boardRemoved = "board-removed"
    case backupRestored = "backup-restored"
    case dataImported = "data-imported"
    case clusterMade = "cluster-made"
    case clusterUpgraded = "cluster-upgraded"
    case clusterImported = "cluster-imported"
    case clusterTokenPrinted = "cluster-token-printed"
    case boardMoved = "board-moved"
    case hostDrained = "host-drained"
  }

  /// The name of the file in the data folder.
  package static let fileName = "audit.log"
  /// The maximum size of the audit log, in bytes. A line that does not fit begins a new file.
  static let maximumBytes = 1 << 20
  /// The maximum number of files of the audit log. The oldest is removed.
  static let maximumFiles = 10
  /// The maximum number of characters of a value in the audit log. The rest is cut off.
  private static let maximumLength = 200
  /// How often a file is opened anew, because another process began a new one.
  private static let maximumAttempts = 10

  private let folder: URL?
  private let now: @Sendable () -> Date
  private let report: @Sendable (Diagnostic) -> Void

  /// - Parameters:
  ///   - folder: The data folder; nil keeps nothing.
  ///   - now: The present date.
  ///   - report: Called if something cannot be kept.
  package init(
    folder: URL?, now: @escaping @Sendable () -> Date = { Date() },
    report: @escaping @Sendable (Diagnostic) -> Void = { _ in }
  ) {
    self.folder = folder
    self.now = now
    self.report = report
  }

  /// Keeps that something was changed.
  /// - Parameters:
  ///   - who: The name of an account, or words for who has none.
  ///   - members: What was changed, by the names of fields.
  package func record(_ action: Action, by who: String, _ members: [String: String?] = [:]) {
    guard let folder else { return }
    var fields = members.compactMapValues { $0 }.mapValues { Value.string(String($0.prefix(Self.maximumLength))) }
    fields["time"] = .string(now().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    fields["who"] = .string(String(who.prefix(Self.maximumLength)))
    fields["action"] = .string(action.rawValue)
    let line = JSONText.text(of: .dictionary(fields)) + "\n"
    guard let number = Self.append(Array(line.utf8), in: folder) else { return }
    report(
      Diagnostic(
        .warning, rule: "audit-log",
        message: "The audit log does not have '\(action.rawValue)' by '\(who)': \(String(cString: strerror(number)))",
        fix: "Make '\(Self.fileName)' in the data folder writable"))
  }

  /// Appends a line to the file.
  /// - Returns: The system's number of an error; nil if the line is in the file.
  private static func append(_ line: [UInt8], in folder: URL) -> Int32? {
    let path = folder.appending(path: fileName).path
    for _ in 0..<maximumAttempts {
      let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard file >= 0 else { return errno }
      // Closing the file releases its lock.
      defer { close(file) }
      var (opened, present) = (stat(), stat())
      guard flock(file, LOCK_EX) == 0, fstat(file, &opened) == 0 else { return errno }
      guard stat(path, &present) == 0, present.st_ino == opened.st_ino else { continue }
      let size = Int(opened.st_size)
      if size > 0, size + line.count > maximumBytes {
        rotate(path)
        continue
      }
      if size == 0 { giveAway(file, toOwnerOf: folder) }
      let count = line.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      return count == line.count ? nil : count < 0 ? errno : ENOSPC
    }
    return EAGAIN
  }

  /// What an administrator's command makes belongs to the server's user.
  private static func giveAway(_ file: Int32, toOwnerOf folder: URL) {
    var owner = stat()
    guard geteuid() == 0, stat(folder.path, &owner) == 0 else { return }
    _ = fchown(file, owner.st_uid, owner.st_gid)
  }

  /// Numbers the files anew: `audit.log` becomes `audit.log.1`, and so on.
  private static func rotate(_ path: String) {
    for number in (1..<maximumFiles).reversed() {
      rename(number == 1 ? path : "\(path).\(number - 1)", "\(path).\(number)")
    }
  }
}
