import Foundation
import GRDB
import TesseraData

/// What proves that a device is known: the server's key, and the stored password of the account.
struct DeviceSecrets: Sendable {
  let account: String
  /// 32 random bytes.
  let key: [UInt8]
  /// The text of the password's hash, which has a new salt whenever a password is set.
  let password: String
}

extension AccessStore {
  /// The name under which the key of known devices is stored.
  static let deviceKey = "devices"

  /// Returns what proves that a device of an account is known; nil if there is no such account, or if it has no password.
  func deviceSecrets(of account: String) throws(StoreError) -> DeviceSecrets? {
    try secrets(where: "name = ?", account)
  }

  /// Returns what proves that a device of the account of a session is known; nil if the session is over, or if the account
  /// has no password.
  func deviceSecrets(of session: AccessToken) throws(StoreError) -> DeviceSecrets? {
    try secrets(where: "name = (SELECT account FROM session WHERE hash = ?)", session.storedHash)
  }

  private func secrets(
    where condition: String, _ argument: any DatabaseValueConvertible
  ) throws(StoreError) -> DeviceSecrets? {
    try read { database in
      guard
        let row = try Row.fetchOne(
          database, sql: "SELECT name, password FROM account WHERE password <> ? AND \(condition)",
          arguments: [Self.noPassword, argument]),
        let key = try Data.fetchOne(
          database, sql: "SELECT value FROM secret WHERE name = ?", arguments: [Self.deviceKey])
      else { return nil }
      return DeviceSecrets(account: row["name"], key: Array(key), password: row["password"])
    }
  }
}
