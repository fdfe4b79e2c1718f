import TesseraPostgreSQL
import TesseraPostgresServer
import TesseraValues
import Testing

@testable import TesseraCluster

@Suite("Waiting for boards")
struct MoveProgressTests {
  private typealias Board = ClusterAdministration.Board

  private let move = BoardMove(board: "home", host: "b", hostID: "2", epoch: 4)
  private let drain = HostDrain(host: "a", id: "1", boards: ["home", "work"])

  @Test(
    arguments: [
      ("a", "1", 4, .waiting("The board 'home' is still on the host 'a'")),
      (nil, "0", 4, .waiting("The board 'home' is still on a host that ended")),
      (nil, nil, 5, .waiting("The board 'home' is on its way to the host 'b'")),
      ("b", "2", 6, .done("The board 'home' is on the host 'b'")),
    ] as [(String?, String?, Int64, MoveProgress)])
  func `a move is done when the host has the board`(host: String?, id: String?, epoch: Int64, expected: MoveProgress)
    throws
  {
    let board = Board(id: "home", name: "Home", host: host, hostID: id, epoch: epoch)
    #expect(try move.progress(board, isHostAlive: true) == expected)
  }

  @Test func `a move that leads nowhere fails, and says where the board is`() throws {
    let elsewhere = Board(id: "home", name: "Home", host: "c", hostID: "3", epoch: 6)
    let faults: [(Board?, Bool, String, String)] = [
      (nil, true, "unknown-board", "The board 'home' was removed meanwhile"),
      (elsewhere, true, "board-elsewhere", "The board 'home' went to the host 'c', not to 'b'"),
      (elsewhere, false, "unknown-host", "The host 'b' ended meanwhile, so the board 'home' stays on others"),
    ]
    for (board, isAlive, rule, message) in faults {
      let error = #expect(throws: Diagnostic.self) { try move.progress(board, isHostAlive: isAlive) }
      #expect(error?.rule == rule && error?.message == message)
    }
  }

  @Test(
    arguments: [
      ("1", "1", true, .waiting("2 boards are still on the host 'a'")),
      ("1", "2", true, .waiting("1 board is still on the host 'a'")),
      ("2", "2", false, .waiting("The host 'a' has not heard of it yet")),
      (nil, "2", true, .waiting("1 board is on the way to other hosts")),
      ("over", nil, true, .waiting("2 boards are on the way to other hosts")),
      ("2", "3", true, .done("The host 'a' has no boards")),
    ] as [(String?, String?, Bool, MoveProgress)])
  func `a host has given its boards away when living hosts have them`(
    home: String?, work: String?, hasBegun: Bool, expected: MoveProgress
  ) {
    let boards = [
      Board(id: "home", name: "Home", hostID: home, epoch: 1), Board(id: "work", name: "Work", hostID: work, epoch: 1),
      // This one was elsewhere before.
      Board(id: "other", name: "Other", epoch: 1),
    ]
    #expect(drain.progress(boards, living: ["1", "2", "3"], hasBegun: hasBegun) == expected)
  }

  /// Waits with a clock that only waiting moves.
  /// - Parameter states: How far it is each time that it is looked at; the last one stays.
  private func wait(
    _ states: [Result<MoveProgress, Diagnostic>]
  ) throws -> (late: Diagnostic?, said: [String], count: Int) {
    var now = ContinuousClock.now
    var (count, said): (Int, [String]) = (0, [])
    let wait = MoveWait(timeout: .seconds(2), now: { now }, sleep: { now += $0 })
    let late = try wait.run(report: { said.append($0) }) { () throws(Diagnostic) in
      defer { count += 1 }
      return try states[min(count, states.count - 1)].get()
    }
    return (late, said, count)
  }

  @Test func `what has changed is said once, until all is done`() throws {
    let (late, said, count) = try wait([
      .success(.waiting("2 boards")), .success(.waiting("2 boards")), .success(.waiting("1 board")),
      .success(.done("Done")),
    ])
    #expect(late == nil && said == ["2 boards", "1 board", "Done"] && count == 4)
  }

