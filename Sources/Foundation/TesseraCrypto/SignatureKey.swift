import CCrypto

/// The public key of a signature, of one of three kinds that libcrypto checks.
package struct SignatureKey: Sendable, Hashable {
  /// How signatures are made, with the number that COSE has for it (RFC 9053, RFC 8812).
  package enum Algorithm: Int64, Sendable, Hashable, CaseIterable {
    /// ECDSA with the curve P-256 and SHA-256.
    case es256 = -7
    /// EdDSA with the curve Ed25519.
    case edDSA = -8
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    case rs256 = -257
  }

  package let algorithm: Algorithm
  /// The key in DER, as certificates contain it (RFC 5280, section 4.1.2.7).
  package let encoded: [UInt8]

  /// The sizes that the modulus of an RSA key may have, in bytes. Other keys are refused.
  private static let modulusSizes = 256...512

  package init(_ algorithm: Algorithm, encoded: [UInt8]) {
    self.algorithm = algorithm
    self.encoded = encoded
  }

  /// Creates a key of a point on the curve P-256. Nil if the coordinates do not have 32 bytes each, or if there is no such
  /// point on the curve.
  package init?(p256 x: [UInt8], _ y: [UInt8]) {
    guard x.count == 32, y.count == 32 else { return nil }
    let identifier: [UInt8] = [
      0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03,
      0x01, 0x07,
    ]
    self.init(.es256, identifier: identifier, key: [0x04] + x + y)
  }

  /// Creates a key of the curve Ed25519. Nil if it does not have 32 bytes.
  package init?(ed25519 key: [UInt8]) {
    guard key.count == 32 else { return nil }
    self.init(.edDSA, identifier: [0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70], key: key)
  }

  /// Creates an RSA key. Nil if the modulus does not have 2048 to 4096 bits, or the exponent has more than 32.
  package init?(rsa modulus: [UInt8], exponent: [UInt8]) {
    guard Self.modulusSizes.contains(modulus.count), (1...4).contains(exponent.count) else { return nil }
    let identifier: [UInt8] = [
      0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00,
    ]
    let numbers = [modulus, exponent].flatMap { number -> [UInt8] in
      let digits = Array(number.drop { $0 == 0 })
      // A zero keeps a number positive whose first bit is set, and must not be there otherwise.
      return Self.element(0x02, (digits.first ?? 0x80) < 0x80 ? digits : [0] + digits)
    }
    self.init(.rs256, identifier: identifier, key: Self.element(0x30, numbers))
  }

  private init?(_ algorithm: Algorithm, identifier: [UInt8], key: [UInt8]) {
    self.init(algorithm, encoded: Self.element(0x30, identifier + Self.element(0x03, [0] + key)))
    guard let key = publicKey() else { return nil }
    EVP_PKEY_free(key)
  }

  /// Returns whether a signature of a message was made with the private key that belongs to this one.
  package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    let state = EVP_MD_CTX_new()
    let key = publicKey()
    defer {
      EVP_MD_CTX_free(state)
      EVP_PKEY_free(key)
      // What does not fit left errors, which must not be taken for those of a later call.
      ERR_clear_error()
    }
    guard let key else { return false }
    // Ed25519 has a hash function of its own.
    let function = algorithm == .edDSA ? nil : EVP_sha256()
    return EVP_DigestVerifyInit(state, nil, function, nil, key) == 1
      && EVP_DigestVerify(state, signature, signature.count, message, message.count) == 1
  }

  /// Returns the key as libcrypto has it; nil if it is none. The caller frees it.
  private func publicKey() -> OpaquePointer? {
    encoded.withUnsafeBufferPointer { bytes in
      var cursor = bytes.baseAddress
      defer { ERR_clear_error() }
      return d2i_PUBKEY(nil, &cursor, CLong(bytes.count))
    }
  }

  /// Returns an element of DER: its tag, its length, and its content.
  private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    let length: [UInt8] =
      switch count {
      case ..<0x80: [UInt8(count)]
      case ..<0x100: [0x81, UInt8(count)]
      default: [0x82, UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
      }
    return [tag] + length + content
  }
}
