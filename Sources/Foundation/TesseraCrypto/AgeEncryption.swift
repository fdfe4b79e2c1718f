/// Encrypts bytes that come in parts with a passphrase, in age's format (age-encryption.org/v1): `age --decrypt` opens
/// them, too.
package struct AgeEncryptor: Sendable {
  private var payload: AgePayload
  private var pending: [UInt8]
  /// What is encrypted already: the header at first.
  private var output: [UInt8]

  /// The usual work factor, which is age's own: 256 MiB of memory, and about a second.
  package static let usualWorkFactor = 18

  /// - Parameters:
  ///   - passphrase: The passphrase, in UTF-8.
  ///   - workFactor: The binary logarithm of the cost of each guess, from 1 to ``AgeDecryptor/maximumWorkFactor``.
  /// - Throws: ``AgeError/noMemory``.
  package init(passphrase: [UInt8], workFactor: Int = usualWorkFactor) throws(AgeError) {
    precondition((1...AgeDecryptor.maximumWorkFactor).contains(workFactor), "the work factor is out of range")
    let fileKey = AgeHeader.newFileKey()
    let nonce = randomBytes(count: AgePayload.nonceSize)
    output = try AgeHeader.bytes(fileKey: fileKey, passphrase: passphrase, workFactor: workFactor) + nonce
    payload = AgePayload(fileKey: fileKey, nonce: nonce)
    pending = []
  }

  /// Adds bytes.
  /// - Returns: The next encrypted bytes, which may be none.
  package mutating func update(_ bytes: some Collection<UInt8>) -> [UInt8] {
    pending += bytes
    var start = 0
    // The last chunk has a mark of its own, so a full one waits until it is known not to be the last.
    while pending.count - start > AgePayload.chunkSize {
      output += payload.seal(Array(pending[start..<(start + AgePayload.chunkSize)]), isLast: false)
      start += AgePayload.chunkSize
    }
    pending.removeFirst(start)
    defer { output = [] }
    return output
  }

  /// Returns the rest of the encrypted bytes. No bytes can be added afterwards.
  package mutating func finish() -> [UInt8] {
    defer { (output, pending) = ([], []) }
    return output + payload.seal(pending, isLast: true)
  }
}

/// Decrypts bytes in age's format (age-encryption.org/v1), which come in parts and were encrypted with a passphrase.
package struct AgeDecryptor: Sendable {
  private let passphrase: [UInt8]
  /// Nil until the header is read.
  private var fileKey: [UInt8]?
  /// Nil until the nonce behind the header is read.
  private var payload: AgePayload?
  private var pending: [UInt8] = []

  /// The maximum work factor of an encrypted file's passphrase, which takes 1 GiB of memory. A file with a greater one
  /// is refused.
  package static let maximumWorkFactor = 20

  /// - Parameter passphrase: The passphrase, in UTF-8.
  package init(passphrase: [UInt8]) { self.passphrase = passphrase }

  /// Whether bytes are the beginning of a file in age's format.
  package static func recognizes(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.starts(with: AgeHeader.firstLine.utf8)
  }

  /// The number of bytes by which ``recognizes(_:)`` tells the format.
  package static var recognizedLength: Int { AgeHeader.firstLine.utf8.count }

  /// Adds encrypted bytes.
  /// - Returns: The next bytes, which may be none. They are authentic, but all bytes are complete only after ``finish()``.
  package mutating func update(_ bytes: some Collection<UInt8>) throws(AgeError) -> [UInt8] {
    pending += bytes
    if fileKey == nil {
      let header = try AgeHeader.read(pending, passphrase: passphrase, maximumWorkFactor: Self.maximumWorkFactor)
      guard let header else { return [] }
      fileKey = header.fileKey
      pending.removeFirst(header.length)
    }
    if payload == nil, let fileKey, pending.count >= AgePayload.nonceSize {
      payload = AgePayload(fileKey: fileKey, nonce: Array(pending.prefix(AgePayload.nonceSize)))
      pending.removeFirst(AgePayload.nonceSize)
    }
    guard payload != nil else { return [] }
    var result: [UInt8] = []
    var start = 0
    let size = AgePayload.chunkSize + AEAD.tagSize
    while pending.count - start > size {
      guard let chunk = payload?.open(Array(pending[start..<(start + size)]), isLast: false) else { throw .damaged }
      result += chunk
      start += size
    }
    pending.removeFirst(start)
    return result
  }

  /// Returns the rest of the bytes. No bytes can be added afterwards.
  package mutating func finish() throws(AgeError) -> [UInt8] {
    guard payload != nil else {
      throw fileKey != nil || Self.recognizes(pending) ? .damaged : .notAge
    }
    let isFirst = payload?.isFirst == true
    guard let chunk = payload?.open(pending, isLast: true), isFirst || !chunk.isEmpty else { throw .damaged }
    pending = []
    return chunk
  }
}

/// The chunks of a file in age's format, each encrypted and authenticated with its number and with whether it is the last
/// one. So chunks cannot be exchanged, and none can be missing at the end.
private struct AgePayload {
  /// The size of all chunks but the last, in bytes, before encryption. The last one may be shorter.
  static let chunkSize = 64 << 10
  /// The size of the nonce of the file, in bytes.
  static let nonceSize = 16

  private let cipher: AEAD
  private var number: UInt64 = 0

  init(fileKey: [UInt8], nonce: [UInt8]) {
    cipher = AEAD(
      .chaCha20Poly1305, key: HashFunction.sha256.derivedKey(from: fileKey, salt: nonce, purpose: "payload"))
  }

  /// Whether no chunk was encrypted or decrypted yet.
  var isFirst: Bool { number == 0 }

  mutating func seal(_ chunk: [UInt8], isLast: Bool) -> [UInt8] {
    cipher.seal(chunk, nonce: nextNonce(isLast: isLast))
  }

  mutating func open(_ chunk: [UInt8], isLast: Bool) -> [UInt8]? {
    cipher.open(chunk[...], nonce: nextNonce(isLast: isLast))
  }

  /// The number in eleven bytes, the first of which is the most significant, and the mark of the last chunk.
  private mutating func nextNonce(isLast: Bool) -> [UInt8] {
    defer { number += 1 }
    return [0, 0, 0] + withUnsafeBytes(of: number.bigEndian) { Array($0) } + [isLast ? 1 : 0]
  }
}
