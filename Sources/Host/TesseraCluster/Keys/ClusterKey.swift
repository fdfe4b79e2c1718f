package import Foundation
import TesseraCrypto
package import TesseraValues

/// The secret that all hosts of a cluster have and the database has not.
///
/// What hosts persist in the database is encrypted with it. Hosts also prove with it to each other who they are.
package struct ClusterKey: Sendable {
  private let bytes: [UInt8]

  /// What a key is used for. Each use has a key of its own, which tells nothing about the others.
  package enum Purpose: String {
    /// Encrypting what is persisted in the database.
    case content
    /// Proving that a request comes from another host.
    case forwarding
    /// The token with which apps report changed content.
    case push
    /// The link by which the first account is made.
    case setUp
    /// Signing the tokens of sign-ins that wait for a second factor.
    case signIn
  }

  /// Makes a new key.
  package init() { bytes = randomBytes(count: AuthenticatedCipher.keySize) }

  /// Reads a key from a file.
  /// - Throws: A diagnostic if the file cannot be read or contains no key.
  package init(file: URL) throws(Diagnostic) {
    guard let data = FileManager.default.contents(atPath: file.path) else {
      throw Diagnostic(
        rule: "cluster-key", message: "The key of the cluster cannot be read from '\(file.path)'",
        fix: "'tessera cluster init' made it; copy it from there")
    }
    let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    guard let bytes = [UInt8](base64URL: text), bytes.count == AuthenticatedCipher.keySize else {
      throw Diagnostic(
        rule: "cluster-key", message: "The file '\(file.path)' contains no key of a cluster",
        fix: "Copy the file that 'tessera cluster init' made")
    }
    self.bytes = bytes
  }

  /// Writes the key to a new file that only its owner can read.
  /// - Throws: A diagnostic if there is a file already, or if it cannot be written.
  package func write(to file: URL) throws(Diagnostic) {
    do {
      try PrivateFile.write(Array((bytes.base64URLText + "\n").utf8), to: file)
    } catch let failure as PrivateFile.Failure {
      throw Diagnostic(
        rule: "cluster-key",
        message: "The key cannot be written to '\(file.path)': \(String(cString: strerror(failure.code)))",
        fix: failure.code == EEXIST ? "Name another file: an existing key is never replaced" : nil)
    } catch {
      throw Diagnostic(rule: "cluster-key", message: "The key cannot be written to '\(file.path)': \(error)")
    }
  }

  /// Returns the key for a use.
  package func key(for purpose: Purpose) -> [UInt8] {
    HashFunction.sha256.authenticationCode(for: Array("tessera/\(purpose.rawValue)".utf8), key: bytes)
  }

  /// The secret of the link by which the first account is made at any host, 32 bytes.
  package var setUpSecret: [UInt8] { key(for: .setUp) }

  /// What signs the tokens of sign-ins that any host may finish, 32 bytes.
  package var signInSecret: [UInt8] { key(for: .signIn) }

  /// The token with which apps report changed content to any host.
  package var pushToken: String { key(for: .push).prefix(16).hexadecimalText }
}
