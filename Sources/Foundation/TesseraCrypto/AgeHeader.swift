import Foundation

/// Why bytes in age's format cannot be decrypted.
package enum AgeError: Error, Sendable, Hashable {
  /// The bytes are not in age's format, version 1.
  case notAge
  /// The bytes were encrypted for a key, and no passphrase opens them.
  case noPassphrase
  /// The passphrase is not the one with which the bytes were encrypted, or the salt was changed.
  case wrongPassphrase
  /// The bytes were changed, or are not complete.
  case damaged
  /// The work factor is greater than ``AgeDecryptor/maximumWorkFactor``.
  case tooCostly
  /// There is not enough memory for the work factor.
  case noMemory
}

/// What is before the payload of a file in age's format (age-encryption.org/v1) that a passphrase opens: the key of the
/// file, encrypted with a key from the passphrase, and an authentication code.
enum AgeHeader {
  /// The first line, and its end.
  static let firstLine = "age-encryption.org/v1\n"
  /// The maximum length of the header of an encrypted file, in bytes. A file with a longer one is refused.
  static let maximumLength = 512

  private static let recipient = "-> scrypt "
  private static let end = "---"
  private static let saltSize = 16
  private static let keySize = 16

  /// Returns the bytes of a header.
  /// - Parameter fileKey: A random key that belongs to this file only.
  /// - Throws: ``AgeError/noMemory``.
  static func bytes(fileKey: [UInt8], passphrase: [UInt8], workFactor: Int) throws(AgeError) -> [UInt8] {
    let salt = randomBytes(count: saltSize)
    let cipher = try cipher(passphrase, salt, workFactor)
    let sealed = cipher.seal(fileKey, nonce: wrappingNonce)
    let text = "\(firstLine)\(recipient)\(base64(salt)) \(workFactor)\n\(base64(sealed))\n\(end)"
    return Array("\(text) \(base64(authenticationCode(of: text, fileKey)))\n".utf8)
  }

  /// Returns a new key for a file.
  static func newFileKey() -> [UInt8] { randomBytes(count: keySize) }

  /// Reads the header at the beginning of a file.
  /// - Parameter bytes: What is known of the file.
  /// - Returns: The key of the file, and the length of the header in bytes; nil if more bytes are needed.
  static func read(
    _ bytes: [UInt8], passphrase: [UInt8], maximumWorkFactor: Int
  ) throws(AgeError) -> (fileKey: [UInt8], length: Int)? {
    let start = Array(firstLine.utf8)
    guard bytes.prefix(start.count) == start.prefix(bytes.count) else { throw .notAge }
    var lines: [String] = []
    var length = 0
    // What is behind the last line break is no whole line yet.
    let parts = bytes.prefix(maximumLength).split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
    for part in parts.prefix(4) {
      guard let line = String(validating: part, as: UTF8.self) else { throw .damaged }
      lines.append(line)
      length += part.count + 1
    }
    if lines.count >= 2, !lines[1].hasPrefix(recipient) { throw lines[1].hasPrefix("-> ") ? .noPassphrase : .damaged }
    guard lines.count == 4 else {
      guard bytes.count < maximumLength else { throw .damaged }
      return nil
    }
    let arguments = lines[1].dropFirst(recipient.count).split(separator: " ", omittingEmptySubsequences: false)
    guard arguments.count == 2, let salt = decoded(arguments[0], count: saltSize),
      let sealed = decoded(lines[2][...], count: keySize + AEAD.tagSize),
      let workFactor = Int(arguments[1]), workFactor > 0, String(workFactor) == arguments[1],
      lines[3].hasPrefix("\(end) ")
    else { throw .damaged }
    guard workFactor <= maximumWorkFactor else { throw .tooCostly }
    let cipher = try cipher(passphrase, salt, workFactor)
    guard let fileKey = cipher.open(sealed[...], nonce: wrappingNonce) else { throw .wrongPassphrase }
    let text = lines[..<3].map { "\($0)\n" }.joined() + end
    let code = base64(authenticationCode(of: text, fileKey))
    guard isEqualInConstantTime(Array(code.utf8), Array(lines[3].utf8.dropFirst(end.utf8.count + 1))) else {
      throw .damaged
    }
    return (fileKey, length)
  }

  /// Each key encrypts only one text.
  private static var wrappingNonce: [UInt8] { [UInt8](repeating: 0, count: AEAD.nonceSize) }

  private static func cipher(_ passphrase: [UInt8], _ salt: [UInt8], _ workFactor: Int) throws(AgeError) -> AEAD {
    let salt = Array("age-encryption.org/v1/scrypt".utf8) + salt
    guard
      let key = Scrypt.key(passphrase: passphrase, salt: salt, workFactor: workFactor, count: AEAD.keySize)
    else { throw .noMemory }
    return AEAD(.chaCha20Poly1305, key: key)
  }

  private static func authenticationCode(of text: String, _ fileKey: [UInt8]) -> [UInt8] {
    let key = HashFunction.sha256.derivedKey(
      from: fileKey, salt: [UInt8](repeating: 0, count: 32), purpose: "header")
    return HashFunction.sha256.authenticationCode(for: text.utf8, key: key)
  }

  /// Returns the text of bytes in base64 without padding. The texts in a header are shorter than a line.
  private static func base64(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("=", with: "")
  }

  /// Decodes a text in base64 without padding; returns nil for any other text, and for another number of bytes.
  private static func decoded(_ text: Substring, count: Int) -> [UInt8]? {
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: String(text) + padding), data.count == count else { return nil }
    let bytes = Array(data)
    // Bits that do not count must be zero: each value has one text.
    return base64(bytes) == text ? bytes : nil
  }
}
