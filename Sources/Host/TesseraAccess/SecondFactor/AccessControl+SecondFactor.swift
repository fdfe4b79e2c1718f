import Synchronization
import TesseraCrypto
import TesseraValues

/// What a person has to do after the right password.
package enum SecondFactorDemand: Sendable, Hashable {
  /// The person types a code of the second factor. The token says for whom.
  case code(token: String)
  /// The person adds a second factor, because the role needs one.
  case enrolment(SecondFactorEnrolment)
}

/// A second factor that a person may add, by a code of it.
package struct SecondFactorEnrolment: Sendable, Hashable {
  /// Says for whom, with the secret. It ends after half an hour, or when the password changes.
  package let token: String
  /// The secret in base32, for apps into which people type it.
  package let secret: String
  /// The address that gives an app the secret.
  package let address: String
  /// The address as a QR code: an SVG without styles; nil if there is none.
  package let qrCode: String?
}

extension AccessControl {
  /// Checks that an account whose password was right needs nothing else.
  /// - Throws: ``Refusal/secondFactor(_:)`` if it does.
  func demandSecondFactor(of name: String) throws {
    // Another host may have added it a moment ago.
    try store.catchUp()
    let content = try store.content()
    if content.secondFactors[name] != nil {
      throw Refusal.secondFactor(.code(token: try text(of: SecondFactorToken(.code, of: name, now: now()))))
    }
    guard let account = content.accounts[name],
      ([account.role] + account.boardRoles.values).contains(where: { secondFactorRoles.contains($0) })
    else { return }
    throw Refusal.secondFactor(.enrolment(try makeEnrolment(of: name)))
  }

  /// Signs in a person who has stated the password, by a one-time code or a recovery code.
  /// - Parameters:
  ///   - token: That of ``SecondFactorDemand/code(token:)``.
  ///   - address: The network address from which the person comes.
  ///   - devices: Returns what the browser sends as the text of a known device of an account.
  ///   - userAgent: The `User-Agent` field of the browser; nil if it sends none.
  /// - Returns: The token of the new session.
  package func signIn(
    token: String, code: String, from address: String, devices: (_ account: String) -> String? = { _ in nil },
    userAgent: String? = nil
  ) throws(Refusal) -> AccessToken {
    do {
      let token = try read(token)
      guard token.purpose == .code else { throw Refusal.signInExpired }
      try checkCode(attempt(of: token.account, from: address, device: devices(token.account), code: code)) {
        try store.useCode(code, of: token.account, now: now())
      }
      return try beginSession(of: token.account, userAgent)
    } catch {
      throw Self.refusal(error)
    }
  }

  /// Returns the account for which a sign-in waits for a code; nil if the token is none, or has ended.
  package func account(of token: String) -> String? { (try? read(token))?.account }

  /// Begins to add a second factor to an account whose owner states the password.
  /// - Parameter text: The token of the session in which the owner asks for it.
  package func enrol(
    _ name: String, password: String, session text: String
  ) async throws(Refusal) -> SecondFactorEnrolment {
    try await check(password, of: name, session: text)
    do {
      guard try store.content().secondFactors[name] == nil else { throw Self.hasSecondFactor }
      return try makeEnrolment(of: name)
    } catch {
      throw Self.refusal(error)
    }
  }

