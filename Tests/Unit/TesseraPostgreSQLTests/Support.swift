import Foundation
import TesseraPostgresServer
import Testing

@testable import TesseraPostgreSQL

/// A deadline that no test reaches.
var far: ContinuousClock.Instant { .now + .seconds(600) }

/// A deadline that is reached soon.
var soon: ContinuousClock.Instant { .now + .milliseconds(200) }

/// Why tests that need a server are skipped.
let absence: Comment = "PostgreSQL is not on this machine"

/// Creates a database of its own for a test.
func newAddress(over route: PostgresServer.Route = .socket) throws -> PostgresAddress {
  try PostgresAddress(PostgresServer.shared().makeDatabase(over: route))
}

/// Connects to a database of its own.
func newConnection() throws -> PostgresConnection { try PostgresConnection(to: newAddress(), before: far) }

/// Returns the error of a body; nil if there was none.
func failure(of body: () throws -> Void) -> PostgresError? {
  do {
    try body()
  } catch let error as PostgresError {
    return error
  } catch {
    Issue.record(error)
  }
  return nil
}

/// Runs blocking bodies at the same time, each on a thread of its own, and waits for all.
func simultaneously(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let group = DispatchGroup()
  for index in 0..<count {
    group.enter()
    Thread {
      body(index)
      group.leave()
    }.start()
  }
  group.wait()
}
