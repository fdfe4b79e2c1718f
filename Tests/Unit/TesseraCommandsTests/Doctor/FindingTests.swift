import Foundation
import Testing

@testable import TesseraCommands

@Suite("Findings of the doctor")
struct FindingTests {
  @Test(
    arguments: [
      (UInt64.max, .ok), (1_000_000_000, .ok), (999_999_999, .warning), (200_000_000, .warning),
      (199_999_999, .error), (0, .error),
    ] as [(UInt64, Finding.Severity)])
  func `warn of a disk with less than 1 GB, and take less than 200 MB for an error`(
    free: UInt64, severity: Finding.Severity
  ) {
    #expect(FolderCheck.space(freeBytes: free).severity == severity)
  }

  @Test(
    arguments: [(10_000, .ok), (9_999, .warning), (1_000, .warning), (999, .error)] as [(UInt64, Finding.Severity)])
  func `warn of a disk that can hold few more files, unless its file system has no limit`(
    free: UInt64, severity: Finding.Severity
  ) {
    #expect(FolderCheck.names(freeCount: free, totalCount: 1_000_000)?.severity == severity)
    #expect(FolderCheck.names(freeCount: free, totalCount: 0) == nil)
  }

  @Test(
    arguments: [
      (15 * 86_400.0, .ok), (13 * 86_400, .warning), (1, .warning), (0, .error), (-1, .error),
    ] as [(Double, Finding.Severity)])
  func `warn of a certificate in its last 14 days, and take one that is not valid for an error`(
    rest: Double, severity: Finding.Severity
  ) {
    let end: Int64 = 1_800_000_000
    let now = Date(timeIntervalSince1970: Double(end) - rest)
    #expect(CertificateCheck.finding(from: 0, until: end, now: now).severity == severity)
    #expect(CertificateCheck.finding(from: end - 1, until: end, now: now - 100 * 86_400).severity == .error)
  }

  @Test func `name links that lead nowhere`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let instances = folder.appending(path: "instances")
    try FileManager.default.createDirectory(at: instances, withIntermediateDirectories: true)
    #expect(!StoresCheck(folder: folder).findings.contains { $0.rule == "dangling-link" })
    for link in [folder.appending(path: "board.sqlite"), instances.appending(path: "1.sqlite")] {
      try FileManager.default.createSymbolicLink(
        atPath: link.path, withDestinationPath: "/gone/\(link.lastPathComponent)")
    }
    let findings = StoresCheck(folder: folder).findings.filter { $0.rule == "dangling-link" }
    #expect(findings.map(\.severity) == [.error, .error])
    #expect(findings.first?.message.contains("is a link to '/gone/board.sqlite'") == true, "\(findings)")
  }

  @Test func `warn of daily backups when the last one failed, or is older than two days`() {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let day = 86_400.0
    func finding(start: Double, success: Double?, failure: Double? = nil) -> Finding {
      var record = BackupRecord(folder: "/srv/backups", start: now - start * day)
      record.success = success.map { now - $0 * day }
      record.failure = failure.map { BackupRecord.Failure(date: now - $0 * day, reason: "The disk is full") }
      return BackupsCheck(record: record, now: now).finding
    }
    #expect(finding(start: 1, success: nil).severity == .ok)
    #expect(finding(start: 3, success: nil).message.contains("No backup was made"))
    #expect(finding(start: 3, success: nil).severity == .warning)
    #expect(finding(start: 30, success: 2).severity == .ok)
    #expect(finding(start: 30, success: 2.01).severity == .warning)
    #expect(finding(start: 30, success: 1, failure: 0.1).severity == .warning)
    #expect(finding(start: 30, success: 1, failure: 0.1).message.contains("The disk is full"))
  }

  @Test func `say that the clock was set back, before the program was made or before a file was changed`() {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    func severity(now: Date, built: Date?, changed: Date?) -> Finding.Severity {
      ClockCheck(now: now, built: built, newest: changed.map { (path: "board.sqlite", modified: $0) }).finding.severity
    }
    #expect(severity(now: now, built: now, changed: now) == .ok)
    #expect(severity(now: now, built: nil, changed: nil) == .ok)
    #expect(severity(now: now, built: now + 3600, changed: now + 3600) == .ok)
    #expect(severity(now: now, built: now, changed: now + 90_000) == .warning)
    #expect(severity(now: now, built: now + 90_000, changed: nil) == .error)
    #expect(severity(now: Date(timeIntervalSince1970: 1_600_000_000), built: nil, changed: nil) == .error)
  }

  @Test func `warn of a limit of open files that is lower than that of connections`() {
    #expect(PortCheck.openFiles(greatest: 1024).severity == .warning)
    #expect(PortCheck.openFiles(greatest: 16_384).severity == .ok)
  }

  @Test(arguments: [(0, "0 B"), (999, "999 B"), (1000, "1 KB"), (1_999_999, "1 MB"), (3_000_000_000, "3 GB")])
  func `give sizes in the greatest unit`(bytes: Int, text: String) {
    #expect(SizeText.of(bytes) == text)
  }
}
