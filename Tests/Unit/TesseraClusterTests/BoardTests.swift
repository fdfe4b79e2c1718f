import Foundation
import Synchronization
import TesseraBoard
import TesseraData
import TesseraPostgreSQL
import TesseraPostgresServer
import TesseraProtocol
import TesseraTestSupport
import TesseraValues
import Testing

@testable import TesseraBoardService
@testable import TesseraCluster
@testable import TesseraRuntime

@Suite("Boards of a cluster", .enabled(if: PostgresServer.isInstalled, absence))
struct ClusterBoardTests {
  private let item = BoardTile(widget: "org.example.counter")
  private let grid = GridSize(columns: 4, rows: 6)

  @Test func `the first host takes the first board, and a board goes on at another host as it was`() async throws {
    let cluster = try TestCluster()
    let first = try await cluster.makeHost("first")
    try await first.waitUntilItHas("home")
    _ = try await first.boards.perform(.add("a", item, size: nil, page: nil, near: nil), on: "home", grid)
    _ = try await first.boards.perform(.rename("Work"), on: "home", grid)
    let widget = try #require(await first.boards.widget("a") as? InstanceWidget)
    try widget.instance.store.insert("Item", ["name": "x", "count": 1])
    let before = try await first.boards.update(of: "home", on: grid)
    #expect(await first.boards.boards.map(\.name) == ["Work"])

    let second = try await cluster.makeHost("second")
    await first.host.drain()
    try await second.waitUntilItHas("home")
    let after = try await second.boards.update(of: "home", on: grid)
    #expect(after.board == before.board && after.canUndo && after.revision > before.revision)
    let moved = try #require(await second.boards.widget("a") as? InstanceWidget)
    #expect(try moved.instance.store.fetch(FetchRequest("Item")).map { $0.value(forKey: "name") } == ["x"])
    // What was the owner can do nothing more.
    #expect(throws: StoreError.self) { try widget.instance.store.insert("Item", ["name": "y"]) }
    _ = try await second.boards.step(isUndo: true, on: "home", grid)
    #expect(try await second.boards.document(of: "home").name == "Home")
    await second.host.drain()
  }

  @Test func `of many small changes, the next owner makes few again`() async throws {
    let cluster = try TestCluster()
    let first = try await cluster.makeHost("first")
    try await first.waitUntilItHas("home")
    _ = try await first.boards.perform(.add("a", item, size: nil, page: nil, near: nil), on: "home", grid)
    let widget = try #require(await first.boards.widget("a") as? InstanceWidget)
    for number in 1...600 { try widget.instance.store.insert("Item", ["name": .string("\(number)")]) }
    try await eventually {
      try cluster.sql("SELECT count(*) AS n FROM tessera.journal WHERE store = 'instances/a'").rows[0].integer("n")
        < 100
    }
    let second = try await cluster.makeHost("second")
    await first.host.drain()
    try await second.waitUntilItHas("home")
    let moved = try #require(await second.boards.widget("a") as? InstanceWidget)
    #expect(try moved.instance.store.fetch(FetchRequest("Item")).count == 600)
    await second.host.drain()
  }

  /// The number of changes of the widget `a` that its next owner makes again.
  private func changesAfterContent(_ cluster: TestCluster) throws -> Int64 {
    try cluster.sql(
      // The second owner may store something as well.
      "SELECT count(*) AS n FROM tessera.journal WHERE store = 'instances/a' AND epoch = 1 "
        + "AND seq > (SELECT coalesce(max(seq), 0) FROM tessera.content WHERE store = 'instances/a')"
    ).rows[0].integer("n")
  }

  /// A host with a board whose widget has a number of objects, each stored by a change of its own.
  private func makeHost(
    _ cluster: TestCluster, with count: Int
  ) async throws -> (host: TestCluster.Host, widget: InstanceWidget) {
    let host = try await cluster.makeHost("first")
    try await host.waitUntilItHas("home")
    _ = try await host.boards.perform(.add("a", item, size: nil, page: nil, near: nil), on: "home", grid)
    let widget = try #require(await host.boards.widget("a") as? InstanceWidget)
    for number in 0..<count { try widget.instance.store.insert("Item", ["name": .string("\(number)")]) }
    return (host, widget)
  }

  @Test(arguments: [(true, 100, 0), (false, 100, 0), (true, 5, 5), (false, 5, 5)])
  func `content is persisted before a board is given away, if the next owner would make many changes again`(
    isStopped: Bool, count: Int, left: Int64
  ) async throws {
    let cluster = try TestCluster()
    let (first, _) = try await makeHost(cluster, with: count)
    #expect(try changesAfterContent(cluster) == Int64(count))
    let second = try await cluster.makeHost("second")
    if isStopped {
      await first.host.drain()
    } else {
      try ClusterAdministration(database: cluster.database).move("home", to: "second")
    }
    try await second.waitUntilItHas("home")
    #expect(try changesAfterContent(cluster) == left)
    let moved = try #require(await second.boards.widget("a") as? InstanceWidget)
    #expect(try moved.instance.store.fetch(FetchRequest("Item")).count == count)
    await second.host.drain()
    if !isStopped { await first.host.drain() }
  }

