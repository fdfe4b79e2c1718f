import TesseraPostgreSQL
import Testing

@Suite("Errors of databases")
struct PostgresErrorTests {
  @Test(
    arguments: [
      (.connection, "connection to server at \"10.0.0.1\", port 5432 failed: Connection refused", true),
      (.connection, "The host 'db' was not found: Name or service not known", true),
      (.connection, "connection failed: FATAL:  the database system is starting up", true),
      (.connection, "connection failed: FATAL:  sorry, too many clients already", true),
      (.connection, "connection to server on socket \"/tmp/x\" failed: No such file or directory", true),
      (.connection, "connection to server on socket failed: the file does not exist", true),
      (.deadline, "The database server did not accept a connection in time", true),
      (.connection, "connection failed: FATAL:  password authentication failed for user \"tessera\"", false),
      (.connection, "connection failed: fe_sendauth: no password supplied", false),
      (.connection, "connection failed: FATAL:  database \"tesera\" does not exist", false),
      (.connection, "connection failed: FATAL:  role \"nobody\" does not exist", false),
      (.connection, "connection failed: FATAL:  no pg_hba.conf entry for host \"10.0.0.2\"", false),
      (.connection, "connection failed: SSL error: certificate verify failed", false),
      (.statement(sqlState: "57P03"), "cannot connect now", true),
      (.statement(sqlState: "53300"), "too many connections", true),
      (.statement(sqlState: "42501"), "permission denied for table board", false),
      (.address, "The address has no host", false), (.unexpected, "The column is missing", false),
    ] as [(PostgresError.Kind, String, Bool)])
  func `a host waits while a database cannot be reached, and not for what a person has to mend`(
    kind: PostgresError.Kind, message: String, isTransient: Bool
  ) {
    #expect(PostgresError(kind, message).isTransient == isTransient)
  }
}
