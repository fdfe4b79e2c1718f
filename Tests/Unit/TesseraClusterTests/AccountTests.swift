import Foundation
import GRDB
import TesseraData
import TesseraPostgreSQL
import TesseraPostgresServer
import TesseraValues
import Testing

@testable import TesseraAccess
@testable import TesseraCluster

@Suite("Accounts of a cluster", .enabled(if: PostgresServer.isInstalled, absence))
struct ClusterAccountTests {
  private let cost = PasswordCost(memory: 64, passes: 1)

  private func member(_ cluster: TestCluster, _ name: String) throws -> Cluster {
    try Cluster(
      Cluster.Configuration(
        database: cluster.database, key: cluster.key, name: name, program: "1",
        folder: cluster.folder.appending(path: name))
    ) { _ in }
  }

  private func open(_ cluster: TestCluster, _ name: String, maximumChanges: Int64 = 4096) throws -> AccessStore {
    let (file, journal) = try member(cluster, name).sharedJournal(Cluster.accounts, maximumChanges: maximumChanges)
    return try AccessStore(workingCopy: file, of: journal)
  }

  @Test func `what one host changes, the other one knows, and who is slower repeats its change`() throws {
    let cluster = try TestCluster()
    let (first, second) = (try open(cluster, "first"), try open(cluster, "second"))
    _ = try first.addAccount("ada", password: "correct horse", cost: cost)
    // The second host has not heard of it, and finds out when it is refused.
    #expect(try second.content().accounts.isEmpty)
    _ = try second.addLink(named: "Kitchen", to: "home", role: .view)
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

  @Test func `a person who signed in at one host is known at the other one at once`() async throws {
    let cluster = try TestCluster()
    let (first, second) = (try open(cluster, "first"), try open(cluster, "second"))
    _ = try first.addAccount("ada", password: "correct horse", cost: cost)
    let here = AccessControl(store: first, policy: .required, cost: cost)
    let there = AccessControl(store: second, policy: .required, cost: cost)
    let token = try await here.signIn("ada", password: "correct horse", from: "192.0.2.1")
    #expect(there.visitor(session: token.text).accountName == "ada")
    #expect(!there.visitor(session: "nonsense").isKnown)
  }

  @Test
  func `a second factor that was added at one host is asked for at the other one at once, and its codes work once`()
    async throws
  {
    let cluster = try TestCluster()
    let (first, second) = (try open(cluster, "first"), try open(cluster, "second"))
    _ = try first.addAccount("ada", password: "correct horse", cost: cost)
    try second.catchUp()
    let secret = AccessToken()
    let here = AccessControl(store: first, policy: .required, cost: cost, signInSecret: secret)
    let there = AccessControl(store: second, policy: .required, cost: cost, signInSecret: secret)
    let codes = try #require(try first.addSecondFactor(OneTimeCode(), to: "ada", step: 0)).map(\.text)
    var demand: SecondFactorDemand?
    do throws(AccessControl.Refusal) {
      _ = try await there.signIn("ada", password: "correct horse", from: "192.0.2.1")
    } catch {
      if case .secondFactor(let found) = error { demand = found }
    }
    guard case .code(let token)? = demand else {
      Issue.record("The password sufficed")
      return
    }
    _ = try here.signIn(token: token, code: codes[0], from: "192.0.2.1")
    #expect(throws: AccessControl.Refusal.wrongCode) {
      try there.signIn(token: token, code: codes[0], from: "192.0.2.1")
    }
    _ = try there.signIn(token: token, code: codes[1], from: "192.0.2.1")
  }

  @Test func `content is persisted after some changes, which are removed when no host can lack them any more`() throws {
    let cluster = try TestCluster()
    let (first, second) = (
      try open(cluster, "first", maximumChanges: 4), try open(cluster, "second", maximumChanges: 4)
    )
    func number(_ expression: String) throws -> Int64 {
      try cluster.sql("SELECT \(expression) AS n FROM tessera.journal WHERE store = 'access'").rows[0].integer("n")
    }
    for name in ["ada", "ben", "cem", "dua", "eve"] {
      _ = try first.addAccount(name, password: "correct horse", cost: cost)
    }
    // The content comes after the last change, and is persisted while nothing else is done.
    #expect(try first.content().accounts.count == 5)
    #expect(try number("count(*)") == 6, "a host that was cut off for some time still finds all changes")
    try second.catchUp()
    #expect(try second.content().accounts.count == 5)
    try cluster.sql("UPDATE tessera.journal SET at = at - interval '2 days'")
    try cluster.sql("UPDATE tessera.content SET at = at - interval '2 days'")
    let third = try open(cluster, "third", maximumChanges: 4)
    #expect(try third.content().accounts.count == 5)
    for name in ["fay", "gil", "hao", "ida", "jon"] {
      _ = try first.addAccount(name, password: "correct horse", cost: cost)
    }
    #expect(try first.content().accounts.count == 10)
    #expect(try number("min(seq)") == 7)
    try third.catchUp()
    #expect(try third.content().accounts.count == 10)
    let fourth = try open(cluster, "fourth")
    #expect(try fourth.content().accounts.keys.sorted() == third.content().accounts.keys.sorted())
  }

