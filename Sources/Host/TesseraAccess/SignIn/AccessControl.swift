package import Foundation
import Synchronization
import TesseraCrypto
import TesseraData
package import TesseraValues

/// Decides who a visitor is, and lets people sign in.
package final class AccessControl: Sendable {
  /// Which visitors the server admits without a session.
  package enum Policy: String, Sendable, CaseIterable {
    /// All, as long as there are no accounts.
    case automatic
    /// All.
    case open
    /// None.
    case required
  }

  /// Why a person is not signed in.
  package enum Refusal: Error, Sendable, Hashable {
    /// The name or the password is wrong.
    case wrongPassword
    /// Too many passwords were tried.
    case wait(seconds: Int)
    /// Too many people sign in at the moment.
    case busy
    /// The one-time link was used, or is not the latest.
    case linkExpired
    /// The password is right, and something else is needed.
    case secondFactor(SecondFactorDemand)
    /// The code is wrong, or was used.
    case wrongCode
    /// The password was stated too long ago, or has changed since.
    case signInExpired
    /// The passkey is not accepted.
    case passkey(PasskeyProblem)
    /// The name or password cannot be used for an account.
    case unusable(Diagnostic)
    /// The accounts cannot be read or written.
    case store(Diagnostic)
  }

  let store: AccessStore
  private let policy: Policy
  /// The roles whose accounts need a second factor.
  let secondFactorRoles: Set<Role>
  let cost: PasswordCost
  let now: @Sendable () -> Date
  private let instant: @Sendable () -> ContinuousClock.Instant
  let limiter = Mutex(SignInLimiter())
  private let visitors = Mutex(RecentVisitors())
  let work = PasswordWork()
  private let setUpToken: AccessToken
  /// The key with which tokens of unfinished sign-ins are signed.
  let signInKey: [UInt8]
  /// A hash that no password has. It makes an unknown account cost as much as a wrong password.
  private let decoy = Mutex<PasswordHash?>(nil)

  /// The time after which a session without a request ends, in seconds. The person signs in again.
  static let sessionTime: TimeInterval = 30 * 24 * 3600
  /// How exactly the last use of a session is recorded, in seconds.
  private static let touchInterval: TimeInterval = 3600

  /// - Parameters:
  ///   - secondFactorRoles: The roles whose accounts need a second factor. Who has none adds one at the next sign-in.
  ///   - signInSecret: What signs the tokens of unfinished sign-ins. All hosts of a cluster have the same.
  package init(
    store: AccessStore, policy: Policy, secondFactorRoles: Set<Role> = [], cost: PasswordCost = .standard,
    setUpToken: AccessToken = AccessToken(), signInSecret: AccessToken = AccessToken(),
    now: @escaping @Sendable () -> Date = { Date() },
    instant: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.store = store
    self.policy = policy
    self.secondFactorRoles = secondFactorRoles
    self.cost = cost
    self.now = now
    self.instant = instant
    self.setUpToken = setUpToken
    signInKey = Array(signInSecret.text.utf8)
  }

  /// Access control that admits everyone.
  package static func open() throws -> AccessControl {
    AccessControl(store: try AccessStore(location: .memory), policy: .open)
  }

  // MARK: Visitors

  /// Returns the visitor with a session, or with a link's token. If the accounts cannot be read, no visitor is admitted.
  package func visitor(session text: String?) -> Visitor {
    guard policy != .open else { return .anyone }
    guard var content = try? store.recentContent() else { return .stranger }
    if policy == .automatic && !content.hasAccounts { return .anyone }
    guard let text else { return .stranger }
    let now = now()
    if let known = visitors.withLock({ $0.visitor(with: text, in: content, now: now) }) { return known }
    var visitor = visitor(with: text, in: content, now: now)
    // The person may have signed in at another host a moment ago.
    if !visitor.isKnown, store.catchUpIfShared(), let newer = try? store.recentContent() {
      content = newer
      visitor = self.visitor(with: text, in: content, now: now)
    }
    visitors.withLock { $0.store(visitor, with: text, in: content, now: now) }
    return visitor
  }

  private func visitor(with text: String, in content: AccessContent, now: Date) -> Visitor {
    guard let token = AccessToken(text) else { return .stranger }
    if let link = content.link(with: token) {
      return Visitor(kind: .link(link), sharedRole: nil, boardRoles: [link.board: link.role])
    }
    guard let session = content.sessions[token.hash] else { return .stranger }
    guard isLive(session) else { return .stranger }
    if now.timeIntervalSince(session.used) > Self.touchInterval { try? store.touchSession(token, now: now) }
    return visitor(account: session.account, in: content) ?? .stranger
  }

  /// Whether a session has not ended for want of use.
  func isLive(_ session: AccessContent.Session) -> Bool {
    let idle = now().timeIntervalSince(session.used)
    // A session of the future shows that the clock was set back, so its age is unknown.
    return idle < Self.sessionTime && idle > -2 * Self.touchInterval
  }

  /// Returns the visitor whom a trusted proxy names.
  /// - Parameter role: The role of people without an account; nil if only those with one are admitted.
  package func visitor(namedByProxy text: String, role: Role?) -> Visitor {
    guard policy != .open else { return .anyone }
    guard let name = Account.normalizedName(text), let content = try? store.recentContent() else { return .stranger }
    guard let role = content.accounts[name]?.role ?? role else { return .stranger }
    return Visitor(
      kind: .proxied(name), sharedRole: role, boardRoles: content.accounts[name]?.boardRoles ?? [:],
      owners: content.owners, boardsWithoutAccount: content.boardsWithoutAccount)
  }

  private func visitor(account name: String, in content: AccessContent) -> Visitor? {
    content.accounts[name].map {
      Visitor(
        kind: .account(name), sharedRole: $0.role, boardRoles: $0.boardRoles, owners: content.owners,
        boardsWithoutAccount: content.boardsWithoutAccount)
    }
  }

  // MARK: Signing in

  /// Signs a person in.
  /// - Parameters:
  ///   - address: The network address from which the person comes.
  ///   - device: What the browser sends as the text of a known device; nil if it sends none. See
  ///     ``knownDevice(for:)``.
  ///   - userAgent: The `User-Agent` field of the browser; nil if it sends none.
  /// - Returns: The token of the new session.
  /// - Throws: ``Refusal/secondFactor(_:)`` if the password does not suffice.
  package func signIn(
    _ text: String, password: String, from address: String, device: String? = nil, userAgent: String? = nil
  ) async throws(Refusal) -> AccessToken {
    let name = Account.normalizedName(text) ?? ""
    try await check(password, of: name, attempt(of: name, from: address, device: device))
    do {
      try demandSecondFactor(of: name)
      return try beginSession(of: name, userAgent)
    } catch {
      throw Self.refusal(error)
    }
  }

  /// Returns who tries to sign in.
  /// - Parameters:
  ///   - device: What the browser sends as the text of a known device; nil if it sends none.
  ///   - code: The code that is tried after the right password; nil for a password.
  func attempt(
    of name: String, from address: String, device: String?, code: String? = nil
  ) -> SignInLimiter.Attempt {
    if let known = device.flatMap({ KnownDevice($0, of: name, in: store) }) { return .device(known.id) }
    let network = Self.network(of: address)
    // Recovery codes are too long to guess. So they do not wait for the one-time codes that others try.
    guard let code, RecoveryCode(code) == nil else { return .stranger(account: name, address: network) }
    return .code(account: name, address: network)
  }

  /// Checks the password of a person who has signed in, after the wait that earlier failures in this session demand.
  /// - Parameter text: The token of the session.
  func check(_ password: String, of name: String, session text: String) async throws(Refusal) {
    do {
      guard let token = AccessToken(text), try store.content().sessions[token.hash]?.account == name else {
        throw Refusal.wrongPassword
      }
      try await check(password, of: name, .session(token.hash))
    } catch {
      throw Self.refusal(error)
    }
  }

  /// Checks a password, after the wait that earlier failures demand.
  func check(_ password: String, of name: String, _ attempt: SignInLimiter.Attempt) async throws(Refusal) {
    // No such password can be set.
    guard password.utf8.count <= AccessStore.maximumPasswordBytes else { throw .wrongPassword }
    try begin(attempt)
    do {
      let known = name.isEmpty ? nil : try store.passwordHash(of: name)
      let isRight = try await work.run(isKnown: attempt.isKnown) { [self] in
        try (known ?? decoyHash()).matches(password)
      }
      guard isRight, known != nil else { throw Refusal.wrongPassword }
      // Who knows the password must not reset the count of wrong codes with it. A session needs no code.
      let isAll = try attempt.isSession || store.content().secondFactors[name] == nil
      limiter.withLock { if isAll { $0.recordSuccess(of: attempt) } else { $0.withdraw(attempt) } }
    } catch {
      let refusal = Self.refusal(error)
      if refusal != .wrongPassword { limiter.withLock { $0.withdraw(attempt) } }
      throw refusal
    }
  }

  /// Counts an attempt as failed until it succeeds, after the wait that earlier failures demand.
  func begin(_ attempt: SignInLimiter.Attempt) throws(Refusal) {
    let instant = instant()
    let wait = limiter.withLock { limiter -> Duration? in
      if let wait = limiter.wait(before: attempt, now: instant) { return wait }
      limiter.record(attempt, now: instant)
      return nil
    }
    if let wait { throw .wait(seconds: Int((wait / .seconds(1)).rounded(.up))) }
  }

  /// Returns what counts as one address: an IPv4 address, or the first 64 bits of an IPv6 address.
  static func network(of address: String) -> String {
    guard let known = NetworkAddress(address)?.unmapped else { return address }
    return known.isIPv6 ? Array(known.bytes.prefix(8)).hexadecimalText : known.description
  }

  private func decoyHash() throws -> PasswordHash {
    if let known = decoy.withLock({ $0 }) { return known }
    let hash = try PasswordHash(of: AccessToken().text, cost: cost)
    decoy.withLock { $0 = hash }
    return hash
  }

  /// Returns the text by which the browser of a session is known from now on, until the password changes; nil if the
  /// session is over, or if its account has no password.
  package func knownDevice(for session: AccessToken) -> String? { KnownDevice.text(for: session, in: store) }

  /// Ends a session.
  package func signOut(session text: String?) {
    if let token = text.flatMap({ AccessToken($0) }) { try? store.removeSession(token) }
  }

  /// Returns the link with a token.
  package func link(_ text: String) -> BoardLink? {
    AccessToken(text).flatMap { token in try? store.content().link(with: token) }
  }

  func beginSession(of account: String, _ userAgent: String?) throws -> AccessToken {
    let now = now()
    try store.removeSessions(before: now - Self.sessionTime)
    let device = userAgent.flatMap { DeviceName.name(ofUserAgent: $0) }
    guard let token = try store.addSession(of: account, device: device, now: now) else { throw Refusal.wrongPassword }
    return token
  }

  /// Changes the password of an account whose owner states the present one. Its other sessions end.
  /// - Parameter text: The token of the session in which the owner asks for it.
  /// - Returns: The token of a new session.
  package func changePassword(
    of name: String, from password: String, to newPassword: String, session text: String, userAgent: String? = nil
  ) async throws(Refusal) -> AccessToken {
    do {
      try AccessStore.check(newPassword)
      try await check(password, of: name, session: text)
      try await work.run(isKnown: true) { [store, cost] in
        try store.setPassword(of: name, to: newPassword, cost: cost)
      }
      return try beginSession(of: name, userAgent)
    } catch {
      throw Self.refusal(error)
    }
  }

  // MARK: The first account

  /// The secret of the one-time link with which the first account is made; nil if there is an account, or none is
  /// needed. It changes with each start of the server.
  package var setUpSecret: String? {
    guard policy == .required, let content = try? store.content(), !content.hasAccounts else { return nil }
    return setUpToken.text
  }

  /// Makes the first account, which administers.
  /// - Returns: The token of its first session.
  /// - Throws: ``Refusal/secondFactor(_:)`` if the account is made, and needs a second factor.
  package func setUp(
    secret: String, name: String, password: String, userAgent: String? = nil
  ) async throws(Refusal) -> AccessToken {
    guard let expected = setUpSecret, isEqualInConstantTime(Array(secret.utf8), Array(expected.utf8)) else {
      throw .linkExpired
    }
    do {
      let account = try await work.run { [store, cost] in
        try store.addFirstAccount(name, password: password, cost: cost)
      }
      guard let account else { throw Refusal.linkExpired }
      try demandSecondFactor(of: account.name)
      return try beginSession(of: account.name, userAgent)
    } catch {
      throw Self.refusal(error)
    }
  }

  static func refusal(_ error: any Error) -> Refusal {
    switch error {
    case let refusal as Refusal: refusal
    case let problem as PasskeyProblem: .passkey(problem)
    case let diagnostic as Diagnostic: .unusable(diagnostic)
    case let error as StoreError: .store(error.diagnostic)
    case is PasswordWork.Overload: .busy
    default: .store(Diagnostic(rule: "access", message: "The password could not be checked: \(error)"))
    }
  }

  // MARK: Boards

  /// Prepares the rights on a new board, before anyone can see it. Rights on a removed board of the same name end.
  /// - Parameter owner: The account whose personal board it is; nil for a shared board.
  package func prepareBoard(_ board: String, owner: String?) throws {
    try store.removeBoard(board)
    if let owner { try store.setOwner(of: board, to: owner) }
  }

  /// Removes all that refers to a board that is no more.
  package func removeBoard(_ board: String) throws { try store.removeBoard(board) }
}

/// The visitors of the last second by their tokens, so that most requests need no digest.
private struct RecentVisitors {
  private var content: UInt64 = 0
  private var entries: [String: (visitor: Visitor, checked: Date)] = [:]

  /// The time for which a visitor is known without a look into the store, in seconds. Then the session or link is
  /// checked again.
  private static let time: TimeInterval = 1
  /// The maximum number of visitors that are known without a look into the store. Then all are dropped.
  private static let maximumCount = 1000

  func visitor(with token: String, in content: AccessContent, now: Date) -> Visitor? {
    guard content.id == self.content, let entry = entries[token] else { return nil }
    return abs(now.timeIntervalSince(entry.checked)) < Self.time ? entry.visitor : nil
  }

  /// Stores a visitor. Strangers are not stored: attackers have any number of tokens.
  mutating func store(_ visitor: Visitor, with token: String, in content: AccessContent, now: Date) {
    guard visitor.isKnown else { return }
    if content.id != self.content || entries.count >= Self.maximumCount { entries = [:] }
    self.content = content.id
    entries[token] = (visitor, now)
  }
}
