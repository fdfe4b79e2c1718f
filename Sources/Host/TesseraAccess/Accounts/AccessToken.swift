import TesseraCrypto

/// A secret that admits its bearer: 256 random bits as 64 hexadecimal digits. Only its hash is stored.
package struct AccessToken: Sendable, Hashable {
  package let text: String

  /// Creates a random token.
  package init() { text = randomBytes(count: 32).hexadecimalText }

  /// Creates the token of a secret of 32 bytes that cannot be guessed, such as one that is derived from a key.
  package init(secret: [UInt8]) { text = secret.hexadecimalText }

  /// Reads a token that a client sent; returns nil for any text that cannot be one.
  package init?(_ text: String) {
    let isHexadecimal = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
      default: false
      }
    }
    guard text.utf8.count == 64, isHexadecimal else { return nil }
    self.text = text
  }

  /// The SHA-256 hash under which the token is stored. The token is random and long, so the hash needs no salt.
  var hash: [UInt8] { HashFunction.sha256.digest(of: Array(text.utf8)) }
}
