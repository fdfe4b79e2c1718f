import Foundation
import TesseraBoard
import TesseraData
import TesseraPostgreSQL
import TesseraPostgresServer
import TesseraTestSupport
import TesseraValues
import Testing

@testable import TesseraBoardService
@testable import TesseraCluster
@testable import TesseraRuntime

@Suite("Numbers of the hosts' protocol")
struct HostProtocolTests {
  @Test(
    arguments: [
      (1...1, 1...1, 1), (1...2, 1...1, 1), (1...1, 1...2, 1), (1...2, 2...3, 2), (1...3, 1...3, 3),
      (2...2, 1...1, nil),
      (1...1, 2...3, nil),
    ] as [(ClosedRange<Int>, ClosedRange<Int>, Int?)])
  func `two hosts use the newest number that both speak`(own: ClosedRange<Int>, other: ClosedRange<Int>, number: Int?) {
    #expect(HostProtocol(own).common(with: HostProtocol(other)) == number)
  }
}

/// The older host is the same program, which says that it speaks older numbers only.
@Suite("Hosts of two versions", .enabled(if: PostgresServer.isInstalled, absence))
struct HostVersionTests {
  private static let older = HostProtocol(1...1)
  private static let newer = HostProtocol(1...2)
  private static let newest = HostProtocol(2...3)

  @Test func `presses and edits reach a board through either host, and it moves from the older to the newer and back`()
    async throws
  {
    let cluster = try TestCluster()
    try await HostServer.run(cluster.prepareHost("old", speaking: Self.older)) { old in
      try await old.begin()
      try await old.host.waitUntilItHas("home")
      let tile = BoardTile(widget: "org.example.button")
      _ = try await old.host.boards.perform(
        .add("a", tile, size: nil, page: nil, near: nil), on: "home", GridSize(columns: 4, rows: 6))
      try await HostServer.run(cluster.prepareHost("new", speaking: Self.newer)) { new in
        try await new.begin()
        let administration = try ClusterAdministration(database: cluster.database)
        #expect(try administration.hosts().map(\.hostProtocol) == [Self.newer, Self.older])
        for (number, (owner, other)) in [(old, new), (new, old), (old, new)].enumerated() {
          if number > 0 { try administration.move("home", to: owner.host.cluster.session.name) }
          try await owner.host.waitUntilItHas("home")
          for (index, server) in [owner, other].enumerated() {
            let name = "Name \(number) \(index)"
            let edited = try await server.rename(name)
            #expect(edited.status == 200, "\(edited.text)")
            #expect(try await owner.host.boards.document(of: "home").name == name)
            let pressed = try await server.press("a", at: owner.host)
            #expect(pressed.status == 204, "\(pressed.text)")
            let widget = try #require(await owner.host.boards.widget("a") as? InstanceWidget)
            #expect(try widget.instance.store.fetch(FetchRequest("Item")).count == 2 * number + index + 1)
          }
        }
      }
    }
  }

  @Test
  func `a host that is too old or too new for the others takes no part, says so, and begins when they have ended`()
    async throws
  {
    for (present, late, reason, message) in [
      (Self.newest, Self.older, "This host has too old a version for its cluster", "too old for the cluster"),
      (
        Self.older, Self.newest, "This host waits until hosts of earlier versions have ended",
        "too new for the cluster"
      ),
    ] {
      let cluster = try TestCluster()
      let first = try await cluster.makeHost("first", speaking: present)
      try await first.waitUntilItHas("home")
      let setup = ClusterSetup(database: cluster.database)
      #expect(try setup.reasonToWait(speaking: present) == nil)
      #expect(try setup.reasonToWait(speaking: late)?.contains(message) == true)
      try await HostServer.run(cluster.prepareHost("second", speaking: late)) { server in
        let beginning = Task { try await server.begin() }
        let session = server.host.cluster.session
        try await eventually { session.refusal != nil }
        #expect(session.refusal?.reason == reason)
        #expect(session.refusal?.diagnostic.message.contains(message) == true)
        #expect(session.refusal?.diagnostic.message.hasSuffix(": first") == true)
        for answer in [
          try await server.rename("Lost"), try await server.get("/boards"), try await server.get("/"),
        ] {
          #expect(answer.status == 503 && answer.rule == "host-refused" && answer.message == reason)
        }
        #expect(try await server.get("/readyz").status == 503)
        #expect(try await server.get("/healthz").status == 200)
        #expect(try await first.cluster.hosts().map(\.name) == ["first"])
        #expect(try await first.boards.document(of: "home").name == "Home")
        await first.host.drain()
        try await beginning.value
        try await server.host.waitUntilItHas("home")
        #expect(session.refusal == nil)
        let edited = try await server.rename("Kept")
        #expect(edited.status == 200, "\(edited.text)")
      }
    }
  }

