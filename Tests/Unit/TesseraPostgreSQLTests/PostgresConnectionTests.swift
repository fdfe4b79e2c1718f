import Foundation
import Synchronization
import TesseraPostgresServer
import Testing

@testable import TesseraPostgreSQL

@Suite("A connection to a database", .enabled(if: PostgresServer.isInstalled, absence))
struct PostgresConnectionTests {
  private func processID(of connection: PostgresConnection) throws -> Int64 {
    try #require(try connection.run("SELECT pg_backend_pid() AS id", before: far).rows.first).integer("id")
  }

  /// Ends a connection from another one, and waits until the server has done so.
  private func terminate(_ id: Int64, from other: PostgresConnection) throws {
    let rows = try other.run("SELECT pg_terminate_backend($1::int4, 10000) AS done", [.integer(id)], before: far).rows
    #expect(try rows.first?.bool("done") == true)
  }

  /// Waits until a connection runs `pg_sleep`.
  private func waitUntilAsleep(_ id: Int64, from other: PostgresConnection) {
    let sql = "SELECT 1 AS one FROM pg_stat_activity WHERE pid = $1::int4 AND wait_event = 'PgSleep'"
    while (try? other.run(sql, [.integer(id)], before: far).count) == 0 {}
  }

  // MARK: Statements

  @Test func `Statements say how many rows they changed`() throws {
    let connection = try newConnection()
    try connection.execute(script: "CREATE TABLE a (n int8); CREATE TABLE b (n int8)", before: far)
    #expect(try connection.run("INSERT INTO a SELECT generate_series(1, 5)", before: far).count == 5)
    #expect(try connection.run("UPDATE a SET n = n + 10 WHERE n > $1", [.integer(3)], before: far).count == 2)
    let rows = try connection.run("SELECT n FROM a ORDER BY n", before: far).rows
    #expect(try rows.map { row in try row.integer("n") } == [1, 2, 3, 14, 15])
    #expect(try connection.run("CREATE TABLE c (n int8)", before: far).count == 0)
    #expect(try connection.run("", before: far).rows.isEmpty)
  }

  @Test(arguments: [
    ("INSERT INTO keys VALUES (1)", PostgresError.uniqueViolation),
    ("SELECT * FROM nothing", PostgresError.undefinedTable),
    ("CREATE TABLE nowhere.a (n int8)", PostgresError.undefinedSchema),
    ("SET ROLE pg_monitor; DROP TABLE keys", PostgresError.insufficientPrivilege), ("SELEC", "42601"),
  ])
  func `errors of statements have states`(script: String, state: String) throws {
    let connection = try newConnection()
    try connection.execute(script: "CREATE TABLE keys (n int8 PRIMARY KEY); INSERT INTO keys VALUES (1)", before: far)
    let error = try #require(failure { try connection.execute(script: script, before: far) })
    #expect(error.sqlState == state)
    #expect(!error.isDisconnection)
    #expect(connection.isUsable)
    if !script.contains(";") {
      #expect(failure { try connection.run(script, before: far) }?.sqlState == state)
      #expect(try connection.run("SELECT 1 AS one", before: far).count == 1)
    }
  }

