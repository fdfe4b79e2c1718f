import TesseraHTTPClient
import TesseraLoopback
import TesseraServices
import TesseraValues
import Testing

@Suite("The format of exchanges")
struct ExchangeFormatTests {
  @Test func `tells status, latency, address and headers, whatever the status and the body are`() async throws {
    try await LoopbackServer.run { request in
      switch request.target {
      case "/v1/moved": .redirect(to: "/v1/here")
      case "/v1/here": .init(status: 200, headers: ["X-Name": "Ada"], body: Array("<html>".utf8))
      default: .json(#"{"error": "down"}"#, status: 503)
      }
    } during: { server in
      let provider = try server.provider(
        #""check": {"path": "$page", "format": "exchange"}, "status": {"path": "$page", "format": "exchange", "resultKeyPath": "status"}"#
      )
      let found = try await provider.result("check", ["page": "moved"])
      #expect(found.value(at: "status") == 200 && found.value(at: "isSuccess") == true)
      #expect(found.value(at: "address") == .string(server.url("/v1/here")))
      #expect(found.value(at: "headers").value(forKey: "x-name") == "Ada")
      #expect(try #require(found.value(at: "latency").number) > 0)
      let down = try await provider.result("check", ["page": "down"])
      #expect(down.value(at: "status") == 503 && down.value(at: "isSuccess") == false)
      #expect(down.value(at: "message") == "Service Unavailable")
      #expect(try await provider.result("status", ["page": "down"]) == 503)
    }
  }

  @Test func `does not tell the credentials of its request`() async throws {
    try await LoopbackServer.run { request in
      .init(status: 200, headers: ["X-Echo": request.target], body: [])
    } during: { server in
      let description = try ServiceDescription(
        """
        {"auth": {"type": "apiKey", "in": "query", "name": "key", "value": "$secret"},
         "actions": {"check": {"path": "\(server.url("/v1"))", "format": "exchange", "needAuth": true}}}
        """)
      let provider = StandardServiceProvider(
        description: description, policy: server.policy, transport: HTTPTransport(),
        context: ServiceExchangeContext(identity: ServiceIdentity(options: ["secret": "s3cret"])))
      let found = JSONText.text(of: try await provider.result("check"))
      #expect(server.requests.first?.target == "/v1?key=s3cret")
      #expect(!found.contains("s3cret"))
    }
  }

  @Test func `tells why there is no response`() async throws {
    let description = try ServiceDescription(
      #"{"actions": {"check": {"path": "https://missing.example.org/", "format": "exchange"}}}"#)
    let provider = StandardServiceProvider(
      description: description, policy: HostPolicy(texts: ["missing.example.org"]),
      transport: HTTPTransport(client: CurlHTTPClient(), resolver: TableResolver(table: ["missing.example.org": []])))
    let found = try await provider.result("check")
    #expect(found.value(at: "status").isNull && found.value(at: "latency").isNull)
    #expect(found.value(at: "isSuccess") == false)
    #expect(found.value(at: "message") == "The server 'missing.example.org' cannot be found")
  }

  @Test func `is what stubs with a status or a failure respond`() async throws {
    let description = try ServiceDescription(
      """
      {"actions": {"check": {"format": "exchange", "responses": [
        {"call": 1, "status": 404}, {"call": 2, "failure": "timeout"}, {"response": {"status": 200, "latency": 0.25}}
      ]}}}
      """)
    let provider = StubServiceProvider(description: description, clock: InstantClock())
    let first = try await provider.result("check")
    #expect(first.value(at: "status") == 404 && first.value(at: "message") == "Not Found")
    let second = try await provider.result("check")
    #expect(second.value(at: "status").isNull && second.value(at: "message") == "The server did not answer in time")
    #expect(try await provider.result("check") == ["status": 200, "latency": 0.25])
  }
}