  @Test func `a running host whose tables become too new writes nothing, and gives its boards up`() async throws {
    let cluster = try TestCluster()
    let host = try await cluster.makeHost("first")
    try await host.waitUntilItHas("home")
    try cluster.sql("UPDATE tessera.format SET version = 99, oldest = 99")
    try await eventually { host.cluster.session.refusal != nil }
    #expect(host.host.refusal == "This host has too old a version for its cluster")
    #expect(host.cluster.session.refusal?.diagnostic.fix == "Upgrade this host")
    try await eventually { await !host.boards.has("home") }
    let count = try cluster.sql("SELECT count(*) AS n FROM tessera.journal").rows[0].integer("n")
    await #expect(throws: (any Error).self) {
      _ = try await host.boards.perform(.rename("Lost"), on: "home", GridSize(columns: 4, rows: 6))
    }
    #expect(try cluster.sql("SELECT count(*) AS n FROM tessera.journal").rows[0].integer("n") == count)
    try await eventually { try cluster.sql("SELECT 1 AS n FROM tessera.host").rows.isEmpty }
    #expect(throws: Diagnostic.self) { try ClusterSetup(database: cluster.database).reasonToWait() }
    try cluster.sql("UPDATE tessera.format SET version = \(ClusterSchema.version), oldest = 1")
    try await host.waitUntilItHas("home")
    await host.host.drain()
  }

  @Test func `tables of the first version are upgraded while hosts run, and not to some that these cannot write`()
    async throws
  {
    let cluster = try TestCluster()
    let setup = ClusterSetup(database: cluster.database)
    try cluster.sql("ALTER TABLE tessera.host DROP protocol, DROP oldest_protocol, DROP tables")
    try cluster.sql("DROP TABLE tessera.backup")
    try cluster.sql("UPDATE tessera.format SET version = 1")
    // A host of the program for the first version.
    try cluster.sql(
      "INSERT INTO tessera.host (id, name, address, program, until, lock, server) VALUES "
        + "('old', 'old', 'old:1', '1', clock_timestamp() + interval '1 hour', 1, '2000-01-01')")
    #expect(throws: Diagnostic.self) { try setup.checkTables() }
    let (former, present) = try setup.upgrade()
    #expect(former == 1 && present == ClusterSchema.version)
    try setup.checkTables()
    let administration = try ClusterAdministration(database: cluster.database)
    #expect(try administration.hosts().map(\.hostProtocol) == [HostProtocol(1...1)])

    let steps = ClusterSchema.steps + ["UPDATE tessera.format SET version = \(present + 1), oldest = 2;"]
    let refusal = #expect(throws: Diagnostic.self) { _ = try setup.upgrade(by: steps) }
    #expect(refusal?.fix == "Stop the hosts of earlier versions, wait 3 seconds, and run this again")
    #expect(try setup.state() == .tables(ClusterSetup.Format(version: present, oldest: 1)))
    try cluster.sql("DELETE FROM tessera.host")
    _ = try setup.upgrade(by: steps)
    #expect(try setup.state() == .tables(ClusterSetup.Format(version: present + 1, oldest: 2)))
  }
}
