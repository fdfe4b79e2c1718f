import TesseraLoopback
import TesseraServices
import TesseraValues
import Testing

@Suite("Requests to a server")
struct RequestTests {
  /// Sends one request, and returns it as the server received it.
  private func arrival(_ fields: String, _ object: Value = .null, defaults: String = "") async throws
    -> LoopbackServer.Request
  {
    try await LoopbackServer.run { _ in
      .json("{}")
    } during: { server in
      _ = try await server.provider(#""act": {\#(fields)}"#, defaults: defaults).result("act", object)
      return try #require(server.requests.first)
    }
  }

  @Test(arguments: [
    ("", "/v1"), (#""path": "feed""#, "/v1/feed"), (#""path": "/feed""#, "/v1/feed"),
    (#""path": "?page=1""#, "/v1?page=1"), (#""path": "a b/ü""#, "/v1/a%20b/%C3%BC"),
    (#""path": "a%20b""#, "/v1/a%20b"), (#""path": "100%""#, "/v1/100%25"), (#""path": "feed#top""#, "/v1/feed"),
  ])
  func `a path is joined to the base URL with one slash`(fields: String, target: String) async throws {
    #expect(try await arrival(fields).target == target)
  }

  @Test(
    arguments: [
      ("posts/$id", ["id": 7], "/v1/posts/7"),
      ("posts/$id.json", ["id": 7], "/v1/posts/7.json"),
      ("posts/$author.id.json", ["author": ["id": 7]], "/v1/posts/7.json"),
      ("posts/$id/likes", ["id": "a/b?c#d&e=f"], "/v1/posts/a%2Fb%3Fc%23d%26e%3Df/likes"),
      ("repos/$*id/releases", ["id": "owner/a b?c"], "/v1/repos/owner/a%20b%3Fc/releases"),
      ("posts/$*", ["id": 1], "/v1/posts/$*"),
      ("posts/$id", ["id": "100% é 😀"], "/v1/posts/100%25%20%C3%A9%20%F0%9F%98%80"),
      ("posts/$id", ["id": "a\r\nHost: evil"], "/v1/posts/a%0D%0AHost%3A%20evil"),
      ("posts?before=$id&x=$missing", ["id": "a&b=c d"], "/v1/posts?before=a%26b%3Dc%20d&x="),
      ("price/$", ["id": 1], "/v1/price/$"), ("x?$$filter=$id", ["id": 1], "/v1/x?$filter=1"),
      ("x?$top=5", .null, "/v1/x?$top=5"),
    ] as [(String, Value, String)])
  func `a placeholder in a path is data: it cannot leave its segment`(path: String, object: Value, target: String)
    async throws
  {
    #expect(try await arrival(#""path": "\#(path)""#, object).target == target)
  }

  @Test(
    arguments: [
      ("posts/$id", [:]), ("posts/$id", ["id": ""]), ("posts/$id", .null), ("posts/$id/x", ["id": ".."]),
      ("posts/$id", ["id": "."]), ("posts/.$id", ["id": "."]), ("posts/$*id", ["id": "a/../../b"]),
      ("posts/$*id", ["id": ""]),
    ] as [(String, Value)])
  func `a path that lacks its value, or whose value climbs up, is not sent`(path: String, object: Value) async throws {
    try await LoopbackServer.run { _ in
      .json("{}")
    } during: { server in
      let error = try await server.provider(#""act": {"httpMethod": "DELETE", "path": "\#(path)"}"#).failure(
        "act", object)
      #expect(error.kind == .invalidRequest)
      #expect(server.requests.isEmpty)
    }
  }

  @Test func `parameters of GET are in the query, sorted by name`() async throws {
    let fields =
      #""path": "feed?z=0", "parameters": {"count": "20", "a": [1, true, null], "b": {"c d": 0.5}, "n": null}"#
    let request = try await arrival(fields)
    #expect(request.target == "/v1/feed?z=0&a%5B%5D=1&a%5B%5D=1&b%5Bc%20d%5D=0.5&count=20")
    #expect(request.body.isEmpty)
    #expect(request.headers["content-type"] == nil)
  }

  @Test(arguments: ["POST", "PUT", "PATCH"])
  func `parameters of POST, PUT and PATCH are a form`(method: String) async throws {
    let request = try await arrival(#""httpMethod": "\#(method)", "parameters": {"b": "x y", "a": "1+1=2&3"}"#)
    #expect(request.method == method)
    #expect(request.text == "a=1%2B1%3D2%263&b=x%20y")
    #expect(request.headers["content-type"] == "application/x-www-form-urlencoded; charset=utf-8")
  }

  @Test func `the encoding can be selected`() async throws {
    let object: Value = ["n": 5, "t": "x"]
    let json = try await arrival(
      #""httpMethod": "DELETE", "encoding": "json", "parameters": {"n": "$n", "t": ["$t"], "u": null}"#, object)
    #expect(json.text == #"{"n":"5","t":["x"],"u":null}"#)
    #expect(json.headers["content-type"] == "application/json")
    let query = try await arrival(#""httpMethod": "POST", "encoding": "query", "parameters": {"t": "$t"}"#, object)
    #expect(query.target == "/v1?t=x")
  }

  static let texts = [
    #"say "hi""#, #"back\slash"#, "two\nlines\r\nand\ttabs", "emoji 👩‍👩‍👧 and é", #"","admin":"1"#, "$text $other", "100%",
    "",
    "a&b=c", "\u{0}\u{1F}",
  ]

  @Test(arguments: texts)
  func `typed text arrives unchanged as JSON`(text: String) async throws {
    let request = try await arrival(
      #""httpMethod": "POST", "encoding": "json", "parameters": {"status": "$text", "n": {"of": ["<$text>"]}}"#,
      ["text": .string(text)])
    #expect(try Value.parseJSON(request.body) == ["status": .string(text), "n": ["of": [.string("<\(text)>")]]])
  }

  @Test(arguments: texts)
  func `typed text arrives unchanged as a form`(text: String) async throws {
    try await LoopbackServer.run(FeedAPI().answer) { server in
      let actions = #""post": {"httpMethod": "POST", "path": "posts", "parameters": {"status": "$text"}}"#
      let post = try await server.provider(actions).result("post", ["text": .string(text)])
      #expect(post["text"] == .string(text))
    }
  }

  @Test func `headers of the action override the defaults, regardless of case, and null removes`() async throws {
    let request = try await arrival(
      #""headers": {"x-one": "action $name", "X-Three": null}"#, ["name": "Ann"],
      defaults: #""headers": {"X-One": "default", "X-Two": "2", "x-three": "3"}"#)
    #expect(request.headers["x-one"] == "action Ann")
    #expect(request.headers["x-two"] == "2")
    #expect(request.headers["x-three"] == nil)
    #expect(request.headers["accept"] == "application/json")
  }

  @Test(arguments: [
    "a\r\nX-Admin: 1", "a\nb", "a\rb", "a\u{0}b", "a\u{7F}",
  ])
  func `a value with a line break or a control character is rejected in a header`(text: String) async throws {
    try await LoopbackServer.run { _ in
      .json("{}")
    } during: { server in
      let error = try await server.provider(#""act": {"headers": {"X-Name": "$name"}}"#)
        .failure("act", ["name": .string(text)])
      #expect(error.kind == .invalidRequest)
      #expect(error.underlying?.contains("'X-Name'") == true)
      #expect(server.requests.isEmpty)
    }
  }

  @Test func `an upload sends files as their bytes and the rest as text`() async throws {
    let request = try await arrival(
      #""httpMethod": "POST", "parameters": {"title": "$title"}, "multipart": {"photo": "media.first", "missing": "no"}"#,
      ["title": "A \"b\"", "media": ["first": "data:image/png;base64,iVBORw=="]])
    let type = try #require(request.headers["content-type"])
    #expect(type == "multipart/form-data; boundary=tessera-part-0")
    let png = [0x89, 0x50, 0x4E, 0x47] as [UInt8]
    let expected =
      Array(
        "--tessera-part-0\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nA \"b\"\r\n".utf8)
      + Array(
        "--tessera-part-0\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"photo\"\r\nContent-Type: image/png\r\n\r\n"
          .utf8) + png + Array("\r\n--tessera-part-0--\r\n".utf8)
    #expect(request.body == expected)
  }

  @Test func `an upload without parts sends the object itself`() async throws {
    let request = try await arrival(
      #""httpMethod": "PUT", "isUpload": true"#, "data:image/png;base64,iVBORw==")
    #expect(request.body == [0x89, 0x50, 0x4E, 0x47])
    #expect(request.headers["content-type"] == "image/png")
  }

  @Test func `a text that contains the boundary gets another boundary`() async throws {
    let request = try await arrival(
      #""httpMethod": "POST", "multipart": {"text": "text"}"#, ["text": "--tessera-part-0--"])
    #expect(request.headers["content-type"] == "multipart/form-data; boundary=tessera-part-1")
  }

  @Test func `an unknown action is reported with a suggestion`() async throws {
    let provider = StubServiceProvider(
      description: try ServiceDescription(#"{"actions": {"homeFeed": {"response": {}}}}"#), clock: InstantClock())
    let error = try await provider.failure("homefed")
    #expect(error.kind == .unknownAction)
    #expect(error.message == "The service has no action 'homefed'; did you mean 'homeFeed'?")
  }
}