  /// The file of accounts, with one of them, after changes of its tables.
  private func accounts(_ sql: String) throws -> [UInt8] {
    let file = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString).sqlite")
    defer { StoreFile(url: file).remove() }
    do {
      let store = try AccessStore(location: .file(file))
      _ = try store.addAccount("ada", password: "correct horse", cost: cost)
      // The connection is closed before the file is read.
      try store.write { try $0.execute(sql: sql) }
    }
    return try StoreFile(url: file).content()
  }

  /// The accounts in the format of the version before second factors.
  private static let earlierFormat = """
    DROP TABLE recovery_code; DROP TABLE second_factor; DROP TABLE passkey; DROP TABLE used_challenge;
    PRAGMA user_version = 4;
    """

  @Test func `accounts of an earlier format get the present one when no host uses them`() throws {
    let cluster = try TestCluster(accounts: accounts(Self.earlierFormat))
    let first = try member(cluster, "first")
    let refusal = #expect(throws: Diagnostic.self) { try first.openAccounts() }
    #expect(refusal?.rule == Cluster.accountsFormatRule)
    #expect(refusal?.message.contains("An earlier version") == true && refusal?.fix?.contains("upgrade") == true)

    try cluster.sql(
      "INSERT INTO tessera.host (id, name, address, program, until, lock) VALUES "
        + "('old', 'old', 'old:1', '0.9', clock_timestamp() + interval '1 hour', 1)")
    let administration = try ClusterAdministration(database: cluster.database)
    let inUse = #expect(throws: Diagnostic.self) {
      try first.upgradeAccounts(whileRunning: try administration.hosts().filter(\.isAlive))
    }
    #expect(inUse?.rule == "cluster-in-use" && inUse?.message.contains("'old' (0.9)") == true)
    #expect(throws: Diagnostic.self, "nothing has changed") { try first.openAccounts() }

    try cluster.sql("UPDATE tessera.host SET until = clock_timestamp()")
    #expect(try first.upgradeAccounts(whileRunning: try administration.hosts().filter(\.isAlive)) == 4)
    let store = try first.openAccounts()
    #expect(try store.content().accounts.keys.sorted() == ["ada"])
    #expect(try store.addSecondFactor(OneTimeCode(), to: "ada", step: 0) != nil)
    // Other hosts have the same, and apply what follows.
    let other = try member(cluster, "second").openAccounts()
    #expect(try other.content().secondFactors["ada"] != nil)
    _ = try other.addAccount("ben", password: "correct horse", cost: cost)
    try store.catchUp()
    #expect(try store.content().accounts.keys.sorted() == ["ada", "ben"])
    // Hosts that run have the present format now.
    func contents() throws -> Int64 {
      try cluster.sql("SELECT count(*) AS n FROM tessera.content WHERE store = 'access'").rows[0].integer("n")
    }
    let count = try contents()
    try cluster.sql("UPDATE tessera.host SET until = clock_timestamp() + interval '1 hour'")
    #expect(try first.upgradeAccounts(whileRunning: try administration.hosts()) == AccessStore.version)
    #expect(try contents() == count)
  }

  @Test func `accounts of a later format are neither used nor changed`() throws {
    let cluster = try TestCluster(accounts: accounts("PRAGMA user_version = 99"))
    let host = try member(cluster, "first")
    for attempt in [{ _ = try host.openAccounts() }, { _ = try host.upgradeAccounts(whileRunning: []) }] {
      let error = #expect(throws: Diagnostic.self) { try attempt() }
      #expect(error?.rule == Cluster.accountsFormatRule && error?.message.contains("A later version") == true)
    }
  }

  @Test func `a host that lacks changes which are not persisted any more says so`() throws {
    let cluster = try TestCluster()
    let (first, second) = (try open(cluster, "first", maximumChanges: 1), try open(cluster, "second"))
    _ = try first.addAccount("ada", password: "correct horse", cost: cost)
    try cluster.sql("DELETE FROM tessera.journal WHERE store = 'access'")
    _ = try first.addAccount("ben", password: "correct horse", cost: cost)
    let error = #expect(throws: StoreError.self) { try second.catchUp() }
    #expect(error?.diagnostic.message.contains("start it again") == true, "\(error?.diagnostic.message ?? "")")
  }
}
