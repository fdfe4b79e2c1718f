import TesseraCrypto
import Testing

@Suite("Signatures")
struct SignatureKeyTests {
  /// Keys, and their signatures of "message", which the Python package cryptography has made.
  private struct Sample {
    let key: SignatureKey?
    let signature: [UInt8]?
  }

  private static func bytes(_ text: String) -> [UInt8] { [UInt8](base64URL: text) ?? [] }

  private static let x = bytes("zW6qH4lShhdfu21oN4OJ5tNSix4o7dHH1QtNIM9ZX3c")
  private static let y = bytes("xTcDh3Nob1NvFzDYTq2EH6CU_mWqXNMAVOh7rwQkPaI")
  private static let modulus = bytes(
    "mVkWqlCQrFDunr2jT0zCQ7Gwkmcbt-WMXFw6pyLeebwc2EE-zRsTqhp6NC_kEUtOMFnc3OLejqo5QqtvJsDcpjU9cAVbarPi"
      + "TLKeQnKbTf-55q7zKnHmTU_qki9wWz1IOyGcCvs-FLQ4QRSmfM7-w4LSsQ2ps94WUUkBV1c4EP0-zLnTN4i4RTQr_J7qTYyC"
      + "B24m98Ur3QRjKPjV-Z188UyaZVmhaYTVLyA8i00SUm_FmSCZ5dAe7uGmrGC-dp4_XR8Ojv7e-AkEHy60EUlToF8LYX0VV5Fr"
      + "fQpZHwkreD_uRL-Ooe_Lm947qhZzi_8uH3AgypCbhhgNk6uGbuU23Q")

  private static let samples = [
    Sample(
      key: SignatureKey(p256: x, y),
      signature: bytes(
        "MEYCIQCL7q1YQ5XYdJ_21LhqwNRKOH3OYvfxGUUFqqDtD-SI7AIhANGSWmmtSkQ_Go9-jIAgj3a_N8IsMr_pah5oP0OqIdHq")),
    Sample(
      key: SignatureKey(ed25519: bytes("M0NPJP4l_Gu_qnDSJ9aNlNDdF0U1rq3-pYc_whvytkk")),
      signature: bytes(
        "n30Y3b3-60bNT5xV5aYjD5-UPLES1_Pp2uCZQ5MYIY07aaSzpNbrlqU6ps71trJJfKGhozF-tSDJRqZEFqyLDg")),
    Sample(
      key: SignatureKey(rsa: modulus, exponent: [1, 0, 1]),
      signature: bytes(
        "gnX9rBh7p8b0VAq_-tVUth24mXN2Pf1gK1gnSE_C3h_BUF67RTHkU8KUSzDk17Uf-9JZHRoPf4RYecnloFdniG-5CulVh5gA"
          + "J7UyMcxLUycOafdNw_cPsSO5cwy1CLr07AMezbyBPIRfL9czXuvWvy6XlDyGeORfVE59c9r-vso95QUSGKJE9PC6Fwd97IrU"
          + "W0IETlJ9JT19FJKGjoQ8Nkn5okddW9NqhMOooJjNWjJ1jX6kOaJr0SNe31bR9S1VqKe2c1vd9P0yCiCgq5Eefl5iCVFHwjJK"
          + "rtrpgmpjSP75oPsKEq665o2VRGVqH-857d6GsKAgZbjMp5L-IUyBmg")),
  ]

  @Test(arguments: 0..<3)
  func `a signature fits its message and its key, and no others`(index: Int) throws {
    let sample = Self.samples[index]
    let key = try #require(sample.key)
    let signature = try #require(sample.signature)
    let message = Array("message".utf8)
    #expect(key.verifies(signature, of: message))
    #expect(SignatureKey(key.algorithm, encoded: key.encoded).verifies(signature, of: message))
    #expect(!key.verifies(signature, of: Array("messagf".utf8)))
    #expect(!key.verifies(signature, of: []))
    for wrong in [[], Array(signature.dropLast()), signature + [0], signature.map { $0 ^ 1 }] {
      #expect(!key.verifies(wrong, of: message))
    }
    for other in Self.samples where other.key != key {
      #expect(other.key?.verifies(signature, of: message) == false)
    }
  }

  @Test func `what is no key is refused`() {
    #expect(SignatureKey(p256: Self.x, Self.x) == nil, "no point of the curve")
    #expect(SignatureKey(p256: Self.x + [0], Self.y) == nil)
    #expect(SignatureKey(p256: [], []) == nil)
    #expect(SignatureKey(ed25519: []) == nil)
    #expect(SignatureKey(rsa: Array(Self.modulus.prefix(128)), exponent: [1, 0, 1]) == nil, "a short key")
    #expect(SignatureKey(rsa: Self.modulus, exponent: Self.x) == nil)
    #expect(!SignatureKey(.es256, encoded: [1, 2, 3]).verifies([1], of: [2]))
  }
}
