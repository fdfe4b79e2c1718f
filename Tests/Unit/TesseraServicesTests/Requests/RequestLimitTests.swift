import TesseraHTTPClient
import TesseraLoopback
import TesseraTestSupport
import TesseraValues
import Testing

@testable import TesseraServices

@Suite("Requests that are too large")
struct RequestLimitTests {
  /// Returns the error of an action whose server is never contacted.
  private func failure(_ fields: String, _ object: Value) async throws -> ServiceError {
    let description = try ServiceDescription(
      #"{"defaults": {"baseUrl": "https://test.example.org"}, "actions": {"act": {\#(fields)}}}"#)
    return try await StandardServiceProvider(description: description, policy: .none, transport: HTTPTransport())
      .failure("act", object)
  }

  private func text(_ length: Int) -> Value { .string(String(repeating: "x", count: length)) }

  @Test(arguments: [
    // The URL: its path, its query and its parameters.
    (#""path": "a/$x""#, 9000), (#""path": "a?b=$x""#, 9000), (#""parameters": {"b": "$x"}"#, 9000),
    (#""headers": {"X-A": "$x"}"#, 17_000),
    // 11,000 placeholders.
    (#""httpMethod": "POST", "parameters": {"a": "\#(String(repeating: "$y", count: 11_000))"}"#, 0),
    // 400 times 100 kB.
    (#""httpMethod": "POST", "parameters": {"a": "\#(String(repeating: "$x", count: 400))"}"#, 100_000),
    // A name of 9 kB.
    (
      #""httpMethod": "POST", "encoding": "form", "parameters": {"a": {"\#(String(repeating: "k", count: 9000))": 1}}"#,
      0
    ),
  ])
  func `are not made`(fields: String, length: Int) async throws {
    let error = try await failure(fields, ["x": text(length)])
    #expect(error.kind == .tooLarge, "\(error)")
    #expect(error.action == "act")
  }

  @Test func `an upload that names one large value many times is not made`() async throws {
    let parts = (0..<20).map { #""p\#($0)": "x""# }.joined(separator: ",")
    let error = try await failure(#""httpMethod": "POST", "multipart": {\#(parts)}"#, ["x": text(4 << 20)])
    #expect(error.kind == .tooLarge, "\(error)")
  }

  @Test func `a stub's answer that is too large is not made, one within the limits is`() async throws {
    let description = try ServiceDescription(
      """
      {"actions": {"many": {"response": "\(String(repeating: "$x", count: 400))"},
                   "few": {"response": "\(String(repeating: "$x", count: 20))"}}}
      """)
    let provider = StubServiceProvider(description: description, clock: InstantClock())
    #expect(try await provider.failure("many", ["x": text(100_000)]).kind == .tooLarge)
    #expect(try await provider.result("few", ["x": text(100_000)]).string?.utf8.count == 2_000_000)
  }

  @Test(arguments: [
    ("$", "$"), ("$$", "$"), ("$$$", "$$"), ("$$a", "$a"), ("$$$a", "$1"), ("$a$$a$a", "1$a1"), ("$a.$b.", "1.2."),
    ("$c.d$c.d", "33"), ("ü$aü", "ü"), ("ü$a ü", "ü1 ü"), ("$a\u{301}", "1\u{301}"), ("", ""),
  ])
  func `dollar signs are parsed one by one`(template: String, text: String) async throws {
    let description = try ServiceDescription(#"{"actions": {"act": {"response": "\#(template)"}}}"#)
    let provider = StubServiceProvider(description: description, clock: InstantClock())
    #expect(try await provider.result("act", ["a": 1, "b": 2, "c": ["d": 3]]) == .string(text))
  }

  @Test func `placeholders are filled in texts and names at any depth, and unmatched ones stay`() async throws {
    let description = try ServiceDescription(
      #"{"actions": {"act": {"response": {"$name": ["$count", 1, "%@"], "n": {"a": null, "b": ["c", true]}}}}}"#)
    let provider = StubServiceProvider(description: description, clock: InstantClock())
    let rest: Value = ["a": nil, "b": ["c", true]]
    #expect(
      try await provider.result("act", ["name": "Ada", "count": 5]) == ["Ada": ["5", 1, "%@"], "n": rest])
    #expect(try await provider.result("act") == ["$name": ["$count", 1, "%@"], "n": rest])
  }

  @Test func `a text full of boundaries gets a unique one, in linear time`() throws {
    let description = try ServiceDescription(
      #"{"actions": {"act": {"path": "https://a.example/", "httpMethod": "POST", "multipart": {"text": "text"}}}}"#)
    let action = try #require(description.actions["act"])
    let growth = try ProcessorTime.growth(from: 1000, to: 20_000) { count in
      let text = (0..<count).map { "tessera-part-\($0)" }.joined(separator: " ")
      let body = try UploadBody(action: action, parameters: [:], object: ["text": .string(text)])
      #expect(body.contentType == "multipart/form-data; boundary=tessera-part-\(count)")
    }
    #expect(growth < 100)
  }

  @Test func `a server's message is limited to a readable length`() async throws {
    try await LoopbackServer.run { _ in
      .json(#"{"error": "\#(String(repeating: "a", count: 5000))"}"#, status: 500)
    } during: { server in
      let error = try await server.provider(#""act": {"errorKeyPath": "error"}"#).failure("act")
      #expect(error.message.count == 2000)
    }
  }
}
