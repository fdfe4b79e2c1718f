import Testing

@testable import TesseraCrypto

private func bytes(_ hexadecimal: String) -> [UInt8] {
  let digits = Array(hexadecimal)
  return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...($0 + 1)]), radix: 16) }
}

@Suite("Authenticated encryption")
struct AEADTests {
  /// An example of a standard.
  struct Example: Sendable, CustomTestStringConvertible {
    var name: String
    var cipher: AEAD.Cipher
    var key: String
    var nonce: String
    var associated: String
    var plain: [UInt8]
    var sealed: String

    var testDescription: String { name }
  }

  @Test(arguments: [
    Example(
      name: "RFC 8439, section 2.8.2", cipher: .chaCha20Poly1305,
      key: "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f", nonce: "070000004041424344454647",
      associated: "50515253c0c1c2c3c4c5c6c7",
      plain: Array(
        "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it."
          .utf8),
      sealed: "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca9671282fafb69da92728b"
        + "1a71de0a9e060b2905d6a5b67ecd3b3692ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc"
        + "3ff4def08e4b7a9de576d26586cec64b61161ae10b594f09e26a7e902ecbd0600691"),
    Example(
      name: "GCM, test case 16", cipher: .aes256GCM,
      key: "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308", nonce: "cafebabefacedbaddecaf888",
      associated: "feedfacedeadbeeffeedfacedeadbeefabaddad2",
      plain: bytes(
        "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525"
          + "b16aedf5aa0de657ba637b39"),
      sealed: "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838"
        + "c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b"),
    Example(
      name: "GCM, test case 13", cipher: .aes256GCM, key: String(repeating: "0", count: 64),
      nonce: String(repeating: "0", count: 24), associated: "", plain: [], sealed: "530f8afbc74536b9a963b4f1c4cb738b"),
  ])
  func `matches the standards' examples`(example: Example) {
    let (nonce, associated) = (bytes(example.nonce), bytes(example.associated))
    let aead = AEAD(example.cipher, key: bytes(example.key))
    let sealed = aead.seal(example.plain, nonce: nonce, associated: associated)
    #expect(sealed.hexadecimalText == example.sealed)
    #expect(aead.open(sealed[...], nonce: nonce, associated: associated) == example.plain)
  }

  @Test(arguments: AEAD.Cipher.allCases)
  func `opens only what is whole and unchanged, with its own key, nonce and data`(cipher: AEAD.Cipher) {
    let key = [UInt8](repeating: 1, count: AEAD.keySize)
    let nonce = [UInt8](repeating: 2, count: AEAD.nonceSize)
    let aead = AEAD(cipher, key: key)
    let sealed = aead.seal([1, 2, 3], nonce: nonce, associated: [4])
    // A part of longer bytes opens, too.
    #expect(aead.open(([9] + sealed + [9])[1...sealed.count], nonce: nonce, associated: [4]) == [1, 2, 3])
    for place in sealed.indices {
      var changed = sealed
      changed[place] ^= 1
      #expect(aead.open(changed[...], nonce: nonce, associated: [4]) == nil)
      #expect(aead.open(sealed[..<place], nonce: nonce, associated: [4]) == nil)
    }
    for associated in [[], [5], [4, 4]] as [[UInt8]] {
      #expect(aead.open(sealed[...], nonce: nonce, associated: associated) == nil)
    }
    #expect(aead.open(sealed[...], nonce: Array(nonce.dropLast()), associated: [4]) == nil)
    #expect(aead.open(sealed[...], nonce: [UInt8](repeating: 3, count: AEAD.nonceSize), associated: [4]) == nil)
    #expect(AEAD(cipher, key: key.map { $0 + 1 }).open(sealed[...], nonce: nonce, associated: [4]) == nil)
    let other = AEAD.Cipher.allCases.first { $0 != cipher } ?? cipher
    #expect(AEAD(other, key: key).open(sealed[...], nonce: nonce, associated: [4]) == nil)
  }

  @Test func `encrypts the same bytes differently each time under random nonces, and has an exact size of keys`() throws
  {
    let cipher = try #require(AuthenticatedCipher(key: [UInt8](repeating: 1, count: AuthenticatedCipher.keySize)))
    let sealed = cipher.seal([1, 2, 3], context: [4])
    #expect(sealed != cipher.seal([1, 2, 3], context: [4]))
    #expect(cipher.open(sealed, context: [4]) == [1, 2, 3])
    #expect(cipher.open(sealed, context: [5]) == nil)
    for count in sealed.indices { #expect(cipher.open(Array(sealed.prefix(count)), context: [4]) == nil) }
    for size in [0, 16, 31, 33] { #expect(AuthenticatedCipher(key: [UInt8](repeating: 1, count: size)) == nil) }
  }
}
