import Foundation
import TesseraData
import TesseraPostgresServer
import Testing

@testable import TesseraAccess
@testable import TesseraCluster

@Suite("Accounts of a cluster", .enabled(if: PostgresServer.isInstalled, absence))
struct ClusterAccountTests {
  private let cost = PasswordCost(memory: 64, passes: 1)

  private func open(_ cluster: TestCluster, _ name: String) throws -> AccessStore {
    let member = try Cluster(
      Cluster.Configuration(
        database: cluster.database, key: cluster.key, name: name, program: "1",
        folder: cluster.folder.appending(path: name))
    ) { _ in }
    let (file, journal) = try member.sharedJournal(Cluster.accounts)
    return try AccessStore(workingCopy: file, of: journal)
  }

  @Test("what one host changes, the other one knows, and who is slower repeats its change")
  func sharesAccounts() throws {
    let cluster = try TestCluster()
    let (first, second) = (try open(cluster, "first"), try open(cluster, "second"))
    _ = try first.addAccount("ada", password: "correct horse", cost: cost)
    // The second host has not heard of it, and finds out when it is refused.
    #expect(try second.content().accounts.isEmpty)
    _ = try second.addLink(named: "Kitchen", to: "home", role: .look)
    _ = try second.addAccount("ben", password: "correct horse", role: .edit, cost: cost)
    #expect(try second.content().accounts.keys.sorted() == ["ada", "ben"])
    #expect(try first.content().accounts.keys.sorted() == ["ada"])
    try first.catchUp()
    #expect(try first.content().accounts["ben"]?.role == .edit)
    let third = try open(cluster, "third")
    #expect(try third.content().accounts.keys.sorted() == ["ada", "ben"])
    // What a foreign key removes is removed everywhere.
    _ = try first.addSession(of: "ben", now: Date())
    try second.catchUp()
    try second.removeAccount("ben")
    try first.catchUp()
    #expect(try first.content().sessions.isEmpty)
  }

  @Test("a person who signed in at one host is known at the other one at once")
  func knowsSessions() async throws {
    let cluster = try TestCluster()
    let (first, second) = (try open(cluster, "first"), try open(cluster, "second"))
    _ = try first.addAccount("ada", password: "correct horse", cost: cost)
    let here = AccessControl(store: first, policy: .required, cost: cost)
    let there = AccessControl(store: second, policy: .required, cost: cost)
    let token = try await here.signIn("ada", password: "correct horse", from: "192.0.2.1")
    #expect(there.visitor(session: token.text).accountName == "ada")
    #expect(!there.visitor(session: "nonsense").isKnown)
  }
}
