import Foundation
import HTTPTypes
import Synchronization
import TesseraAccess
import TesseraServices
import TesseraValues
import Testing

@testable import TesseraServer

/// A provider at a private address, without a network. It exchanges the code `good` for what it says about a person.
private final class FakeProvider: HTTPClient, HostResolver {
  /// What a provider answers.
  struct Answers: Sendable {
    var metadata: [String: Value] = [
      "issuer": "https://id.example.org", "authorization_endpoint": "https://id.example.org/authorize?theme=dark",
      "token_endpoint": "https://id.example.org/token", "userinfo_endpoint": "https://id.example.org/me",
    ]
    var claims: [String: Value] = [
      "iss": "https://id.example.org", "aud": "tessera", "sub": "42", "exp": 1_700_000_060, "iat": 1_700_000_000,
      "preferred_username": "Ada",
    ]
    var userInfo: [String: Value] = ["sub": "42"]
    var isDown = false
  }

  private struct State {
    var answers: Answers
    var nonce = ""
    var requests: [HTTPClientRequest] = []
  }

  private let state: Mutex<State>

  init(_ change: (inout Answers) -> Void = { _ in }) {
    var answers = Answers()
    change(&answers)
    state = Mutex(State(answers: answers))
  }

  /// The requests, in the order of their arrival.
  var requests: [HTTPClientRequest] { state.withLock { $0.requests } }
  var paths: [String] { requests.map { String($0.url.dropFirst("https://id.example.org".count)) } }

  func change(_ change: (inout Answers) -> Void) { state.withLock { change(&$0.answers) } }

  /// Lets the person sign in at the provider's page.
  func approve(nonce: String) { state.withLock { $0.nonce = nonce } }

  func addresses(of host: String) async -> [NetworkAddress] { [NetworkAddress("10.0.0.5")].compactMap(\.self) }

  func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
    let (status, value) = state.withLock { state -> (Int, Value) in
      state.requests.append(request)
      if state.answers.isDown { return (503, "busy") }
      switch request.url {
      case "https://id.example.org/.well-known/openid-configuration":
        return (200, .dictionary(state.answers.metadata))
      case "https://id.example.org/token":
        let fields = FormEncoding.fields(of: String(decoding: request.body ?? [], as: UTF8.self))
        guard fields["code"] == "good" else { return (400, ["error": "invalid_grant"]) }
        var claims = state.answers.claims
        if !claims.keys.contains("nonce") { claims["nonce"] = .string(state.nonce) }
        let parts = ["{}", JSONText.text(of: .dictionary(claims)), ""].map { text in
          Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
        }
        return (200, ["access_token": "the access token", "id_token": .string(parts.joined(separator: "."))])
      case "https://id.example.org/me": return (200, .dictionary(state.answers.userInfo))
      default: return (404, nil)
      }
    }
    return HTTPClientResponse(
      status: status, fields: [.contentType: "application/json"],
      body: HTTPClientBody(OneChunk(Array(JSONText.text(of: value).utf8))))
  }

  func untrustedCertificate(of request: HTTPClientRequest) async throws -> [UInt8]? { nil }

  func receiveMessages(
    of request: HTTPClientRequest, maximumMessageBytes: Int, clock: any Clock<Duration>,
    onOpen: () async -> Void, onMessage: ([UInt8]) async -> Void
  ) async throws {
    throw WebSocketRefusal()
  }
}

private final class OneChunk: HTTPBodySource {
  private let chunk: Mutex<[UInt8]?>

  init(_ bytes: [UInt8]) { chunk = Mutex(bytes) }

  func nextChunk() async throws -> [UInt8]? {
    chunk.withLock { chunk in
      defer { chunk = nil }
      return chunk
    }
  }
}

/// A browser that has begun to sign in.
private struct Beginning {
  var fields: HTTPFields
  /// What the provider was asked.
  var question: [String: String]

  var state: String { question["state"] ?? "" }
}

extension RouteClient {
  fileprivate func begin(_ path: String = "/openid/start", headers: HTTPFields = [:]) async throws -> Beginning {
    let response = try await get(path, headers: headers)
    #expect(response.status == .seeOther, "\(response.text)")
    let location = try #require(response.headers[.location])
    #expect(location.hasPrefix("https://id.example.org/authorize?theme=dark&response_type=code&"))
    let cookie = try #require(response.headers[.setCookie])
    return Beginning(
      fields: [.cookie: String(cookie.prefix { $0 != ";" })],
      question: FormEncoding.fields(of: String(location.drop { $0 != "?" }.dropFirst())))
  }
}

