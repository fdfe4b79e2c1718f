import CCrypto

/// A cryptographic hash function of libcrypto.
package enum HashFunction: Sendable {
  /// SHA-1 (RFC 3174). It is broken for signatures, but older protocols still use it in HMAC.
  case sha1
  /// SHA-256 (RFC 6234).
  case sha256

  fileprivate var algorithm: OpaquePointer? {
    switch self {
    case .sha1: EVP_sha1()
    case .sha256: EVP_sha256()
    }
  }

  /// Returns the digest of the given bytes.
  package func digest(of bytes: some Collection<UInt8>) -> [UInt8] {
    result { output, count in
      withContiguousBytes(of: bytes) { EVP_Digest($0.baseAddress, $0.count, output, count, algorithm, nil) == 1 }
    }
  }

  /// Returns the message authentication code of the given bytes (HMAC, RFC 2104).
  package func authenticationCode(for message: some Collection<UInt8>, key: some Collection<UInt8>) -> [UInt8] {
    result { output, count in
      withContiguousBytes(of: message) { message in
        withContiguousBytes(of: key) { key in
          HMAC(
            algorithm, key.baseAddress, CInt(key.count), message.bindMemory(to: UInt8.self).baseAddress,
            message.count, output, count) != nil
        }
      }
    }
  }

  private func result(
    _ body: (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<CUnsignedInt>) -> Bool
  ) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, initializedCount in
      var count: CUnsignedInt = 0
      // Both functions fail only if memory is exhausted.
      precondition(body(buffer.baseAddress, &count), "libcrypto could not allocate memory for a digest")
      initializedCount = Int(count)
    }
  }
}

/// A digest of bytes that come in parts.
package final class RunningDigest {
  private let context: OpaquePointer?

  package init(_ function: HashFunction) {
    context = EVP_MD_CTX_new()
    precondition(
      EVP_DigestInit_ex(context, function.algorithm, nil) == 1, "libcrypto could not allocate memory for a digest")
  }

  deinit { EVP_MD_CTX_free(context) }

  /// Adds bytes.
  package func update(_ bytes: some Collection<UInt8>) {
    withContiguousBytes(of: bytes) { _ = EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
  }

  /// Returns the digest of all bytes. No bytes can be added afterwards.
  package func finish() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, initializedCount in
      var count: CUnsignedInt = 0
      EVP_DigestFinal_ex(context, buffer.baseAddress, &count)
      initializedCount = Int(count)
    }
  }
}

/// Returns whether two byte sequences are equal, in a time that does not depend on where they differ.
package func isEqualInConstantTime(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
}

/// Returns random bytes from the system's cryptographically secure generator.
package func randomBytes(count: Int) -> [UInt8] {
  var generator = SystemRandomNumberGenerator()
  return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
}

extension Collection<UInt8> {
  /// The bytes as lowercase hexadecimal digits.
  package var hexadecimalText: String {
    var text = ""
    text.reserveCapacity(count * 2)
    for byte in self { text += String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }
    return text
  }
}

private func withContiguousBytes<Result>(
  of bytes: some Collection<UInt8>, _ body: (UnsafeRawBufferPointer) -> Result
) -> Result {
  bytes.withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer($0)) } ?? Array(bytes).withUnsafeBytes(body)
}
