import Foundation
package import TesseraValues

/// What a widget got when a person signed in.
package struct Credentials: Sendable, Hashable {
  /// What requests say.
  var token: String
  /// What signs them in OAuth 1.
  var tokenSecret: String?
  /// What another token is had for in OAuth 2.
  var refreshToken: String?
  /// When the token ends; nil where the service does not say.
  var expiry: Date?

  /// The credentials as they are kept.
  var value: Value {
    [
      "token": .string(token), "tokenSecret": tokenSecret.map(Value.string) ?? .null,
      "refreshToken": refreshToken.map(Value.string) ?? .null,
      "expiry": expiry.map { .double($0.timeIntervalSince1970) } ?? .null,
    ]
  }

  init(token: String, tokenSecret: String? = nil, refreshToken: String? = nil, expiry: Date? = nil) {
    self.token = token
    self.tokenSecret = tokenSecret
    self.refreshToken = refreshToken
    self.expiry = expiry
  }

  /// Reads what was kept; nil for anything else.
  init?(_ value: Value) {
    guard let token = value.value(at: "token").string else { return nil }
    self.init(
      token: token, tokenSecret: value.value(at: "tokenSecret").string,
      refreshToken: value.value(at: "refreshToken").string,
      expiry: value.value(at: "expiry").number.map { Date(timeIntervalSince1970: $0) })
  }
}

/// Where an instance keeps the credentials of its person. They never leave the server.
package protocol CredentialVault: Sendable {
  /// What is kept; null for nothing.
  var credentials: Value { get }
  /// Keeps credentials; null to forget them.
  /// - Returns: whether it succeeded.
  func store(_ credentials: Value) -> Bool
}

/// Keeps credentials for as long as the process runs.
package struct NoVault: CredentialVault {
  package init() {}
  package var credentials: Value { .null }
  package func store(_ credentials: Value) -> Bool { true }
}

/// The credentials of an instance: read once, renewed once at a time.
package actor CredentialSession {
  private let vault: any CredentialVault
  private var current: Credentials?
  private var isRead = false
  /// Counts how often the person signed in or out.
  private(set) var generation = 0
  private var renewal: Task<Renewal, Never>?

  /// What came of asking for other credentials.
  enum Renewal: Sendable {
    case renewed(Credentials)
    /// The old ones are of no use any more.
    case over(ServiceError)
    /// There are none at present.
    case failed(ServiceError)
  }

  /// Creates a session over what is kept.
  package init(vault: any CredentialVault = NoVault()) { self.vault = vault }

  /// What the person signed in with; nil where nobody did.
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

  private func persist(_ credentials: Credentials?) throws(ServiceError) {
    isRead = true
    current = credentials
    guard vault.store(credentials?.value ?? .null) else {
      throw ServiceError(.unauthorized, message: "What the service answered to the sign-in cannot be kept")
    }
  }

  /// Credentials that are not those that did not serve. Whoever asks meanwhile waits for the same renewal.
  /// - Parameters:
  ///   - used: those that are over.
  ///   - renew: gets others for them.
  func renewed(
    after used: Credentials?, _ renew: @escaping @Sendable (Credentials?) async -> Renewal
  ) async throws(ServiceError) -> Credentials {
    if let current = credentials, current.token != used?.token { return current }
    let task = renewal ?? Task { await renew(used) }
    renewal = task
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
