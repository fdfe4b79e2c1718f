import Foundation
import Testing

@testable import TesseraCrypto

/// A cost that makes tests fast.
private let fast = 1

private let passphrase = Array("correct horse".utf8)

private func encrypted(_ bytes: [UInt8], step: Int = 10_000, workFactor: Int = fast) throws -> [UInt8] {
  var encryptor = try AgeEncryptor(passphrase: passphrase, workFactor: workFactor)
  var result: [UInt8] = []
  for start in stride(from: 0, to: bytes.count, by: step) {
    result += encryptor.update(bytes[start..<min(start + step, bytes.count)])
  }
  return result + encryptor.finish()
}

private func decrypted(
  _ bytes: [UInt8], step: Int = 10_000, passphrase: [UInt8] = passphrase
) throws(AgeError) -> [UInt8] {
  var decryptor = AgeDecryptor(passphrase: passphrase)
  var result: [UInt8] = []
  for start in stride(from: 0, to: bytes.count, by: step) {
    result += try decryptor.update(bytes[start..<min(start + step, bytes.count)])
  }
  return try result + decryptor.finish()
}

/// Bytes in which every place differs from its neighbours.
private func sample(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) } }

/// Returns a file whose header has other lines.
private func header(_ lines: String...) -> [UInt8] { Array(lines.map { "\($0)\n" }.joined().utf8) }

