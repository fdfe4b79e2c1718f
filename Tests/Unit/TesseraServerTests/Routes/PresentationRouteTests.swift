import HTTPTypes
import Hummingbird
import TesseraHTTPClient
import TesseraLayout
import TesseraRuntime
import TesseraServices
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraProtocol
@testable import TesseraServer

@Suite("Routes: presentations")
struct PresentationRouteTests {
  @Test func `a presentation is made for a size, and has a long random token`() async throws {
    let widget = ScriptedWidget()
    try await withRoutes(widget) { client in
      let first = try await client.makePresentation()
      let second = try await client.makePresentation()
      #expect(first != second)
      #expect(first.wholeMatch(of: /\/widgets\/feed\/presentations\/[0-9a-f]{32}/) != nil)
      #expect(widget.presentations.map(\.size) == Array(repeating: Size(width: 375, height: 667), count: 2))
      #expect(try await client.get(first).status == .noContent)
    }
  }

  @Test func `unknown presentations and widgets are not found`() async throws {
    try await withRoutes { client in
      let known = try await client.makePresentation()
      let stranger = String(repeating: "0", count: 32)
      for path in ["/widgets/feed/presentations/\(stranger)", known.replacing("feed", with: "other")] {
        let response = try await client.get(path)
        #expect(response.status == .notFound)
        #expect(response.rule == "unknown-presentation")
      }
      let batch = #"{"page":"p","batch":1,"events":[["back"]]}"#
      for path in ["/widgets/feed/presentations/\(stranger)", known.replacing("feed", with: "other")] {
        #expect(try await client.post(path + "/events", batch).rule == "unknown-presentation")
      }
      #expect(
        try await client.post("/widgets/other/presentations", #"{"width":1,"height":1}"#).rule == "unknown-widget")
    }
  }

  @Test func `what a widget did not handle because it was stopped is refused with 409`() async throws {
    let widget = ScriptedWidget()
    try await withRoutes(widget) { client in
      let presentation = try await client.makePresentation()
      widget.presentations.first?.isUnavailable = true
      for _ in 1...2 {
        let response = try await client.post(
          presentation + "/events", #"{"page":"p","batch":1,"events":[["press",1]]}"#)
        #expect(response.status == .conflict && response.rule == "widget-stopped")
      }
    }
  }

  @Test func `a stream begins with the whole tree`() async throws {
    let script: [PresentationUpdate] = [
      .tree(smallTree, revision: 4), .patches([.effect(ViewID(2), .shake)], revision: 5),
    ]
    let widget = ScriptedWidget(script: script)
    try await withRoutes(widget) { client in
      let token = try await client.makeToken()
      let response = try await client.get("/events?watch=feed/\(token)")
      #expect(response.headers[.contentType] == "text/event-stream")
      #expect(response.headers[.cacheControl] == "no-store")
      #expect(
        response.text == "retry: 400\n\n"
          + "event: \(token)\nid: 4\ndata: \(WireFormat.text(of: script[0]))\n\n"
          + "event: \(token)\nid: 5\ndata: \(WireFormat.text(of: script[1]))\n\n")
      #expect(widget.presentations[0].askedFor == [nil])
    }
  }

  @Test(
    arguments: [
      (["Last-Event-ID": "4"], "", 4), ([:], "@4", 4), (["Last-Event-ID": "5"], "@3", 5),
      (["Last-Event-ID": "x"], "", nil), (["Last-Event-ID": "4,4"], "@5", 5), ([:], "@", nil),
      ([:], "@99999999999999999999", nil),
    ] as [([String: String], String, Int?)])
  func `a returning client gets what it missed`(headers: [String: String], place: String, revision: Int?) async throws {
    let widget = ScriptedWidget(script: [.tree(smallTree, revision: 4), .patches([.remove(ViewID(2))], revision: 5)])
    try await withRoutes(widget) { client in
      let token = try await client.makeToken()
      var fields = HTTPFields()
      for (name, value) in headers { fields[HTTPField.Name(name)!] = value }
      let text = try await client.get("/events?watch=feed/\(token)\(place)", headers: fields).text
      #expect(widget.presentations[0].askedFor == [revision])
      #expect(text.contains("id: 4\n") == (revision == nil))
      #expect(text.contains("id: 5\n") == (revision != 5))
    }
  }

  @Test func `one stream carries the updates of several presentations, and reports removed ones`() async throws {
    let script: [PresentationUpdate] = [.tree(smallTree, revision: 4), .patches([.remove(ViewID(2))], revision: 5)]
    let widget = ScriptedWidget(script: script)
    try await withRoutes(widget) { client in
      let tokens = [try await client.makeToken(), try await client.makeToken()]
      let stranger = String(repeating: "0", count: 32)
      let watch = "/events?watch=feed/\(tokens[0])&watch=feed/\(stranger)&watch=feed/\(tokens[1])@4"
      let response = try await client.get(watch)
      #expect(response.headers[.contentType] == "text/event-stream")
      #expect(response.text.contains("event: \(stranger)\ndata: null\n\n"))
      #expect(response.text.contains("event: \(tokens[0])\nid: 4,-,"))
      #expect(response.text.contains("event: \(tokens[1])\nid: "))
      #expect(response.text.contains(",-,5\ndata: \(WireFormat.text(of: script[1]))\n\n"))
      #expect(widget.presentations.map(\.askedFor) == [[nil], [4]])
      // A browser that reconnects sends its revisions, which are more recent than those in the URL.
      _ = try await client.get(watch, headers: [HTTPField.Name("Last-Event-ID")!: "5,-,-"])
      #expect(widget.presentations.map(\.askedFor) == [[nil, 5], [4, nil]])
    }
  }

  @Test(arguments: [
    "", "?watch=", "?watch=feed", "?watch=feed/", "?watch=feed/x", "?watch=feed/0/1", "?watch=feed/0%0Adata:%20x",
    "?" + Array(repeating: "watch=feed/0", count: 257).joined(separator: "&"),
  ])
  func `an empty, excessive or malformed stream request is rejected`(query: String) async throws {
    try await withRoutes { client in
      let response = try await client.get("/events" + query)
      #expect(response.status == .badRequest)
      #expect(response.rule == "wire-format")
    }
  }

  @Test func `a stream whose presentations were all removed reports that and ends`() async throws {
    try await withRoutes { client in
      let response = try await client.get("/events?watch=feed/0@7")
      #expect(response.text == "retry: 400\n\nevent: 0\ndata: null\n\n")
    }
  }

  @Test func `events arrive in order, and a repeated batch once`() async throws {
    let widget = ScriptedWidget()
    try await withRoutes(widget) { client in
      let path = try await client.makePresentation() + "/events"
      let first = #"{"page":"p","batch":1,"events":[["input",3,"a\"b"],["press",4]]}"#
      let second = #"{"page":"p","batch":2,"events":[["back"]]}"#
      for body in [first, first, second, second, first] {
        #expect(try await client.post(path, body).status == .noContent)
      }
      #expect(
        widget.presentations[0].received == [[.input(ViewID(3), text: "a\"b"), .press(ViewID(4))], [.back]])
      // A reloaded page starts numbering its batches again.
      #expect(try await client.post(path, #"{"page":"q","batch":1,"events":[["back"]]}"#).status == .noContent)
      #expect(widget.presentations[0].received.count == 3)
    }
  }

