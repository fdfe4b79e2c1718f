import Foundation
import HTTPTypes
import Synchronization
import TesseraHTTPClient
import TesseraLoopback
import TesseraValues
import Testing

@testable import TesseraServices

/// Authenticated requests, and sign-ins.
struct AuthenticationTests {
  /// The examples of RFC 5849, section 1.2: requests for a token and for a photo.
  @Test(
    arguments: [
      (
        "POST", "https://photos.example.net/token", "hh5s93j4hdidpola", "hdhd0244k9j7ao03",
        [
          "oauth_consumer_key": "dpf43f3p2l4k3l03", "oauth_token": "hh5s93j4hdidpola",
          "oauth_signature_method": "HMAC-SHA1", "oauth_timestamp": "137131201", "oauth_nonce": "walatlh",
          "oauth_verifier": "hfdp7dh39dks9884",
        ], "gKgrFCywp7rO0OXSjdot/IHF7IU="
      ),
      (
        "GET", "http://photos.example.net/photos?file=vacation.jpg&size=original", "nnch734d00sl2jdk",
        "pfkkdhi9sl3r4s00",
        [
          "oauth_consumer_key": "dpf43f3p2l4k3l03", "oauth_token": "nnch734d00sl2jdk",
          "oauth_signature_method": "HMAC-SHA1", "oauth_timestamp": "137131202", "oauth_nonce": "chapoH",
        ], "MdpQcU8iPSUjWoN/UDMsK2sui9I="
      ),
    ] as [(String, String, String?, String?, [String: String], String)])
  func `Signatures of OAuth 1 match its standard`(
    method: String, url: String, token: String?, tokenSecret: String?, parameters: [String: String], signature: String
  ) throws {
    let method = try #require(RequestMethod(rawValue: method))
    let request = OutgoingRequest(url: try HTTPURL(url), method: method)
    let signer = OAuth1Signature(
      consumerKey: "dpf43f3p2l4k3l03", consumerSecret: "kd94hf93k423kf44", token: token, tokenSecret: tokenSecret,
      timestamp: 0, nonce: "")
    #expect(signer.signature(of: request, with: parameters) == signature)
  }

