import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import Testing

@testable import TesseraForwarding

@Suite("forwarded streams")
struct ForwardedStreamTests {
  private static let get = "GET /stream HTTP/1.1\r\nhost: a\r\n\r\n"
  private static let post = "POST /stream HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\n\r\nabc"

  /// A stream that sends one event, and ends after a signal or with the client.
  private static func stream(_ request: Request, until end: Signal, onEnd: @escaping @Sendable () -> Void) -> Response {
    Response(
      status: .ok, headers: [.contentType: "text/event-stream"],
      body: ResponseBody { writer in
        defer { onEnd() }
        try await request.body.consumeWithCancellationOnInboundClose { _ in
          try await writer.write(ByteBuffer(string: "data: first\n\n"))
          await end.wait()
          try Task.checkCancellation()
          try await writer.write(ByteBuffer(string: "data: last\n\n"))
        }
        try await writer.finish(nil)
      })
  }

  @Test func `an event arrives before the response ends, and the connection of the visitor stays usable`() async throws
  {
    let end = Signal()
    try await TestHost.run { request, _ in
      Self.stream(request, until: end) {}
    } during: { owner in
      try await TestHost.runFront(to: try #require(owner.address)) { front in
        try await RawClient.connect(to: front.port) { client in
          try await client.send(Self.get)
          let head = try #require(try await client.read(through: "\r\n\r\n")).lowercased()
          #expect(head.contains("content-type: text/event-stream"))
          #expect(head.contains("transfer-encoding: chunked"))
          #expect(try await client.read(through: "data: first\n\n\r\n") != nil)
          end.send()
          #expect(try await client.read(through: "data: last\n\n\r\n0\r\n\r\n") != nil)
          // By then the whole response may arrive at once, and is not sent in chunks.
          try await client.send(Self.get)
          #expect(try await client.read(through: "data: last\n\n") != nil)
        }
      }
    }
  }

  @Test(arguments: [(Self.get, false), (Self.post, false), (Self.post, true)])
  func `if the visitor leaves, the other host learns of it`(request: String, collects: Bool) async throws {
    let ended = Signal()
    try await TestHost.run { request, _ in
      Self.stream(request, until: Signal()) { ended.send() }
    } during: { owner in
      try await TestHost.runFront(to: try #require(owner.address), collects: collects) { front in
        try await RawClient.connect(to: front.port) { client in
          try await client.send(request)
          #expect(try await client.read(through: "data: first\n\n") != nil)
        }
        await ended.wait()
      }
    }
  }

  @Test func `if the visitor leaves before an answer, the request is given up`() async throws {
    let arrived = Signal()
    let failed = Signal()
    let failure = Mutex<ForwardingFailure?>(nil)
    let script: @Sendable (Int, Int) -> RawServer.Step = { _, _ in
      arrived.send()
      return .silence
    }
    try await RawServer.run(script) { server in
      try await TestHost.runFront(
        to: try #require(HostAddress("127.0.0.1:\(server.port)")),
        onFailure: { error in
          failure.withLock { $0 = error as? ForwardingFailure }
          failed.send()
        }
      ) { front in
        try await RawClient.connect(to: front.port) { client in
          try await client.send(Self.get)
          await arrived.wait()
        }
        await failed.wait()
        #expect(failure.withLock { $0 } == .abandoned)
      }
    }
  }

  @Test func `if the visitor leaves in the middle of a request, the other host does not get it whole`() async throws {
    let arrived = Signal()
    let ended = Signal()
    let isWhole = Mutex(false)
    try await TestHost.run { request, _ in
      defer { ended.send() }
      for try await _ in request.body { arrived.send() }
      isWhole.withLock { $0 = true }
      return Response(status: .noContent)
    } during: { owner in
      try await TestHost.runFront(to: try #require(owner.address)) { front in
        try await RawClient.connect(to: front.port) { client in
          try await client.send("POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\nabc")
          await arrived.wait()
        }
        await ended.wait()
        #expect(!isWhole.withLock { $0 })
      }
    }
  }

  @Test(arguments: [
    "transfer-encoding: chunked\r\n\r\n5\r\nfirst\r\n", "transfer-encoding: chunked\r\n\r\n9\r\nfirst",
    "content-length: 9\r\n\r\nfirst",
  ])
  func `a response that breaks off does so for the visitor as well`(answer: String) async throws {
    try await RawServer.run { _, _ in
      .answerAndClose("HTTP/1.1 200 OK\r\n\(answer)")
    } during: { server in
      let address = try #require(HostAddress("127.0.0.1:\(server.port)"))
      let response = try await RequestForwarder.forTests().forward(to: address)
      let failure = await #expect(throws: ForwardingFailure.self) { try await response.collect() }
      guard case .broken = failure else { return #expect(Bool(false), "\(String(describing: failure))") }
      try await TestHost.runFront(to: address) { front in
        try await RawClient.connect(to: front.port) { client in
          try await client.send(Self.get)
          let text = try await client.readToEnd()
          #expect(text.contains("first"))
          #expect(!text.contains("0\r\n\r\n"))
        }
      }
    }
  }

  @Test func `a long response arrives whole`() async throws {
    let piece = ByteBuffer(repeating: 0x61, count: 1 << 20)
    try await TestHost.run { _, _ in
      Response(
        status: .ok,
        body: ResponseBody { writer in
          for _ in 0..<24 { try await writer.write(piece) }
          try await writer.finish(nil)
        })
    } during: { owner in
      let content = try await RequestForwarder.forTests().forward(to: owner.address).collect()
      #expect(content.bytes.count == 24 << 20)
      #expect(content.isFinished)
    }
  }

  @Test func `a reader that waits makes the other host wait`() async throws {
    let sent = Atomic(0)
    let piece = ByteBuffer(repeating: 0x61, count: 1 << 20)
    try await TestHost.run { _, context in
      Response(
        status: .ok,
        body: ResponseBody { writer in
          for _ in 0..<128 {
            try await writer.write(piece)
            // Writers learn only on the event loop that their bytes are not taken.
            try await context.channel.eventLoop.submit {}.get()
            sent.add(1, ordering: .relaxed)
          }
          try await writer.finish(nil)
        })
    } during: { owner in
      let response = try await RequestForwarder.forTests().forward(to: owner.address)
      for _ in 0..<10_000 { await Task.yield() }
      // More than what the system buffers is sent only when it is read.
      #expect(sent.load(ordering: .relaxed) < 64)
      #expect(try await response.collect().bytes.count == 128 << 20)
    }
  }

  @Test func `a stream ends when the server stops, so that the visitor asks another one`() async throws {
    let ended = Signal()
    try await TestHost.run { request, _ in
      Self.stream(request, until: Signal()) { ended.send() }
    } during: { owner in
      try await TestHost.runFront(to: try #require(owner.address)) { front in
        try await RawClient.connect(to: front.port) { client in
          try await client.send(Self.get)
          #expect(try await client.read(through: "data: first\n\n") != nil)
          await front.stop()
          _ = try await client.readToEnd()
        }
      }
      await ended.wait()
    }
  }
}
