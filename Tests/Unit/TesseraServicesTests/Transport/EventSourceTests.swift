import Synchronization
import TesseraHTTPClient
import TesseraLoopback
import Testing

@testable import TesseraServices

@Suite("Server-sent events")
struct EventSourceTests {
  private static func event(_ data: String, type: String = "message", id: String = "") -> ServerSentEvent {
    ServerSentEvent(type: type, data: data, id: id)
  }

  // The examples of the HTML standard's section on server-sent events, and its rules for fields.
  @Test(
    arguments: [
      (
        "data: This is the first message.\n\ndata: This is the second message, it\ndata: has two lines.\n\n",
        [event("This is the first message."), event("This is the second message, it\nhas two lines.")]
      ),
      (
        "event: add\ndata: 73857293\n\nevent: remove\ndata: 2153\n\n",
        [event("73857293", type: "add"), event("2153", type: "remove")]
      ),
      ("data: YHOO\ndata: +2\ndata: 10\n\n", [event("YHOO\n+2\n10")]),
      (
        ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
        [event("first event", id: "1"), event("second event"), event(" third event")]
      ),
      ("data\n\ndata\ndata\n\ndata:", [event(""), event("\n")]),
      ("data:test\n\ndata: test\n\n", [event("test"), event("test")]),
      ("\u{FEFF}data: a\r\rdata: b\r\n\r\ndata: c\n\r", [event("a"), event("b"), event("c")]),
      ("event: alone\n\ndata: after\n\nunknown: x\ndata: y\n\n", [event("after"), event("y")]),
      ("id: 7\n\ndata: a\n\nid: a\0b\ndata: b\n\n", [event("a", id: "7"), event("b", id: "7")]),
    ] as [(String, [ServerSentEvent])])
  func `a stream is parsed by the rules of the HTML standard, in chunks of any size`(
    text: String, events: [ServerSentEvent]
  ) throws {
    for size in [1, 2, 3, 1000] {
      var parser = EventStreamParser()
      let bytes = Array(text.utf8)
      var read: [ServerSentEvent] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        read += try parser.append(bytes[start..<min(start + size, bytes.count)])
      }
      #expect(read == events)
    }
  }

  @Test func `a server sets the reconnection time, in digits`() throws {
    var parser = EventStreamParser()
    _ = try parser.append(Array("retry: 2500\nretry: soon\nretry: 1.5\n".utf8))
    #expect(parser.retry == 2500)
  }

  @Test(arguments: ["x", "data: x\n"])
  func `a line or an event without end is rejected`(piece: String) {
    var parser = EventStreamParser()
    let text = Array(String(repeating: piece, count: 300_000).utf8)
    #expect(throws: EventStreamParser.TooLong.self) { try parser.append(text) }
  }

  @Test func `a client reconnects with its last event ID after any failure, until the server refuses`() async throws {
    let number = Mutex(0)
    let handler: LoopbackServer.Handler = { _ in
      func stream(_ text: String) -> LoopbackServer.Answer {
        LoopbackServer.Answer(headers: ["content-type": "text/event-stream; charset=utf-8"], body: Array(text.utf8))
      }
      let count = number.withLock {
        $0 += 1
        return $0
      }
      switch count {
      case 1: return stream("id: 1\ndata: a\n\nid: 2\nretry: 5\ndata: b\n\ndata: unfinished")
      case 2: return stream("data: c\n\n")
      case 3: return .json("{}")
      case 4: return .json("{}", status: 500)
      case 5: return .redirect(to: "/elsewhere")
      case 6: return stream("data: d\n\n")
      default: return LoopbackServer.Answer(status: 204)
      }
    }
    try await LoopbackServer.run(handler) { server in
      let policy = HostPolicy(texts: [server.host], allowsPrivateAddresses: true)
      let source = try EventSource(
        server.url("/events"), policy: policy, transport: HTTPTransport(), clock: UnhurriedClock(limit: .seconds(250)))
      let events = Mutex<[String]>([])
      let failures = Mutex<[String]>([])
      await source.follow { event in
        events.withLock { $0.append(event.data) }
      } onFailure: { error in
        failures.withLock { $0.append(error.message) }
      }
      #expect(events.withLock { $0 } == ["a", "b", "c", "d"])
      #expect(
        failures.withLock { $0 } == [
          "The server's answer is not an event stream", "The server responded with status 500",
        ])
      #expect(server.requests.map { $0.headers["last-event-id"] } == [nil, "2", "2", "2", "2", "2", "2"])
      #expect(
        server.requests.map(\.path) == ["/events", "/events", "/events", "/events", "/events", "/elsewhere", "/events"])
    }
  }

  @Test func `only hosts of the widget are followed`() async throws {
    let source = try EventSource(
      "https://other.example.org/", policy: HostPolicy(texts: ["example.org"]), transport: .shared,
      clock: UnhurriedClock(limit: .seconds(250)))
    let (failures, failed) = AsyncStream.makeStream(of: String.self)
    let following = Task {
      await source.follow { _ in
      } onFailure: {
        failed.yield($0.message)
      }
    }
    for await failure in failures {
      #expect(failure == "The widget may not contact 'other.example.org'")
      break
    }
    following.cancel()
    await following.value
  }
}