  @Test func `content that cannot be persisted in time changes nothing`() async throws {
    let cluster = try TestCluster()
    let (host, widget) = try await makeHost(cluster, with: 100)
    host.cluster.replication.persistContents(of: "home", before: .now)
    #expect(try changesAfterContent(cluster) == 100)
    host.cluster.replication.persistContents(of: "home", before: .now + .seconds(300))
    #expect(try changesAfterContent(cluster) == 0)
    // Now there is nothing to persist.
    let count = host.cluster.journals.counts.contents
    host.cluster.replication.persistContents(of: "home", before: .now + .seconds(300))
    #expect(host.cluster.journals.counts.contents == count)
    try widget.instance.store.insert("Item", ["name": "last"])
    #expect(try widget.instance.store.fetch(FetchRequest("Item")).count == 101)
    await host.host.drain()
  }

  @Test func `a widget changes its data while content is persisted, and nothing of it is lost`() async throws {
    let cluster = try TestCluster()
    let (host, widget) = try await makeHost(cluster, with: 40)
    let replication = host.cluster.replication
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for number in 40..<240 { try widget.instance.store.insert("Item", ["name": .string("\(number)")]) }
      }
      group.addTask {
        for _ in 0..<20 { replication.persistContents(of: "home", before: .now + .seconds(2)) }
      }
      try await group.waitForAll()
    }
    let second = try await cluster.makeHost("second")
    await host.host.drain()
    try await second.waitUntilItHas("home")
    let moved = try #require(await second.boards.widget("a") as? InstanceWidget)
    #expect(try moved.instance.store.fetch(FetchRequest("Item")).count == 240)
    await second.host.drain()
  }

  @Test func `a board that arrives several times at once is opened once`() async throws {
    let cluster = try TestCluster()
    let host = try await cluster.makeHost("first")
    try await host.waitUntilItHas("home")
    let epoch = try #require(host.cluster.epoch(of: "home"))
    await host.boards.release("home")
    let arrivals = Mutex(0)
    await host.boards.observeTiles { change in if case .adopted = change { arrivals.withLock { $0 += 1 } } }
    try await withThrowingTaskGroup(of: [Diagnostic].self) { group in
      for _ in 0..<8 {
        group.addTask { try await host.boards.adopt("home", named: "Home", epoch: epoch) }
      }
      for try await problems in group { #expect(problems == []) }
    }
    #expect(arrivals.withLock { $0 } == 1)
    _ = try await host.boards.perform(.rename("Work"), on: "home", grid)
    await host.host.drain()
  }

  @Test func `who lost a board without noticing writes nothing, whatever it writes`() async throws {
    let cluster = try TestCluster()
    let host = try await cluster.makeHost("first")
    try await host.waitUntilItHas("home")
    _ = try await host.boards.perform(.add("a", item, size: nil, page: nil, near: nil), on: "home", grid)
    let widget = try #require(await host.boards.widget("a") as? InstanceWidget)
    let began = ContinuousClock.now
    // The other host is there first: a board of a host that is not there would be taken back at once.
    try cluster.sql(
      // Its lock, which no connection holds, does not count, because it is of another run of the database.
      "INSERT INTO tessera.host (id, name, address, program, until, lock, server) VALUES "
        + "('another', 'another', 'another:1', '1', clock_timestamp() + interval '1 hour', 1, '2000-01-01')")
    try cluster.sql("UPDATE tessera.lease SET host = 'another', epoch = epoch + 1")
    let count = try cluster.sql("SELECT count(*) AS n FROM tessera.journal").rows[0].integer("n")
    #expect(throws: StoreError.self) { try widget.instance.store.insert("Item", ["name": "y"]) }
    await #expect(throws: (any Error).self) {
      _ = try await host.boards.perform(.rename("Lost"), on: "home", grid)
    }
    #expect(try cluster.sql("SELECT count(*) AS n FROM tessera.journal").rows[0].integer("n") == count)
    try await eventually { await !host.boards.has("home") }
    let before = ContinuousClock.now
    let location = await host.host.location(ofBoard: "home", isFresh: false)
    let waited = ContinuousClock.now - began
    guard case .remote(let owner) = location else {
      Issue.record("\(location)")
      return
    }
    #expect(owner.address == "another:1" && owner.epoch == 2)
    // The lease of an hour began some time ago, and its end is counted from before the database was asked, which may have
    // taken all the time since.
    let lease = Duration.seconds(3600)
    #expect(owner.until < before + lease && owner.until > began + lease - .seconds(1) - waited)
    #expect(await host.host.board(ofTile: "a") == .board("home"))
    await host.host.drain()
  }

  @Test func `boards of a host that is over are taken by another one`() async throws {
    let cluster = try TestCluster()
    let host = try await cluster.makeHost("first")
    try await host.waitUntilItHas("home")
    try cluster.sql(
      "INSERT INTO tessera.host (id, name, address, program, until, lock) VALUES "
        + "('gone', 'gone', 'gone:1', '1', clock_timestamp() + interval '1 second', 1)")
    try cluster.sql("INSERT INTO tessera.board (id, name) VALUES ('late', 'Late')")
    try cluster.sql("INSERT INTO tessera.lease (board, host, epoch) VALUES ('late', 'gone', 5)")
    try await host.waitUntilItHas("late")
    #expect(try cluster.sql("SELECT epoch FROM tessera.lease WHERE board = 'late'").rows[0].integer("epoch") == 6)
    #expect(try await host.boards.document(of: "late").name == "Late")
    await host.host.drain()
  }

  @Test func `boards are made and removed with all that is persisted of them`() async throws {
    let cluster = try TestCluster()
    let host = try await cluster.makeHost("first")
    try await host.waitUntilItHas("home")
    let id = try await host.boards.addBoard(named: "Second")
    #expect(await host.boards.boards.map(\.name) == ["Home", "Second"])
    _ = try await host.boards.perform(.add("b", item, size: nil, page: nil, near: nil), on: id, grid)
    let widget = try #require(await host.boards.widget("b") as? InstanceWidget)
    try widget.instance.store.insert("Item", ["name": "x"])
    try await host.boards.removeBoard(id)
    #expect(await host.boards.boards.map(\.name) == ["Home"])
    for table in ["journal", "content"] {
      let rows = try cluster.sql("SELECT store FROM tessera.\(table) GROUP BY store ORDER BY store").rows
      let stores = try rows.map { try $0.text("store") }
      #expect(stores.allSatisfy { !$0.contains(id) && $0 != "instances/b" }, "\(table): \(stores)")
    }
    await #expect(throws: Diagnostic.self) { try await host.boards.removeBoard("home") }
    await host.host.drain()
  }

  @Test func `a damaged change leaves its widget readable and unchangeable, and harms no other`() async throws {
    let cluster = try TestCluster()
    let first = try await cluster.makeHost("first")
    try await first.waitUntilItHas("home")
    for tile in ["a", "b"] {
      _ = try await first.boards.perform(
        .add(TileID(rawValue: tile), item, size: nil, page: nil, near: nil), on: "home", grid)
      let widget = try #require(await first.boards.widget(tile) as? InstanceWidget)
      for name in ["x", "y", "z"] { try widget.instance.store.insert("Item", ["name": .string(name)]) }
    }
    await first.host.drain()
    try cluster.sql(
      "UPDATE tessera.journal SET change = set_byte(change, 20, get_byte(change, 20) # 1) WHERE store = 'instances/a' AND seq = 3"
    )
    let second = try await cluster.makeHost("second")
    try await second.waitUntilItHas("home")
    let damaged = try #require(await second.boards.widget("a") as? InstanceWidget)
    #expect(try damaged.instance.store.fetch(FetchRequest("Item")).count == 1)
    #expect(throws: StoreError.notPersisted(reason: "the change 3 is damaged")) {
      try damaged.instance.store.insert("Item", ["name": "w"])
    }
    let sound = try #require(await second.boards.widget("b") as? InstanceWidget)
    #expect(try sound.instance.store.fetch(FetchRequest("Item")).count == 3)
    try sound.instance.store.insert("Item", ["name": "w"])
    await second.host.drain()
  }

  @Test func `many changes are replaced by all content, which the next owner reads`() async throws {
    let cluster = try TestCluster()
    let first = try await cluster.makeHost("first")
    try await first.waitUntilItHas("home")
    _ = try await first.boards.perform(.add("a", item, size: nil, page: nil, near: nil), on: "home", grid)
    let widget = try #require(await first.boards.widget("a") as? InstanceWidget)
    var generator = SeededGenerator(seed: 1)
    for number in 0..<40 {
      let text = String(
        (0..<60_000).map { _ in Character(UnicodeScalar(UInt8.random(in: 33...126, using: &generator))) })
      try widget.instance.store.insert("Item", ["name": .string("\(number)" + text)])
    }
    let rows = try cluster.sql("SELECT count(*) AS n FROM tessera.journal WHERE store = 'instances/a'").rows
    #expect(try rows[0].integer("n") < 40)
    await first.host.drain()
    let second = try await cluster.makeHost("second")
    try await second.waitUntilItHas("home")
    let moved = try #require(await second.boards.widget("a") as? InstanceWidget)
    #expect(try moved.instance.store.fetch(FetchRequest("Item")).count == 40)
    await second.host.drain()
  }

  @Test func `two hosts share boards fairly, and a name is used once`() async throws {
    let cluster = try TestCluster()
    let first = try await cluster.makeHost("first")
    try await first.waitUntilItHas("home")
    for number in 1...5 { _ = try await first.boards.addBoard(named: "Board \(number)") }
    let second = try await cluster.makeHost("second")
    try await eventually { second.cluster.session.boards.count == 3 && first.cluster.session.boards.count == 3 }
    await #expect(throws: Diagnostic.self) { _ = try await cluster.makeHost("first") }
    await second.host.drain()
    try await eventually { first.cluster.session.boards.count == 6 }
    await first.host.drain()
  }
}
