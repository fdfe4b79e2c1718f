import CCrypto

/// What a server's certificate says of itself, and whether a private key belongs to it.
package struct CertificateFile: Sendable, Hashable {
  /// The reason why a certificate or its key cannot be read.
  package enum Problem: Error, Sendable, Hashable {
    /// The text contains no certificate in PEM format (RFC 7468).
    case noCertificate
    /// The text contains no private key in PEM format, or one that needs a password.
    case noKey
  }

  /// The beginning of the time in which the certificate is valid, in seconds since 1970.
  package let validFrom: Int64
  /// The end of the time in which the certificate is valid, and all those that follow it in the text, in seconds since
  /// 1970.
  package let validUntil: Int64
  /// Whether the private key belongs to the certificate.
  package let matchesKey: Bool

  /// The maximum number of certificates that are read of a file. Further ones are not checked.
  private static let maximumCount = 32

  /// Reads a certificate and its key.
  /// - Parameters:
  ///   - certificate: The certificate in PEM format, followed by those of the authorities between it and a known one.
  ///   - key: The private key in PEM format, without a password.
  package init(certificate: [UInt8], key: [UInt8]) throws(Problem) {
    let chain = Self.certificates(in: certificate)
    let found = Self.privateKey(in: key)
    defer {
      for entry in chain { X509_free(entry) }
      EVP_PKEY_free(found)
      // What could not be read left errors, which must not be taken for those of a later call.
      ERR_clear_error()
    }
    guard let first = chain.first else { throw .noCertificate }
    guard let privateKey = found else { throw .noKey }
    validFrom = Self.seconds(of: X509_get0_notBefore(first))
    validUntil = chain.map { Self.seconds(of: X509_get0_notAfter($0)) }.min() ?? 0
    matchesKey = X509_check_private_key(first, privateKey) == 1
  }

  /// Returns the certificates of a text. The caller frees them.
  static func certificates(in text: [UInt8]) -> [OpaquePointer] {
    text.withUnsafeBytes { bytes in
      guard let source = BIO_new_mem_buf(bytes.baseAddress, CInt(clamping: bytes.count)) else { return [] }
      defer { BIO_free(source) }
      var found: [OpaquePointer] = []
      // Without a function that refuses, the library would ask for a password on the terminal.
      while found.count < maximumCount, let next = PEM_read_bio_X509(source, nil, { _, _, _, _ in -1 }, nil) {
        found.append(next)
      }
      return found
    }
  }

  /// Returns the private key of a text; nil if there is none. The caller frees it.
  private static func privateKey(in text: [UInt8]) -> OpaquePointer? {
    text.withUnsafeBytes { bytes in
      guard let source = BIO_new_mem_buf(bytes.baseAddress, CInt(clamping: bytes.count)) else { return nil }
      defer { BIO_free(source) }
      return PEM_read_bio_PrivateKey(source, nil, { _, _, _, _ in -1 }, nil)
    }
  }

  /// Returns the seconds from 1970 to a time; 0 for a time that is not written as one.
  static func seconds(of time: UnsafePointer<ASN1_TIME>?) -> Int64 {
    guard let time, let epoch = ASN1_TIME_set(nil, 0) else { return 0 }
    defer { ASN1_STRING_free(epoch) }
    var days: CInt = 0
    var seconds: CInt = 0
    guard ASN1_TIME_diff(&days, &seconds, epoch, time) == 1 else { return 0 }
    return Int64(days) * 86_400 + Int64(seconds)
  }
}
