import Foundation
import HTTPTypes
import TesseraCrypto
package import TesseraValues

/// The identity with which an instance uses its service.
package struct ServiceIdentity: Sendable {
  /// The session with the user's credentials.
  package var session: CredentialSession
  /// The callbacks that receive the browser's redirect after a sign-in.
  package var callbacks: SignInCallbacks
  /// The values of the widget's options.
  package var options: [String: Value]
  /// The secrets that authenticated requests.
  package let secrets = KnownSecrets()
  /// Opens a URL for the user; nil if the host cannot show one.
  package var openAddress: (@Sendable (String) async -> Void)?

  /// Creates an identity. By default, it has no credentials.
  package init(
    session: CredentialSession = CredentialSession(), callbacks: SignInCallbacks = SignInCallbacks(),
    options: [String: Value] = [:], openAddress: (@Sendable (String) async -> Void)? = nil
  ) {
    self.session = session
    self.callbacks = callbacks
    self.options = options
    self.openAddress = openAddress
  }
}

/// Authenticates requests, and performs sign-ins.
struct RequestAuthorizer: Sendable {
  var scheme: AuthenticationScheme
  let identity: ServiceIdentity
  let clock: any Clock<Duration>
  let now: @Sendable () -> Date
  /// The action that logs in; nil if the scheme needs no session.
  var login: ServiceAction?
  /// Sends the request of the action that logs in, within the rate limit of its host.
  let sendLogin: @Sendable (OutgoingRequest) async throws(ServiceError) -> IncomingResponse
  /// Sends a request to the server that issues tokens.
  let send: @Sendable (OutgoingRequest) async throws(ServiceError) -> IncomingResponse

  /// The time before expiry at which a token is refreshed, so that it does not expire in transit.
  private static let margin: TimeInterval = 30
  /// The time before the end of a session at which another one begins. Sessions are short, and requests extend them, so
  /// this only covers the transit.
  private static let sessionMargin: TimeInterval = 2
  /// The time for which a login that a server refused is not repeated, unless an option changes, in seconds.
  private static let pauseAfterRefusal: TimeInterval = 600
  /// The maximum length of an access token, in bytes. A longer one is refused.
  private static let maximumTokenLength = 8192

  private var options: [String: Value] { identity.options }

  // MARK: Requests

  /// Returns the authenticated request, and the credentials that it used if they can be refreshed.
  func authorized(
    _ request: OutgoingRequest
  ) async throws(ServiceError) -> (request: OutgoingRequest, used: Credentials?) {
    var request = request
    switch scheme {
    case .optional(let scheme):
      guard scheme.hasCredentials(in: options) else { return (request, nil) }
      var inner = self
      inner.scheme = scheme
      return try await inner.authorized(request)
    case .bearer(let token):
      let token = try token.filled(from: options)
      identity.secrets.insert(token)
      try request.setAuthorization("Bearer \(token)")
    case .basic(let user, let password):
      let password = try password.filled(from: options)
      let text = "\(try user.filled(from: options)):\(password)"
      identity.secrets.insert(password, text)
      try request.setAuthorization("Basic \(Data(text.utf8).base64EncodedString())")
    case .apiKey(let key):
      let value = try key.value.filled(from: options)
      identity.secrets.insert(value)
      switch key.location {
      case .header: try request.set(key.name, to: value)
      case .query: request.addToQuery(key.name, value)
      }
    case .oauth1(let client):
      var signature = try signature(of: client)
      if let token = client.token {
        signature.token = try token.filled(from: options)
        signature.tokenSecret = try client.tokenSecret?.filled(from: options)
      } else if client.signIn != nil {
        let credentials = try await signedIn()
        (signature.token, signature.tokenSecret) = (credentials.token, credentials.tokenSecret)
      }
      identity.secrets.insert(signature.consumerSecret, signature.token, signature.tokenSecret)
      signature.sign(&request)
    case .oauth2(let client):
      var credentials = await identity.session.credentials
      if let expiry = credentials?.expiry, expiry.timeIntervalSince(now()) < Self.margin {
        credentials = try await renewed(credentials, of: client)
      } else if credentials == nil {
        guard client.authorizeURL == nil else { throw Self.notSignedIn }
        credentials = try await renewed(nil, of: client)
      }
      guard let credentials else { throw Self.notSignedIn }
      identity.secrets.insert(credentials.token, credentials.refreshToken)
      try request.setAuthorization("Bearer \(credentials.token)")
      return (request, credentials)
    case .session(let session):
      let login = try loginRequest(of: session).digest
      var credentials = await identity.session.credentials
      let isExpired = credentials?.expiry.map { $0.timeIntervalSince(now()) < Self.sessionMargin } ?? false
      // With another address, name or password, the session is another one.
      if isExpired || credentials?.login != login { credentials = try await renewed(credentials, by: session) }
      guard let credentials else { throw Self.notSignedIn }
      try add(credentials, of: session, to: &request)
      return (request, credentials)
    }
    return (request, nil)
  }

