import CCrypto

/// Encrypts bytes so that only holders of the key can read or change them (RFC 5116). Data that is not encrypted can be
/// associated with them.
struct AEAD: Sendable {
  /// The ciphers. Keys, nonces and tags have the same sizes in both.
  enum Cipher: CaseIterable {
    /// AES-256 in Galois/Counter Mode (NIST SP 800-38D).
    case aes256GCM
    /// ChaCha20-Poly1305 (RFC 8439).
    case chaCha20Poly1305
  }

  /// The size of a key, in bytes.
  static let keySize = 32
  /// The size of a nonce, in bytes. A key must never encrypt two texts with the same nonce.
  static let nonceSize = 12
  /// How much longer encrypted bytes are, in bytes.
  static let tagSize = 16

  private let cipher: Cipher
  private let key: [UInt8]

  /// - Parameter key: A key of ``keySize``.
  init(_ cipher: Cipher, key: [UInt8]) {
    precondition(key.count == Self.keySize, "a key has \(Self.keySize) bytes")
    self.cipher = cipher
    self.key = key
  }

  /// Returns encrypted bytes, which end with the tag.
  /// - Parameters:
  ///   - nonce: A nonce of ``nonceSize``.
  ///   - associated: What the bytes belong to. They can be opened together with the same data only.
  func seal(_ bytes: [UInt8], nonce: [UInt8], associated: [UInt8] = []) -> [UInt8] {
    precondition(nonce.count == Self.nonceSize, "a nonce has \(Self.nonceSize) bytes")
    let state = EVP_CIPHER_CTX_new()
    defer { EVP_CIPHER_CTX_free(state) }
    var result = [UInt8](repeating: 0, count: bytes.count + Self.tagSize)
    var count: CInt = 0
    let isSealed = result.withUnsafeMutableBufferPointer { result in
      guard let output = result.baseAddress else { return false }
      return EVP_EncryptInit_ex(state, function, nil, key, nonce) == 1
        && (associated.isEmpty || EVP_EncryptUpdate(state, nil, &count, associated, CInt(associated.count)) == 1)
        && (bytes.isEmpty || EVP_EncryptUpdate(state, output, &count, bytes, CInt(bytes.count)) == 1)
        && EVP_EncryptFinal_ex(state, output + bytes.count, &count) == 1
        && EVP_CIPHER_CTX_ctrl(state, EVP_CTRL_AEAD_GET_TAG, CInt(Self.tagSize), output + bytes.count) == 1
    }
    // This fails only if memory is exhausted.
    precondition(isSealed, "libcrypto could not encrypt")
    return result
  }

  /// Returns the bytes that were encrypted; nil if they were encrypted with another key, nonce or associated data, or
  /// have been changed since.
  func open(_ sealed: ArraySlice<UInt8>, nonce: [UInt8], associated: [UInt8] = []) -> [UInt8]? {
    guard sealed.count >= Self.tagSize, nonce.count == Self.nonceSize else { return nil }
    let bytes = sealed.dropLast(Self.tagSize)
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
    let isOpen = bytes.withUnsafeBufferPointer { bytes in
      EVP_DecryptInit_ex(state, function, nil, key, nonce) == 1
        && (associated.isEmpty || EVP_DecryptUpdate(state, nil, &count, associated, CInt(associated.count)) == 1)
        && (bytes.isEmpty || EVP_DecryptUpdate(state, &result, &count, bytes.baseAddress, CInt(bytes.count)) == 1)
        && EVP_CIPHER_CTX_ctrl(state, EVP_CTRL_AEAD_SET_TAG, CInt(Self.tagSize), &tag) == 1
        && EVP_DecryptFinal_ex(state, &rest, &count) == 1
    }
    return isOpen ? result : nil
  }

  /// The cipher in libcrypto, which owns it.
  private var function: OpaquePointer? {
    switch cipher {
    case .aes256GCM: EVP_aes_256_gcm()
    case .chaCha20Poly1305: EVP_chacha20_poly1305()
    }
  }
}
