package import Foundation
import TesseraCrypto
import TesseraValues

/// A session of an account, as its owner sees it.
package struct SessionEntry: Sendable, Hashable {
  /// By which the session is ended. It does not admit its bearer.
  package let id: String
  /// The browser and the system of the device; nil if they are not known.
  package let device: String?
  /// When the person signed in; nil if an earlier version began the session.
  package let began: Date?
  /// When it was last used, to the hour.
  package let used: Date
  /// Whether it is the session that asks.
  package let isCurrent: Bool
}

// What people do with the sessions of their account.
extension AccessControl {
  /// Returns the sessions of an account: the one that asks, and then the others, the last used one first.
  /// - Parameter current: The token of the session that asks.
  package func sessions(of account: String, current: String) throws(Refusal) -> [SessionEntry] {
    let currentHash = AccessToken(current)?.hash
    let live = try stored().sessions.filter { $0.value.account == account && isLive($0.value) }
    let entries = live.map { hash, session in
      SessionEntry(
        id: Self.identity(of: hash), device: session.device, began: session.began, used: session.used,
        isCurrent: hash == currentHash)
    }
    return entries.sorted { ($0.isCurrent ? 1 : 0, $0.used, $0.id) > ($1.isCurrent ? 1 : 0, $1.used, $1.id) }
  }

  /// Ends a session of an account.
  /// - Throws: ``Refusal/unusable(_:)`` with the rule `unknown-session` if the account has no such session.
  package func endSession(_ id: String, of account: String) throws(Refusal) {
    let known = try stored().sessions.first { $0.value.account == account && Self.identity(of: $0.key) == id }
    guard let known else {
      throw .unusable(Diagnostic(rule: "unknown-session", message: "This device is signed out already"))
    }
    do {
      try store.removeSession(withHash: known.key)
    } catch {
      throw Self.refusal(error)
    }
  }

  /// Ends the sessions of an account except the one that asks.
  /// - Parameter current: The token of the session that asks.
  package func endOtherSessions(of account: String, current: String) throws(Refusal) {
    do {
      try store.removeSessions(of: account, except: AccessToken(current))
    } catch {
      throw Self.refusal(error)
    }
  }

  private func stored() throws(Refusal) -> AccessContent {
    do {
      return try store.content()
    } catch {
      throw Self.refusal(error)
    }
  }

  /// A part of the hash of a token is unique, and tells nothing about the token.
  private static func identity(of hash: [UInt8]) -> String { Array(hash.prefix(16)).hexadecimalText }
}
