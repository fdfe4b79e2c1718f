import CCrypto

extension HashFunction {
  /// Returns a key as long as a digest, derived from a secret that is random already (HKDF, RFC 5869).
  /// - Parameters:
  ///   - salt: Random bytes; as many zeros as a digest has for none.
  ///   - purpose: What the key is for. Keys for different purposes tell nothing about each other.
  func derivedKey(from secret: [UInt8], salt: [UInt8], purpose: String) -> [UInt8] {
    let extracted = authenticationCode(for: secret, key: salt)
    return authenticationCode(for: Array(purpose.utf8) + [1], key: extracted)
  }
}

/// Derives keys from passphrases in a way that makes guessing expensive: scrypt (RFC 7914).
enum Scrypt {
  private static let blockSize: UInt64 = 8
  private static let parallelism: UInt64 = 1

  /// Returns a key.
  /// - Parameters:
  ///   - workFactor: The binary logarithm of the cost, from 1. A key takes 1 KiB of memory and some 3 µs, times two to
  ///     the power of it.
  ///   - count: The size of the key, in bytes.
  /// - Returns: Nil if there is not so much memory.
  static func key(passphrase: [UInt8], salt: [UInt8], workFactor: Int, count: Int) -> [UInt8]? {
    let cost = UInt64(1) << UInt64(workFactor)
    let memory = 128 * blockSize * (cost + 16)
    var key = [UInt8](repeating: 0, count: count)
    defer { ERR_clear_error() }
    let isDerived = passphrase.withUnsafeBytes { passphrase in
      EVP_PBE_scrypt(
        passphrase.bindMemory(to: CChar.self).baseAddress, passphrase.count, salt, salt.count, cost, blockSize,
        parallelism, memory, &key, count) == 1
    }
    return isDerived ? key : nil
  }
}
