/// The files of a server's certificate, in PEM format.
package struct CertificateFiles: Sendable, Hashable {
  /// The path of the certificate, followed by those of the authorities between it and a known one.
  package var certificate: String
  /// The path of the private key, without a password.
  package var key: String

  package init(certificate: String, key: String) {
    self.certificate = certificate
    self.key = key
  }
}
