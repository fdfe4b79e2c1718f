import TesseraCrypto
import TesseraValues

/// What a browser needs to make a passkey.
package struct PasskeyRegistration: Sendable, Hashable {
  package let challenge: [UInt8]
  /// What the authenticator calls the account. It says nothing about the person.
  package let user: [UInt8]
  /// The passkeys that the account has, so that an authenticator makes no second one.
  package let known: [Passkey]
  /// The kinds of keys that the server knows, by their numbers in COSE.
  package let algorithms: [Int64]
}

extension AccessControl {
  /// The maximum number of characters of a passkey's name. A longer one is refused.
  private static var maximumPasskeyName: Int { 100 }

  /// Returns the passkeys of an account.
  package func passkeys(of account: String) throws(Refusal) -> [Passkey] {
    do {
      return try store.passkeys(of: account)
    } catch {
      throw Self.refusal(error)
    }
  }

  /// Begins to add a passkey to an account whose owner states the password.
  /// - Parameter text: The token of the session in which the owner asks for it.
  package func beginPasskey(
    of name: String, password: String, session text: String
  ) async throws(Refusal) -> PasskeyRegistration {
    try await check(password, of: name, session: text)
    do {
      return PasskeyRegistration(
        challenge: PasskeyChallenge(account: name, key: signInKey, now: now()).bytes,
        user: try store.passkeyUser(of: name) ?? randomBytes(count: 32), known: try store.passkeys(of: name),
        algorithms: SignatureKey.Algorithm.allCases.map(\.rawValue))
    } catch {
      throw Self.refusal(error)
    }
  }

  /// Adds a passkey that a browser has made (Web Authentication, level 2, section 7.1).
  /// - Parameters:
  ///   - account: The name of the account.
  ///   - name: What the person calls the passkey.
  ///   - user: That of the registration.
  ///   - clientData: What the browser says.
  ///   - attestation: What the authenticator says, in the format 'none'.
  package func addPasskey(
    to account: String, named name: String, user: [UInt8], clientData: [UInt8], attestation: [UInt8],
    at site: RelyingParty
  ) throws(Refusal) {
    do {
      guard name.contains(where: { !$0.isWhitespace }), name.count <= Self.maximumPasskeyName else {
        throw Diagnostic(
          rule: "passkey-name", message: "Name the passkey, in at most \(Self.maximumPasskeyName) characters")
      }
      let data = try PasskeyClientData(clientData, purpose: .registration, at: site)
      let now = now()
      guard let challenge = PasskeyChallenge(data.challenge, account: account, key: signInKey, now: now) else {
        throw PasskeyProblem.expired
      }
      guard let object = try? CBORValue(attestation), let bytes = object[.text("authData")]?.bytes else {
        throw PasskeyProblem.unreadable
      }
      guard object[.text("fmt")] == .text("none"), object[.text("attStmt")] == .map([:]) else {
        throw PasskeyProblem.unsupported
      }
      let authenticator = try AuthenticatorData(bytes, at: site)
      guard let (id, key) = authenticator.credential else { throw PasskeyProblem.unreadable }
      guard user.count == 32, try store.passkeyUser(of: account).map({ $0 == user }) ?? true else {
        throw PasskeyProblem.unreadable
      }
      try store.addPasskey(
        id, StoredPasskey(account: account, user: user, key: key), name: name, counter: authenticator.counter,
        challenge: challenge, now: now)
    } catch {
      throw Self.refusal(error)
    }
  }

  /// Returns what a passkey signs for a sign-in.
  package func passkeyChallenge() -> [UInt8] { PasskeyChallenge(account: nil, key: signInKey, now: now()).bytes }

  /// Signs in with a passkey (Web Authentication, level 2, section 7.2). It counts as both factors, because the
  /// authenticator has verified the person.
  /// - Parameters:
  ///   - id: What the authenticator calls the passkey.
  ///   - user: What the authenticator calls the account.
  ///   - clientData: What the browser says.
  ///   - authenticatorData: What the authenticator says.
  ///   - signature: The authenticator's signature of both.
  ///   - site: The site for which the browser uses the passkey.
  ///   - userAgent: The `User-Agent` field of the browser; nil if it sends none.
  /// - Returns: The token of the new session.
  package func signIn(
    passkey id: [UInt8], user: [UInt8], clientData: [UInt8], authenticatorData: [UInt8], signature: [UInt8],
    at site: RelyingParty, userAgent: String? = nil
  ) throws(Refusal) -> AccessToken {
    do {
      let data = try PasskeyClientData(clientData, purpose: .signIn, at: site)
      let now = now()
      guard let challenge = PasskeyChallenge(data.challenge, account: nil, key: signInKey, now: now) else {
        throw PasskeyProblem.expired
      }
      let authenticator = try AuthenticatorData(authenticatorData, at: site)
      guard let passkey = try store.passkey(id), passkey.user == user else { throw PasskeyProblem.unknown }
      let signed = authenticatorData + HashFunction.sha256.digest(of: clientData)
      guard passkey.key.verifies(signature, of: signed) else { throw PasskeyProblem.forged }
      try store.usePasskey(id, counter: authenticator.counter, challenge: challenge, now: now)
      return try beginSession(of: passkey.account, userAgent)
    } catch {
      throw Self.refusal(error)
    }
  }

  /// Removes a passkey of an account whose owner states the password.
  /// - Parameter text: The token of the session in which the owner asks for it.
  package func removePasskey(
    _ id: [UInt8], of name: String, password: String, session text: String
  ) async throws(Refusal) {
    try await check(password, of: name, session: text)
    do {
      guard try store.removePasskey(id, of: name) else {
        throw Diagnostic(rule: "unknown-passkey", message: "There is no such passkey")
      }
    } catch {
      throw Self.refusal(error)
    }
  }
}
