import Foundation
import TesseraCrypto

/// What a browser has between the right password and the code: a text that names the account, signed by the server.
///
/// The password takes part in the signature, so a token ends when the password changes. The server keeps nothing of it.
struct SecondFactorToken: Sendable, Hashable {
  /// What a token admits to.
  enum Purpose: Sendable, Hashable {
    /// Signing in with a code of the account's second factor.
    case code
    /// Adding a second factor with this secret, by a code of it.
    case enrolment(secret: [UInt8])
  }

  var purpose: Purpose
  /// The name of the account.
  var account: String
  /// When the token ends, in seconds since 1970.
  var end: Int64

  /// The time that a person may take to type a one-time code, in seconds. Then the sign-in begins anew.
  static let codeTime: Int64 = 300
  /// The time that a person may take to set up an app for one-time codes, in seconds. Then it begins anew.
  static let enrolmentTime: Int64 = 1800
  /// The maximum length of a token, in bytes. A longer text is none.
  private static let maximumLength = 512

  init(_ purpose: Purpose, of account: String, now: Date) {
    self.purpose = purpose
    self.account = account
    let time = purpose == .code ? Self.codeTime : Self.enrolmentTime
    end = Int64(now.timeIntervalSince1970) + time
  }

  /// Reads a token.
  /// - Parameters:
  ///   - key: The server's key, with which tokens are signed.
  ///   - password: Returns the hash of the password of an account.
  /// - Returns: Nil if the text is no token that this server signed, or if it has ended.
  init?(_ text: String, key: [UInt8], now: Date, password: (_ account: String) throws -> PasswordHash?) rethrows {
    guard text.utf8.count <= Self.maximumLength else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4, let name = [UInt8](base64URL: parts[0]), let end = Int64(parts[1]),
      let secret = [UInt8](base64URL: parts[2])
    else { return nil }
    account = String(decoding: name, as: UTF8.self)
    self.end = end
    purpose = secret.isEmpty ? .code : .enrolment(secret: secret)
    guard let hash = try password(account),
      isEqualInConstantTime(Array(self.text(key: key, password: hash).utf8), Array(text.utf8))
    else { return nil }
    let rest = end - Int64(now.timeIntervalSince1970)
    // A token of the future shows that the clock was set back.
    guard rest > 0, rest <= Self.enrolmentTime else { return nil }
  }

  /// Returns the token as text.
  func text(key: [UInt8], password: PasswordHash) -> String {
    let secret: [UInt8] = if case .enrolment(let secret) = purpose { secret } else { [] }
    let content = "\(account.utf8.base64URLText).\(end).\(secret.base64URLText)"
    let signed = Array("second factor\n\(content)\n\(password.text)".utf8)
    return "\(content).\(HashFunction.sha256.authenticationCode(for: signed, key: key).base64URLText)"
  }
}
