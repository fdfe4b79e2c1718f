import Foundation
import TesseraPostgresServer
import TesseraValues
import Testing

@testable import TesseraCluster

@Suite("Backups of a cluster", .enabled(if: PostgresServer.isInstalled, absence))
struct BackupTurnTests {
  private let date = Date(timeIntervalSince1970: 1_800_000_000)

  private static func isMade(_ outcome: BackupTurn.Outcome<String>, by host: String) -> Bool {
    if case .made(host) = outcome { true } else { false }
  }

  @Test func `one host makes a backup, another one leaves it to that, and none makes what is made`() throws {
    let cluster = try TestCluster()
    let (first, second) = (
      BackupTurn(database: cluster.database, host: "first"), BackupTurn(database: cluster.database, host: "second")
    )
    #expect(try first.lastDate() == nil)
    let made = try first.take(at: date, ifDue: { _ in false }) { () throws(Diagnostic) in
      let outcome = try second.take(at: date, ifDue: { _ in true }) { () throws(Diagnostic) in "second" }
      guard case .taken = outcome else {
        Issue.record("\(outcome)")
        return "second"
      }
      return "first"
    }
    #expect(Self.isMade(made, by: "first"))
    #expect(try second.lastDate() == date)
    let again = try second.take(at: date + 1, ifDue: { $0 < date }) { () throws(Diagnostic) in "second" }
    guard case .done(date) = again else {
      Issue.record("\(again)")
      return
    }
    let next = try second.take(at: date + 86_400, ifDue: { $0 == date }) { () throws(Diagnostic) in "second" }
    #expect(Self.isMade(next, by: "second"))
    #expect(try first.lastDate() == date + 86_400)
  }

  @Test func `what one host cannot make, another one makes`() throws {
    let cluster = try TestCluster()
    let problem = Diagnostic(rule: "backup", message: "There is no folder")
    let first = BackupTurn(database: cluster.database, host: "first")
    #expect(throws: problem) {
      _ = try first.take(at: date, ifDue: { _ in true }) { () throws(Diagnostic) -> String in throw problem }
    }
    #expect(try first.lastDate() == nil)
    let second = BackupTurn(database: cluster.database, host: "second")
    // The database may notice a moment later that the first connection has ended.
    var made: BackupTurn.Outcome<String> = .taken
    while case .taken = made {
      made = try second.take(at: date, ifDue: { _ in true }) { () throws(Diagnostic) in "second" }
    }
    #expect(Self.isMade(made, by: "second"))
  }
}
