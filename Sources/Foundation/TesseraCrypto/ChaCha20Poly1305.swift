import CCrypto

/// Encrypts bytes so that only holders of the key can read or change them: ChaCha20-Poly1305 (RFC 8439).
struct ChaCha20Poly1305: Sendable {
  /// The size of a key, in bytes.
  static let keySize = 32
  /// The size of a nonce, in bytes. A key must never encrypt two texts with the same nonce.
  static let nonceSize = 12
  /// How much longer encrypted bytes are, in bytes.
  static let tagSize = 16

  private let key: [UInt8]

  /// - Parameter key: A key of ``keySize``.
  init(key: [UInt8]) {
    precondition(key.count == Self.keySize, "a key has \(Self.keySize) bytes")
    self.key = key
  }

  /// Returns encrypted bytes, which end with the tag.
  /// - Parameter nonce: A nonce of ``nonceSize``.
  func seal(_ bytes: [UInt8], nonce: [UInt8]) -> [UInt8] {
    precondition(nonce.count == Self.nonceSize, "a nonce has \(Self.nonceSize) bytes")
    let state = EVP_CIPHER_CTX_new()
    defer { EVP_CIPHER_CTX_free(state) }
    var result = [UInt8](repeating: 0, count: bytes.count + Self.tagSize)
    var count: CInt = 0
    let isSealed = result.withUnsafeMutableBufferPointer { result in
      guard let output = result.baseAddress else { return false }
      return EVP_EncryptInit_ex(state, EVP_chacha20_poly1305(), nil, key, nonce) == 1
        && (bytes.isEmpty || EVP_EncryptUpdate(state, output, &count, bytes, CInt(bytes.count)) == 1)
        && EVP_EncryptFinal_ex(state, output + bytes.count, &count) == 1
        && EVP_CIPHER_CTX_ctrl(state, EVP_CTRL_AEAD_GET_TAG, CInt(Self.tagSize), output + bytes.count) == 1
    }
    // This fails only if memory is exhausted.
    precondition(isSealed, "libcrypto could not encrypt")
    return result
  }

  /// Returns the bytes that were encrypted; nil if they were encrypted with another key or nonce, or have been changed
  /// since.
  func open(_ sealed: [UInt8], nonce: [UInt8]) -> [UInt8]? {
    guard sealed.count >= Self.tagSize, nonce.count == Self.nonceSize else { return nil }
    let bytes = Array(sealed.dropLast(Self.tagSize))
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
      EVP_DecryptInit_ex(state, EVP_chacha20_poly1305(), nil, key, nonce) == 1
      && (bytes.isEmpty || EVP_DecryptUpdate(state, &result, &count, bytes, CInt(bytes.count)) == 1)
      && EVP_CIPHER_CTX_ctrl(state, EVP_CTRL_AEAD_SET_TAG, CInt(Self.tagSize), &tag) == 1
      && EVP_DecryptFinal_ex(state, &rest, &count) == 1
    return isOpen ? result : nil
  }
}
