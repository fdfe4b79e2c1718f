import Foundation
import Synchronization
import TesseraPostgresServer
import Testing

@testable import TesseraPostgreSQL

@Suite("Connections that are kept", .enabled(if: PostgresServer.isInstalled, absence))
struct PostgresPoolTests {
  private static let identity = "SELECT pg_backend_pid() AS id"

  private func id(_ result: PostgresResult) throws -> Int64 { try #require(result.rows.first).integer("id") }

  @Test func `A connection is used again, and replaced when the server has ended it`() throws {
    let address = try newAddress()
    let pool = PostgresPool(to: address)
    let other = try PostgresConnection(to: address, before: far)
    let first = try id(pool.run(Self.identity, before: far))
    #expect(try id(pool.run(Self.identity, before: far)) == first)
    for isBorrowed in [false, true] {
      let current = try id(pool.run(Self.identity, before: far))
      try other.run("SELECT pg_terminate_backend($1::int4, 10000)", [.integer(current)], before: far)
      let next =
        try isBorrowed
        ? pool.perform(before: far) { try id($0.run(Self.identity, before: far)) }
        : id(pool.run(Self.identity, before: far))
      #expect(next != current)
    }
  }

  @Test func `A statement that ends its own connection is not sent again`() throws {
    let pool = PostgresPool(to: try newAddress())
    try pool.run("CREATE SEQUENCE tries", before: far)
    let sql = "SELECT nextval('tries'), pg_terminate_backend(pg_backend_pid()), pg_sleep(10)"
    let error = try #require(failure { try pool.run(sql, before: far) })
    #expect(error.isDisconnection)
    #expect(!error.isUnsent)
    #expect(try pool.run("SELECT nextval('tries') AS n", before: far).rows.first?.integer("n") == 2)
  }

  @Test func `A statement waits for a free connection, but not beyond its deadline`() throws {
    let pool = PostgresPool(to: try newAddress(), maximumCount: 1)
    try pool.perform(before: far) { connection in
      let error = try #require(failure { try pool.run("SELECT 1", before: soon) })
      #expect(error.kind == .deadline)
      #expect(error.isUnsent)
      try connection.run("SELECT 1", before: far)
    }
    #expect(try pool.run("SELECT 1 AS one", before: far).count == 1)
  }

  @Test func `A transaction that is left open is rolled back`() throws {
    let pool = PostgresPool(to: try newAddress(), maximumCount: 1)
    try pool.run("CREATE TABLE a (n int8)", before: far)
    try pool.run("BEGIN", before: far)
    try pool.perform(before: far) { connection in
      try connection.run("BEGIN", before: far)
      try connection.run("INSERT INTO a VALUES (1)", before: far)
    }
    #expect(try pool.run("SELECT n FROM a", before: far).count == 0)
  }

  @Test func `A statement beyond its deadline costs only its own connection`() throws {
    let pool = PostgresPool(to: try newAddress(), maximumCount: 1)
    #expect(failure { try pool.run("SELECT pg_sleep(5)", before: soon) }?.kind == .deadline)
    #expect(try pool.run("SELECT 1 AS one", before: far).count == 1)
  }

  @Test func `No more connections than allowed are open`() async throws {
    let pool = PostgresPool(to: try newAddress(), maximumCount: 3)
    let ids = try await withThrowingTaskGroup(of: Int64.self) { group in
      for _ in 0..<40 {
        group.addTask {
          let sql = "SELECT pg_backend_pid() AS id, pg_sleep(0.01)"
          return try #require(try await pool.run(sql, before: far).rows.first).integer("id")
        }
      }
      var ids: [Int64] = []
      for try await id in group { ids.append(id) }
      return ids
    }
    #expect(ids.count == 40)
    #expect((1...3).contains(Set(ids).count))
  }

  @Test func `Waiting tasks leave the threads of other tasks free`() async throws {
    // Every statement waits for the one that is sent last.
    let pool = PostgresPool(to: try newAddress(), maximumCount: 20)
    try await withThrowingTaskGroup(of: Void.self) { group in
      try await pool.run("CREATE TABLE go (n int8)", before: far)
      for _ in 0..<19 {
        group.addTask {
          try await pool.perform(before: far) { connection in
            while try connection.run("SELECT n FROM go", before: far).count == 0 {
              try connection.run("SELECT pg_sleep(0.01)", before: far)
            }
          }
        }
      }
      group.addTask { try await pool.run("INSERT INTO go VALUES (1)", before: far) }
      try await group.waitForAll()
    }
  }

  @Test func `A closed pool runs nothing`() throws {
    let pool = PostgresPool(to: try newAddress())
    try pool.perform(before: far) { connection in
      pool.close()
      try connection.run("SELECT 1", before: far)
    }
    let error = failure { try pool.run("SELECT 1", before: far) }
    #expect(error?.kind == .connection)
    #expect(error?.isUnsent == true)
  }

  @Test func `A server that restarts is found again`() throws {
    let server = try PostgresServer(isDurable: true)
    defer { server.stop() }
    let pool = PostgresPool(to: try PostgresAddress(server.makeDatabase()))
    try pool.run("CREATE TABLE a (n int8)", before: far)
    try server.restart(isCrash: true)
    #expect(try pool.run("SELECT n FROM a", before: far).count == 0)
    try server.halt()
    let error = failure { try pool.run("SELECT n FROM a", before: far) }
    #expect(error?.kind == .connection)
    #expect(error?.isUnsent == true)
    try server.restart()
    #expect(try pool.run("SELECT n FROM a", before: far).count == 0)
  }
}
