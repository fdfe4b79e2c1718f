import TesseraCrypto

/// Texts that nobody guesses.
enum RandomToken {
  /// 128 bits of the system's secure random numbers as 32 hexadecimal digits.
  static func make() -> String { randomBytes(count: 16).hexadecimalText }
}