  @Test func `when the time is over, it says what is not done`() throws {
    let (late, said, count) = try wait([.success(.waiting("1 board is still on the host 'a'"))])
    #expect(said == ["1 board is still on the host 'a'"] && count == 9)
    #expect(late?.rule == "timeout")
    #expect(late?.message == "It is not done after 2 seconds: 1 board is still on the host 'a'")
  }

  @Test func `a database that does not answer is waited for, and other failures end the waiting`() throws {
    let absent = Diagnostic(rule: "cluster-database", message: "No answer")
    let (late, said, _) = try wait([.failure(absent), .success(.done("Done"))])
    #expect(late == nil && said == ["No answer", "Done"])
    let gone = Diagnostic(rule: "unknown-board", message: "Gone")
    #expect(throws: gone) { _ = try wait([.success(.waiting("1 board")), .failure(gone)]) }
  }
}

@Suite("Waiting for boards of a cluster", .enabled(if: PostgresServer.isInstalled, absence))
struct MoveTests {
  /// Looks until all is done, and returns what was said.
  private func finish(_ progress: @Sendable () throws(Diagnostic) -> MoveProgress) async throws -> [String] {
    var said: [String] = []
    while true {
      switch try progress() {
      case .done(let text): return said + [text]
      case .waiting(let text): said.append(text)
      }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  @Test func `a move and a drain are done when the database says so`() async throws {
    let cluster = try TestCluster()
    let administration = try ClusterAdministration(database: cluster.database)
    let first = try await cluster.makeHost("first")
    try await first.waitUntilItHas("home")
    #expect(throws: Diagnostic.self, "no other host could take the boards") { try administration.drain("first") }
    #expect(!first.cluster.session.isDraining)
    let second = try await cluster.makeHost("second")
    let move = try administration.move("home", to: "second")
    let moved = try await finish { () throws(Diagnostic) in
      var move = move
      return try administration.progress(of: &move)
    }
    #expect(moved.last == "The board 'home' is on the host 'second'")
    #expect(try administration.boards().map(\.host) == ["second"])
    var again = try administration.move("home", to: "second")
    #expect(try administration.progress(of: &again) == .done("The board 'home' is on the host 'second'"))

    let drain = try administration.drain("second")
    let drained = try await finish { () throws(Diagnostic) in try administration.progress(of: drain) }
    #expect(drained.last == "The host 'second' has no boards")
    #expect(try administration.boards().map(\.host) == ["first"])
    let error = #expect(throws: Diagnostic.self) { try administration.move("home", to: "second") }
    #expect(error?.rule == "host-draining")
    await second.host.drain()
    await first.host.drain()
  }

  @Test func `a board that another host was faster to take is asked for again, and not for ever`() throws {
    let cluster = try TestCluster()
    try cluster.sql(
      "INSERT INTO tessera.host (id, name, address, program, until, lock) "
        + "SELECT id, id, id || ':1', '1', clock_timestamp() + interval '1 hour', 1 FROM unnest('{a,b,c}'::text[]) id")
    try cluster.sql("UPDATE tessera.lease SET host = 'a', epoch = 1")
    let administration = try ClusterAdministration(database: cluster.database)
    var move = try administration.move("home", to: "b")
    for attempt in 1...3 {
      try cluster.sql("UPDATE tessera.lease SET host = 'c', epoch = epoch + 1, wanted = NULL")
      if attempt < 3 {
        #expect(
          try administration.progress(of: &move) == .waiting("The board 'home' went to the host 'c', not to 'b'"))
        #expect(try cluster.sql("SELECT wanted FROM tessera.lease").rows[0].text("wanted") == "b")
      } else {
        #expect(throws: Diagnostic.self) { try administration.progress(of: &move) }
      }
    }
  }
}