  /// Returns the request with new credentials, after the server rejected the ones that it used.
  /// - Returns: The new request, or nil if no other credentials can be obtained.
  func reauthorized(
    _ request: OutgoingRequest, after used: Credentials
  ) async throws(ServiceError) -> OutgoingRequest? {
    if case .session(let session) = scheme {
      var request = request
      try add(try await renewed(used, by: session), of: session, to: &request)
      return request
    }
    guard case .oauth2(let client) = scheme else { return nil }
    guard canRenew(used) else {
      try await identity.session.remove(ifStill: used)
      return nil
    }
    var request = request
    let token = try await renewed(used, of: client).token
    identity.secrets.insert(token)
    try request.setAuthorization("Bearer \(token)")
    return request
  }

  /// Returns whether credentials that a server rejected can be replaced.
  func canRenew(_ used: Credentials) -> Bool {
    if case .session = scheme { return true }
    guard case .oauth2(let client) = scheme else { return false }
    return used.refreshToken != nil || client.authorizeURL == nil
  }

  private func signedIn() async throws(ServiceError) -> Credentials {
    guard let credentials = await identity.session.credentials else { throw Self.notSignedIn }
    return credentials
  }

  private static var notSignedIn: ServiceError { .unauthorized("Sign in first") }

  // MARK: Signing in

  /// Performs a session step.
  func perform(_ step: SessionStep) async throws(ServiceError) {
    switch step {
    case .signOut: try await identity.session.store(nil)
    case .signIn:
      guard let callback = identity.callbacks.address, let open = identity.openAddress else {
        throw ServiceError(
          .unauthorized, message: "Sign-in is not available here",
          underlying: "this host has no address to which a browser can return")
      }
      switch scheme {
      case .oauth1(let client): try await signIn(client, comingBackTo: callback, open)
      case .oauth2(let client): try await signIn(client, comingBackTo: callback, open)
      case .bearer, .basic, .apiKey, .session, .optional:
        throw ServiceError(.invalidRequest, message: "This service does not support sign-in")
      }
    }
  }

  private func signIn(
    _ client: OAuth2Client, comingBackTo callback: String,
    _ open: @escaping @Sendable (String) async -> Void
  ) async throws(ServiceError) {
    guard let authorize = client.authorizeURL else { throw Self.notSignedIn }
    let state = Self.secret()
    let proof = ProofKey()
    var question = [
      ("response_type", "code"), ("client_id", try client.clientID.filled(from: options)), ("redirect_uri", callback),
      ("state", state), ("code_challenge", proof.challenge), ("code_challenge_method", "S256"),
    ]
    if let scope = try client.scope?.filled(from: options) { question.append(("scope", scope)) }
    let response = try await presentSignIn(authorize, with: question, awaiting: state, open)
    if let error = response["error"] { throw Self.refused(error, response["error_description"]) }
    guard let code = response["code"] else { throw Self.refused("the answer has no code", nil) }
    let credentials = try await token(
      of: client,
      [
        ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", callback),
        ("code_verifier", proof.verifier),
      ])
    try await identity.session.store(credentials)
  }

  private func signIn(
    _ client: OAuth1Client, comingBackTo callback: String,
    _ open: @escaping @Sendable (String) async -> Void
  ) async throws(ServiceError) {
    guard let endpoints = client.signIn else { throw Self.notSignedIn }
    let temporary = try await token(at: endpoints.requestTokenURL, of: client, for: nil, ["oauth_callback": callback])
    let response = try await presentSignIn(
      endpoints.authorizeURL, with: [("oauth_token", temporary.token)], awaiting: temporary.token, open)
    guard let verifier = response["oauth_verifier"] else { throw Self.refused("access_denied", nil) }
    let credentials = try await token(
      at: endpoints.accessTokenURL, of: client, for: temporary, ["oauth_verifier": verifier])
    try await identity.session.store(credentials)
  }

