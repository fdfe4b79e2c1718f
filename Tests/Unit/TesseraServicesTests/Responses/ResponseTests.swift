import TesseraLoopback
import TesseraServices
import TesseraValues
import Testing

@Suite("Responses of a server")
struct ResponseTests {
  @Test(arguments: [200, 201, 202, 206, 299])
  func `any status from 200 to 299 is a success`(status: Int) async throws {
    try await LoopbackServer.run { _ in
      .json(#"{"id": 1}"#, status: status)
    } during: { server in
      let response = try await server.provider(#""get": {"path": "x"}"#).perform(ServiceRequest(action: "get"))
      #expect(response.result == ["id": 1])
      #expect(response.status == status)
    }
  }

  @Test(arguments: ["", "  \n"])
  func `a response without content is null`(body: String) async throws {
    try await LoopbackServer.run { _ in
      LoopbackServer.Answer(status: 200, body: Array(body.utf8))
    } during: { server in
      #expect(try await server.provider(#""get": {}"#).result("get") == .null)
      let error = try await server.provider(#""get": {"resultType": "Post"}"#).failure("get")
      #expect(error.kind == .unexpectedShape)
    }
  }

  @Test(arguments: [
    (400, #"{"error": "Wrong password"}"#, "Wrong password"),
    (404, #"{"error": {"message": "No such post", "code": 17}}"#, "No such post"),
    (422, #"{"error": [{"message": "The text is empty"}, {"message": "second"}]}"#, "The text is empty"),
    (500, #"[{"id": 1}]"#, "The server responded with status 500 (Internal Server Error)"),
    (500, #"{"error": {"code": 3}}"#, "The server responded with status 500 (Internal Server Error)"),
    (503, "<html>", "The server responded with status 503 (Service Unavailable)"),
    (304, "", "The server responded with status 304 (Not Modified)"),
    (799, "", "The server responded with status 799"),
  ])
  func `any other status is an error, whatever the body`(status: Int, body: String, message: String) async throws {
    try await LoopbackServer.run { _ in
      .json(body, status: status)
    } during: { server in
      let error = try await server.provider(#""get": {"resultType": "[Post]"}"#).failure("get")
      #expect(error.kind == .status)
      #expect(error.status == status)
      #expect(error.action == "get")
      #expect(error.message == message)
    }
  }

  @Test func `the error message is at the action's key path`() async throws {
    let body = #"{"errors": {"first": "Not today"}, "error": "other"}"#
    try await LoopbackServer.run { _ in
      .json(body, status: 400)
    } during: { server in
      let error = try await server.provider(#""get": {"errorKeyPath": "errors.first"}"#).failure("get")
      #expect(error.message == "Not today")
      #expect(error.response == ["errors": ["first": "Not today"], "error": "other"])
    }
  }

  @Test func `the result is the part that the action names`() async throws {
    let feed = FeedAPI(postCount: 3)
    try await LoopbackServer.run(feed.answer) { server in
      let actions = #""feed": {"path": "/wrapped", "resultKeyPath": "data.posts", "resultType": "[Post]"}"#
      let posts = try await server.provider(actions).result("feed")
      #expect(posts.value(at: "id_str") == ["3", "2", "1"])
    }
  }

  @Test(arguments: [
    ("[Post]", "", #"{"id": 1}"#, "'[Post]' needs a list of objects, but the answer is object"),
    ("[Post]", "", "[{}, 5]", "'[Post]' needs a list of objects, but the answer is a list with number at position 1"),
    ("Post", "", "[]", "'Post' needs an object, but the answer is list"),
    ("Post", "data.post", #"{"data": {}}"#, "'Post' needs an object, but 'data.post' in the answer is null"),
  ])
  func `a response of another shape is an error that names the shape`(
    type: String, path: String, body: String, detail: String
  ) async throws {
    try await LoopbackServer.run { _ in
      .json(body)
    } during: { server in
      let actions = #""get": {"resultType": "\#(type)", "resultKeyPath": "\#(path)"}"#
      let error = try await server.provider(actions).failure("get")
      #expect(error.kind == .unexpectedShape)
      #expect(error.message == "The server's answer is not what was expected")
      #expect(error.underlying == detail)
      #expect(error.status == 200)
    }
  }

  @Test func `an error with the status 200 has the server's message, if the declared result is missing`() async throws {
    try await LoopbackServer.run { _ in
      .json(#"{"status": "error", "errorMessage": "Access was denied."}"#)
    } during: { server in
      let actions = #""get": {"resultType": "Post", "resultKeyPath": "response", "errorKeyPath": "errorMessage"}"#
      let error = try await server.provider(actions).failure("get")
      #expect(error.kind == .unexpectedShape && error.message == "Access was denied.")
      #expect(error.underlying == "'Post' needs an object, but 'response' in the answer is null")
    }
  }

  @Test func `a response that is not JSON is an error with a position`() async throws {
    try await LoopbackServer.run { _ in
      .json("{\"a\": 1,\n \"b\": oops}")
    } during: { server in
      let error = try await server.provider(#""get": {"path": "x?key=secret"}"#).failure("get")
      #expect(error.kind == .notJSON)
      #expect(
        error.underlying
          == "\(server.url("/v1/x")):2:7: error: Found 'o' where a value is expected [json-syntax]")
    }
  }

  @Test func `an HTML page in place of JSON is an error`() async throws {
    try await LoopbackServer.run(FeedAPI().answer) { server in
      let error = try await server.provider(#""get": {"path": "page"}"#).failure("get")
      #expect(error.kind == .notJSON)
    }
  }

  @Test func `five thousand posts arrive whole`() async throws {
    try await LoopbackServer.run(FeedAPI(postCount: 5000).answer) { server in
      let posts = try await server.provider(#""feed": {"path": "feed", "resultType": "[Post]"}"#).result("feed")
      #expect(posts.array?.count == 5000)
      #expect(posts.array?.first?["id_str"] == "5000")
    }
  }
}

extension Value {
  /// A member of a dictionary.
  subscript(key: String) -> Value? { value(forKey: key) }
}