  @Test func `A message has the server's detail`() throws {
    let connection = try newConnection()
    try connection.execute(script: "CREATE TABLE keys (n int8 PRIMARY KEY); INSERT INTO keys VALUES (1)", before: far)
    let error = failure { try connection.run("INSERT INTO keys VALUES (1)", before: far) }
    #expect(
      error?.message
        == "duplicate key value violates unique constraint \"keys_pkey\"; Key (n)=(1) already exists.")
  }

  @Test func `A script that fails has no effect`() throws {
    let connection = try newConnection()
    let error = failure { try connection.execute(script: "CREATE TABLE a (n int8); SELEC", before: far) }
    #expect(error?.sqlState == "42601")
    #expect(
      failure { try connection.run("SELECT * FROM a", before: far) }?.sqlState == PostgresError.undefinedTable)
  }

  @Test func `Statements are prepared once, and at most sixty-four are kept`() throws {
    let connection = try newConnection()
    func preparedCount() throws -> Int64 {
      let rows = try connection.run("SELECT count(*) AS count FROM pg_prepared_statements", before: far).rows
      return try #require(rows.first).integer("count")
    }
    for _ in 0..<3 { try connection.run("SELECT $1 AS a", [.integer(1)], before: far) }
    #expect(try preparedCount() == 2)
    for number in 0..<200 { try connection.run("SELECT \(number) AS a", before: far) }
    #expect(try preparedCount() == 64)
  }

  @Test func `A prepared statement follows changes of its tables, and is prepared again when it is gone`() throws {
    let connection = try newConnection()
    try connection.execute(script: "CREATE TABLE a (n int8); INSERT INTO a VALUES (1)", before: far)
    #expect(try connection.run("SELECT * FROM a", before: far).rows.first?.integer("n") == 1)
    try connection.execute(script: "ALTER TABLE a ADD COLUMN t text DEFAULT 'x'", before: far)
    #expect(try connection.run("SELECT * FROM a", before: far).rows.first?.text("t") == "x")
    try connection.execute(script: "DEALLOCATE ALL", before: far)
    #expect(try connection.run("SELECT * FROM a", before: far).rows.first?.text("t") == "x")
    // A transaction has failed by then, and the caller learns it.
    try connection.run("BEGIN", before: far)
    try connection.execute(script: "DEALLOCATE ALL", before: far)
    #expect(failure { try connection.run("SELECT * FROM a", before: far) }?.sqlState == "26000")
    try connection.run("ROLLBACK", before: far)
    #expect(try connection.run("SELECT * FROM a", before: far).rows.first?.text("t") == "x")
  }

  @Test func `A copy to the client closes the connection`() throws {
    for sql in ["COPY (SELECT 1) TO STDOUT", "COPY a FROM STDIN"] {
      let connection = try newConnection()
      try connection.execute(script: "CREATE TABLE a (n int8)", before: far)
      #expect(failure { try connection.execute(script: sql, before: far) }?.kind == .unexpected)
      #expect(!connection.isUsable)
    }
  }

  @Test func `Statements with null characters and too many parameters are not sent`() throws {
    let connection = try newConnection()
    for sql in ["SELECT 1\0", "\0"] {
      #expect(failure { try connection.run(sql, before: far) }?.isUnsent == true)
      #expect(failure { try connection.execute(script: sql, before: far) }?.isUnsent == true)
    }
    let values = [PostgresValue](repeating: .null, count: PostgresParameters.maximumCount + 1)
    #expect(failure { try connection.run("SELECT 1", values, before: far) }?.isUnsent == true)
    #expect(failure { try connection.run("SELECT $1", [.text("a\0b")], before: far) }?.sqlState == "22021")
    #expect(connection.isUsable)
  }

  @Test func `Notices are dropped`() throws {
    let connection = try newConnection()
    try connection.execute(script: "DO $$ BEGIN RAISE WARNING 'seen nowhere'; END $$", before: far)
    #expect(connection.isUsable)
  }

  // MARK: Deadlines and breaks

  @Test func `A statement beyond its deadline closes the connection`() throws {
    let connection = try newConnection()
    // Long enough for a slow machine to send it, so that the deadline comes while the database is at work.
    let error = try #require(failure { try connection.run("SELECT pg_sleep(60)", before: .now + .seconds(3)) })
    #expect(error.kind == .deadline)
    #expect(error.isDisconnection)
    #expect(!error.isUnsent)
    #expect(!connection.isUsable)
    let next = try #require(failure { try connection.run("SELECT 1", before: far) })
    #expect(next.kind == .connection)
    #expect(next.isUnsent)
  }

  @Test func `A deadline that has passed already sends nothing`() throws {
    let connection = try newConnection()
    let error = try #require(failure { try connection.run("SELECT 1", before: .now - .seconds(1)) })
    #expect(error.kind == .deadline)
    #expect(error.isUnsent)
    #expect(connection.isUsable)
  }

  @Test func `The next server is tried when one refuses`() throws {
    let server = try PostgresServer.shared()
    let text = "user=tessera dbname=postgres host=/nowhere,\(server.folder) port=\(server.port)"
    let connection = try PostgresConnection(to: PostgresAddress(text), before: far)
    #expect(try connection.run("SELECT 1 AS one", before: far).count == 1)
  }

  @Test func `A connection that the server ends while it works is disconnected`() throws {
    let address = try newAddress()
    let (connection, other) = (
      try PostgresConnection(to: address, before: far), try PostgresConnection(to: address, before: far)
    )
    let id = try processID(of: connection)
    let error = Mutex<PostgresError?>(nil)
    simultaneously(2) { index in
      if index == 0 {
        let result = failure { try connection.run("SELECT pg_sleep(50)", before: far) }
        error.withLock { $0 = result }
      } else {
        waitUntilAsleep(id, from: other)
        try? terminate(id, from: other)
      }
    }
    let found = try #require(error.withLock { $0 })
    #expect(found.kind == .connection)
    #expect(found.isDisconnection)
    #expect(!found.isUnsent)
    #expect(found.message == "terminating connection due to administrator command")
    #expect(!connection.isUsable)
  }

  @Test func `A connection that the server ended before is noticed before anything is sent`() throws {
    let address = try newAddress()
    let (connection, other) = (
      try PostgresConnection(to: address, before: far), try PostgresConnection(to: address, before: far)
    )
    try terminate(processID(of: connection), from: other)
    let error = try #require(failure { try connection.run("SELECT 1", before: far) })
    #expect(error.isDisconnection)
    #expect(error.isUnsent)
    #expect(!connection.isUsable)
  }

  @Test func `Closing ends a call of another thread`() throws {
    let connection = try newConnection()
    let error = Mutex<PostgresError?>(nil)
    let isWaiting = DispatchSemaphore(value: 0)
    simultaneously(2) { index in
      if index == 0 {
        isWaiting.signal()
        let result = failure { _ = try connection.nextNotification(before: far) }
        error.withLock { $0 = result }
      } else {
        isWaiting.wait()
        connection.close()
      }
    }
    #expect(error.withLock { $0 }?.kind == .connection)
    #expect(!connection.isUsable)
    connection.close()
  }

  // MARK: Threads and notifications

  @Test func `Threads take turns`() throws {
    let connection = try newConnection()
    try connection.execute(script: "CREATE TABLE a (n int8)", before: far)
    let failures = Mutex(0)
    simultaneously(2) { thread in
      for number in 0..<200 {
        let value = Int64(thread * 1000 + number)
        let rows = try? connection.run("INSERT INTO a VALUES ($1) RETURNING n", [.integer(value)], before: far).rows
        if (try? rows?.first?.integer("n")) != value { failures.withLock { $0 += 1 } }
      }
    }
    #expect(failures.withLock { $0 } == 0)
    #expect(try connection.run("SELECT DISTINCT n FROM a", before: far).count == 400)
  }

  @Test func `A turn that does not come in time leaves the connection alone`() throws {
    let address = try newAddress()
    let (connection, other) = (
      try PostgresConnection(to: address, before: far), try PostgresConnection(to: address, before: far)
    )
    let id = try processID(of: connection)
    let error = Mutex<PostgresError?>(nil)
    simultaneously(2) { index in
      if index == 0 {
        _ = failure { try connection.run("SELECT pg_sleep(50)", before: far) }
      } else {
        waitUntilAsleep(id, from: other)
        let result = failure { try connection.run("SELECT 1", before: soon) }
        error.withLock { $0 = result }
        _ = failure { try other.run("SELECT pg_cancel_backend($1::int4)", [.integer(id)], before: far) }
      }
    }
    #expect(error.withLock { $0 }?.kind == .deadline)
    #expect(error.withLock { $0 }?.isUnsent == true)
    #expect(try connection.run("SELECT 1 AS one", before: far).count == 1)
  }

  @Test func `Notifications arrive, also between statements`() throws {
    let address = try newAddress()
    let (listener, sender) = (
      try PostgresConnection(to: address, before: far), try PostgresConnection(to: address, before: far)
    )
    try listener.run("LISTEN changes", before: far)
    #expect(try listener.nextNotification(before: soon) == nil)
    #expect(listener.isUsable)
    try sender.run("SELECT pg_notify('changes', $1)", [.text("ü 1")], before: far)
    try sender.run("NOTIFY changes", before: far)
    #expect(try listener.run("SELECT 1 AS one", before: far).count == 1)
    #expect(try listener.nextNotification(before: far) == PostgresNotification(channel: "changes", payload: "ü 1"))
    #expect(try listener.nextNotification(before: far) == PostgresNotification(channel: "changes", payload: ""))
    #expect(try listener.nextNotification(before: .now - .seconds(1)) == nil)
    try terminate(processID(of: listener), from: sender)
    #expect(failure { _ = try listener.nextNotification(before: far) }?.isDisconnection == true)
    #expect(!listener.isUsable)
  }

  // MARK: Passwords and certificates

  @Test func `A wrong password is refused, and not shown`() throws {
    let server = try PostgresServer.shared()
    let text = server.address(ofDatabase: "postgres", over: .network).replacing(
      PostgresServer.password, with: "wrong-horse")
    let error = try #require(failure { _ = try PostgresConnection(to: PostgresAddress(text), before: far) })
    #expect(error.kind == .connection)
    #expect(error.message.contains("password authentication failed"))
    #expect(!error.message.contains("wrong-horse"))
    #expect(error.isUnsent)
  }

  @Test func `A server's message that has the password is shown without it`() throws {
    let text = try PostgresServer.shared().makeDatabase(over: .network)
    let file = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("*:*:*:*:\(PostgresServer.password)\n".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    // The second address has no password. libpq reads it from the file.
    for text in [text, text.replacing(":\(PostgresServer.password)@", with: "@") + "&passfile=\(file.path)"] {
      let connection = try PostgresConnection(to: PostgresAddress(text), before: far)
      let error = failure { try connection.run("SELECT '\(PostgresServer.password)'::int8 AS n", before: far) }
      #expect(error?.message == "invalid input syntax for type bigint: \"…\"")
    }
  }

  @Test func `A network connection is encrypted, and an unknown certificate or another name is refused`() throws {
    let server = try PostgresServer.shared()
    let text = server.address(ofDatabase: "postgres", over: .network)
    let connection = try PostgresConnection(to: PostgresAddress(text), before: far)
    let rows = try connection.run("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()", before: far).rows
    #expect(try rows.first?.bool("ssl") == true)

    let untrusted = text.replacing("sslrootcert=\(server.certificate)", with: "")
    let error = failure { _ = try PostgresConnection(to: PostgresAddress(untrusted), before: far) }
    #expect(error?.message.contains("certificate verify failed") == true)
    let renamed = text.replacing("@localhost:", with: "@other.example:") + "&hostaddr=127.0.0.1"
    let other = failure { _ = try PostgresConnection(to: PostgresAddress(renamed), before: far) }
    #expect(other?.message.contains("does not match host name \"other.example\"") == true)
  }

  @Test func `A host that does not exist is named`() throws {
    let address = try PostgresAddress("postgresql://a:hunter2@nowhere.invalid/x")
    let error = failure { _ = try PostgresConnection(to: address, before: far) }
    #expect(error?.kind == .connection)
    #expect(error?.message.contains("nowhere.invalid") == true)
    #expect(error?.message.contains("hunter2") == false)
  }
}