  /// Shows a page to the user, and waits until the service redirects the browser back.
  private func presentSignIn(
    _ address: String, with question: [(String, String)], awaiting key: String,
    _ open: @escaping @Sendable (String) async -> Void
  ) async throws(ServiceError) -> [String: String] {
    var url = try HTTPURL(ofRequest: address)
    url.query = ([url.query].compactMap { $0 } + [FormEncoding.text(of: question)]).joined(separator: "&")
    let shown = url.text
    do {
      return try await Deadline.run(within: SignInCallbacks.timeout, clock: clock) {
        try await identity.callbacks.parameters(for: key) { await open(shown) }
      }
    } catch is Deadline.Exceeded {
      throw ServiceError(.timeout, message: "The sign-in was not completed in time")
    } catch {
      throw TransportFailure.error(of: error, url: url, isBody: false)
    }
  }

  // MARK: Tokens

  private func renewed(_ used: Credentials?, of client: OAuth2Client) async throws(ServiceError) -> Credentials {
    try await identity.session.renewed(after: used) { used in
      do throws(ServiceError) {
        let own = try client.refreshToken?.filled(from: options)
        guard let refresh = used?.refreshToken ?? own else {
          guard client.authorizeURL == nil else { throw Self.notSignedIn }
          var question = [("grant_type", "client_credentials")]
          if let scope = try client.scope?.filled(from: options) { question.append(("scope", scope)) }
          return .renewed(try await token(of: client, question))
        }
        var next = try await token(of: client, [("grant_type", "refresh_token"), ("refresh_token", refresh)])
        // If the server issues no new refresh token, the previous one remains valid (RFC 6749, section 6).
        next.refreshToken = next.refreshToken ?? refresh
        return .renewed(next)
      } catch {
        return error.underlying == Self.invalidGrant ? .over(error) : .failed(error)
      }
    }
  }

  /// Adds the token of a session to a request to the server that began it.
  private func add(
    _ credentials: Credentials, of session: LoginSession, to request: inout OutgoingRequest
  ) throws(ServiceError) {
    guard credentials.token.isEmpty || credentials.origin == request.url.origin else {
      throw .unauthorized(
        "The session is that of another server",
        underlying: "'\(request.url.origin)' did not begin it, but '\(credentials.origin ?? "")'")
    }
    identity.secrets.insert(credentials.token)
    try session.add(credentials.token, to: &request)
  }

  /// Returns the request that begins a session.
  private func loginRequest(of session: LoginSession) throws(ServiceError) -> OutgoingRequest {
    guard let login else { throw Self.notSignedIn }
    try login.checkUsable()
    for name in login.secretOptions { identity.secrets.insert(options[name]?.string) }
    var request = try RequestComposer(action: login, object: .null, options: OptionValues(options)).request()
    request.followedRedirects = session.followedRedirects
    return request
  }

  /// Notes that the server refuses the login, or the session that it began.
  func refuseLogin(_ error: ServiceError) async {
    guard case .session(let session) = scheme, let request = try? loginRequest(of: session) else { return }
    await refuse(request.digest, error)
  }

  private func refuse(_ login: String, _ error: ServiceError) async {
    await identity.session.refuse(login, until: now().addingTimeInterval(Self.pauseAfterRefusal), error)
  }

  /// Begins another session.
  private func renewed(_ used: Credentials?, by session: LoginSession) async throws(ServiceError) -> Credentials {
    let request = try loginRequest(of: session)
    let digest = request.digest
    if let error = await identity.session.refusal(of: digest, at: now()) { throw error }
    return try await identity.session.renewed(after: used, by: digest) { _ in
      do throws(ServiceError) {
        let response = try await sendLogin(request)
        let isRedirect = session.followedRedirects == .none && (300...399).contains(response.status)
        guard response.isSuccess || isRedirect else {
          let body = try? Value.parseJSON(identity.secrets.hiding(in: response).body)
          let error = login?.failure(status: response.status, body: body) ?? Self.notSignedIn
          if let pause = RetryAfter.seconds(in: response, now: now()) { throw error.waiting(pause, now: now()) }
          throw [400, 401, 403, 422].contains(response.status) ? error.ofKind(.unauthorized) : error
        }
        return .renewed(try session.credentials(in: response, login: digest, at: now()))
      } catch {
        if error.kind == .unauthorized { await refuse(digest, error) }
        return .failed(error)
      }
    }
  }

