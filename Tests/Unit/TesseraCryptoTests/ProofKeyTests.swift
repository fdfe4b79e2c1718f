import TesseraCrypto
import Testing

@Suite("Proof keys and base64url")
struct ProofKeyTests {
  @Test func `the challenge is that of RFC 7636, appendix B`() {
    let key = ProofKey(verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    #expect(key.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
  }

  @Test func `each key has a secret of 43 unreserved characters, the least that RFC 7636 permits`() {
    let key = ProofKey()
    #expect(key.verifier.utf8.count == 43)
    #expect([UInt8](base64URL: key.verifier)?.count == 32)
    #expect(key != ProofKey())
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
    ("foobar", "Zm9vYmFy"), ("ÿþ", "w7_Dvg"),
  ])
  func `bytes become text and back, as in RFC 4648, section 10, without padding`(text: String, encoded: String) {
    #expect(text.utf8.base64URLText == encoded)
    #expect([UInt8](base64URL: encoded) == Array(text.utf8))
  }

  @Test(arguments: ["Zg==", "Zm+v", "Zm/v", "Z", "Zm9vY", "Zm 9", "ä"])
  func `other texts are refused`(text: String) { #expect([UInt8](base64URL: text) == nil) }
}
