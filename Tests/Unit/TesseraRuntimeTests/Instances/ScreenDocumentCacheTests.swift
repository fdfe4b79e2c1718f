import TesseraBundles
import TesseraServices
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

@Suite("The cache of screen documents")
struct ScreenDocumentCacheTests {
  private struct Unreachable: Error {}

  private static func screen(_ text: String) -> [UInt8] {
    Array(#"{"view": {"type": "text", "id": "label", "text": "\#(text)"}}"#.utf8)
  }

  /// Opens the screen `/next`, reads its label and goes back, after some seconds each time.
  private func labels(
    after seconds: [Double], push: String = #"{"type": "push", "url": "/next"}"#, _ client: ScriptedClient
  ) async throws -> [String] {
    let files = [
      "widget.json":
        #"{"id": "org.example.test", "name": "T", "base": "http://shop.example", "hosts": ["shop.example"]}"#,
      "screens/Main.json": #"{"view": {"type": "button", "id": "go", "text": "Go", "onPress": \#(push)}}"#,
    ]
    let definition = WidgetDefinition(bundle: WidgetBundle(texts: files))
    #expect(definition.diagnostics.map(\.description) == [])
    let widget = try TestWidget(definition) { $0.networkClient = client }
    let host = await widget.open()
    var labels: [String] = []
    for wait in seconds {
      await widget.clock.advance(by: .seconds(wait))
      try await host.press("go")
      labels.append(await host.nodes("label").first?[.text].string ?? "nothing")
      await host.send(.back)
    }
    return labels
  }

  @Test(arguments: ["max-age=60", "public, Max-Age = 60"])
  func `a screen is not requested again within its lifetime`(_ directives: String) async throws {
    let client = ScriptedClient { number, _ in
      NetworkResponse(headers: ["Cache-Control": directives], body: Self.screen("\(number)"))
    }
    #expect(try await labels(after: [0, 30, 31], client) == ["1", "1", "2"])
  }

  @Test func `the age of an answer on arrival counts against its lifetime`() async throws {
    let client = ScriptedClient { number, _ in
      NetworkResponse(headers: ["cache-control": "max-age=60", "age": "50"], body: Self.screen("\(number)"))
    }
    #expect(try await labels(after: [0, 5, 10], client) == ["1", "1", "2"])
  }

  @Test(arguments: [[:], ["cache-control": "no-store, max-age=60"], ["cache-control": "max-age=banana"]])
  func `a response without a lifetime, or with no-store, is requested each time`(_ headers: [String: String])
    async throws
  {
    let client = ScriptedClient { number, _ in NetworkResponse(headers: headers, body: Self.screen("\(number)")) }
    #expect(try await labels(after: [0, 1], client) == ["1", "2"])
  }

  @Test(arguments: [
    ("ETag", "\"v1\"", "if-none-match"), ("Last-Modified", "Sun, 01 Nov 2026 10:00:00 GMT", "if-modified-since"),
    ("beagle-hash", "abc", "beagle-hash"),
  ])
  func `a server confirms a stored response by 304`(_ field: String, _ value: String, _ question: String) async throws {
    let client = ScriptedClient { number, request in
      if request.headers[question] == value { return NetworkResponse(status: 304) }
      return NetworkResponse(headers: [field: value, "Cache-Control": "no-cache"], body: Self.screen("\(number)"))
    }
    #expect(try await labels(after: [0, 1, 1], client) == ["1", "1", "1"])
    #expect(client.requests.map { $0.headers[question] } == [nil, value, value])
  }

  @Test func `a 304 extends the lifetime of the stored response`() async throws {
    let client = ScriptedClient { number, request in
      let headers = ["etag": "e", "cache-control": "max-age=60"]
      return request.headers["if-none-match"] == nil
        ? NetworkResponse(headers: headers, body: Self.screen("\(number)"))
        : NetworkResponse(status: 304, headers: headers)
    }
    #expect(try await labels(after: [0, 70, 50, 20], client) == ["1", "1", "1", "1"])
    #expect(client.requests.count == 3)
  }

  @Test func `a 304 to an unconditional request is an error`() async throws {
    let client = ScriptedClient { _, _ in NetworkResponse(status: 304) }
    #expect(try await labels(after: [0], client) == ["nothing"])
  }

  @Test func `a stale screen is shown at once and revalidated meanwhile, if the server allows it`() async throws {
    let client = ScriptedClient { number, _ in
      NetworkResponse(
        headers: ["cache-control": "max-age=10, stale-while-revalidate=30"], body: Self.screen("\(number)"))
    }
    #expect(try await labels(after: [0, 20, 5, 100], client) == ["1", "1", "2", "3"])
  }

  @Test func `a stale screen is used if the server cannot be reached, if the server allows it`() async throws {
    let client = ScriptedClient { number, _ in
      guard number == 1 else { throw Unreachable() }
      return NetworkResponse(headers: ["cache-control": "max-age=10, stale-if-error=60"], body: Self.screen("old"))
    }
    #expect(try await labels(after: [0, 30, 60], client) == ["old", "old", "nothing"])
  }

  @Test(arguments: [401, 404, 410, 400])
  func `a screen that the server removes is not shown, however stale it may be`(_ status: Int) async throws {
    let client = ScriptedClient { number, _ in
      number == 1
        ? NetworkResponse(headers: ["cache-control": "max-age=1, stale-if-error=600"], body: Self.screen("old"))
        : NetworkResponse(status: status)
    }
    #expect(try await labels(after: [0, 5], client) == ["old", "nothing"])
  }

  @Test(arguments: [
    // A lifetime of a year, but an age of more than a day.
    (["cache-control": "max-age=31536000", "age": "100000"], ["1", "1", "1"]),
    (["cache-control": "max-age=60, stale-while-revalidate=30", "age": "3000"], ["1", "2", "3"]),
    (["cache-control": "no-cache, stale-while-revalidate=600", "etag": "e"], ["1", "2", "3"]),
    (["cache-control": "max-age=1, must-revalidate, stale-while-revalidate=600"], ["1", "2", "3"]),
    (["cache-control": "max-age=0, stale-while-revalidate=600"], ["1", "1", "2"]),
    (["cache-control": "max-age=60", "vary": "Cookie"], ["1", "2", "3"]),
    (["cache-control": "max-age=60", "vary": "Accept-Encoding, Accept"], ["1", "1", "1"]),
    (["cache-control": "max-age=60", "vary": "*"], ["1", "2", "3"]),
  ])
  func `staleness is counted from the server's last response`(_ headers: [String: String], _ expected: [String])
    async throws
  {
    let client = ScriptedClient { number, _ in NetworkResponse(headers: headers, body: Self.screen("\(number)")) }
    #expect(try await labels(after: [0, 5, 5], client) == expected)
  }

  @Test func `the response behind a temporary redirect is not reused`() async throws {
    let client = ScriptedClient { number, request in
      request.url.hasSuffix("/next")
        ? NetworkResponse(status: 302, headers: ["Location": "/there"])
        : NetworkResponse(headers: ["cache-control": "max-age=60"], body: Self.screen("\(number)"))
    }
    #expect(try await labels(after: [0, 1], client) == ["2", "4"])
  }

  @Test func `unsafe requests are sent each time, and never answered from another response`() async throws {
    let client = ScriptedClient { number, _ in
      NetworkResponse(headers: ["cache-control": "max-age=60"], body: Self.screen("\(number)"))
    }
    let push = #"{"type": "push", "url": "/next", "method": "POST", "body": {"a": 1}}"#
    #expect(try await labels(after: [0, 1], push: push, client) == ["1", "2"])
  }

  @Test func `an app's client sends the requests, and only those that the manifest allows`() async throws {
    let client = ScriptedClient { number, request in
      if request.url.hasSuffix("/next") { return NetworkResponse(status: 302, headers: ["Location": "/there"]) }
      if request.url.hasSuffix("/there") {
        return NetworkResponse(status: 302, headers: ["Location": "http://elsewhere.example/"])
      }
      return NetworkResponse(body: Self.screen("secret"))
    }
    #expect(try await labels(after: [0], client) == ["nothing"])
    #expect(client.requests.map(\.url) == ["http://shop.example/next", "http://shop.example/there"])
    #expect(client.requests.first?.method == "GET")
    #expect(client.requests.first?.headers["accept"] == "application/json")
  }

  @Test func `an app resolves the addresses in documents`() async throws {
    let client = ScriptedClient { _, _ in NetworkResponse(body: Self.screen("here")) }
    let files = [
      "widget.json":
        #"{"id": "org.example.test", "name": "T", "base": "http://shop.example", "hosts": ["shop.example"]}"#,
      "screens/Main.json": #"{"url": "/home"}"#,
    ]
    let widget = try TestWidget(WidgetDefinition(bundle: WidgetBundle(texts: files))) {
      $0.networkClient = client
      $0.resolveAddress = { "\($1 ?? "")/v2\($0)" }
    }
    #expect(try await widget.open().text("label") == "here")
    #expect(client.requests.map(\.url) == ["http://shop.example/v2/home"])
  }
}
