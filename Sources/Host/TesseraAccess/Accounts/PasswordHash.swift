import CArgon2
import Foundation
import TesseraCrypto

/// How much work one hash of a password is.
package struct PasswordCost: Sendable, Hashable {
  /// The memory, in KiB.
  var memory: UInt32
  /// The number of passes over the memory.
  var passes: UInt32

  /// 64 MiB and 3 passes, the second recommendation of RFC 9106, section 4, with one lane: about 0.15 s.
  package static let standard = PasswordCost(memory: 64 << 10, passes: 3)
  /// The least that the algorithm permits, for tests.
  package static let least = PasswordCost(memory: 8, passes: 1)
}

/// The Argon2id hash of a password, in the text form that the reference implementation defines:
/// `$argon2id$v=19$m=65536,t=3,p=1$salt$hash`. It states its own cost, so the cost can change from hash to hash.
package struct PasswordHash: Sendable, Hashable {
  package let text: String

  package init(text: String) { self.text = text }

  /// Hashes a password with a new random salt.
  ///
  /// - Complexity: As the cost says; the calling thread is busy for that time.
  /// - Throws: ``Failure`` if the memory cannot be allocated.
  package init(of password: String, cost: PasswordCost = .standard) throws(Failure) {
    let salt = randomBytes(count: 16)
    let password = Self.bytes(of: password)
    var encoded = [CChar](repeating: 0, count: 256)
    let status = argon2id_hash_encoded(
      cost.passes, cost.memory, 1, password, password.count, salt, salt.count, 32, &encoded, encoded.count)
    guard status == ARGON2_OK.rawValue else { throw Failure(status: status) }
    text = String(decoding: encoded.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Returns whether this is the hash of a password. The comparison takes constant time.
  ///
  /// - Complexity: As the cost of the hash says.
  /// - Throws: ``Failure`` if the memory cannot be allocated, or the text is no hash.
  package func matches(_ password: String) throws(Failure) -> Bool {
    let password = Self.bytes(of: password)
    let status = argon2id_verify(text, password, password.count)
    if status == ARGON2_VERIFY_MISMATCH.rawValue { return false }
    guard status == ARGON2_OK.rawValue else { throw Failure(status: status) }
    return true
  }

  /// Keyboards compose accents differently, so passwords are compared in Unicode's form C (RFC 8265, section 4.2).
  private static func bytes(of password: String) -> [UInt8] {
    Array(password.precomposedStringWithCanonicalMapping.utf8)
  }

  /// Argon2 could not run.
  package struct Failure: Error, CustomStringConvertible {
    let status: Int32

    package var description: String { String(cString: argon2_error_message(status)) }
  }
}
