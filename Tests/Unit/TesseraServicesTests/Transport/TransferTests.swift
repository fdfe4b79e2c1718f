import TesseraHTTPClient
import TesseraLoopback
import TesseraServices
import TesseraValues
import Testing

@Suite("Failing transfers")
struct TransferTests {
  /// Returns the error of one `GET` request, with names resolved from a table.
  private func failure(
    at url: String, hosts: [String], resolver: TableResolver = TableResolver(), allowsPrivateAddresses: Bool = true
  ) async throws -> ServiceError {
    let description = ServiceDescription(actions: ["get": ServiceAction(name: "get", path: url)])
    let policy = HostPolicy(texts: hosts, allowsPrivateAddresses: allowsPrivateAddresses)
    return try await StandardServiceProvider(
      description: description, policy: policy, transport: HTTPTransport(resolver: resolver)
    ).failure("get")
  }

  @Test(arguments: [0, 1, 100])
  func `a body that ends early is an error`(count: Int) async throws {
    let handler: LoopbackServer.Handler = { _ in
      LoopbackServer.Answer(body: Array(repeating: 0x20, count: 1000), transfer: .truncated(after: count))
    }
    try await LoopbackServer.run(handler) { server in
      let error = try await server.provider(#""get": {}"#).failure("get")
      #expect(error.kind == .truncated)
      #expect(error.message == "The server's answer ended early")
    }
  }

  @Test func `cookies in a description are sent as one field`() async throws {
    let handler: LoopbackServer.Handler = { _ in .json("{}") }
    try await LoopbackServer.run(handler) { server in
      _ = try await server.provider(#""get": {"headers": {"Cookie": "a=1; b=2"}}"#).result("get")
      #expect(server.requests.map { $0.headers["cookie"] } == ["a=1; b=2"])
    }
  }

  @Test func `a server that does not answer in time is an error`() async throws {
    let (waiting, release) = AsyncStream<Void>.makeStream()
    let handler: LoopbackServer.Handler = { _ in
      for await _ in waiting {}
      return .json("{}")
    }
    try await LoopbackServer.run(handler) { server in
      defer { release.finish() }
      let description = ServiceDescription(actions: ["get": ServiceAction(name: "get", path: server.url("/slow?q=1"))])
      let provider = StandardServiceProvider(
        description: description, policy: server.policy, transport: HTTPTransport(clock: InstantClock()))
      let error = try await provider.failure("get")
      #expect(error.kind == .timeout)
      #expect(error.underlying == "\(server.url("/slow")) took more than 30.0 seconds")
    }
  }

  @Test func `a cancelled task ends the exchange`() async throws {
    let (arrived, announce) = AsyncStream<Void>.makeStream()
    let (waiting, release) = AsyncStream<Void>.makeStream()
    let handler: LoopbackServer.Handler = { _ in
      announce.finish()
      for await _ in waiting {}
      return .json("{}")
    }
    try await LoopbackServer.run(handler) { server in
      defer { release.finish() }
      let provider = try server.provider(#""get": {}"#)
      let task = Task { try await provider.failure("get") }
      for await _ in arrived {}
      task.cancel()
      let error = try await task.value
      #expect(error.kind == .cancelled)
    }
  }

  @Test func `a response over the limit is rejected by its declared length, or else by its received bytes`()
    async throws
  {
    let mebibyte = [UInt8](repeating: 0x20, count: 1 << 20)
    let limit = HTTPTransport.maximumResponseBytes
    let handler: LoopbackServer.Handler = { request in
      // The announced response sends no byte of its body, so only its length can be the reason for the error.
      request.path == "/v1/announced"
        ? LoopbackServer.Answer(body: [UInt8](repeating: 0x20, count: limit + 1), transfer: .truncated(after: 0))
        : LoopbackServer.Answer(body: mebibyte, transfer: .repeated(limit / mebibyte.count + 8))
    }
    try await LoopbackServer.run(handler) { server in
      let provider = try server.provider(#""announced": {"path": "announced"}, "endless": {"path": "endless"}"#)
      for action in ["announced", "endless"] {
        let error = try await provider.failure(action)
        #expect(error.kind == .tooLarge)
        #expect(error.underlying == "\(server.url("/v1/\(action)")) sent more than \(limit) bytes")
      }
    }
  }

  @Test func `a compressed response is inflated, and one that grows without end is rejected`() async throws {
    let handler: LoopbackServer.Handler = { request in
      let body = request.path == "/v1/bomb" ? Gzip.zeros(count: 64 << 20) : Gzip.stored(Array(#"{"a": "é"}"#.utf8))
      return LoopbackServer.Answer(headers: ["content-encoding": "gzip"], body: body)
    }
    try await LoopbackServer.run(handler) { server in
      let provider = try server.provider(#""small": {"path": "small"}, "bomb": {"path": "bomb"}"#)
      let small = try await provider.result("small")
      #expect(small == ["a": "é"])
      #expect(server.requests.first?.headers["accept-encoding"] == "gzip, deflate")
      let error = try await provider.failure("bomb")
      #expect(error.kind == .tooLarge)
    }
  }

  private static let json = Array(#"{"a": 1}"#.utf8)
  private static let members = Gzip.stored(Array(json[..<3])) + Gzip.stored(Array(json[3...]))
  private static let block = Array(Gzip.stored(json).dropFirst(10).dropLast(8))

  @Test(arguments: [
    ("gzip", Gzip.stored(json)), ("x-GZIP", Gzip.stored(json)), ("gzip, identity", Gzip.stored(json)),
    ("gzip", members), ("gzip", Gzip.stored(json) + [0, 0]), ("deflate", block),
    // The checksum is Adler-32 of the text, from Python's zlib.
    ("deflate", [0x78, 0x01] + block + [0x9, 0xe5, 0x2, 0x29]),
    ("utf-8", json), ("none", json), ("binary", json), ("identity", json), ("", json), ("gzip, utf-8", json),
  ])
  func `content is decoded, and a coding that is none changes nothing`(coding: String, body: [UInt8]) async throws {
    try await LoopbackServer.run { _ in
      LoopbackServer.Answer(headers: ["content-encoding": coding], body: body)
    } during: { server in
      let value = try await server.provider(#""load": {"path": "load"}"#).result("load")
      #expect(value == ["a": 1])
    }
  }

  @Test(arguments: [json, Gzip.stored(json).dropLast(9), [UInt8](repeating: 0x1F, count: 40)].map { Array($0) })
  func `damaged and unfinished content is an error`(body: [UInt8]) async throws {
    try await LoopbackServer.run { _ in
      LoopbackServer.Answer(headers: ["content-encoding": "gzip"], body: body)
    } during: { server in
      let error = try await server.provider(#""load": {"path": "load"}"#).failure("load")
      #expect(error.kind == .truncated)
    }
  }

  @Test func `an unreachable server is an error`() async throws {
    let port = try await LoopbackServer.run { _ in
      .json("{}")
    } during: { server in
      server.port
    }
    let error = try await failure(at: "http://127.0.0.1:\(port)/", hosts: ["127.0.0.1:*"])
    #expect(error.kind == .connection)
    #expect(error.message == "The server '127.0.0.1:\(port)' cannot be reached")
  }

  @Test func `a host that the manifest does not name is never resolved`() async throws {
    let error = try await failure(at: "https://other.example/x", hosts: ["api.example", "*.example.org"])
    #expect(error.kind == .hostNotAllowed)
    #expect(error.message == "The widget may not contact 'other.example'")
  }

  @Test func `a name that resolves to a forbidden address is rejected`() async throws {
    let resolver = TableResolver(table: ["api.example": ["127.0.0.1", "::1"], "nowhere.example": []])
    let closed = try await failure(
      at: "http://api.example/", hosts: ["api.example"], resolver: resolver, allowsPrivateAddresses: false)
    #expect(closed.kind == .addressNotAllowed)
    #expect(
      closed.underlying
        == "it resolves to 127.0.0.1, ::1, which is not public; a person can allow that in the settings of the widget")
    let missing = try await failure(at: "http://nowhere.example/", hosts: ["nowhere.example"], resolver: resolver)
    #expect(missing.kind == .hostNotFound)
    let metadata = try await failure(at: "http://169.254.169.254/", hosts: ["169.254.169.254"])
    #expect(metadata.kind == .addressNotAllowed)
  }

  @Test func `the connection goes to the address that was checked, with the name in 'Host'`() async throws {
    // The name has no address outside of this table, so a second look-up by the client could not succeed.
    try await LoopbackServer.run { _ in
      .json("{}")
    } during: { server in
      let resolver = TableResolver(table: ["feed.invalid": ["127.0.0.1"]])
      let description = ServiceDescription(
        actions: ["get": ServiceAction(name: "get", path: "http://Feed.INVALID:\(server.port)/x")])
      let provider = StandardServiceProvider(
        description: description,
        policy: HostPolicy(texts: ["feed.invalid:\(server.port)"], allowsPrivateAddresses: true),
        transport: HTTPTransport(resolver: resolver))
      let result = try await provider.result("get")
      #expect(result == [:])
      #expect(server.requests.first?.headers["host"] == "feed.invalid:\(server.port)")
    }
  }

  @Test func `a name is rejected if none of its addresses is public, in any notation`() async throws {
    try await LoopbackServer.run { _ in
      .json("{}")
    } during: { server in
      let resolver = TableResolver(table: ["feed.invalid": ["10.0.0.1", "::ffff:127.0.0.1", "127.0.0.1"]])
      let error = try await failure(
        at: "http://feed.invalid:\(server.port)/", hosts: ["feed.invalid:*"], resolver: resolver,
        allowsPrivateAddresses: false)
      #expect(error.kind == .addressNotAllowed)
      #expect(server.requests.isEmpty)
    }
  }

  @Test(arguments: [
    "ftp://127.0.0.1/", "file:///etc/passwd", "http://user@127.0.0.1/", "http://user:secret@127.0.0.1/",
    "http://127.0.0.1\\@evil.example/", "http://127.0.0.1:99999/", "http:///path", "http://bü%2Fcher.example/",
    "http://a b/", "http://[::1/", "unix://%2Ftmp%2Fsocket/", "http+unix://%2Ftmp%2Fsocket/", "http://%31/",
    "http://a..b/",
  ])
  func `a URL that parsers disagree about is rejected`(url: String) async throws {
    let error = try await failure(at: url, hosts: ["127.0.0.1:*", "[::1]:*"])
    #expect(error.kind == .invalidRequest)
    #expect(error.underlying?.hasPrefix("The URL '") == true)
  }
}

@Suite("Redirects")
struct RedirectTests {
  @Test(arguments: ["/v1/feed", "feed", "?x", "http://HOST/v1/feed"])
  func `a redirect within the allowed hosts is followed`(location: String) async throws {
    try await LoopbackServer.run { request in
      request.target == "/v1/moved"
        ? .redirect(to: location.replacing("HOST", with: request.headers["host"] ?? "")) : .json(#"{"ok": true}"#)
    } during: { server in
      let result = try await server.provider(#""get": {"path": "moved"}"#).result("get")
      #expect(result == ["ok": true])
      #expect(server.requests.count == 2)
    }
  }

  @Test func `a redirect to a host that the manifest does not name is not followed`() async throws {
    try await LoopbackServer.run(FeedAPI().answer) { server in
      let error = try await server.provider(#""get": {"path": "elsewhere"}"#).failure("get")
      #expect(error.kind == .hostNotAllowed)
      #expect(server.requests.count == 1)
    }
  }

  @Test func `a redirect to a private address is not followed`() async throws {
    // The manifest lists both hosts and private addresses are allowed, so the first request succeeds. The second name
    // resolves to a metadata service, which is disallowed even then.
    try await LoopbackServer.run { _ in
      .redirect(to: "http://inner.invalid/latest/meta-data")
    } during: { server in
      let description = ServiceDescription(actions: ["get": ServiceAction(name: "get", path: server.url())])
      let provider = StandardServiceProvider(
        description: description,
        policy: HostPolicy(texts: [server.host, "inner.invalid"], allowsPrivateAddresses: true),
        transport: HTTPTransport(resolver: TableResolver(table: ["inner.invalid": ["169.254.169.254"]])))
      let error = try await provider.failure("get")
      #expect(error.kind == .addressNotAllowed)
    }
  }

  @Test(arguments: ["", "ftp://127.0.0.1/", "http://user@127.0.0.1/", "javascript:alert(1)", "http://["])
  func `a redirect without a usable target is an error`(location: String) async throws {
    try await LoopbackServer.run { _ in
      location.isEmpty ? LoopbackServer.Answer(status: 302) : .redirect(to: location)
    } during: { server in
      let error = try await server.provider(#""get": {}"#).failure("get")
      #expect(error.kind == .redirect)
    }
  }

  @Test(arguments: [5, 6])
  func `five redirects are followed, the sixth is an error`(count: Int) async throws {
    try await LoopbackServer.run { request in
      let number = Int(request.path.dropFirst("/v1/".count)) ?? 0
      return number < count ? .redirect(to: "/v1/\(number + 1)") : .json("{}")
    } during: { server in
      let provider = try server.provider(#""get": {"path": "0"}"#)
      if count == 5 {
        let result = try await provider.result("get")
        #expect(result == [:])
      } else {
        let error = try await provider.failure("get")
        #expect(error.kind == .redirect)
        #expect(server.requests.count == 6)
      }
    }
  }

  @Test(arguments: [
    (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (303, "PUT", "GET"), (303, "HEAD", "HEAD"),
    (301, "PUT", "PUT"), (307, "POST", "POST"), (308, "PATCH", "PATCH"),
  ])
  func `a redirect keeps or changes the method by the Fetch standard`(status: Int, method: String, after: String)
    async throws
  {
    try await LoopbackServer.run { request in
      request.path == "/v1/a" ? .redirect(to: "/v1/b", status: status) : .json("{}")
    } during: { server in
      let actions = #""act": {"path": "a", "httpMethod": "\#(method)", "parameters": {"x": "1"}}"#
      _ = try await server.provider(actions).result("act")
      let second = try #require(server.requests.last)
      #expect(second.method == after)
      #expect(second.text == (after == method && method != "HEAD" ? "x=1" : ""))
      #expect((second.headers["content-type"] == nil) == second.body.isEmpty)
    }
  }

  @Test func `header fields with secrets are sent to their own origin only`() async throws {
    try await LoopbackServer.run { _ in
      .json("{}")
    } during: { other in
      try await LoopbackServer.run { request in
        request.path == "/v1/away"
          ? .redirect(to: other.url("/x"))
          : request.path == "/v1/near" ? .redirect(to: "/v1/here") : .json("{}")
      } during: { server in
        let description = try ServiceDescription(
          #"""
          {"defaults": {"baseUrl": "\#(server.url("/v1"))", "headers": {"Authorization": "Bearer x", "X-Key": "k"}},
           "actions": {"away": {"path": "away"}, "near": {"path": "near"}}}
          """#)
        let provider = StandardServiceProvider(
          description: description, policy: HostPolicy(texts: [server.host, other.host], allowsPrivateAddresses: true),
          transport: HTTPTransport())
        _ = try await provider.result("near")
        #expect(server.requests.last?.headers["authorization"] == "Bearer x")
        _ = try await provider.result("away")
        let foreign = try #require(other.requests.first)
        #expect(foreign.headers["authorization"] == nil)
        #expect(foreign.headers["x-key"] == nil)
        #expect(foreign.headers["accept"] == "application/json")
      }
    }
  }
}
