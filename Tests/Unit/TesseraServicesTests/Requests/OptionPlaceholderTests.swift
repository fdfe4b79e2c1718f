import TesseraHTTPClient
import TesseraLoopback
import TesseraServices
import TesseraValues
import Testing

@Suite("Options in requests")
struct OptionPlaceholderTests {
  private static let options: [String: Value] = [
    "city": "São Paulo", "unit": "m", "days": 3, "place": ["name": "Ulm"], "none": "",
  ]

  /// Sends one request of a widget with options, and returns it as the server received it.
  private func arrival(_ fields: String, _ object: Value = .null) async throws -> LoopbackServer.Request {
    try await LoopbackServer.run { _ in
      .json("{}")
    } during: { server in
      let text = fields.replacing("SERVER", with: server.url("/v1"))
      let description = try ServiceDescription(#"{"actions": {"act": {\#(text)}}}"#)
      var options = Self.options
      options["server"] = .string(server.url("/v1"))
      options["feed"] = .string(server.url("/feed?format=rss"))
      let provider = StandardServiceProvider(
        description: description, policy: server.policy, transport: HTTPTransport(),
        context: ServiceExchangeContext(identity: ServiceIdentity(options: options)))
      _ = try await provider.result("act", object)
      return try #require(server.requests.first)
    }
  }

  @Test(
    arguments: [
      (#""path": "SERVER/$options.city""#, .null, "/v1/S%C3%A3o%20Paulo"),
      (#""path": "SERVER/$id?d=$options.days&p=$options.place.name&n=$options.none""#, ["id": 5], "/v1/5?d=3&p=Ulm&n="),
      (#""path": "SERVER?x=$missing&d=$options.days""#, .null, "/v1?x=&d=3"),
      (#""baseUrl": "$options.server""#, .null, "/v1"),
      (#""baseUrl": "$options.server", "path": "a/b""#, .null, "/v1/a/b"),
      (#""baseUrl": "$options.server", "path": "?q=$options.unit""#, .null, "/v1?q=m"),
      (#""baseUrl": "$options.feed""#, .null, "/feed?format=rss"),
    ] as [(String, Value, String)])
  func `are inserted into addresses, percent-encoded`(_ fields: String, _ object: Value, _ target: String) async throws
  {
    #expect(try await arrival(fields, object).target == target)
  }

  @Test func `are inserted into parameters and headers, beside the values of an object or without any`() async throws {
    let fields =
      #""path": "SERVER", "httpMethod": "POST", "encoding": "json", "headers": {"X-Unit": "$options.unit"}, "#
      + #""parameters": {"a": "$name in $options.city", "b": ["$options.days"], "c": "$name"}"#
    let alone = try await arrival(fields)
    #expect(alone.headers["x-unit"] == "m")
    #expect(try Value.parseJSON(alone.body) == ["a": " in São Paulo", "b": ["3"], "c": "$name"])
    let filled = try await arrival(fields, ["name": "Ada", "options": ["city": "Rome"]])
    #expect(try Value.parseJSON(filled.body) == ["a": "Ada in São Paulo", "b": ["3"], "c": "Ada"])
  }

  @Test(arguments: ["next", "item.next"])
  func `a base URL can be any value that is an address`(path: String) async throws {
    try await LoopbackServer.run { _ in
      .json("{}")
    } during: { server in
      let description = try ServiceDescription(##"{"actions": {"act": {"baseUrl": "$\##(path)"}}}"##)
      let provider = StandardServiceProvider(
        description: description, policy: server.policy, transport: HTTPTransport())
      let address = Value.string(server.url("/page/2"))
      _ = try await provider.result("act", ["next": address, "item": ["next": address]])
      #expect(server.requests.map(\.target) == ["/page/2"])
      for bad: Value in ["", "page/2", "file:///etc/passwd", "https://user@example.org/"] {
        let error = try await provider.failure("act", ["next": bad, "item": ["next": bad]])
        #expect(error.kind == .invalidRequest)
      }
      let elsewhere = Value.string("https://example.org/")
      #expect(
        try await provider.failure("act", ["next": elsewhere, "item": ["next": elsewhere]]).kind == .hostNotAllowed)
    }
  }

  @Test(arguments: [
    (
      #""path": "https://a.example.org/$options.citty""#,
      "service-option: '$options.citty' is not an option of the widget"
    ),
    (
      #""path": "https://a.example.org/", "headers": {"X-Key": "$options.key"}"#,
      "service-secret: The option 'key' is secret, so only 'auth' can send it"
    ),
    (
      #""baseUrl": "$options.city""#,
      "service-host: The widget may not contact the address of the option 'city'"
    ),
    (
      #""baseUrl": "$options.server", "forEach": "options.city""#, "service-for-each: The option 'city' is not a list"
    ),
    (
      #""baseUrl": "$item", "forEach": "options.feeds", "clearPolicy": "before", "resultType": "Item""#,
      "service-for-each: With 'forEach', objects are cleared after each response"
    ),
    (
      #""baseUrl": "$item", "forEach": "options.feeds", "needAuth": true"#,
      "service-auth: Credentials are not sent to addresses that elements or responses name"
    ),
    (#""path": "$", "baseUrl": "$""#, "service-url: The URL '$' has no scheme such as 'https://'"),
  ])
  func `that cannot be are reported`(_ fields: String, _ expected: String) throws {
    var environment = ServiceEnvironment(
      entities: ["Item"], policy: HostPolicy(texts: ["a.example.org"]), provider: .http)
    environment.options = [
      "city": .init(), "key": .init(isSecret: true), "server": .init(grantsAccess: true),
      "feeds": .init(isList: true, grantsAccess: true),
    ]
    var diagnostics = Diagnostics()
    _ = ServiceDescription.decode(
      try JSONNode.parse(#"{"actions": {"act": {\#(fields)}}}"#), in: environment, diagnostics: &diagnostics)
    #expect(diagnostics.all.map { "\($0.rule): \($0.message)" } == [expected])
  }
}
