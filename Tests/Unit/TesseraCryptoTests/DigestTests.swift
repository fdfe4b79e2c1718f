import TesseraCrypto
import Testing

@Suite("Digests and authentication codes")
struct DigestTests {
  @Test(arguments: [
    // NIST's examples for FIPS 180-4.
    (HashFunction.sha1, "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (.sha256, "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (.sha256, "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    (
      .sha256, "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `digests match the standards' test vectors`(function: HashFunction, text: String, expected: String) {
    #expect(function.digest(of: text.utf8).hexadecimalText == expected)
    #expect(function.digest(of: Array(text.utf8)[...]).hexadecimalText == expected)
  }

  @Test(arguments: [
    (HashFunction.sha1, "Hi There", [UInt8](repeating: 0x0B, count: 20), "b617318655057264e28bc0b6fb378c8ef146be00"),
    (.sha1, "what do ya want for nothing?", Array("Jefe".utf8), "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
    (
      .sha256, "Hi There", [UInt8](repeating: 0x0B, count: 20),
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      .sha256, "Test Using Larger Than Block-Size Key - Hash Key First", [UInt8](repeating: 0xAA, count: 131),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
  ])
  func `authentication codes match RFC 2202 and RFC 4231`(
    function: HashFunction, text: String, key: [UInt8], expected: String
  ) {
    #expect(function.authenticationCode(for: text.utf8, key: key).hexadecimalText == expected)
  }

  @Test func `byte sequences are equal if all bytes are`() {
    #expect(isEqualInConstantTime([], []))
    #expect(isEqualInConstantTime([1, 2], [1, 2]))
    #expect(!isEqualInConstantTime([1, 2], [1, 3]))
    #expect(!isEqualInConstantTime([1, 2], [1, 2, 3]))
  }

  @Test func `random bytes have the requested length, and differ`() {
    let bytes = randomBytes(count: 32)
    #expect(bytes.count == 32)
    #expect(bytes != randomBytes(count: 32))
  }
}
