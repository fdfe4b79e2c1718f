/// The proof key of one exchange of a code for tokens (PKCE, RFC 7636), with the method S256.
package struct ProofKey: Sendable, Hashable {
  /// The secret that the client shows with the code (section 4.1).
  package let verifier: String

  /// Creates a key with 256 random bits, in 43 characters.
  package init() { self.init(verifier: randomBytes(count: 32).base64URLText) }

  /// Creates a key with a known secret.
  package init(verifier: String) { self.verifier = verifier }

  /// What the client shows when it asks for the code (section 4.2).
  package var challenge: String { HashFunction.sha256.digest(of: verifier.utf8).base64URLText }
}
