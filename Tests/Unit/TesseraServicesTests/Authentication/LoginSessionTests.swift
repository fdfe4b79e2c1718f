import Foundation
import HTTPTypes
import Synchronization
import TesseraHTTPClient
import TesseraLoopback
import TesseraValues
import Testing

@testable import TesseraServices

/// Sessions that an action of the service begins, as in the API of Pi-hole 6.
struct LoginSessionTests {
  private static let options: [String: Value] = ["password": "open sesame"]
  private static let header =
    #"{"type": "session", "action": "login", "token": "session.sid", "lifetime": "session.validity", "name": "X-FTL-SID"}"#

  /// A server that accepts the session it began last. Each is valid for 300 seconds.
  private final class FakeService: Sendable {
    let sessions = Mutex(0)
    let isOver = Mutex(false)

    func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Answer {
      if request.path == "/v1/auth" {
        guard request.text.contains("open sesame") else {
          return .json(
            #"{"error": {"key": "unauthorized", "message": "No such password: \#(request.text.count)"}}"#, status: 401)
        }
        let number = sessions.withLock { sessions in
          sessions += 1
          return sessions
        }
        isOver.withLock { $0 = false }
        var answer = LoopbackServer.Answer.json(#"{"session": {"sid": "session-\#(number)", "validity": 300}}"#)
        answer.headers["set-cookie"] = "SID=session-\(number); HttpOnly; path=/"
        return answer
      }
      let token = "session-\(sessions.withLock { $0 })"
      let sent = [
        request.headers["x-ftl-sid"], request.query?.replacing("sid=", with: ""),
        request.headers["cookie"]?.replacing("SID=", with: ""),
        request.headers["authorization"]?.replacing("Token ", with: ""),
      ]
      guard !isOver.withLock({ $0 }), sent.contains(token) else { return .json("{}", status: 401) }
      return .json(#"{"token": "\#(token)"}"#)
    }
  }

  @Test(arguments: [
    header,
    #"{"type": "session", "action": "login", "token": "session.sid", "in": "query", "name": "sid"}"#,
    #"{"type": "session", "action": "login", "in": "cookie", "name": "SID"}"#,
    #"{"type": "session", "action": "login", "token": "session.sid", "name": "Authorization", "prefix": "Token "}"#,
  ])
  func `A session begins when it is needed, and anew when it is over`(auth: String) async throws {
    let service = FakeService()
    try await LoopbackServer.run {
      service.answer($0)
    } during: { server in
      let provider = try server.loggingIn(auth)
      // Requests at the same time share one session.
      async let first = provider.result("stats")
      async let second = provider.result("stats")
      #expect(try await [first["token"], second["token"]] == ["session-1", "session-1"])
      service.isOver.withLock { $0 = true }
      #expect(try await provider.result("stats")["token"] == "session-2")
      #expect(
        server.requests.filter { $0.path == "/v1/auth" }.map(\.text)
          == Array(repeating: #"{"password":"open sesame"}"#, count: 2))
    }
  }

  @Test func `A session that ends soon is replaced, and a stored one is used again`() async throws {
    let service = FakeService()
    try await LoopbackServer.run {
      service.answer($0)
    } during: { server in
      let now = Mutex(Date(timeIntervalSince1970: 1_000_000))
      let vault = MemoryVault()
      func token() async throws -> Value? {
        try await server.loggingIn(Self.header, vault: vault, now: { now.withLock { $0 } }).result("stats")["token"]
      }
      var tokens = [try await token()]
      now.withLock { $0 += 200 }
      tokens.append(try await token())
      now.withLock { $0 += 99 }
      tokens.append(try await token())
      #expect(tokens == ["session-1", "session-1", "session-2"])
    }
  }

  @Test func `A token is not sent to another server`() async throws {
    let service = FakeService()
    try await LoopbackServer.run {
      service.answer($0)
    } during: { server in
      let vault = MemoryVault()
      let provider = try server.loggingIn(Self.header, vault: vault)
      #expect(try await provider.result("stats")["token"] == "session-1")
      try await LoopbackServer.run { request in
        request.path == "/v1/auth" ? .json(#"{"session": {"sid": null}}"#) : .json("{}")
      } during: { other in
        _ = try await other.loggingIn(Self.header, vault: vault).result("stats")
        #expect(other.requests.map { $0.headers["x-ftl-sid"] } == [nil, nil])
      }
    }
  }

  @Test func `A refused login says why, without the password`() async throws {
    try await LoopbackServer.run { request in
      .json(#"{"error": {"message": "wrong: \#(request.text.replacing("\"", with: "'"))"}}"#, status: 401)
    } during: { server in
      let error = try await server.loggingIn(Self.header).failure("stats")
      #expect(error.status == 401)
      #expect(error.message == "wrong: {'password':'•••'}")
      #expect(server.requests.count == 1)
    }
  }

  @Test(arguments: [
    ("the login is refused", 401, 1), ("the session is refused", 200, 5), ("the server is busy", 429, 1),
    ("the server is down", 500, 2),
  ])
  func `A server is not asked again and again with a wrong password`(
    name: String, status: Int, requests: Int
  ) async throws {
    try await LoopbackServer.run { request in
      guard request.path == "/v1/auth" else { return .json("{}", status: 401) }
      var answer = LoopbackServer.Answer.json("{}", status: status)
      if status == 429 { answer.headers["retry-after"] = "300" }
      return answer
    } during: { server in
      let now = Mutex(Date(timeIntervalSince1970: 1_000_000))
      let vault = MemoryVault()
      let session = CredentialSession(vault: vault)
      let rateLimiter = RateLimiter()
      func provider(_ password: String) throws -> StandardServiceProvider {
        try server.loggingIn(
          Self.header, session: session, password: password, rateLimiter: rateLimiter, now: { now.withLock { $0 } })
      }
      for _ in 1...2 { _ = try await provider("wrong").failure("stats") }
      #expect(server.requests.count == requests)
      let before = server.requests.count
      now.withLock { $0 += 601 }
      _ = try await provider("wrong").failure("stats")
      #expect(server.requests.count > before)
    }
  }

  @Test func `A changed password begins another session`() async throws {
    let service = FakeService()
    try await LoopbackServer.run {
      service.answer($0)
    } during: { server in
      let session = CredentialSession()
      var tokens: [Value?] = []
      for password in ["open sesame", "open sesame!", "open sesame!"] {
        tokens.append(
          try await server.loggingIn(Self.header, session: session, password: password).result("stats")["token"])
      }
      #expect(tokens == ["session-1", "session-2", "session-2"])
    }
  }

  @Test func `Neither a password nor a token goes to another host`() async throws {
    try await LoopbackServer.run { _ in
      .json(#"{"session": {"sid": "other"}}"#)
    } during: { other in
      try await LoopbackServer.run { request in
        request.path == "/v1/auth" ? .redirect(to: other.url("/steal"), status: 308) : .json("{}")
      } during: { server in
        let error = try await server.loggingIn(Self.header, hosts: [server.host, other.host]).failure("stats")
        #expect(error.kind == .redirect)
      }
      #expect(other.requests.isEmpty)
      let service = FakeService()
      try await LoopbackServer.run {
        service.answer($0)
      } during: { server in
        let provider = try server.loggingIn(
          Self.header, hosts: [server.host, other.host],
          actions: #", "elsewhere": {"baseUrl": "\#(other.url())", "path": "x"}"#)
        let error = try await provider.failure("elsewhere")
        #expect(error.kind == .unauthorized)
      }
      #expect(other.requests.isEmpty)
    }
  }

  @Test(
    arguments: [
      (["SID=deleted; Max-Age=0", "SID=real"], 302, "real"), (["SID=first", "SID=second; Path=/"], 200, "second"),
      (["Other=1"], 200, nil), (["SID=old", "SID=; Max-Age=0"], 200, nil), ([], 200, nil),
    ] as [([String], Int, String?)])
  func `The last cookie of a login counts`(cookies: [String], status: Int, token: String?) throws {
    var fields = HTTPFields()
    for cookie in cookies { fields.append(HTTPField(name: .setCookie, value: cookie)) }
    let session = LoginSession(action: "login", location: .cookie, name: "SID")
    let answer = IncomingResponse(
      status: status, headers: fields, body: Array("Ok.".utf8), url: try HTTPURL("https://a.example/"))
    if let token {
      #expect(try session.credentials(in: answer, login: "x", at: Date()).token == token)
    } else {
      #expect(throws: ServiceError.self) { try session.credentials(in: answer, login: "x", at: Date()) }
    }
  }

  @Test func `A screen cannot read the response to a login`() async throws {
    try await LoopbackServer.run { _ in
      .json("{}")
    } during: { server in
      let error = try await server.loggingIn(Self.header).failure("login")
      #expect(error.kind == .invalidRequest)
      #expect(server.requests.isEmpty)
    }
  }

  @Test(arguments: [
    (#""auth": {"type": "session", "action": "logon", "token": "t", "name": "X-Sid"}"#, "does not exist"),
    (#""auth": {"type": "session", "action": "stats", "token": "t", "name": "X-Sid"}"#, "nothing more"),
    (#""auth": {"type": "session", "action": "login", "name": "X-Sid"}"#, "token"),
    (#""auth": {"type": "session", "action": "login", "token": "t", "name": "Host"}"#, "header field"),
    (#""auth": {"type": "session", "action": "login", "token": "t", "in": "body", "name": "x"}"#, "cookie"),
    (
      #""auth": {"type": "session", "action": "login", "token": "t", "name": "X-Sid", "expiredStatus": 200}"#, "status"
    ),
    (#""auth": {"type": "session", "action": "login", "token": "t", "name": "X-Sid", "optional": true}"#, "optional"),
    (#""auth": {"type": "bearer", "token": "$password"}"#, "only 'auth' can send it"),
  ])
  func `Mistakes in sessions are reported`(auth: String, words: String) throws {
    var diagnostics = Diagnostics()
    var environment = ServiceEnvironment()
    environment.options = ["password": ServiceEnvironment.Option(isSecret: true)]
    environment.entities = ["Stats"]
    _ = ServiceDescription.decode(
      try JSONNode.parse(
        """
        {\(auth), "defaults": {"baseUrl": "https://example.org"}, "actions": {
          "login": {"path": "auth", "httpMethod": "POST", "encoding": "json", "parameters": {"password": "$options.password"}},
          "stats": {"path": "stats", "resultType": "Stats", "needAuth": true}
        }}
        """), in: environment, diagnostics: &diagnostics)
    #expect(diagnostics.all.contains { "\($0.message) \($0.fix ?? "")".contains(words) }, "\(diagnostics.all)")
  }
}

extension LoopbackServer {
  fileprivate func loggingIn(
    _ auth: String, vault: MemoryVault = MemoryVault(), session: CredentialSession? = nil,
    password: String = "open sesame", hosts: [String]? = nil, actions: String = "",
    rateLimiter: RateLimiter = RateLimiter(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) throws -> StandardServiceProvider {
    let description = try ServiceDescription(
      #"""
      {
        "defaults": {"baseUrl": "\#(url("/v1"))", "needAuth": true, "errorKeyPath": "error"}, "auth": \#(auth),
        "actions": {
          "login": {"path": "auth", "httpMethod": "POST", "encoding": "json", "parameters": {"password": "$options.password"}},
          "stats": {"path": "stats"}\#(actions)
        }
      }
      """#)
    let identity = ServiceIdentity(
      session: session ?? CredentialSession(vault: vault), options: ["password": .string(password)])
    return StandardServiceProvider(
      description: description, policy: HostPolicy(texts: hosts ?? [host], allowsPrivateAddresses: true),
      transport: HTTPTransport(),
      context: ServiceExchangeContext(identity: identity, rateLimiter: rateLimiter, now: now))
  }
}
