import Foundation
import GRDB
import TesseraData

extension AccessToken {
  /// The hash as SQLite stores it.
  var storedHash: Data { Data(hash) }
}

extension AccessStore {
  /// The maximum number of sessions of one account. A further one ends the one that was unused longest.
  static let maximumSessions = 64

  /// Adds a session.
  /// - Parameter device: The browser and the system of the device; nil if they are not known.
  /// - Returns: Its token, or nil if the account is no more.
  func addSession(of account: String, device: String? = nil, now: Date) throws(StoreError) -> AccessToken? {
    let token = AccessToken()
    let isStored = try write { database in
      guard
        try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM account WHERE name = ?)", arguments: [account])
          == true
      else { return false }
      try database.execute(
        sql: """
          DELETE FROM session WHERE hash IN (
            SELECT hash FROM session WHERE account = ? ORDER BY used DESC LIMIT -1 OFFSET ?)
          """, arguments: [account, Self.maximumSessions - 1])
      try database.execute(
        sql: "INSERT INTO session (hash, account, used, began, device) VALUES (?1, ?2, ?3, ?3, ?4)",
        arguments: [token.storedHash, account, now.timeIntervalSinceReferenceDate, device])
      return true
    }
    return isStored ? token : nil
  }

  /// Records that a session is in use.
  func touchSession(_ token: AccessToken, now: Date) throws(StoreError) {
    try write {
      try $0.execute(
        sql: "UPDATE session SET used = ? WHERE hash = ?",
        arguments: [now.timeIntervalSinceReferenceDate, token.storedHash])
    }
  }

  /// Ends a session.
  func removeSession(_ token: AccessToken) throws(StoreError) { try removeSession(withHash: token.hash) }

  /// Ends the session whose token has a hash.
  func removeSession(withHash hash: [UInt8]) throws(StoreError) {
    try write { try $0.execute(sql: "DELETE FROM session WHERE hash = ?", arguments: [Data(hash)]) }
  }

  /// Ends the sessions of an account except the one with a token.
  func removeSessions(of account: String, except token: AccessToken?) throws(StoreError) {
    try write {
      try $0.execute(
        sql: "DELETE FROM session WHERE account = ? AND hash IS NOT ?", arguments: [account, token?.storedHash])
    }
  }

  /// Removes sessions that were last used before a date.
  func removeSessions(before date: Date) throws(StoreError) {
    try write {
      try $0.execute(
        sql: "DELETE FROM session WHERE used < ?", arguments: [date.timeIntervalSinceReferenceDate])
    }
  }
}