@Suite("Signing in at a provider")
struct OpenIDRouteTests {
  /// Runs a test with a server whose people sign in at a provider.
  private func signingIn(
    at provider: FakeProvider, secret: String? = nil, role: Role? = nil,
    configuring change: (inout ServerConfiguration) -> Void = { _ in },
    _ test: @escaping @Sendable (RouteClient, GuardedServer) async throws -> Void
  ) async throws {
    var settings = OpenIDSettings(issuer: "https://id.example.org", client: "tessera", secret: secret)
    settings.role = role
    settings.label = "Sign in at work"
    var configuration = ServerConfiguration()
    configuration.openID = OpenIDClient(
      settings, transport: HTTPTransport(client: provider, resolver: provider),
      now: { Date(timeIntervalSince1970: 1_700_000_000) })
    change(&configuration)
    let guarded = try await GuardedServer(configuration: configuration)
    try await guarded.server.listening { port in try await test(RouteClient(port: port), guarded) }
  }

  @Test func `a person with an account gets a session of it, and the page that was asked for`() async throws {
    let provider = FakeProvider()
    try await signingIn(at: provider) { client, _ in
      let beginning = try await client.begin("/openid/start?next=%2Fboards%2Fhome%2Fpage%3Fa%3Db")
      let question = beginning.question
      #expect(question["client_id"] == "tessera" && question["scope"] == "openid profile email")
      #expect(question["redirect_uri"] == "http://localhost/openid" && question["code_challenge_method"] == "S256")
      provider.approve(nonce: question["nonce"] ?? "")
      let response = try await client.get(
        "/openid?code=good&state=\(beginning.state)&iss=https%3A%2F%2Fid.example.org", headers: beginning.fields)
      #expect(response.status == .seeOther && response.headers[.location] == "/boards/home/page?a=b")
      let cookie = try #require(response.headers[values: .setCookie].first)
      #expect(cookie.hasSuffix("; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax"))
      let session = try await client.get("/session", headers: [.cookie: String(cookie.prefix { $0 != ";" })]).text
      #expect(session.contains(#""account":"ada""#) && session.contains(#""hasPassword":true"#))
      // The metadata is kept, and the answer counts once.
      _ = try await client.begin()
      #expect(provider.paths == ["/.well-known/openid-configuration", "/token"])
      let again = try await client.get("/openid?code=good&state=\(beginning.state)", headers: beginning.fields)
      #expect(again.status == .badRequest && again.text.contains("Sign-in expired"))
    }
  }

