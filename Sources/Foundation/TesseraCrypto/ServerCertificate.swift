import CCrypto
import Foundation

/// What the certificate of a server says, for a person who decides whether to trust it.
package struct ServerCertificate: Sendable, Hashable {
  /// Whom it names: the common name, else the organization or its unit; empty if there is none of them.
  package let subject: String
  /// Who issued it, in the same form.
  package let issuer: String
  /// The end of the time in which it is valid, in seconds since 1970.
  package let validUntil: Int64
  /// The SHA-256 digest of the certificate, as devices and browsers show it: `3A:0F:…`.
  package let fingerprint: String
  /// The SHA-256 digest of the public key, as curl's `--pinnedpubkey` takes it: `sha256//` and Base64.
  package let key: String

  /// Reads the first certificate of a text in PEM format (RFC 7468). Nil if there is none.
  package init?(pem: [UInt8]) {
    let chain = CertificateFile.certificates(in: pem)
    defer {
      for entry in chain { X509_free(entry) }
      ERR_clear_error()
    }
    guard let first = chain.first else { return nil }
    subject = Self.text(of: X509_get_subject_name(first))
    issuer = Self.text(of: X509_get_issuer_name(first))
    validUntil = CertificateFile.seconds(of: X509_get0_notAfter(first))
    let digest = HashFunction.sha256.digest(of: Self.encoded { i2d_X509(first, $0) })
    fingerprint = digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: ":")
    let keyDigest = HashFunction.sha256.digest(of: Self.encoded { i2d_X509_PUBKEY(X509_get_X509_PUBKEY(first), $0) })
    key = "sha256//" + Data(keyDigest).base64EncodedString()
  }

  /// The maximum length of a name, in characters. Longer ones are cut.
  private static let maximumName = 64

  private static func text(of name: OpaquePointer?) -> String {
    for part in [NID_commonName, NID_organizationName, NID_organizationalUnitName] {
      let index = X509_NAME_get_index_by_NID(name, part, -1)
      guard index >= 0, let value = X509_NAME_ENTRY_get_data(X509_NAME_get_entry(name, index)) else { continue }
      var bytes: UnsafeMutablePointer<UInt8>?
      let count = ASN1_STRING_to_UTF8(&bytes, value)
      defer { CRYPTO_free(bytes, nil, 0) }
      guard count > 0, let bytes else { continue }
      let name = String(decoding: UnsafeBufferPointer(start: bytes, count: min(Int(count), 1024)), as: UTF8.self)
      // Characters that are not seen could change how the facts around the name look.
      let seen = name.unicodeScalars.filter { ![.control, .format].contains($0.properties.generalCategory) }
      return String(String(String.UnicodeScalarView(seen)).prefix(maximumName))
    }
    return ""
  }

  /// Returns the DER encoding that a function of libcrypto writes.
  private static func encoded(_ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> CInt) -> [UInt8] {
    var bytes: UnsafeMutablePointer<UInt8>?
    let count = write(&bytes)
    defer { CRYPTO_free(bytes, nil, 0) }
    guard count > 0, let bytes else { return [] }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }
}