  /// The signature of oauthlib 3.2.2.
  @Test func `Parameters of the address and of a form are signed together`() throws {
    var request = OutgoingRequest(
      url: try HTTPURL("http://example.com:8080/a%20b?x=%C3%A9+%26&x=1&empty="), method: .post)
    request.headers[.contentType] = "application/x-www-form-urlencoded"
    request.body = Array("text=Hello+W%C3%B6rld&b=%3D%2F".utf8)
    let signer = OAuth1Signature(
      consumerKey: "dpf43f3p2l4k3l03", consumerSecret: "kd94hf93k423kf44", timestamp: 137_131_200, nonce: "n")
    signer.sign(&request)
    #expect(
      request.headers[.authorization]?.contains(
        #"oauth_signature="lyrh8mIuYob9V0he%2BUbB0Lu0Mck%3D""#) == true)
  }

  @Test(arguments: [
    (#"{"type": "bearer", "token": "$secret"}"#, "authorization", "Bearer s3cret"),
    (#"{"type": "basic", "user": "ann", "password": "$secret"}"#, "authorization", "Basic YW5uOnMzY3JldA=="),
    (#"{"type": "apiKey", "name": "X-Api-Key", "value": "$secret"}"#, "x-api-key", "s3cret"),
  ])
  func `A request contains the values from the settings`(auth: String, header: String, text: String) async throws {
    try await LoopbackServer.run { _ in
      .json("{}")
    } during: { server in
      let provider = try server.signing(#""me": {"path": "me", "needAuth": true}, "open": {"path": "open"}"#, auth)
      _ = try await provider.result("me")
      _ = try await provider.result("open")
      #expect(server.requests.map { $0.headers[header] } == [text, nil])
    }
  }

  @Test(arguments: [
    (#"{"type": "bearer", "token": "$secret", "optional": true}"#, "authorization", "Bearer s3cret"),
    (
      #"{"type": "basic", "user": "ann", "password": "$secret", "optional": true}"#, "authorization",
      "Basic YW5uOnMzY3JldA=="
    ),
    (#"{"type": "apiKey", "name": "X-Api-Key", "value": "$secret", "optional": true}"#, "x-api-key", "s3cret"),
  ])
  func `Optional credentials are sent if there are any`(auth: String, header: String, text: String) async throws {
    try await LoopbackServer.run { _ in
      .json("{}")
    } during: { server in
      for options: [String: Value] in [["secret": "s3cret"], ["secret": ""], [:]] {
        let provider = try server.signing(#""me": {"path": "me", "needAuth": true}"#, auth, options: options)
        _ = try await provider.result("me")
      }
      #expect(server.requests.map { $0.headers[header] } == [text, nil, nil])
    }
  }

  @Test(arguments: [
    #"{"type": "bearer", "token": "$secret"}"#, #"{"type": "basic", "user": "ann", "password": "$secret"}"#,
    #"{"type": "apiKey", "name": "X-Api-Key", "value": "$secret"}"#,
    #"{"type": "apiKey", "name": "key", "in": "query", "value": "$secret"}"#,
  ])
  func `Secrets that a server repeats are removed`(auth: String) async throws {
    let secret = "s3 cr\"et/ü+"
    let handler: LoopbackServer.Handler = { request in
      let key = request.target.split(separator: "?").last.map(String.init) ?? ""
      let said = [request.headers["authorization"] ?? "", request.headers["x-api-key"] ?? "", key, secret]
      let message: Value = .string(
        String(repeating: "x", count: ServerMessage.maximumLength - 3) + secret + said.joined(separator: " "))
      return .json(
        JSONText.text(of: ["error": ["message": message], "echo": .array(said.map(Value.string))]), status: 500)
    }
    try await LoopbackServer.run(handler) { server in
      let provider = try server.signing(
        #""me": {"path": "me", "needAuth": true}"#, auth, options: ["secret": .string(secret)])
      let error = try await provider.failure("me")
      let told = "\(error.message) \(error.underlying ?? "") \(error.response.map { JSONText.text(of: $0) } ?? "")"
      #expect(told.contains("•••"))
      for part in ["s3 cr", "s3%20cr", "s3+cr", "czMgY3I", Data("ann:\(secret)".utf8).base64EncodedString()] {
        #expect(!told.contains(part), "\(part) in \(told.suffix(300))")
      }
    }
  }

  @Test func `A key can be part of the address`() async throws {
    try await LoopbackServer.run { _ in
      .json("{}")
    } during: { server in
      let provider = try server.signing(
        #""me": {"path": "me?a=1", "needAuth": true}"#,
        #"{"type": "apiKey", "in": "query", "name": "appid", "value": "$secret"}"#)
      _ = try await provider.result("me")
      #expect(server.requests.map(\.query) == ["a=1&appid=s3cret"])
    }
  }

  @Test func `A request without its required settings is not sent`() async throws {
    try await LoopbackServer.run { _ in
      .json("{}")
    } during: { server in
      let provider = try server.signing(
        #""me": {"path": "me", "needAuth": true}"#, #"{"type": "bearer", "token": "$secret"}"#, options: ["secret": ""])
      let error = try await provider.failure("me")
      #expect(error.kind == .unauthorized)
      #expect(error.message == "Enter the credentials for the service in the settings first")
      #expect(server.requests.isEmpty)
    }
  }

  @Test func `A redirect to another origin carries no secret`() async throws {
    try await LoopbackServer.run { _ in
      .json("{}")
    } during: { other in
      try await LoopbackServer.run { [target = other.url("/there")] _ in
        .redirect(to: target)
      } during: { server in
        let provider = try server.signing(
          #""me": {"path": "me", "needAuth": true}"#, #"{"type": "bearer", "token": "$secret"}"#,
          hosts: [server.host, other.host])
        _ = try await provider.result("me")
        #expect(server.requests.first?.headers["authorization"] == "Bearer s3cret")
        #expect(other.requests.count == 1)
        #expect(other.requests.first?.headers["authorization"] == nil)
      }
    }
  }

  // MARK: OAuth 2

  @Test func `A user signs in, and the token is renewed when the server rejects it`() async throws {
    let service = FakeAuthorizationServer()
    try await LoopbackServer.run {
      try service.answer($0)
    } during: { server in
      let vault = MemoryVault()
      let identity = service.identity(vault: vault)
      let provider = try server.signing(
        #""login": {"auth": "signIn"}, "logout": {"auth": "signOut"}, "me": {"path": "me", "needAuth": true}"#,
        server.oauth2, identity: identity)
      #expect(try await provider.failure("me").message == "Sign in first")
      #expect(try await provider.result("login") == .null)
      #expect(try await provider.result("me")["token"] == "access-1")
      service.revoke()
      // Two concurrent requests cause a single renewal.
      async let first = provider.result("me")
      async let second = provider.result("me")
      #expect(try await [first["token"], second["token"]] == ["access-2", "access-2"])
      #expect(service.grants == ["authorization_code", "refresh_token"])
      // Stored credentials are used after a restart.
      let later = try server.signing(
        #""me": {"path": "me", "needAuth": true}"#, server.oauth2, identity: service.identity(vault: vault))
      #expect(try await later.result("me")["token"] == "access-2")
      _ = try await provider.result("logout")
      #expect(vault.credentials == .null)
      #expect(try await provider.failure("me").kind == .unauthorized)
    }
  }

  @Test func `A refused sign-in reports the service's reason`() async throws {
    let service = FakeAuthorizationServer(refusal: "The person said no")
    try await LoopbackServer.run {
      try service.answer($0)
    } during: { server in
      let provider = try server.signing(
        #""login": {"auth": "signIn"}"#, server.oauth2, identity: service.identity(vault: MemoryVault()))
      let error = try await provider.failure("login")
      #expect(error.kind == .unauthorized)
      #expect(error.message == "The person said no")
    }
  }

  @Test func `An answer that arrives after the sign-out is discarded`() async throws {
    let service = FakeAuthorizationServer()
    let (held, release) = AsyncStream.makeStream(of: Void.self)
    let (asked, ask) = AsyncStream.makeStream(of: Void.self)
    try await LoopbackServer.run { request in
      if request.path.hasSuffix("slow") {
        ask.finish()
        for await _ in held {}
      }
      return try service.answer(request)
    } during: { server in
      let provider = try server.signing(
        #""login": {"auth": "signIn"}, "logout": {"auth": "signOut"}, "slow": {"path": "slow", "needAuth": true}"#,
        server.oauth2, identity: service.identity(vault: MemoryVault()))
      _ = try await provider.result("login")
      async let answer = provider.failure("slow")
      for await _ in asked {}
      _ = try await provider.result("logout")
      release.finish()
      #expect(try await answer.kind == .cancelled)
    }
  }

  @Test func `A sign-out removes the user's data`() async throws {
    let service = FakeAuthorizationServer()
    try await LoopbackServer.run {
      try service.answer($0)
    } during: { server in
      let provider = try server.signing(
        #""logout": {"auth": "signOut", "resultType": "User", "clearPolicy": "after"}"#, server.oauth2,
        identity: service.identity(vault: MemoryVault()))
      let response = try await provider.perform(ServiceRequest(action: "logout"))
      #expect(response.result == [])
      #expect(response.action.resultType?.isList == true)
    }
  }

  @Test func `An expired refresh token ends the sign-in`() async throws {
    let service = FakeAuthorizationServer()
    try await LoopbackServer.run {
      try service.answer($0)
    } during: { server in
      let vault = MemoryVault()
      let provider = try server.signing(
        #""login": {"auth": "signIn"}, "me": {"path": "me", "needAuth": true}"#, server.oauth2,
        identity: service.identity(vault: vault))
      _ = try await provider.result("login")
      service.revokeAll()
      #expect(try await provider.failure("me").kind == .unauthorized)
      #expect(vault.credentials == .null)
      #expect(try await provider.failure("me").message == "Sign in first")
    }
  }

  @Test func `A busy service does not end the sign-in`() async throws {
    let service = FakeAuthorizationServer()
    let isBusy = Mutex(false)
    try await LoopbackServer.run { request in
      if request.path == "/token", isBusy.withLock({ $0 }) {
        return .json(#"{"error": "temporarily_unavailable"}"#, status: 503)
      }
      return try service.answer(request)
    } during: { server in
      let provider = try server.signing(
        #""login": {"auth": "signIn"}, "me": {"path": "me", "needAuth": true}"#, server.oauth2,
        identity: service.identity(vault: MemoryVault()))
      _ = try await provider.result("login")
      service.revoke()
      isBusy.withLock { $0 = true }
      #expect(try await provider.failure("me").status == 503)
      isBusy.withLock { $0 = false }
      let answer = try await provider.result("me")
      #expect(answer["token"] == "access-2")
    }
  }

  @Test func `A client can authenticate for itself`() async throws {
    let service = FakeAuthorizationServer()
    try await LoopbackServer.run {
      try service.answer($0)
    } during: { server in
      let provider = try server.signing(
        #""me": {"path": "me", "needAuth": true}"#,
        #"{"type": "oauth2", "tokenUrl": "\#(server.url("/token"))", "clientId": "app", "clientSecret": "$secret"}"#)
      #expect(try await provider.result("me")["token"] == "access-1")
      #expect(service.grants == ["client_credentials"])
      #expect(server.requests.first?.headers["authorization"] == "Basic YXBwOnMzY3JldA==")
    }
  }

  @Test func `An expiring token is renewed before it is used`() async throws {
    let service = FakeAuthorizationServer()
    try await LoopbackServer.run {
      try service.answer($0)
    } during: { server in
      let now = Mutex(Date(timeIntervalSince1970: 1_000_000))
      let date: @Sendable () -> Date = { now.withLock { $0 } }
      let provider = try server.signing(
        #""login": {"auth": "signIn"}, "me": {"path": "me", "needAuth": true}"#, server.oauth2,
        identity: service.identity(vault: MemoryVault()), now: date)
      _ = try await provider.result("login")
      #expect(try await provider.result("me")["token"] == "access-1")
      now.withLock { $0 += 3590 }
      #expect(try await provider.result("me")["token"] == "access-2")
    }
  }

  @Test func `An unexpected callback of a browser is ignored`() {
    let callbacks = SignInCallbacks()
    #expect(!callbacks.receive(["state": "x", "code": "y"]))
    #expect(!callbacks.receive([:]))
  }

  @Test func `The callback of a browser is decoded as a form`() async throws {
    let callbacks = SignInCallbacks()
    let parameters = try await callbacks.parameters(for: "a b") {
      #expect(callbacks.receive(query: "state=a+b&error_description=You+changed%2B+your%20mind"))
    }
    #expect(parameters["error_description"] == "You changed+ your mind")
  }

  @Test func `A user signs in by OAuth 1`() async throws {
    try await LoopbackServer.run { request in
      switch request.path {
      case "/request": .text("oauth_token=temporary&oauth_token_secret=t1&oauth_callback_confirmed=true")
      case "/access": .text("oauth_token=lasting&oauth_token_secret=t2")
      default: .json("{}")
      }
    } during: { server in
      let callbacks = SignInCallbacks()
      callbacks.address = "http://127.0.0.1:1/sign-in"
      let identity = ServiceIdentity(
        session: CredentialSession(vault: MemoryVault()), callbacks: callbacks, options: ["secret": "s3cret"],
        openAddress: { address in
          #expect(address == server.url("/authorize?oauth_token=temporary"))
          _ = callbacks.receive(["oauth_token": "temporary", "oauth_verifier": "v"])
        })
      let provider = try server.signing(
        #""login": {"auth": "signIn"}, "me": {"path": "me", "needAuth": true}"#,
        """
        {"type": "oauth1", "consumerKey": "app", "consumerSecret": "$secret", "requestTokenUrl": "\(server.url("/request"))",
         "authorizeUrl": "\(server.url("/authorize"))", "accessTokenUrl": "\(server.url("/access"))"}
        """, identity: identity)
      _ = try await provider.result("login")
      _ = try await provider.result("me")
      let headers = server.requests.map { $0.headers["authorization"] ?? "" }
      #expect(headers.count == 3)
      #expect(headers.allSatisfy { $0.hasPrefix("OAuth ") && $0.contains("oauth_signature=") })
      #expect(headers[0].contains("oauth_callback=\"http%3A%2F%2F127.0.0.1%3A1%2Fsign-in\""))
      #expect(headers[1].contains("oauth_verifier=\"v\""))
      #expect(headers[2].contains("oauth_token=\"lasting\""))
    }
  }

  // MARK: Documents

  @Test(arguments: [
    (#"{"type": "bearer", "token": "abc"}"#, "service-secret"),
    (#"{"type": "bearer"}"#, "service-key"),
    (#"{"type": "bearer", "token": "$secrt"}"#, "service-auth"),
    (#"{"type": "baerer", "token": "$secret"}"#, "service-auth"),
    (#"{"type": "bearer", "token": "$secret", "tokn": ""}"#, "service-key"),
    (#"{"type": "bearer", "token": "$plain"}"#, "service-secret"),
    (#"{"type": "apiKey", "name": "Host", "value": "$secret"}"#, "service-header"),
    (#"{"type": "apiKey", "in": "body", "name": "x", "value": "$secret"}"#, "service-auth"),
    (#"{"type": "oauth2", "tokenUrl": "https://id.example.org/token", "clientId": "app"}"#, "service-auth"),
    (
      #"{"type": "oauth2", "tokenUrl": "https://evil.org/t", "clientId": "a", "clientSecret": "$secret"}"#,
      "service-host"
    ),
    (#"{"type": "oauth2", "tokenUrl": "nowhere", "clientId": "a", "clientSecret": "$secret"}"#, "service-url"),
    (#"{"type": "oauth1", "consumerKey": "a", "consumerSecret": "$secret"}"#, "service-key"),
    (
      #"{"type": "oauth2", "tokenUrl": "https://id.example.org/", "clientId": "a", "clientSecret": "$secret", "optional": true}"#,
      "service-auth"
    ),
  ])
  func `An error in an auth section is reported`(auth: String, rule: String) throws {
    var diagnostics = Diagnostics()
    let environment = ServiceEnvironment(
      policy: HostPolicy(texts: ["id.example.org"]), options: ["secret": .init(isSecret: true), "plain": .init()])
    _ = ServiceDescription.decode(
      try JSONNode.parse(#"{"auth": \#(auth), "actions": {}}"#), in: environment, diagnostics: &diagnostics)
    #expect(diagnostics.all.map(\.rule).contains(rule), "\(diagnostics.all)")
  }

  @Test func `An action that signs in needs a service with sign-in`() throws {
    var diagnostics = Diagnostics()
    _ = ServiceDescription.decode(
      try JSONNode.parse(#"{"actions": {"login": {"auth": "signIn"}}}"#), diagnostics: &diagnostics)
    #expect(diagnostics.all.map(\.rule) == ["service-auth"])
  }
}

/// An authorization server, which accepts only the latest tokens that it issued.
private final class FakeAuthorizationServer: Sendable {
  private struct State {
    var challenge = ""
    var grants: [String] = []
    var isRevoked = false
    var takesRefreshTokens = true
  }

  private let state = Mutex(State())
  private let refusal: String?

  init(refusal: String? = nil) { self.refusal = refusal }

  var grants: [String] { state.withLock { $0.grants } }

  func revoke() { state.withLock { $0.isRevoked = true } }

  func revokeAll() {
    state.withLock {
      $0.isRevoked = true
      $0.takesRefreshTokens = false
    }
  }

  /// Creates the identity of a user whose browser completes a sign-in at once.
  func identity(vault: MemoryVault) -> ServiceIdentity {
    let callbacks = SignInCallbacks()
    callbacks.address = "http://127.0.0.1:1/sign-in"
    return ServiceIdentity(
      session: CredentialSession(vault: vault), callbacks: callbacks, options: ["secret": "s3cret"],
      openAddress: { [self] address in
        let fields = FormEncoding.fields(of: String(address.drop { $0 != "?" }.dropFirst()))
        state.withLock { $0.challenge = fields["code_challenge"] ?? "" }
        #expect(fields["redirect_uri"] == callbacks.address)
        #expect(fields["client_id"] == "app")
        #expect(fields["code_challenge_method"] == "S256")
        var answer = ["state": fields["state"] ?? ""]
        if let refusal {
          answer["error"] = "access_denied"
          answer["error_description"] = refusal
        } else {
          answer["code"] = "the code"
        }
        #expect(callbacks.receive(answer))
      })
  }

  func answer(_ request: LoopbackServer.Request) throws -> LoopbackServer.Answer {
    state.withLock { state in
      switch request.path {
      case "/token":
        let fields = FormEncoding.fields(of: request.text)
        let grant = fields["grant_type"] ?? ""
        state.grants.append(grant)
        guard grant != "refresh_token" || state.takesRefreshTokens else {
          return .json(#"{"error": "invalid_grant"}"#, status: 400)
        }
        state.isRevoked = false
        return .json(
          #"{"access_token": "access-\#(state.grants.count)", "expires_in": 3600, "refresh_token": "refresh"}"#)
      default:
        let token = request.headers["authorization"]?.replacing("Bearer ", with: "") ?? ""
        guard !state.isRevoked, token == "access-\(state.grants.count)" else { return .json("{}", status: 401) }
        return .json(#"{"token": "\#(token)"}"#)
      }
    }
  }
}

extension LoopbackServer {
  fileprivate var oauth2: String {
    #"{"type": "oauth2", "tokenUrl": "\#(url("/token"))", "authorizeUrl": "\#(url("/authorize"))", "clientId": "app"}"#
  }

  /// Creates a provider that authenticates its requests.
  fileprivate func signing(
    _ actions: String, _ auth: String, options: [String: Value] = ["secret": "s3cret"],
    identity: ServiceIdentity? = nil, hosts: [String]? = nil, now: @escaping @Sendable () -> Date = { Date() }
  ) throws -> StandardServiceProvider {
    let description = try ServiceDescription(
      #"{"defaults": {"baseUrl": "\#(url("/v1"))"}, "auth": \#(auth), "actions": {\#(actions)}}"#)
    return StandardServiceProvider(
      description: description, policy: HostPolicy(texts: hosts ?? [host], allowsPrivateAddresses: true),
      transport: HTTPTransport(),
      context: ServiceExchangeContext(identity: identity ?? ServiceIdentity(options: options), now: now))
  }
}

extension LoopbackServer.Answer {
  fileprivate static func text(_ text: String) -> LoopbackServer.Answer {
    LoopbackServer.Answer(headers: ["content-type": "application/x-www-form-urlencoded"], body: Array(text.utf8))
  }
}