  @Test func `the browser of a person whose account has a password is known from then on`() async throws {
    let provider = FakeProvider()
    try await signingIn(at: provider, role: .use) { client, guarded in
      func cookies(of name: String, _ subject: String) async throws -> [String] {
        provider.change {
          $0.claims["preferred_username"] = .string(name)
          $0.claims["sub"] = .string(subject)
        }
        let beginning = try await client.begin()
        provider.approve(nonce: beginning.question["nonce"] ?? "")
        let response = try await client.get("/openid?code=good&state=\(beginning.state)", headers: beginning.fields)
        #expect(response.status == .seeOther)
        return response.headers[values: .setCookie]
      }
      let known = try await cookies(of: "Ada", "42")
      let device = try #require(known.last)
      #expect(known.count == 2 && device.hasPrefix("\(DeviceCookie.name(of: "ada"))="))
      let fields: HTTPFields = [
        .contentType: "application/json", .cookie: String(device.prefix { $0 != ";" }),
      ]
      for _ in 0..<4 { _ = try await client.post("/login", #"{"name": "ada", "password": "no"}"#) }
      let body = #"{"name": "ada", "password": "\#(GuardedServer.password)"}"#
      #expect(try await client.post("/login", body).status == .tooManyRequests)
      #expect(try await client.post("/login", body, headers: fields).status == .noContent)
      // An account without a password needs no such cookie.
      #expect(try await cookies(of: "eve", "43").count == 1)
    }
  }

  @Test func `strangers learn the words of the button`() async throws {
    try await signingIn(at: FakeProvider()) { client, _ in
      let session1 = try await client.get("/session").text
      #expect(session1.contains(#""openID":"Sign in at work""#))
    }
    let other = try await GuardedServer()
    try await other.server.listening { port in
      let client = RouteClient(port: port)
      let session2 = try await client.get("/session").text
      #expect(session2.contains(#""openID":null"#))
      #expect(try await client.get("/openid/start").status == .notFound)
      #expect(try await client.get("/openid?code=good&state=x").status == .notFound)
    }
  }

  @Test(arguments: [nil, Role.use])
  func `people without an account are admitted with the usual role, or not at all`(role: Role?) async throws {
    let provider = FakeProvider { $0.claims["preferred_username"] = "Grace" }
    try await signingIn(at: provider, role: role) { client, guarded in
      let beginning = try await client.begin()
      provider.approve(nonce: beginning.question["nonce"] ?? "")
      let response = try await client.get("/openid?code=good&state=\(beginning.state)", headers: beginning.fields)
      #expect(try guarded.store.content().accounts["grace"]?.role == role)
      #expect(response.status == (role == nil ? .forbidden : .seeOther))
      #expect((response.headers[.setCookie] != nil) == (role != nil))
    }
  }

  @Test(
    arguments: [
      (nil, true, nil, "tessera", nil), ("s/1", true, "Basic dGVzc2VyYTpzJTJGMQ==", nil, nil),
      ("s/1", false, nil, "tessera", "s/1"),
    ] as [(String?, Bool, String?, String?, String?)])
  func `the client authenticates itself as the provider takes it`(
    secret: String?, takesBasic: Bool, field: String?, id: String?, sent: String?
  ) async throws {
    let provider = FakeProvider {
      if !takesBasic { $0.metadata["token_endpoint_auth_methods_supported"] = ["client_secret_post"] }
    }
    try await signingIn(at: provider, secret: secret) { client, _ in
      let beginning = try await client.begin()
      provider.approve(nonce: beginning.question["nonce"] ?? "")
      _ = try await client.get("/openid?code=good&state=\(beginning.state)", headers: beginning.fields)
      let request = try #require(provider.requests.last)
      let fields = FormEncoding.fields(of: String(decoding: request.body ?? [], as: UTF8.self))
      #expect(request.fields[.authorization] == field)
      #expect(fields["client_id"] == id && fields["client_secret"] == sent)
      #expect(fields["grant_type"] == "authorization_code" && fields["redirect_uri"] == "http://localhost/openid")
      #expect(fields["code_verifier"]?.count == 43)
    }
  }

  @Test(arguments: [("42", HTTPResponse.Status.seeOther), ("43", .badGateway)])
  func `claims that are not in the token are asked for, and have to be about the same person`(
    subject: String, status: HTTPResponse.Status
  ) async throws {
    let provider = FakeProvider {
      $0.claims.removeValue(forKey: "preferred_username")
      $0.userInfo = ["sub": .string(subject), "preferred_username": "ada"]
    }
    try await signingIn(at: provider) { client, _ in
      let beginning = try await client.begin()
      provider.approve(nonce: beginning.question["nonce"] ?? "")
      let response = try await client.get("/openid?code=good&state=\(beginning.state)", headers: beginning.fields)
      #expect(response.status == status)
      #expect(provider.requests.last?.fields[.authorization] == "Bearer the access token")
    }
  }

  @Test(arguments: [
    ("code=bad", 502, "does not answer"), ("", 502, "does not answer"), ("error=access_denied", 403, "cancelled"),
    ("error=server_error", 502, "does not answer"), ("code=good&iss=https%3A%2F%2Fevil.example", 502, "was refused"),
  ])
  func `what cannot be trusted is refused in words`(query: String, status: Int, words: String) async throws {
    let provider = FakeProvider()
    try await signingIn(at: provider) { client, _ in
      let beginning = try await client.begin()
      provider.approve(nonce: beginning.question["nonce"] ?? "")
      let response = try await client.get("/openid?state=\(beginning.state)&\(query)", headers: beginning.fields)
      #expect(response.status.code == status && response.text.contains(words), "\(response.text)")
      #expect(response.headers[.setCookie] == nil)
    }
  }

  @Test(
    arguments: [
      (["nonce": "another"], 502), (["aud": "other"], 502), (["iss": "https://evil.example"], 502),
      (["exp": 1_600_000_000], 502), (["preferred_username": 5], 403), (["preferred_username": "a b"], 403),
    ] as [([String: Value], Int)])
  func `a token that is wrong is refused`(claims: [String: Value], status: Int) async throws {
    let provider = FakeProvider { $0.claims.merge(claims) { $1 } }
    try await signingIn(at: provider, role: .use) { client, _ in
      let beginning = try await client.begin()
      provider.approve(nonce: beginning.question["nonce"] ?? "")
      let response = try await client.get("/openid?code=good&state=\(beginning.state)", headers: beginning.fields)
      #expect(response.status.code == status && response.headers[.setCookie] == nil, "\(response.text)")
    }
  }

  @Test func `an answer is of no use in another browser, and does not end the sign-in of its own`() async throws {
    let provider = FakeProvider()
    try await signingIn(at: provider) { client, _ in
      let (own, other) = (try await client.begin(), try await client.begin())
      provider.approve(nonce: own.question["nonce"] ?? "")
      for fields in [other.fields, [:], [.cookie: "tessera-openid=x"]] as [HTTPFields] {
        #expect(try await client.get("/openid?code=good&state=\(own.state)", headers: fields).status == .badRequest)
      }
      #expect(try await client.get("/openid?code=good&state=x", headers: own.fields).status == .badRequest)
      #expect(!provider.paths.contains("/token"))
      let response = try await client.get("/openid?code=good&state=\(own.state)", headers: own.fields)
      #expect(response.status == .seeOther)
    }
  }

  @Test func `a provider that is down is asked again by the next person`() async throws {
    let provider = FakeProvider { $0.isDown = true }
    try await signingIn(at: provider) { client, _ in
      let response = try await client.get("/openid/start")
      #expect(response.status == .badGateway && response.text.contains("does not answer"))
      provider.change { $0.isDown = false }
      _ = try await client.begin()
    }
  }

  @Test func `metadata with endpoints in the open, or of another issuer, is not used`() async throws {
    for (name, value) in [
      ("token_endpoint", "http://id.example.org/token"), ("authorization_endpoint", "http://id.example.org/authorize"),
      ("issuer", "https://evil.example"),
    ] {
      try await signingIn(at: FakeProvider { $0.metadata[name] = .string(value) }) { client, _ in
        let response = try await client.get("/openid/start")
        #expect(response.status == .badGateway)
      }
    }
  }

  @Test func `the provider redirects to the address that the browser uses, or beside the one that the operator states`()
    async throws
  {
    let behindProxy = { (configuration: inout ServerConfiguration) in
      configuration.trustedProxies = [AddressRange("127.0.0.1")].compactMap(\.self)
      configuration.basePath = BasePath("/tessera") ?? .root
    }
    try await signingIn(at: FakeProvider(), configuring: behindProxy) { client, _ in
      let beginning = try await client.begin("/tessera/openid/start", headers: [.xForwardedProto: "https"])
      #expect(beginning.question["redirect_uri"] == "https://localhost/tessera/openid")
      let response = try await client.get("/tessera/openid/start", headers: [.xForwardedProto: "https"])
      let cookie = try #require(response.headers[.setCookie])
      #expect(cookie.hasSuffix("; Path=/tessera/; Max-Age=600; HttpOnly; SameSite=Lax; Secure"))
    }
    let elsewhere = { (configuration: inout ServerConfiguration) in
      configuration.signInAddress = "https://board.example.org/tessera/sign-in"
    }
    try await signingIn(at: FakeProvider(), configuring: elsewhere) { client, _ in
      let beginning = try await client.begin()
      #expect(beginning.question["redirect_uri"] == "https://board.example.org/tessera/openid")
    }
  }

  @Test func `the provider may lead back from its site, and other sites may not begin a sign-in`() async throws {
    try await signingIn(at: FakeProvider()) { client, _ in
      let site = try #require(HTTPField.Name("Sec-Fetch-Site"))
      let mode = try #require(HTTPField.Name("Sec-Fetch-Mode"))
      let fields: HTTPFields = [site: "cross-site", mode: "navigate"]
      #expect(try await client.get("/openid?code=good&state=x", headers: fields).status == .badRequest)
      #expect(try await client.get("/openid/start", headers: fields).status == .forbidden)
    }
  }

  @Test(
    arguments: [
      (nil, "/"), ("", "/"), ("/", "/"), ("/boards/home/page?a=b", "/boards/home/page?a=b"), ("/open/1#x", "/open/1#x"),
      ("/boards/caf%C3%A9/page", "/boards/caf%C3%A9/page"), ("https://evil.example", "/"), ("//evil.example", "/"),
      ("/\\evil.example", "/"), ("/\t/evil.example", "/"), ("/\n/evil.example", "/"), ("javascript:alert(1)", "/"),
      ("boards", "/"), ("/é", "/"), ("/a\r\nSet-Cookie: x=y", "/"), ("/" + String(repeating: "a", count: 2048), "/"),
    ] as [(String?, String)])
  func `the next page is one of this server`(text: String?, path: String) { #expect(NextPage.path(text) == path) }
}