  @Test(arguments: WireFormatTests.hostileBatches)
  func `a hostile body is rejected with a reason, and none of it is run`(body: String, reason: String) async throws {
    let widget = ScriptedWidget()
    try await withRoutes(widget) { client in
      let path = try await client.makePresentation() + "/events"
      let response = try await client.post(path, body)
      #expect(response.status == .badRequest)
      #expect(response.text.contains("error"))
      #expect(widget.presentations[0].received.isEmpty)
      #expect(try await client.get(path.replacing("/events", with: "")).status == .noContent)
    }
  }

  @Test func `a batch with one invalid event does nothing`() async throws {
    let widget = ScriptedWidget()
    try await withRoutes(widget) { client in
      let path = try await client.makePresentation() + "/events"
      let response = try await client.post(path, #"{"page":"p","batch":1,"events":[["press",1],["explode"]]}"#)
      #expect(response.status == .badRequest)
      #expect(widget.presentations[0].received.isEmpty)
    }
  }

  @Test func `a body over the limit is rejected`() async throws {
    try await withRoutes { client in
      let path = try await client.makePresentation() + "/events"
      let body = String(repeating: " ", count: WireFormat.maximumBodySize + 1)
      #expect(try await client.post(path, body).status == .contentTooLarge)
      #expect(try await client.post("/widgets/feed/presentations", body).status == .contentTooLarge)
    }
  }

  @Test func `a widget with too many presentations rejects more`() async throws {
    var configuration = ServerConfiguration()
    configuration.maximumPresentations = 0
    try await withRoutes(configuration: configuration) { client in
      let response = try await client.post("/widgets/feed/presentations", #"{"width":1,"height":1}"#)
      #expect(response.status == .serviceUnavailable)
      #expect(response.headers[.retryAfter] == "10")
    }
  }

  @Test func `a stop ends open streams, so that the client has the whole response`() async throws {
    let widget = ScriptedWidget(script: [.tree(smallTree, revision: 1)], ends: false)
    let server = try WidgetServer(widgets: [widget], fonts: .find())
    let client = CurlHTTPClient()
    let answer = try await server.listening { port in
      let token = try await RouteClient(port: port).makeToken()
      let answer = Task { try await client.get("/events?watch=feed/\(token)", port: port) }
      await widget.presentations[0].waitUntilWatched()
      return answer
    }
    // A connection that is cut, or a stream that does not end, would never complete the response.
    let response = try await answer.value
    #expect(response.status == 200)
    #expect(response.text.hasPrefix("retry: 400\n\n"))
  }
}

@Suite("Routes: files")
struct FileRouteTests {
  private static let headers: HTTPFields = [.contentType: "application/octet-stream"]

  @Test func `a file reaches its view, with its name and type`() async throws {
    let widget = ScriptedWidget()
    try await withRoutes(widget) { client in
      let address = try await client.makePresentation() + "/files/7?name=hello%20%C3%BC.txt&type=text%2Fplain"
      #expect(try await client.post(address, "hello", headers: Self.headers).status == .noContent)
      let value: Value = ["name": "hello ü.txt", "type": "text/plain", "size": 5, "data": "aGVsbG8="]
      #expect(widget.presentations.first?.received == [[.change(ViewID(7), value: value)]])
    }
  }

  @Test func `a file that is too large, or without a recipient, is rejected`() async throws {
    let widget = ScriptedWidget()
    try await withRoutes(widget) { client in
      let address = try await client.makePresentation()
      let large = String(repeating: "x", count: PickedFile.greatestMaximumSize + 1)
      #expect(try await client.post(address + "/files/7", large, headers: Self.headers).status == .contentTooLarge)
      #expect(try await client.post(address + "/files/0", "x", headers: Self.headers).status == .badRequest)
      #expect(try await client.post(address + "/files/x", "x", headers: Self.headers).status == .badRequest)
      #expect(
        try await client.post(
          "/widgets/feed/presentations/\(String(repeating: "0", count: 32))/files/7", "x", headers: Self.headers
        ).status == .notFound)
      #expect(
        try await client.post(address + "/files/7", "x", headers: [.contentType: "text/plain"]).status
          == .unsupportedMediaType)
      #expect(widget.presentations.first?.received.isEmpty == true)
    }
  }
}
