import Foundation
import TesseraPostgreSQL
import TesseraPostgresServer
import TesseraTestSupport
import Testing

@testable import TesseraCluster

@Suite("Appends and takeovers at the same time", .enabled(if: PostgresServer.isInstalled, absence))
struct FencingTests {
  @Test func `in 1,000 pauses around an append, nothing is persisted after another host has the board`() async throws {
    let cluster = try TestCluster()
    try cluster.sql("INSERT INTO tessera.board (id, name) VALUES ('fenced', 'Fenced')")
    try cluster.sql("INSERT INTO tessera.lease (board, host, epoch) VALUES ('fenced', 'host', 1)")
    try cluster.sql("INSERT INTO tessera.store (name, board) VALUES ('boards/fenced', 'fenced')")
    try cluster.sql(
      "INSERT INTO tessera.host (id, name, address, program, until, lock) "
        + "SELECT id, id, id || ':1', '1', clock_timestamp() + interval '1 hour', 1 FROM unnest('{host,other}'::text[]) id"
    )
    let (writing, taking) = (
      try PostgresConnection(to: cluster.database, before: Self.deadline()),
      try PostgresConnection(to: cluster.database, before: Self.deadline())
    )
    defer {
      writing.close()
      taking.close()
    }
    var generator = SeededGenerator(seed: 7)
    var (persisted, refused) = (0, 0)
    for round in 0..<1000 {
      let epoch = Int64(2 * round + 1)
      let isPersisted: Bool
      let known: Int64
      switch round % 4 {
      case 0:  // The pause is before the append.
        known = try Self.takeOver(epoch, on: taking)
        isPersisted = try await Self.append(round, epoch, on: writing)
      case 1:  // The pause is after it.
        isPersisted = try await Self.append(round, epoch, on: writing)
        known = try Self.takeOver(epoch, on: taking)
      default:  // The two meet at any point.
        let pause = UInt32.random(in: 0...900, using: &generator)
        async let appended = Self.append(round, epoch, after: pause, on: writing)
        usleep(.random(in: 0...900, using: &generator))
        known = try Self.takeOver(epoch, on: taking)
        isPersisted = try await appended
      }
      #expect(try Self.count(epoch, on: taking) == known)
      #expect(isPersisted == (known == 1))
      persisted += isPersisted ? 1 : 0
      refused += isPersisted ? 0 : 1
      _ = try taking.run(
        "UPDATE tessera.lease SET host = 'host', epoch = epoch + 1 WHERE board = 'fenced'", [], before: Self.deadline())
    }
    #expect(persisted >= 250 && refused >= 250, "\(persisted) were kept, \(refused) refused")
  }

  /// A machine that does other things as well may take long for a statement, but not for ever.
  private static func deadline() -> ContinuousClock.Instant { .now + .seconds(600) }

  /// Appends as the owner in an epoch, and returns whether the change was persisted.
  private static func append(
    _ round: Int, _ epoch: Int64, after pause: UInt32 = 0, on connection: PostgresConnection
  ) async throws -> Bool {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        usleep(pause)
        continuation.resume(
          with: Result {
            try connection.run(
              JournalStatements.append,
              [
                .text("fenced"), .text("host"), .integer(epoch), .text("boards/fenced"), .integer(Int64(round + 1)),
                .text("attempt-\(round)"), .bytes([1]),
              ], before: Self.deadline()
            ).count == 1
          })
      }
    }
  }

  /// Gives the board to another host, and returns how many changes of the epoch there are as soon as it has it.
  private static func takeOver(_ epoch: Int64, on connection: PostgresConnection) throws -> Int64 {
    _ = try connection.run(
      "UPDATE tessera.lease SET host = 'other', epoch = epoch + 1 WHERE board = 'fenced'", [], before: deadline())
    return try count(epoch, on: connection)
  }

  private static func count(_ epoch: Int64, on connection: PostgresConnection) throws -> Int64 {
    try connection.run(
      "SELECT count(*) AS n FROM tessera.journal WHERE epoch = $1", [.integer(epoch)], before: deadline()
    ).rows[0].integer("n")
  }
}