@Suite("Encryption in age's format")
struct AgeEncryptionTests {
  @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000], [7_919, 65_536, 1 << 20])
  func `returns what was encrypted, at each border of chunks`(count: Int, step: Int) throws {
    let bytes = sample(count)
    let file = try encrypted(bytes, step: step)
    #expect(AgeDecryptor.recognizes(file))
    // The header, the nonce, and a tag for each chunk.
    let chunks = max(1, (count + 65_535) / 65_536)
    let headerSize = try #require(String(decoding: file.prefix(300), as: UTF8.self).firstRange(of: "--- "))
    let length = String(decoding: file.prefix(300), as: UTF8.self)[..<headerSize.lowerBound].utf8.count + 48
    #expect(file.count == length + 16 + count + chunks * 16)
    #expect(try decrypted(file, step: step) == bytes)
    #expect(try decrypted(file, step: 65_552) == bytes)
  }

  @Test func `can be read byte by byte`() throws {
    let bytes = sample(300)
    #expect(try decrypted(try encrypted(bytes, step: 1), step: 1) == bytes)
  }

  @Test func `differs each time`() throws { #expect(try encrypted([1, 2, 3]) != encrypted([1, 2, 3])) }

  @Test func `opens a file that age 1.1.1 wrote, with age's usual work factor`() throws {
    let text =
      "YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IHNjcnlwdCBXRkYzYWp5dHN6ZlZuMHAvVTJCMjVBIDE4CnFmNzFMQm5QOHNCNTMvZkZrdkJBbXdE"
      + "MWF2eXpjalAwTXp4RjNEcTAwSXMKLS0tIEhYVDlSeElubURsOFhCVlF3dGVYeUNxcnUxNEk0RHRTTkxjaGc4Qlh5OEkKlxdFjZ/1qptgfjuj"
      + "1EagW4dVLeus98brEem3naSSeYDEpfvdhSBFzvBzSCd3"
    let file = try #require(Data(base64Encoded: text))
    let bytes = try decrypted(Array(file), passphrase: Array("correct horse battery staple".utf8))
    #expect(String(decoding: bytes, as: UTF8.self) == "Made by age.\n")
  }

  @Test func `refuses every truncation, and every changed byte`() throws {
    let file = try encrypted(sample(100))
    #expect(try decrypted(file) == sample(100))
    for count in file.indices {
      let error = #expect(throws: AgeError.self, "\(count) bytes") { try decrypted(Array(file.prefix(count))) }
      #expect(error == (count < AgeDecryptor.recognizedLength ? .notAge : .damaged), "\(count) bytes")
    }
    for place in file.indices {
      for mask: UInt8 in [0x01, 0x20, 0x80] {
        var changed = file
        changed[place] ^= mask
        #expect(throws: AgeError.self, "byte \(place) with \(mask)") { try decrypted(changed) }
      }
    }
    #expect(throws: AgeError.damaged) { try decrypted(file + [0]) }
  }

  @Test func `refuses chunks that are missing, exchanged, or behind the last one`() throws {
    let file = try encrypted(sample(3 * 65_536))
    let size = 65_536 + 16
    let start = file.count - 3 * size
    let chunks = (0..<3).map { Array(file[(start + $0 * size)..<(start + ($0 + 1) * size)]) }
    let head = Array(file[..<start])
    #expect(try decrypted(head + chunks.joined()) == sample(3 * 65_536))
    let wrong = [[], [0], [0, 1], [2], [0, 2], [1, 0, 2], [0, 1, 1], [0, 1, 2, 2], [0, 1, 2, 0]]
    for order in wrong {
      #expect(throws: AgeError.damaged, "\(order)") { try decrypted(head + order.flatMap { chunks[$0] }) }
    }
  }

  @Test func `says why a file is refused`() throws {
    let file = try encrypted(sample(10))
    #expect(throws: AgeError.wrongPassphrase) { try decrypted(file, passphrase: Array("wrong".utf8)) }
    let salt = String(repeating: "A", count: 22)
    let body = String(repeating: "A", count: 43)
    let cases: [([UInt8], AgeError)] = [
      ([], .notAge), (Array("PK\u{3}\u{4}".utf8), .notAge), (header("age-encryption.org/v2"), .notAge),
      (header("age-encryption.org/v1", "-> X25519 \(body)", body, "--- \(body)"), .noPassphrase),
      (header("age-encryption.org/v1", "-> scrypt \(salt) 21", body, "--- \(body)"), .tooCostly),
      (header("age-encryption.org/v1", "-> scrypt \(salt) 99999", body, "--- \(body)"), .tooCostly),
      (header("age-encryption.org/v1", "-> scrypt \(salt) 1", body, "--- \(body)"), .wrongPassphrase),
      // Bits that do not count, padding, other numbers of bytes, and further words.
      (header("age-encryption.org/v1", "-> scrypt \(salt.dropLast())B 1", body, "--- \(body)"), .damaged),
      (header("age-encryption.org/v1", "-> scrypt \(salt)== 1", body, "--- \(body)"), .damaged),
      (header("age-encryption.org/v1", "-> scrypt \(salt)AA 1", body, "--- \(body)"), .damaged),
      (header("age-encryption.org/v1", "-> scrypt \(salt) 1 1", body, "--- \(body)"), .damaged),
      (header("age-encryption.org/v1", "-> scrypt \(salt) 1", "A\(body)", "--- \(body)"), .damaged),
      (header("age-encryption.org/v1", "-> scrypt \(salt) 1", body, "-> x", body, "--- \(body)"), .damaged),
      (header("age-encryption.org/v1", "--- \(body)"), .damaged),
      (header("age-encryption.org/v1", "-> scrypt \(String(repeating: "A", count: 10_000))"), .damaged),
    ]
    for (file, error) in cases {
      #expect(throws: error, "\(String(decoding: file.prefix(100), as: UTF8.self))") { try decrypted(file) }
    }
    for number in ["0", "-1", "+1", "01", "1.0", "", "99999999999999999999"] {
      let file = header("age-encryption.org/v1", "-> scrypt \(salt) \(number)", body, "--- \(body)")
      #expect(throws: AgeError.damaged, "\(number)") { try decrypted(file) }
    }
  }

  @Test func `keys match the standards' test vectors`() {
    // RFC 7914, section 12: the first half.
    let key = Scrypt.key(
      passphrase: Array("pleaseletmein".utf8), salt: Array("SodiumChloride".utf8), workFactor: 14, count: 32)
    #expect(key?.hexadecimalText == "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2")
    // RFC 5869, appendix A.3: the first digest.
    let derived = HashFunction.sha256.derivedKey(
      from: [UInt8](repeating: 0x0B, count: 22), salt: [UInt8](repeating: 0, count: 32), purpose: "")
    #expect(derived.hexadecimalText == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d")
  }
}
