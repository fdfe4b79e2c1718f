import TesseraCrypto
import Testing

@Suite("Files of certificates")
struct CertificateFileTests {
  // openssl ca -selfsign -startdate 20200101000000Z -enddate 20200201000000Z
  private static let certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBITCByQIUM6Qrn9HnkVrivwMedb7uqHTGL3gwCgYIKoZIzj0EAwIwFDESMBAG
    A1UEAwwJbG9jYWxob3N0MB4XDTIwMDEwMTAwMDAwMFoXDTIwMDIwMTAwMDAwMFow
    FDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
    jAAWr64xqMoVfN3pI5nEgmjcV2gLutp8gyIjcn1Yqnf9yqQ+dI/IRU1adtR2TPfs
    nu7N+0pzRXhgTqUHYbyl5DAKBggqhkjOPQQDAgNHADBEAiA2rZOyDKKCD1Nll/VL
    uVtsJQiyESxazqyaHl3wuwPytAIgM4uz1BLelCqZ5N32bdFxxBJSITtN9Zx6sBEP
    fUPXMto=
    -----END CERTIFICATE-----
    """

  private static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgO5tI1Bzbo5EwmczF
    CBw0PLNON7xv9G5sV6YfZPOykFChRANCAASMABavrjGoyhV83ekjmcSCaNxXaAu6
    2nyDIiNyfViqd/3KpD50j8hFTVp21HZM9+ye7s37SnNFeGBOpQdhvKXk
    -----END PRIVATE KEY-----
    """

  /// The key of another certificate.
  private static let otherKey = """
    -----BEGIN EC PRIVATE KEY-----
    MHcCAQEEIHBzPDjAWOVp8IISYQSFe+T29ovpX0AGjC7DYzgQsY7noAoGCCqGSM49
    AwEHoUQDQgAEzyQvjWzyA1g9iyFt619W/qQkLPFd/zA2w437RH/RSc3MJTQ+kiHF
    9/xletdxyJI328teRpzjfb5Ekq7oECW9Hw==
    -----END EC PRIVATE KEY-----
    """

  private func read(_ certificate: String, _ key: String) throws(CertificateFile.Problem) -> CertificateFile {
    try CertificateFile(certificate: Array(certificate.utf8), key: Array(key.utf8))
  }

  @Test func `say how long a certificate is valid, and whether a key belongs to it`() throws {
    let file = try read(Self.certificate, Self.key)
    #expect(file.validFrom == 1_577_836_800)
    #expect(file.validUntil == 1_580_515_200)
    #expect(file.matchesKey)
    // The key may be in the same file.
    #expect(try read(Self.certificate + "\n" + Self.key, Self.certificate + "\n" + Self.key).matchesKey)
    #expect(try !read(Self.certificate, Self.otherKey).matchesKey)
  }

  @Test func `without a certificate or a key are refused`() {
    #expect(throws: CertificateFile.Problem.noCertificate) { try read("", Self.key) }
    #expect(throws: CertificateFile.Problem.noCertificate) { try read(Self.key, Self.key) }
    #expect(throws: CertificateFile.Problem.noKey) { try read(Self.certificate, Self.certificate) }
    #expect(throws: CertificateFile.Problem.noCertificate) {
      try read(Self.certificate.replacing("MIIB", with: "AAAA"), Self.key)
    }
  }
}
