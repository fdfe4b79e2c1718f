/// Encrypts bytes so that only holders of the key can read or change them: AES-256 in Galois/Counter Mode
/// (NIST SP 800-38D).
package struct AuthenticatedCipher: Sendable {
  private let cipher: AEAD

  /// The size of a key, in bytes.
  package static let keySize = AEAD.keySize

  /// - Returns: Nil if the key does not have ``keySize``.
  package init?(key: [UInt8]) {
    guard key.count == Self.keySize else { return nil }
    cipher = AEAD(.aes256GCM, key: key)
  }

  /// Returns encrypted bytes, which begin with a random nonce and end with the tag.
  /// - Parameter context: What the bytes belong to. They can be opened with the same context only.
  package func seal(_ bytes: [UInt8], context: [UInt8]) -> [UInt8] {
    let nonce = randomBytes(count: AEAD.nonceSize)
    return nonce + cipher.seal(bytes, nonce: nonce, associated: context)
  }

  /// Returns the bytes that were encrypted; nil if they were encrypted with another key or for another context, or have
  /// been changed since.
  package func open(_ sealed: [UInt8], context: [UInt8]) -> [UInt8]? {
    cipher.open(sealed.dropFirst(AEAD.nonceSize), nonce: Array(sealed.prefix(AEAD.nonceSize)), associated: context)
  }
}
