import CCrypto

/// Encrypts bytes so that only holders of the key can read or change them: AES-256 in Galois/Counter Mode
/// (NIST SP 800-38D).
package struct AuthenticatedCipher: Sendable {
  private let key: [UInt8]

  /// The size of a key, in bytes.
  package static let keySize = 32
  private static let nonceSize = 12
  private static let tagSize = 16
  /// How much longer encrypted bytes are, in bytes.
  package static let overhead = nonceSize + tagSize

  /// - Returns: Nil if the key does not have ``keySize``.
  package init?(key: [UInt8]) {
    guard key.count == Self.keySize else { return nil }
    self.key = key
  }

  /// Returns encrypted bytes, which begin with a random nonce and end with the tag.
  /// - Parameter context: What the bytes belong to. They can be opened with the same context only.
  package func seal(_ bytes: [UInt8], context: [UInt8]) -> [UInt8] {
    let nonce = randomBytes(count: Self.nonceSize)
    let state = EVP_CIPHER_CTX_new()
    defer { EVP_CIPHER_CTX_free(state) }
    var result = nonce + [UInt8](repeating: 0, count: bytes.count + Self.tagSize)
    var count: CInt = 0
    let isSealed = result.withUnsafeMutableBufferPointer { result in
      guard let output = result.baseAddress.map({ $0 + Self.nonceSize }) else { return false }
      return EVP_EncryptInit_ex(state, EVP_aes_256_gcm(), nil, key, nonce) == 1
        && EVP_EncryptUpdate(state, nil, &count, context, CInt(context.count)) == 1
        && (bytes.isEmpty || EVP_EncryptUpdate(state, output, &count, bytes, CInt(bytes.count)) == 1)
        && EVP_EncryptFinal_ex(state, output + bytes.count, &count) == 1
        && EVP_CIPHER_CTX_ctrl(
          state, EVP_CTRL_AEAD_GET_TAG, CInt(Self.tagSize), output + bytes.count) == 1
    }
    // This fails only if memory is exhausted.
    precondition(isSealed, "libcrypto could not encrypt")
    return result
  }

  /// Returns the bytes that were encrypted; nil if they were encrypted with another key or for another context, or have
  /// been changed since.
  package func open(_ sealed: [UInt8], context: [UInt8]) -> [UInt8]? {
    guard sealed.count >= Self.overhead else { return nil }
    let nonce = Array(sealed.prefix(Self.nonceSize))
    let bytes = Array(sealed[Self.nonceSize..<(sealed.count - Self.tagSize)])
    var tag = Array(sealed.suffix(Self.tagSize))
    let state = EVP_CIPHER_CTX_new()
    defer {
      EVP_CIPHER_CTX_free(state)
      // What could not be opened left errors, which must not be taken for those of a later call.
      ERR_clear_error()
    }
    var count: CInt = 0
    var result = [UInt8](repeating: 0, count: bytes.count)
    var rest = [UInt8](repeating: 0, count: Self.tagSize)
    let isOpen =
      EVP_DecryptInit_ex(state, EVP_aes_256_gcm(), nil, key, nonce) == 1
      && EVP_DecryptUpdate(state, nil, &count, context, CInt(context.count)) == 1
      && (bytes.isEmpty || EVP_DecryptUpdate(state, &result, &count, bytes, CInt(bytes.count)) == 1)
      && EVP_CIPHER_CTX_ctrl(state, EVP_CTRL_AEAD_SET_TAG, CInt(Self.tagSize), &tag) == 1
      && EVP_DecryptFinal_ex(state, &rest, &count) == 1
    return isOpen ? result : nil
  }
}
