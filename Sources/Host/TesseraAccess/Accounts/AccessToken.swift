import TesseraCrypto

/// A secret that admits its bearer: 256 random bits as 64 hexadecimal digits. Only its hash is stored.
package struct AccessToken: Sendable, Hashable {
  package let text: String

  /// Creates a random token.
  package init() { text = randomBytes(count: 32).hexadecimalText }

  /// Reads a token that a client sent; returns nil for any text that cannot be one.
  package init?(_ text: String) {
    guard text.utf8.count == 64, text.utf8.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else { return nil }
    self.text = text.lowercased()
  }

  /// The SHA-256 hash under which the token is stored. The token is random and long, so the hash needs no salt.
  var hash: [UInt8] { HashFunction.sha256.digest(of: Array(text.utf8)) }
}
