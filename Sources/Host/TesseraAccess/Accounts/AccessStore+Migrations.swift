import Foundation
import GRDB
import TesseraCrypto
import TesseraData

// The format of the file, and how those of earlier versions become it.
extension AccessStore {
  /// The version of the format that this program writes.
  package static let version = 5

  static func version(of database: Database) throws -> Int {
    try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
  }

  /// Brings the format of a file up to date.
  /// - Throws: ``StoreError`` if a later version of Tessera wrote it.
  static func migrate(_ database: Database) throws {
    let version = try version(of: database)
    guard version <= Self.version else {
      throw StoreError.database(code: 1, message: "a later version of Tessera wrote the accounts")
    }
    if version < 1 { try makeTables(database) }
    if version < 2 {
      try database.execute(
        sql: """
          CREATE TABLE identity (
            account TEXT NOT NULL REFERENCES account ON DELETE CASCADE, issuer TEXT NOT NULL, subject TEXT NOT NULL,
            UNIQUE (issuer, subject), UNIQUE (account, issuer));
          PRAGMA user_version = 2;
          """)
    }
    // Changes of tables without a primary key cannot be told to other hosts.
    if version < 3 {
      try database.execute(
        sql: """
          CREATE TABLE identity_with_key (
            account TEXT NOT NULL REFERENCES account ON DELETE CASCADE, issuer TEXT NOT NULL, subject TEXT NOT NULL,
            PRIMARY KEY (issuer, subject), UNIQUE (account, issuer));
          INSERT INTO identity_with_key SELECT account, issuer, subject FROM identity;
          DROP TABLE identity;
          ALTER TABLE identity_with_key RENAME TO identity;
          PRAGMA user_version = 3;
          """)
    }
    if version < 4 {
      try database.execute(
        sql: """
          CREATE TABLE secret (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
          ALTER TABLE session ADD COLUMN began REAL;
          ALTER TABLE session ADD COLUMN device TEXT;
          PRAGMA user_version = 4;
          """)
      try database.execute(
        sql: "INSERT INTO secret (name, value) VALUES (?, ?)",
        arguments: [deviceKey, Data(randomBytes(count: 32))])
    }
    if version < 5 {
      try makeSecondFactorTables(database)
      try makePasskeyTables(database)
      try database.execute(sql: "PRAGMA user_version = 5")
    }
  }

  private static func makeTables(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE account (name TEXT PRIMARY KEY, role TEXT NOT NULL, password TEXT NOT NULL);
        CREATE TABLE board_role (
          account TEXT NOT NULL REFERENCES account ON DELETE CASCADE, board TEXT NOT NULL, role TEXT NOT NULL,
          PRIMARY KEY (account, board)) WITHOUT ROWID;
        CREATE TABLE board_owner (board TEXT PRIMARY KEY, account TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE link (
          id INTEGER PRIMARY KEY AUTOINCREMENT, hash BLOB NOT NULL UNIQUE, name TEXT NOT NULL, board TEXT NOT NULL,
          role TEXT NOT NULL);
        CREATE TABLE session (
          hash BLOB PRIMARY KEY, account TEXT NOT NULL REFERENCES account ON DELETE CASCADE, used REAL NOT NULL
          ) WITHOUT ROWID;
        """)
  }
}
