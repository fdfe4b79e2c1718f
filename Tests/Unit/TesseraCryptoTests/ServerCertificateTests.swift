import TesseraCrypto
import Testing

@Suite("Certificates of servers")
struct ServerCertificateTests {
  // openssl ca -selfsign -startdate 20200101000000Z -enddate 20200201000000Z
  private static let named = """
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

  // openssl req -x509 -subj "/O=Küche/OU=Rack" -utf8
  private static let ofOrganization = """
    -----BEGIN CERTIFICATE-----
    MIIBlTCCATugAwIBAgIUWPNt7BVXHcDwSG0aXoiuxJOabG8wCgYIKoZIzj0EAwIw
    IDEPMA0GA1UECgwGS8O8Y2hlMQ0wCwYDVQQLDARSYWNrMB4XDTI2MTEyNjIzMDMx
    NFoXDTI2MTEyODIzMDMxNFowIDEPMA0GA1UECgwGS8O8Y2hlMQ0wCwYDVQQLDARS
    YWNrMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE6IdsvNkiBZoo1wFnKgYSKskZ
    yIqMzcXqIlwWUuimpwz1NvwSXR67YXTwP0Fkmi2QuFA+/WLqxTrK0czFHeO4HaNT
    MFEwHQYDVR0OBBYEFMnH70NbTppD10SneYB8riXOlezPMB8GA1UdIwQYMBaAFMnH
    70NbTppD10SneYB8riXOlezPMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwID
    SAAwRQIhAM3A/BOTaW/BN/Y21z3ywJU1DDqaz2Bzcez36LcCpAIPAiBYctzvkxhq
    YWxCifbxRX2dsdLWqex/xgMlrrq8BcUq2w==
    -----END CERTIFICATE-----
    """

  @Test func `say whom they name, how long they are valid, and have the digests that openssl computes`() throws {
    let certificate = try #require(ServerCertificate(pem: Array(Self.named.utf8)))
    #expect(certificate.subject == "localhost" && certificate.issuer == "localhost")
    #expect(certificate.validUntil == 1_580_515_200)
    // openssl x509 -noout -fingerprint -sha256
    #expect(
      certificate.fingerprint
        == "1B:6A:05:5A:E6:B3:D8:AB:ED:10:3F:0D:C3:4B:81:53:47:10:82:DE:CB:2A:20:7E:3F:72:E0:23:C5:53:67:77")
    // openssl x509 -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | openssl enc -base64
    #expect(certificate.key == "sha256//Oe/HORfU4g0PR3P/EwUWhgmy/l5zBXt67wZeRsmwEbc=")
  }

  @Test func `without a common name are named by their organization`() throws {
    let certificate = try #require(ServerCertificate(pem: Array(Self.ofOrganization.utf8)))
    #expect(certificate.subject == "Küche" && certificate.issuer == "Küche")
  }

  @Test(arguments: ["", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"])
  func `are not found in other texts`(text: String) {
    #expect(ServerCertificate(pem: Array(text.utf8)) == nil)
  }
}
