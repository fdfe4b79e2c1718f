import Foundation
package import TesseraValues

/// The credentials that a widget obtained when its user signed in.
package struct Credentials: Sendable, Hashable {
  /// The token that authenticates requests.
  var token: String
  /// The secret that signs requests in OAuth 1.
  var tokenSecret: String?
  /// The token that obtains a new access token in OAuth 2.
  var refreshToken: String?
  /// The time at which the token expires; nil if the service does not state it.
  var expiry: Date?
  /// The origin of the server that began the session; nil for tokens of other schemes.
  var origin: String?
  /// A digest of the login that began the session, which changes with the options in it; nil for other schemes.
  var login: String?

  /// The credentials in the form in which they are stored.
  var value: Value {
    [
      "token": .string(token), "tokenSecret": tokenSecret.map(Value.string) ?? .null,
      "refreshToken": refreshToken.map(Value.string) ?? .null,
      "expiry": expiry.map { .double($0.timeIntervalSince1970) } ?? .null,
      "origin": origin.map(Value.string) ?? .null, "login": login.map(Value.string) ?? .null,
    ]
  }

  init(
    token: String, tokenSecret: String? = nil, refreshToken: String? = nil, expiry: Date? = nil, origin: String? = nil,
    login: String? = nil
  ) {
    self.token = token
    self.tokenSecret = tokenSecret
    self.refreshToken = refreshToken
    self.expiry = expiry
    self.origin = origin
    self.login = login
  }

  /// Decodes stored credentials; returns nil for any other value.
  init?(_ value: Value) {
    guard let token = value.value(at: "token").string else { return nil }
    self.init(
      token: token, tokenSecret: value.value(at: "tokenSecret").string,
      refreshToken: value.value(at: "refreshToken").string,
      expiry: value.value(at: "expiry").number.map { Date(timeIntervalSince1970: $0) },
      origin: value.value(at: "origin").string, login: value.value(at: "login").string)
  }
}

/// The storage for an instance's credentials. Credentials never leave the server.
package protocol CredentialVault: Sendable {
  /// The stored credentials; null if there are none.
  var credentials: Value { get }
  /// Keeps credentials; null to forget them.
  /// - Returns: whether it succeeded.
  func store(_ credentials: Value) -> Bool
}

/// A vault that stores nothing. Credentials last as long as the process.
package struct NoVault: CredentialVault {
  package init() {}
  package var credentials: Value { .null }
  package func store(_ credentials: Value) -> Bool { true }
}

/// The credentials of an instance. They are read once, and at most one renewal runs at a time.
package actor CredentialSession {
  private let vault: any CredentialVault
  private var current: Credentials?
  private var isRead = false
  /// The number of times that the user has signed in or out.
  private(set) var generation = 0
  private var renewal: Task<Renewal, Never>?
  /// The digest of the login that the renewal performs; nil for other renewals.
  private var renewalLogin: String?
  private var refusal: Refusal?

  /// A login that a server refused, which is not repeated for some time: servers exclude those who try again and again.
  private struct Refusal {
    /// The digest of the login.
    var login: String
    var error: ServiceError
    var end: Date
  }

  /// The outcome of a renewal.
  enum Renewal: Sendable {
    case renewed(Credentials)
    /// The old credentials are no longer valid.
    case over(ServiceError)
    /// New credentials cannot be obtained at present. The old ones are kept.
    case failed(ServiceError)
  }

  /// Creates a session over the credentials in a vault.
  package init(vault: any CredentialVault = NoVault()) { self.vault = vault }

  /// The current credentials; nil if the user has not signed in.
  var credentials: Credentials? {
    if !isRead {
      isRead = true
      current = Credentials(vault.credentials)
    }
    return current
  }

  /// Keeps credentials; nil to forget them.
  func store(_ credentials: Credentials?) throws(ServiceError) {
    generation += 1
    renewal?.cancel()
    renewal = nil
    try persist(credentials)
  }

  /// Forgets credentials that a server does not take, unless there are others by now.
  func remove(ifStill used: Credentials) throws(ServiceError) {
    if credentials?.token == used.token { try persist(nil) }
  }

  /// Returns why a login is not tried at present; nil if it may be tried.
  func refusal(of login: String, at now: Date) -> ServiceError? {
    guard let refusal, refusal.login == login, now < refusal.end else { return nil }
    return refusal.error
  }

  /// Notes that a server refused a login.
  func refuse(_ login: String, until end: Date, _ error: ServiceError) {
    refusal = Refusal(login: login, error: error, end: end)
  }

  private func persist(_ credentials: Credentials?) throws(ServiceError) {
    isRead = true
    current = credentials
    guard vault.store(credentials?.value ?? .null) else {
      throw ServiceError(.unauthorized, message: "The service's answer to the sign-in cannot be stored")
    }
  }

  /// Returns credentials that replace rejected or expired ones. Concurrent callers wait for the same renewal.
  /// - Parameters:
  ///   - used: The credentials that are no longer accepted.
  ///   - login: The digest of the login that renews them; nil for other schemes.
  ///   - renew: Called with `used` to obtain new credentials.
  func renewed(
    after used: Credentials?, by login: String? = nil, _ renew: @escaping @Sendable (Credentials?) async -> Renewal
  ) async throws(ServiceError) -> Credentials {
    if let current = credentials, current.token != used?.token, current.login == login { return current }
    // Detached, because the renewal is no part of the event whose request needs it.
    let task = (renewalLogin == login ? renewal : nil) ?? Task.detached { await renew(used) }
    (renewal, renewalLogin) = (task, login)
    let result = await task.value
    if renewal == task {
      renewal = nil
      switch result {
      case .renewed(let next): try persist(next)
      case .over: try persist(nil)
      case .failed: break
      }
    }
    switch result {
    case .renewed(let next): return next
    case .over(let error), .failed(let error): throw error
    }
  }
}