  /// Adds a second factor, if a code shows that the person's app has its secret.
  /// - Parameters:
  ///   - token: That of the enrolment.
  ///   - address: The network address from which the person comes.
  ///   - text: The token of the browser's session; nil if it has none.
  ///   - devices: Returns what the browser sends as the text of a known device of an account.
  ///   - userAgent: The `User-Agent` field of the browser; nil if it sends none.
  /// - Returns: The name of the account, the recovery codes, and the token of a new session; nil if the browser has one
  ///   of the account.
  package func confirmEnrolment(
    token: String, code: String, from address: String, session text: String?,
    devices: (_ account: String) -> String? = { _ in nil }, userAgent: String? = nil
  ) throws(Refusal) -> (account: String, codes: [RecoveryCode], session: AccessToken?) {
    do {
      let token = try read(token)
      guard case .enrolment(let secret) = token.purpose else { throw Refusal.signInExpired }
      guard try store.content().secondFactors[token.account] == nil else { throw Self.hasSecondFactor }
      let session = try text.flatMap { AccessToken($0) }.flatMap { own -> AccessToken? in
        let known = try store.content().sessions[own.hash]
        return known.map { $0.account == token.account && isLive($0) } == true ? own : nil
      }
      let attempt =
        session.map { .session($0.hash) }
        ?? attempt(of: token.account, from: address, device: devices(token.account))
      let factor = OneTimeCode(secret: secret)
      var found: Int64?
      try checkCode(attempt) {
        found = factor.step(of: code.filter { !$0.isWhitespace }, at: now())
        return found != nil
      }
      guard let step = found, let codes = try store.addSecondFactor(factor, to: token.account, step: step) else {
        throw Self.hasSecondFactor
      }
      return (token.account, codes, session == nil ? try beginSession(of: token.account, userAgent) : nil)
    } catch {
      throw Self.refusal(error)
    }
  }

  /// Removes the second factor of an account whose owner states the password.
  /// - Parameter text: The token of the session in which the owner asks for it.
  package func removeSecondFactor(
    of name: String, password: String, session text: String
  ) async throws(Refusal) {
    try await check(password, of: name, session: text)
    do {
      try store.removeSecondFactor(of: name)
    } catch {
      throw Self.refusal(error)
    }
  }

  /// Replaces the recovery codes of an account whose owner states the password. The old ones end.
  /// - Parameter text: The token of the session in which the owner asks for it.
  /// - Throws: ``Refusal/unusable(_:)`` with the rule `no-second-factor` if the account has none.
  package func replaceRecoveryCodes(
    of name: String, password: String, session text: String
  ) async throws(Refusal) -> [RecoveryCode] {
    try await check(password, of: name, session: text)
    do {
      guard let codes = try store.replaceRecoveryCodes(of: name) else {
        throw Diagnostic(
          rule: "no-second-factor", message: "The account has no second factor", fix: "Add one: it comes with codes")
      }
      return codes
    } catch {
      throw Self.refusal(error)
    }
  }

  /// Returns the number of unused recovery codes of an account; nil if it has no second factor.
  package func recoveryCodes(of account: String) -> Int? { (try? store.recentContent())?.secondFactors[account] }

  private static var hasSecondFactor: Refusal {
    .unusable(
      Diagnostic(
        rule: "second-factor-exists", message: "The account has a second factor already", fix: "Remove it first"))
  }

  /// Checks a code, after the wait that earlier failures demand.
  private func checkCode(_ attempt: SignInLimiter.Attempt, _ isRight: () throws -> Bool) throws {
    try begin(attempt)
    let isDone: Bool
    do {
      isDone = try isRight()
    } catch {
      limiter.withLock { $0.withdraw(attempt) }
      throw error
    }
    guard isDone else { throw Refusal.wrongCode }
    limiter.withLock { $0.recordSuccess(of: attempt) }
  }

  private func makeEnrolment(of name: String) throws -> SecondFactorEnrolment {
    let factor = OneTimeCode()
    let token = SecondFactorToken(.enrolment(secret: factor.secret), of: name, now: now())
    let address = factor.address(account: name)
    return SecondFactorEnrolment(
      token: try text(of: token), secret: factor.secret.base32Text, address: address, qrCode: QRCode(address)?.svg)
  }

  private func text(of token: SecondFactorToken) throws -> String {
    guard let hash = try store.passwordHash(of: token.account) else { throw Refusal.wrongPassword }
    return token.text(key: signInKey, password: hash)
  }

  private func read(_ text: String) throws -> SecondFactorToken {
    let token = try SecondFactorToken(text, key: signInKey, now: now()) { try store.passwordHash(of: $0) }
    guard let token else { throw Refusal.signInExpired }
    return token
  }
}
