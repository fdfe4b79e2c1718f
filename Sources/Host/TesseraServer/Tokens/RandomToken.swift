import TesseraCrypto

/// Unguessable texts.
enum RandomToken {
  /// Returns 128 secure random bits as 32 hexadecimal digits.
  static func make() -> String { randomBytes(count: 16).hexadecimalText }
}
