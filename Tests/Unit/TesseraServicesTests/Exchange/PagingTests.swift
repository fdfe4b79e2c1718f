import HTTPTypes
import TesseraLoopback
import TesseraValues
import Testing

@testable import TesseraServices

@Suite struct PagingTests {
  /// Serves pages of `{"items": […], "next": …, "cursor": …}` with two numbers each, and the `Link` of each.
  private static func handler(pages count: Int) -> LoopbackServer.Handler {
    { request in
      let fields = FormEncoding.fields(of: request.query ?? "")
      let page = fields["page"].flatMap { Int($0) } ?? fields["offset"].flatMap { Int($0) }.map { $0 / 2 + 1 } ?? 1
      guard page <= count else { return .json(#"{"items": []}"#) }
      let next = page < count ? #""/v1/list?size=2&page=\#(page + 1)""# : "null"
      let cursor = page < count ? "\(page + 1)" : "null"
      var answer = LoopbackServer.Answer.json(
        #"{"items": [{"n": \#(2 * page - 1)}, {"n": \#(2 * page)}], "next": \#(next), "cursor": \#(cursor)}"#)
      if page < count {
        answer.headers["link"] = #"</v1/list?page=1>; rel="first", </v1/list?size=2&page=\#(page + 1)>; rel="next""#
      }
      return answer
    }
  }

  private static func action(_ pages: String, more: String = "") -> String {
    #""list": {"path": "list", "parameters": {"size": 2}, "resultKeyPath": "items", "pages": \#(pages)\#(more)}"#
  }

  @Test(arguments: [
    (#""link""#, ["size=2", "size=2&page=2", "size=2&page=3"]),
    (#"{"next": "next"}"#, ["size=2", "size=2&page=2", "size=2&page=3"]),
    (#"{"next": "cursor", "parameter": "page"}"#, ["size=2", "size=2&page=2", "size=2&page=3"]),
    (#"{"parameter": "page"}"#, ["size=2", "size=2&page=2", "size=2&page=3", "size=2&page=4"]),
    (
      #"{"parameter": "offset", "counts": "elements"}"#,
      ["size=2", "size=2&offset=2", "size=2&offset=4", "size=2&offset=6"]
    ),
  ])
  func `All pages are read, as the service tells where they are`(pages: String, queries: [String]) async throws {
    try await LoopbackServer.run(Self.handler(pages: 3)) { server in
      let result = try await server.provider(Self.action(pages)).result("list")
      #expect(result.array?.map { $0.value(at: "n") } == [1, 2, 3, 4, 5, 6])
      #expect(server.requests.map(\.query) == queries)
    }
  }

  @Test(arguments: [(1, 2), (2, 4), (100, 10)])
  func `At most as many pages are read as the document says`(limit: Int, count: Int) async throws {
    try await LoopbackServer.run(Self.handler(pages: 5)) { server in
      let result = try await server.provider(Self.action(#"{"next": "link", "limit": \#(limit)}"#)).result("list")
      #expect(result.array?.count == count)
    }
  }

  @Test func `A page that leads to itself is read once more, and no further`() async throws {
    let handler: LoopbackServer.Handler = { _ in
      var answer = LoopbackServer.Answer.json(#"{"items": [{"n": 1}]}"#)
      answer.headers["link"] = "</v1/list?page=2>; rel=next"
      return answer
    }
    try await LoopbackServer.run(handler) { server in
      _ = try await server.provider(Self.action(#""link""#)).result("list")
      #expect(server.requests.count == 2)
    }
  }

  @Test func `A page that fails, fails the action`() async throws {
    let handler: LoopbackServer.Handler = { request in
      if request.query?.contains("page=3") == true { return LoopbackServer.Answer(status: 500) }
      return try await Self.handler(pages: 5)(request)
    }
    try await LoopbackServer.run(handler) { server in
      let error = try await server.provider(Self.action(#""link""#)).failure("list")
      #expect(error.status == 500)
    }
  }

  @Test func `Another host is not asked for a page, unless the manifest names it, and never with credentials`()
    async throws
  {
    let handler: LoopbackServer.Handler = { _ in
      var answer = LoopbackServer.Answer.json(#"{"items": [{"n": 1}]}"#)
      answer.headers["link"] = "<http://other.example.org/list>; rel=next"
      return answer
    }
    try await LoopbackServer.run(handler) { server in
      let error = try await server.provider(Self.action(#""link""#)).failure("list")
      #expect(error.kind == .hostNotAllowed)
      var request = OutgoingRequest(url: try HTTPURL(server.url("/v1/list")), method: .get)
      request.headers[.authorization] = "Bearer secret"
      #expect(throws: ServiceError.self) {
        try request.page(.address("http://other.example.org/list"), isAuthenticated: true)
      }
    }
  }

  @Test(arguments: [
    (#"<https://a.example/2>; rel="next""#, "https://a.example/2"), ("</2>;rel=next", "/2"),
    (#"</1>; rel="prev", </3>; rel="next last""#, "/3"), (#"</2>; title="a, b; c"; REL="Next""#, "/2"),
    (#"</1>; rel="first""#, nil), ("", nil), ("<", nil), ("</2>", nil), (#"</2>; rel="nexts""#, nil),
    ("/2; rel=next", nil),
  ])
  func `The next page is found in the field Link`(field: String, target: String?) throws {
    var headers = HTTPFields()
    headers[try #require(HTTPField.Name("Link"))] = field
    #expect(Paging.nextLink(in: headers) == target)
  }

  @Test func `A server that repeats its last page is not asked again`() async throws {
    let handler: LoopbackServer.Handler = { _ in LoopbackServer.Answer.json(#"{"items": [{"n": 1}]}"#) }
    try await LoopbackServer.run(handler) { server in
      let result = try await server.provider(Self.action(#"{"parameter": "page"}"#)).result("list")
      #expect(result.array?.count == 1)
      #expect(server.requests.count == 2)
    }
  }

  @Test func `The next page of a secure one is secure, and header fields stay with their host`() throws {
    var request = OutgoingRequest(url: try HTTPURL("https://a.example/list"), method: .get)
    request.headers[try #require(HTTPField.Name("X-Api-Key"))] = "secret"
    #expect(throws: ServiceError.self) { try request.page(.address("http://a.example/2"), isAuthenticated: false) }
    let next = try request.page(.address("https://b.example/2"), isAuthenticated: false)
    #expect(next.headers.isEmpty)
    #expect(try request.page(.address("/2"), isAuthenticated: true).headers.count == 1)
  }

  @Test func `Pages in the defaults are for the actions that can have them`() throws {
    let description = try ServiceDescription(
      """
      {"defaults": {"baseUrl": "https://a.example", "pages": "link"}, "actions": {
        "list": {"path": "list"}, "send": {"path": "list", "httpMethod": "POST"},
        "user": {"path": "user", "resultType": "User"}}}
      """)
    #expect(description.actions.filter { $0.value.paging != nil }.map(\.key) == ["list"])
  }

  private func rules(_ fields: String) throws -> [String] {
    var diagnostics = Diagnostics()
    _ = ServiceDescription.decode(
      try JSONNode.parse(#"{"actions": {"list": {"path": "https://a.example", \#(fields)}}}"#),
      diagnostics: &diagnostics)
    return diagnostics.all.map(\.rule)
  }

  @Test(arguments: [
    (#"7"#, "wrong"), (#""next""#, "wrong"), ("{}", "service-pages"),
    (#"{"next": "link", "limit": 0}"#, "service-pages"),
    (#"{"next": "link", "limit": 101}"#, "service-pages"), (#"{"next": "link", "first": 1}"#, "service-pages"),
    (#"{"parameter": "page", "counts": "words"}"#, "service-pages"),
    (#"{"parameter": "page", "first": 1.5}"#, "service-pages"),
    (#"{"parameter": "page", "first": 9223372036854774784}"#, "service-pages"),
    (#"{"next": "link", "pages": 3}"#, "service-key"),
  ])
  func `A mistake in pages is reported`(pages: String, rule: String) throws {
    let rules = try rules(#""pages": \#(pages)"#)
    #expect(!rules.isEmpty && (rule == "wrong" || rules.contains(rule)), "\(rules)")
  }

  @Test(arguments: [#""httpMethod": "POST""#, #""format": "exchange""#, #""resultType": "Post""#])
  func `Pages are for lists`(more: String) throws {
    let rules = try rules(#""pages": "link", \#(more)"#)
    #expect(rules.contains("service-pages"))
  }
}
