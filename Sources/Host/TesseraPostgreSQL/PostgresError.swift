/// Why an address, a connection or a statement failed. The message never contains the address's password.
package struct PostgresError: Error, Sendable, Hashable {
  /// What failed.
  package enum Kind: Sendable, Hashable {
    /// The address cannot be used.
    case address
    /// There is no connection, or it broke.
    case connection
    /// The deadline passed. A connection that was in use is closed.
    case deadline
    /// The server refused the statement, which had no effect.
    case statement(sqlState: String)
    /// The program asked for something that does not exist, or the server's answer was not the expected one.
    case unexpected
  }

  package let kind: Kind
  /// One line for people.
  package let message: String
  /// Whether it is certain that the statement was not sent, so that it can be repeated.
  package let isUnsent: Bool

  package init(_ kind: Kind, _ message: String, isUnsent: Bool = false) {
    self.kind = kind
    self.message = message
    self.isUnsent = isUnsent
  }

  /// Whether the connection cannot be used any more. Unless ``isUnsent``, the statement may have been carried out.
  package var isDisconnection: Bool { kind == .connection || kind == .deadline }

  /// The SQLSTATE of a statement that the server refused.
  package var sqlState: String? {
    guard case .statement(let sqlState) = kind else { return nil }
    return sqlState
  }
}

extension PostgresError {
  /// Whether waiting may help: the server cannot be reached, or cannot serve now. If not, a person has to mend the address,
  /// the password, the rights, or what the statement is about.
  package var isTransient: Bool {
    switch kind {
    // There are no codes of failures to connect. In another language, a refusal counts as passing.
    case .connection, .deadline:
      !Self.refusals.contains(where: message.contains)
        && !(message.contains("FATAL") && message.contains("does not exist"))
    // Exceptions of connections, rollbacks, insufficient resources, and interventions of operators.
    case .statement(let sqlState): ["08", "40", "53", "57"].contains(sqlState.prefix(2))
    case .address, .unexpected: false
    }
  }

  /// What servers and libpq say if an administrator has to do something.
  private static let refusals = [
    "authentication failed", "no password supplied", "no pg_hba.conf entry", "is not permitted to log in",
    "permission denied for database", "certificate verify failed", "server does not support SSL",
    "server certificate for", "root certificate file",
  ]
}

extension PostgresError: CustomStringConvertible {
  package var description: String { message }
}

// PostgreSQL's manual, appendix A.
extension PostgresError {
  /// A unique index has the key already.
  package static let uniqueViolation = "23505"
  /// The role must not do this.
  package static let insufficientPrivilege = "42501"
  /// The server's disk is full.
  package static let diskFull = "53100"
  /// There is no such table.
  package static let undefinedTable = "42P01"
  /// There is no such schema.
  package static let undefinedSchema = "3F000"

  /// The connection has no statement of this name.
  static let undefinedPreparedStatement = "26000"
  /// Among others: a prepared statement would now have other columns.
  static let notSupported = "0A000"
}