  /// Requests a token (RFC 6749, section 3.2).
  private func token(
    of client: OAuth2Client, _ question: [(String, String)]
  ) async throws(ServiceError) -> Credentials {
    var request = OutgoingRequest(url: try HTTPURL(ofRequest: client.tokenURL), method: .post)
    var question = question
    let identifier = try client.clientID.filled(from: options)
    if let secret = try client.clientSecret?.filled(from: options) {
      let text = "\(PercentEncoding.form(identifier)):\(PercentEncoding.form(secret))"
      identity.secrets.insert(secret, text)
      try request.setAuthorization("Basic \(Data(text.utf8).base64EncodedString())")
    } else {
      question.append(("client_id", identifier))
    }
    request.setForm(question)
    for (name, value) in question where ["code", "code_verifier", "refresh_token"].contains(name) {
      identity.secrets.insert(value)
    }
    let response = try await send(request)
    let body = (try? Value.parseJSON(response.body)) ?? .null
    guard response.isSuccess, let token = body.value(at: "access_token").string, Self.isToken(token) else {
      // Only these statuses mean that the grant was rejected; a busy server may be retried (RFC 6749, section 5.2).
      if let error = body.value(at: "error").string, [400, 401, 403].contains(response.status) {
        throw Self.refused(error, body.value(at: "error_description").string.map(identity.secrets.hiding))
      }
      throw ServiceError(
        .status, status: response.status, message: "The service did not issue a token",
        underlying: "\(response.url.textWithoutQuery) answered with status \(response.status)")
    }
    let seconds = body.value(at: "expires_in").number ?? body.value(at: "expires_in").string.flatMap(Double.init)
    return Credentials(
      token: token, refreshToken: body.value(at: "refresh_token").string,
      expiry: seconds.map { now().addingTimeInterval(min(max($0, 0), 1e9)) })
  }

  /// Requests a token (RFC 5849, sections 2.1 and 2.3).
  private func token(
    at address: String, of client: OAuth1Client, for temporary: Credentials?, _ parameters: [String: String]
  ) async throws(ServiceError) -> Credentials {
    var request = OutgoingRequest(url: try HTTPURL(ofRequest: address), method: .post)
    request.setForm([])
    var signature = try signature(of: client)
    (signature.token, signature.tokenSecret) = (temporary?.token, temporary?.tokenSecret)
    signature.sign(&request, with: parameters)
    let response = try await send(request)
    let fields = FormEncoding.fields(of: String(decoding: response.body.prefix(1 << 16), as: UTF8.self))
    guard response.isSuccess, let token = fields["oauth_token"], let secret = fields["oauth_token_secret"],
      Self.isToken(token)
    else { throw Self.refused("status \(response.status)", nil) }
    return Credentials(token: token, tokenSecret: secret)
  }

  private func signature(of client: OAuth1Client) throws(ServiceError) -> OAuth1Signature {
    OAuth1Signature(
      consumerKey: try client.consumerKey.filled(from: options),
      consumerSecret: try client.consumerSecret.filled(from: options),
      timestamp: Int(now().timeIntervalSince1970), nonce: Self.secret())
  }

  static func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= maximumTokenLength && HeaderField.isValue(text)
  }

  private static let invalidGrant = "invalid_grant"

  private static func refused(_ error: String, _ description: String?) -> ServiceError {
    .unauthorized(
      description.map { String($0.prefix(ServerMessage.maximumLength)) } ?? "The service denied access",
      underlying: String(error.prefix(ServerMessage.maximumLength)))
  }

  /// Returns 256 random bits that cannot be guessed, in base64url.
  private static func secret() -> String { randomBytes(count: 32).base64URLText }
}

extension OutgoingRequest {
  fileprivate mutating func setAuthorization(_ text: String) throws(ServiceError) { try set("authorization", to: text) }

  /// Adds a parameter to the query.
  mutating func addToQuery(_ name: String, _ value: String) {
    let pair = "\(PercentEncoding.form(name))=\(PercentEncoding.form(value))"
    url.query = [url.query, pair].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "&")
  }

  mutating func set(_ name: String, to text: String) throws(ServiceError) {
    guard HeaderField.isValue(text), text.utf8.count <= HeaderField.maximumLength else {
      throw .unauthorized(
        "The value entered in the settings cannot be sent", underlying: "it contains a control character")
    }
    try headers.set(name, to: text)
  }

  fileprivate mutating func setForm(_ pairs: [(String, String)]) {
    body = Array(FormEncoding.text(of: pairs).utf8)
    headers[.contentType] = "application/x-www-form-urlencoded"
    headers[.accept] = "application/json"
  }
}
