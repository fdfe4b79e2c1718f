import Foundation
import GRDB
import TesseraCrypto
import TesseraData
import TesseraValues

/// A passkey of an account.
package struct Passkey: Sendable, Hashable {
  /// What the authenticator calls it.
  package let id: [UInt8]
  /// What the person calls it.
  package let name: String
}

/// What is stored of a passkey.
struct StoredPasskey: Sendable, Hashable {
  let account: String
  /// What the authenticator calls the account.
  let user: [UInt8]
  let key: SignatureKey
}

extension AccessStore {
  /// The maximum number of passkeys of an account. A further one is refused.
  static let maximumPasskeys = 16

  /// Makes the tables of passkeys.
  static func makePasskeyTables(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE passkey (
          id BLOB NOT NULL PRIMARY KEY, account TEXT NOT NULL REFERENCES account ON DELETE CASCADE, name TEXT NOT NULL,
          user BLOB NOT NULL, algorithm INTEGER NOT NULL, key BLOB NOT NULL, counter INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE used_challenge (hash BLOB NOT NULL PRIMARY KEY, end INTEGER NOT NULL) WITHOUT ROWID;
        """)
  }

  /// Returns the passkeys of an account, by name.
  func passkeys(of account: String) throws(StoreError) -> [Passkey] {
    try read { database in
      try Row.fetchAll(
        database, sql: "SELECT id, name FROM passkey WHERE account = ? ORDER BY name, id", arguments: [account]
      ).map { Passkey(id: Array($0["id"] as Data), name: $0["name"]) }
    }
  }

  /// Returns what the authenticators of an account call it; nil if it has no passkey.
  func passkeyUser(of account: String) throws(StoreError) -> [UInt8]? {
    try read { database in
      try Data.fetchOne(
        database, sql: "SELECT user FROM passkey WHERE account = ? LIMIT 1", arguments: [account]
      ).map { Array($0) }
    }
  }

  /// Returns a passkey; nil if there is none, or if this version does not know its kind.
  func passkey(_ id: [UInt8]) throws(StoreError) -> StoredPasskey? {
    try read { database in
      guard
        let row = try Row.fetchOne(
          database, sql: "SELECT account, user, algorithm, key FROM passkey WHERE id = ?", arguments: [Data(id)]),
        let algorithm = SignatureKey.Algorithm(rawValue: row["algorithm"])
      else { return nil }
      return StoredPasskey(
        account: row["account"], user: Array(row["user"] as Data),
        key: SignatureKey(algorithm, encoded: Array(row["key"] as Data)))
    }
  }

  /// Adds a passkey, and uses the challenge up.
  /// - Throws: A diagnostic if the account has as many as it may have, a problem if the challenge was used, or if there is
  ///   such a passkey, and ``StoreError``.
  func addPasskey(
    _ id: [UInt8], _ passkey: StoredPasskey, name: String, counter: UInt32, challenge: PasskeyChallenge, now: Date
  ) throws {
    let problem = try change { database -> (any Error)? in
      guard try Self.use(challenge, now: now, database) else { return PasskeyProblem.expired }
      let count = try Int.fetchOne(
        database, sql: "SELECT count(*) FROM passkey WHERE account = ?", arguments: [passkey.account])
      guard (count ?? 0) < Self.maximumPasskeys else {
        return Diagnostic(
          rule: "too-many-passkeys",
          message: "The account has \(Self.maximumPasskeys) passkeys, the most possible",
          fix: "Remove one of them first")
      }
      try database.execute(
        sql: """
          INSERT OR IGNORE INTO passkey (id, account, name, user, algorithm, key, counter)
            SELECT ?, name, ?, ?, ?, ?, ? FROM account WHERE name = ?
          """,
        arguments: [
          Data(id), name, Data(passkey.user), passkey.key.algorithm.rawValue, Data(passkey.key.encoded),
          Int64(counter), passkey.account,
        ])
      return database.changesCount > 0 ? nil : PasskeyProblem.known
    }
    if let problem { throw problem }
  }

  /// Records the use of a passkey, and uses the challenge up.
  /// - Throws: A problem if the challenge was used, or if the counter went back, and ``StoreError``.
  func usePasskey(_ id: [UInt8], counter: UInt32, challenge: PasskeyChallenge, now: Date) throws {
    let problem = try write { database -> PasskeyProblem? in
      guard try Self.use(challenge, now: now, database) else { return .expired }
      // Authenticators that do not count send 0 for ever.
      try database.execute(
        sql: "UPDATE passkey SET counter = ?1 WHERE id = ?2 AND (counter < ?1 OR counter = 0 AND ?1 = 0)",
        arguments: [Int64(counter), Data(id)])
      return database.changesCount > 0 ? nil : .copied
    }
    if let problem { throw problem }
  }

  /// Removes a passkey of an account.
  /// - Returns: Whether there was one.
  func removePasskey(_ id: [UInt8], of account: String) throws(StoreError) -> Bool {
    try change { database in
      try database.execute(
        sql: "DELETE FROM passkey WHERE id = ? AND account = ?", arguments: [Data(id), account])
      return database.changesCount > 0
    }
  }

  /// Uses a challenge up. Only challenges that a passkey of an account has signed get here, so strangers store none.
  /// - Returns: Whether it had not been used.
  private static func use(_ challenge: PasskeyChallenge, now: Date, _ database: Database) throws -> Bool {
    try database.execute(
      sql: "DELETE FROM used_challenge WHERE end < ?", arguments: [Int64(now.timeIntervalSince1970)])
    try database.execute(
      sql: "INSERT OR IGNORE INTO used_challenge (hash, end) VALUES (?, ?)",
      arguments: [Data(HashFunction.sha256.digest(of: challenge.bytes)), challenge.end])
    return database.changesCount > 0
  }
}
