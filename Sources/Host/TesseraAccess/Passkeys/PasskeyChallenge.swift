import Foundation
import TesseraCrypto

/// What a passkey signs once, within five minutes: random bytes that the server signed, so that it keeps nothing until
/// they are used.
struct PasskeyChallenge: Sendable, Hashable {
  let bytes: [UInt8]
  /// When it ends, in seconds since 1970.
  let end: Int64

  /// The time that a person may take to use a passkey, in seconds. A later answer is refused.
  static let time: Int64 = 300
  /// The number of random bytes.
  private static let randomSize = 32
  private static let endSize = 8

  /// Creates a challenge.
  /// - Parameters:
  ///   - account: The account that gets a passkey; nil for a sign-in.
  ///   - key: The server's key, with which challenges are signed.
  init(account: String?, key: [UInt8], now: Date) {
    end = Int64(now.timeIntervalSince1970) + Self.time
    let content = randomBytes(count: Self.randomSize) + withUnsafeBytes(of: end.bigEndian) { Array($0) }
    bytes = content + Self.signature(of: content, account, key)
  }

  /// Reads a challenge that a passkey answered. Nil if it is none of this server's for this purpose, or has ended.
  init?(_ bytes: [UInt8], account: String?, key: [UInt8], now: Date) {
    guard bytes.count > Self.randomSize + Self.endSize else { return nil }
    let content = Array(bytes.prefix(Self.randomSize + Self.endSize))
    let signature = Array(bytes.dropFirst(content.count))
    guard isEqualInConstantTime(signature, Self.signature(of: content, account, key)) else { return nil }
    end = content.dropFirst(Self.randomSize).reduce(0) { $0 << 8 | Int64($1) }
    self.bytes = bytes
    let rest = end - Int64(now.timeIntervalSince1970)
    // A challenge of the future shows that the clock was set back.
    guard rest > 0, rest <= Self.time else { return nil }
  }

  private static func signature(of content: [UInt8], _ account: String?, _ key: [UInt8]) -> [UInt8] {
    let purpose = account.map { "passkey of \($0)\n" } ?? "passkey\n"
    return HashFunction.sha256.authenticationCode(for: Array(purpose.utf8) + content, key: key)
  }
}
