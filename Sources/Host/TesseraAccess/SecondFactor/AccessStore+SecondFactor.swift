import Foundation
import GRDB
import TesseraData
import TesseraValues

extension AccessStore {
  /// The number of recovery codes that come with a second factor.
  static let recoveryCodes = 10

  /// Makes the tables of second factors.
  static func makeSecondFactorTables(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE second_factor (
          account TEXT NOT NULL PRIMARY KEY REFERENCES account ON DELETE CASCADE, secret BLOB NOT NULL,
          step INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE recovery_code (
          account TEXT NOT NULL REFERENCES second_factor ON DELETE CASCADE, hash BLOB NOT NULL,
          PRIMARY KEY (account, hash)) WITHOUT ROWID;
        """)
  }

  /// Returns the number of unused recovery codes of each account with a second factor.
  static func secondFactors(in database: Database) throws -> [String: Int] {
    Dictionary(
      try Row.fetchAll(
        database,
        sql: """
          SELECT account, (SELECT count(*) FROM recovery_code WHERE account = second_factor.account) AS codes
            FROM second_factor
          """
      ).map { ($0["account"], $0["codes"]) }, uniquingKeysWith: { first, _ in first })
  }

  /// Adds a second factor.
  /// - Parameter step: The step whose code confirmed it. This code and those before it no longer count.
  /// - Returns: The recovery codes, which cannot be read again; nil if the account has a second factor already, or is no
  ///   more.
  func addSecondFactor(_ code: OneTimeCode, to account: String, step: Int64) throws(StoreError) -> [RecoveryCode]? {
    let codes = Self.makeRecoveryCodes()
    let isAdded = try change { database in
      try database.execute(
        sql: """
          INSERT OR IGNORE INTO second_factor (account, secret, step) SELECT name, ?, ? FROM account WHERE name = ?
          """, arguments: [Data(code.secret), step, account])
      guard database.changesCount > 0 else { return false }
      try Self.insert(codes, of: account, database)
      return true
    }
    return isAdded ? codes : nil
  }

  /// Replaces the recovery codes of an account, used or not, by new ones.
  /// - Returns: The recovery codes, which cannot be read again; nil if the account has no second factor.
  func replaceRecoveryCodes(of account: String) throws(StoreError) -> [RecoveryCode]? {
    let codes = Self.makeRecoveryCodes()
    let areReplaced = try change { database in
      guard
        try Row.fetchOne(database, sql: "SELECT 1 FROM second_factor WHERE account = ?", arguments: [account]) != nil
      else { return false }
      try database.execute(sql: "DELETE FROM recovery_code WHERE account = ?", arguments: [account])
      try Self.insert(codes, of: account, database)
      return true
    }
    return areReplaced ? codes : nil
  }

  private static func makeRecoveryCodes() -> [RecoveryCode] { (0..<recoveryCodes).map { _ in RecoveryCode() } }

  private static func insert(_ codes: [RecoveryCode], of account: String, _ database: Database) throws {
    for code in codes {
      try database.execute(
        sql: "INSERT INTO recovery_code (account, hash) VALUES (?, ?)", arguments: [account, Data(code.hash)])
    }
  }

  /// Uses a one-time code or a recovery code up, if it is one of an account.
  /// - Returns: Whether it was, and had not been used.
  func useCode(_ text: String, of account: String, now: Date) throws(StoreError) -> Bool {
    if let recovery = RecoveryCode(text) {
      // A restart must not bring a used one back.
      return try change { database in
        try database.execute(
          sql: "DELETE FROM recovery_code WHERE account = ? AND hash = ?",
          arguments: [account, Data(recovery.hash)])
        return database.changesCount > 0
      }
    }
    let digits = text.filter { !$0.isWhitespace }
    guard digits.utf8.count == OneTimeCode.digits else { return false }
    return try write { database in
      let secret = try Data.fetchOne(
        database, sql: "SELECT secret FROM second_factor WHERE account = ?", arguments: [account])
      guard let step = secret.flatMap({ OneTimeCode(secret: Array($0)).step(of: digits, at: now) }) else {
        return false
      }
      try database.execute(
        sql: "UPDATE second_factor SET step = ?1 WHERE account = ?2 AND step < ?1", arguments: [step, account])
      return database.changesCount > 0
    }
  }

  /// Removes the second factor of an account, and its recovery codes.
  /// - Parameter withPasskeys: Whether the passkeys are removed, too, because the device with both may be lost.
  /// - Returns: Whether there was something to remove.
  /// - Throws: A diagnostic if there is no such account, and ``StoreError``.
  @discardableResult
  package func removeSecondFactor(of text: String, withPasskeys: Bool = false) throws -> Bool {
    let name = Account.normalizedName(text) ?? ""
    return try changeChecked { database in
      guard try Row.fetchOne(database, sql: "SELECT 1 FROM account WHERE name = ?", arguments: [name]) != nil else {
        throw Diagnostic(
          rule: "unknown-account", message: "There is no account '\(text)'", fix: "List them with 'tessera user list'")
      }
      try database.execute(sql: "DELETE FROM second_factor WHERE account = ?", arguments: [name])
      let hadFactor = database.changesCount > 0
      guard withPasskeys else { return hadFactor }
      try database.execute(sql: "DELETE FROM passkey WHERE account = ?", arguments: [name])
      return hadFactor || database.changesCount > 0
    }
  }
}
